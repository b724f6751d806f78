"""Where sentences begin and end in a text of the document grammar. Pure.

Headings and table rows are one unit each and are never split; a list item is a unit of its own that may hold several
sentences; all else is prose, where a line end inside a block is a space. The rules lean towards *not* cutting: a
sentence that is too long loses one card, a sentence that is cut in two makes a wrong one.
"""

import re
from collections.abc import Iterator

from orqa.text import Span

_LINE = re.compile(r"[^\r\n]+|(?:\r\n|\r|\n)")
_HEADING_OR_ROW = re.compile(r"#{1,6}[ \t]|\|")
_ITEM = re.compile(r"[ \t]*(?:[-*•–][ \t]|\(?(?:\d{1,3}|[A-Za-z]|[ivxlIVXL]{2,5})[.)][ \t]|\([A-Za-z]{1,3}\)[ \t])")

# A stop, what closes around it, and the white space behind; CJK stops need no white space.
_CLOSERS = r"[\"'”’»)\]]*(?:\[\d{1,3}\])*"
_STOP = re.compile(rf"(?:[.!?…]+{_CLOSERS}(?=\s)|[。！？]+[」』”’）]*)\s*")
_OPENERS = "\"'“‘«([—–-*•"
_LAST_WORD = re.compile(r"[^\s(\[\"“‘'—/]+$")
_FIRST_WORD = re.compile(r"[A-Za-z]+")
_INLINE_ITEM = re.compile(r"[a-z]\.\s+[A-Z(]")  # "... is met. b. The crew ...": a list run together
_AFTER_COLON = re.compile(r"[:;]\s+(?:\d{1,2}|[a-z])\.\s*$")
_ENUMERATOR = re.compile(
    r"[\W_]*(?:(?:§+|(?:sec|art|rule|part|section|article|chapter|step|note)\b\.?)\s*)?"
    r"(?:\d[\dA-Za-z.:\-–]{0,14}|[A-Za-z]|[ivxlIVXL]{2,5})\.\s*",
    re.IGNORECASE,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BEFORE_NUMBERS = _words(
    "no nos fig figs sec secs art arts ch chs chap vol vols p pp pt pts par para paras reg regs stat tit ex eq eqs tab"
    " app exh sched div subd subsec cl ord res doc ver ed fed"
)
_BEFORE_NAMES = _words(
    "dr mr mrs ms messrs prof gen sen rep gov pres lt col capt cpt sgt maj cmdr adm hon st ste rev v vs mt ft fr supt"
    " e.g i.e eg ie cf viz approx incl esp al et ca c.f n.b op dept univ assn bros mfg int'l nat'l"
)
_EITHER_WAY = _words(
    "inc ltd corp co llc l.l.c cos jr sr esq etc ave blvd rd hwy bldg rm jan feb mar apr jun jul aug sep sept"
    " oct nov dec mon tue wed thu fri sat sun lb lbs oz in yd yds mi hr hrs min mins max gal gals qt qts sq cu"
    " temp amt avg est ann ph.d m.d d.c b.a m.a j.d r.n a.m p.m u.s u.s.c u.s.a u.k u.n c.f.r n.y d.d.s o.d d.o"
    " rev'd calif fla mass pa tex wash conn ill ind mich minn ariz colo"
)
_STARTERS = _words(
    "The A An If When Where While This That These Those Each Every Any All No Not In On At For From To By With Under"
    " After Before Until Unless Upon Once During It Its They Their There Such As And But Or So Do Does Use Keep See"
    " Persons Only Both Some Many Most Other However Also Additionally Failure Applicants Workers Employers Check"
    " Notify Make Do Ensure Always Never You Your We Our He She His Her Who What Which How Because Since Although"
    " Otherwise Therefore Thus Then Here"
)


def split_sentences(text: str) -> list[Span]:
    """The sentences of a text, in order, as trimmed spans in code points.

    Only white space lies between the spans, so their texts joined are the text without the white space between them.
    """
    spans: list[Span] = []
    for start, end, is_whole in _units(text):
        if is_whole:
            spans.append(_trimmed(text, start, end))
        else:
            spans.extend(_prose(text, start, end))
    return spans


def _units(text: str) -> Iterator[tuple[int, int, bool]]:
    """Stretches that no sentence leaves: a heading or row (whole), or a run of prose lines."""
    begin: int | None = None
    end = 0
    line_ends = 0
    for match in _LINE.finditer(text):
        line = match.group()
        if line[0] in "\r\n":
            line_ends += 1
            continue
        if line.isspace():
            continue
        is_whole = _HEADING_OR_ROW.match(line) is not None
        if begin is not None and (is_whole or line_ends > 1 or _ITEM.match(line)):
            yield begin, end, False
            begin = None
        if is_whole:
            yield match.start(), match.end(), True
        else:
            begin = match.start() if begin is None else begin
            end = match.end()
        line_ends = 0
    if begin is not None:
        yield begin, end, False


def _prose(text: str, start: int, end: int) -> Iterator[Span]:
    begin = start
    for stop in _STOP.finditer(text, start, end):
        if stop.end() < end and _is_end(text, begin, stop, end):
            yield _trimmed(text, begin, stop.end())
            begin = stop.end()
    if begin < end:
        yield _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))


def _is_end(text: str, begin: int, stop: re.Match[str], end: int) -> bool:
    """Whether the stop ends the sentence that began at `begin`."""
    mark = stop.group()
    if mark[0] in "。！？":
        return True
    behind = stop.end()
    while behind < end and text[behind] in _OPENERS:
        behind += 1
    follower = text[behind : behind + 1]
    if (follower.islower() and not _INLINE_ITEM.match(text, behind)) or follower in ".,;:":
        return False
    if mark[0] in "!?":
        return True
    if text[stop.start() - 1 : stop.start()].isspace() or stop.start() == begin:
        return False  # an ellipsis or a spaced full stop stands for left-out words, not for an end
    if mark[:2] == "..":
        return follower.isupper()
    if _AFTER_COLON.search(text, max(begin, stop.start() - 5), stop.end()):
        return False
    if stop.start() - begin < 30 and _ENUMERATOR.fullmatch(text, begin, stop.end()):
        return False
    return _ends_after_word(text, max(begin, stop.start() - 24), stop.start(), behind)


def _ends_after_word(text: str, begin: int, stop: int, behind: int) -> bool:
    """Whether a full stop behind a word is more than the word's own."""
    found = _LAST_WORD.search(text[begin:stop])
    if found is None:
        return True
    word = found.group()
    lower = word.lower()
    follower = text[behind : behind + 1]
    first = _FIRST_WORD.match(text, behind)
    next_word = first.group() if first else ""
    if lower in _BEFORE_NUMBERS:
        is_label = follower.isdigit() or follower in "§#" or (len(next_word) == 1 and next_word not in "AI")
        return not (is_label or _ROMAN.fullmatch(next_word))
    if lower in _BEFORE_NAMES:
        return False
    is_initial = len(word) == 1 and word.isalpha() and word.isupper()
    if is_initial or lower in _EITHER_WAY or _DOTTED.fullmatch(word):
        return next_word in _STARTERS
    return True


_ROMAN = re.compile(r"[IVXLC]{2,6}")
_DOTTED = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
