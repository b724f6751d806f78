"""The real build command in a process of its own, on small banks."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLE = ROOT / "orqa" / "sample"
WHITELISTS = ROOT / "whitelists" / "sample"
TIMEOUT_S = 240

SMALL = ("--target", 2, "--occupations", "47-2152,21-1021", "--workers", 1)
"""The arguments of a bank of two items."""
TWENTY = (
    "11-3031,11-9021,13-1071,13-2011,15-1212,15-1252,17-2051,21-1021,23-1011,25-2021,"
    "29-1051,29-1141,31-9091,33-2011,35-1012,37-2011,41-2031,43-3031,47-2061,53-3032"
)
"""Occupations that about twenty pages of the sample speak to."""


def command(*arguments: Any) -> list[str]:
    """The command line of a build."""
    return [sys.executable, "-m", "orqa.build", *map(str, arguments)]


def environment(package_root: Path = ROOT) -> dict[str, str]:
    """The environment of the command: the package is found in any working folder, and its bytecode is kept."""
    return {**os.environ, "PYTHONPATH": str(package_root), "PYTHONDONTWRITEBYTECODE": ""}


def build(*arguments: Any, package_root: Path = ROOT, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Run a build to its end."""
    return subprocess.run(
        command(*arguments),
        env=environment(package_root),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
        **options,
    )


def start_build(*arguments: Any) -> "subprocess.Popen[str]":
    """Start a build in a process group of its own, as a terminal would."""
    return subprocess.Popen(
        command(*arguments),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def rows(bank: Path, sql: str, *values: Any) -> list[dict[str, Any]]:
    """The rows of a query, as any reader of the file sees them."""
    with closing(sqlite3.connect(bank, timeout=30)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(sql, values)]


def value(bank: Path, sql: str, *values: Any) -> Any:
    """The one value of a query."""
    return next(iter(rows(bank, sql, *values)[0].values()))


def latest_version(bank: Path) -> str:
    """The bank version of the latest run."""
    return str(value(bank, "SELECT bank_version FROM run ORDER BY id DESC LIMIT 1"))


def jsonl(bank: Path) -> bytes:
    """The lines of the latest run's bank version."""
    return bank.with_name(f"{latest_version(bank)}.jsonl").read_bytes()


def lines(bank: Path) -> list[dict[str, Any]]:
    """The same, read."""
    return [json.loads(line) for line in jsonl(bank).decode().splitlines()]


def n_commits(bank: Path) -> int:
    """How many steps were done and kept, over all runs."""
    return int(value(bank, "SELECT sum(n_commits) FROM work"))
