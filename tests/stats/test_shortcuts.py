"""Shortcut floors: each solver finds the tell it is made for, and nothing where there is none."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from orqa.stats.crossfit import fold_of
from orqa.stats.openbook import open_book_ceiling
from orqa.stats.shortcuts import Floor, chance, floors


@dataclass(frozen=True)
class Row:
    item_id: str
    document_id: str
    stem: str
    options: tuple[str, str, str, str]
    key: str
    family: str = "limit"
    category: str = "threshold"
    is_numeric: bool = False
    quote: str = ""
    soc_group: str = "29"


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """A text's first letter as a unit vector."""
    rows = np.zeros((len(texts), 128), dtype=np.float32)
    for place, text in enumerate(texts):
        rows[place, ord(text[0]) % 128] = 1.0
    return rows


def fair_rows(n: int) -> list[Row]:
    """Items whose options are alike in every way that a solver looks at."""
    draw = random.Random(7)
    return [
        Row(f"i{number:04d}", f"d{number}", f"x{number} stem", ("oa", "ob", "oc", "od"), draw.choice("AABBCCDDEF"))
        for number in range(n)
    ]


def with_key_text(rows: list[Row], text: str, other: str = "oth") -> list[Row]:
    """The rows with a tell in the keyed option."""
    told = []
    for row in rows:
        options = tuple(text if letter == row.key else f"{other}{letter}" for letter in "ABCD")
        told.append(replace(row, options=options))  # type: ignore[arg-type]
    return told


def floor_of(rows: list[Row], solver: str, family: str | None = None) -> Floor:
    return next(floor for floor in floors(rows, embed) if floor.solver == solver and floor.family == family)


def test_fair_items_break_no_floor() -> None:
    found = floors(fair_rows(400), embed)
    assert [floor for floor in found if floor.is_broken] == []


@pytest.mark.parametrize(
    ("solver", "text", "other"),
    [
        ("longest", "a very long option", "oth"),
        ("shortest", "a", "other"),
        ("most words of the stem", "stem", "oth"),
        ("odd one out", "zebra", "oth"),
        ("naive Bayes on option words", "always", "oth"),
    ],
)
def test_each_tell_breaks_the_floor_of_its_solver(solver: str, text: str, other: str) -> None:
    floor = floor_of(with_key_text(fair_rows(200), text, other), solver)
    assert floor.is_broken
    assert floor.score == pytest.approx(4 * floor.null)


def test_ties_share_the_score() -> None:
    rows = [replace(row, key="B") for row in fair_rows(8)]
    assert floor_of(rows, "longest").score == pytest.approx(0.25)


def test_the_null_and_the_bound_follow_the_banks_own_e_and_f() -> None:
    rows = [replace(row, key="ABCDABCDEF"[number % 10]) for number, row in enumerate(fair_rows(100))]
    floor = floor_of(rows, "longest")
    assert floor.null == pytest.approx(0.2)
    assert floor.bound == pytest.approx(0.2 + 3 * (0.2 * 0.8 / 100) ** 0.5)
    assert chance([]) == 0.0


def test_a_bank_of_fewer_than_twenty_items_breaks_no_floor() -> None:
    rows = with_key_text([replace(row, key="A") for row in fair_rows(19)], "a very long option")
    assert floor_of(rows, "longest").score == 1.0
    assert not floor_of(rows, "longest").is_broken


def test_middle_numbers_are_found_by_value_not_by_place() -> None:
    rows = [
        replace(row, is_numeric=True, options=("10 days", "1,000 days", "20 days", "30 days"), key="C")
        for row in fair_rows(30)
    ]
    assert floor_of(rows, "middle numbers").score == pytest.approx(0.5)
    assert floor_of(rows, "largest number").score == 0.0
    assert floor_of([replace(row, key="B") for row in rows], "largest number").score == 1.0


def test_the_format_solver_sees_that_list_questions_are_keyed_e() -> None:
    plain = [replace(row, key="ABCDF"[number % 5]) for number, row in enumerate(fair_rows(400))]
    listed = [
        replace(row, family="list", category="documentation", stem="which of these", key="E")
        if number % 6 == 0
        else row
        for number, row in enumerate(plain)
    ]
    assert not floor_of(plain, "format").is_broken
    assert floor_of(listed, "format").is_broken
    assert floor_of(listed, "format", "list").score == 1.0


def test_cross_fitting_never_learns_from_the_items_own_document() -> None:
    rows = [replace(row, document_id="one") for row in with_key_text(fair_rows(60), "always")]
    assert floor_of(rows, "naive Bayes on option words").score == pytest.approx(chance([row.key for row in rows]))
    assert {fold_of(f"d{number}") for number in range(100)} == {0, 1, 2, 3, 4}


def test_floors_do_not_depend_on_the_order_of_rows() -> None:
    rows = fair_rows(60)
    assert floors(rows, embed) == floors(rows[::-1], embed)


def test_an_empty_bank_has_no_floors() -> None:
    assert floors([], embed) == []


@pytest.mark.parametrize(
    ("key", "options", "is_found"),
    [
        ("B", ("10 days", "30 days", "45 days", "60 days"), True),
        ("F", ("10 days", "20 days", "45 days", "60 days"), True),
        ("E", ("a hard hat", "Within 30 days", "wear", "days."), True),
        ("A", ("3", "30 days", "45 days", "60 days"), False),
    ],
)
def test_the_open_book_reader_finds_what_stands_in_the_quote(
    key: str, options: tuple[str, str, str, str], is_found: bool
) -> None:
    row = replace(fair_rows(1)[0], key=key, options=options, quote="Wear a hard hat within 30\u00a0days.")
    assert open_book_ceiling([row]) == (int(is_found), 1)
