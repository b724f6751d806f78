"""What a user can get wrong, and what a machine can do: exit code 2, one clear line, and nothing lost."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from build_cases.command import ROOT, SAMPLE, WHITELISTS, build, command, environment, jsonl, latest_version, value

from orqa.db import hold_bank

SMALL = ("--target", 2, "--occupations", "47-2152,21-1021", "--workers", 1)
NOBODY = 65534


def assert_one_clear_line(ended: "CompletedProcess[str]", *told: str) -> None:
    """Exit code 2, and one line on standard error that tells all of this."""
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith("orqa build: ")
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert [words for words in told if words not in ended.stderr] == [], ended.stderr


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank of two items; tests only look at it, or work on a copy."""
    bank = tmp_path_factory.mktemp("small") / "orqa.sqlite"
    assert build(*SMALL, "--bank", bank, "--quiet").returncode == 0
    return bank


@pytest.fixture
def copy(small: Path, tmp_path: Path) -> Path:
    """A copy of the small bank to break."""
    shutil.copytree(small.parent, tmp_path / "copy")
    return tmp_path / "copy" / small.name


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, Path]:
    """Copies of the sample's whitelists and mirror to break."""
    shutil.copytree(WHITELISTS, tmp_path / "whitelists")
    shutil.copytree(SAMPLE, tmp_path / "mirror")
    return {"--whitelists": tmp_path / "whitelists", "--mirror": tmp_path / "mirror"}


def flat(folders: dict[str, Path]) -> list[Any]:
    return [part for pair in folders.items() for part in pair]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--target", "0"), ("--target", "0 is not between 1")),
        (("--target", "-1"), ("--target", "-1 is not between 1")),
        (("--target", "many"), ("--target", "'many' is not a whole number")),
        (("--target", "1.5"), ("--target", "'1.5' is not a whole number")),
        (("--workers", "0"), ("--workers must be 1 or more",)),
        (("--workers", "two"), ("--workers", "'two'")),
        (("--seed", "x"), ("--seed", "'x'")),
        (("--engine", "oracle"), ("--engine", "'oracle'", "extractive")),
        (("--mirror", SAMPLE), ("--mirror needs --whitelists",)),
        (("--traget", "5"), ("--traget",)),
        (("--occupations", "47-2152,99-9999"), ("--occupations", "99-9999", "no such SOC 2018 code")),
        (("--occupations", "plumbers"), ("--occupations", "plumbers", "no such SOC 2018 code")),
        (("--whitelists", "nowhere"), ("nowhere", "no such folder")),
        (("--whitelists", WHITELISTS, "--mirror", "nowhere"), ("nowhere", "no such folder", "manifest.csv")),
    ],
)
def test_a_wrong_argument_is_named(arguments: tuple[Any, ...], told: tuple[str, ...], tmp_path: Path) -> None:
    assert_one_clear_line(build(*arguments, cwd=tmp_path), *told)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("is_dry_run", [True, False])
def test_a_wrong_argument_is_named_in_a_dry_run_too(is_dry_run: bool, folders: dict[str, Path], tmp_path: Path) -> None:
    (folders["--mirror"] / "manifest.csv").unlink()
    more = ("--dry-run",) if is_dry_run else ()
    ended = build(*flat(folders), "--bank", tmp_path / "orqa.sqlite", *more)
    assert_one_clear_line(ended, "manifest.csv", "no such file")
    assert not (tmp_path / "orqa.sqlite").exists()


def test_a_manifest_that_names_absent_files_is_refused(folders: dict[str, Path], tmp_path: Path) -> None:
    page = next(folders["--mirror"].rglob("*.html"))
    page.unlink()
    assert_one_clear_line(build(*flat(folders), "--bank", tmp_path / "b.sqlite"), "manifest.csv", page.name)
    assert not (tmp_path / "b.sqlite").exists()


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("  licence:", "  license:", ("federal.yaml:", "license", "licence")),
        ("- 47-2152", "- 47-9999", ("federal.yaml:", "unknown SOC code '47-9999'")),
    ],
)
def test_a_typo_in_a_whitelist_is_named_with_file_and_line(
    before: str, after: str, told: tuple[str, ...], folders: dict[str, Path], copy: Path
) -> None:
    file = folders["--whitelists"] / "federal.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    kept = copy.read_bytes()
    ended = build(*flat(folders), "--bank", copy)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    assert [words for words in told if words not in ended.stderr.splitlines()[0]] == []
    assert copy.read_bytes() == kept


def test_a_whitelist_folder_without_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    ended = build("--whitelists", tmp_path / "empty", "--bank", tmp_path / "b.sqlite")
    assert_one_clear_line(ended, "empty", "no YAML file")


def test_a_bank_of_a_newer_schema_is_left_alone(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA user_version = 999")
    kept = copy.read_bytes()
    assert_one_clear_line(build(*SMALL, "--bank", copy), str(copy), "999", "newer ORQA", "--bank")
    assert copy.read_bytes() == kept


def test_a_bank_that_another_build_holds_is_left_alone(copy: Path) -> None:
    kept = copy.read_bytes()
    with hold_bank(copy):
        ended = build(*SMALL, "--seed", 5, "--bank", copy)
    assert_one_clear_line(ended, str(copy), "another build")
    assert copy.read_bytes() == kept
    assert build(*SMALL, "--bank", copy).returncode == 0


@pytest.mark.parametrize("content", [b"a letter to a friend " * 400, b"SQLite format 3\x00" + b"\xff" * 9000])
def test_a_file_that_is_no_bank_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "orqa.sqlite"
    path.write_bytes(content)
    assert_one_clear_line(build(*SMALL, "--bank", path), str(path), "not a sound SQLite file")
    assert path.read_bytes() == content


def test_a_damaged_bank_is_told_and_kept(copy: Path) -> None:
    damaged = bytearray(copy.read_bytes())
    damaged[4096 : len(damaged) // 2] = b"\xa5" * (len(damaged) // 2 - 4096)
    copy.write_bytes(damaged)
    assert_one_clear_line(build(*SMALL, "--bank", copy), str(copy), "not a sound SQLite file")


def test_a_folder_is_no_bank(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert_one_clear_line(build(*SMALL, "--bank", tmp_path / "folder"), str(tmp_path / "folder"), "--bank")
    assert list((tmp_path / "folder").iterdir()) == []


def test_a_bank_under_a_file_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert_one_clear_line(build(*SMALL, "--bank", tmp_path / "file" / "orqa.sqlite"), "file", "--bank")
    assert (tmp_path / "file").read_text() == "mine"


def run_unprivileged(*arguments: Any) -> "CompletedProcess[str]":
    """Run a build as a user whom permissions bind; skips where that user cannot read the code."""
    if os.geteuid() != 0:
        return build(*arguments)
    probe = [sys.executable, "-c", "import orqa.build"]
    options: dict[str, Any] = {"env": environment(), "user": NOBODY, "group": NOBODY, "extra_groups": [], "cwd": "/"}
    if subprocess.run(probe, capture_output=True, check=False, **options).returncode:
        pytest.skip("nobody cannot read the code here")
    return build(*arguments, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/")


@pytest.fixture
def open_path(tmp_path: Path) -> Iterator[Path]:
    """`tmp_path`, with every folder above it open to all users while the test runs."""
    changed = [
        (folder, folder.stat().st_mode)
        for folder in (tmp_path, *tmp_path.parents)
        if folder.owner() != "root" or str(folder).startswith(str(tmp_path.parent.parent))
    ]
    for folder, mode in changed:
        folder.chmod(mode | stat.S_IXOTH | stat.S_IROTH)
    yield tmp_path
    for folder, mode in changed:
        folder.chmod(mode)


def test_a_read_only_folder_is_told(open_path: Path) -> None:
    folder = open_path / "read-only"
    folder.mkdir()
    folder.chmod(0o555)
    ended = run_unprivileged(*SMALL, "--bank", folder / "orqa.sqlite")
    assert_one_clear_line(ended, str(folder), "--bank")
    assert list(folder.iterdir()) == []


def test_a_read_only_bank_is_told_and_kept(small: Path, open_path: Path) -> None:
    folder = open_path / "read-only"
    shutil.copytree(small.parent, folder)
    kept = (folder / small.name).read_bytes()
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555)
    ended = run_unprivileged(*SMALL, "--seed", 3, "--bank", folder / small.name)
    assert_one_clear_line(ended, str(folder), "--bank")
    assert (folder / small.name).read_bytes() == kept


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes; skips where none can be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_told_and_what_was_done_is_kept(small_disk: Path) -> None:
    bank = small_disk / "orqa.sqlite"
    asked = ("--target", 30, "--bank", bank, "--quiet")
    ended = build(*asked)
    assert_one_clear_line(ended, "disk", "run again")
    with closing(sqlite3.connect(bank)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        n_done = connection.execute("SELECT count(*) FROM work WHERE n_commits = 1").fetchone()[0]
    assert n_done > 0
    subprocess.run(["mount", "-o", "remount,size=200m", str(small_disk)], check=True)
    assert build(*asked).returncode == 0
    assert value(bank, "SELECT max(n_commits) FROM work") == 1


def test_a_limit_on_file_size_is_told_and_what_was_done_is_kept(tmp_path: Path) -> None:
    bank = tmp_path / "orqa.sqlite"
    limited = "import resource, sys, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, 700_000)); "
    limited += "sys.argv[0] = 'build'; runpy.run_module('orqa.build', run_name='__main__')"
    asked = command("--target", 30, "--bank", bank, "--quiet", "--workers", 1)[3:]
    ended = subprocess.run(
        [sys.executable, "-c", limited, *asked], env=environment(), capture_output=True, text=True, check=False
    )
    assert_one_clear_line(ended, str(tmp_path), "run again")
    with closing(sqlite3.connect(bank)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_bank_is_opened_by_a_relative_path_with_odd_characters(small: Path, tmp_path: Path) -> None:
    odd = "a bank? #1 100%.sqlite"
    for opening in ("2 items over", "nothing to do"):
        ended = build(*SMALL, "--bank", odd, cwd=tmp_path)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.startswith(opening)
    assert latest_version(tmp_path / odd) == latest_version(small)
    assert jsonl(tmp_path / odd) == jsonl(small)


def test_the_command_is_also_a_command_of_orqa(small: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "orqa", "build", *map(str, SMALL), "--bank", str(small)],
        env=environment(), capture_output=True, text=True, check=False, cwd=ROOT.parent,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("nothing to do")
