"""Shortcut floors: how far solvers get that never read the source (METHOD, 'Shortcut floors'). Pure.

Every solver gives an expected score an item (ties share), so that nothing is drawn and a floor has no noise of its own.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orqa.quantities import find_quantities
from orqa.stats.crossfit import format_scores, naive_bayes_scores
from orqa.stats.rows import ItemRow
from orqa.text import words

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
Scores = list[float]
LEAST_N = 20
MOST_E_OR_F, MOST_E_OR_F_IN_FAMILY = 0.18, 0.40
Z = 3.0


@dataclass(frozen=True)
class Floor:
    """One solver on one set of items: shares 0 to 1; `family` is None for the whole bank.

    `is_broken`: with LEAST_N items or more, the score lies above the bound.
    """

    solver: str
    n: int
    score: float
    null: float
    bound: float
    is_broken: bool
    family: str | None


def floors(rows: Sequence[ItemRow], embed: Embed) -> list[Floor]:
    """Every solver on the bank, then on each family in order of name.

    Nulls: a solver that picks among A-D has c = (1 - pE - pF) / 4 of the very items it answers; always E or F has the
    largest share the method allows (18 %, inside a family 40 %); the format solver has the share of the commonest key,
    which is what a guesser reaches who knows the key counts and nothing else. The bound is
    null + 3 sqrt(null (1 - null) / n).
    """
    ordered = sorted(rows, key=lambda row: row.item_id)
    scores = _Solved(ordered, embed)
    found = scores.floors(list(range(len(ordered))), None)
    for family in sorted({row.family for row in ordered}):
        found += scores.floors([place for place, row in enumerate(ordered) if row.family == family], family)
    return found


def picks(rows: Sequence[ItemRow], embed: Embed) -> dict[str, list[float | None]]:
    """The expected score of every solver that picks among A-D and learns from no other item, one a row.

    None where a solver has nothing to say: numbers are asked of numeric items alone.
    """
    found: dict[str, list[float | None]] = {}
    for name, scorer in PICKERS.items():
        found[name] = [_expected(scorer(row), row.key) for row in rows]
    likeness = _likeness(rows, embed)
    for name, of_options in LIKENESS_PICKERS.items():
        found[name] = [_expected(of_options(table), row.key) for table, row in zip(likeness, rows, strict=True)]
    for name, ranks in NUMBER_PICKERS.items():
        found[name] = [_number_score(row, ranks) for row in rows]
    return found


class _Solved:
    """Every solver's expected score on every row, found once and then summed over sets of rows."""

    def __init__(self, rows: Sequence[ItemRow], embed: Embed) -> None:
        self.rows = rows
        self.by_pick = picks(rows, embed)
        self.by_pick["naive Bayes on option words"] = [*naive_bayes_scores(rows)]
        self.by_format = format_scores(rows)

    def floors(self, places: Sequence[int], family: str | None) -> list[Floor]:
        """The floors of the rows at these places; solvers that answer none of them are left out."""
        keys = [self.rows[place].key for place in places]
        found = []
        for name, scores in self.by_pick.items():
            answered = [(score, self.rows[place].key) for place in places if (score := scores[place]) is not None]
            null = chance([key for _, key in answered])
            found.append(_floor(name, [score for score, _ in answered], null, family))
        most = MOST_E_OR_F if family is None else MOST_E_OR_F_IN_FAMILY
        for letter in "ABCDEF":
            null = most if letter in "EF" else chance(keys)
            found.append(_floor(f"always {letter}", [float(key == letter) for key in keys], null, family))
        commonest = max((keys.count(letter) for letter in "ABCDEF"), default=0) / max(1, len(keys))
        found.append(_floor("format", [self.by_format[place] for place in places], commonest, family))
        return [floor for floor in found if floor.n]


def chance(keys: Sequence[str]) -> float:
    """c = (1 - pE - pF) / 4: what a blind pick among A-D gets on items with these keys."""
    return sum(key in "ABCD" for key in keys) / (4 * len(keys)) if keys else 0.0


def _floor(solver: str, scores: Sequence[float], null: float, family: str | None) -> Floor:
    n = len(scores)
    score = sum(scores) / n if n else 0.0
    bound = null + Z * math.sqrt(null * (1 - null) / n) if n else 1.0
    return Floor(solver, n, score, null, bound, n >= LEAST_N and score > bound, family)


def _expected(scores: Sequence[float], key: str) -> float:
    """The expected score of picking the content option with the highest score, ties shared."""
    best = max(scores)
    tied = [letter for letter, score in zip("ABCD", scores, strict=True) if math.isclose(score, best, abs_tol=1e-6)]
    return 1 / len(tied) if key in tied else 0.0


def _shared_words(row: ItemRow) -> Scores:
    asked = set(words(row.stem))
    return [float(len(set(words(option)) & asked)) for option in row.options]


def _shared_with_others(row: ItemRow) -> Scores:
    """How many of an option's words stand in other options too: the key that distractors were varied from converges."""
    sets = [set(words(option)) for option in row.options]
    return [float(sum(len(own & other) for other in sets if other is not own)) for own in sets]


PICKERS: dict[str, Callable[[ItemRow], Scores]] = {
    "longest": lambda row: [float(len(option)) for option in row.options],
    "shortest": lambda row: [-float(len(option)) for option in row.options],
    "most words of the stem": _shared_words,
    "fewest words of the stem": lambda row: [-score for score in _shared_words(row)],
    "most words of the other options": _shared_with_others,
}

LIKENESS_PICKERS: dict[str, Callable[[NDArray[np.float64]], Scores]] = {
    "odd one out": lambda table: [-float(score) for score in table[1:, 1:].sum(axis=1)],
    "most central": lambda table: [float(score) for score in table[1:, 1:].sum(axis=1)],
    "most like the stem": lambda table: [float(score) for score in table[0, 1:]],
}

NUMBER_PICKERS = {"middle numbers": (1, 2), "smallest number": (0,), "largest number": (3,)}


def _likeness(rows: Sequence[ItemRow], embed: Embed) -> list[NDArray[np.float64]]:
    """A 5 x 5 table of cosines a row: the stem, then the four content options."""
    vectors = embed([text for row in rows for text in (row.stem, *row.options)])
    blocks = np.asarray(vectors, dtype=np.float64).reshape(len(rows), 5, -1) if rows else np.zeros((0, 5, 1))
    return [block @ block.T for block in blocks]


def _number_score(row: ItemRow, ranks: Sequence[int]) -> float | None:
    """The expected score of picking the options of these ranks by value; None when the options are no four numbers."""
    if not row.is_numeric:
        return None
    values = [found[0].value if (found := find_quantities(option)) else None for option in row.options]
    if any(value is None for value in values):
        return None
    order = sorted(range(4), key=lambda place: (values[place] or 0.0, place))
    picked = ["ABCD"[order[rank]] for rank in ranks]
    return 1 / len(picked) if row.key in picked else 0.0
