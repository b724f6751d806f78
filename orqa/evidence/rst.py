"""reStructuredText to the document grammar: what a reader of the published page would see."""

import re
from collections.abc import Iterator

from orqa.evidence import grammar

RECIPE = "orqa rst 1"

_UNDERLINE = re.compile(r"([=\-~^\"'`#*+:.<>_])\1{2,}\s*$")
_TABLE_RULE = re.compile(r"\s*(?:\+[-=+]+\+|=+(?:\s+=+)+)\s*$")
_DIRECTIVE = re.compile(r"\.\. ([\w:-]+)::\s*(.*)$")
_OPTION = re.compile(r"\s+:[\w-]+:")
_DROPPED = frozenset(
    {"image", "figure", "toctree", "index", "contents", "include", "raw", "highlight", "tabularcolumns", "only", "math"}
)
_ITEM = re.compile(r"\s*([-*+•]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{2,4})[.)]|#\.)\s+(.*)$")
_ROLE = re.compile(r":[\w:+-]+:`([^`<]*?)(?:\s*<[^`>]*>)?`")
_LINK = re.compile(r"`([^`<]*?)\s*(?:<[^`>]*>)?`_{0,2}")
_MARKS = re.compile(r"(\*\*|\*|``)(?=\S)(.+?)(?<=\S)\1")
_SUBSTITUTION = re.compile(r"\|[^|\s]+\|_{0,2}")
_FOOTNOTE = re.compile(r"\s?\[(?:#\w*|\*|\d+)\]_")


def rst_text(text: str) -> str:
    """The text of a reStructuredText source: roles, links, targets and drawing directives out, structure kept."""
    lines = [line.rstrip().expandtabs(4) for line in text.split("\n")]
    return grammar.document(_blocks(_without_directives(lines)))


def inline_rst(text: str) -> str:
    """A line as its reader sees it."""
    text = _FOOTNOTE.sub("", _SUBSTITUTION.sub("", _ROLE.sub(r"\1", text)))
    return _LINK.sub(r"\1", _MARKS.sub(r"\2", text)).replace("\\ ", "").replace("\\", "")


def _without_directives(lines: list[str]) -> Iterator[str]:
    """The lines without comments, targets and directives that show nothing; the content of other directives stays."""
    is_dropping = is_heading = False
    for line in lines:
        if line.startswith(".. "):
            found = _DIRECTIVE.match(line)
            is_dropping = found is None or found.group(1) in _DROPPED
            is_heading = not is_dropping
            yield ""
            if found and not is_dropping and found.group(2):
                yield found.group(2)
                yield ""
        elif line and not line.startswith(" "):
            is_dropping = is_heading = False
            yield line
        elif is_dropping or (is_heading and _OPTION.match(line)):
            continue
        else:
            is_heading = is_heading and not line
            yield line


def _blocks(lines: Iterator[str]) -> Iterator[str]:
    levels: list[str] = []
    held: list[str] = []
    rows: list[list[str]] = []
    for line in [*lines, ""]:
        if _TABLE_RULE.match(line):
            yield from _flush(held)
            rows.append([])
        elif rows and line.lstrip().startswith("|"):
            rows[-1].append(line)
        elif _UNDERLINE.match(line) and len(held) == 1 and len(line) >= len(held[0]) - 2:
            mark = line[0]
            if mark not in levels:
                levels.append(mark)
            yield grammar.heading(levels.index(mark) + 1, inline_rst(held.pop()))
        elif not line.strip() or _UNDERLINE.match(line):
            yield from _flush(held)
            yield grammar.lines_to_blocks(_row(cells) for cells in rows)
            rows = []
        elif _ITEM.match(line):
            if held and not _ITEM.match(held[0]):
                yield from _flush(held)
            held.append(line)
        elif held and _ITEM.match(held[-1]):
            held[-1] += " " + line.strip()
        else:
            held.append(line)
    yield from _flush(held)


def _flush(held: list[str]) -> Iterator[str]:
    if held and (first := _ITEM.match(held[0])):
        items = [found for line in held if (found := _ITEM.match(line))]
        yield grammar.lines_to_blocks(
            grammar.item(inline_rst(found.group(2)), "-" if first.group(1) in "-*+•" else found.group(1))
            for found in items
        )
    elif held:
        yield grammar.one_line(inline_rst(" ".join(held)))
    held.clear()


def _row(lines: list[str]) -> str:
    """A row of a grid table; its cells may run over several lines."""
    cells = [line.strip().strip("|").split("|") for line in lines]
    width = max(map(len, cells), default=0)
    return grammar.row(inline_rst(" ".join(c[at].strip() for c in cells if at < len(c))) for at in range(width))
