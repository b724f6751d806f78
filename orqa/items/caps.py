"""The hard limits of a bank as rows of an integer programme, and how large a bank they allow. Pure."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from orqa.items.candidate import Candidate, Limits, Plan
from orqa.items.left_out import opening
from orqa.items.programme import Programme

ROUNDING = 1e-9


@dataclass(frozen=True)
class Capped:
    """The programme of one pool: `x[i]` is 1 when the i-th candidate is in the bank, under every hard limit.

    `n_items` is the size of the bank where it is settled. Shares of the bank are plain numbers then; before, a switch says
    which holds, the share or its floor.
    """

    pool: Sequence[Candidate]
    plan: Plan
    limits: Limits
    programme: Programme
    x: Sequence[int]
    n_items: int | None = None

    def by(self, name: Callable[[Candidate], Hashable]) -> dict[Hashable, list[int]]:
        """The variables of the candidates by a property of theirs."""
        found: dict[Hashable, list[int]] = defaultdict(list)
        for member, number in zip(self.pool, self.x, strict=True):
            found[name(member)].append(number)
        return found

    def add_limits(self, alike: Sequence[frozenset[int]]) -> int:
        """Add every hard limit and return the variable of the bank's size; `alike` are sets of places."""
        size = self.plan.target if self.n_items is None else self.n_items
        total = self.programme.count(self.x, upper=size)
        for places in alike:
            self.programme.bound({self.x[place]: 1.0 for place in places}, upper=1.0)
        for members in self.by(lambda member: member.quote_id).values():
            self._cap(members, 1)
        for members in self.by(lambda member: member.document_id).values():
            self._cap(members, self.limits.per_document)
        self._cap_publishers(total)
        self._cap_publishers_of_groups()
        self._cap_letters(total)
        self._cap_openings(total)
        return total

    def _cap(self, members: Sequence[int], most: int) -> None:
        if len(members) > most:
            self.programme.bound(dict.fromkeys(members, 1.0), upper=most)

    def _cap_publishers(self, total: int) -> None:
        limits = self.limits
        cap = self._share_of_bank(total, limits.publisher_share, limits.publisher_floor)
        for members in self.by(lambda member: member.publisher).values():
            cap.add(dict.fromkeys(members, 1.0), len(members))

    def _cap_publishers_of_groups(self) -> None:
        """In a group of ten items or more 30 % a publisher; with a quota of ten, never more than max(3, 30 %)."""
        limits = self.limits
        of_group = self.by(lambda member: member.soc_group)
        parts = self.by(lambda member: (member.soc_group, member.publisher))
        caps = {}
        for group, members in of_group.items():
            if len(members) < limits.group_size:
                continue
            whole = self.programme.count(members)
            is_large = self.plan.group_quotas.get(str(group), 0) >= limits.group_size
            floor = limits.group_floor if is_large else limits.group_size - 1
            most = min(len(members), self.plan.target)
            caps[group] = ShareCap(self.programme, whole, limits.group_publisher_share, floor, most)
            if not is_large:
                caps[group].hold_whole_at_floor()
        for key, members in parts.items():
            group = key[0]  # type: ignore[index]
            if group in caps:
                caps[group].add(dict.fromkeys(members, 1.0), len(members))

    def _cap_letters(self, total: int) -> None:
        limits = self.limits
        by_key = self.by(lambda member: member.key)
        highest, lowest = self.programme.amount(), self.programme.amount()
        for letter in "ABCD":
            members = dict.fromkeys(by_key.get(letter, []), 1.0)
            self.programme.bound({**members, highest: -1.0}, upper=0.0)
            self.programme.bound({**members, lowest: -1.0}, lower=0.0)
        cap = self._share_of_bank(total, limits.letter_share, limits.letter_floor)
        cap.add({highest: 1.0, lowest: -1.0}, len(self.pool))

    def _cap_openings(self, total: int) -> None:
        limits = self.limits
        cap = self._share_of_bank(total, limits.opening_share, limits.opening_floor)
        for members in self.by(lambda member: opening(member.stem, limits.opening_words)).values():
            cap.add(dict.fromkeys(members, 1.0), len(members))

    def _share_of_bank(self, total: int, share: float, floor: int) -> "ShareCap":
        if self.n_items is None:
            return ShareCap(self.programme, total, share, floor, self.plan.target)
        return ShareCap(self.programme, total, 0.0, max(floor, int(share * self.n_items + ROUNDING)), self.n_items)


class ShareCap:
    """Caps `part <= max(floor, share * whole)` on many parts of one whole that holds `most` items at most.

    One switch for the whole says which of the two is the larger; with no choice to make there is no switch.
    """

    def __init__(self, programme: Programme, whole: int, share: float, floor: int, most: int) -> None:
        self.programme, self.whole, self.share, self.floor, self.most = programme, whole, share, floor, most
        self.switch = programme.binary() if share * most > floor else None

    def add(self, terms: Mapping[int, float], size: int) -> None:
        """Cap the part that is the sum of `terms` and can reach `size` at most."""
        if size <= self.floor and self.switch is None:
            return
        if self.switch is None:
            self.programme.bound(terms, upper=self.floor)
            return
        slack = float(min(size, self.most))
        if size > self.floor:
            self.programme.bound({**terms, self.switch: self.floor - slack}, upper=self.floor)
        self.programme.bound({**terms, self.whole: -self.share, self.switch: slack}, upper=slack)

    def hold_whole_at_floor(self) -> None:
        """Let the whole outgrow the floor only where the share binds its parts."""
        if self.switch is not None:
            self.programme.bound({self.whole: 1.0, self.switch: float(self.floor - self.most)}, upper=self.floor)


def most_items(pool: Sequence[Candidate], plan: Plan, limits: Limits, alike: Sequence[frozenset[int]]) -> int:
    """The size of the largest bank, `plan.target` at most, that the hard limits allow."""
    programme = Programme()
    x = [programme.binary() for _ in pool]
    total = Capped(pool, plan, limits, programme, x).add_limits(alike)
    programme.price(total, -1.0)
    return round(float(programme.solve()[total]))
