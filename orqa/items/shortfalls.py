"""What was asked of a bank and not had, in items, and why. Pure."""

import math
from collections.abc import Sequence

from orqa.items.candidate import Candidate, Plan, Shortfall
from orqa.items.left_out import count_reasons

N_REASONS = 3
SERVED_WELL = 3
LEAST_SHARE, MOST_SHARE = 0.10, 0.18
ROUNDING = 1e-9


def share_range(n_items: int) -> tuple[int, int]:
    """The least and the most items that key E, and key F, may have in a bank of this size.

    In a bank too small for any whole number between 10 and 18 % both are the number below.
    """
    most = math.floor(MOST_SHARE * n_items + ROUNDING)
    return min(math.ceil(LEAST_SHARE * n_items - ROUNDING), most), most


def list_shortfalls(
    pool: Sequence[Candidate], bank: Sequence[Candidate], plan: Plan, reasons: dict[str, str]
) -> list[Shortfall]:
    """The shortfalls in order of their price: target, E and F shares, group quotas, occupations served."""
    found = []
    if len(bank) < plan.target:
        found.append(Shortfall("target", plan.target, len(bank), _why(pool, reasons)))
    found += _share_shortfalls(pool, bank, reasons)
    for group, wanted in sorted(plan.group_quotas.items()):
        got = sum(member.soc_group == group for member in bank)
        if got < wanted:
            mine = [member for member in pool if member.soc_group == group]
            found.append(Shortfall(f"group {group}", wanted, got, _why(mine, reasons)))
    for code, quota in sorted(plan.occupation_quotas.items()):
        got, wanted = sum(member.soc_code == code for member in bank), min(SERVED_WELL, quota)
        if got < wanted:
            mine = [member for member in pool if member.soc_code == code]
            found.append(Shortfall(f"occupation {code}", wanted, got, _why(mine, reasons)))
    return found


def _share_shortfalls(pool: Sequence[Candidate], bank: Sequence[Candidate], reasons: dict[str, str]) -> list[Shortfall]:
    found = []
    for letter in "EF":
        got = sum(member.key == letter for member in bank)
        least, most = share_range(len(bank))
        mine = [member for member in pool if member.key == letter]
        if got < least:
            found.append(Shortfall(f"share of key {letter}", least, got, _why(mine, reasons)))
        elif got > most:
            found.append(Shortfall(f"share of key {letter}", most, got, "too few items with other keys"))
    return found


def _why(candidates: Sequence[Candidate], reasons: dict[str, str]) -> str:
    if not candidates:
        return "no candidate"
    left_out = count_reasons(candidates, reasons)
    if not left_out:
        return f"only {len(candidates)} candidates, all in the bank"
    told = "; ".join(f"{n} {reason}" for reason, n in left_out[:N_REASONS])
    return f"{len(candidates)} candidates: {told}"
