"""What the judge reads in a document, on its own: sentences, quantities, lists and definitions.

Kept apart from the writer's reading on purpose: a fault in one should not hide in the other.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from orqa.engine import DocumentView
from orqa.quantities import Quantity, find_quantities
from orqa.sentences import split_sentences
from orqa.text import normalise, words

_LIST_MARK = re.compile(r"^\s*(?:[-*•–]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{2,4})[.)]|\([A-Za-z0-9]{1,4}\))\s+")
_ARTICLES = frozenset({"the", "a", "an", "any", "each", "every"})
_SAME_WORD = {"shall": "must", "feet": "foot", "licence": "license", "cannot": "not"}
_QUOTED = r"[\"“]([^\"”]{2,80})[,.]?[\"”]"
_DEFINITION = re.compile(
    rf"{_QUOTED}(?:,? (?:or|and) {_QUOTED})?(?: or [A-Z]+)? (?:means|refers to|is defined as|is|are"
    rf"|includes)\s*:? ?(.+)",
    re.DOTALL,
)
_PLAIN_DEFINITION = re.compile(r"^(?:\S{1,5} )?(?:An? |The term )?([A-Za-z][\w'’ /-]{2,60}?) means (.+)", re.DOTALL)


@lru_cache(maxsize=65536)
def word_of(word: str) -> str:
    """A word for comparison: `shall` is `must`, plural s dropped."""
    word = _SAME_WORD.get(word, word)
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def plain(text: str) -> str:
    """The normalised text; plain ASCII, which only needs its white space folded, takes a fast way to the same."""
    return " ".join(text.split()) if text.isascii() else normalise(text)


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text for comparison, in order."""
    return tuple(word_of(word) for word in words(plain(text)))


def bare(text: str) -> tuple[str, ...]:
    """The words of an option for comparison, without its opening article."""
    found = tokens(text)
    return found[1:] if len(found) > 1 and found[0] in _ARTICLES else found


def places(outer: Sequence[str], inner: Sequence[str]) -> list[int]:
    """Where `inner` stands in `outer` as an unbroken run."""
    n = len(inner)
    return (
        [start for start in range(len(outer) - n + 1) if tuple(outer[start : start + n]) == tuple(inner)] if n else []
    )


@dataclass(frozen=True)
class Measure:
    """A number in a sentence: its value, prefix and suffix, the words before it and after it (unit first)."""

    value: float
    mark: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """A sentence, list item or table row, with the intro that it belongs to when it is an item (else empty)."""

    text: str
    tokens: tuple[str, ...]
    measures: tuple[Measure, ...]
    intro: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The cells of a table row; none for other lines."""
        return tuple(tokens(cell) for cell in self.text.strip("| ").split("|")) if self.text.startswith("|") else ()


@dataclass(frozen=True)
class Definition:
    """A defined term and the words of its meaning."""

    term: tuple[str, ...]
    means: frozenset[str]
    text: str


@dataclass(frozen=True)
class Pages:
    """A document and its siblings as lines, with the lines of each word and of each number, and the definitions."""

    lines: tuple[Line, ...]
    by_word: dict[str, tuple[int, ...]]
    by_value: dict[float, tuple[int, ...]]
    definitions: tuple[Definition, ...]

    def lines_with(self, wanted: Sequence[str]) -> list[Line]:
        """The lines that hold every one of the words."""
        if not wanted or any(word not in self.by_word for word in wanted):
            return []
        rarest = min(wanted, key=lambda word: len(self.by_word[word]))
        return [self.lines[number] for number in self.by_word[rarest] if set(wanted) <= set(self.lines[number].tokens)]

    def lines_with_value(self, value: float) -> list[Line]:
        """The lines that hold the number."""
        return [self.lines[number] for number in self.by_value.get(value, ())]


def lines_of(text: str) -> list[Line]:
    """The sentences, list items and table rows of a text; items carry the words of the clause before their list."""
    found: list[Line] = []
    intro: tuple[str, ...] = ()
    for span in split_sentences(text):
        piece = span.of(text)
        if piece.startswith("#"):
            intro = ()
            continue
        mark = _LIST_MARK.match(piece)
        body = piece[mark.end() :] if mark else piece
        line_tokens = tokens(body)
        found.append(Line(body, line_tokens, tuple(_measures(body)), intro if mark else ()))
        if body.rstrip().endswith((":", "—")):
            intro = line_tokens
        elif not mark:
            intro = ()
    return found


def _measures(text: str) -> list[Measure]:
    return [_measure(text, quantity) for quantity in find_quantities(text)]


def _measure(text: str, quantity: Quantity) -> Measure:
    mark = (quantity.prefix + quantity.suffix.strip().lower().replace("per cent", "%").replace("percent", "%")).strip()
    return Measure(quantity.value, mark, tokens(text[: quantity.span.start]), tokens(text[quantity.span.end :]))


def definitions_of(lines: Sequence[Line]) -> list[Definition]:
    """Every `"Term" means ...`, and `Term means ...` at the head of a line; `"A" or "B" means` defines both."""
    found = []
    for line in lines:
        match = _DEFINITION.search(line.text)
        if match:
            terms = [term for term in match.group(1, 2) if term]
            meaning = match.group(3)
        else:
            plain = _PLAIN_DEFINITION.match(line.text)
            if plain is None:
                continue
            terms, meaning = [plain.group(1)], plain.group(2)
        found += [Definition(bare(term), frozenset(tokens(meaning)), meaning) for term in terms]
    return found


@lru_cache(maxsize=64)
def pages_of(document: DocumentView) -> Pages:
    """The document and its siblings, read once."""
    lines = [line for text in (document.text, *document.siblings) for line in lines_of(text)]
    by_word: dict[str, list[int]] = {}
    by_value: dict[float, list[int]] = {}
    for number, line in enumerate(lines):
        for word in set(line.tokens):
            by_word.setdefault(word, []).append(number)
        for value in {measure.value for measure in line.measures}:
            by_value.setdefault(value, []).append(number)
    return Pages(
        tuple(lines),
        {word: tuple(numbers) for word, numbers in by_word.items()},
        {value: tuple(numbers) for value, numbers in by_value.items()},
        tuple(definitions_of(lines)),
    )
