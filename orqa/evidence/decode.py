"""From bytes to characters, and what kind of document the bytes are. Detected, never guessed silently."""

import codecs
import re
import zlib
from collections.abc import Iterator

from charset_normalizer import from_bytes

from orqa.errors import ExtractFailed

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_HEAD_BYTES = 4_096
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9_.:-]+)""")
_META = re.compile(rb"<meta[^>]+>", re.IGNORECASE)
# What browsers read these names as (WHATWG Encoding, 4.2): pages that say Latin-1 mean windows-1252.
_BROWSER_NAMES = {"ascii": "cp1252", "us-ascii": "cp1252", "iso8859-1": "cp1252", "latin-1": "cp1252"}
_BAD_SHARE = 0.25  # fewer bad bytes than this among those above ASCII are damage, not another encoding
_MOSTLY_ASCII_SHARE = 0.05  # English with typographic quotes and signs; other languages have more
_ASCII = bytes(range(128))
_GZIP = b"\x1f\x8b"
_MAX_UNPACKED_BYTES = 20_000_000
_SAMPLE_BYTES = 200_000
_KINDS = {
    "text/html": "html", "application/xhtml+xml": "html", "application/pdf": "pdf", "application/rtf": "rtf",
    "text/rtf": "rtf", "application/xml": "xml", "text/xml": "xml", "text/markdown": "markdown",
    "text/x-markdown": "markdown", "text/x-rst": "rst", "text/prs.fallenstein.rst": "rst", "text/csv": "csv",
    "text/plain": "plain",
}  # fmt: skip
_SUFFIXES = {
    "html": "html", "htm": "html", "xhtml": "html", "aspx": "html", "php": "html", "pdf": "pdf", "rtf": "rtf",
    "xml": "xml", "md": "markdown", "markdown": "markdown", "rst": "rst", "csv": "csv", "txt": "plain",
}  # fmt: skip
_HTML_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*|<\?php.*?\?>\s*|<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.S
)


def sniff_kind(body: bytes, media_type: str | None, url: str) -> str:
    """The kind of document: html, pdf, rtf, xml, markdown, rst, csv or plain; the bytes win over what is declared.

    Raises:
        ExtractFailed: unsupported type.
    """
    head = _utf8_head(body).lstrip(codecs.BOM_UTF8).lstrip()
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(b"{\\rtf"):
        return "rtf"
    if _HTML_START.match(head):
        return "html"
    declared = (media_type or "").split(";")[0].strip().lower()
    suffix = re.search(r"\.([a-z0-9]{1,8})$", url.lower().split("?")[0].split("#")[0])
    kind = _KINDS.get(declared) or _SUFFIXES.get(suffix.group(1) if suffix else "")
    if head.startswith(b"<?xml") and kind != "html":
        return "xml"
    if kind in ("pdf", "rtf"):
        raise ExtractFailed(f"broken {kind}: it does not begin like one")
    if body.startswith((b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\xd0\xcf\x11\xe0")):
        raise ExtractFailed(f"unsupported type: binary content declared as {declared or 'nothing'}")
    if kind is None and declared not in ("", "application/octet-stream") and not declared.startswith("text/"):
        raise ExtractFailed(f"unsupported type: {declared}")
    return kind or ("html" if re.search(rb"<(?:p|div|table|h1)\b", head, re.IGNORECASE) else "plain")


def _utf8_head(body: bytes) -> bytes:
    """The beginning of a document; one that a byte order mark declares as UTF-16 or UTF-32 is written in UTF-8."""
    head = body[:_HEAD_BYTES]
    name = next((name for mark, name in _BOMS if body.startswith(mark)), "utf-8-sig")
    return head if name == "utf-8-sig" else head.decode(name, errors="ignore").encode()


def unpacked(body: bytes) -> bytes:
    """The bytes themselves where a server sent them gzipped without saying so.

    Raises:
        ExtractFailed: undecodable (damaged, or above 20 MB when unpacked).
    """
    if not body.startswith(_GZIP):
        return body
    packer = zlib.decompressobj(wbits=31)
    try:
        plain = packer.decompress(body, _MAX_UNPACKED_BYTES)
    except zlib.error as error:
        raise ExtractFailed(f"undecodable: damaged gzip ({error})") from error
    if packer.unconsumed_tail:
        raise ExtractFailed(f"undecodable: gzip of more than {_MAX_UNPACKED_BYTES:,} bytes")
    return plain


def decode(body: bytes, media_type: str | None) -> str:
    """The characters of a text document.

    Order: byte order mark, UTF-8 where the bytes are UTF-8, what the server declares, what the document declares,
    windows-1252 for a text that is ASCII but for a few bytes, charset-normalizer. A declaration is believed when the
    bytes fit it; a few bad bytes become U+FFFD.

    Raises:
        ExtractFailed: undecodable (binary, or no encoding fits).
    """
    for mark, name in _BOMS:
        if body.startswith(mark):
            return body.decode(name, errors="replace")
    head = body[:_HEAD_BYTES]
    if head.count(0) > len(head) // 20:
        raise ExtractFailed("undecodable: binary bytes in place of text")
    for name in _candidates(body, media_type):
        if (text := _fitting(body, name)) is not None:
            return text
    best = from_bytes(body[:_SAMPLE_BYTES]).best()
    text = _fitting(body, best.encoding) if best else None
    if text is None:
        raise ExtractFailed("undecodable: no encoding fits the bytes")
    return text


def _candidates(body: bytes, media_type: str | None) -> Iterator[str]:
    """Names of encodings to try, best first. UTF-8 leads: bytes of another encoding do not fit it by chance."""
    yield "utf-8"
    head = body[:_HEAD_BYTES]
    sources = [(media_type or "").encode("ascii", "ignore"), *_META.findall(head)]
    yield from (found.group(1).decode("ascii") for source in sources if (found := _CHARSET.search(source)))
    if declared := _XML_ENCODING.search(head):
        yield declared.group(1).decode("ascii")
    if _n_special(body) < _MOSTLY_ASCII_SHARE * len(body):
        yield "cp1252"


def _n_special(body: bytes) -> int:
    return len(body.translate(None, delete=_ASCII))


def _fitting(body: bytes, name: str) -> str | None:
    """The text if the encoding is known and its bad bytes are few beside the good ones above ASCII."""
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        return None
    name = _BROWSER_NAMES.get(codec, codec)
    try:
        return body.decode(name)  # a U+FFFD that the author wrote is no bad byte
    except UnicodeDecodeError:
        text = body.decode(name, errors="replace")
    n_bad = text.count("\ufffd")
    return text if n_bad <= _BAD_SHARE * _n_special(body) else None
