"""Items about a number: the question word in place, and wrong values of its unit with the key's rank drawn first."""

import re
from collections import Counter
from collections.abc import Sequence

from orqa.engine import OptionDraft
from orqa.engines.extractive.numbers import NumberFact, NumberIndex, singular
from orqa.quantities import format_number
from orqa.text import seeded_int

MAX_WORDS_AFTER = 14
_LADDERS: dict[str, tuple[float, ...]] = {
    "second": (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300),
    "minute": (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240),
    "hour": (1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 36, 48, 72, 96, 120),
    "day": (1, 2, 3, 5, 7, 10, 14, 15, 20, 21, 30, 45, 60, 90, 120, 180, 365),
    "week": (1, 2, 3, 4, 6, 8, 10, 12, 16, 26, 52),
    "month": (1, 2, 3, 4, 6, 9, 12, 18, 24, 36, 48),
    "year": (1, 2, 3, 4, 5, 6, 7, 10, 12, 15, 20, 25, 30),
    "bit": (8, 16, 32, 64, 80, 96, 112, 128, 192, 256, 384, 512),
    "octet": (16, 32, 64, 128, 255, 256, 512, 1024, 2048),
    "percent": (1, 2, 3, 5, 8, 10, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 95),
    "inch": (2, 3, 4, 6, 8, 10, 12, 15, 18, 24, 30, 36, 42, 48, 60, 72),
    "foot": (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500),
    "degree": (5, 10, 15, 20, 30, 45, 60, 75, 90, 120, 135, 150, 180, 270, 360),
    "degree Fahrenheit": (32, 36, 41, 45, 50, 60, 70, 90, 100, 110, 120, 135, 145, 155, 165, 180, 200, 212, 250),
}
_ROUND = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8)


def stem_of(fact: NumberFact, sentence_before: str) -> str:
    """The stem's rule part: the question word in place of the number, or a blank when much follows it."""
    n_after = len(fact.after.split())
    if n_after > MAX_WORDS_AFTER or re.search(r"\bevery\s*$", sentence_before):
        return f"{sentence_before}______{fact.after.rstrip('.')}."
    return f"{sentence_before}{_question_words(fact)}{fact.after.rstrip('. ')}?"


def _question_words(fact: NumberFact) -> str:
    if fact.unit_head == "dollar" and fact.prefix:
        return "how many dollars" if re.search(r"\bamount\b", fact.before[-40:]) else "what amount"
    if fact.unit_head == "percent":
        return "what percentage"
    if fact.suffix.strip().startswith("°"):
        return "what temperature"
    return f"how many {fact.unit}"


def render_value(value: float, fact: NumberFact) -> str:
    """A value as an option, in the style of the source with its unit."""
    style = "digits" if fact.style != "words" else "words"
    number = format_number(value, style, "," in fact.number or value >= 10_000 or (value >= 1000 and bool(fact.prefix)))
    if style == "digits" and value >= 1000 and "," not in fact.number and fact.value >= 1000:
        number = format_number(value, style, has_commas=False)
    unit = fact.unit
    if value == 1 and unit:
        head = unit.split(" per ")[0].split()[-1]
        unit = (
            unit.replace(head, singular(head), 1)
            if head.lower() not in {"fahrenheit", "celsius"}
            else unit.replace("degrees", "degree")
        )
    text = f"{fact.prefix}{number}{fact.suffix}" + (f" {unit}" if unit else "")
    return text[0].upper() + text[1:] if style == "words" else text


def choose_options(
    fact: NumberFact, index: NumberIndex, seed: int, card_id: str, attempt: int, is_withheld: bool
) -> list[tuple[float, OptionDraft]] | None:
    """Four values with their truth: the key's rank is drawn first, then values are found for it; None when infeasible.

    The ranks are drawn in an order; the first that has enough values on either side holds. Small keys have little below
    them, so this favours A among them; the balancer evens out the letters of a bank.

    When `is_withheld`, the right value is left out (key F) from an inner place: one wrong value at least lies on either
    side, so that `at least how many` is not true of them all.
    """
    n_wrong = 4 if is_withheld else 3
    pool = _pool(fact, index, seed, card_id, attempt)
    below = [(value, origin) for value, origin in pool if value < fact.value]
    above = [(value, origin) for value, origin in pool if value > fact.value]
    places = range(1, n_wrong) if is_withheld else range(n_wrong + 1)
    ranks = sorted(places, key=lambda rank: seeded_int(seed, card_id, "rank", attempt, rank))
    for rank in ranks:
        chosen = _spread(fact.value, below, rank) + _spread(fact.value, above, n_wrong - rank)
        if len(chosen) == n_wrong:
            break
    else:
        return None
    options = [
        (value, OptionDraft(text=render_value(value, fact), is_true=False, origin="document" if origin else "derived"))
        for value, origin in chosen
    ]
    if not is_withheld:
        key = OptionDraft(text=render_value(fact.value, fact), is_true=True, origin="quote")
        options.append((fact.value, key))
    return sorted(options, key=lambda option: option[0])


def _pool(fact: NumberFact, index: NumberIndex, seed: int, card_id: str, attempt: int) -> list[tuple[float, bool]]:
    """Values that could stand beside the key, nearest first, the document's own before derived ones."""
    counts = index.values.get(fact.unit_head, Counter())
    own = {value for value in counts if value != fact.value}
    ladder = _LADDERS.get(fact.unit_head) or tuple(
        step * scale for scale in (1, 10, 100, 1e3, 1e4, 1e5, 1e6) for step in _ROUND
    )
    candidates: dict[float, bool] = {value: False for value in ladder if value != fact.value}
    candidates.update(dict.fromkeys(own, True))
    whole = fact.value == int(fact.value)
    digits = max(2, _significant_digits(fact.value))
    usable = [
        (value, is_own)
        for value, is_own in candidates.items()
        if value > 0
        and 1 / 3 <= value / fact.value <= 3
        and (not whole or value == int(value))
        and _significant_digits(value) <= digits
        and not (fact.unit_head == "percent" and (value > 100 or (value == 100 and not is_own)))
    ]

    def nearness(entry: tuple[float, bool]) -> float:
        value, is_own = entry
        ratio = max(value, fact.value) / min(value, fact.value)
        jitter = 1 + (seeded_int(seed, card_id, attempt, value) % 100) / 100
        return ratio * jitter * (0.85 if is_own else 1.0)

    return sorted(usable, key=lambda entry: (nearness(entry), entry[0]))


def _spread(key: float, candidates: Sequence[tuple[float, bool]], n: int) -> list[tuple[float, bool]]:
    """The first `n` candidates that keep 12 % away from the key and each other; fewer when there are not enough."""
    chosen: list[tuple[float, bool]] = []
    for value, is_own in candidates:
        if len(chosen) == n:
            break
        if all(max(value, other) / min(value, other) >= 1.12 for other in [key, *(taken for taken, _ in chosen)]):
            chosen.append((value, is_own))
    return chosen


def _significant_digits(value: float) -> int:
    text = f"{value:.6g}".replace(".", "").split("e")[0].lstrip("0").rstrip("0")
    return max(1, len(text))
