"""`python -m orqa.build`: from official occupation data and whitelisted sources to a source-traceable question bank.

This file is the table of contents of the project. A build is one road:

    quotas      the wage bill shares the target over SOC groups and occupations          orqa/occupations
    gather      whitelist -> bodies -> frozen documents -> windows -> evidence cards      orqa/crawl, orqa/evidence
    write       one item a card: a stem, four content options, E and F                    orqa/items/write.py
    accept      nine gates, a closed-book pretest, repairs that are judged anew           orqa/items/gates
    balance     an integer program chooses the bank within caps and shares                orqa/items/balance.py
    freeze      invariants are checked, the version is named by its content               orqa/versions.py

`orqa/runs.py` drives along it: `run_build` goes from the inputs to the result, `fill_quotas` over ever more sources.
Every stage is a function from rows to rows (`orqa/gather.py`, `orqa/accept.py`) under a ledger (`orqa/stage.py`): a
build can be stopped at any moment and goes on where it was; the same inputs and seed give the same bank, and a build
that is done says so.
"""

import argparse
import os
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from orqa.console import Reporter, show_result
from orqa.crawl.mirror import open_mirror
from orqa.errors import BadInput, BudgetSpent, OrqaError
from orqa.settings import PACKAGE, SCHEMA_VERSION, Settings, load_settings
from orqa.text import canonical_json, sha256_hex

DONE, BAD_INPUT, SHORT, SPENT, INTERRUPTED = 0, 2, 3, 4, 130
DEFAULT_BANK = Path("bank/orqa.sqlite")
PARSERS_AND_SOLVERS = (
    "charset-normalizer", "lxml", "numpy", "pypdfium2", "scipy", "striprtf", "tokenizers",
    "trafilatura", "wordllama",
)  # fmt: skip
"""Packages whose version may change a text or a choice."""


def target_number(text: str) -> int:
    """The number of items asked for: a whole number from 1 up."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if not 1 <= number <= 100_000:
        raise argparse.ArgumentTypeError(f"{number} is not between 1 and 100,000")
    return number


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on standard error and leave with exit code 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (--help tells more)\n")


def parse_arguments(argv: Sequence[str] | None, settings: Settings) -> argparse.Namespace:
    """The command line; a wrong one ends with exit code 2 and one line."""
    parser = OneLineParser(prog="orqa build", description="Build a source-traceable bank of multiple-choice items.")
    parser.add_argument("--target", type=target_number, default=120, help="items wanted (default 120)")
    parser.add_argument("--whitelists", type=Path, help="folder of whitelist files (default: the bundled sample's)")
    parser.add_argument("--mirror", type=Path, help="folder of pages with a manifest.csv (default: the bundled sample)")
    parser.add_argument(
        "--engine", choices=("extractive",), default="extractive", help="who thinks (default extractive)"
    )
    parser.add_argument("--bank", type=Path, default=DEFAULT_BANK, help=f"SQLite file (default {DEFAULT_BANK})")
    parser.add_argument("--seed", type=int, default=0, help="seed of every draw (default 0)")
    parser.add_argument(
        "--occupations", type=lambda text: text.split(","), help="SOC 2018 codes, by commas (default all)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="worker processes (default: cores)")
    parser.add_argument("--dry-run", action="store_true", help="print the quotas and stop")
    parser.add_argument("--quiet", action="store_true", help="print only the result and errors")
    arguments = parser.parse_args(argv)
    if arguments.mirror is not None and arguments.whitelists is None:
        parser.error("--mirror needs --whitelists: which publishers of the mirror may be read")
    arguments.whitelists = arguments.whitelists or settings.whitelists_dir / "sample"
    arguments.mirror = arguments.mirror or settings.sample_dir
    if arguments.workers < 1:
        parser.error("--workers must be 1 or more")
    return arguments


def hash_inputs(arguments: argparse.Namespace, settings: Settings) -> str:
    """The hash of everything that can change the result: what was asked, the files read, the code and its parsers.

    The code stands for every recipe; of the mirror the manifest stands for the pages, and the pages themselves where
    it names no hash.

    Raises:
        BadInput: the mirror is not whole, or a file cannot be read.
    """
    mirror = open_mirror(arguments.mirror)
    read = [settings.onet_dir / "occupations.csv", *PACKAGE.rglob("*.py")]
    read += [path for path in arguments.whitelists.glob("*.y*ml") if path.is_file()]
    read += [*PACKAGE.glob("*.sql"), *(path for path in settings.prompts_dir.rglob("*") if path.is_file())]
    try:
        files = sorted((path.name, sha256_hex(path.read_bytes())) for path in read)
    except OSError as error:
        raise BadInput(f"{error.filename}: cannot be read ({error.strerror})") from error
    asked = [
        mirror.recipe,
        arguments.target,
        arguments.seed,
        arguments.engine,
        sorted(set(arguments.occupations or ())),
    ]
    packages = [f"{name} {version(name)}" for name in PARSERS_AND_SOLVERS]
    return sha256_hex(canonical_json([asked, files, packages, sys.version_info[:2]]))


def finished_run(bank: Path, input_sha256: str) -> int | None:
    """The number of the bank's latest run when it had these inputs and left nothing to do, else None.

    A bank that cannot be read so is nobody's: the build opens it and says what is wrong with it.
    """
    sql = """
        SELECT r.id, r.bank_version FROM run r JOIN bank_version v ON v.version = r.bank_version
        WHERE r.id = (SELECT max(id) FROM run) AND r.input_sha256 = ? AND r.status IN ('done', 'short')
        AND NOT EXISTS (SELECT 1 FROM work WHERE run_id = r.id AND (status = 'planned' OR is_transient))
    """
    if not bank.is_file():
        return None
    try:
        with closing(sqlite3.connect(bank)) as connection:
            if connection.execute("PRAGMA user_version").fetchone() != (SCHEMA_VERSION,):
                return None
            number, name = connection.execute(sql, (input_sha256,)).fetchone() or (None, None)
    except sqlite3.Error:
        return None
    return number if bank.with_name(f"{name}.jsonl").is_file() else None


def build(arguments: argparse.Namespace, settings: Settings, reporter: Reporter) -> bool:
    """Build, unless it is done already; returns whether the bank is full and no floor is broken."""
    input_sha256 = "" if arguments.dry_run else hash_inputs(arguments, settings)
    number = finished_run(arguments.bank, input_sha256) if input_sha256 else None
    if number is not None:
        reporter.say(f"nothing to do: same inputs as run {number}")
        return show_result(reporter, arguments.bank)
    from orqa.runs import run_build  # its imports take longer than all that stands above

    return run_build(arguments, settings, reporter, input_sha256)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; what a user can mend is one line on standard error."""
    settings = load_settings()
    arguments = parse_arguments(argv, settings)
    reporter = Reporter(arguments.quiet)
    try:
        return DONE if build(arguments, settings, reporter) else SHORT
    except BadInput as error:
        sys.stderr.write(f"orqa build: {error}\n")
        return BAD_INPUT
    except BudgetSpent as error:
        sys.stderr.write(f"orqa build: {error}; run the same command to go on\n")
        return SPENT
    except OrqaError as error:
        sys.stderr.write(f"orqa build: {error}\n")
        return SHORT
    except KeyboardInterrupt:
        sys.stderr.write("orqa build: interrupted; what was committed is kept: run the same command to go on\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
