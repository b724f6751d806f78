"""Uniqueness gate: each content option judged alone against the document gives the stored key, and no other."""

from itertools import combinations

from orqa import mcq
from orqa.engine import Engine, Judgement
from orqa.items.gates.asking import ask_truths
from orqa.items.gates.gate import PASS, Gate, GateInput, fail
from orqa.items.gates.wording import amounts_of, base_amount


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when no two options say the same amount and the key that follows from the judge's truths is the item's.

    Two or three true options, or another key, fail; a truth that the judge cannot tell is `unscored`, unless two
    options are already true.
    """
    amounts = amounts_of(given.item.options)
    if amounts and any(base_amount(left) == base_amount(right) for left, right in combinations(amounts, 2)):
        return fail("two options are the same amount")
    truths, judgement = ask_truths(given, engine, GATE.name)
    if truths is None:
        return judgement
    n_true = sum(truth is True for truth in truths)
    if n_true in {2, 3} and False in truths:
        return fail(f"more than one true option: {n_true}")
    if None in truths:
        if given.item.key in mcq.CONTENT_LETTERS and truths[mcq.CONTENT_LETTERS.index(given.item.key)] is False:
            return fail("the key is false")
        return Judgement("unscored", "the judge cannot tell the truth of every option")
    derived = mcq.derive_key(truths)
    if derived != given.item.key:
        return fail(f"the truths give another key: {derived}")
    return PASS


GATE = Gate("uniqueness", check)
