"""What was asked of a bank and not had, in items, and why. Pure."""

from collections import Counter
from collections.abc import Sequence

from orqa.items.candidate import Candidate, Plan, Shortfall
from orqa.items.left_out import SERVED_WELL, share_range

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
    left_out = Counter(reasons[candidate.item_id] for candidate in candidates if candidate.item_id in reasons)
    if not left_out:
        return f"{len(candidates)} candidates, all in the bank"
    ranked = sorted(left_out.items(), key=lambda entry: (-entry[1], entry[0]))
    told = "; ".join(f"{n} {reason}" for reason, n in ranked[:N_REASONS])
    return f"{len(candidates)} candidates, of those left out: {told}"
