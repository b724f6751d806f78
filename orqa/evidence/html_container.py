"""What trafilatura lost: paragraphs of a page in the midst of its main content, and the container that has them all."""

import re
import unicodedata
from copy import deepcopy

from lxml import etree
from lxml.html import HtmlElement

from orqa.evidence import grammar

_LEAVES = ("p", "li", "dt", "dd", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6")
_INNER = ("p", "li", "ul", "ol", "dl", "table", "div", "h2", "h3", "h4", "pre")
_DROPPED_TAGS = frozenset({
    "nav", "footer", "aside", "script", "style", "noscript", "button", "select", "option", "input", "textarea", "svg",
    "iframe", "template", "object",
})  # fmt: skip
_DROPPED_NAMES = re.compile(
    r"(?:^|[ _-])(?:nav|navbar|navigation|menu|breadcrumbs?|pagination|pager|sidebar|footer|share|social|cookie|banner"
    r"|skip|hidden|sr-only|visually-hidden)(?:$|[ _-])",
    re.IGNORECASE,
)
_RENAMED = {
    "ul": "list", "ol": "list", "dl": "list", "li": "item", "dt": "item", "dd": "item", "tr": "row", "td": "cell",
    "th": "cell", "br": "lb", "blockquote": "quote", "pre": "code",
}  # fmt: skip
_CONTAINERS = frozenset({
    "section", "article", "main", "header", "form", "center", "address", "details", "summary", "figure", "figcaption",
    "hgroup", "fieldset",
})  # fmt: skip
_DECLARED = ("article", "main")  # the page says itself where its content is
_MARK = re.compile(r"^(?:#{1,6} |- |\d{1,3}\. )")
_CONTENTS_TITLE = re.compile(r"(?:table of contents|contents|on this page)", re.IGNORECASE)
_TELLING_CHARS = 25  # shorter texts occur in menus too and do not tell where the main content is
_MAIN_SHARE = 0.95
_DROPPED_SHARE = 0.3  # a part with more of the text is content, whatever its class says ("with-sidebar")


def container_with_losses(tree: HtmlElement, text: str) -> HtmlElement | None:
    """The element that holds the main content, when a paragraph, item or cell of it is missing in `text`.

    It is the article (or main) around what was found, else the smallest element around nearly all of it; then only
    what is missing between found paragraphs counts, since the edges of such an element are not known to be content.
    """
    known = {part for line in text.splitlines() for part in (_bare(line), *line.strip("| ").split(" | "))}
    leaves = [leaf for leaf in tree.iter(*_LEAVES) if next(leaf.iterdescendants(*_INNER), None) is None]
    written = (unicodedata.normalize("NFC", str(leaf.text_content())) for leaf in leaves)
    texts = [_bare(grammar.one_line(one).replace("|", "/")) for one in written]
    is_found = [bool(content) and content in known for content in texts]
    telling = [place for place, content in enumerate(texts) if is_found[place] and len(content) >= _TELLING_CHARS]
    if not telling:
        return None
    container = _container(tree, [(leaves[place], len(texts[place])) for place in telling])
    declared = next((above for above in (container, *container.iterancestors()) if above.tag in _DECLARED), None)
    suspects = range(len(leaves)) if declared is not None else range(telling[0], telling[-1])
    whole = container if declared is None else declared
    has_losses = any(_counts(leaves[at], whole) for at in suspects if texts[at] and not is_found[at])
    return whole if has_losses else None


def converted(container: HtmlElement) -> HtmlElement:
    """A copy of an HTML element in trafilatura's tags, without what is no content."""
    copy: HtmlElement = deepcopy(container)
    copy.tail = None
    most = _DROPPED_SHARE * len(str(copy.text_content()))
    for part in list(copy.iterdescendants()):
        if not isinstance(part, HtmlElement):
            continue
        is_dropped = _is_dropped(part) and (part.tag in _DROPPED_TAGS or len(str(part.text_content())) < most)
        if is_dropped or _is_contents(part) or _CONTENTS_TITLE.fullmatch(str(part.text_content()).strip()):
            part.drop_tree()
    for element in copy.iter():
        if element.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            element.set("rend", element.tag)
            element.tag = "head"
        elif element.tag in _RENAMED:
            element.set("rend", element.tag)
            element.tag = _RENAMED[element.tag]
        elif element.tag in _CONTAINERS:
            element.tag = "div"
    return copy


def _is_contents(element: HtmlElement) -> bool:
    """Whether a list is a table of contents: links to places on the same page."""
    if element.tag not in ("ul", "ol"):
        return False
    n_linked = sum(len(str(link.text_content())) for link in element.iter("a") if link.get("href", "").startswith("#"))
    return n_linked > 0.8 * len(grammar.one_line(str(element.text_content())))


def _bare(line: str) -> str:
    return _MARK.sub("", line).strip()


def _container(tree: HtmlElement, weights: list[tuple[HtmlElement, int]]) -> HtmlElement:
    """The smallest element that holds nearly all of the weight."""
    held: dict[HtmlElement, int] = {}
    for leaf, weight in weights:
        for element in leaf.iterancestors():
            held[element] = held.get(element, 0) + weight
    enough = _MAIN_SHARE * sum(weight for _, weight in weights)
    container = tree
    while (inner := next((child for child in container if held.get(child, 0) >= enough), None)) is not None:
        container = inner
    return container


def _counts(leaf: HtmlElement, container: HtmlElement) -> bool:
    """Whether a lost element is content: inside the container, in no part that is dropped, and not all link."""
    above = list(leaf.iterancestors())
    if container not in above:
        return False
    if any(_is_dropped(element) for element in (leaf, *above[: above.index(container)])):
        return False
    n_linked = sum(len(str(link.text_content())) for link in leaf.iter("a"))
    return n_linked < 0.5 * len(str(leaf.text_content()))


def _is_dropped(element: etree._Element) -> bool:
    if element.tag in _DROPPED_TAGS or element.get("hidden") is not None or element.get("role") == "navigation":
        return True
    return _DROPPED_NAMES.search(f"{element.get('class') or ''} {element.get('id') or ''}") is not None
