"""The difficulty pretest: three small solvers answer closed-book, one item alone, content options permuted."""

from dataclasses import dataclass

from orqa import mcq
from orqa.engine import Engine
from orqa.models import Item, Trial
from orqa.stage import StepResult
from orqa.text import canonical_json, row_id, seeded_int

N_SOLVERS = 3


@dataclass(frozen=True)
class PretestTask:
    """An item that passed every gate; `id` is the item's."""

    id: str
    item: Item


def pretest_step(task: PretestTask, engine: Engine, recipe: str, seed: int) -> StepResult:
    """Three trials of one item: all three right is too easy; an unparsed or failed answer leaves it unscored."""
    item = task.item
    options = mcq.six_options((item.option_a, item.option_b, item.option_c, item.option_d))
    trials = []
    for sample in range(N_SOLVERS):
        order = sorted(range(4), key=lambda place, sample=sample: seeded_int(seed, item.id, sample, place))  # type: ignore[misc]
        answer = engine.answer(item.stem, mcq.permute(options, order), None, sample)
        choice = mcq.original_letter(answer.choice, order) if answer.choice else None
        trials.append(
            Trial(
                id=row_id("trial", item.id, sample, recipe),
                item_id=item.id,
                solver=answer.solver,
                sample=sample,
                content_order=canonical_json(order),
                raw=answer.raw,
                choice=choice,
                is_correct=None if choice is None else choice == item.key,
                cost_usd=answer.cost_usd,
                recipe=recipe,
            )
        )
    if any(trial.is_correct is None for trial in trials):
        return StepResult(trials, "unscored", "a solver gave no answer")
    if all(trial.is_correct for trial in trials):
        return StepResult(trials, "rejected", "too easy: all three solvers are right")
    return StepResult(trials)


def difficulty(trials: list[Trial]) -> float | None:
    """The share of scored trials that are right, 0 to 1; None when nothing was scored."""
    scored = [trial.is_correct for trial in trials if trial.is_correct is not None]
    return sum(scored) / len(scored) if scored else None
