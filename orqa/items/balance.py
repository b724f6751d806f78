"""The balancer: which accepted items become the bank, as a small integer programme (METHOD, 'The balancer'). Pure.

Hard, always: one of a set of near-duplicates, one a quote, six a document, a tenth of the bank a publisher, three tenths of a
group of ten or more a publisher, A to D within max(2, 5 %) of each other, no opening of six words in more than 15 % of stems.
Everything else has a price, and what is paid is told as a shortfall.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from orqa.items.candidate import BankChoice, Candidate, Limits, Plan, Shortfall
from orqa.items.duplicates import clashes
from orqa.items.left_out import opening, reasons_left_out
from orqa.items.programme import Programme
from orqa.items.shortfalls import list_shortfalls
from orqa.text import seeded_int

__all__ = ["BankChoice", "Candidate", "Limits", "Plan", "Shortfall", "choose_bank"]

LIMITS = Limits()
PRICE_TARGET, PRICE_SHARE, PRICE_GROUP, PRICE_FIRST, PRICE_THIRD, PRICE_OWN = 1000.0, 300.0, 100.0, 30.0, 10.0, 3.0
PRICE_FAMILY, PRICE_LISTS, PRICE_QUALITY, PRICE_SPREAD, PRICE_TIE = 6.0, 2.0, 1.0, 0.2, 0.01
"""A unit of one outweighs what a unit of the next ones can gain; units are items, quality is 0 to 1 an item."""

LEAST_SHARE, MOST_SHARE = 0.10, 0.18
FAMILY_SHARE, FAMILY_BANK = 0.40, 120
N_BANDS = 3


def choose_bank(candidates: Sequence[Candidate], plan: Plan, seed: int, limits: Limits = LIMITS) -> BankChoice:
    """The best bank of at most `plan.target` items; the same for any order of `candidates`.

    The order of the bank is (soc_group, soc_code, item_id). Ties are broken by draws from the seed.

    Raises:
        OrqaError: the programme has no solution (it always has one: the empty bank).
    """
    pool = sorted(candidates, key=lambda candidate: candidate.item_id)
    alike = clashes([f"{candidate.stem} {candidate.key_text}" for candidate in pool])
    chosen = _Model(pool, plan, limits).solve(alike, seed)
    reasons = reasons_left_out(pool, chosen, plan, limits, alike)
    bank = sorted(
        (pool[place] for place in chosen), key=lambda member: (member.soc_group, member.soc_code, member.item_id)
    )
    return BankChoice(
        item_ids=tuple(member.item_id for member in bank),
        filled=_seats(bank, plan),
        shortfalls=tuple(list_shortfalls(pool, bank, plan, reasons)),
        dropped=reasons,
    )


def _seats(bank: Sequence[Candidate], plan: Plan) -> dict[str, str]:
    """How each item fills its seat; in an occupation the better items take the occupation's own seats."""
    own: Counter[str] = Counter()
    filled: dict[str, str] = {}
    ranked = sorted(bank, key=lambda member: (-member.quality, member.item_id))
    for member in ranked:
        if own[member.soc_code] < plan.occupation_quotas.get(member.soc_code, 0):
            own[member.soc_code] += 1
            filled[member.item_id] = "own"
    in_group = Counter(member.soc_group for member in bank if member.item_id in filled)
    for member in ranked:
        if member.item_id not in filled:
            in_group[member.soc_group] += 1
            is_within = in_group[member.soc_group] <= plan.group_quotas.get(member.soc_group, 0)
            filled[member.item_id] = "group" if is_within else "other"
    return {member.item_id: filled[member.item_id] for member in bank}


@dataclass
class _Share:
    """A cap `part <= max(floor, share * whole)` for many parts of one whole: a switch says which of the two holds."""

    programme: Programme
    whole: int
    share: float
    floor: int
    most: int

    def __post_init__(self) -> None:
        self.switch = self.programme.binary() if self.share * self.most > self.floor else None

    def cap(self, terms: Mapping[int, float], size: int) -> None:
        """Cap a part that has `size` members at most."""
        if size <= self.floor:
            return
        if self.switch is None:
            self.programme.bound(terms, upper=self.floor)
            return
        slack = float(min(size, self.most))
        self.programme.bound({**terms, self.switch: -(slack - self.floor)}, upper=self.floor)
        self.programme.bound({**terms, self.whole: -self.share, self.switch: slack}, upper=slack)


class _Model:
    """The programme of one pool: `x[i]` is 1 when the i-th candidate is in the bank."""

    def __init__(self, pool: Sequence[Candidate], plan: Plan, limits: Limits) -> None:
        self.pool, self.plan, self.limits = pool, plan, limits
        self.programme = Programme()

    def solve(self, alike: Sequence[frozenset[int]], seed: int) -> list[int]:
        """The places of the chosen candidates, ascending."""
        self.x = [
            self.programme.binary(
                -PRICE_QUALITY * member.quality - PRICE_TIE * seeded_int(seed, "tie", member.item_id) / 2**64
            )
            for member in self.pool
        ]
        self.total = self.programme.count(self.x, upper=self.plan.target)
        for places in alike:
            self.programme.bound({self.x[place]: 1.0 for place in places}, upper=1.0)
        self._cap_sources()
        self._cap_letters_and_openings()
        self._want_target_and_shares()
        self._want_quotas()
        self._want_spread()
        values = self.programme.solve()
        return [place for place, number in enumerate(self.x) if values[number] > 0.5]

    def _by(self, name: Callable[[Candidate], Hashable]) -> dict[Hashable, list[int]]:
        """The variables of the candidates by a property of theirs."""
        found: dict[Hashable, list[int]] = defaultdict(list)
        for member, number in zip(self.pool, self.x, strict=True):
            found[name(member)].append(number)
        return found

    def _cap_sources(self) -> None:
        limits, target = self.limits, self.plan.target
        for members in self._by(lambda member: member.quote_id).values():
            if len(members) > 1:
                self.programme.bound(dict.fromkeys(members, 1.0), upper=1.0)
        for members in self._by(lambda member: member.document_id).values():
            if len(members) > limits.per_document:
                self.programme.bound(dict.fromkeys(members, 1.0), upper=limits.per_document)
        of_bank = _Share(self.programme, self.total, limits.publisher_share, limits.publisher_floor, target)
        for members in self._by(lambda member: member.publisher).values():
            of_bank.cap(dict.fromkeys(members, 1.0), len(members))
        by_both: dict[Hashable, list[list[int]]] = defaultdict(list)
        for key, members in self._by(lambda member: (member.soc_group, member.publisher)).items():
            by_both[key[0]].append(members)  # type: ignore[index]
        for group, parts in by_both.items():
            self._cap_publishers_of_group(str(group), parts)

    def _cap_publishers_of_group(self, group: str, parts: Sequence[Sequence[int]]) -> None:
        """With a quota of ten or more: max(3, 30 %) a publisher; in any group of ten or more items: 30 %."""
        limits, size = self.limits, sum(map(len, parts))
        if size < limits.group_size:
            return
        whole = self.programme.count([number for part in parts for number in part])
        is_large = self.plan.group_quotas.get(group, 0) >= limits.group_size
        floor = int(limits.group_publisher_share * limits.group_size) if is_large else limits.group_size - 1
        most = min(size, self.plan.target)
        share = _Share(self.programme, whole, limits.group_publisher_share, floor, most)
        for part in parts:
            share.cap(dict.fromkeys(part, 1.0), len(part))

    def _cap_letters_and_openings(self) -> None:
        limits, target = self.limits, self.plan.target
        by_key = self._by(lambda member: member.key)
        highest, lowest = self.programme.amount(), self.programme.amount()
        for letter in "ABCD":
            members = dict.fromkeys(by_key.get(letter, []), 1.0)
            self.programme.bound({**members, highest: -1.0}, upper=0.0)
            self.programme.bound({**members, lowest: -1.0}, lower=0.0)
        letters = _Share(self.programme, self.total, limits.letter_share, limits.letter_floor, target)
        letters.cap({highest: 1.0, lowest: -1.0}, target)
        openings = _Share(self.programme, self.total, limits.opening_share, limits.opening_floor, target)
        for members_of in self._by(lambda member: opening(member.stem, limits.opening_words)).values():
            openings.cap(dict.fromkeys(members_of, 1.0), len(members_of))

    def _want_target_and_shares(self) -> None:
        program, total = self.programme, self.total
        program.excess({total: -1.0}, -self.plan.target, PRICE_TARGET)
        by_key = self._by(lambda member: member.key)
        for letter in "EF":
            number = program.count(by_key.get(letter, []))
            program.excess({total: LEAST_SHARE, number: -1.0}, 0.0, PRICE_SHARE)
            program.excess({total: -MOST_SHARE, number: 1.0}, 0.0, PRICE_SHARE)

    def _want_quotas(self) -> None:
        by_group = self._by(lambda member: member.soc_group)
        for group, wanted in sorted(self.plan.group_quotas.items()):
            self._want_at_least(by_group.get(group, []), wanted, PRICE_GROUP)
        by_code = self._by(lambda member: member.soc_code)
        for code, wanted in sorted(self.plan.occupation_quotas.items()):
            members = by_code.get(code, [])
            self._want_at_least(members, min(1, wanted), PRICE_FIRST)
            self._want_at_least(members, min(3, wanted), PRICE_THIRD)
            self._want_at_least(members, wanted, PRICE_OWN)

    def _want_at_least(self, members: Sequence[int], wanted: int, price: float) -> None:
        if wanted and members:
            self.programme.excess(dict.fromkeys(members, -1.0), -wanted, price)

    def _want_spread(self) -> None:
        program, total, target = self.programme, self.total, self.plan.target
        by_family = self._by(lambda member: member.family)
        if target >= FAMILY_BANK:
            for members in by_family.values():
                program.excess({**dict.fromkeys(members, 1.0), total: -FAMILY_SHARE}, 0.0, PRICE_FAMILY)
        self._want_lists_in_proportion()
        for by_kind in (self._by(lambda member: member.category), self._by(lambda member: band(member.difficulty))):
            even = float(np.ceil(target / len(by_kind))) if by_kind else 0.0
            for members in by_kind.values():
                if len(members) > even:
                    program.excess(dict.fromkeys(members, 1.0), even, PRICE_SPREAD)

    def _want_lists_in_proportion(self) -> None:
        """Inside lists: E at most 40 %, content keys and F at least 30 % each, so that 'a list' does not say 'E'."""
        lists = [
            (member.key, number) for member, number in zip(self.pool, self.x, strict=True) if member.family == "list"
        ]
        for letters, share, sign in (("E", 0.4, 1.0), ("ABCD", 0.3, -1.0), ("F", 0.3, -1.0)):
            terms = {number: sign * ((key in letters) - share) for key, number in lists}
            if terms:
                self.programme.excess(terms, 0.0, PRICE_LISTS)


def band(difficulty: float | None) -> int | None:
    """The difficulty in N_BANDS bands from 0 (hardest) up; None when there was no pretest."""
    return None if difficulty is None else min(N_BANDS - 1, int(difficulty * N_BANDS))
