"""Why a candidate is not in the bank: the first rule that it would break beside the chosen ones. Pure."""

import math
from collections import Counter
from collections.abc import Sequence

from orqa.items.candidate import Candidate, Limits, Plan
from orqa.text import words

NOT_NEEDED = "not needed"
SERVED_WELL = 3
"""So many items make an occupation well served."""

LEAST_SHARE, MOST_SHARE = 0.10, 0.18
ROUNDING = 1e-9


def share_range(n_items: int) -> tuple[int, int]:
    """The least and the most items that key E, and key F, may have in a bank of this size.

    In a bank too small for any whole number between 10 and 18 % both are the number below.
    """
    most = math.floor(MOST_SHARE * n_items + ROUNDING)
    return min(math.ceil(LEAST_SHARE * n_items - ROUNDING), most), most


def opening(stem: str, n_words: int) -> tuple[str, ...]:
    """The first words of a stem, lower-cased."""
    return tuple(words(stem)[:n_words])


def reasons_left_out(
    pool: Sequence[Candidate], chosen: Sequence[int], plan: Plan, limits: Limits, alike: Sequence[frozenset[int]]
) -> dict[str, str]:
    """A reason for every candidate outside the bank, by item id.

    A double is named as one; of the rest, a candidate that would fill a seat still empty has the first hard rule that
    it would break, and any other is 'not needed'. `chosen` are places in `pool`; `alike` are sets of places of which
    one at most may be chosen.
    """
    taken = set(chosen)
    rivals: dict[int, int] = {}
    for places in alike:
        winners = places & taken
        rivals.update((place, min(winners)) for place in places - taken if winners)
    tally = _Tally([pool[place] for place in chosen], plan, limits)
    found: dict[str, str] = {}
    for place, candidate in enumerate(pool):
        if place in taken:
            continue
        if candidate.quote_id in tally.quotes:
            found[candidate.item_id] = "its quote already carries an item"
        elif place in rivals:
            found[candidate.item_id] = "near-duplicate of an item of the bank"
        else:
            is_wanted = tally.is_short_of(candidate)
            found[candidate.item_id] = (tally.rule_broken_by(candidate) if is_wanted else None) or NOT_NEEDED
    return found


class _Tally:
    """What the bank holds, counted once."""

    def __init__(self, bank: Sequence[Candidate], plan: Plan, limits: Limits) -> None:
        self.plan, self.limits, self.n_items = plan, limits, len(bank)
        self.quotes = {member.quote_id for member in bank}
        self.documents = Counter(member.document_id for member in bank)
        self.publishers = Counter(member.publisher for member in bank)
        self.groups = Counter(member.soc_group for member in bank)
        self.in_group = Counter((member.soc_group, member.publisher) for member in bank)
        self.letters = Counter(member.key for member in bank)
        self.occupations = Counter(member.soc_code for member in bank)
        self.openings = Counter(opening(member.stem, limits.opening_words) for member in bank)

    def is_short_of(self, candidate: Candidate) -> bool:
        """Whether the bank lacks items, or items of the candidate's group, occupation or key (E or F)."""
        plan = self.plan
        return (
            self.n_items < plan.target
            or self.groups[candidate.soc_group] < plan.group_quotas.get(candidate.soc_group, 0)
            or self.occupations[candidate.soc_code]
            < min(SERVED_WELL, plan.occupation_quotas.get(candidate.soc_code, 0))
            or (candidate.key in "EF" and self.letters[candidate.key] < share_range(self.n_items)[0])
        )

    def rule_broken_by(self, candidate: Candidate) -> str | None:
        """The first hard rule that the bank would break with this candidate added, or None."""
        limits, n_items = self.limits, min(self.n_items + 1, self.plan.target)
        if self.documents[candidate.document_id] >= limits.per_document:
            return f"its document already gives {limits.per_document} items"
        most = max(limits.publisher_floor, limits.publisher_share * n_items)
        if self.publishers[candidate.publisher] + 1 > most:
            return f"its publisher already gives {limits.publisher_share:.0%} of the bank"
        if self._is_over_in_group(candidate):
            return f"its publisher already gives {limits.group_publisher_share:.0%} of the group"
        if candidate.key in "ABCD":
            counts = {letter: self.letters[letter] + (letter == candidate.key) for letter in "ABCD"}
            if max(counts.values()) - min(counts.values()) > max(limits.letter_floor, limits.letter_share * n_items):
                return f"letter {candidate.key} is keyed too often already"
        most = max(limits.opening_floor, limits.opening_share * n_items)
        if self.openings[opening(candidate.stem, limits.opening_words)] + 1 > most:
            return f"its first {limits.opening_words} words already open {limits.opening_share:.0%} of the stems"
        return None

    def _is_over_in_group(self, candidate: Candidate) -> bool:
        limits, group = self.limits, candidate.soc_group
        n_group = self.groups[group] + 1
        n_publisher = self.in_group[(group, candidate.publisher)] + 1
        if n_group < limits.group_size and self.plan.group_quotas.get(group, 0) < limits.group_size:
            return False
        return n_publisher > limits.group_publisher_share * max(n_group, limits.group_size)
