"""Bytes become the characters that their author wrote, and their kind is told by what they are."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.errors import ExtractFailed
from orqa.evidence.decode import decode, sniff_kind, unpacked

TYPOGRAPHIC = "The employer’s “log” – kept at 30 °C, § 12 – costs £5."


@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        (TYPOGRAPHIC.encode(), "text/html"),
        (TYPOGRAPHIC.encode("utf-8-sig"), None),
        (TYPOGRAPHIC.encode("utf-16"), None),
        (TYPOGRAPHIC.encode(), "text/html; charset=iso-8859-1"),
        ((TYPOGRAPHIC + " Plain words follow." * 40).encode("cp1252"), None),
        (TYPOGRAPHIC.encode("cp1252"), "text/html; charset=ISO-8859-1"),
        (TYPOGRAPHIC.encode("cp1252"), 'text/html; charset="windows-1252"'),
        (
            b"<meta http-equiv='Content-Type' content='text/html; charset=windows-1252'>"
            + TYPOGRAPHIC.encode("cp1252"),
            None,
        ),
        (
            b"<meta charset='utf-8'>" + (TYPOGRAPHIC + " Plain words follow." * 40).encode("cp1252"),
            "text/html; charset=utf-8",
        ),
        (b"<meta charset='no-such-thing'>" + TYPOGRAPHIC.encode(), "text/html; charset=unknown-8bit"),
        (b"<?xml version='1.0' encoding='windows-1252'?>" + TYPOGRAPHIC.encode("cp1252"), None),
    ],
)
def test_typographic_characters_survive_whatever_is_declared(body: bytes, media_type: str | None) -> None:
    assert TYPOGRAPHIC in decode(body, media_type)


def test_one_bad_byte_does_not_turn_a_page() -> None:
    body = TYPOGRAPHIC.encode() + b" \xff " + TYPOGRAPHIC.encode()
    assert decode(body, None) == f"{TYPOGRAPHIC} \ufffd {TYPOGRAPHIC}"


def test_binary_bytes_are_refused() -> None:
    with pytest.raises(ExtractFailed, match="undecodable"):
        decode(b"\x00\x01\x02\x00" * 100, "text/html")


@given(st.text())
def test_utf8_is_always_read_as_utf8(text: str) -> None:
    body = text.encode()
    if not body.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")) and b"\0" not in body:
        assert decode(body, "text/plain; charset=latin-1") == text


@pytest.mark.parametrize(
    ("body", "media_type", "url", "kind"),
    [
        (b"%PDF-1.4 x", "text/html", "https://a.gov/x", "pdf"),
        (b"\xef\xbb\xbf<!doctype html><html>", "application/pdf", "https://a.gov/x.pdf", "html"),
        *[
            ("\ufeff<html><p>words".encode(name), "text/plain", "https://a.gov/x", "html")
            for name in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
        ],
        ("<?xml version='1.0'?><rule>".encode("utf-16"), None, "https://a.gov/x", "xml"),
        ("Words and no marks.".encode("utf-16"), None, "https://a.gov/x", "plain"),
        (b"<?php include 'x' ?>\n<html>", "text/html", "https://a.gov/x.aspx", "html"),
        (b"<?xml version='1.0'?><!DOCTYPE html><html>", "application/xml", "https://a.gov/x", "html"),
        (b"<?xml version='1.0'?><rule>", None, "https://a.gov/x", "xml"),
        (b"{\\rtf1 x}", "application/octet-stream", "https://a.gov/x", "rtf"),
        (b"# Title\n", "text/plain; charset=utf-8", "https://a.gov/x.md", "plain"),
        (b"# Title\n", None, "https://a.gov/x.md?raw=1", "markdown"),
        (b"Title\n=====\n", "text/x-rst", "https://a.gov/x", "rst"),
        (b"<p>A page without a head", None, "https://a.gov/x", "html"),
        (b"words", None, "https://a.gov/x", "plain"),
    ],
)
def test_the_kind_is_told_by_the_bytes_first(body: bytes, media_type: str | None, url: str, kind: str) -> None:
    assert sniff_kind(body, media_type, url) == kind


@pytest.mark.parametrize(
    ("body", "media_type", "reason"),
    [
        (b"\x89PNG\r\n", "image/png", "unsupported type"),
        (b"PK\x03\x04", "text/html", "unsupported type"),
        (b"words", "video/mp4", "unsupported type"),
        (b"words", "application/pdf", "broken pdf"),
    ],
)
def test_what_is_no_document_is_refused_by_name(body: bytes, media_type: str, reason: str) -> None:
    with pytest.raises(ExtractFailed, match=reason):
        sniff_kind(body, media_type, "https://a.gov/x")


def test_gzip_that_the_server_did_not_declare_is_unpacked_but_a_bomb_is_not() -> None:
    assert unpacked(gzip.compress(b"words")) == unpacked(b"words") == b"words"
    with pytest.raises(ExtractFailed, match="20,000,000"):
        unpacked(gzip.compress(bytes(30_000_000)))
    with pytest.raises(ExtractFailed, match="damaged"):
        unpacked(b"\x1f\x8b\x08 no gzip at all")
