"""The report of a bank: plain JSON values with the rows that the console shows."""

import json
from dataclasses import dataclass, field

from orqa.stats.report import bank_report
from orqa.text import canonical_json


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


@dataclass(frozen=True)
class Short:
    what: str
    wanted: int
    got: int
    why: str


@dataclass(frozen=True)
class Choice:
    shortfalls: tuple[Short, ...] = ()
    filled: dict[str, str] = field(default_factory=dict)


def rows_of(n: int, key_text: str = "ok") -> list[Row]:
    """Items of which the keyed option reads `key_text` and the others `ox`."""
    keys = [("ABCD" * n)[number] for number in range(n)]
    options = [tuple(key_text if letter == key else "ox" for letter in "ABCD") for key in keys]
    return [Row(f"i{n}", f"d{n}", "stem", options[n], key) for n, key in enumerate(keys)]  # type: ignore[arg-type]


def report_of(rows: list[Row], choice: Choice) -> dict[str, object]:
    return json.loads(canonical_json(bank_report(rows, rows, {"29": 40, "11": 2, "45": 0}, choice)))


def test_groups_tell_what_was_wanted_what_is_there_and_why_it_is_short() -> None:
    report = report_of(rows_of(40), Choice((Short("group 11", 2, 0, "no candidate"),)))
    assert report["groups"] == [["11", 2, 0, "no candidate"], ["29", 40, 40, ""]]
    assert report["shortfalls"] == [["group 11", 2, 0, "no candidate"]]


def test_a_broken_floor_is_one_line_and_marked_in_the_table() -> None:
    report = report_of(rows_of(60, "a very long option"), Choice())
    assert any("longest" in line and "bank" in line for line in report["broken_floors"])  # type: ignore[attr-defined]
    longest = next(row for row in report["floors"] if row[0] == "longest")  # type: ignore[attr-defined]
    assert longest[2].endswith("!")
    assert all(len(row) == len(report["floor_columns"]) for row in report["floors"])  # type: ignore[arg-type, attr-defined]


def test_an_empty_bank_has_a_report() -> None:
    report = report_of([], Choice())
    assert report["floors"] == []
    assert report["letters"] == dict.fromkeys("ABCDEF", 0)
