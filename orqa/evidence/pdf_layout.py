"""From the lines of PDF pages to blocks of the document grammar. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median, quantiles
from typing import NamedTuple

from orqa.evidence import grammar

_LIGATURES = str.maketrans(
    {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
)
# Symbol fonts put their bullets among the private-use characters.
_BULLET = re.compile(
    r"(?:[•●▪■◦‣⁃∙·○□❑❖➢➤►✓✔◆♦–*]|[\uf0a7\uf0b7\uf077\uf071\uf076\uf0a8\uf0d8\uf0fc]|o(?=\s+[A-Z])|-(?=\s))\s*"
)
_LABEL = re.compile(r"(?:§+\s*)?\(?(?:[A-Z]?[\d.\-]+[A-Za-z]?|[A-Za-z]|[ivxlIVXL]+)[.):]*(?:\(\w{1,3}\))*|\W+")
_LEADER = re.compile(r"(?:\s*\.){4,}\s*|\s*…{2,}\s*|_{4,}")
_ENDS = re.compile(r"[.!?:;][\"'”’)\]]*$")
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_HEADING_CHARS = 150
_BIGGER = 1.12  # a line this much taller than the body's lines is a heading
_CELL_GAP = 1.4  # white space this many line heights wide parts the cells of a table


class Word(NamedTuple):
    """A word of a page, its edges, base (from below) and height in points."""

    text: str
    left: float
    right: float
    base: float
    height: float


@dataclass(frozen=True)
class Line:
    """A line of a page (from 0), in points; `cells` are its parts between wide gaps, usually one."""

    cells: tuple[str, ...]
    page: int
    left: float
    right: float
    base: float
    height: float
    begins_bold: bool = False
    is_bold: bool = False
    is_hyphenated: bool = False

    @property
    def text(self) -> str:
        """The whole line."""
        return " ".join(self.cells)

    @property
    def is_row(self) -> bool:
        """Whether the line looks like a row of a table; a label before a text is no cell."""
        return len(self.cells) > 2 or (len(self.cells) == 2 and not _LABEL.fullmatch(self.cells[0]))

    @classmethod
    def of(cls, words: Sequence[Word], page: int, bold: tuple[bool, bool], *, is_hyphenated: bool) -> "Line":
        """The line of these words; `bold` tells of its first character and of the whole."""
        height = median(word.height for word in words)
        cells: list[list[str]] = [[]]
        reach = words[0].left
        for word in words:
            is_apart = word.left - reach > _CELL_GAP * height
            reach = word.right
            if is_apart and cells[-1]:
                cells.append([])
            if word.text.strip(".") or not is_apart:  # dots wide apart lead the eye and are no text
                cells[-1].append(word.text)
        texts = (piece for cell in cells for piece in _LEADER.split(" ".join(cell)) if piece)
        base = median(word.base for word in words)
        return cls(tuple(texts) or ("…",), page, words[0].left, words[-1].right, base, height, *bold, is_hyphenated)

    def beside(self, other: "Line") -> bool:
        """Whether the other line stands right of this one at the same height: cells of one row."""
        is_level = self.page == other.page and abs(self.base - other.base) < 0.25 * self.height
        return is_level and other.left > self.right + _CELL_GAP * self.height and not self.is_hyphenated


def blocks_of(pages: list[list[Line]]) -> Iterator[str]:
    """The blocks of a document: headings, paragraphs, list items and table rows in content order."""
    lines = list(_with_rows(line for page in pages for line in page))
    if not lines:
        return
    style = _Style.of(lines)
    known = Counter(word.lower() for line in lines for word in _WORD.findall(line.text))
    group: list[Line] = []
    for line in lines:
        if group and not style.goes_on(group, line):
            yield _block(group, style, known)
            group = []
        group.append(line)
    yield _block(group, style, known)


def _with_rows(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, those that stand beside each other made one."""
    held: Line | None = None
    for line in lines:
        if held is not None and held.beside(line):
            held = replace(held, cells=held.cells + line.cells, right=line.right, is_bold=held.is_bold and line.is_bold)
            continue
        if held is not None:
            yield held
        held = line
    if held is not None:
        yield held


@dataclass(frozen=True)
class _Style:
    """What is usual in the document: the height of its lines, their pitch, and the right edge of each column."""

    height: float
    pitch: float
    right: dict[tuple[int, int], float]

    @classmethod
    def of(cls, lines: list[Line]) -> "_Style":
        heights: Counter[float] = Counter()
        rights: dict[tuple[int, int], list[float]] = {}
        for line in lines:
            heights[round(line.height, 1)] += len(line.text)
            rights.setdefault(_column(line), []).append(line.right)
        height = heights.most_common(1)[0][0]
        drops = [upper.base - lower.base for upper, lower in pairwise(lines)]
        usual = [drop for drop in drops if 0.5 * height < drop < 2.5 * height]
        edges = {key: quantiles(found, n=10)[-1] if len(found) > 2 else max(found) for key, found in rights.items()}
        return cls(height, median(usual) if usual else 1.2 * height, edges)

    def is_title(self, line: Line) -> bool:
        """Whether a line stands out as headings do."""
        if not any(char.isalpha() for char in line.text) or _ENDS.search(line.text.rstrip(":")):
            return False
        return line.height > _BIGGER * self.height or (line.is_bold and len(line.text) < _HEADING_CHARS)

    def goes_on(self, group: list[Line], line: Line) -> bool:
        """Whether the line continues the block of the lines before it."""
        previous = group[-1]
        if previous.is_row or line.is_row:
            return previous.is_row and line.is_row and previous.page == line.page
        if previous.is_hyphenated:
            return True
        if _BULLET.match(line.text) or grammar.ENUMERATOR.match(line.text):
            return False
        has_ended = _ENDS.search(previous.text) is not None
        goes_low = line.text[:1].islower() and not has_ended
        is_same_style = abs(line.height - previous.height) <= 0.08 * previous.height + 0.1
        drop = previous.base - line.base
        if line.page != previous.page or drop < -self.height or drop > 3 * self.pitch:
            return is_same_style and not has_ended and (goes_low or not self._is_short(previous))
        if not is_same_style or line.is_bold != previous.is_bold:
            return goes_low and not self.is_title(previous)
        if drop > 1.35 * max(self.pitch, previous.height):
            return goes_low
        is_indented = line.left > previous.left + 0.8 * self.height
        return not has_ended or not (self._is_short(previous) or is_indented or line.begins_bold)

    def _is_short(self, line: Line) -> bool:
        """Whether a line ends well before the lines of its column do."""
        return line.right < self.right[_column(line)] - 8 * self.height


def _column(line: Line) -> tuple[int, int]:
    """Page and left edge, in steps that an indent does not leave."""
    return line.page, int(line.left // 72)


def _block(group: list[Line], style: _Style, known: Counter[str]) -> str:
    if len(group) > 1 and group[0].is_row:
        return grammar.lines_to_blocks(grammar.row(cell.translate(_LIGATURES) for cell in line.cells) for line in group)
    text = _joined(group, known).translate(_LIGATURES)
    if all(style.is_title(line) for line in group) and len(text) <= _HEADING_CHARS:
        ratio = group[0].height / style.height
        return grammar.heading(1 if ratio > 1.6 else 2 if ratio > 1.25 else 3, text)
    if found := _BULLET.match(text):
        return grammar.item(text[found.end() :])
    return text


def _joined(group: Iterable[Line], known: Counter[str]) -> str:
    """The lines as one; a word that a line end parts is whole again."""
    text = "".join(line.text + ("\n" if line.is_hyphenated else " ") for line in group).rstrip(" ")
    return re.sub(r"([A-Za-z]*)\n([A-Za-z]*)", lambda match: _word(match.group(1), match.group(2), known), text)


def _word(head: str, tail: str, known: Counter[str]) -> str:
    """A parted word: with its hyphen where the document writes it so, or where both halves are words of their own."""
    whole, hyphenated = (head + tail).lower(), f"{head}-{tail}".lower()
    if not head or not tail or tail[0].isupper() or known[hyphenated] > known[whole]:
        return f"{head}-{tail}"
    both_are_words = known[head.lower()] > 1 and known[tail.lower()] > 1
    return f"{head}-{tail}" if not known[whole] and both_are_words else head + tail
