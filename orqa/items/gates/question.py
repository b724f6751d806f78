"""Question gate: a stem that stands alone, asks one thing, and is put in clean English."""

import re

from orqa.engine import Engine, Judgement
from orqa.items.gates.asking import ask
from orqa.items.gates.gate import Gate, GateInput, fail
from orqa.items.gates.references import open_reference
from orqa.items.gates.wording import (
    BLANK,
    amount_of,
    amounts_of,
    asks_for_term,
    contains_words,
    content_words,
    folded,
    plain,
    scope_and_rule,
    singular,
)
from orqa.quantities import find_quantities
from orqa.text import words

MIN_WORDS, MAX_WORDS = 6, 48
MIN_SCOPE_SHARE = 0.6
_SOURCE_PHRASE = re.compile(
    r"\baccording to\b|\b(?:the|this) (?:passage|excerpt|extract|quotation|snippet)\b|\b(?:the|this) text\b(?! of\b)"
    r"|\b(?:in|by|from|per) (?:the|this) (?:document|article|page|source|reading)\b(?! of\b)|\bthis document\b"
    r"|\b(?:the|this) (?:document|article|page|source) (?:says|states|mentions|describes|lists)\b|\bas (?:stated"
    r"|mentioned) (?:in|above)\b",
    re.IGNORECASE,
)
_INTERROGATIVE = re.compile(r"\b(?:how|what|which|who|whom|whose|when|where|why)\b", re.IGNORECASE)
_TWO_QUESTIONS = re.compile(
    r"\b(?:and|or) (?:how (?:many|much|long|often)|what|which of|who|whom|why)\b", re.IGNORECASE
)
_DOUBLED = re.compile(r"\b(?!that\b|had\b)([a-z]+) \1\b", re.IGNORECASE)
_GLUED = re.compile(
    r"[a-z]{2}\.[A-Z][a-z]|\b[a-z]+[a-z][A-Z][a-z]{2,}|[a-z][?!,;:][A-Za-z]|[a-z]\d{2,}[a-z]|[a-z]______"
    r"|______[A-Za-z]|______\.\d"
    r"|\$ ?______\d|[\ue000-\uf8ff\ufffd]|https?:|www\.|[|<>{}\\^~]"
)
_SPACING = re.compile(r"  | [,.?;:](?:\s|$)|,,|\.\.|\( | \)|^\s|\s$")
_GLUED_HEADING = re.compile(
    r"(?<=[a-z,;] )(?:The|A|An|To|In|Of|For|And|Or|If|When|With|On|At|By|From|This|These|That|You|It|Is|Are)\b"
)
_ENUMERATOR = re.compile(
    r"(?:^|\s)\((?:[a-z]|[ivx]{2,4})\)\s|(?:^|[,;] |\b(?:and|or|means|for|includes?|is) )\(\d{1,2}\)\s"
)
_CLUMSY = re.compile(
    r"\b(?:the|an?|each|this|any) (?:how many|how much|what (?:amount|percentage|number|temperature))\b"
    r"|\bhow many [a-z]+ (?:period|periods|limit|term|notice|window|interval|deadline|rule|supply|maximum|minimum)\b"
    r"|\bhow many °|\bhow many(?: of)?\?|\bhow many(?: must| may| shall)\b|\bwhat (?:amount|percentage) (?:percent"
    r"|dollars|fee of)\b"
    r"|\bwhich of the following (?:the|an?) following\b|\bwhich of the following [a-z]+ that\b"
    r"|\bhow many additional\b|, but [^,?]{8,}\?$|\bdo do\b|\bthe specified in\b"
    r"|^(?:must|shall|should|may|can|is|are|will|has|have)\b|^(?:and|or|but|nor|because|which is|that is|than)\b",
    re.IGNORECASE,
)
_NEGATED_QUESTION = re.compile(
    r"\b(?:which|what|who)\b[^,?]*\b(?:is|are|do|does|must|may|shall|should|can|need|would|will) (?:not|never)\b"
    r"|\b(?:must|may|shall|should|can|do|does|is|are) (?:not|never)(?: [a-z]+){0,4} (?:which|what) of\b"
    r"|\bcannot\b[^,?]*\bwhich\b"
    r"|\bexcept(?: for)? which\b|\ball (?:of the following )?except\b|\bexcept\?|\bexcept______|\bleast (?:likely"
    r"|important)\b"
    r"|\bnone of which\b"
)
_SCAR_END = re.compile(r"[;:,]\s*[?.]?$|\b(?:and|or|of|the|an?)[?.]$", re.IGNORECASE)


_FAULTS_OF_STEM = (
    ("speaks of its source", _SOURCE_PHRASE),
    ("doubled word", _DOUBLED),
    ("glued or broken text", _GLUED),
    ("stray spaces or marks", _SPACING),
    ("a heading glued to its sentence", _GLUED_HEADING),
    ("ends in the middle", _SCAR_END),
)
_FAULTS_OF_RULE = (("stray enumerator", _ENUMERATOR), ("clumsy", _CLUMSY))


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when the rules of form, reference, scope and wording hold, and the judge finds nothing else."""
    stem = given.item.stem
    scope, rule = scope_and_rule(stem, given.card.scope)
    return (
        _form(stem)
        or _language(stem, rule)
        or _negation(given, rule)
        or _standing(given, scope, rule)
        or _options_in_stem(stem, given.item.options)
        or ask(given, engine, GATE.name)
    )


def _form(stem: str) -> Judgement | None:
    n_words = len(stem.split())
    if not MIN_WORDS <= n_words <= MAX_WORDS:
        return fail(f"length: {n_words} words")
    is_asking, n_blanks = stem.endswith("?"), stem.count(BLANK)
    if stem.count("?") > 1 or n_blanks > 1 or _TWO_QUESTIONS.search(stem):
        return fail("more than one question")
    if not is_asking and n_blanks == 0:
        return fail("neither a question nor a blank")
    if is_asking and n_blanks == 0 and not _INTERROGATIVE.search(stem):
        return fail("no question word")
    if n_blanks == 1 and (is_asking or not stem.endswith((".", BLANK))):
        return fail("a blank in an unfinished sentence")
    return None


def _language(stem: str, rule: str) -> Judgement | None:
    if any(stem.count(left) != stem.count(right) for left, right in ("()", "[]", "“”")) or stem.count('"') % 2:
        return fail("unbalanced brackets or quotes")
    if not re.match(r"[\"“]?[A-Z0-9$]", stem):
        return fail("does not begin with a capital")
    for text, faults in ((stem.replace(f"({BLANK})", BLANK), _FAULTS_OF_STEM), (rule, _FAULTS_OF_RULE)):
        for reason, pattern in faults:
            if match := pattern.search(text):
                return fail(f"{reason}: {match.group().strip()}")
    return None


def _negation(given: GateInput, rule: str) -> Judgement | None:
    """A negated question shows its NOT or EXCEPT; `not more than` before a number or a negative definition is none."""
    if asks_for_term(rule):
        return None
    if match := _NEGATED_QUESTION.search(rule):
        is_number = amounts_of(given.item.options) is not None
        if not (is_number and re.search(r"\b(?:not|never)\b", match.group())):
            return fail(f"negation in lower case: {match.group()}")
    return None


def _standing(given: GateInput, scope: str, rule: str) -> Judgement | None:
    if found := open_reference(rule, f"{scope} {given.card.scope}"):
        return fail(f"does not stand alone: {found}")
    if match := _NO_TOPIC.search(scope):
        return fail(f"scope without a topic: {match.group(1)}")
    stem_words = set(content_words(given.item.stem))
    wanted = set(content_words(given.card.scope))
    if wanted and len(wanted & stem_words) < MIN_SCOPE_SHARE * len(wanted):
        return fail("scope not stated")
    place = given.card.jurisdiction
    if wanted and not scope and not _NAMED_AUTHORITY.search(given.item.stem):
        return fail("scope not stated")
    if place and place not in _FEDERAL and place.lower() not in given.item.stem.lower():
        return fail(f"jurisdiction not stated: {place}")
    return None


_NO_TOPIC = re.compile(
    r"\b(?:on|for) (authority|purposes?|scope|definitions?|general provisions?|applicability|administration"
    r"|miscellaneous"
    r"|introduction|overview|background|contents)\b(?:(?:,| and|, and) (?:authority|purposes?|scope|definitions?"
    r"|applicability))*$",
    re.IGNORECASE,
)
_NAMED_AUTHORITY = re.compile(r"\b[Uu]nder [a-z]|\b[Ii]n [A-Z]|(?<=[a-z,] )[A-Z]|\bfederal\b")
_FEDERAL = frozenset(
    {"United States", "US", "USA", "United States of America", "federal", "international", "International"}
)


def _options_in_stem(stem: str, options: tuple[str, ...]) -> Judgement | None:
    text = tuple(singular(word) for word in words(plain(stem)))
    for option in options:
        amount = amount_of(option)
        if amount is None:
            if contains_words(text, folded(option)):
                return fail(f"an option stands in the stem: {option}")
        elif _states_amount(stem, amount.value, amount.unit):
            return fail(f"an option stands in the stem: {option}")
    return None


def _states_amount(stem: str, value: float, unit: str) -> bool:
    """Whether the stem itself gives this value with this unit."""
    first_unit_word = (unit.split() or [""])[0]
    for quantity in find_quantities(stem):
        if quantity.value != value:
            continue
        behind = [singular(word) for word in re.findall(r"[a-z]+", stem[quantity.span.end :].lower())[:2]]
        if quantity.prefix and first_unit_word == quantity.prefix:
            return True
        if first_unit_word in {"", *behind} or (quantity.suffix.strip() and unit.startswith("percent")):
            return True
    return False


GATE = Gate("question", check)
