"""The documents say what is so: commands, options, exit codes, files and SQL of the README."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import orqa.build
from orqa.__main__ import COMMANDS
from orqa.db import Bank
from orqa.settings import load_settings

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_option_of_the_command_stands_in_the_readme_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        orqa.build.parse_arguments(["--help"], load_settings())
    offered = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    section = README[README.index("## The command") : README.index("Exit codes")]
    assert set(re.findall(r"--[a-z-]+", section)) == offered


def test_every_make_target_in_the_readme_exists() -> None:
    asked = set(re.findall(r"`?make ([a-z]+)", README))
    assert {"bank", "test"} <= asked
    assert asked <= set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


def test_every_file_named_in_the_readme_exists() -> None:
    named = re.findall(r"`((?:docs|onet|orqa|whitelists|tests)/[\w./-]+)`", README)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_sql_of_the_readme_runs_on_a_bank(tmp_path: Path) -> None:
    path = tmp_path / "orqa.sqlite"
    Bank(path).close()
    script = re.search(r"```sql\n(.*?)```", README, re.DOTALL)
    assert script is not None
    statements = [part for part in re.split(r";\n", script.group(1)) if part.strip()]
    assert len(statements) == 4
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            if "INSERT" in statement:  # an empty bank has no item to review
                with pytest.raises(sqlite3.IntegrityError, match=r"review\.item_id"):
                    connection.execute(statement)
            else:
                connection.execute(statement)


def test_every_command_is_listed_with_its_purpose(capsys: pytest.CaptureFixture[str]) -> None:
    from orqa.__main__ import main

    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown and purpose in shown for name, (_, purpose) in COMMANDS.items())
    assert main(["nonsense"]) == 2


def test_decisions_are_numbered_and_say_what_would_change_them() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [page.name[:4] for page in pages] == [f"{number:04d}" for number in range(1, len(pages) + 1)]
    assert all("would change our mind" in page.read_text(encoding="utf-8") for page in pages)
