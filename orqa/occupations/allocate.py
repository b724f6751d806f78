"""How many items each SOC major group and each occupation is owed; pure, in exact integers."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from orqa.errors import BadInput
from orqa.occupations.oews import OewsRow

ITEMS_PER_OCCUPATION = 4  # aimed at: at a target of 480 it serves 127 occupations, 126 of them with three items or more


@dataclass(frozen=True)
class Served:
    """An occupation that is to get `n_items` items, at least one."""

    soc_code: str
    soc_group: str
    n_items: int


def largest_remainder(weights: Mapping[str, int], n: int) -> dict[str, int]:
    """Share `n` seats in proportion to the weights, each share rounded down or up; ties go to the lower key.

    Returns one entry a weight, in the order of the keys, summing to `n`. Raises BadInput for a negative weight or `n`,
    or when there is nothing to share by. Source: the method of Hamilton, also called Hare-Niemeyer.
    """
    total = sum(weights.values())
    if n < 0 or any(weight < 0 for weight in weights.values()):
        raise BadInput("numbers of items and weights must not be negative")
    if not n:
        return dict.fromkeys(sorted(weights), 0)
    if not total:
        raise BadInput(f"{n} items cannot be shared out: no weight is above zero")
    shares = {key: divmod(weights[key] * n, total) for key in sorted(weights)}
    n_left = n - sum(floor for floor, _ in shares.values())
    by_remainder = sorted(shares, key=lambda key: (-shares[key][1], key))
    rounded_up = set(by_remainder[:n_left])
    return {key: floor + (key in rounded_up) for key, (floor, _) in shares.items()}


def group_quotas(occupations: Iterable[OewsRow], target: int) -> dict[str, int]:
    """Share `target` items over the SOC major groups by wage bill; occupations of unknown wage bill weigh nothing.

    Returns items by two-digit group, for every group that occurs, summing to `target`. Raises BadInput for a negative
    target, or when no wage bill is known.
    """
    wage_bills: dict[str, int] = {}
    for row in occupations:
        wage_bills[row.soc_group] = wage_bills.get(row.soc_group, 0) + (row.wage_bill_usd or 0)
    return largest_remainder(wage_bills, target)


def served_occupations(
    occupations: Iterable[OewsRow], quotas: Mapping[str, int], with_publisher: AbstractSet[str]
) -> list[Served]:
    """Spread each group's quota evenly over its occupations of highest wage bill that have a publisher.

    A quota q serves up to ceil(q / ITEMS_PER_OCCUPATION) occupations; the higher wage bill gets the larger share, and
    an unknown one comes last. `with_publisher` holds SOC codes. Returns occupations by group, then by rank; a group
    without any publisher gives none, so the sum may fall short of the quotas.
    """
    ranked: dict[str, list[OewsRow]] = {}
    for row in sorted(occupations, key=_rank):
        if row.soc_code in with_publisher:
            ranked.setdefault(row.soc_group, []).append(row)
    served = []
    for group, rows in sorted(ranked.items()):
        quota = quotas.get(group, 0)
        chosen = rows[: ceil(Fraction(quota, ITEMS_PER_OCCUPATION))]
        for rank, row in enumerate(chosen):
            n_items = quota // len(chosen) + (rank < quota % len(chosen))
            served.append(Served(row.soc_code, group, n_items))
    return served


def _rank(row: OewsRow) -> tuple[int, str]:
    return -(row.wage_bill_usd or 0), row.soc_code
