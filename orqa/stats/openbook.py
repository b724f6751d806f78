"""The open-book ceiling: what a reader finds who has the quote and can only look words up in it. Pure."""

import re
from collections.abc import Sequence

from orqa.mcq import derive_key
from orqa.stats.rows import ItemRow
from orqa.text import normalise

_TOKEN = re.compile(r"[a-z0-9]+(?:[.,][0-9]+)*|[$%°]")


def open_book_ceiling(rows: Sequence[ItemRow]) -> tuple[int, int]:
    """(n_found, n): on how many items containment alone gives the key.

    An option that stands in the quote, word for word, is taken as true; the key follows from these truths.
    """
    return sum(derive_key(stand_in(row.options, row.quote)) == row.key for row in rows), len(rows)


def stand_in(options: Sequence[str], quote: str) -> list[bool]:
    """Which options stand in the quote as whole words, whatever the case, punctuation and white space."""
    folded = f" {_folded(quote)} "
    return [f" {_folded(option)} " in folded for option in options]


def _folded(text: str) -> str:
    return " ".join(_TOKEN.findall(normalise(text).lower()))
