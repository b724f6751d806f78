"""Every kind of document comes out in the one grammar, and every refusal has its reason."""

import time

import pytest
from made_documents import BODY, html, lines, paragraphs, pdf

from orqa.errors import ExtractFailed
from orqa.evidence.extract import Extracted, extract, extract_in_worker
from orqa.evidence.refusals import MAX_TEXT_CHARS

URL = "https://rules.example.gov/yard"


def text_of(body: bytes | str, media_type: str | None = "text/html") -> str:
    return extract(body.encode() if isinstance(body, str) else body, media_type, URL).text


def test_html_becomes_headings_paragraphs_items_and_rows() -> None:
    body = (
        f"<nav><a href=/>Home</a></nav><main><article><h1>Yard rules</h1>{paragraphs()}<h2>Limits</h2>"
        "<p>The crew must keep:</p><ul><li>the log of the yard</li><li>the key of the gate</li></ul>"
        "<ol><li>Vent the tank.</li><li>Open the hatch.</li></ol>"
        "<table><tr><th>Gas</th><th>Limit</th></tr><tr><td>Oxygen</td><td>19.5 percent</td></tr></table>"
        "</article></main><footer>Privacy policy</footer>"
    )
    text = text_of(html(body))
    assert text.startswith("# Yard rules\n\nA driver who finds a leak")
    assert "\n\n## Limits\n\nThe crew must keep:\n\n- the log of the yard\n- the key of the gate\n\n" in text
    assert "1. Vent the tank.\n2. Open the hatch." in text
    assert "| Gas | Limit |\n| Oxygen | 19.5 percent |" in text
    assert "Privacy" not in text


def test_what_the_extractor_loses_in_the_midst_is_put_back() -> None:
    commands = "".join(f"<li>{name}</li>" for name in ("EHLO", "MAIL", "RCPT", "PDF"))
    contents = "<ul><li><a href='#a'>Scope of the yard rules</a></li><li><a href='#b'>Limits</a></li></ul>"
    aside = "<aside><p>Subscribe to our newsletter about yards and everything else.</p></aside>"
    inside = f"<form><div class='with-sidebar'>{contents}{paragraphs()}<ul>{commands}</ul></div></form>{aside}"
    text = text_of(
        html(f"<article><h1>Mail</h1>{inside}<div class=share>Share this page with your crew</div></article>")
    )
    assert "- EHLO\n- MAIL\n- RCPT\n- PDF" in text
    assert all(text.count(sentence) == 1 for sentence in BODY)
    assert "Scope" not in text
    assert "newsletter" not in text
    assert "Share" not in text


def test_a_table_for_layout_is_no_table() -> None:
    inner = "<table><tr><td>Gas</td><td>Limit</td></tr><tr><td>Oxygen</td><td>PDF</td></tr></table>"
    text = text_of(html(f"<main><table><tr><td>{paragraphs()}</td><td>{inner}</td></tr></table></main>"))
    assert "| Gas | Limit |\n| Oxygen | PDF |" in text
    assert text.count("Oxygen") == 1
    assert text.count(BODY[0]) == 1
    assert f"| {BODY[0]}" not in text


def test_a_line_break_is_kept_between_things_and_not_inside_a_sentence() -> None:
    text = text_of(
        html(f"<main>{paragraphs()}<p>Records Office<br>12 Main Street</p><p>The log must be<br>kept dry.</p></main>")
    )
    assert "Records Office\n12 Main Street" in text
    assert "The log must be kept dry." in text


def test_no_paragraph_comes_twice() -> None:
    text = text_of(html(f"<article><h1>Yard notice</h1>{paragraphs()}</article>"))
    assert all(text.count(sentence) == 1 for sentence in BODY)


def test_invisible_characters_go_and_visible_ones_stay() -> None:
    text = text_of(
        html(
            f"<main>{paragraphs()}"
            "<p>Soft\u00adhyphen, zero\u200bwidth, caf\u0065\u0301 ≥ 5 µg 水 \U0001f9e4 \uf0b7 end.</p></main>"
        )
    )
    assert "Softhyphen, zerowidth, café ≥ 5 µg 水 \U0001f9e4 \uf0b7 end." in text


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_page_in_utf16_is_read_as_the_page_that_it_is(name: str) -> None:
    page = html(f"<main><h1>Yard rules</h1>{paragraphs()}</main>").decode().replace("charset=utf-8", f"charset={name}")
    assert text_of(f"\ufeff{page}".encode(name), None) == text_of(page.replace(name, "utf-8"))


@pytest.mark.parametrize(
    "unseen",
    [
        *map(chr, (0, 1, 7, 8, 14, 27, 127, 0xFFFE, 0xFFFF)),
        "&#27;",
        "&#27",
        "&#7;",
        "&#x1B;",
        "&#x1b",
        "&#0;",
        "&#xFFFF;",
    ],
)
def test_a_control_character_goes_and_the_page_stays(unseen: str) -> None:
    page = (
        f"<main title='a{unseen}b'><h1>Ya{unseen}rd</h1>{paragraphs()}<p>The ta{unseen}nk is&#32;Bob&#146;s.</p></main>"
    )
    text = text_of(html(page))
    assert text == text_of(html(page.replace(unseen, "")))
    assert text.startswith("# Yard\n")
    assert text.endswith("The tank is Bob’s.")


@pytest.mark.parametrize("tag", ["div", "b", "blockquote", "ul><li"])
@pytest.mark.parametrize("is_closed", [True, False])
def test_elements_too_deep_to_be_read_are_named_and_not_cut_off(tag: str, is_closed: bool) -> None:
    end = "".join(f"</{name}>" for name in reversed(tag.split("><")))
    page = html(f"{paragraphs()}{f'<{tag}>' * 20_000}<p>The tank is red.</p>{end * 20_000 if is_closed else ''}")
    with pytest.raises(ExtractFailed, match=r"parser limit: .*depth"):
        extract(page, "text/html", URL)


@pytest.mark.parametrize(
    ("head", "url", "published_on", "published_by"),
    [
        (
            "<meta property='article:published_time' content='2024-05-31T10:00:00Z'>",
            URL,
            "2024-05-31",
            "meta article:published_time",
        ),
        ("<meta name='date' content='2026-11-30'>", URL, "2026-11-30", "meta date"),
        (
            '<script type="application/ld+json">{"datePublished": "2023-01-02"}</script>',
            URL,
            "2023-01-02",
            "json-ld datePublished",
        ),
        ("<meta name='date' content='last spring'>", URL + "/2022/03/04/rule", "2022-03-04", "url"),
        ("<meta name='date' content='2024-02-31'>", URL + "/2022/rule", None, None),
    ],
)
def test_a_date_is_found_or_unknown_and_never_invented(
    head: str, url: str, published_on: str | None, published_by: str | None
) -> None:
    found = extract(html(f"<main>{paragraphs()}</main>", head), "text/html", url)
    assert (found.published_on, found.published_by) == (published_on, published_by)


def test_the_title_is_the_main_heading_else_the_page_title_without_the_site() -> None:
    assert extract(html(f"<main><h1>Tank rules</h1>{paragraphs()}</main>"), "text/html", URL).title == "Tank rules"
    assert extract(html(f"<main>{paragraphs()}</main>"), "text/html", URL).title == "Yard rules"


def test_a_pdf_tells_its_pages_and_its_reader() -> None:
    found = extract(pdf([lines(BODY)]), "text/html", URL)
    assert BODY[0] in found.text
    assert "pypdfium2" in found.extractor


def test_rtf_keeps_fields_tables_and_typographic_characters() -> None:
    source = (
        r"{\rtf1\ansi\ansicpg1252 " + r"\par ".join(BODY) + r"\par SUBCHAPTER I\par 12.4 Gate log.\par "
        r'Send it to {\field{\*\fldinst HYPERLINK "https://example.org/"}{\fldrslt the records desk}} in ten days.\par '
        r"The employer\'92s \'93log\'94 costs \u8364?5.\par \trowd\cellx1\cellx2 Gas\cell 19.5\cell\row }"
    )
    text = text_of(source, "application/rtf")
    assert "Send it to the records desk in ten days." in text
    assert "The employer’s “log” costs €5." in text
    assert "## SUBCHAPTER I\n\n### 12.4 Gate log.\n\n" in text
    assert "| Gas | 19.5 |" in text


def test_xml_of_any_vocabulary_gives_numbered_paragraphs_and_headings() -> None:
    source = (
        "<?xml version='1.0'?><rule xmlns='urn:x'><meta><date>2023-04-05</date><title>Yard rule</title></meta>"
        "<tableOfContents><entry>Not this</entry></tableOfContents><title><num>I</num><heading>Yards</heading>"
        "<section><subject>§ 1.1 Scope.</subject><paragraph marker='(a)'><title type='keyterm'>Logs.</title>"
        f"<content>{BODY[0]} See <ref>§ 2</ref>.</content></paragraph><para><num>(b)</num><text>{BODY[1]}</text></para>"
        f"<table><tr><td>Gas</td><td>19.5</td></tr></table><p>{BODY[2]}</p><p>{BODY[3]}</p><p>{BODY[4]}</p></section></title></rule>"
    )
    found = extract(source.encode(), "application/xml", URL)
    assert f"(a) Logs. {BODY[0]} See § 2.\n\n(b) {BODY[1]}" in found.text
    assert "# § 1.1 Scope." in found.text
    assert "| Gas | 19.5 |" in found.text
    assert "Not this" not in found.text
    assert (found.title, found.published_on) == ("Yard rule", "2023-04-05")


def test_an_xml_entity_reads_no_file() -> None:
    head = "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
    source = f"{head}<r><p>&x;</p><p>{' '.join(BODY)}</p></r>"
    assert "root:" not in text_of(source, "application/xml")


def test_markdown_is_read_as_its_reader_sees_it() -> None:
    source = (
        "---\ntitle: Yard rules\ndate: 2025-02-03\n---\n<!-- draft -->\n# Yards\n\n"
        + "\n".join(BODY)
        + "\n\nLimits\n------\n\n* the **log** of\n  the yard\n* the [key](https://example.org/(a)) of `gate_1`\n\n"
        "1. Vent it.\n2) Open it.\n\n"
        "| Gas | Limit |\n|-----|:-----:|\n| Oxygen | 19.5 &gt; |\n\n![map](x.png)\n{% include nav.html %}\n\n"
        "```sh\n# not a heading\n```\n\n<table><tr><td>Methane</td><td>10</td></tr></table>\n"
    )
    found = extract(source.encode(), "text/markdown", URL)
    assert (found.title, found.published_on) == ("Yard rules", "2025-02-03")
    assert found.text.startswith(
        "# Yards\n\n" + " ".join(BODY) + "\n\n## Limits\n\n- the log of the yard\n- the key of gate_1"
    )
    assert "1. Vent it.\n2) Open it." in found.text
    assert "| Gas | Limit |\n| Oxygen | 19.5 > |" in found.text
    assert "| Methane | 10 |" in found.text
    assert "\n    # not a heading" in found.text
    assert not any(mark in found.text for mark in ("draft", "map", "include", "https"))


def test_restructured_text_is_read_as_its_reader_sees_it() -> None:
    source = (
        ".. _yards:\n\nYards\n=====\n\n"
        + "\n".join(BODY)
        + "\n\nLimits\n------\n\nSee :ref:`the log <log>` and ``x``.\n\n"
        ".. image:: x.png\n   :alt: a map\n\n.. note::\n   Keep the key.\n\n- one thing\n  goes on\n- two\n\n"
        "+-----+-------+\n| Gas | Limit |\n+=====+=======+\n| Oxy | 19.5  |\n| gen |       |\n+-----+-------+\n"
    )
    text = text_of(source, "text/x-rst")
    assert text.startswith("# Yards\n\n" + " ".join(BODY) + "\n\n## Limits\n\nSee the log and x.\n\nKeep the key.\n\n")
    assert "- one thing goes on\n- two" in text
    assert "| Gas | Limit |\n| Oxy gen | 19.5 |" in text
    assert "map" not in text


def test_plain_text_and_tables_in_csv() -> None:
    wrapped = "\r\n".join(["The yard clerk shall keep the log of the yard for", "at least three years."])
    assert "log of the yard for at least three years." in text_of(
        wrapped + "\r\n\r\n" + "\r\n\r\n".join(BODY), "text/plain"
    )
    rows = "Gas,Limit\n" + '"Oxygen, pure",19.5\n' * 30
    assert text_of(rows, "text/csv").startswith("| Gas | Limit |\n| Oxygen, pure | 19.5 |")


SPANISH = (
    "El conductor que encuentra una fuga en el patio debe parar el camión y avisar a la sala de control de la planta. "
    * 12
)


@pytest.mark.parametrize(
    ("body", "media_type", "reason"),
    [
        (b"", "text/html", "empty"),
        (b" \n ", "application/pdf", "empty"),
        (html("<main><p>Too little.</p></main>"), "text/html", "near-empty"),
        (
            html("<h1>Page not found</h1>" + "<p>Sorry, use the search or go back to the front page.</p>" * 9),
            "text/html",
            "soft-404",
        ),
        (html(paragraphs(), "<title>404 - File or directory</title>"), "text/html", "soft-404"),
        (
            html(
                "<div id=root></div><script src=a.js></script>"
                "<noscript>You need to enable JavaScript to run this app.</noscript>"
            ),
            "text/html",
            "javascript shell",
        ),
        (html(f"<main><p>{SPANISH}</p></main>"), "text/html", "not english"),
        (("<main>" + "<p>运货司机发现泄漏时必须停车并立即通知控制室。</p>" * 40).encode(), "text/html", "not english"),
        (b"%PDF-1.4 nothing", None, "broken pdf"),
        (b"\x89PNG\r\n\x1a\n", "image/png", "unsupported type"),
        (b"\x00\x01" * 500, "text/html", "undecodable"),
        (("word " * (MAX_TEXT_CHARS // 5 + 1)).encode(), "text/plain", "too long"),
    ],
)
def test_what_cannot_be_evidence_is_refused_with_its_reason(body: bytes, media_type: str, reason: str) -> None:
    with pytest.raises(ExtractFailed, match=f"^{reason}: "):
        extract(body, media_type, URL)


def test_a_page_about_errors_is_no_error_page_and_a_table_of_numbers_is_no_language() -> None:
    assert text_of(html(f"<main><h1>Access control</h1>{paragraphs()}</main>"))
    assert text_of("State,Count\n" + "".join(f"S{n},{n * 37}\n" for n in range(200)), "text/csv")


def test_an_error_of_a_parser_is_a_value_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("orqa.evidence.extract.sniff_kind", broken)
    found = extract_in_worker(b"x", None, URL)
    assert isinstance(found, ExtractFailed)
    assert str(found) == "parser error: RecursionError: too deep"


def test_a_deep_and_long_page_takes_no_long_time() -> None:
    began = time.monotonic()
    body = html("<div>" * 400 + f"<p>{BODY[0]}</p>" * 5_000)
    assert isinstance(extract_in_worker(body, "text/html", URL), Extracted)
    assert time.monotonic() - began < 20
