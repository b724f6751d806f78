"""The hard limits of a bank as rows of an integer programme. Pure."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from orqa.items.candidate import Candidate, Limits, Plan
from orqa.items.left_out import opening
from orqa.items.programme import Programme, Terms

ROUNDING = 1e-9
"""Keeps 0.3 * 10 from being less than three."""


@dataclass(frozen=True)
class Capped:
    """The programme of one pool for a bank of `n_items`: `x[i]` is 1 when the i-th candidate is in it."""

    pool: Sequence[Candidate]
    plan: Plan
    limits: Limits
    n_items: int
    programme: Programme
    x: Sequence[int]

    def by(self, name: Callable[[Candidate], Hashable]) -> dict[Hashable, list[int]]:
        """The variables of the candidates by a property of theirs."""
        found: dict[Hashable, list[int]] = defaultdict(list)
        for member, number in zip(self.pool, self.x, strict=True):
            found[name(member)].append(number)
        return found

    def add_limits(self, alike: Sequence[frozenset[int]]) -> Terms:
        """Add every hard limit and return what A to D differ by, as terms.

        `alike` are sets of places in the pool of which one at most may be chosen.
        """
        limits = self.limits
        self._cap(self.x, self.n_items)
        for places in alike:
            self._cap([self.x[place] for place in sorted(places)], 1)
        self._cap_each(lambda member: member.quote_id, 1)
        self._cap_each(lambda member: member.document_id, limits.per_document)
        self._cap_each(lambda member: member.publisher, self._share(limits.publisher_share, limits.publisher_floor))
        self._cap_each(
            lambda member: opening(member.stem, limits.opening_words),
            self._share(limits.opening_share, limits.opening_floor),
        )
        for group, members in self.by(lambda member: member.soc_group).items():
            if len(members) >= limits.group_size:
                self._cap_publishers_of_group(str(group), members)
        return self._cap_letters(self._share(limits.letter_share, limits.letter_floor))

    def _share(self, share: float, floor: int) -> int:
        return max(floor, int(share * self.n_items + ROUNDING))

    def _cap(self, members: Sequence[int], most: int) -> None:
        if len(members) > most:
            self.programme.bound(dict.fromkeys(members, 1.0), upper=most)

    def _cap_each(self, name: Callable[[Candidate], Hashable], most: int) -> None:
        for members in self.by(name).values():
            self._cap(members, most)

    def _cap_letters(self, most: int) -> Terms:
        by_key = self.by(lambda member: member.key)
        highest, lowest = self.programme.amount(), self.programme.amount()
        for letter in "ABCD":
            members = dict.fromkeys(by_key.get(letter, []), 1.0)
            self.programme.bound({**members, highest: -1.0}, upper=0.0)
            self.programme.bound({**members, lowest: -1.0}, lower=0.0)
        difference = {highest: 1.0, lowest: -1.0}
        self.programme.bound(difference, upper=most)
        return difference

    def _cap_publishers_of_group(self, group: str, members: Sequence[int]) -> None:
        """A switch says whether the group holds ten items or more; then 30 % of them a publisher, at most.

        Where it holds fewer, a group with a quota of ten or more still takes three a publisher at most.
        """
        limits, program = self.limits, self.programme
        most = min(len(members), self.n_items)
        n_group, is_large = program.count(members), program.binary()
        program.bound({n_group: 1.0, is_large: -(most - limits.group_size + 1.0)}, upper=limits.group_size - 1)
        has_quota = self.plan.group_quotas.get(group, 0) >= limits.group_size
        floor = int(limits.group_publisher_share * limits.group_size + ROUNDING) if has_quota else limits.group_size - 1
        mine = set(members)
        for of_publisher in self.by(lambda member: member.publisher).values():
            part = [number for number in of_publisher if number in mine]
            slack = float(min(len(part), most))
            terms = dict.fromkeys(part, 1.0)
            program.bound({**terms, is_large: -max(0.0, slack - floor)}, upper=floor)
            program.bound({**terms, n_group: -limits.group_publisher_share, is_large: slack}, upper=slack)
