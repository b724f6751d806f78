"""A PDF reads like its page: whole sentences, no running heads, tables as rows; what cannot be read says why."""

from pathlib import Path

import pytest
from made_documents import BODY, Placed, lines, pdf

from orqa.errors import ExtractFailed
from orqa.evidence.pdf import text_of


def test_a_sentence_that_crosses_a_page_is_whole_and_running_heads_are_out() -> None:
    pages = [
        [
            (72, 760, 8, "Yard Handbook 2026 - Part B"),
            *lines(["A driver who finds a leak shall stop the truck and"], 60),
            (300, 20, 8, f"Page {n} of 40"),
        ]
        for n in (7, 8, 9)
    ]
    pages[1][1] = (72, 700, 11, "warn the control room within five minutes.")
    pages[2][1] = (72, 700, 11, "Leave the keys in the cab.")
    text = text_of(pdf(pages))[0]
    assert "shall stop the truck and warn the control room within five minutes." in text
    assert "Page" not in text
    assert "Handbook" not in text


def test_roman_page_numbers_beside_a_title_are_running_heads_too() -> None:
    pages = [[*lines(BODY), (72, 20, 9, f"Planning Guide {n}")] for n in ("i", "ii", "iii", "iv")]
    assert "Planning Guide" not in text_of(pdf(pages))[0]


def test_lines_are_joined_to_paragraphs_and_gaps_part_them() -> None:
    page = [
        *lines(["The clerk shall keep the log of the yard for", "at least three years."]),
        *lines(["The key stays in the box."], 650),
    ]
    assert (
        text_of(pdf([page]))[0]
        == "The clerk shall keep the log of the yard for at least three years.\n\nThe key stays in the box."
    )


def test_a_word_parted_at_a_line_end_is_whole_and_a_true_hyphen_stays() -> None:
    page = lines(
        [
            "The crew must check the ventila-",
            "tion of the tank. A self-employed driver and another self-",
            "employed driver must sign the log.",
        ]
    )
    text = text_of(pdf([page]))[0]
    assert "the ventilation of the tank" in text
    assert "another self-employed driver" in text


def test_big_and_bold_lines_are_headings_and_bold_words_before_a_text_are_not() -> None:
    page = [
        (72, 740, 24, "Yard Rules"),
        (72, 715, 11, "*Tanks"),
        *lines(BODY),
        (72, 600, 11, "*Note."),
        (110, 600, 11, "The key stays in the box."),
    ]
    text = text_of(pdf([page]))[0]
    assert text.startswith("# Yard Rules\n\n### Tanks\n\n")
    assert "# Note" not in text


def test_bullets_and_enumerators_begin_items() -> None:
    page = lines(
        ["The crew must keep:", "\u2022 the log of the yard", "\u2022 the key of the gate", "(a) the plan of the yard"]
    )
    assert text_of(pdf([page]))[0].split("\n\n")[1:] == [
        "- the log of the yard",
        "- the key of the gate",
        "(a) the plan of the yard",
    ]


def test_wide_gaps_make_table_rows_and_dot_leaders_too() -> None:
    page: list[Placed] = [
        cell
        for y, row in (
            (700, ("Gas", "Limit", "Unit")),
            (686, ("Oxygen", "19.5", "percent")),
            (672, ("Methane", "10", "percent")),
        )
        for cell in ((72, y, 11, row[0]), (250, y, 11, row[1]), (400, y, 11, row[2]))
    ]
    page += lines(["Scope ........................ 3", "Tanks ........................ 9"], 600)
    text = text_of(pdf([page]))[0]
    assert "| Gas | Limit | Unit |\n| Oxygen | 19.5 | percent |\n| Methane | 10 | percent |" in text
    assert "| Scope | 3 |\n| Tanks | 9 |" in text


def test_two_columns_are_read_one_after_the_other() -> None:
    left = lines(["The driver shall stop the", "truck at the gate and wait"], x=72)
    right = lines(["for the clerk to sign the", "log of the yard."], x=330)
    assert (
        text_of(pdf([left + right]))[0]
        == "The driver shall stop the truck at the gate and wait for the clerk to sign the log of the yard."
    )


def test_a_broken_pdf_is_refused_by_name() -> None:
    with pytest.raises(ExtractFailed, match=r"^broken pdf: "):
        text_of(b"%PDF-1.4\n nothing behind it")


def test_encrypted_and_scanned_files_are_refused_by_name(shared: Path) -> None:
    pages = shared / "web" / "pages"
    with pytest.raises(ExtractFailed, match=r"^encrypted pdf: "):
        text_of((pages / "www.gocivilairpatrol.com/media/cms/ground_air_signals.pdf").read_bytes())
    with pytest.raises(ExtractFailed, match=r"^scanned pdf: "):
        text_of((pages / "www.energy.gov/sites/default/files/nepa/CX-determination-scan.pdf").read_bytes())
