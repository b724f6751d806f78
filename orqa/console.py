"""What a person sees: progress while the build runs, and the report at its end."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

FUNNEL_COLUMNS = ("stage", "planned", "done", "passed", "rejected", "unscored", "failed", "not_run", "produced", "seconds", "calls", "cost_usd")
STAGES = ("fetch", "extract", "windows", "cards", "write", "gates", "pretest", "repair", "balance")


class Reporter:
    """Progress bars on a terminal, one plain line a stage elsewhere, nothing when quiet."""

    def __init__(self, is_quiet: bool) -> None:
        self.console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        self.is_quiet = is_quiet
        self._bars: dict[str, TaskID] = {}
        self._said: dict[str, tuple[int, int]] = {}
        self._progress = Progress(
            TextColumn("{task.description:>9}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=self.console
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
        self.table("Funnel (subjects a stage)", FUNNEL_COLUMNS, [[row[name] for name in FUNNEL_COLUMNS] for row in rows])


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
