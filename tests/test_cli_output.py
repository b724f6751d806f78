"""What a command writes, wherever it goes (closed, full, narrow or poor streams), how it stops, what it refuses."""

import argparse
import io
import os
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest
from build_cases.command import SMALL, command, environment, jsonl, latest_version, rows, start_build, value
from rich.console import Console
from test_cli_faults import assert_one_clear_line, build_here

import orqa.build
import orqa.versions
from orqa.build import finished_run
from orqa.console import FUNNEL_COLUMNS, NARROW_FUNNEL_COLUMNS, Reporter, show_result
from orqa.db import Bank, hold_bank
from orqa.settings import load_settings
from orqa.workers import _serve

INTERRUPTED = "orqa build: interrupted; what was committed is kept: run the same command to go on\n"
POOR = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def in_shell(redirected: str, *arguments: Any, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run the command under a shell, which sends its streams somewhere; `$?` of the command itself is the exit code."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", f'"$@" {redirected}', "bash", *command(*arguments)],
        env={**environment(), **variables}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("closed", [">&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_build_with_closed_streams_builds(closed: str, tmp_path: Path, small: Path) -> None:
    ended = in_shell(closed, *SMALL, "--bank", tmp_path / "orqa.sqlite")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert jsonl(tmp_path / "orqa.sqlite") == jsonl(small)
    assert rows(tmp_path / "orqa.sqlite", "PRAGMA integrity_check") == [{"integrity_check": "ok"}]


def test_a_fault_with_closed_streams_is_told_by_the_exit_code() -> None:
    assert in_shell(">&- 2>&-", "--seed", "x").returncode == 2
    assert in_shell("2>/dev/full", "--seed", "x").returncode == 2


@pytest.mark.parametrize("more", [(), ("--quiet",), ("--dry-run",), ("--help",)])
def test_a_full_standard_output_is_one_line(more: tuple[str, ...], small: Path) -> None:
    ended = in_shell(">/dev/full", *SMALL, "--bank", small, *more)
    assert ended.returncode == 2
    assert ended.stderr.startswith("orqa build: standard output cannot be written (No space left on device)")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("more", [(), ("--dry-run",), ("--help",)])
@pytest.mark.parametrize("reader", ["| head -1", "| true"])
def test_a_reader_that_goes_away_does_not_end_the_build(reader: str, more: tuple[str, ...], small: Path) -> None:
    ended = in_shell(reader, *SMALL, "--bank", small, *more)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_build_goes_on_without_its_reader(tmp_path: Path, small: Path) -> None:
    ended = in_shell("| head -1", *SMALL, "--bank", tmp_path / "orqa.sqlite")
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", 1)
    assert jsonl(tmp_path / "orqa.sqlite") == jsonl(small)


def test_no_path_is_beyond_an_encoding(tmp_path: Path) -> None:
    bank = tmp_path / "bänk → 銀行" / "orqa.sqlite"
    first = in_shell("", *SMALL, "--bank", bank, PYTHONIOENCODING="ascii")
    again = in_shell("", *SMALL, "--bank", bank, **POOR)
    assert (first.returncode, first.stderr) == (0, "")
    assert "b\\xe4nk" in first.stdout
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("nothing to do")
    for variables in (POOR, {"PYTHONIOENCODING": "ascii"}):
        fault = in_shell("", "--whitelists", tmp_path / "où", "--bank", bank, **variables)
        assert (fault.returncode, fault.stderr.count("\n")) == (2, 1)
        assert "no such folder" in fault.stderr


@pytest.mark.parametrize("sent", [(signal.SIGTERM,), (signal.SIGINT, signal.SIGINT), (signal.SIGTERM, signal.SIGINT)])
@pytest.mark.parametrize("is_group", [True, False])
def test_a_build_that_is_told_to_stop_says_one_line(
    is_group: bool, sent: tuple[signal.Signals, ...], tmp_path: Path
) -> None:
    bank = tmp_path / "orqa.sqlite"
    process = start_build("--target", 60, "--bank", bank, "--workers", 2)
    assert process.stdout is not None
    while "cards" not in process.stdout.readline():
        assert process.poll() is None
    for number in sent:
        (os.killpg if is_group else os.kill)(process.pid, number)
        time.sleep(0.002)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, INTERRUPTED)
    assert value(bank, "SELECT status FROM run") == "interrupted"


def test_a_command_leaves_the_signals_of_its_caller_as_they_were() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    assert orqa.build.main(["--dry-run", "--quiet"]) == 0
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_a_worker_whose_builder_went_away_ends_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    ours, theirs = Pipe()
    ours.close()
    _serve(theirs)
    assert capfd.readouterr().err == ""


def shown_at(width: int, bank: Path, *, is_terminal: bool = True) -> str:
    """The report of a bank on a terminal of so many columns."""
    reporter = Reporter(is_quiet=False)
    written = io.StringIO()
    reporter.console = Console(file=written, width=width, force_terminal=is_terminal, no_color=True, highlight=False)
    show_result(reporter, bank)
    return "".join(
        part.partition("m")[2] if number else part for number, part in enumerate(written.getvalue().split("\x1b["))
    )


def heading(shown: str, first: str) -> list[str]:
    """The words of the table heading that begins with a word."""
    return next(line.split() for line in shown.splitlines() if line.startswith(first))


@pytest.mark.parametrize("width", [40, 80, 109])
def test_a_narrow_terminal_shows_fewer_columns_whole(width: int, small: Path) -> None:
    shown = shown_at(width, small)
    assert tuple(heading(shown, "stage    planned")) == NARROW_FUNNEL_COLUMNS
    assert heading(shown, "solver") == ["solver", "n", "right", "null", "bound"]
    assert "most words of the other options  2" in shown
    assert "…" not in shown


@pytest.mark.parametrize(("width", "is_terminal"), [(110, True), (200, True), (80, False), (160, False)])
def test_a_wide_terminal_and_a_file_show_all_columns(width: int, is_terminal: bool, small: Path) -> None:
    shown = shown_at(width, small, is_terminal=is_terminal)
    assert tuple(heading(shown, "stage    planned")) == FUNNEL_COLUMNS
    assert "…" not in shown


def test_a_long_text_in_a_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    Reporter(is_quiet=False).table("t", ("why", "n"), [["word " * 100 + "end", 7]])
    assert "word " * 100 + "end  7\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE item SET stem = stem || ' '",
        "UPDATE card SET quote = 'said nobody'",
        "UPDATE occupation SET title = 'x'",
        "UPDATE card SET task = x'ff'",
        "UPDATE bank_item SET difficulty = 9e999",
        "DELETE FROM bank_item WHERE position = 1",
        "DROP TABLE trial",
        "DROP VIEW funnel",
    ],
)
def test_a_bank_that_says_something_else_now_is_not_done(statement: str, copy: Path) -> None:
    sha256 = value(copy, "SELECT input_sha256 FROM run")
    assert finished_run(copy, sha256) == 1
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute(statement)
    assert finished_run(copy, sha256) is None


def test_a_bank_whose_lines_were_changed_is_not_done(copy: Path) -> None:
    path = copy.with_name(f"{latest_version(copy)}.jsonl")
    path.write_bytes(path.read_bytes() + b"\n")
    assert finished_run(copy, value(copy, "SELECT input_sha256 FROM run")) is None


def test_blanks_and_repeats_among_occupations_are_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    plain, loose = (
        orqa.build.parse_arguments(["--occupations", text], load_settings()).occupations
        for text in ("47-2152,21-1021", " 47-2152 ,, 21-1021,47-2152, ")
    )
    assert plain == loose == ["47-2152", "21-1021"]
    ended = build_here(capsys, "--occupations", " 47-2152, 99-9999 ,,99-9999", "--dry-run")
    assert_one_clear_line(ended, "--occupations: 99-9999: no such")


@pytest.mark.parametrize("seed", [2**63 - 1, -(2**63)])
def test_the_outermost_seeds_can_be_kept(seed: int) -> None:
    assert orqa.build.seed_number(str(seed)) == seed


@pytest.mark.parametrize("n_bytes", [orqa.build.LONGEST_NAME, orqa.build.LONGEST_NAME + 1])
def test_the_longest_name_allowed_is_the_longest_that_works(n_bytes: int, tmp_path: Path) -> None:
    path = tmp_path / ("x" * n_bytes)
    if n_bytes > orqa.build.LONGEST_NAME:
        with pytest.raises(argparse.ArgumentTypeError, match="too long"):
            orqa.build.bank_path(str(path))
        return
    assert orqa.build.bank_path(str(path)) == path
    with hold_bank(path):
        Bank(path).close()


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("schema", [0, 1, 999])
@pytest.mark.parametrize("table", ["diary", "document"])
def test_the_file_of_another_program_is_left_alone(
    table: str, schema: int, mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "theirs.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute(f"PRAGMA user_version = {schema}")
        connection.execute(f"CREATE TABLE {table} (day, text)")
    kept = path.read_bytes()
    is_known = table == "diary" or schema == 0
    told = "not an ORQA bank" if is_known else "--bank"
    assert_one_clear_line(build_here(capsys, *SMALL, "--bank", path), str(path), told, "another --bank")
    assert path.read_bytes() == kept
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("table", ["verdict", "card", "run", "review", "work"])
def test_a_bank_that_lost_a_table_is_told_and_kept(table: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(f"DROP TABLE {table}")
    kept = copy.read_bytes()
    ended = build_here(capsys, *SMALL, "--bank", copy)
    assert_one_clear_line(ended, "changed by another program", f"table {table} is gone", "another --bank")
    assert copy.read_bytes() == kept


@pytest.mark.parametrize("view", ["item_trace", "funnel", "rejection"])
def test_a_view_that_was_dropped_is_made_again(view: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(f"DROP VIEW {view}")
    assert build_here(capsys, *SMALL, "--bank", copy).returncode == 0
    assert rows(copy, f"SELECT * FROM {view}")


def test_a_bank_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Bank(Path("a bank? #1 100%.sqlite")).close()
    assert [path.name for path in tmp_path.iterdir()] == ["a bank? #1 100%.sqlite"]


def test_lists_that_stand_twice_agree(tmp_path: Path) -> None:
    with closing(Bank(tmp_path / "b.sqlite")) as bank:
        parts = {row["name"] for row in bank.query("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    assert {name for name in parts if not name.startswith("sqlite_")} == orqa.build.PARTS
    assert orqa.versions.RUN_COLUMNS == orqa.build.RUN_COLUMNS
