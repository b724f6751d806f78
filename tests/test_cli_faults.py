"""What a user can get wrong, and what a machine can do: exit code 2, one clear line, and nothing lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from build_cases.command import (
    ROOT,
    SAMPLE,
    SMALL,
    WHITELISTS,
    build,
    command,
    environment,
    n_commits,
    rows,
    value,
)

import orqa.build
from orqa.db import hold_bank


def assert_one_clear_line(ended: "CompletedProcess[str]", *told: str) -> None:
    """Exit code 2, and one line on standard error that tells all of this."""
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith("orqa build: ")
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert [words for words in told if words not in ended.stderr] == [], ended.stderr


def build_here(capsys: pytest.CaptureFixture[str], *arguments: Any) -> "CompletedProcess[str]":
    """Run a build that ends early in this process: its imports are paid for once."""
    try:
        code = orqa.build.main([str(argument) for argument in arguments])
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    shown = capsys.readouterr()
    return CompletedProcess(arguments, code, shown.out, shown.err)


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
        (("--seed", "x"), ("--seed", "'x' is not a whole number")),
        (("--seed", ""), ("--seed", "'' is not a whole number")),
        (("--seed", "1e3"), ("--seed", "'1e3' is not a whole number")),
        (("--seed", 2**63), ("--seed", f"{2**63} is not between")),
        (("--seed", -(2**63) - 1), ("--seed", f"{-(2**63) - 1} is not between")),
        (("--seed", "9" * 5000), ("--seed",)),
        (("--bank", ""), ("--bank", "names no file")),
        (("--bank", "."), ("--bank", "this is no file")),
        (("--bank", ".."), ("--bank", "this is no file")),
        (("--bank", "/dev/null"), ("--bank", "this is no file")),
        (("--bank", ":memory:"), ("--bank", "names no file")),
        (("--bank", "./:memory:"), ("--bank", "names no file")),
        (("--bank", "x" * 250), ("--bank", "too long")),
        (("--bank", "folder/" + "é" * 130 + "/orqa.sqlite"), ("--bank", "too long")),
        (("--bank", "folder/" * 80 + "orqa.sqlite"), ("--bank", "too long")),
        (("--occupations", ""), ("--occupations", "no SOC 2018 code")),
        (("--occupations", " , ,"), ("--occupations", "no SOC 2018 code")),
        (("--engine", "oracle"), ("--engine", "'oracle'", "extractive")),
        (("--mirror", SAMPLE), ("--mirror needs --whitelists",)),
        (("--traget", "5"), ("--traget",)),
        (("--occupations", "47-2152,99-9999"), ("--occupations", "99-9999", "no such SOC 2018 code")),
        (("--occupations", "plumbers"), ("--occupations", "plumbers", "no such SOC 2018 code")),
        (("--whitelists", "nowhere"), ("nowhere", "no such folder")),
        (("--whitelists", WHITELISTS, "--mirror", "nowhere"), ("nowhere", "no such folder", "manifest.csv")),
    ],
)
def test_a_wrong_argument_is_named(
    arguments: tuple[Any, ...],
    told: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_one_clear_line(build_here(capsys, *arguments), *told)
    assert list(tmp_path.iterdir()) == []


def test_the_command_itself_ends_with_one_line(tmp_path: Path) -> None:
    for told, arguments in {"--target": ("--target", "0"), "plumbers": ("--occupations", "plumbers")}.items():
        assert_one_clear_line(build(*arguments, cwd=tmp_path), told)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_an_absent_manifest_is_named(
    more: tuple[str, ...], folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folders["--mirror"] / "manifest.csv").unlink()
    ended = build_here(capsys, *flat(folders), "--bank", tmp_path / "orqa.sqlite", *more)
    assert_one_clear_line(ended, "manifest.csv", "no such file")
    assert not (tmp_path / "orqa.sqlite").exists()


def test_a_manifest_that_names_absent_files_is_refused(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = next(folders["--mirror"].rglob("*.html"))
    page.unlink()
    assert_one_clear_line(
        build_here(capsys, *flat(folders), "--bank", tmp_path / "b.sqlite"), "manifest.csv", page.name
    )
    assert not (tmp_path / "b.sqlite").exists()


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("  why:", "  wy:", ("federal.yaml:", "'wy'", "'why'")),
        ("- 47-2152", "- 47-9999", ("federal.yaml:", "unknown SOC code '47-9999'")),
    ],
)
def test_a_typo_in_a_whitelist_is_named_with_file_and_line(
    before: str,
    after: str,
    told: tuple[str, ...],
    folders: dict[str, Path],
    copy: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = folders["--whitelists"] / "federal.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    kept = copy.read_bytes()
    ended = build_here(capsys, *flat(folders), "--bank", copy)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    assert [words for words in told if words not in ended.stderr] == []
    assert copy.read_bytes() == kept


def test_a_whitelist_folder_without_files_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    ended = build_here(capsys, "--whitelists", tmp_path / "empty", "--bank", tmp_path / "b.sqlite")
    assert_one_clear_line(ended, "empty", "no YAML file")


def test_a_bank_of_a_newer_schema_is_left_alone(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA user_version = 999")
    kept = copy.read_bytes()
    assert_one_clear_line(build_here(capsys, *SMALL, "--bank", copy), str(copy), "999", "newer ORQA", "--bank")
    assert copy.read_bytes() == kept


def test_a_bank_that_another_build_holds_is_left_alone(copy: Path) -> None:
    kept = copy.read_bytes()
    with hold_bank(copy):
        ended = build(*SMALL, "--seed", 5, "--bank", copy)
    assert_one_clear_line(ended, str(copy), "another build")
    assert copy.read_bytes() == kept
    assert build(*SMALL, "--bank", copy).returncode == 0


@pytest.mark.parametrize("content", [b"a letter to a friend " * 400, b"SQLite format 3\x00" + b"\xff" * 9000])
def test_a_file_that_is_no_bank_is_left_alone(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "orqa.sqlite"
    path.write_bytes(content)
    assert_one_clear_line(build_here(capsys, *SMALL, "--bank", path), str(path), "not a sound SQLite file")
    assert path.read_bytes() == content


def test_a_damaged_bank_is_told_and_kept(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = bytearray(copy.read_bytes())
    damaged[4096 : len(damaged) // 2] = b"\xa5" * (len(damaged) // 2 - 4096)
    copy.write_bytes(damaged)
    assert_one_clear_line(build_here(capsys, *SMALL, "--bank", copy), str(copy), "not a sound SQLite file")


def test_a_folder_is_no_bank(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    assert_one_clear_line(build_here(capsys, *SMALL, "--bank", tmp_path / "folder"), str(tmp_path / "folder"), "--bank")
    assert list(tmp_path.rglob("*")) == [tmp_path / "folder"]


def test_a_bank_under_a_file_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    assert_one_clear_line(build_here(capsys, *SMALL, "--bank", tmp_path / "file" / "orqa.sqlite"), "file", "--bank")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a megabyte of its own; skips where none can be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=500k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def remount(disk: Path, options: str) -> None:
    """Change a mounted disk."""
    subprocess.run(["mount", "-o", f"remount,{options}", str(disk)], check=True)


def test_a_full_disk_is_told_and_what_was_done_is_kept(disk: Path) -> None:
    asked = (*SMALL, "--bank", disk / "orqa.sqlite", "--quiet")
    assert_one_clear_line(build(*asked), "disk", "run again")
    assert rows(disk / "orqa.sqlite", "PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    assert n_commits(disk / "orqa.sqlite") > 0
    remount(disk, "size=200m")
    assert build(*asked).returncode == 0
    assert value(disk / "orqa.sqlite", "SELECT max(n_commits) FROM work") == 1


@pytest.mark.parametrize("name", ["new.sqlite", "orqa.sqlite"])
def test_a_read_only_disk_is_told_and_its_bank_is_kept(
    name: str, small: Path, disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(small, disk / "orqa.sqlite")
    remount(disk, "ro")
    assert_one_clear_line(build_here(capsys, *SMALL, "--seed", 3, "--bank", disk / name), str(disk), "run again")
    assert [path.name for path in disk.iterdir()] == ["orqa.sqlite"]
    assert (disk / "orqa.sqlite").read_bytes() == small.read_bytes()


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind root")
def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir(mode=0o555)
    assert_one_clear_line(build(*SMALL, "--bank", tmp_path / "mine" / "b.sqlite"), "mine", "permissions", "--bank")
    assert list((tmp_path / "mine").iterdir()) == []


@pytest.mark.slow
def test_a_limit_on_file_size_is_told_and_what_was_done_is_kept(tmp_path: Path) -> None:
    bank = tmp_path / "orqa.sqlite"
    limited = "import resource, sys, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000)); "
    limited += "sys.argv[0] = 'build'; runpy.run_module('orqa.build', run_name='__main__')"
    asked = command(*SMALL, "--bank", bank)[3:]
    ended = subprocess.run(
        [sys.executable, "-c", limited, *asked], env=environment(), capture_output=True, text=True, check=False
    )
    assert_one_clear_line(ended, str(tmp_path), "run again")
    with closing(sqlite3.connect(bank)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_build_of_some_occupations_holds_no_others(small: Path) -> None:
    assert {row["soc_code"] for row in rows(small, "SELECT soc_code FROM item_trace")} == {"47-2152", "21-1021"}
    assert {row["soc_code"] for row in rows(small, "SELECT soc_code FROM card")} == {"47-2152", "21-1021"}


def test_the_command_is_also_a_command_of_orqa(small: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "orqa", "build", *map(str, SMALL), "--bank", str(small)],
        env=environment(), capture_output=True, text=True, check=False, cwd=ROOT.parent,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("nothing to do")
