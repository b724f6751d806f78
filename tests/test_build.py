"""The build as a user runs it: quotas, the bank and its trace, equal inputs, a second run, company beside it."""

import csv
import json
import re
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from build_cases.command import (
    ROOT,
    SAMPLE,
    build,
    jsonl,
    latest_version,
    lines,
    n_commits,
    rows,
    start_build,
    value,
)

import orqa.build

TRACE_COLUMNS = [
    "bank_version", "position", "item_id", "soc_group", "soc_code", "occupation", "task", "stem",
    "option_a", "option_b", "option_c", "option_d", "option_e", "option_f", "key", "rationale",
    "jurisdiction", "category", "difficulty", "engine", "quality", "document_id", "publisher", "publisher_type", "url",
    "fetched_at", "published_on", "licence", "body_sha256", "quote", "start_char", "end_char",
    "window_start_char", "window_end_char", "is_released",
]  # fmt: skip
PRODUCED = {
    "fetch": "SELECT count(*) FROM body",
    "extract": "SELECT count(*) FROM document",
    "windows": 'SELECT count(*) FROM "window"',
    "cards": "SELECT count(*) FROM card",
    "write": "SELECT count(*) FROM item WHERE parent_id IS NULL",
    "gates": "SELECT count(*) FROM verdict",
    "repair": "SELECT count(*) FROM item WHERE parent_id IS NOT NULL",
    "pretest": "SELECT count(*) FROM trial",
    "balance": "SELECT 0",
}


@dataclass(frozen=True)
class Built:
    """A bank of thirty items from the bundled sample, and how the command that made it ended."""

    bank: Path
    seconds: float
    process: "CompletedProcess[str]"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Built once; tests only look at it, or work on a copy."""
    bank = tmp_path_factory.mktemp("built") / "orqa.sqlite"
    started = time.perf_counter()
    process = build("--target", 30, "--bank", bank, "--workers", 2)
    return Built(bank, time.perf_counter() - started, process)


@pytest.fixture
def copy(built: Built, tmp_path: Path) -> Path:
    """A copy of the built bank to work on."""
    shutil.copytree(built.bank.parent, tmp_path / "copy")
    return tmp_path / "copy" / built.bank.name


@pytest.mark.parametrize("target", [1, 22, 480, 1016, 10_000])
def test_a_dry_run_shares_the_whole_target_over_the_groups(target: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert orqa.build.main(["--dry-run", "--quiet", "--target", str(target)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert all(re.fullmatch(r"\d\d \d+", line) for line in shown)
    assert sum(int(line.split()[1]) for line in shown) == target
    assert len({line.split()[0] for line in shown}) == len(shown) == 22


def test_a_dry_run_says_the_same_loud_and_quiet_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = build("--dry-run", "--target", 480, "--bank", "deep/bank.sqlite", cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert orqa.build.main(["--dry-run", "--target", "480", "--quiet"]) == 0
    assert capsys.readouterr().out == ended.stdout != ""
    assert list(tmp_path.iterdir()) == []


def test_the_sample_fills_a_bank(built: Built) -> None:
    assert (built.process.returncode, built.process.stderr) == (0, "")
    version = latest_version(built.bank)
    assert f"30 of 30 items in bank version {version}: {built.bank}" in built.process.stdout
    assert value(built.bank, "SELECT count(*) FROM item_trace WHERE bank_version = ?", version) == 30
    assert value(built.bank, "SELECT status FROM run") == "done"


def test_item_trace_has_the_promised_columns_in_order(built: Built) -> None:
    columns = list(rows(built.bank, "SELECT * FROM item_trace LIMIT 1")[0])
    assert columns[: len(TRACE_COLUMNS)] == TRACE_COLUMNS


def test_every_item_comes_from_the_sample_and_is_a_draft(built: Built) -> None:
    trace = rows(built.bank, "SELECT * FROM item_trace ORDER BY position")
    with (SAMPLE / "manifest.csv").open(encoding="utf-8", newline="") as file:
        publisher_of = {row["url"]: row["publisher"] for row in csv.DictReader(file)}
    assert all(row["publisher"].startswith("sample-") for row in trace)
    assert [row["publisher"] for row in trace] == [publisher_of[row["url"]] for row in trace]
    assert {row["is_released"] for row in trace} == {0}
    assert [row["position"] for row in trace] == list(range(1, 31))


def test_every_quote_is_cut_from_its_document(built: Built) -> None:
    cut = rows(
        built.bank,
        "SELECT t.quote, t.start_char, t.end_char, t.window_start_char, t.window_end_char, t.body_sha256, d.text, "
        "d.body_sha256 AS of_document FROM item_trace t JOIN document d ON d.id = t.document_id",
    )
    assert len(cut) == 30
    for row in cut:
        assert row["text"][row["start_char"] : row["end_char"]] == row["quote"] != ""
        assert row["window_start_char"] <= row["start_char"] < row["end_char"] <= row["window_end_char"]
        assert row["body_sha256"] == row["of_document"]
        assert (built.bank.parent / "bodies").is_dir()


def test_every_key_follows_from_the_truths_and_the_options_differ(built: Built) -> None:
    items = rows(built.bank, "SELECT t.*, i.truths FROM item_trace t JOIN item i ON i.id = t.item_id")
    for row in items:
        truths = json.loads(row["truths"])
        assert len(truths) == 4
        n_true = sum(truths)
        assert n_true in (0, 1, 4)
        assert row["key"] == {0: "F", 1: "ABCD"[truths.index(True)] if n_true else "", 4: "E"}[n_true]
        assert len({row[f"option_{letter}"].casefold() for letter in "abcdef"}) == 6
        assert (row["option_e"], row["option_f"]) == ("All of the above", "None of the above")


def test_the_funnel_adds_up_at_every_stage(built: Built) -> None:
    funnel = {row["stage"]: row for row in rows(built.bank, "SELECT * FROM funnel")}
    assert list(funnel) == list(PRODUCED)
    for stage, row in funnel.items():
        assert row["planned"] == row["done"] + row["failed"] + row["not_run"]
        assert row["done"] == row["passed"] + row["rejected"] + row["unscored"]
        assert row["not_run"] == 0
        assert row["produced"] == value(built.bank, PRODUCED[stage])
        assert (row["calls"], row["cost_usd"]) == (0, 0)
    n_items = value(built.bank, "SELECT count(*) FROM item")
    assert funnel["gates"]["planned"] == n_items
    assert funnel["pretest"]["planned"] == funnel["gates"]["passed"]
    assert funnel["balance"]["passed"] == 30


def test_every_subject_turned_away_has_a_reason(built: Built) -> None:
    told: Counter[str] = Counter()
    for row in rows(built.bank, "SELECT * FROM rejection"):
        assert row["reason"] != ""
        told[row["stage"]] += row["n"]
    funnel = rows(built.bank, "SELECT * FROM funnel")
    turned_away = {row["stage"]: row["rejected"] + row["unscored"] + row["failed"] for row in funnel}
    assert dict(told) == {stage: n for stage, n in turned_away.items() if n}


def test_the_lines_are_the_trace_without_what_depends_on_the_run(built: Built) -> None:
    trace = rows(built.bank, "SELECT * FROM item_trace ORDER BY position")
    for row in trace:
        for name in ("bank_version", "fetched_at", "is_released"):
            del row[name]
    assert lines(built.bank) == trace


def test_every_quota_of_the_run_is_recorded(built: Built) -> None:
    wanted = rows(built.bank, "SELECT soc_group, n_items FROM quota WHERE soc_code IS NULL AND n_items > 0")
    in_bank = Counter(row["soc_group"] for row in rows(built.bank, "SELECT soc_group FROM item_trace"))
    assert {row["soc_group"]: row["n_items"] for row in wanted} == dict(in_bank)


def test_a_second_run_has_nothing_to_do_and_says_what_the_first_said(built: Built) -> None:
    before = n_commits(built.bank), latest_version(built.bank), value(built.bank, "SELECT max(id) FROM run")
    seconds = []
    for n_workers in (2, 1, 2):
        started = time.perf_counter()
        again = build("--target", 30, "--bank", built.bank, "--workers", n_workers)
        seconds.append(time.perf_counter() - started)
        first, _, report = again.stdout.partition("\n")
        assert (again.returncode, again.stderr, first) == (0, "", "nothing to do: same inputs as run 1")
        assert report in built.process.stdout
    assert (n_commits(built.bank), latest_version(built.bank), value(built.bank, "SELECT max(id) FROM run")) == before
    assert min(seconds) < 0.05 * built.seconds


def test_another_seed_gives_another_bank_and_the_first_can_be_had_again_for_nothing(built: Built, copy: Path) -> None:
    assert build("--target", 30, "--bank", copy, "--seed", 7, "--quiet").returncode == 0
    assert latest_version(copy).startswith("v0002-")
    assert {line["item_id"] for line in lines(copy)}.isdisjoint(line["item_id"] for line in lines(built.bank))
    n_done = n_commits(copy)
    version = latest_version(built.bank)
    copy.with_name(f"{version}.jsonl").unlink()
    again = build("--target", 30, "--bank", copy)
    assert (again.returncode, "nothing to do" in again.stdout) == (0, False)
    assert (latest_version(copy), n_commits(copy)) == (version, n_done)
    assert jsonl(copy) == jsonl(built.bank)


def test_a_bank_without_its_lines_is_not_done(copy: Path) -> None:
    sha256 = value(copy, "SELECT input_sha256 FROM run")
    copy.with_name(f"{latest_version(copy)}.jsonl").unlink()
    assert orqa.build.finished_run(copy, sha256) is None


def test_a_second_run_tries_transient_failures_again(copy: Path) -> None:
    sha256 = value(copy, "SELECT input_sha256 FROM run")
    assert orqa.build.finished_run(copy, sha256) == 1
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE work SET status = 'failed', is_transient = 1 WHERE stage = 'fetch'")
    assert orqa.build.finished_run(copy, sha256) is None


def test_a_run_that_did_not_end_is_not_done(copy: Path) -> None:
    sha256 = value(copy, "SELECT input_sha256 FROM run")
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE run SET status = 'interrupted'")
    assert orqa.build.finished_run(copy, sha256) is None


def test_a_bank_that_is_short_says_so_also_when_it_was_built_before(tmp_path: Path) -> None:
    for opening in ("200 items over 1 SOC groups", "nothing to do"):
        ended = build("--target", 200, "--bank", tmp_path / "orqa.sqlite", "--occupations", "47-2152")
        assert ended.returncode == 3
        assert ended.stdout.startswith(opening)
        assert "Short of what was asked" in ended.stdout


def test_the_rows_of_two_engines_never_mix(tmp_path: Path) -> None:
    code, bank = tmp_path / "code", tmp_path / "orqa.sqlite"
    for name in ("orqa", "onet", "whitelists", "prompts"):
        shutil.copytree(ROOT / name, code / name, ignore=shutil.ignore_patterns("__pycache__", "parts"))
    shutil.copy(ROOT / "pyproject.toml", code)
    asked = ("--target", 3, "--bank", bank, "--occupations", "13-2011,29-1051,47-2152,21-1021", "--quiet")
    assert build(*asked, package_root=code, cwd=code).returncode == 0
    of_first = {row["item_id"] for row in rows(bank, "SELECT item_id FROM bank_item")}
    engine = code / "orqa" / "engines" / "extractive" / "__init__.py"
    engine.write_text(engine.read_text(encoding="utf-8") + "\n# another engine\n", encoding="utf-8")
    assert build(*asked, package_root=code, cwd=code).returncode == 0
    cards = rows(
        bank,
        "SELECT DISTINCT c.recipe FROM bank_item b JOIN item i ON i.id = b.item_id JOIN card c ON c.id = i.card_id "
        "WHERE b.version = ?",
        latest_version(bank),
    )
    newest = value(bank, "SELECT recipe FROM card ORDER BY rowid DESC LIMIT 1")
    assert [row["recipe"] for row in cards] == [newest]
    of_second = {line["item_id"] for line in lines(bank)}
    assert len(of_first) == len(of_second) == 3
    assert of_first.isdisjoint(of_second)
    n_by_recipe = Counter(row["recipe"] for row in rows(bank, "SELECT recipe FROM card"))
    assert len(n_by_recipe) == 2
    assert len(set(n_by_recipe.values())) == 1
    assert value(bank, "SELECT planned FROM funnel WHERE stage = 'write'") == n_by_recipe[newest]


def test_neither_reviews_written_meanwhile_nor_the_number_of_workers_change_the_bank(
    built: Built, tmp_path: Path
) -> None:
    bank = tmp_path / "orqa.sqlite"
    process = start_build("--target", 30, "--bank", bank, "--quiet", "--workers", 1)
    n_written = 0
    while process.poll() is None:
        if bank.is_file():
            with closing(sqlite3.connect(bank, timeout=30)) as connection, connection:
                if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'review_no_delete'").fetchone():
                    connection.execute("INSERT INTO review (item_id, reviewer, verdict) VALUES ('i', 'me', 'keep')")
                    n_written += 1
        time.sleep(0.02)
    assert (process.returncode, process.communicate()[1]) == (0, "")
    assert n_written > 20
    assert value(bank, "SELECT count(*) FROM review") == n_written
    assert jsonl(bank) == jsonl(built.bank)
    assert latest_version(bank) == latest_version(built.bank)
