"""The balancer: which accepted items become the bank, by integer programming (METHOD, 'The balancer'). Pure.

Hard limits (`orqa/items/caps.py`) always hold. Everything else has a price, and the programme pays as little as it can;
what is short at the end is told as a shortfall, with the reason.
"""

import math
from collections import Counter
from collections.abc import Sequence

from orqa.items.candidate import BankChoice, Candidate, Limits, Plan, Shortfall
from orqa.items.caps import Capped
from orqa.items.duplicates import clashes
from orqa.items.left_out import SERVED_WELL, reasons_left_out, share_range
from orqa.items.programme import Programme
from orqa.items.shortfalls import list_shortfalls
from orqa.stats.shortcuts import LEAST_N, picks
from orqa.text import seeded_int
from orqa.vectors import embed

__all__ = ["BankChoice", "Candidate", "Limits", "Plan", "Shortfall", "choose_bank"]

LIMITS = Limits()
PRICE_TARGET, PRICE_SHARE, PRICE_GROUP = 1000.0, 300.0, 100.0
PRICE_FIRST, PRICE_THIRD, PRICE_OWN = 30.0, 10.0, 3.0
PRICE_LISTS, PRICE_FLOOR, PRICE_FORM, PRICE_FAMILY, PRICE_LETTERS = 12.0, 8.0, 8.0, 6.0, 1.0
PRICE_QUALITY, PRICE_SPREAD, PRICE_TIE = 1.0, 0.2, 0.01
"""The price of an item short or over, and of a unit of quality (0 to 1 an item): each outweighs a few of the next."""

FAMILY_SHARE, FAMILY_BANK, LETTER_SHARE, FORM_SHARE = 0.40, 120, 0.30, 0.25
MOST_OF_A_BAND, N_BANDS = 0.60, 3
FAMILY_FLOOR = 0.32
FLOOR_Z = 1.0
"""Standard errors above chance that a shortcut may reach before it is paid for; the build's own check allows three."""


def choose_bank(candidates: Sequence[Candidate], plan: Plan, seed: int, limits: Limits = LIMITS) -> BankChoice:
    """The best bank of at most `plan.target` items; the same for any order of `candidates`.

    The order of the bank is (soc_group, soc_code, item_id). Ties are broken by draws from the seed.

    Raises:
        OrqaError: the programme has no solution (it always has one: the empty bank).
    """
    pool = sorted(candidates, key=lambda candidate: candidate.item_id)
    alike = clashes([(candidate.stem, candidate.key_text) for candidate in pool])
    chosen = _choose(pool, plan, limits, alike, seed)
    members = [pool[place] for place in chosen]
    reasons = reasons_left_out(pool, chosen, plan, limits, alike)
    bank = sorted(members, key=lambda member: (member.soc_group, member.soc_code, member.item_id))
    return BankChoice(
        item_ids=tuple(member.item_id for member in bank),
        filled=_seats(bank, plan),
        shortfalls=tuple(list_shortfalls(pool, bank, plan, reasons)),
        dropped=reasons,
    )


def _choose(
    pool: Sequence[Candidate], plan: Plan, limits: Limits, alike: Sequence[frozenset[int]], seed: int
) -> list[int]:
    """The places of the chosen candidates: for the target, and while a bank falls short, for the size it reached.

    Shares are of the size aimed at. A smaller aim never allows a larger bank: going down from the target ends at
    the largest size that can be reached under its own shares.
    """
    n_items = min(plan.target, len(pool))
    while True:
        chosen = _Wishes(pool, plan, limits, n_items, seed).best(alike)
        if len(chosen) >= n_items:
            return chosen
        n_items = len(chosen)


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


class _Wishes:
    """The programme of a bank of `n_items`: the hard limits, and a price on everything that is wished for."""

    def __init__(self, pool: Sequence[Candidate], plan: Plan, limits: Limits, n_items: int, seed: int) -> None:
        self.plan, self.n_items, self.programme = plan, n_items, Programme()
        ties = [seeded_int(seed, "tie", member.item_id) / 2**64 for member in pool]
        self.x = [
            self.programme.binary(-PRICE_QUALITY * member.quality - PRICE_TIE * tie)
            for member, tie in zip(pool, ties, strict=True)
        ]
        self.capped = Capped(pool, plan, limits, n_items, self.programme, self.x)

    def best(self, alike: Sequence[frozenset[int]]) -> list[int]:
        """The places of the chosen candidates, ascending."""
        letter_difference = self.capped.add_limits(alike)
        self.programme.excess(letter_difference, 0.0, PRICE_LETTERS)
        self._want_at_least(self.x, self.n_items, PRICE_TARGET)
        self._want_shares()
        self._want_quotas()
        self._want_floors()
        self._want_families()
        self._want_lists_in_proportion()
        self._want_letters_in_forms()
        self._want_spread()
        values = self.programme.solve()
        return [place for place, number in enumerate(self.x) if values[number] > 0.5]

    def _want_shares(self) -> None:
        by_key = self.capped.by(lambda member: member.key)
        least, most = share_range(self.n_items)
        for letter in "EF":
            members = by_key.get(letter, [])
            self._want_at_least(members, least, PRICE_SHARE)
            self._want_at_most(members, most, PRICE_SHARE)

    def _want_quotas(self) -> None:
        by_group = self.capped.by(lambda member: member.soc_group)
        for group, wanted in sorted(self.plan.group_quotas.items()):
            self._want_at_least(by_group.get(group, []), wanted, PRICE_GROUP)
        by_code = self.capped.by(lambda member: member.soc_code)
        for code, wanted in sorted(self.plan.occupation_quotas.items()):
            members = by_code.get(code, [])
            self._want_at_least(members, min(1, wanted), PRICE_FIRST)
            self._want_at_least(members, min(SERVED_WELL, wanted), PRICE_THIRD)
            self._want_at_least(members, wanted, PRICE_OWN)

    def _want_families(self) -> None:
        if self.n_items >= FAMILY_BANK:
            for members in self.capped.by(lambda member: member.family).values():
                self._want_at_most(members, int(FAMILY_SHARE * self.n_items), PRICE_FAMILY)

    def _want_lists_in_proportion(self) -> None:
        """Inside lists: E at most 40 %, content keys and F at least 30 % each, so that a list does not say 'E'."""
        pool = self.capped.pool
        lists = [(member.key, number) for member, number in zip(pool, self.x, strict=True) if member.family == "list"]
        for letters, share, sign in (("E", 0.4, 1.0), ("ABCD", 0.3, -1.0), ("F", 0.3, -1.0)):
            terms = {number: sign * ((key in letters) - share) for key, number in lists}
            if terms:
                self.programme.excess(terms, 0.0, PRICE_LISTS)

    def _want_letters_in_forms(self) -> None:
        """No letter keys more than 30 % of a family's content-keyed items and one, nor 25 % of a form's items and one.

        A form is what shows without reading: the category, and whether the options are numbers.
        """
        families = self.capped.by(lambda member: member.family if member.key in "ABCD" else "")
        lettered = self.capped.by(lambda member: (member.family, member.key))
        for family, members in families.items():
            for letter in "ABCD" if family else "":
                self._want_share(lettered.get((family, letter), []), members, LETTER_SHARE)
        forms = self.capped.by(lambda member: (member.category, member.is_numeric))
        formed = self.capped.by(lambda member: ((member.category, member.is_numeric), member.key))
        for form, members in forms.items():
            for letter in "ABCDF":
                self._want_share(formed.get((form, letter), []), members, FORM_SHARE)

    def _want_share(self, some: Sequence[int], of: Sequence[int], share: float) -> None:
        """At most this share of the chosen ones among `of`, and one, are among `some`."""
        terms = dict.fromkeys(of, -share) | dict.fromkeys(some, 1.0 - share)
        if some:
            self.programme.excess(terms, 1.0, PRICE_FORM)

    def _want_floors(self) -> None:
        """No solver that never reads the source should do much better than chance, a quarter of the A-D items."""
        pool = self.capped.pool
        if self.n_items < LEAST_N:
            return
        for scores in picks(pool, embed).values():
            gains = {
                number: score - 0.25
                for member, number, score in zip(pool, self.x, scores, strict=True)
                if score is not None and member.key in "ABCD"
            }
            if gains:
                self.programme.excess(gains, FLOOR_Z * math.sqrt(0.16 * self.n_items), PRICE_FLOOR)
            self._want_floor_in_families(scores)

    def _want_floor_in_families(self, scores: Sequence[float | None]) -> None:
        """The same within each family, where few items make a share unsteady: not much above a third."""
        families: dict[str, dict[int, float]] = {}
        for member, number, score in zip(self.capped.pool, self.x, scores, strict=True):
            if score is not None and member.key in "ABCD":
                families.setdefault(member.family, {})[number] = score - FAMILY_FLOOR
        for gains in families.values():
            self.programme.excess(gains, 1.0, PRICE_FLOOR)

    def _want_spread(self) -> None:
        by_category = self.capped.by(lambda member: member.category)
        for members in by_category.values():
            self._want_at_most(members, -(-self.n_items // len(by_category)), PRICE_SPREAD)
        for members in self.capped.by(lambda member: band(member.difficulty)).values():
            self._want_at_most(members, math.ceil(MOST_OF_A_BAND * self.n_items), PRICE_SPREAD)

    def _want_at_least(self, members: Sequence[int], wanted: int, price: float) -> None:
        if wanted and members:
            self.programme.excess(dict.fromkeys(members, -1.0), -wanted, price)

    def _want_at_most(self, members: Sequence[int], most: int, price: float) -> None:
        if len(members) > most:
            self.programme.excess(dict.fromkeys(members, 1.0), most, price)


def band(difficulty: float | None) -> int | None:
    """The difficulty in N_BANDS bands from 0 (hardest) up; None when there was no pretest."""
    return None if difficulty is None else min(N_BANDS - 1, int(difficulty * N_BANDS))
