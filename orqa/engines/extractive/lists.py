"""List membership: an intro clause with its members, found and judged fit to be asked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from orqa.engines.extractive import lexicon as lex
from orqa.engines.extractive.select import Surroundings, unknown_acronym, unresolved_definite
from orqa.text import Span

_ITEM = re.compile(
    r"^\s*(?P<mark>- |\((?P<paren>[a-z]{1,4}|\d{1,2})\) |(?P<dot>[a-z]|\d{1,2})[.)] )(?P<text>\S.*?)\s*$"
)
NEGATIVE = re.compile(r"\b(?:not|no|never|neither|without|prohibited|forbidden|unlawful|cannot|avoid)\b", re.IGNORECASE)
_OPEN_ENDED = re.compile(
    r"\bexamples?\b|\bmay\b|\bsuch as\b|\bcan\b|\bone or more\b|\bany of\b|\beither\b|\bat least one\b"
    r"|\bany one\b|\bone of\b|\bor more of\b",
    re.IGNORECASE,
)
FOLLOWING = re.compile(
    r"\b(?:(?:all|each) of )?the following\b(?: (?:items?|information|elements?|things))?(?= ?:?$|[ :])", re.IGNORECASE
)
_HAS_VERB = re.compile(
    r"\b(?:must|shall|should|is required|are required|requires?|includes?|contains?|consists? of|comprises?"
    r"|lists?|states?|covers?|records?)\b",
    re.IGNORECASE,
)
BAD_MEMBER = re.compile(
    r"§|\bsections?\b|\bparagraph|\bsubsection|\bthis (?:chapter|act|title|section)|\bsuch\b|\bany other\b"
    r"|\bother (?:information|matters?|items?)\b|\bas (?:appropriate|necessary|required)\b|\babove\b"
    r"|\bif any\b",
    re.IGNORECASE,
)
MIN_MEMBERS = 4


@dataclass(frozen=True)
class FoundList:
    """An intro clause (without its colon) and its members, as they stand at `span`."""

    intro: str
    members: tuple[str, ...]
    span: Span
    is_nested: bool

    def data(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {"intro": self.intro, "members": list(self.members)}

    @property
    def is_duty(self) -> bool:
        """Whether members are acts (`must:` + verb) rather than things."""
        return bool(
            re.search(
                r"\b(?:must|shall|should|to)$|\b(?:do|take)\b(?: all of| each of)? the following",
                self.intro,
                re.IGNORECASE,
            )
        )

    def reason_to_drop(self, around: Surroundings) -> str | None:
        """Why the list cannot be asked, or None."""
        if len(self.members) < MIN_MEMBERS:
            return "list: fewer than four members"
        if self.is_nested:
            return "list: nested"
        if fault := self._intro_fault(around):
            return fault
        if any(_member_fault(member) for member in self.members):
            return "list: a member does not stand alone"
        return None

    def _intro_fault(self, around: Surroundings) -> str | None:
        n_words = len(self.intro.split())
        if not 4 <= n_words <= 36 or not _HAS_VERB.search(self.intro) or not self.intro[0].isupper():
            return "list: intro is no clause"
        if (
            re.search(r"[.;:•]", self.intro)
            or lex.SCAR.search(self.intro)
            or lex.CAPITALISED_FUNCTION.search(self.intro)
        ):
            return "list: intro scar"
        if NEGATIVE.search(self.intro) or _OPEN_ENDED.search(self.intro):
            return "list: negative or open-ended intro"
        if lex.CROSS_REFERENCE.search(self.intro) or lex.HISTORY.search(self.intro) or lex.DATE.search(self.intro):
            return "list: cross-reference or history"
        if not around.may_address_reader and re.search(r"\byou\b", self.intro, re.IGNORECASE):
            return "list: intro speaks to the reader"
        if lex.OPENING_BAD.match(self.intro) or lex.ANAPHORA.search(self.intro) or lex.EXCEPTION.search(self.intro):
            return "list: intro does not stand alone"
        if unresolved_definite(self.intro, around) or unknown_acronym(self.intro, around):
            return "list: intro does not stand alone"
        return None


def _member_fault(member: str) -> bool:
    n_words = len(member.split())
    return (
        not 1 <= n_words <= 16
        or len(member) < 3
        or bool(BAD_MEMBER.search(member))
        or bool(lex.SCAR.search(member))
        or bool(re.search(r"[.:;•]", member))
        or bool(re.search(r"\b(?:it|they|them|this|these|those|he|she)\b", member, re.IGNORECASE))
        or member.count("(") != member.count(")")
    )


def form_of(member: str) -> str:
    """`ing` for a member that opens with an -ing word, else `phrase`."""
    first = member.split()[0].lower()
    if first.endswith("ing") and len(first) > 4:
        return "ing"
    return "phrase"


def find_lists(text: str) -> list[FoundList]:
    """Every clause that ends in a colon (or dash) with the unbroken run of list lines after it."""
    lines = _lines(text)
    found = []
    for number, (span, line) in enumerate(lines):
        stripped = line.rstrip()
        if not stripped.endswith((":", ":—", "—")) or stripped.startswith(("#", "|")) or len(stripped) < 15:
            continue
        members, end, is_nested = _members_after(lines, number + 1)
        if len(members) < 2:
            continue
        start = _clause_start(stripped)
        intro = stripped[start:].rstrip(":— ").strip()
        own = _ITEM.match(intro)
        found.append(
            FoundList(
                intro=own.group("text") if own else intro,
                members=tuple(members),
                span=Span(span.start + start, end),
                is_nested=is_nested or own is not None,
            )
        )
    return found


def _lines(text: str) -> list[tuple[Span, str]]:
    lines = []
    start = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            lines.append((Span(start, start + len(line.rstrip())), line.rstrip()))
        start += len(line)
    return lines


def _clause_start(line: str) -> int:
    """Where the last sentence of the line begins."""
    starts = [match.end() for match in re.finditer(r"(?<=[a-z)])[.!?] +(?=[A-Z])", line)]
    return starts[-1] if starts else len(line) - len(line.lstrip())


def _members_after(lines: Sequence[tuple[Span, str]], first: int) -> tuple[list[str], int, bool]:
    """The members of one style in unbroken sequence, where the last ends, and whether another style stands inside."""
    members: list[str] = []
    end = 0
    style = ""
    expected = ""
    is_nested = False
    for span, line in lines[first:]:
        match = _ITEM.match(line)
        if match is None:
            break
        mark = match.group("paren") or match.group("dot") or "-"
        kind = "-" if mark == "-" else f"{'(' if match.group('paren') else '.'}{'1' if mark.isdigit() else 'a'}"
        if style and kind != style:
            is_nested = True
            break
        if mark != "-" and expected and mark != expected:
            break
        if not style and mark not in {"-", "a", "1"}:
            break
        style = kind
        expected = "" if mark == "-" else str(int(mark) + 1) if mark.isdigit() else chr(ord(mark[0]) + 1)
        if line.rstrip().endswith(":"):
            is_nested = True
            break
        members.append(_clean(match.group("text")))
        end = span.end
    return members, end, is_nested


def _clean(member: str) -> str:
    member = re.sub(r"[;,]?(?:\s+(?:and|or))?$", "", member.rstrip(" .;,"))
    return member.rstrip(" .;,")
