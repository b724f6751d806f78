"""How a document's text is written: the one plain grammar of `engine.DocumentView`. Pure.

Blocks are parted by a blank line. A heading is a line `# Title`; list items are lines `- item` or keep their own
enumerator; table rows are lines `| a | b |`; code keeps its lines, indented by four spaces; a paragraph is one line.
"""

import re
import unicodedata
from collections.abc import Iterable

# What no reader sees: controls, zero-width marks, soft hyphens, direction marks, non-characters. Private-use glyphs
# and everything else stay.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufffe\uffff\ud800-\udfff]"
)
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
_GAP = re.compile(r"\n{3,}")
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
_WHITE = re.compile(r"\s+")
ENUMERATOR = re.compile(r"(?:\(?(?:\d{1,3}|[A-Za-z]|[ivxlIVXL]{2,6})[.)]|\([A-Za-z]{1,3}\))(?=\s)")
BULLET = re.compile(r"[-*+•●▪■◦‣⁃∙·○–](?:\s+|$)")


def visible(text: str) -> str:
    """The text with `\\n` line ends and without the characters that no reader sees."""
    return _INVISIBLE.sub("", _BREAKS.sub("\n", text))


def clean(text: str) -> str:
    """The text in NFC, with `\\n` line ends, one blank line between blocks and nothing that no reader sees."""
    text = unicodedata.normalize("NFC", visible(text))
    return _GAP.sub("\n\n", _TRAILING.sub("", text)).strip()


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return _WHITE.sub(" ", text).strip()


def heading(level: int, text: str) -> str:
    """A heading of level 1 to 6, or nothing for an empty one."""
    title = one_line(text).lstrip("#").strip()
    return f"{'#' * min(max(level, 1), 6)} {title}" if title else ""


def item(text: str, marker: str = "-") -> str:
    """A list item; one that brings its own enumerator keeps it."""
    line = BULLET.sub("", one_line(text), count=1)
    if not line:
        return ""
    return line if ENUMERATOR.match(line) else f"{marker} {line}"


def row(cells: Iterable[str]) -> str:
    """A table row; a bar inside a cell is written as a slash, since bars part the cells. Empty rows give nothing."""
    texts = [one_line(cell).replace("|", "/") for cell in cells]
    return f"| {' | '.join(texts)} |".replace("|  |", "| |").replace("|  |", "| |") if any(texts) else ""


def lines_to_blocks(lines: Iterable[str]) -> str:
    """Lines of one block (items of a list, rows of a table)."""
    return "\n".join(line for line in lines if line)


def document(blocks: Iterable[str]) -> str:
    """The text of a document from its blocks, cleaned."""
    return clean("\n\n".join(block for block in blocks if block.strip()))
