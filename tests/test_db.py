"""The bank file: creation, schema version, locks, faults, and reviewers beside a build."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import Session, select

from orqa.db import SCHEMA_VERSION, Bank, add_new, hold_bank, readable_faults
from orqa.errors import BadInput
from orqa.models import Occupation

TABLES = {
    "run", "occupation", "quota", "publisher", "document", "window", "card", "item", "verdict", "trial", "bank_version",
    "bank_item", "review", "llm_call", "work", "body",
}  # fmt: skip


def test_a_new_bank_has_the_fixed_tables_and_views_and_wal(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "bank.sqlite"
    with closing(Bank(path)) as bank:
        names = {(row["type"], row["name"]) for row in bank.query("SELECT type, name FROM sqlite_master")}
        assert {name for kind, name in names if kind == "table"} >= TABLES
        assert {name for kind, name in names if kind == "view"} == {"item_trace", "funnel", "rejection"}
        assert bank.query("PRAGMA journal_mode") == [{"journal_mode": "wal"}]
        assert bank.query("PRAGMA user_version") == [{"user_version": SCHEMA_VERSION}]


def test_opening_again_keeps_the_rows(tmp_path: Path) -> None:
    for _ in range(2):
        with closing(Bank(tmp_path / "b.sqlite")) as bank, bank.write() as session:
            add_new(session, [Occupation(soc_code="11-1011", title="Chief Executives", soc_group="11")])
    with closing(Bank(tmp_path / "b.sqlite")) as bank, bank.read() as session:
        assert [row.title for row in session.exec(select(Occupation))] == ["Chief Executives"]


def _add_and_fail(session: Session) -> None:
    add_new(session, [Occupation(soc_code="11-1011", title="x", soc_group="11")])
    raise ZeroDivisionError


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    with closing(Bank(tmp_path / "b.sqlite")) as bank:
        with pytest.raises(ZeroDivisionError), bank.write() as session:
            _add_and_fail(session)
        assert bank.query("SELECT * FROM occupation") == []


def test_foreign_keys_hold(tmp_path: Path) -> None:
    with (
        closing(Bank(tmp_path / "b.sqlite")) as bank,
        pytest.raises(Exception, match="FOREIGN KEY"),
        bank.write() as session,
    ):
        session.connection().exec_driver_sql(
            "INSERT INTO review (item_id, reviewer, verdict) VALUES ('none', 'me', 'keep')"
        )


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite"
    Bank(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(BadInput, match="use a newer ORQA"):
        Bank(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION + 1,)


@pytest.mark.parametrize("content", [b"not a database, just a text " * 50, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_sound_database_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "b.sqlite"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="not a sound SQLite file") as caught:
        Bank(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def _fill_the_disk(session: Session) -> None:
    pages = session.connection().exec_driver_sql("PRAGMA page_count").scalar_one()
    session.connection().exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    add_new(session, [Occupation(soc_code="11-1021", title="x" * 500_000, soc_group="11")])


def test_a_full_disk_is_one_clear_line_and_keeps_what_was_committed(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite"
    with closing(Bank(path)) as bank:
        with bank.write() as session:
            add_new(session, [Occupation(soc_code="11-1011", title="kept", soc_group="11")])
        with pytest.raises(BadInput, match="disk is full"), readable_faults(path), bank.write() as session:
            _fill_the_disk(session)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT title FROM occupation").fetchall() == [("kept",)]


def test_a_bank_is_built_by_one_build_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite"
    code = f"from pathlib import Path\nfrom orqa.db import hold_bank\nwith hold_bank(Path({str(path)!r})): pass"
    with hold_bank(path):
        held = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "another build is using this bank" in held.stderr
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_reviews_are_only_added(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite"
    Bank(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO review (item_id, reviewer, verdict) VALUES ('i', 'me', 'keep')")
        assert connection.execute("SELECT reviewed_at LIKE '20__-__-__T__:__:__Z' FROM review").fetchone() == (1,)
        for statement in ("UPDATE review SET verdict = 'drop'", "DELETE FROM review"):
            with pytest.raises(sqlite3.IntegrityError, match="only added"):
                connection.execute(statement)


REVIEWER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=30)
for number in range(100):
    with connection:
        connection.execute(
            "INSERT INTO review (item_id, reviewer, verdict) VALUES (?, 'second process', 'keep')", (f"i{number}",)
        )
print("done")
"""


def test_a_second_process_writes_reviews_while_a_build_writes(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite"
    with closing(Bank(path)) as bank:
        reviewer = subprocess.Popen([sys.executable, "-c", REVIEWER, str(path)], stdout=subprocess.PIPE, text=True)
        for number in range(300):
            with bank.write() as session:
                session.exec(select(Occupation)).all()
                add_new(session, [Occupation(soc_code=f"{number}", title="x", soc_group="11")])
        output, _ = reviewer.communicate(timeout=60)
        assert output == "done\n"
        assert bank.query("SELECT count(*) AS n FROM review") == [{"n": 100}]
        assert bank.query("SELECT count(*) AS n FROM occupation") == [{"n": 300}]


def test_writers_that_read_first_wait_for_each_other(tmp_path: Path) -> None:
    with closing(Bank(tmp_path / "b.sqlite")) as bank:
        faults: list[Exception] = []

        def write(name: str) -> None:
            try:
                for number in range(30):
                    with bank.write() as session:
                        session.exec(select(Occupation)).all()
                        add_new(session, [Occupation(soc_code=f"{name}{number}", title="x", soc_group="11")])
            except Exception as error:  # noqa: BLE001 - whatever a thread meets is told by the test
                faults.append(error)

        threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        assert bank.query("SELECT count(*) AS n FROM occupation") == [{"n": 90}]
