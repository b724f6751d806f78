"""HTML to the document grammar: trafilatura finds the main content, and what it loses there is put back."""

import logging
import re
import sys

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring
from trafilatura import __version__ as trafilatura_version
from trafilatura import bare_extraction
from trafilatura.settings import Document

from orqa.errors import ExtractFailed
from orqa.evidence import grammar
from orqa.evidence.dates import iso_date
from orqa.evidence.html_blocks import blocks
from orqa.evidence.html_container import container_with_losses, converted

RECIPE = f"trafilatura {trafilatura_version}"
# trafilatura logs a warning for each page that it refuses; the reason is in our own error.
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)

_PARSER = HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True)
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")  # lxml refuses characters that declare an encoding
_HAS_BODY = re.compile(r"<(?:html|body)\b", re.IGNORECASE)
_REFERENCE = re.compile(r"&#(?:0*([0-9]{1,7})(?![0-9])|[xX]0*([0-9A-Fa-f]{1,6})(?![0-9A-Fa-f]));?")
_BROWSER_REFERENCES = range(0x80, 0xA0)  # read as windows-1252: &#146; is an apostrophe (WHATWG HTML, 13.2.5.84)
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


def parse(text: str) -> HtmlElement | None:
    """The tree of a page, or None when the characters are no HTML.

    What no reader sees goes first: one control character in the tree and trafilatura gives up the whole page. The tree
    may be deep: a page that never closes its tags would else be cut off without a word.

    Raises:
        ExtractFailed: parser limit (elements too deep in each other, so that the rest is lost).
    """
    text = _XML_DECLARATION.sub("", _REFERENCE.sub(_visible_reference, grammar.visible(text)))
    if not _HAS_BODY.search(text):
        text = f"<html><body>{text}</body></html>"
    tree = document_fromstring(text, parser=_PARSER)
    for fault in _PARSER.error_log:
        if fault.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
            raise ExtractFailed(f"parser limit: {fault.message.split(',')[0]}; the rest of the page is lost")
    return tree if len(tree) else None


def _visible_reference(match: re.Match[str]) -> str:
    """A numeric character reference, or what `grammar.visible` makes of a character that no reader sees."""
    code = int(match.group(1)) if match.group(1) else int(match.group(2), 16)
    if code in _BROWSER_REFERENCES or code > sys.maxunicode:
        return match.group()
    shown = grammar.visible(chr(code))
    return match.group() if shown == chr(code) else shown


def main_text(tree: HtmlElement, url: str) -> str:
    """The main content of a page in the document grammar; empty when there is none.

    trafilatura favours recall. On some pages that finds a fragment only; where it finds little of a page with much
    text, its balanced mode is asked too and the longer text wins. Where it lost paragraphs in the midst of what it
    found, the whole container of what it found is taken instead: a rule with a part missing is worse than a menu.
    """
    text = _extracted(tree, url, favor_recall=True)
    if len(text) < _LITTLE_SHARE * len(str(tree.text_content())) and _is_little(text, visible_text(tree)):
        text = max(text, _extracted(tree, url, favor_recall=False), key=len)
    container = container_with_losses(tree, text)
    return text if container is None else grammar.document(blocks(converted(container)))


def _is_little(text: str, visible: str) -> bool:
    return len(visible) > MUCH_TEXT and len(text) < _LITTLE_SHARE * len(visible)


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
    return grammar.document(blocks(found.body)) if isinstance(found, Document) and found.body is not None else ""
