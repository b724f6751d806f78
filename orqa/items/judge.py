"""The gates as a stage: one item in, one verdict a gate out."""

from orqa.engine import Engine
from orqa.items.gates import judge_item
from orqa.items.gates.gate import GateInput
from orqa.models import Verdict
from orqa.stage import StepResult
from orqa.text import row_id


def judge_step(gate_input: GateInput, engine: Engine, recipe: str) -> StepResult:
    """The verdicts of one item: passed when every gate passed, unscored when one could not tell, else rejected.

    Fails closed: an item without a pass of every gate is never passed.
    """
    judged = judge_item(gate_input, engine)
    rows = [
        Verdict(
            id=row_id("verdict", gate_input.id, gate, recipe),
            item_id=gate_input.id,
            gate=gate,
            outcome=judgement.outcome,
            reason=judgement.reason,
            score=judgement.score,
            judge=engine.name,
            recipe=recipe,
        )
        for gate, judgement in judged
    ]
    for outcome, status in (("fail", "rejected"), ("unscored", "unscored")):
        for gate, judgement in judged:
            if judgement.outcome == outcome:
                reason, _, detail = judgement.reason.partition(": ")
                return StepResult(rows, "rejected" if status == "rejected" else "unscored", f"{gate}: {reason}", detail)
    return StepResult(rows)
