"""What was asked of a bank and not had, in items, and why. Pure."""

import math
from collections.abc import Sequence

from orqa.items.candidate import Candidate, Plan, Shortfall
from orqa.items.left_out import count_reasons

N_REASONS = 3


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
        got, wanted = sum(member.soc_code == code for member in bank), min(3, quota)
        if got < wanted:
            mine = [member for member in pool if member.soc_code == code]
            found.append(Shortfall(f"occupation {code}", wanted, got, _why(mine, reasons)))
    return found


def _share_shortfalls(pool: Sequence[Candidate], bank: Sequence[Candidate], reasons: dict[str, str]) -> list[Shortfall]:
    found = []
    for letter in "EF":
        got = sum(member.key == letter for member in bank)
        least, most = math.ceil(0.10 * len(bank)), math.floor(0.18 * len(bank))
        mine = [member for member in pool if member.key == letter]
        if got < least and least <= most:
            found.append(Shortfall(f"share of key {letter}", least, got, _why(mine, reasons)))
        elif got > most and least <= most:
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
