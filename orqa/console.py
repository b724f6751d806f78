"""What a person sees: progress while the build runs, and the report at its end."""

import json
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

FUNNEL_COLUMNS = (
    "stage", "planned", "done", "passed", "rejected", "unscored", "failed", "not_run", "produced", "seconds", "calls",
    "cost_usd",
)  # fmt: skip
FILE_COLUMNS = 160
FIRST_LOOK = "SELECT stem, key, quote, url FROM item_trace LIMIT 5"


class Reporter:
    """Progress bars on a terminal, one plain line a stage elsewhere, nothing when quiet."""

    def __init__(self, is_quiet: bool) -> None:
        is_terminal = sys.stdout.isatty()
        self.console = Console(highlight=False, soft_wrap=not is_terminal, width=None if is_terminal else FILE_COLUMNS)
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
            self.console.print(f"{stage}: {n_done:,} of {n_planned:,}")

    def say(self, line: str = "") -> None:
        """A line, unless quiet."""
        if not self.is_quiet:
            self.console.print(line, markup=False)

    def always(self, line: str) -> None:
        """A line, also when quiet."""
        self.console.print(line, markup=False)

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """A small table, unless quiet; numbers to the right."""
        if self.is_quiet or not rows:
            return
        shown = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
        for number, name in enumerate(columns):
            is_number = all(isinstance(row[number], int | float) for row in rows)
            shown.add_column(name, justify="right" if is_number else "left")
        for row in rows:
            shown.add_row(*(_cell(value) for value in row))
        self.console.print(shown)
        self.console.print()

    def funnel(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """The funnel in subjects, one line a stage."""
        self.table(
            "Funnel (subjects a stage)", FUNNEL_COLUMNS, [[row[name] for name in FUNNEL_COLUMNS] for row in rows]
        )


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
    reporter.table("Shortcut floors (solvers that never read the source)", report["floor_columns"], report["floors"])
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
