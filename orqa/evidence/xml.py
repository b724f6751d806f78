"""XML documents (regulations, statutes) to the document grammar, whatever their vocabulary."""

from collections.abc import Iterator

from lxml import etree

from orqa.errors import ExtractFailed
from orqa.evidence import grammar
from orqa.evidence.dates import iso_date

RECIPE = f"lxml {etree.__version__}"
_SKIPPED = frozenset(
    {"tableofcontents", "toc", "tocsecentry", "tocpartentry", "meta", "fdsys", "preamble", "style", "script"}
)
_METADATA = frozenset({"meta", "fdsys", "preamble"})
_TITLES = frozenset({"title", "citableas"})
_DATES = frozenset({"date", "effectivedate", "issued"})
_HEADINGS = frozenset({"title", "heading", "head", "subject", "chapeau-heading", "sectionsubject", "header", "hd"})
_NUMBERS = frozenset({"num", "marker", "enum", "number", "label"})
_TABLES = frozenset({"table", "tgroup", "gpotable"})
_ROWS = frozenset({"tr", "row"})
_CELLS = frozenset({"td", "th", "entry", "ent", "chd"})


def parse(body: bytes) -> etree._Element:
    """The tree of an XML document; entities are not resolved and nothing is fetched.

    Raises:
        ExtractFailed: broken xml.
    """
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=True)
    root = etree.fromstring(body, parser)
    if root is None:
        raise ExtractFailed("broken xml: nothing in it can be read")
    return root


def text_of(root: etree._Element) -> str:
    """The text of an XML document in the document grammar."""
    return grammar.document(_Writer().blocks(root, 1))


def title_of(root: etree._Element) -> str:
    """The title in the metadata, else nothing."""
    return next((_text(found) for name, found in _about(root) if name in _TITLES and _text(found)), "")


def date_of(root: etree._Element) -> tuple[str, str] | None:
    """The ISO date in the metadata and the element that holds it."""
    for name, found in _about(root):
        if name in _DATES and (day := iso_date(_text(found))):
            return day, f"xml {name}"
    return None


def _about(root: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """The elements of the metadata with their names."""
    for part in root:
        if _name(part) in _METADATA:
            yield from ((_name(found), found) for found in part.iter(etree.Element))


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname.lower() if isinstance(element.tag, str) else ""


class _Writer:
    """Walks the tree; a number waits for the text that it numbers."""

    def __init__(self) -> None:
        self._waiting: list[str] = []

    def blocks(self, element: etree._Element, depth: int) -> Iterator[str]:
        name = _name(element)
        if not name or name in _SKIPPED:
            return
        if name in _TABLES:
            yield grammar.lines_to_blocks(_rows(element))
        elif name in _NUMBERS and len(_text(element)) <= 40:
            self._waiting.append(_text(element))
        elif name in _HEADINGS and element.get("type") != "keyterm" and not _is_division(element):
            yield grammar.heading(depth, self._numbered(_text(element)))
        elif _is_paragraph(element):
            yield self._numbered(_text(element))
        else:
            if element.get("marker"):
                self._waiting.append(element.get("marker", ""))
            for child in element:
                if _name(child) in _HEADINGS and child.get("type") == "keyterm":
                    self._waiting.append(_text(child))
                else:
                    yield from self.blocks(child, min(depth + 1, 6))

    def _numbered(self, text: str) -> str:
        if not text:
            return ""
        numbers, self._waiting = self._waiting, []
        return grammar.one_line(" ".join([*numbers, text]))


def _text(element: etree._Element) -> str:
    return grammar.one_line("".join(str(piece) for piece in element.itertext()))


def _is_division(element: etree._Element) -> bool:
    """Whether an element named like a heading holds a whole part of the document (a title of a statute does)."""
    return any(_name(part) in _HEADINGS | _NUMBERS for part in element.iterdescendants(etree.Element))


def _is_paragraph(element: etree._Element) -> bool:
    """An element is a paragraph when text stands directly in it, or when it has no elements inside."""
    if (element.text or "").strip() or not len(element):
        return True
    return any((child.tail or "").strip() for child in element)


def _rows(element: etree._Element) -> Iterator[str]:
    for part in element.iter(etree.Element):
        if _name(part) in _ROWS:
            yield grammar.row(_text(cell) for cell in part if _name(cell) in _CELLS)
