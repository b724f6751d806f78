"""PDF to the document grammar by PDFium, page by page. PDFium is not thread-safe: one thread a process."""

import ctypes
import re
from collections import Counter
from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium

from orqa.errors import ExtractFailed
from orqa.evidence import grammar
from orqa.evidence.pdf_layout import Line, Word, blocks_of

RECIPE = f"pypdfium2 {pypdfium2.version.PYPDFIUM_INFO} pdfium {pypdfium2.version.PDFIUM_INFO}"

HYPHEN_AT_LINE_END = "\ufffe"  # PDFium's own mark: a hyphen stood here, and the line ended
_LINE = re.compile(f"[^\r\n{HYPHEN_AT_LINE_END}]+{HYPHEN_AT_LINE_END}?")
_WORD = re.compile(r"\S+")
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.)?\s*(?:[A-Z]{1,2}-?)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.IGNORECASE
)
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")  # Arabic and Roman page numbers
_EDGE_LINES = 3  # running heads stand among the first or last lines of a page
_SHORT_PAGES = 6
_SCANNED_CHARS_A_PAGE = 20


def text_of(body: bytes) -> tuple[str, dict[str, str]]:
    """The text of a PDF in the document grammar, and its metadata.

    Running heads and page numbers are left out; words and paragraphs that a line or page end parts are joined.

    Raises:
        ExtractFailed: encrypted, broken or scanned pdf.
    """
    try:
        pdf = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        is_locked = "password" in str(error).lower()
        raise ExtractFailed("encrypted pdf: it needs a password" if is_locked else f"broken pdf: {error}") from error
    try:
        if pdfium.FPDF_GetSecurityHandlerRevision(pdf) != -1:
            raise ExtractFailed("encrypted pdf: its owner restricts what may be done with it")
        pages = [list(_lines(pdf, index)) for index in range(len(pdf))]
        n_chars = sum(len(line.text) for page in pages for line in page)
        if n_chars < _SCANNED_CHARS_A_PAGE * len(pages) and _has_pictures(pdf):
            raise ExtractFailed(f"scanned pdf: {len(pages)} pages of pictures, {n_chars} characters of text")
        return grammar.document(blocks_of(_without_running_heads(pages))), pdf.get_metadata_dict(skip_empty=True)
    except pypdfium2.PdfiumError as error:
        raise ExtractFailed(f"broken pdf: {error}") from error
    finally:
        pdf.close()


def _has_pictures(pdf: pypdfium2.PdfDocument) -> bool:
    return any(next(iter(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE])), None) for page in pdf)


def _lines(pdf: pypdfium2.PdfDocument, index: int) -> Iterator[Line]:
    """The lines of a page in the order of its content, each with its place in points from the lower left corner."""
    page = pdf[index]
    textpage = page.get_textpage()
    try:
        for found in _LINE.finditer(textpage.get_text_range()):
            raw = found.group()
            is_hyphenated = raw.endswith(HYPHEN_AT_LINE_END)
            words = list(_words(textpage, raw.removesuffix(HYPHEN_AT_LINE_END), found.start()))
            if words:
                last = found.start() + len(raw.rstrip(f"{HYPHEN_AT_LINE_END} \t")) - 1
                first = last + 1 - len(raw.strip(f"{HYPHEN_AT_LINE_END} \t"))
                begins_bold = _is_bold(textpage, first)
                is_bold = begins_bold and _is_bold(textpage, last)
                yield Line.of(words, index, (begins_bold, is_bold), is_hyphenated=is_hyphenated)
    finally:
        textpage.close()
        page.close()


def _words(textpage: pypdfium2.PdfTextPage, raw: str, start: int) -> Iterator[Word]:
    for found in _WORD.finditer(raw):
        if text := grammar.clean(found.group()):
            left, right, base, height = _place(textpage, start + found.start())
            if len(found.group()) > 1:
                right = _place(textpage, start + found.end() - 1)[1]
            yield Word(text, left, right, base, height)


def _place(textpage: pypdfium2.PdfTextPage, text_index: int) -> tuple[float, float, float, float]:
    """Left, right, base and height of a character, in points; zeros where PDFium does not know."""
    char_index = pdfium.FPDFText_GetCharIndexFromTextIndex(textpage, text_index)
    box = pdfium.FS_RECTF()
    if char_index < 0 or not pdfium.FPDFText_GetLooseCharBox(textpage, char_index, box):
        return 0.0, 0.0, 0.0, 0.0
    return box.left, box.right, box.bottom, abs(box.top - box.bottom)


def _is_bold(textpage: pypdfium2.PdfTextPage, text_index: int) -> bool:
    char_index = pdfium.FPDFText_GetCharIndexFromTextIndex(textpage, text_index)
    name = ctypes.create_string_buffer(96)
    pdfium.FPDFText_GetFontInfo(textpage, char_index, name, len(name), None)
    return b"bold" in name.value.lower() or b"black" in name.value.lower()


def _without_running_heads(pages: list[list[Line]]) -> list[list[Line]]:
    """The pages without page numbers and without edge lines that come again, digits aside, on other pages.

    In a short document twice is enough, in a longer one three times.
    """
    edges = [_edges(page) for page in pages]
    counts = Counter(key for page in edges for key in {_pattern(line) for line in page})
    enough = 2 if len(pages) <= _SHORT_PAGES else 3
    repeated = {key for key, count in counts.items() if count >= enough}
    kept: list[list[Line]] = []
    for page, edge in zip(pages, edges, strict=True):
        dropped = {id(line) for line in edge if _pattern(line) in repeated or _is_page_number(line, page)}
        kept.append([line for line in page if id(line) not in dropped])
    return kept


def _edges(page: list[Line]) -> list[Line]:
    """The lines nearest to the upper and lower edge, by place and not by order: content order is free."""
    heights = sorted({round(line.base) for line in page})
    rows = {*heights[:_EDGE_LINES], *heights[-_EDGE_LINES:]}
    return [line for line in page if round(line.base) in rows]


def _pattern(line: Line) -> str:
    return _NUMBERS.sub("#", line.text.lower())


def _is_page_number(line: Line, page: list[Line]) -> bool:
    bases = [other.base for other in page]
    is_outermost = line.base <= min(bases) + 2 or line.base >= max(bases) - 2
    return is_outermost and len(page) > 1 and _PAGE_NUMBER.fullmatch(line.text) is not None
