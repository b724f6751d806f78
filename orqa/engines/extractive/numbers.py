"""Limits and periods: one number with its unit behind a strong operator."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from orqa.engines.extractive import lexicon as lex
from orqa.quantities import Quantity, find_quantities
from orqa.text import jaccard, words

_OPERATOR = re.compile(
    r"(?:\bat least(?: once)?(?: every)?|\bat most|\b(?:no|not) (?:more|less|fewer|greater|longer|later"
    r"|earlier|sooner|higher|lower|wider|deeper|shorter|farther|larger|smaller|closer|nearer|older"
    r"|younger) than|\b(?:more|less|fewer|longer|higher|lower|greater|later|earlier) than"
    r"|\bwithin(?: a period of| the first)?|\bexceed(?:s|ing)?|\bup to"
    r"|\bfor(?: a period of| a minimum of| at least)?|\ba (?:minimum|maximum) of|\bmin(?:imum) of"
    r"|\bmax(?:imum) of|\b(?:once |at least )?every|\bunder the age of|\bor (?:more|less) than|\bonly"
    r"|\bat or (?:above|below)|\bequal to|\bis|\bof|\bbe|\bbelow|\babove|\bover|\bunder|\buntil|\bcomplete"
    r"|\bby|\bto|\bfirst|\blast)\s*$",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"(?:least|most|than|within|exceed(?:s|ing)?|up to|minimum of|maximum of|every|age of|period of"
    r"|the first|or (?:above|below)|for)\s*$",
    re.IGNORECASE,
)
_WEAK_FOR = re.compile(r"\bfor\s*$", re.IGNORECASE)
_MEASURES = lex.word_set(
    "feet foot inches inch miles mile yards meters metres centimeters millimeters kilometers pounds pound"
    " ounces tons grams kilograms milligrams micrograms gallons gallon quarts liters litres milliliters"
    " degrees volts kilovolts amperes amps watts kilowatts decibels dba psi ppm lux octets bytes bits"
    " characters pixels percent footcandles foot-candles lumens acres rems rem millirems horsepower btu"
    " rpm mph knots dollars cents"
)
_UNITS = _MEASURES | lex.TIME_UNITS
_SHAPES = lex.word_set("linear square cubic nautical statute")
"""Adjectives of a measure: `20 square feet`."""
_AFTER_THINGS = re.compile(
    r"[,.]| (?:of|in|on|at|by|for|from|to|with|per|when|if|and|or|who|that|which|before|after|during|must|may|is|are"
    r"|under|over|within)\b"
)
"""What may follow counted things: `two spotters on`, `four bolts,`."""


@dataclass(frozen=True)
class NumberFact:
    """A sentence with one number: the text before it, the number as written, its unit, and the text after it."""

    sentence: str
    before: str
    number: str
    value: float
    unit: str
    unit_head: str
    after: str
    style: str
    prefix: str
    suffix: str
    family: str
    n_rivals: int

    def data(self) -> dict[str, Any]:
        """Plain JSON values."""
        return asdict(self)


@dataclass(frozen=True)
class NumberIndex:
    """The document's values by unit head with their counts, and its number sentences masked, for twins."""

    values: dict[str, Counter[float]] = field(hash=False)
    masked: tuple[tuple[frozenset[str], float, str], ...]


def parse(sentence: str) -> NumberFact | None:
    """The number statement in a sentence, or None when no number stands behind an operator with a unit after it."""
    quantities = find_quantities(sentence)
    if not quantities:
        return None
    for quantity in quantities:
        before = sentence[: quantity.span.start]
        if not _OPERATOR.search(before):
            continue
        unit, head = _unit_after(sentence, quantity)
        if not head:
            continue
        end = quantity.span.end + len(unit)
        return NumberFact(
            sentence=sentence,
            before=before,
            number=quantity.span.of(sentence),
            value=quantity.value,
            unit=unit.strip(),
            unit_head=head,
            after=sentence[end:],
            style=quantity.style,
            prefix=quantity.prefix,
            suffix=quantity.suffix,
            family="period" if head in {"second", "minute", "hour", "day", "week", "month", "year"} else "limit",
            n_rivals=_count_rivals(sentence, quantities, quantity, head),
        )
    return None


def _count_rivals(sentence: str, quantities: Sequence[Quantity], asked: Quantity, head: str) -> int:
    """How many numbers could be taken for the one asked: all but a single one of another unit, or a bare `one`."""
    others = [
        _unit_after(sentence, quantity)[1]
        for quantity in quantities
        if quantity is not asked and not (quantity.style == "words" and quantity.value == 1)
    ]
    return 0 if len(others) == 1 and others[0] not in ("", head) else len(others)


def _unit_after(sentence: str, quantity: Quantity) -> tuple[str, str]:
    """The unit as it stands after the number (with its leading space), and its singular head; both empty if none."""
    if quantity.prefix == "$":
        return "", "dollar"
    if quantity.suffix:
        is_percent = "%" in quantity.suffix or "cent" in quantity.suffix
        return "", "percent" if is_percent else _degree(quantity.suffix.strip(" °"))
    taken = _unit_words(sentence[quantity.span.end :])
    if not taken:
        return "", ""
    unit, last = " " + " ".join(taken), taken[-1].lower()
    rest = sentence[quantity.span.end + len(unit) :]
    if last in _UNITS:
        if any(word.lower() not in lex.UNIT_ADJECTIVES | _SHAPES for word in taken[:-1]):
            return "", ""
        tail = re.match(r" (?:Fahrenheit|Celsius|[FC])\b| per (?:square |cubic )?[a-z]+", rest)
        said = tail.group() if tail else ""
        return unit + said, _degree(said.strip()) if last == "degrees" else singular(last)
    if last == "people" or (_are_things(taken) and _AFTER_THINGS.match(rest)):
        return unit, singular(last)
    return "", ""


def _degree(scale: str) -> str:
    """The unit head of degrees: of a temperature scale, or of an angle when no scale is named."""
    return {"F": "degree Fahrenheit", "C": "degree Celsius"}.get(scale[:1], "degree")


def _unit_words(after: str) -> list[str]:
    """Up to four words behind a number, to the first measure or before the first function word."""
    match = re.match(r"(?: [A-Za-z][A-Za-z'’-]*){1,4}", after)
    taken: list[str] = []
    for token in match.group().split() if match else ():
        if token.lower() in lex.FUNCTION:
            break
        taken.append(token)
        if token.lower() in _UNITS:
            break
    return taken


def _are_things(taken: Sequence[str]) -> bool:
    """Whether the words are a short plural, not a name: `spotters`, `fire exits`."""
    last = taken[-1].lower()
    is_plural = last.endswith("s") and not last.endswith(("ss", "us", "is"))
    return is_plural and len(taken) <= 2 and not taken[0][0].isupper()


def singular(noun: str) -> str:
    """The singular of a unit in lower case: `Inches` -> `inch`."""
    noun = noun.lower()
    irregular = {"feet": "foot", "inches": "inch", "foot": "foot", "people": "people", "dba": "dba"}
    if noun in irregular:
        return irregular[noun]
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "xes", "sses")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def index_of(sentences: Sequence[str]) -> NumberIndex:
    """All values of a document by unit head, and its number sentences with the number masked."""
    values: dict[str, Counter[float]] = defaultdict(Counter)
    masked: list[tuple[frozenset[str], float, str]] = []
    for sentence in sentences:
        for quantity in find_quantities(sentence):
            unit, head = _unit_after(sentence, quantity)
            if not head:
                continue
            values[head][quantity.value] += 1
            rest = sentence[: quantity.span.start] + " " + sentence[quantity.span.end + len(unit) :]
            masked.append((frozenset(words(rest)), quantity.value, head))
    return NumberIndex(dict(values), tuple(dict.fromkeys(masked)))


def reason_to_drop(sentence: str, fact: NumberFact, index: NumberIndex) -> str | None:
    """Why a number statement cannot be asked, or None."""
    if fact.n_rivals or fact.value <= 1:
        return "two numbers" if fact.n_rivals else "value of one or less"
    if not _is_strong(fact):
        return "no strong operator"
    if not re.match(r"^(?:[,.;]|\s*$| (?:[a-z]+))", fact.after):
        return "odd text after the number"
    follower = re.match(r" ([a-z-]+)", fact.after)
    if follower and follower.group(1) not in lex.FUNCTION and follower.group(1) not in _FOLLOWERS:
        return "number is an adjective"
    if reason := _badly_placed(fact):
        return reason
    if re.search(_TELLING.get(fact.unit_head, "$^"), fact.before + fact.after, re.IGNORECASE):
        return "the sentence gives the number away"
    own = frozenset(words(fact.before + " " + fact.after))
    for other, value, head in index.masked:
        if head == fact.unit_head and value != fact.value and jaccard(set(own), set(other)) > 0.6:
            return "twin sentence with another value"
    return None


_ANCHOR_BEFORE = re.compile(
    r"^(?:After|When|If|Once|Upon|Before|On|At|From|Following|During|Where|For|In|While)\b|\b(?:after|when|once|upon|if|from|before)\b",
    re.IGNORECASE,
)
_ANCHOR_AFTER = re.compile(
    r"^ (?:[a-z]+ )?(?:of|after|from|before|following|prior|unless|if|when|until|once|upon|to)\b"
)
_TIME_BETWEEN = re.compile(
    r"\b(?:must|shall|may|should)\b[^,]*\b(?:after|before|since|from the)\b[^,]*"
    r"(?:\bfor )?(?:at least|(?:no|not) (?:more|later|less|longer) than|within)\s*$"
)


def _badly_placed(fact: NumberFact) -> str | None:
    """A deadline without what it runs from, a time phrase between verb and number, or more said after the number."""
    is_deadline = fact.family == "period" and re.search(r"(?:within|later than|sooner than)\s*$", fact.before)
    if is_deadline and not (_ANCHOR_AFTER.match(fact.after) or _ANCHOR_BEFORE.search(fact.before)):
        return "a deadline from nowhere"
    if _TIME_BETWEEN.search(fact.before):
        return "a time phrase before the number"
    if re.search(r"(?:,|;) (?:and|but|or|which|so|then|nor)\b|\band (?:shall|must|may|should)\b", fact.after):
        return "more said after the number"
    return None


_TELLING = {
    "year": r"\b(?:biennial|annual|yearly|triennial)",
    "month": r"\b(?:monthly|quarterly|annual|semiannual)",
    "day": r"\b(?:daily|weekly|biweekly|semiweekly)",
    "week": r"\b(?:weekly|biweekly)",
    "hour": r"\b(?:hourly|daily)",
}
"""Words that say how long a period is, by the unit that is asked."""
_FOLLOWERS = lex.word_set(
    "wide high deep long tall thick old apart away of beyond ahead later earlier prior following and or"
    " square each annually daily weekly monthly yearly total notice past once continuously"
)


def _is_strong(fact: NumberFact) -> bool:
    if _WEAK_FOR.search(fact.before) and not re.search(r"(?:least|most|than) for\s*$", fact.before):
        return fact.family == "period"
    return bool(_STRONG.search(fact.before))
