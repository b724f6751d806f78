"""A build that is stopped at any moment goes on where it was, and ends as if nothing had been."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from build_cases.command import ROOT, SAMPLE, TIMEOUT_S, TWENTY, WHITELISTS, build, jsonl, rows, start_build, value

import orqa.build
from orqa.settings import load_settings

ASKED = ("--target", 20, "--occupations", TWENTY, "--quiet")
N_KILLS = 20


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """A bank built in one go from about twenty pages, and the seconds it took."""
    bank = tmp_path_factory.mktemp("undisturbed") / "orqa.sqlite"
    started = time.perf_counter()
    assert build(*ASKED, "--bank", bank).returncode in (0, 3)
    assert 15 <= value(bank, "SELECT count(*) FROM document") <= 30
    return bank, time.perf_counter() - started


def n_done(bank: Path, stage: str) -> int:
    """How many subjects of a stage are done, 0 as long as there is no ledger."""
    if not bank.is_file():
        return 0
    try:
        return int(value(bank, "SELECT count(*) FROM work WHERE stage = ? AND status != 'planned'", stage))
    except sqlite3.OperationalError:
        return 0


def assert_sound(bank: Path) -> None:
    """The file is whole and no step was kept twice."""
    with closing(sqlite3.connect(bank)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert rows(bank, "SELECT stage, subject_id FROM work WHERE n_commits > 1") == []


@pytest.mark.slow
def test_a_build_killed_at_twenty_moments_ends_as_if_undisturbed(
    undisturbed: tuple[Path, float], tmp_path: Path
) -> None:
    whole, seconds = undisturbed
    moments = random.Random(20)
    n_kills = n_banks = n_mid = 0
    while n_kills < N_KILLS:
        bank = tmp_path / str(n_banks) / "orqa.sqlite"
        n_banks += 1
        ended = None
        while ended is None:
            process = start_build(*ASKED, "--bank", bank)
            try:
                process.communicate(timeout=moments.uniform(0.02, 0.8) * seconds if n_kills < N_KILLS else TIMEOUT_S)
                ended = process.returncode
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                process.communicate()
                n_kills += 1
                if bank.is_file() and n_done(bank, "fetch"):
                    n_mid += 1
                    assert_sound(bank)
        assert ended in (0, 3)
        assert_sound(bank)
        assert jsonl(bank) == jsonl(whole)
        assert rows(bank, "SELECT stage, reason, n FROM rejection") == rows(whole, "SELECT * FROM rejection")
    assert n_mid >= N_KILLS // 2


@pytest.mark.parametrize("stage", ["extract", pytest.param("gates", marks=pytest.mark.slow)])
def test_an_interrupt_keeps_what_was_done_and_the_same_command_goes_on(stage: str, tmp_path: Path) -> None:
    asked = ("--target", 3, "--occupations", "47-2152,21-1021,13-2011", "--quiet")
    bank = tmp_path / "interrupted" / "orqa.sqlite"
    process = start_build(*asked, "--bank", bank)
    while not n_done(bank, stage) and process.poll() is None:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told == "orqa build: interrupted; what was committed is kept: run the same command to go on\n"
    assert_sound(bank)
    assert value(bank, "SELECT status FROM run") == "interrupted"
    n_before = value(bank, "SELECT sum(n_commits) FROM work")
    assert n_before > 0
    went_on, at_once = build(*asked, "--bank", bank), build(*asked, "--bank", tmp_path / "whole" / "orqa.sqlite")
    assert went_on.returncode == at_once.returncode
    assert jsonl(bank) == jsonl(tmp_path / "whole" / "orqa.sqlite")
    assert_sound(bank)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.02, 0.05, 0.1, 0.2, 0.3])
def test_an_interrupt_at_any_moment_is_one_line(share: float, undisturbed: tuple[Path, float], tmp_path: Path) -> None:
    whole, seconds = undisturbed
    bank = tmp_path / "orqa.sqlite"
    process = start_build(*ASKED[:-1], "--bank", bank)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(share * seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told == "orqa build: interrupted; what was committed is kept: run the same command to go on\n"
    assert build(*ASKED, "--bank", bank).returncode in (0, 3)
    assert jsonl(bank) == jsonl(whole)


def test_whatever_can_change_the_result_changes_the_hash_of_the_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings()
    shutil.copytree(WHITELISTS, tmp_path / "whitelists")
    shutil.copytree(SAMPLE, tmp_path / "mirror")
    shutil.copytree(ROOT / "orqa" / "crawl", tmp_path / "code" / "crawl")
    monkeypatch.setattr(orqa.build, "PACKAGE", tmp_path / "code")

    def hashed(*more: str) -> str:
        folders = ["--whitelists", str(tmp_path / "whitelists"), "--mirror", str(tmp_path / "mirror")]
        return orqa.build.hash_inputs(orqa.build.parse_arguments([*folders, *more], settings), settings)

    first = hashed()
    assert hashed("--bank", "elsewhere.sqlite", "--workers", "7", "--quiet") == first
    seen = [first, hashed("--target", "31"), hashed("--seed", "1"), hashed("--occupations", "47-2152")]
    for name in ("whitelists/federal.yaml", "mirror/manifest.csv", "code/crawl/urls.py"):
        path = tmp_path / name
        path.write_bytes(path.read_bytes() + b"\n")
        seen.append(hashed())
    monkeypatch.setattr(orqa.build, "version", lambda name: "0")
    seen.append(hashed())
    assert len(set(seen)) == len(seen) == 8
