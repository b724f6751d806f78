"""The writer of HTML content: trees of trafilatura's tags (head, p, list, item, row, cell, lb) to blocks. Pure."""

import re
from collections.abc import Iterator

from lxml import etree

from orqa.evidence import grammar

_BREAK = "\x1e"  # a line break inside a paragraph, until it is known whether the sentence goes on
_SOFT_BREAK = re.compile(rf"\s*{_BREAK}\s*(?=[a-z(])")
_LAYOUT_PARAGRAPHS = 3
_BLOCK_TAGS = frozenset({"p", "head", "list", "table", "quote", "div", "body", "ab", "fw"})


def _all_text(element: etree._Element) -> str:
    return "".join(str(piece) for piece in element.itertext())


def blocks(element: etree._Element) -> Iterator[str]:
    """The blocks of a container whose children may be blocks, inline marks, or bare text."""
    inline: list[str] = [element.text or ""]
    for child in element:
        if child.tag in _BLOCK_TAGS or (child.tag == "code" and "\n" in _all_text(child)):
            yield from _paragraph(inline)
            inline.clear()
            yield from _block(child)
        else:
            inline.append(_inline(child))
        inline.append(child.tail or "")
    yield from _paragraph(inline)


def _block(element: etree._Element) -> Iterator[str]:
    if element.tag == "head":
        level = (element.get("rend") or "h2")[1:]
        yield grammar.heading(int(level) if level.isdigit() else 2, _all_text(element))
    elif element.tag == "list":
        yield grammar.lines_to_blocks(_items(element))
    elif element.tag == "table":
        yield from _table(element)
    elif element.tag == "code":
        yield "\n".join("    " + line for line in _all_text(element).strip("\n").splitlines())
    else:
        yield from blocks(element)


def _inline(element: etree._Element) -> str:
    """The text of an inline element."""
    if element.tag == "lb":
        return _BREAK
    return (element.text or "") + "".join(_inline(child) + (child.tail or "") for child in element)


def _paragraph(pieces: list[str]) -> Iterator[str]:
    """A paragraph; a line break stays where a new thing begins and is a space where the sentence goes on."""
    text = _SOFT_BREAK.sub(" ", "".join(pieces))
    lines = (grammar.one_line(line) for line in text.split(_BREAK))
    if paragraph := grammar.lines_to_blocks(lines):
        yield paragraph


def _items(element: etree._Element) -> Iterator[str]:
    """The lines of a list; the items of a list inside an item follow it."""
    is_ordered = element.get("rend") == "ol"
    number = 0
    for child in element:
        if child.tag == "list":
            yield from _items(child)
            continue
        nested = [part for part in child.iterdescendants("list")]
        number += 1
        yield grammar.item(_own_text(child), f"{number}." if is_ordered else "-")
        for part in nested:
            if part.getparent() is child or (part.getparent() is not None and _outer_list(part) is element):
                yield from _items(part)


def _outer_list(element: etree._Element) -> etree._Element | None:
    parent = element.getparent()
    while parent is not None and parent.tag != "list":
        parent = parent.getparent()
    return parent


def _own_text(element: etree._Element, left_out: str = "list") -> str:
    """The text of an element without what is written on its own; blocks are parted by a space."""
    pieces = [element.text or ""]
    for child in element:
        if child.tag != left_out:
            space = " " if child.tag in _BLOCK_TAGS or child.tag in ("lb", "item") else ""
            pieces += [space, _own_text(child, left_out), space]
        pieces.append(child.tail or "")
    return "".join(pieces)


def _table(element: etree._Element) -> Iterator[str]:
    """Rows as `| a | b |`; one column, tables inside, or cells of paragraphs are layout: their cells are blocks."""
    rows = [[cell for cell in found if cell.tag == "cell"] for found in _rows(element)]
    is_layout = (
        max((len(cells) for cells in rows), default=0) < 2
        or element.find(".//table") is not None
        or any(len(cell.findall("p")) >= _LAYOUT_PARAGRAPHS for cells in rows for cell in cells)
    )
    if is_layout:
        for cells in rows:
            for cell in cells:
                yield from blocks(cell)
    else:
        yield grammar.lines_to_blocks(grammar.row(_own_text(cell, "") for cell in cells) for cells in rows)


def _rows(element: etree._Element) -> Iterator[etree._Element]:
    """The rows of a table, those of tables inside it left out."""
    for child in element:
        if child.tag == "row":
            yield child
        elif child.tag != "table":
            yield from _rows(child)
