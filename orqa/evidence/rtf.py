"""RTF to the document grammar by striprtf."""

import re
from collections.abc import Callable, Iterator
from importlib.metadata import version

from striprtf.striprtf import rtf_to_text

from orqa.evidence import grammar

RECIPE = f"striprtf {version('striprtf')}"
# An instruction of a field (a link's target, a page reference); striprtf would print the target into the sentence.
_INSTRUCTION = re.compile(r"\{\\\*\\fldinst\b(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")
_to_text: Callable[..., str] = rtf_to_text  # the library has no types
_HEADING_CHARS = 120
_SECTION = re.compile(r"\d+[A-Z]?\.\d+[A-Z]? +[^.;:]{2,110}\.")  # "137F.2 Licensing.": a number, a title, nothing more


def text_of(body: bytes) -> str:
    """The text of an RTF file in the document grammar; each paragraph is a block."""
    source = _INSTRUCTION.sub("", body.decode("latin-1"))
    text = _to_text(source, encoding="cp1252", errors="replace")
    return grammar.document(_blocks(text.splitlines()))


def _blocks(lines: list[str]) -> Iterator[str]:
    rows: list[str] = []
    for line in [*lines, ""]:
        if line.rstrip().endswith("|"):
            rows.append(grammar.row(line.rstrip()[:-1].split("|")))
            continue
        if rows:
            yield grammar.lines_to_blocks(rows)
            rows = []
        paragraph = grammar.one_line(line)
        if grammar.BULLET.match(paragraph):
            paragraph = grammar.item(paragraph)
        elif len(paragraph) <= _HEADING_CHARS and paragraph.isupper() and len(paragraph) > 3:
            paragraph = grammar.heading(2, paragraph)
        elif _SECTION.fullmatch(paragraph):
            paragraph = grammar.heading(3, paragraph)
        if paragraph:
            yield paragraph
