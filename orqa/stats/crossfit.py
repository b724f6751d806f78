"""Solvers that learn from other items of the bank: fitted on every fold but one, scored on that one. Pure.

Folds are drawn by document, so that no item is answered from another item of its own source.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

from orqa.stats.rows import ItemRow
from orqa.text import sha256_hex, words

N_FOLDS = 5
LEAST_IN_CELL = 3


def fold_of(document_id: str) -> int:
    """The fold of a document, 0 to N_FOLDS - 1: the same in every bank."""
    return int(sha256_hex(document_id)[:8], 16) % N_FOLDS


def naive_bayes_scores(rows: Sequence[ItemRow]) -> list[float]:
    """Expected score of picking the content option whose words spoke for the truth of options in the other folds.

    Log odds of each word with add-one smoothing; an E item has four true options, an F item four false ones.
    """
    counts = [_Counts() for _ in range(N_FOLDS)]
    for row in rows:
        for place, option in enumerate(row.options):
            is_true = row.key == "E" or row.key == "ABCD"[place]
            counts[fold_of(row.document_id)].add(option, is_true=is_true)
    scores = []
    for row in rows:
        seen = [count for fold, count in enumerate(counts) if fold != fold_of(row.document_id)]
        odds = [_log_odds(option, seen) for option in row.options]
        best = max(odds)
        tied = [letter for letter, value in zip("ABCD", odds, strict=True) if math.isclose(value, best, abs_tol=1e-9)]
        scores.append(1 / len(tied) if row.key in tied else 0.0)
    return scores


class _Counts:
    """In how many true and false options of a fold each word stands."""

    def __init__(self) -> None:
        self.true: Counter[str] = Counter()
        self.false: Counter[str] = Counter()
        self.n_true = self.n_false = 0

    def add(self, option: str, *, is_true: bool) -> None:
        (self.true if is_true else self.false).update(set(words(option)))
        self.n_true += is_true
        self.n_false += not is_true


def _log_odds(option: str, seen: Sequence[_Counts]) -> float:
    n_true, n_false = sum(count.n_true for count in seen), sum(count.n_false for count in seen)
    total = 0.0
    for word in sorted(set(words(option))):
        true = (sum(count.true[word] for count in seen) + 1) / (n_true + 2)
        false = (sum(count.false[word] for count in seen) + 1) / (n_false + 2)
        total += math.log(true / false)
    return total


def format_scores(rows: Sequence[ItemRow]) -> list[float]:
    """Expected score of the commonest key among items of the same form in the other folds; six letters.

    The form is (category, first two words of the stem, numeric or not); with fewer than LEAST_IN_CELL such items the
    first words, then the rest of the form is forgotten.
    """
    tables: list[dict[Hashable, Counter[str]]] = [defaultdict(Counter) for _ in range(N_FOLDS)]
    for row in rows:
        for cell in _cells(row):
            for fold in range(N_FOLDS):
                if fold != fold_of(row.document_id):
                    tables[fold][cell][row.key] += 1
    scores = []
    for row in rows:
        table = tables[fold_of(row.document_id)]
        seen = [found for cell in _cells(row) if (found := table.get(cell)) and found.total() >= LEAST_IN_CELL]
        best = [key for key, n in seen[0].items() if n == max(seen[0].values())] if seen else list("ABCDEF")
        scores.append(1 / len(best) if row.key in best else 0.0)
    return scores


def _cells(row: ItemRow) -> tuple[Hashable, ...]:
    """The forms of an item, finest first."""
    first = tuple(words(row.stem)[:2])
    return (row.category, first, row.is_numeric), (row.category, row.is_numeric), ()
