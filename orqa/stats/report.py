"""The report of a bank as plain JSON values: seats by group, shortfalls, letters, floors, open-book ceiling. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from orqa.stats.intervals import wilson
from orqa.stats.openbook import open_book_ceiling
from orqa.stats.rows import ItemRow, ShortfallRow
from orqa.stats.shortcuts import LEAST_N, Floor, floors
from orqa.vectors import embed


class Choice(Protocol):
    """What the balancer hands over beside the items."""

    @property
    def shortfalls(self) -> Sequence[ShortfallRow]: ...
    @property
    def filled(self) -> Mapping[str, str]: ...


def bank_report(
    chosen: Sequence[ItemRow], pool: Sequence[ItemRow], group_quotas: Mapping[str, int], choice: Choice
) -> dict[str, Any]:
    """The report of the items chosen out of the pool.

    `groups`: rows (group, wanted, in bank, why short); `shortfalls`: rows (what, wanted, got, why); `floor_columns` and
    `floors`: a table of shares right in percent, a family a column; `broken_floors`: one line a floor above its bound.
    """
    found = floors(chosen, embed)
    letters = Counter(row.key for row in chosen)
    n_found, n_items = open_book_ceiling(chosen)
    return {
        "n_items": n_items,
        "n_candidates": len(pool),
        "groups": _group_rows(chosen, group_quotas, choice.shortfalls),
        "shortfalls": [[short.what, short.wanted, short.got, short.why] for short in choice.shortfalls],
        "filled": dict(sorted(Counter(choice.filled.values()).items())),
        "letters": {letter: letters[letter] for letter in "ABCDEF"},
        "families": dict(sorted(Counter(row.family for row in chosen).items())),
        "categories": dict(sorted(Counter(row.category for row in chosen).items())),
        "open_book": {"n_found": n_found, "n": n_items, "interval": list(wilson(n_found, n_items))},
        **_floor_table(found),
        "floor_rows": [asdict(floor) for floor in found],
        "broken_floors": [_line(floor) for floor in found if floor.is_broken],
    }


def _group_rows(
    chosen: Sequence[ItemRow], group_quotas: Mapping[str, int], shortfalls: Sequence[ShortfallRow]
) -> list[list[Any]]:
    in_bank = Counter(row.soc_group for row in chosen)
    why = {short.what: short.why for short in shortfalls}
    groups = sorted({*(group for group, n in group_quotas.items() if n), *in_bank})
    return [[group, group_quotas.get(group, 0), in_bank[group], why.get(f"group {group}", "")] for group in groups]


def _floor_table(found: Sequence[Floor]) -> dict[str, Any]:
    families = sorted({floor.family for floor in found if floor.family is not None and floor.n >= LEAST_N})
    by_place = {(floor.solver, floor.family): floor for floor in found}
    rows = []
    for floor in found:
        if floor.family is None:
            of_families = [_cell(by_place.get((floor.solver, family))) for family in families]
            rows.append(
                [floor.solver, floor.n, _cell(floor), _percent(floor.null), _percent(floor.bound), *of_families]
            )
    return {"floor_columns": ["solver", "n", "right", "null", "bound", *families], "floors": rows}


def _cell(floor: Floor | None) -> str:
    if floor is None:
        return ""
    return _percent(floor.score) + (" !" if floor.is_broken else "")


def _line(floor: Floor) -> str:
    where = "the bank" if floor.family is None else f"family {floor.family}"
    return (
        f"{floor.solver}: {_percent(floor.score)} right on {where} (n {floor.n}), "
        f"above the bound of {_percent(floor.bound)}"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
