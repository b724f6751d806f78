"""Entailment gate: the quote stands where it says, and alone it entails the key."""

from orqa import mcq
from orqa.engine import Engine, Judgement
from orqa.items.gates.asking import Truths, ask_truths
from orqa.items.gates.gate import PASS, Gate, GateInput, fail


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when the quote is verbatim at its offsets and the judge finds the key entailed by it.

    Content key: its option is true. E: all four are. F: all four are false. A truth that the judge cannot tell is
    `unscored`.
    """
    card = given.card
    if not card.quote.strip() or card.span.of(given.document.text) != card.quote:
        return fail("the quote is not at its offsets")
    truths, judgement = ask_truths(given, engine, GATE.name)
    if truths is None:
        return judgement
    wanted = _wanted(truths, given.item.key)
    if False in wanted:
        return fail("the quote does not entail the key")
    if None in wanted:
        return Judgement("unscored", "the judge cannot tell whether the quote entails the key")
    return PASS


def _wanted(truths: Truths, key: str) -> list[bool | None]:
    """For each statement that the key makes, whether it holds."""
    if key in mcq.CONTENT_LETTERS:
        return [truths[mcq.CONTENT_LETTERS.index(key)]]
    if key == "E":
        return list(truths)
    return [None if truth is None else not truth for truth in truths]


GATE = Gate("entailment", check)
