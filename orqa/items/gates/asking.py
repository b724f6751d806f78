"""How a gate asks the engine's judge."""

from orqa import mcq
from orqa.engine import Engine, Judgement
from orqa.items.gates.gate import GateInput

Truths = tuple[bool | None, bool | None, bool | None, bool | None]


def ask(given: GateInput, engine: Engine, gate: str) -> Judgement:
    """The judge's word on a gate, from the item without its key."""
    return engine.judge(given.question(gate))


def ask_truths(given: GateInput, engine: Engine, gate: str) -> tuple[Truths | None, Judgement]:
    """The judge's truth of each content option; without four of them the judgement is a fail or `unscored`."""
    judgement = ask(given, engine, gate)
    if judgement.outcome != "pass":
        return None, judgement
    if judgement.truths is None or len(judgement.truths) != len(mcq.CONTENT_LETTERS):
        return None, Judgement("unscored", "judge gave no truths")
    return judgement.truths, judgement
