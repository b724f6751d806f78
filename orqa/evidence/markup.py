"""Text formats that people write by hand (Markdown, reStructuredText, plain text, CSV) to the document grammar."""

import csv
import html
import io
import re
from collections.abc import Iterator

from lxml.html import fromstring

from orqa.evidence import grammar

RECIPE = "orqa markup 1"

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z|(?=#))", re.S)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_TEMPLATE = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{:[^}\n]*\}", re.S)
_FENCE = re.compile(r"[ \t]{0,12}(```+|~~~+)")
_ATX = re.compile(r"(#{1,6})(?:[ \t]+|(?=[A-Z]))(.*?)[ \t]*#*(?:[ \t]*\{#[^}]*\})?\s*$")
_SETEXT = re.compile(r"(?:=+|-+)\s*$")
_RULE = re.compile(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
_ITEM = re.compile(r"(\s*)([-*+•]|\(?\d{1,3}[.)])(?:\s+(.*))?$")
_ROW_RULE = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)*\s*:?-{2,}:?\s*\|?\s*$")
_TABLE = re.compile(r"<table\b.*?</table\s*>", re.S | re.I)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_BLOCK_TAG = re.compile(
    r"</?(?:div|p|section|table|tr|ul|ol|li|h[1-6]|br|hr|details|summary|figure|td|th)\b[^<>]*>", re.I
)
_IMAGE = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])")
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\](?:\((?:[^()]|\([^)]*\))*\)|\[[^\]]*\])")
_REFERENCE = re.compile(r"\s{0,3}\[[^\]]+\]:\s*\S+")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^>\s]+)>")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]+?)(?<=[^\s*_])\1(?![\w*])")
_CODE = re.compile(r"(`+)(.+?)\1")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>~-])")


def front_matter(text: str) -> tuple[dict[str, str], str]:
    """The simple `key: value` lines of a YAML front matter, and the text behind it."""
    found = _FRONT_MATTER.match(text)
    if found is None:
        return {}, text
    pairs = (line.partition(":") for line in found.group(1).splitlines() if ":" in line and line[:1].isalpha())
    return {key.strip().lower(): value.strip().strip("\"'") for key, _, value in pairs}, text[found.end() :]


def markdown_text(text: str) -> str:
    """The text of a Markdown source: marks, links, pictures, comments and template tags out, structure kept."""
    text = _TEMPLATE.sub("", _COMMENT.sub("", front_matter(text)[1]))
    text = _TABLE.sub(lambda found: f"\n\n{_table(found.group())}\n\n", text)
    return grammar.document(_Markdown().blocks(text.split("\n")))


def _table(source: str) -> str:
    """The rows of an HTML table that stands in the Markdown."""
    rows = (
        ["".join(map(str, cell.itertext())) for cell in row if cell.tag in ("td", "th")]
        for row in fromstring(source).iter("tr")
    )
    return grammar.lines_to_blocks(grammar.row(cells) for cells in rows)


def inline_markdown(text: str) -> str:
    """A line of Markdown as its reader sees it."""
    text = _AUTOLINK.sub(r"\1", _LINK.sub(r"\1", _LINK.sub(r"\1", _IMAGE.sub("", text))))
    text = _CODE.sub(r"\2", _TAG.sub("", text))
    text = _EMPHASIS.sub(r"\2", _STRONG.sub(r"\2", text))
    return html.unescape(_ESCAPED.sub(r"\1", text))


class _Markdown:
    """Reads lines and gives blocks; a paragraph, a list or a table grows until something else begins."""

    def __init__(self) -> None:
        self._kind = ""
        self._lines: list[str] = []

    def blocks(self, lines: list[str]) -> Iterator[str]:
        fence = ""
        for raw in [*lines, ""]:
            line = raw.expandtabs(4)
            mark = _FENCE.match(line)
            if fence:
                if mark and mark.group(1).startswith(fence):
                    fence = ""
                    yield from self._flush()
                else:
                    self._add("code", "    " + line)
            elif mark:
                yield from self._flush()
                fence = mark.group(1)
            else:
                yield from self._line(line)
        yield from self._flush()

    def _line(self, line: str) -> Iterator[str]:
        line = re.sub(r"^\s{0,3}(?:>\s?)+", "", line)
        pieces = [piece for piece in _BLOCK_TAG.split(line) if piece.strip()]
        if len(pieces) > 1 or (pieces and _BLOCK_TAG.search(line)):
            yield from self._flush()
            for piece in pieces:
                self._add("paragraph", piece)
                yield from self._flush()
        elif not line.strip() or _BLOCK_TAG.search(line):
            yield from self._flush()
        else:
            yield from self._full_line(line)

    def _full_line(self, line: str) -> Iterator[str]:
        bare = line.strip()
        if found := _ATX.match(bare):
            yield from self._flush()
            yield grammar.heading(len(found.group(1)), inline_markdown(found.group(2)))
        elif self._kind == "paragraph" and len(self._lines) == 1 and _SETEXT.match(bare):
            level = 1 if bare[0] == "=" else 2
            title, self._lines, self._kind = self._lines[0], [], ""
            yield grammar.heading(level, inline_markdown(title))
        elif _RULE.match(line) or _REFERENCE.match(line):
            yield from self._flush()
        elif "|" in bare and (bare.startswith("|") or self._kind == "table"):
            yield from self._open("table")
            if not _ROW_RULE.match(bare):
                cells = re.split(r"(?<!\\)\|", bare.removeprefix("|").removesuffix("|"))
                self._lines.append(grammar.row(inline_markdown(cell) for cell in cells))
        elif _ROW_RULE.match(bare) and "|" in bare and self._kind == "paragraph" and len(self._lines) == 1:
            head, self._lines, self._kind = self._lines[0], [], "table"
            self._lines = [grammar.row(inline_markdown(cell) for cell in head.split("|"))]
        elif found := _ITEM.match(line):
            yield from self._open("list")
            marker = "-" if found.group(2)[-1] not in ".)" else found.group(2)
            if text := inline_markdown(found.group(3) or "").strip():
                self._lines.append(f"{marker} {text}")
        elif self._kind == "list" and self._lines:
            self._lines[-1] += " " + inline_markdown(bare)
        else:
            yield from self._open("paragraph")
            self._lines.append(bare)

    def _add(self, kind: str, line: str) -> None:
        self._kind = kind
        self._lines.append(line)

    def _open(self, kind: str) -> Iterator[str]:
        if self._kind != kind:
            yield from self._flush()
            self._kind = kind

    def _flush(self) -> Iterator[str]:
        kind, lines = self._kind, self._lines
        self._kind, self._lines = "", []
        if kind == "paragraph":
            yield grammar.one_line(inline_markdown(" ".join(lines)))
        elif kind == "list":
            yield grammar.lines_to_blocks(grammar.one_line(line) for line in lines)
        elif lines:
            yield grammar.lines_to_blocks(lines)


def plain_text(text: str) -> str:
    """Plain text: paragraphs are parted by blank lines, hard-wrapped lines are joined."""
    return grammar.document(block for part in re.split(r"\n\s*\n", text) for block in _plain_blocks(part))


def _plain_blocks(part: str) -> Iterator[str]:
    lines = [line.strip() for line in part.split("\n") if line.strip()]
    paragraphs: list[str] = []
    previous = ""
    for line in lines:
        is_new = grammar.BULLET.match(line) or grammar.ENUMERATOR.match(line)
        if paragraphs and not is_new and len(previous) > 45:
            paragraphs[-1] += " " + line
        else:
            paragraphs.append(line)
        previous = line
    for paragraph in paragraphs:
        yield grammar.item(paragraph) if grammar.BULLET.match(paragraph) else grammar.one_line(paragraph)


def csv_text(text: str) -> str:
    """A table in CSV: one row a line."""
    return grammar.document([grammar.lines_to_blocks(grammar.row(row) for row in csv.reader(io.StringIO(text)))])
