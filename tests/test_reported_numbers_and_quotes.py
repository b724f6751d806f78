"""Troubles reported of this kind of software, as small inputs: those that no other test takes from the file."""

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from orqa import mcq
from orqa.db import Bank, add_new
from orqa.models import Occupation
from orqa.quantities import find_quantities
from orqa.text import locate_quote


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, dict[str, Any]]:
    lines = (shared / "cases" / "reported_troubles.jsonl").read_text(encoding="utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


def test_both_bounds_of_a_range_are_values_and_nothing_between(cases: dict[str, dict[str, Any]]) -> None:
    case = cases["PR-NUM-01"]
    values = [quantity.value for quantity in find_quantities(case["input"])]
    assert values == case["expect"]["values"]
    assert not set(values) & set(case["expect"]["never"])


def test_a_quote_in_other_signs_is_located_over_its_whole(cases: dict[str, dict[str, Any]]) -> None:
    case = cases["PR-QUO-05"]
    given = json.loads(case["input"])
    assert list(locate_quote(given["text"], given["quote"])) == case["expect"]["span"]


def test_the_last_declared_letter_counts(cases: dict[str, dict[str, Any]]) -> None:
    case = cases["PR-LET-01"]
    assert mcq.parse_choice(case["input"]) == case["expect"]["letter"]


def test_a_writer_that_read_before_waits_for_another(cases: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    assert cases["PR-SQL-01"]["expect"] == {"error": None}
    with closing(Bank(tmp_path / "orqa.sqlite")) as bank:
        is_reading = threading.Event()

        def other() -> None:
            is_reading.wait()
            with closing(sqlite3.connect(bank.path, timeout=30)) as connection, connection:
                connection.execute(
                    "INSERT INTO occupation (soc_code, title, soc_group, flags) VALUES ('b', 'b', '11', '')"
                )

        thread = threading.Thread(target=other)
        thread.start()
        with bank.write() as session:
            session.exec(select(Occupation)).all()
            is_reading.set()
            add_new(session, [Occupation(soc_code="a", title="a", soc_group="11")])
        thread.join()
        assert [row["soc_code"] for row in bank.query("SELECT soc_code FROM occupation ORDER BY 1")] == ["a", "b"]
