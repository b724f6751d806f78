"""From the bytes of a page to its text, or to a named reason why there is none."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from orqa.errors import ExtractFailed
from orqa.evidence import grammar, html, markup, pdf, rst, rtf, xml
from orqa.evidence.dates import date_in_url, iso_date
from orqa.evidence.decode import decode, sniff_kind, unpacked
from orqa.evidence.refusals import check_text

VERSION = "orqa-extract 2"  # raise the number with every change of the text that comes out

_HEADING = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
_TITLE_CHARS = 200


@dataclass(frozen=True)
class Extracted:
    """A document's text in the grammar of `engine.DocumentView`, and what the document says of itself.

    `published_on` is an ISO date or None, `published_by` how it was found, `extractor` the names and versions of what
    made the text.
    """

    text: str
    title: str
    published_on: str | None
    published_by: str | None
    extractor: str


@dataclass(frozen=True)
class _Found:
    """What a reader of one kind of document found; the date with how it was found."""

    text: str
    title: str
    date: tuple[str, str] | None
    recipe: str


def extract(body: bytes, media_type: str | None, url: str) -> Extracted:
    """The text of a fetched page; the kind of document is told from its bytes first, then from what is declared.

    Raises:
        ExtractFailed: `reason: detail`, where the reason is one of empty, near-empty, soft-404, javascript shell,
            encrypted pdf, broken pdf, scanned pdf, broken rtf, broken xml, not english, unsupported type, undecodable,
            too long, parser limit, parser error.
    """
    if not body.strip():
        raise ExtractFailed("empty: no bytes")
    body = unpacked(body)
    found = _READERS[sniff_kind(body, media_type, url)](body, media_type, url)
    title = (found.title or _title(found.text, url))[:_TITLE_CHARS]
    check_text(found.text, title)
    in_url = date_in_url(url)
    published_on, published_by = found.date or ((in_url, "url") if in_url else (None, None))
    return Extracted(found.text, title, published_on, published_by, f"{VERSION}; {found.recipe}")


def extract_in_worker(body: bytes, media_type: str | None, url: str) -> Extracted | ExtractFailed:
    """`extract` with every failure as a value: the boundary between parser libraries and the build."""
    try:
        return extract(body, media_type, url)
    except ExtractFailed as error:
        return error
    except Exception as error:  # noqa: BLE001 - the one boundary: a parser may raise anything, its document alone fails
        return ExtractFailed(f"parser error: {type(error).__name__}: {error}")


def _read_html(body: bytes, media_type: str | None, url: str) -> _Found:
    tree = html.parse(decode(body, media_type))
    if tree is None:
        raise ExtractFailed("undecodable: no HTML in it")
    text = html.main_text(tree, url)
    if len(text) < html.MUCH_TEXT and html.is_script_shell(tree):
        raise ExtractFailed("javascript shell: the page is empty until its scripts have run")
    return _Found(text, html.title_of(tree, text), html.date_of(tree), html.RECIPE)


def _read_pdf(body: bytes, media_type: str | None, url: str) -> _Found:
    text, about = pdf.text_of(body)
    created = iso_date(about.get("CreationDate", ""))
    return _Found(text, _pdf_title(text, about), (created, "pdf CreationDate") if created else None, pdf.RECIPE)


def _read_rtf(body: bytes, media_type: str | None, url: str) -> _Found:
    return _Found(rtf.text_of(body), "", None, rtf.RECIPE)


def _read_xml(body: bytes, media_type: str | None, url: str) -> _Found:
    root = xml.parse(body)
    return _Found(xml.text_of(root), xml.title_of(root), xml.date_of(root), xml.RECIPE)


def _read_markdown(body: bytes, media_type: str | None, url: str) -> _Found:
    source = decode(body, media_type).replace("\r\n", "\n")
    about = markup.front_matter(source)[0]
    written = iso_date(about.get("date", ""))
    date = (written, "front matter date") if written else None
    return _Found(markup.markdown_text(source), about.get("title", ""), date, markup.RECIPE)


def _text_reader(write: Callable[[str], str], recipe: str) -> Callable[[bytes, str | None, str], _Found]:
    """A reader for a format that is characters and no metadata."""

    def read(body: bytes, media_type: str | None, url: str) -> _Found:
        return _Found(write(decode(body, media_type).replace("\r\n", "\n")), "", None, recipe)

    return read


_READERS: dict[str, Callable[[bytes, str | None, str], _Found]] = {
    "html": _read_html,
    "pdf": _read_pdf,
    "rtf": _read_rtf,
    "xml": _read_xml,
    "markdown": _read_markdown,
    "rst": _text_reader(rst.rst_text, rst.RECIPE),
    "csv": _text_reader(markup.csv_text, markup.RECIPE),
    "plain": _text_reader(markup.plain_text, markup.RECIPE),
}


def _title(text: str, url: str) -> str:
    """The first heading near the top, else the first line if it is short, else the file's name."""
    if heading := _HEADING.search(text[:3_000]):
        return heading.group(2)
    first = text.split("\n", 1)[0]
    is_title = len(first) <= _TITLE_CHARS and any(map(str.isalpha, first))
    return first if is_title else unquote(urlsplit(url).path.rstrip("/").rsplit("/", 1)[-1])


def _pdf_title(text: str, about: dict[str, str]) -> str:
    """The biggest heading near the top, else the title in the metadata unless it is a file's name."""
    headings = _HEADING.findall(text[:3_000])
    if headings and len(headings[0][0]) == 1:
        return str(headings[0][1])
    title = grammar.one_line(about.get("Title", ""))
    is_name = re.search(r"\.\w{2,5}$|^untitled|^microsoft word", title, re.IGNORECASE) or " " not in title
    return "" if is_name else title
