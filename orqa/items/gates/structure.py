"""Structure gate: the form of the four content options; all of it is measured without options E and F."""

from itertools import combinations, pairwise
from statistics import mean

from orqa import mcq
from orqa.engine import Engine, Judgement
from orqa.items.gates.gate import PASS, Gate, GateInput, fail
from orqa.items.gates.wording import amounts_of, contains_words, folded

MAX_LENGTH_RATIO = 1.3
_FIXED = (folded(mcq.ALL_OF_THE_ABOVE), folded(mcq.NONE_OF_THE_ABOVE))


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when the options are distinct, in proportion and, when numeric, ascending in one unit; a rule alone."""
    options = given.item.options
    if len(options) != len(mcq.CONTENT_LETTERS) or any(not folded(option) for option in options):
        return fail("empty option")
    if any(folded(option) in _FIXED for option in options):
        return fail("a content option repeats a fixed one")
    if given.item.key not in mcq.LETTERS:
        return fail(f"unknown key: {given.item.key}")
    return _numbers(options) or _overlap(options) or _length(options, given.item.key) or PASS


def _numbers(options: tuple[str, ...]) -> Judgement | None:
    amounts = amounts_of(options)
    if amounts is None:
        return None
    if len({amount.unit for amount in amounts}) > 1:
        return fail("numeric options in different units")
    values = [amount.value for amount in amounts]
    if any(later <= earlier for earlier, later in pairwise(values)):
        return fail("numeric options do not ascend")
    return None


def _overlap(options: tuple[str, ...]) -> Judgement | None:
    """Words that contain each other; of amounts only the values count (`$1` is not part of `$1,000`)."""
    if amounts_of(options) is not None:
        return None
    for left, right in combinations(options, 2):
        if folded(left) == folded(right):
            return fail(f"equal options: {left} = {right}")
        if contains_words(folded(left), folded(right)) or contains_words(folded(right), folded(left)):
            return fail(f"one option contains another: {left} | {right}")
    return None


def _length(options: tuple[str, ...], key: str) -> Judgement | None:
    """The key's length against the mean of the four, where the key is one of them."""
    if key not in mcq.CONTENT_LETTERS:
        return None
    lengths = [len(option) for option in options]
    own, average = lengths[mcq.CONTENT_LETTERS.index(key)], mean(lengths)
    if own == max(lengths) and own > MAX_LENGTH_RATIO * average:
        return fail("the key is the longest option", own / average)
    if own == min(lengths) and own * MAX_LENGTH_RATIO < average:
        return fail("the key is the shortest option", own / average)
    return None


GATE = Gate("structure", check)
