"""The ledger: each subject once, each with its rows or with a reason."""

import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from orqa.db import Bank
from orqa.errors import BudgetSpent, ExtractFailed, FetchFailed
from orqa.models import Occupation, Run, Work
from orqa.stage import RunContext, Stage, StepResult, run_stage
from orqa.workers import ProcessWorkers


@dataclass(frozen=True)
class Named:
    """A subject that is its name."""

    id: str


def new_run(bank: Bank) -> int:
    run = Run(
        started_at="2026-01-01T00:00:00Z", pid=1, orqa_version="0", input_sha256="", target=1, seed=0, engine="e",
        engine_recipe="r", whitelist_sha256="", mirror_sha256="", arguments="{}",
    )  # fmt: skip
    with bank.write() as session:
        session.add(run)
    return run.id or 0


@pytest.fixture
def context(tmp_path: Path) -> Iterator[RunContext]:
    with closing(Bank(tmp_path / "bank.sqlite")) as bank:
        yield RunContext(new_run(bank), bank)


def row_step(subject: Named) -> StepResult:
    """One occupation row a subject; `bad` is rejected, `gone` fails for good, `later` fails for now."""
    if subject.id == "bad":
        return StepResult(status="rejected", reason="no good", detail="at all")
    if subject.id == "gone":
        raise ExtractFailed("broken pdf: no pages")
    if subject.id == "later":
        raise FetchFailed("time-out: 30 s")
    return StepResult(rows=[Occupation(soc_code=subject.id, title=subject.id, soc_group="11")])


def statuses(context: RunContext) -> dict[str, str]:
    return {row["subject_id"]: row["status"] for row in context.bank.query("SELECT subject_id, status FROM work")}


def test_every_subject_ends_with_rows_or_a_reason(context: RunContext) -> None:
    run_stage(context, Stage("fetch", "r1", row_step), [Named(name) for name in ("a", "bad", "gone", "later", "a")])
    assert statuses(context) == {"a": "passed", "bad": "rejected", "gone": "failed", "later": "failed"}
    reasons = context.bank.query("SELECT reason, error FROM work WHERE subject_id = 'gone'")
    assert reasons == [{"reason": "broken pdf", "error": "no pages"}]
    (funnel,) = context.bank.query("SELECT * FROM funnel")
    assert funnel["planned"] == funnel["done"] + funnel["failed"] + funnel["not_run"] == 4
    assert funnel["done"] == funnel["passed"] + funnel["rejected"] + funnel["unscored"]
    assert funnel["produced"] == 1


def test_a_second_run_does_only_what_failed_for_now(context: RunContext) -> None:
    seen: list[str] = []

    def step(subject: Named) -> StepResult:
        seen.append(subject.id)
        return row_step(subject)

    subjects = [Named(name) for name in ("a", "bad", "gone", "later")]
    run_stage(context, Stage("fetch", "r1", step), subjects)
    again = replace(context, run_id=new_run(context.bank))
    run_stage(again, Stage("fetch", "r1", step), subjects)
    assert Counter(seen) == {"a": 1, "bad": 1, "gone": 1, "later": 2}
    assert {row["run_id"] for row in context.bank.query("SELECT run_id FROM work")} == {again.run_id}


def test_another_recipe_is_other_work(context: RunContext) -> None:
    seen: list[str] = []

    def step(subject: Named) -> StepResult:
        seen.append(subject.id)
        return StepResult()

    for recipe in ("r1", "r2"):
        run_stage(context, Stage("fetch", recipe, step), [Named("a")])
    assert seen == ["a", "a"]
    assert len(statuses(context)) == 1
    assert len(context.bank.query("SELECT * FROM work")) == 2


def test_an_unforeseen_error_stops_the_stage_and_keeps_what_was_committed(context: RunContext) -> None:
    def step(subject: Named) -> StepResult:
        if subject.id == "c":
            raise ZeroDivisionError
        return row_step(subject)

    with pytest.raises(ZeroDivisionError):
        run_stage(context, Stage("fetch", "r1", step), [Named(name) for name in "abcd"])
    assert statuses(context) == {"a": "passed", "b": "passed", "c": "planned", "d": "planned"}
    assert context.bank.query("SELECT not_run FROM funnel") == [{"not_run": 2}]


def test_a_spent_budget_stops_the_stage(context: RunContext) -> None:
    def step(subject: Named) -> StepResult:
        raise BudgetSpent("no calls left")

    with pytest.raises(BudgetSpent):
        run_stage(context, Stage("fetch", "r1", step), [Named("a")])
    assert statuses(context) == {"a": "planned"}


def test_a_subject_and_its_rows_are_one_transaction(context: RunContext, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError("no space")

    monkeypatch.setattr("orqa.stage.add_new", full)
    with pytest.raises(OSError, match="no space"):
        run_stage(context, Stage("fetch", "r1", row_step), [Named("a")])
    assert statuses(context) == {"a": "planned"}
    assert context.bank.query("SELECT * FROM occupation") == []


def slow_step(subject: Named) -> StepResult:
    """`hang` never ends, `die` kills its process."""
    if subject.id == "hang":
        time.sleep(600)
    if subject.id == "die":
        os._exit(7)
    return row_step(subject)


def test_in_worker_processes_a_hanging_or_dying_subject_fails_alone(context: RunContext) -> None:
    workers = ProcessWorkers(2)
    names = ["hang", "die", *(f"s{number}" for number in range(6))]
    try:
        run_stage(replace(context, workers=workers), Stage("extract", "r", slow_step, 3.0), [Named(n) for n in names])
    finally:
        workers.close()
    assert Counter(statuses(context).values()) == {"passed": 6, "failed": 2}
    errors = {
        row["subject_id"]: row["reason"] for row in context.bank.query("SELECT * FROM work WHERE status = 'failed'")
    }
    assert errors == {"hang": "time-out", "die": "parser died"}


def test_any_number_of_workers_gives_the_same_rows(tmp_path: Path) -> None:
    found = []
    for n_workers, name in ((1, "one"), (3, "three")):
        with closing(Bank(tmp_path / f"{name}.sqlite")) as bank:
            workers = ProcessWorkers(n_workers)
            context = RunContext(new_run(bank), bank, workers)
            run_stage(context, Stage("cards", "r", row_step), [Named(f"s{number:03d}") for number in range(100)])
            workers.close()
            found.append(bank.query("SELECT * FROM occupation ORDER BY soc_code"))
    assert found[0] == found[1]
    assert len(found[0]) == 100


def test_progress_counts_up_to_what_was_planned(context: RunContext) -> None:
    said: list[tuple[str, int, int]] = []
    listening = replace(context, on_progress=lambda *what: said.append(what))
    run_stage(listening, Stage("fetch", "r", row_step), [Named("a"), Named("b")])
    assert said == [("fetch", 0, 2), ("fetch", 1, 2), ("fetch", 2, 2)]


def test_the_ledger_refuses_a_status_it_does_not_know(context: RunContext) -> None:
    bad = Work(stage="x", subject_id="y", recipe="z", run_id=context.run_id, status="fine")
    with pytest.raises(Exception, match="CHECK"), context.bank.write() as session:
        session.add(bad)


def test_identities_hold_for_every_mix_of_outcomes(context: RunContext) -> None:
    names = ["bad", "gone", "later", "a"]
    for number, chosen in enumerate(
        itertools.chain.from_iterable(itertools.combinations(names, n) for n in range(1, 5))
    ):
        run_stage(context, Stage(f"stage{number}", "r", row_step), [Named(name) for name in chosen])
    for row in context.bank.query("SELECT * FROM funnel"):
        assert row["planned"] == row["done"] + row["failed"] + row["not_run"]
        assert row["done"] == row["passed"] + row["rejected"] + row["unscored"]
