"""One stage of the road: run a step over subjects, keep a ledger, and commit each subject's rows with its ledger row.

A subject is done once: the ledger `work(stage, subject_id, recipe)` says so, and the next run skips it. A step returns
a `StepResult`; a named `OrqaError` is recorded as `failed` and passed over, transient ones are tried again by a rerun;
any other exception stops the build and keeps what was committed.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from sqlalchemy import bindparam, update
from sqlalchemy.dialects.sqlite import insert
from sqlmodel import Session, SQLModel, col, select

from orqa.db import Bank, add_new
from orqa.errors import BudgetSpent, OrqaError
from orqa.models import Work

Status = Literal["passed", "rejected", "unscored"]


class Subject(Protocol):
    """What a step works on: anything with an id."""

    @property
    def id(self) -> str:
        """The identity that the ledger keeps."""
        ...


@dataclass(frozen=True)
class StepResult:
    """What a step gives for one subject: its rows, its status, and the reason when it did not pass."""

    rows: Sequence[SQLModel] = ()
    status: Status = "passed"
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Stage:
    """A name in the funnel, the recipe that its results depend on, and the step (`subject -> StepResult`).

    With `timeout_s` every subject runs in a worker process of its own and fails alone when it hangs or kills it.
    """

    name: str
    recipe: str
    step: Callable[..., StepResult]
    timeout_s: float | None = None


Done = tuple[Subject, StepResult | OrqaError, float]


class Workers(Protocol):
    """Where steps run: `map` yields each subject with its result and seconds, in any order."""

    def map(
        self, step: Callable[..., StepResult], subjects: Sequence[Subject], timeout_s: float | None = None
    ) -> Iterable[Done]:
        """Run the step on every subject; a named error is a result."""
        ...


class InlineWorkers:
    """Steps run here, one after the other."""

    def map(
        self, step: Callable[..., StepResult], subjects: Sequence[Subject], timeout_s: float | None = None
    ) -> Iterator[Done]:
        """Run the step on every subject in order; a time-out is not watched here."""
        for subject in subjects:
            yield timed_step(step, subject)


def timed_step(step: Callable[..., StepResult], subject: Subject) -> Done:
    """Run one step; a named error comes back as a value, with the seconds it took."""
    started = time.perf_counter()
    try:
        result: StepResult | OrqaError = step(subject)
    except BudgetSpent:
        raise
    except OrqaError as error:
        result = error
    return subject, result, time.perf_counter() - started


@dataclass
class RunContext:
    """The current run: its id, the open bank, the workers, and who wants to hear of progress."""

    run_id: int
    bank: Bank
    workers: Workers = field(default_factory=InlineWorkers)
    on_progress: Callable[[str, int, int], None] = lambda stage, n_done, n_planned: None


def run_stage(context: RunContext, stage: Stage, subjects: Sequence[Subject]) -> None:
    """Bring every subject through the stage's step, once.

    Subjects are taken in the order of their ids. Each subject's rows and its ledger row are one transaction, written by
    this thread only. Subjects done by an earlier run under the same recipe are skipped.
    """
    ordered = sorted({subject.id: subject for subject in subjects}.values(), key=lambda subject: subject.id)
    pending = _plan(context, stage, ordered)
    n_done = len(ordered) - len(pending)
    context.on_progress(stage.name, n_done, len(ordered))
    for subject, result, seconds in context.workers.map(stage.step, pending, stage.timeout_s):
        with context.bank.write() as session:
            _record(session, stage, subject.id, result, seconds)
        n_done += 1
        context.on_progress(stage.name, n_done, len(ordered))


def _plan(context: RunContext, stage: Stage, subjects: Sequence[Subject]) -> list[Subject]:
    """Put every subject into the ledger as planned by this run; return those whose step is still to be done."""
    with context.bank.write() as session:
        known = select(Work).where(Work.stage == stage.name, Work.recipe == stage.recipe)
        done = {
            row.subject_id
            for row in session.exec(known)
            if row.status in ("passed", "rejected", "unscored") or (row.status == "failed" and not row.is_transient)
        }
        keys: list[dict[str, Any]] = [
            {"stage": stage.name, "subject_id": subject.id, "recipe": stage.recipe, "run_id": context.run_id}
            for subject in subjects
        ]
        if keys:
            session.connection().execute(
                insert(Work).on_conflict_do_nothing(), [Work(**key).model_dump() for key in keys]
            )
            session.connection().execute(
                update(Work)
                .where(
                    col(Work.stage) == bindparam("s"),
                    col(Work.subject_id) == bindparam("i"),
                    col(Work.recipe) == bindparam("r"),
                )
                .values(run_id=context.run_id),
                [{"s": key["stage"], "i": key["subject_id"], "r": key["recipe"]} for key in keys],
            )
    return [subject for subject in subjects if subject.id not in done]


def _record(session: Session, stage: Stage, subject_id: str, result: StepResult | OrqaError, seconds: float) -> None:
    work = session.get_one(Work, (stage.name, subject_id, stage.recipe))
    work.n_commits += 1
    work.seconds = seconds
    work.is_transient = isinstance(result, OrqaError) and result.is_transient
    if isinstance(result, OrqaError):
        work.status = "failed"
        work.reason, _, work.error = str(result).partition(": ")
        return
    add_new(session, result.rows)
    work.status, work.reason, work.error, work.n_out = result.status, result.reason, result.detail, len(result.rows)
    session.add(work)
