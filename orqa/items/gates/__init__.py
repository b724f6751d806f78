"""The nine gates in order: cheap rules first, each gate one file, each rule before its judge."""

from orqa.engine import Engine, Judgement
from orqa.errors import OrqaError
from orqa.items.gates import (
    alignment,
    concreteness,
    distractors,
    eliminability,
    entailment,
    question,
    source,
    structure,
    uniqueness,
)
from orqa.items.gates.gate import Gate, GateInput

GATES: tuple[Gate, ...] = (
    source.GATE,
    structure.GATE,
    question.GATE,
    entailment.GATE,
    uniqueness.GATE,
    distractors.GATE,
    alignment.GATE,
    eliminability.GATE,
    concreteness.GATE,
)
_OUTCOMES = frozenset({"pass", "fail", "unscored"})


def judge_item(given: GateInput, engine: Engine) -> list[tuple[str, Judgement]]:
    """The verdicts of one item in the order of the gates.

    The first failure ends the turn, so later gates have no verdict. `unscored` does not end it (the other gates still
    say what they can), yet an item is accepted only when every gate passed. A judge that raises an OrqaError, or
    answers with an outcome that is none, leaves its gate unscored.

    Raises:
        OrqaError: a transient one (rate limit, budget), so that a rerun asks again and nothing is recorded for good.
    """
    judged: list[tuple[str, Judgement]] = []
    for gate in GATES:
        judgement = _checked(gate, given, engine)
        judged.append((gate.name, judgement))
        if judgement.outcome == "fail":
            break
    return judged


def _checked(gate: Gate, given: GateInput, engine: Engine) -> Judgement:
    try:
        judgement = gate.check(given, engine)
    except OrqaError as error:
        if error.is_transient:
            raise
        return Judgement("unscored", f"judge failed: {error}")
    if judgement.outcome not in _OUTCOMES:
        return Judgement("unscored", f"judge gave no outcome: {judgement.outcome!r}")
    return judgement
