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
import stat
import sys
from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from orqa.console import Reporter, complain, interruptible, ready_streams, show_result, writing
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
LONGEST_NAME, LONGEST_PATH = 255 - len("-journal"), 512 - len("-journal")
"""Bytes that file systems and SQLite allow the bank, whose companions have longer names."""
PARTS = frozenset((
    "run", "occupation", "quota", "publisher", "body", "document", "window", "card", "item", "verdict", "trial",
    "bank_version", "bank_item", "review", "llm_call", "work", "item_trace", "funnel", "rejection",
))  # fmt: skip
"""Tables and views of a whole bank (`orqa/models.py`, `orqa/views.sql`)."""
RUN_COLUMNS = ("bank_version", "fetched_at", "is_released")
"""What a bank's lines leave out, as in `orqa/versions.py`; both lists stand here too, since a build that has nothing
to do is done before those modules would be loaded."""


def target_number(text: str) -> int:
    """The number of items asked for: a whole number from 1 up."""
    number = whole_number(text)
    if not 1 <= number <= 100_000:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not between 1 and 100,000")
    return number


def seed_number(text: str) -> int:
    """A seed: a whole number that the bank can keep."""
    number = whole_number(text)
    if not -(2**63) <= number < 2**63:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not between -2**63 and 2**63 - 1")
    return number


def whole_number(text: str) -> int:
    """A whole number, with a complaint of one line."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number") from None


def bank_path(text: str) -> Path:
    """Where the bank is or may come to be: a file of its own, with a name that its companions can have too."""
    path = Path(text)
    if text == "" or str(path) == ":memory:":
        raise argparse.ArgumentTypeError(f"{text!r} names no file: give the path of an SQLite file")
    parts = [len(os.fsencode(part)) for part in path.parts]
    if max(parts, default=0) > LONGEST_NAME or len(os.fsencode(path.absolute())) > LONGEST_PATH:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r}...: too long: give a name of at most {LONGEST_NAME} bytes, {LONGEST_PATH} with its folders"
        )
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return path
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: cannot be used ({error.strerror})") from error
    if not is_file:
        raise argparse.ArgumentTypeError(f"{text}: this is no file: give the path of an SQLite file")
    return path


def occupation_codes(text: str) -> list[str]:
    """The codes between the commas, each once, without blanks."""
    codes = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not codes:
        raise argparse.ArgumentTypeError(f"{text!r} holds no SOC 2018 code")
    return codes


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on standard error and leave with exit code 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {' '.join(message.split())} (--help tells more)")

    def print_help(self, file: object = None) -> None:
        """Write the help to standard output; argparse itself would hide that it cannot be written."""
        with writing():
            sys.stdout.write(self.format_help())
            sys.stdout.flush()

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Leave, whether or not the message could be written."""
        if message:
            complain(message)
        sys.exit(status)


def parse_arguments(argv: Sequence[str] | None, settings: Settings) -> argparse.Namespace:
    """The command line; a wrong one ends with exit code 2 and one line."""
    parser = OneLineParser(prog="orqa build", description="Build a source-traceable bank of multiple-choice items.")
    parser.add_argument("--target", type=target_number, default=120, help="items wanted (default 120)")
    parser.add_argument("--whitelists", type=Path, help="folder of whitelist files (default: the bundled sample's)")
    parser.add_argument("--mirror", type=Path, help="folder of pages with a manifest.csv (default: the bundled sample)")
    parser.add_argument(
        "--engine", choices=("extractive",), default="extractive", help="who thinks (default extractive)"
    )
    parser.add_argument(
        "--bank", type=bank_path, default=str(DEFAULT_BANK), help=f"SQLite file (default {DEFAULT_BANK})"
    )
    parser.add_argument("--seed", type=seed_number, default=0, help="seed of every draw (default 0)")
    parser.add_argument("--occupations", type=occupation_codes, help="SOC 2018 codes, by commas (default all)")
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

    The bank must still say what it said, in its tables and in its lines. One that does not, or cannot be read so, is
    not done: the build opens it and makes it whole or says what is wrong with it.
    """
    sql = """
        SELECT r.id, v.version, v.content_sha256 FROM run r JOIN bank_version v ON v.version = r.bank_version
        WHERE r.id = (SELECT max(id) FROM run) AND r.input_sha256 = ? AND r.status IN ('done', 'short')
        AND NOT EXISTS (SELECT 1 FROM work WHERE run_id = r.id AND (status = 'planned' OR is_transient))
    """
    if not bank.is_file():
        return None
    try:
        with closing(sqlite3.connect(bank)) as connection:
            if connection.execute("PRAGMA user_version").fetchone() != (SCHEMA_VERSION,):
                return None
            found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            if PARTS - found:
                return None
            number, name, sha256 = connection.execute(sql, (input_sha256,)).fetchone() or (None, "", "")
            texts = [] if number is None else [content(connection, name), bank.with_name(f"{name}.jsonl").read_bytes()]
    except (sqlite3.Error, OSError, TypeError, ValueError):  # the last two: a value that no line can hold
        return None
    return number if all(sha256_hex(text) == sha256 for text in texts) else None


def content(connection: sqlite3.Connection, version: str) -> bytes:
    """The lines of a bank version as its tables give them now, by which it was named (`orqa/versions.py`)."""
    found = connection.execute("SELECT * FROM item_trace WHERE bank_version = ? ORDER BY position", (version,))
    names = [column[0] for column in found.description]
    rows = (dict(zip(names, row, strict=True)) for row in found)
    kept = ({name: value for name, value in row.items() if name not in RUN_COLUMNS} for row in rows)
    return "".join(f"{canonical_json(row)}\n" for row in kept).encode()


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
    ready_streams()
    settings = load_settings()
    try:
        with interruptible():
            arguments = parse_arguments(argv, settings)
            return DONE if build(arguments, settings, Reporter(arguments.quiet)) else SHORT
    except BadInput as error:
        complain(f"orqa build: {error}")
        return BAD_INPUT
    except BudgetSpent as error:
        complain(f"orqa build: {error}; run the same command to go on")
        return SPENT
    except OrqaError as error:
        complain(f"orqa build: {error}")
        return SHORT
    except KeyboardInterrupt:
        complain("orqa build: interrupted; what was committed is kept: run the same command to go on")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
