"""Places of a document whose sentences are no rules by themselves: examples, quizzes, side matter, listed items."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from orqa.text import Span

_SIDE_HEADING = re.compile(
    r"\b(?:examples?|samples?|quiz|questions?|exercises?|case stud(?:y|ies)|scenarios?|rationale|history|background"
    r"|commentary|appendix|appendices|references|acknowledge?ments?|contents|order(?:ing)?|contact|privacy act"
    r"|resources|glossary of acronyms)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\bfor example\b|\bfor instance\b|\bexamples?[:.]|\bsuppose\b|\bassume that\b"
    r"|\b(?:Microsoft|Google|Amazon|Apple)\b"
    r"|^(?:\S+ )?(?:A|An) (?:consumer|customer|bank|lender|creditor|employee|person|individual)"
    r" (?:applies|buys|opens|obtains|asks|owns|pays|sells|wants|files|receives)\b",
    re.IGNORECASE | re.MULTILINE,
)
_QUIZ = re.compile(
    r"which of the following|indicate all that|true or false|all of the above|none of the above", re.IGNORECASE
)
QUIZ_CHARS = 1500
"""So much text on either side of a quiz question belongs to the quiz."""


class UnfitPlaces:
    """Where a sentence's neighbours show that it is no rule of its own."""

    def __init__(self, text: str, lists: Iterable[Span]) -> None:
        """Find the unfit spans of `text`; `lists` are its enumerations with their lead-ins."""
        found = [*_side_sections(text), *_paragraphs(text), *lists]
        found += [Span(match.start() - QUIZ_CHARS, match.end() + QUIZ_CHARS) for match in _QUIZ.finditer(text)]
        self._spans = _merged(found)
        self._starts = [span.start for span in self._spans]

    def reason(self, span: Span) -> str | None:
        """Why what begins here cannot be asked, or None."""
        place = bisect_right(self._starts, span.start) - 1
        return "unfit place" if place >= 0 and span.start < self._spans[place].end else None


def _side_sections(text: str) -> list[Span]:
    headings = [*re.finditer(r"^#+ (.+)$", text, re.MULTILINE)]
    starts = [*(match.start() for match in headings), len(text)]
    return [
        Span(*starts[number : number + 2])
        for number, match in enumerate(headings)
        if number and _SIDE_HEADING.search(match.group(1))
    ]


def _paragraphs(text: str) -> list[Span]:
    """From the sentence that begins an example to the end of its paragraph."""
    found, start = [], 0
    for block in re.split(r"(\n\s*\n)", text):
        example = _EXAMPLE.search(block)
        if example is not None:
            sentence = block.rfind(". ", 0, example.start()) + 1
            found.append(Span(start + sentence, start + len(block)))
        start += len(block)
    return found


def _merged(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged
