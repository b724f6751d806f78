"""Tables: which rows can be asked, how, and which other cells stand beside the right one."""

import pytest

from orqa.engines.extractive.tables import Row, find_rows, right_cell, stem_of, wrong_cells

HEAT = """| Food | Minimum inner heat |
| Rolled veal | 145 °F |
| Chopped goat | 155 °F |
| Stuffed squid | 165 °F |
| Baked yams | 135 °F |
| Eggs held hot | 140 °F |"""
MARKS = """| Mark | Meaning |
| Red cross | Danger of death by shock in a room |
| Blue disc | Ear muffs are worn at all times |
| White bar | No way out behind the gate |
| Green arrow | The way to the next exit |
| Black wave | Deep pit with water below |"""


def table(header: str, *rows: str) -> str:
    return "\n".join(f"| {line} |" for line in (header, *rows))


def test_a_value_is_asked_for_its_label() -> None:
    veal = find_rows(HEAT)[0]
    assert veal.reason_to_drop() is None
    assert stem_of(veal, "Under a rule") == "Under a rule, what is the minimum inner heat for the food “Rolled veal”?"
    assert right_cell(veal).text == "145 °F"
    assert veal.span.of(HEAT) == "| Rolled veal | 145 °F |"


def test_a_label_is_asked_for_its_description() -> None:
    disc = find_rows(MARKS)[1]
    assert disc.reason_to_drop() is None
    stem = "Under a rule, which mark is described as “Ear muffs are worn at all times”?"
    assert stem_of(disc, "Under a rule") == stem
    assert right_cell(disc).text == "Blue disc"


@pytest.mark.parametrize(
    ("header", "asked"),
    [
        ("AGE (years)", "the AGE for"),
        ("MAXIMUM AGE", "the maximum age for"),
        ("Maximum age (years)", "the maximum age for"),
    ],
)
def test_a_header_is_spoken_in_lower_case_without_its_bracket(header: str, asked: str) -> None:
    row = find_rows(table(f"Pupil | {header}", "Cub | 4", "Fox | 6", "Elk | 8", "Owl | 9"))[0]
    assert asked in stem_of(row, "Under a rule")


@pytest.mark.parametrize(
    "text",
    [
        table("Food | Heat", "Veal | 145 °F", "Goat | 155 °F", "Squid | 165 °F"),
        table("Food | Heat | Hours", "Veal | 1 | 2", "Goat | 3 | 4", "Squid | 5 | 6", "Yam | 7 | 8"),
        table("12 | Heat", "Veal | 1", "Goat | 2", "Squid | 3", "Yam | 4"),
        table("Food | Heat", "Veal | 1", "Goat | 1", "Squid | 3", "Yam | 4"),
        table("Food | Heat", "Veal | 1", "Veal | 2", "Squid | 3", "Yam | 4", "Kale | 5"),
        table("BC | Depth", "DC | 1", "EC | 2", "FC | 3", "GC | 4"),
        "Food and heat\n\nVeal 145\n",
    ],
    ids=[
        "too few rows",
        "three columns",
        "number as header",
        "few answers",
        "a label twice",
        "abbreviations",
        "no table",
    ],
)
def test_a_table_of_another_shape_gives_no_rows(text: str) -> None:
    assert find_rows(text) == []


def row(left: str, right: str, left_header: str = "Food", right_header: str = "Minimum heat") -> Row:
    (first, *_) = find_rows(
        table(f"{left_header} | {right_header}", f"{left} | {right}", "M n | 7", "O p | 8", "Q r | 9", "S t | 6")
    )
    return first


@pytest.mark.parametrize(
    ("reason", "faulty"),
    [
        ("cell length", row("Veal", "145 °F after a long rest in the oven")),
        ("cell length", row("Danger", "Stop", "Mark", "Meaning")),
        ("a timetable", row("Roll call", "9:30 to 10:00")),
        ("cell", row("Veal", "see page 4")),
        ("cell", row("Veal", "<b>145</b>")),
        ("cell", row("Veal in this oven", "145 °F")),
        ("cell", row("Veal", "from June 2019")),
        ("cell", row("Veal", "as hot as can be")),
        ("the label spells its description", row("GSR", "Go Slow Right", "Mark", "Meaning")),
        ("the label spells its description", row("pwd", "Enter your pwdfile to go on", "Key", "Meaning")),
        ("label and cell share a word", row("Heated veal", "heating to 145 °F")),
        ("header asks nothing", row("Ann Lee", "Head cook", "Name", "Role")),
        ("header asks nothing", row("Veal", "145 °F", right_header="Time to be in it or on it")),
    ],
)
def test_a_row_that_cannot_be_asked_is_dropped_with_its_reason(reason: str, faulty: Row) -> None:
    assert faulty.reason_to_drop() == f"table: {reason}"


@pytest.mark.parametrize("is_withheld", [False, True])
@pytest.mark.parametrize("text", [HEAT, MARKS], ids=["values", "labels"])
def test_wrong_cells_are_other_cells_of_the_column(text: str, is_withheld: bool) -> None:
    rows = find_rows(text)
    n_options = 0
    for asked in rows:
        for seed in range(10):
            options = wrong_cells(asked, stem_of(asked, "Under a rule"), is_withheld, seed, "card")
            if options is None:
                continue
            n_options += len(options)
            assert len({option.text for option in options}) == (4 if is_withheld else 3)
            assert {option.text for option in options} <= {other.answer for other in rows} - {asked.answer}
            assert not any(option.is_true for option in options)
            assert options == wrong_cells(asked, stem_of(asked, "Under a rule"), is_withheld, seed, "card")
    assert n_options > 0


def test_a_cell_of_another_form_or_one_that_stands_in_the_stem_is_left_out() -> None:
    text = table(
        "Food | Minimum time",
        "Veal | 3 hours",
        "Goat | 2 hours",
        "Ham | raw",
        "Yam | 5 hours",
        "Kale | 4 hours",
        "Rye | 9 days",
    )
    veal = find_rows(text)[0]
    stem = stem_of(veal, "Under a rule")
    assert {option.text for option in wrong_cells(veal, stem, False, 0, "card") or []} == {
        "2 hours",
        "5 hours",
        "4 hours",
    }
    assert wrong_cells(veal, f"{stem} Not 2 hours.", False, 0, "card") is None
