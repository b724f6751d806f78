"""Where the command meets its person: streams, interrupts, progress while the build runs, the report at its end."""

import io
import json
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, TextIO

from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from orqa.errors import BadInput

FUNNEL_COLUMNS = (
    "stage", "planned", "done", "passed", "rejected", "unscored", "failed", "not_run", "produced", "seconds", "calls",
    "cost_usd",
)  # fmt: skip
FLOOR_COLUMNS = ("solver", "n", "right", "null", "bound")
"""What a narrow terminal shows of the floors: the solvers without a column for every family."""
NARROW_FUNNEL_COLUMNS = ("stage", "planned", "passed", "rejected", "unscored", "failed", "not_run", "seconds")
NARROW = 110
"""Columns below which a terminal is narrow."""
FILE_COLUMNS = 160
_ANY_WIDTH = 100_000
_STOPPING = (signal.SIGINT, signal.SIGTERM)
FIRST_LOOK = "SELECT stem, key, quote, url FROM item_trace LIMIT 5"


def ready_streams() -> None:
    """Make the standard streams fit to write to: a closed one leads nowhere, and no text is beyond an encoding.

    A closed stream's number would else be given to the next file opened, the bank perhaps.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            os.set_inheritable(number, True)
            setattr(sys, name, os.fdopen(number, "r" if name == "stdin" else "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _silence(stream: TextIO) -> None:
    """Let a stream lead nowhere from now on, what it still holds too: the interpreter flushes it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


@contextmanager
def writing() -> Iterator[None]:
    """Write to standard output; a reader that went away is no fault, and the rest goes nowhere.

    Raises:
        BadInput: it cannot be written, as on a full disk.
    """
    try:
        yield
    except BrokenPipeError:
        _silence(sys.stdout)
    except OSError as error:
        _silence(sys.stdout)
        raise BadInput(
            f"standard output cannot be written ({error.strerror}): send it elsewhere and run again, nothing is lost"
        ) from error


def complain(line: str) -> None:
    """A line on standard error; where that cannot be written the exit code alone must tell."""
    try:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
    except OSError:
        _silence(sys.stderr)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C and a termination both raise one KeyboardInterrupt; what comes after it cannot disturb the ending."""
    before = {number: signal.getsignal(number) for number in _STOPPING}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:  # who started this said that it goes on, as nohup does
            signal.signal(number, _interrupt)
    is_interrupted = False
    try:
        yield
    except KeyboardInterrupt:
        is_interrupted = True
        raise
    finally:
        if not is_interrupted:
            for number, handler in before.items():
                signal.signal(number, handler)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    for number in _STOPPING:
        signal.signal(number, _pass_over)  # not SIG_IGN: Python complains of one that has already arrived
    raise KeyboardInterrupt


def _pass_over(_number: int, _frame: FrameType | None) -> None:
    """The ending is under way."""


class _Outlet(Console):
    """A console that outlives its reader: the build goes on and ends with its own exit code."""

    def on_broken_pipe(self) -> None:
        """Write nowhere from now on."""
        _silence(sys.stdout)


class Reporter:
    """Progress bars on a terminal, one plain line a stage elsewhere, nothing when quiet."""

    def __init__(self, is_quiet: bool) -> None:
        is_terminal = sys.stdout.isatty()
        self.console: Console = _Outlet(
            highlight=False, soft_wrap=not is_terminal, width=None if is_terminal else FILE_COLUMNS
        )
        self.is_quiet = is_quiet
        self._bars: dict[str, TaskID] = {}
        self._said: dict[str, tuple[int, int]] = {}
        self._progress = Progress(
            TextColumn("{task.description:>9}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self.console,
        )
        self._is_live = self.console.is_terminal and not is_quiet

    def __enter__(self) -> "Reporter":
        if self._is_live:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_live:
            self._progress.stop()

    def on_progress(self, stage: str, n_done: int, n_planned: int) -> None:
        """Show that a stage has done `n_done` of `n_planned` subjects."""
        if self._is_live:
            if stage not in self._bars:
                self._bars[stage] = self._progress.add_task(stage, total=n_planned)
            self._progress.update(self._bars[stage], completed=n_done, total=n_planned)
        elif not self.is_quiet and n_done == n_planned and self._said.get(stage) != (n_done, n_planned):
            self._said[stage] = (n_done, n_planned)
            self.always(f"{stage}: {n_done:,} of {n_planned:,}")

    def say(self, line: str = "") -> None:
        """A line, unless quiet."""
        if not self.is_quiet:
            self.always(line)

    def always(self, line: str) -> None:
        """A line, also when quiet."""
        with writing():
            self.console.print(line, markup=False)

    @property
    def is_narrow(self) -> bool:
        """Whether a terminal has too few columns for the wide tables."""
        return self.console.is_terminal and self.console.width < NARROW

    def table(
        self, title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], *, may_wrap: bool = True
    ) -> None:
        """A small table, unless quiet; numbers to the right. Texts may wrap on a terminal, never in a file."""
        if self.is_quiet or not rows:
            return
        may_wrap = may_wrap and self.console.is_terminal
        shown = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
        for number, name in enumerate(columns):
            is_number = all(isinstance(row[number], int | float) for row in rows)
            shown.add_column(name, justify="right" if is_number else "left", no_wrap=is_number or not may_wrap)
        for row in rows:
            shown.add_row(*(_cell(value) for value in row))
        if not may_wrap:
            shown.width = Measurement.get(self.console, self.console.options.update_width(_ANY_WIDTH), shown).maximum
        with writing():
            self.console.print(shown, crop=False)
            self.console.print()

    def funnel(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """The funnel in subjects, one line a stage."""
        columns = NARROW_FUNNEL_COLUMNS if self.is_narrow else FUNNEL_COLUMNS
        cells = [[row[name] for name in columns] for row in rows]
        self.table("Funnel (subjects a stage)", columns, cells, may_wrap=False)

    def floors(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """The floors, one line a solver."""
        places = [place for place, name in enumerate(columns) if name in FLOOR_COLUMNS or not self.is_narrow]
        cells = [[row[place] for place in places] for row in rows]
        title = "Shortcut floors (solvers that never read the source)"
        self.table(title, [columns[place] for place in places], cells, may_wrap=False)


def show_result(reporter: Reporter, path: Path) -> bool:
    """The latest run as it stands in the bank: the funnel, what is short and why, the floors, where the bank is.

    Returns whether the bank is full and no floor is broken.
    """
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        run = connection.execute("SELECT target, bank_version FROM run ORDER BY id DESC LIMIT 1").fetchone()
        target, version = run["target"], run["bank_version"]
        found = connection.execute("SELECT n_items, report FROM bank_version WHERE version = ?", (version,)).fetchone()
        funnel = [dict(row) for row in connection.execute("SELECT * FROM funnel")]
        reasons = [tuple(row) for row in connection.execute("SELECT * FROM rejection ORDER BY n DESC LIMIT 15")]
    report = json.loads(found["report"])
    reporter.funnel(funnel)
    reporter.table("Why subjects were turned away (most frequent)", ("stage", "reason", "n"), reasons)
    reporter.table("Quotas", ("group", "wanted", "in bank", "why short"), report["groups"])
    reporter.table("Short of what was asked", ("what", "wanted", "got", "why"), report["shortfalls"])
    reporter.floors(report["floor_columns"], report["floors"])
    reporter.always(f"{found['n_items']} of {target} items in bank version {version}: {path}")
    reporter.say(f"as JSON lines: {path.with_name(version + '.jsonl')}")
    reporter.say(f"to look at it: sqlite3 {path} '{FIRST_LOOK}'")
    for floor in report["broken_floors"]:
        reporter.always(f"a floor is broken: {floor}")
    return found["n_items"] >= target and not report["broken_floors"]


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
