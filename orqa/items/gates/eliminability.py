"""Eliminability gate: nothing but knowledge tells the key; measured on stem and options alone."""

import re
from collections import Counter
from statistics import median

from orqa import mcq
from orqa.engine import Engine, Judgement
from orqa.items.gates.asking import ask
from orqa.items.gates.gate import Gate, GateInput, fail
from orqa.items.gates.wording import BLANK, Amount, amounts_of, asks_for_term, is_plural, scope_and_rule, word_stems

MAX_FACTOR = 12
MAX_LENGTH_FACTOR, LENGTH_SLACK = 3.2, 18
_VERB_OF_ONE = re.compile(rf"{BLANK} (?:is|has|does|was|means|requires|includes|contains|applies)\b")
_VERB_OF_MANY = re.compile(rf"{BLANK} (?:are|have|do|were|mean|require|include|contain|apply)\b")
_NEGATIVE = re.compile(r"\b(?:not|no|without|cannot|neither)\b", re.IGNORECASE)


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when no clang, grammar, size or oddity tells an option, and the judge finds nothing else."""
    item = given.item
    key_place = mcq.CONTENT_LETTERS.index(item.key) if item.key in mcq.CONTENT_LETTERS else None
    amounts = amounts_of(item.options)
    _, rule = scope_and_rule(item.stem, given.card.scope)
    return (
        _grammar(item.stem, item.options)
        or (_implausible(amounts) if amounts else _clang(item.stem, rule, item.options, key_place))
        or (None if amounts else _lengths(item.options))
        or (_odd_key(item.options, key_place) if key_place is not None else None)
        or ask(given, engine, GATE.name)
    )


def _grammar(stem: str, options: tuple[str, ...]) -> Judgement | None:
    """An article or a verb beside the blank that fits some options only."""
    if re.search(rf"\ban? {BLANK}", stem):
        starts = {option.lstrip("\"'“")[0].lower() in "aeiou" for option in options}
        if len(starts) > 1:
            return fail("article before the blank")
    if (_VERB_OF_ONE.search(stem) or _VERB_OF_MANY.search(stem)) and len({is_plural(option) for option in options}) > 1:
        return fail("verb after the blank")
    if asks_for_term(stem) and len({is_plural(option) for option in options}) > 1:
        return fail("singular beside plural")
    return None


def _implausible(amounts: list[Amount]) -> Judgement | None:
    middle = median(amount.value for amount in amounts)
    for amount in amounts:
        if "percent" in amount.unit and amount.value > 100:
            return fail(f"implausible number: {amount.value:g} percent")
        if amount.value * MAX_FACTOR < middle or amount.value > middle * MAX_FACTOR:
            return fail(f"implausible number: {amount.value:g}")
    digits = [_n_significant(amount.value) for amount in amounts]
    top = max(digits)
    if digits.count(top) == 1 and top - sorted(digits)[-2] >= 2:
        return fail("one number is far more exact than the others")
    return None


def _n_significant(value: float) -> int:
    return max(1, len(f"{value:.9g}".partition("e")[0].replace(".", "").strip("0")))


def _clang(stem: str, rule: str, options: tuple[str, ...], key_place: int | None) -> Judgement | None:
    """Word stems that the stem shares with the key alone; for terms, with any option (else least overlap tells)."""
    if asks_for_term(rule):
        told = word_stems(rule, 4)
        shared = [word_stems(option, 4) & told for option in options]
        if any(shared) and not all(shared):
            return fail(f"an option echoes the stem: {min(frozenset().union(*shared))}")
    if key_place is None:
        return None
    own = word_stems(options[key_place]) & word_stems(stem)
    others = frozenset().union(*(word_stems(option) for place, option in enumerate(options) if place != key_place))
    return fail(f"the key echoes the stem: {min(own - others)}") if own - others else None


def _lengths(options: tuple[str, ...]) -> Judgement | None:
    lengths = [len(option) for option in options]
    if max(lengths) > max(MAX_LENGTH_FACTOR * min(lengths), min(lengths) + LENGTH_SLACK):
        return fail("an option of another length class")
    return None


def _odd_key(options: tuple[str, ...], key_place: int) -> Judgement | None:
    """A mark that the key alone carries, or that every option but the key carries."""
    marks = {
        "digits": re.compile(r"\d"),
        "brackets": re.compile(r"[(\[]"),
        "a comma": re.compile(r",\D"),
        "quotes": re.compile(r"[\"“]"),
        "a negation": _NEGATIVE,
    }
    for name, mark in marks.items():
        has = [bool(mark.search(option)) for option in options]
        if Counter(has)[has[key_place]] == 1:
            return fail(f"the key is told by {name}")
    return None


GATE = Gate("eliminability", check)
