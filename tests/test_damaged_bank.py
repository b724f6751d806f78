"""A bank that another program has changed is told so, and never built upon."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from build_cases.command import build

ASKED = ("--target", 3, "--occupations", "13-2011,29-1051,47-2152,21-1021", "--quiet")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bank")
    assert build(*ASKED, "--bank", folder / "orqa.sqlite").returncode == 0
    return folder


@pytest.fixture
def bank(built: Path, tmp_path: Path) -> Path:
    shutil.copytree(built, tmp_path / "copy")
    return tmp_path / "copy" / "orqa.sqlite"


def change(bank: Path, statement: str) -> None:
    with closing(sqlite3.connect(bank)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM card WHERE rowid % 2",
        'DELETE FROM "window"',
        "DELETE FROM body",
        "UPDATE document SET text = text || ' '",
    ],
)
def test_rows_taken_or_changed_by_others_end_the_build_with_one_line(bank: Path, statement: str) -> None:
    change(bank, statement)
    ended = build(*ASKED, "--bank", bank, "--seed", 5)
    assert ended.returncode == 2
    assert "another program changed" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_bodies_that_are_gone_are_kept_again(bank: Path) -> None:
    shutil.rmtree(bank.parent / "bodies")
    assert build(*ASKED, "--bank", bank, "--seed", 5).returncode == 0
    with closing(sqlite3.connect(bank)) as connection:
        hashes = [row[0] for row in connection.execute("SELECT body_sha256 FROM body")]
    assert hashes
    assert all((bank.parent / "bodies" / name[:2] / name).is_file() for name in hashes)
