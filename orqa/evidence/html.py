"""HTML to the document grammar: trafilatura finds the main content, this module writes it down."""

import logging
import re
from collections.abc import Iterator

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring
from trafilatura import __version__ as trafilatura_version
from trafilatura import bare_extraction
from trafilatura.settings import Document

from orqa.evidence import grammar
from orqa.evidence.dates import iso_date

RECIPE = f"trafilatura {trafilatura_version}"
# trafilatura logs a warning for each page that it refuses; the reason is in our own error.
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)

_PARSER = HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True)
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")  # lxml refuses characters that declare an encoding
_HAS_BODY = re.compile(r"<(?:html|body)\b", re.IGNORECASE)
_VISIBLE = "//body//text()[not(ancestor::script or ancestor::style or ancestor::noscript)]"
_SITE_NAME = re.compile(r"\s+[|–—»-]\s+|\s*\|\s*")
_DATE_METAS = (
    "article:published_time", "datepublished", "dcterms.issued", "dc.date.issued", "dcterms.date", "dc.date",
    "citation_publication_date", "pubdate", "publish_date", "date",
)  # fmt: skip
_JSON_DATE = re.compile(r"\"datePublished\"\s*:\s*\"([^\"]+)\"")
MUCH_TEXT = 2_000  # characters
_LITTLE_SHARE = 0.15
_SHELL_CHARS = 200
_BREAK = "\x1e"  # a line break inside a paragraph, until it is known whether the sentence goes on
_SOFT_BREAK = re.compile(rf"\s*{_BREAK}\s*(?=[a-z(])")
_BLOCK_TAGS = frozenset({"p", "head", "list", "table", "quote", "div", "body", "ab", "fw"})


def parse(text: str) -> HtmlElement | None:
    """The tree of a page, or None when the characters are no HTML.

    The tree may be deep: a page that never closes its tags would else be cut off without a word.
    """
    text = _XML_DECLARATION.sub("", text.replace("\x00", ""))
    if not _HAS_BODY.search(text):
        text = f"<html><body>{text}</body></html>"
    tree = document_fromstring(text, parser=_PARSER)
    return tree if len(tree) else None


def main_text(tree: HtmlElement, url: str) -> str:
    """The main content of a page in the document grammar; empty when there is none.

    trafilatura favours recall. On some pages that finds a fragment only; where it finds little of a page with much
    text, its balanced mode is asked too and the longer text wins.
    """
    text = _extracted(tree, url, favor_recall=True)
    n_visible = len(visible_text(tree))
    if n_visible > MUCH_TEXT and len(text) < _LITTLE_SHARE * n_visible:
        text = max(text, _extracted(tree, url, favor_recall=False), key=len)
    return text


def visible_text(tree: HtmlElement) -> str:
    """All the text of a page that is not script or style, in one line."""
    return grammar.one_line(" ".join(str(text) for text in tree.xpath(_VISIBLE)))


def is_script_shell(tree: HtmlElement) -> bool:
    """Whether the page is there only to be filled in by its scripts."""
    notices = " ".join(str(text) for text in tree.xpath("//noscript//text()")).lower()
    return bool(tree.xpath("//script")) and ("javascript" in notices or len(visible_text(tree)) < _SHELL_CHARS)


def title_of(tree: HtmlElement, text: str) -> str:
    """What the page calls itself: the level-1 heading that is of its main text, else its title, without the site."""
    headings = [found for h1 in tree.iter("h1") if (found := grammar.one_line(str(h1.text_content())))]
    if inside := [found for found in headings if f"# {found}\n" in text]:
        return inside[0]
    title = grammar.one_line(str(tree.findtext(".//title") or ""))
    return _SITE_NAME.split(title)[0] or title


def date_of(tree: HtmlElement) -> tuple[str, str] | None:
    """The ISO date on which the page says it was published, and how it says so."""
    metas = {
        (meta.get("name") or meta.get("property") or meta.get("itemprop") or "").lower(): meta.get("content") or ""
        for meta in tree.iter("meta")
    }
    for name in _DATE_METAS:
        if found := iso_date(metas.get(name, "")):
            return found, f"meta {name}"
    for script in tree.xpath("//script[@type='application/ld+json']/text()"):
        if (match := _JSON_DATE.search(str(script))) and (found := iso_date(match.group(1))):
            return found, "json-ld datePublished"
    for time in tree.xpath("//time[@pubdate or @itemprop='datePublished']/@datetime"):
        if found := iso_date(str(time)):
            return found, "time element"
    return None


def _extracted(tree: HtmlElement, url: str, *, favor_recall: bool) -> str:
    found = bare_extraction(tree, url=url, favor_recall=favor_recall, include_comments=False, include_tables=True)
    return grammar.document(_blocks(found.body)) if isinstance(found, Document) and found.body is not None else ""


def _all_text(element: etree._Element) -> str:
    return "".join(str(piece) for piece in element.itertext())


def _blocks(element: etree._Element) -> Iterator[str]:
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
        yield from _blocks(element)


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


def _own_text(element: etree._Element) -> str:
    """The text of an element without the lists inside it; blocks are parted by a space."""
    pieces = [element.text or ""]
    for child in element:
        if child.tag != "list":
            space = " " if child.tag in _BLOCK_TAGS or child.tag == "lb" else ""
            pieces += [space, _own_text(child), space]
        pieces.append(child.tail or "")
    return "".join(pieces)


def _table(element: etree._Element) -> Iterator[str]:
    """Rows as `| a | b |`; a table of one column is layout, and its cells are blocks."""
    rows = [list(found.iter("cell")) for found in element.iter("row")]
    if max((len(cells) for cells in rows), default=0) > 1:
        yield grammar.lines_to_blocks(grammar.row(_own_text(cell) for cell in cells) for cells in rows)
    else:
        for cells in rows:
            for cell in cells:
                yield from _blocks(cell)
