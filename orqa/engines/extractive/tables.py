"""Rows of two-column tables: which label a description belongs to, or which value a label has."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from orqa.engine import OptionDraft
from orqa.engines.extractive import lexicon as lex
from orqa.engines.extractive.options import are_apart, is_held, is_inside
from orqa.text import Span, seeded_int, words

_ROW = re.compile(r"^\| (?P<left>[^|\n]+?) \| (?P<right>[^|\n]+?) \|$")
_DESCRIBES = re.compile(
    r"^(?:descriptions?|meanings?|definitions?|purposes?|explanations?|functions?|uses?)$", re.IGNORECASE
)
_LABELS = re.compile(r"^[A-Za-z][A-Za-z -]{2,30}$")
_BAD_CELL = re.compile(
    r"https?:|www\.|[<>{}=*#@]|§|\bsections?\b|\bsee\b|\bpages?\b|\.{3}|\b(?:this|these|those|it|they|such)\b",
    re.IGNORECASE,
)
_DUTY_HEADER = re.compile(
    r"\b(?:minimum|maximum|limit|time|temperature|distance|height|depth|width|length|fee|period|age|number"
    r"|rate|size|weight|angle|level|type|class|colou?r|unit|amount|interval|timeout|value|slope)\b",
    re.IGNORECASE,
)
MIN_ROWS = 4
MOST_TO_COMBINE = 9


@dataclass(frozen=True)
class Row:
    """One row of a two-column table with its headers; `others` are the other cells that could be answers."""

    left_header: str
    right_header: str
    left: str
    right: str
    others: tuple[str, ...]
    span: Span

    def data(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {key: value for key, value in asdict(self).items() if key != "span"}  # the card has the span

    @property
    def asks_for_label(self) -> bool:
        """Whether the description is shown and its label asked."""
        return bool(_DESCRIBES.match(self.right_header))

    @property
    def answer(self) -> str:
        """The right cell."""
        return self.left if self.asks_for_label else self.right

    def reason_to_drop(self) -> str | None:
        """Why the row cannot be asked, or None."""
        shown = self.right if self.asks_for_label else self.left
        if not 1 <= len(self.answer.split()) <= 5 or not (3 if self.asks_for_label else 1) <= len(shown.split()) <= 16:
            return "table: cell length"
        if re.search(r"\d:\d\d", self.right):
            return "table: a timetable"
        if (
            _BAD_CELL.search(self.left)
            or _BAD_CELL.search(self.right)
            or lex.SCAR.search(self.right)
            or lex.DATE.search(self.right)
        ):
            return "table: cell"
        if self.asks_for_label and _spells(self.left, self.right):
            return "table: the label spells its description"
        if set(_stems(self.left)) & set(_stems(self.right)):
            return "table: label and cell share a word"
        if not self.asks_for_label and (
            not _DUTY_HEADER.search(self.right_header) or len(self.right_header.split()) > 6
        ):
            return "table: header asks nothing"
        if not self.asks_for_label and not re.search(r"\d", self.right) and len(self.right.split()) > 4:
            return "table: cell"
        return None


def find_rows(text: str) -> list[Row]:
    """The body rows of every table with exactly two columns, a header and four rows or more."""
    rows: list[Row] = []
    block: list[tuple[int, re.Match[str] | None]] = []
    position = 0
    for line in [*text.split("\n"), ""]:
        if line.startswith("|"):
            block.append((position, _ROW.match(line)))
        elif block:
            rows += _rows_of(block)
            block = []
        position += len(line) + 1
    return rows


def _rows_of(block: Sequence[tuple[int, re.Match[str] | None]]) -> list[Row]:
    cells = [
        (start, match.group("left").strip(), match.group("right").strip(), match.end())
        for start, match in block
        if match
    ]
    if len(cells) != len(block) or len(cells) <= MIN_ROWS:
        return []
    _, left_header, right_header, _ = cells[0]
    body = cells[1:]
    if not _LABELS.match(left_header) or not _LABELS.match(right_header.split(" (")[0]):
        return []
    if left_header.isupper() and sum(left.isupper() for _, left, _, _ in body) > len(body) / 3:
        return []  # a glossary of abbreviations without a header
    answers = [left if _DESCRIBES.match(right_header) else right for _, left, right, _ in body]
    labels = {left.lower() for _, left, _, _ in body}
    if len({answer.lower() for answer in answers}) < MIN_ROWS or len(labels) < len(body):
        return []
    return [
        Row(
            left_header,
            right_header,
            left,
            right,
            tuple(dict.fromkeys(a for a in answers if a.lower() != own.lower())),
            Span(start, start + end),
        )
        for (start, left, right, end), own in zip(body, answers, strict=True)
    ]


def stem_of(row: Row, scope: str) -> str:
    """The question about a row."""
    if row.asks_for_label:
        shown = row.right.rstrip(".")
        return f"{scope}, which {_noun(row.left_header)} is described as “{shown}”?"
    return f"{scope}, what is the {_noun(row.right_header)} for the {_noun(row.left_header)} “{row.left}”?"


def _noun(header: str) -> str:
    header = header.split(" (")[0].strip()
    if header.isupper():
        return header if len(header) <= 5 else header.lower()
    return header[0].lower() + header[1:]


def wrong_cells(row: Row, stem: str, is_withheld: bool, seed: int, card_id: str) -> list[OptionDraft] | None:
    """Three other cells of the column (four when withheld), of like form and length; None when there are too few."""
    lowered = stem.lower()
    usable = [
        cell
        for cell in row.others
        if len(cell.split()) <= 5
        and not _BAD_CELL.search(cell)
        and _form(cell) == _form(row.answer)
        and cell.lower() not in lowered
        and not is_held(cell, row.answer)
        and not set(_stems(cell)) & (set(_stems(row.right)) if row.asks_for_label else set())
    ]
    usable.sort(key=lambda cell: (abs(len(cell) - len(row.answer)) > 6, seeded_int(seed, card_id, cell)))
    for chosen in combinations(usable[:MOST_TO_COMBINE], 4 if is_withheld else 3):
        if are_apart(chosen) and (is_withheld or is_inside(row.answer, chosen)):
            return [OptionDraft(text=cell, is_true=False, origin="document") for cell in chosen]
    return None


def right_cell(row: Row) -> OptionDraft:
    """The answer as an option."""
    return OptionDraft(text=row.answer, is_true=True, origin="quote")


def _form(cell: str) -> str:
    """A cell without its numbers and plural s: cells of one form can stand beside each other."""
    if not re.search(r"\d", cell):
        return "words"
    return re.sub(r"s\b", "", re.sub(r"\d+(?:[.,]\d+)*", "0", cell.lower()))


def _spells(label: str, description: str) -> bool:
    """Whether a short label is the initials of its description, or shares three letters in a row with it: `pwd`."""
    letters = re.sub(r"[^a-z]", "", label.lower())
    if not letters or len(label) > 10:
        return False
    initials = iter(word[0] for word in words(description))
    if all(letter in initials for letter in letters):
        return True
    return any(letters[start : start + 3] in description.lower() for start in range(len(letters) - 2))


def _stems(text: str) -> list[str]:
    return [word[:4] for word in words(text) if len(word) > 2 and word not in lex.FUNCTION]
