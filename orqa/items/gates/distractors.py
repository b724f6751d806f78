"""Distractors gate: four options of one kind, from the document, without wording that gives one of them away."""

import re
from itertools import combinations

from orqa.engine import DocumentView, Engine, Judgement
from orqa.items.gates.asking import ask
from orqa.items.gates.gate import Gate, GateInput, fail
from orqa.items.gates.wording import (
    ROLES,
    Amount,
    amount_of,
    contains_words,
    folded,
    is_plural,
    singular,
    without_article,
    word_set,
    word_stems,
)
from orqa.text import normalise, words

_GIVE_AWAY = re.compile(
    r"\b(?:always|never|only|all|none|nothing|nobody|everyone|everything|completely|absolutely|totally|definitely"
    r"|entirely"
    r"|inevitabl[ey]|ignor(?:e|es|ing)|refus(?:e|es|ing)|avoid(?:s|ing)?|disregard(?:s|ing)?|neglect(?:s|ing)?"
    r"|at any time|no matter|under no circumstances|without exception|impossible)\b",
    re.IGNORECASE,
)
_ARTICLES = frozenset({"the", "a", "an"})
_NOUNS_IN_ING = word_set(
    "building housing training ceiling wiring flooring lighting heating scaffolding shoring hearing"
    " hiring billing banking clothing bedding mailing meeting rating reading setting spring string thing"
    " wing ring filling landing opening parking plumbing railing roofing stocking testing warning working"
    " writing beginning bearing casing coating coupling fitting funding grading grazing handling lining"
    " marking monitoring operating packaging remaining piping tubing tooling"
)
_WHO = re.compile(
    r"\b(?:who|whom|which person|which of the following (?:persons|people|parties)) (?:must|shall|may|should|is"
    r"|has|can)\b"
)
_SYNONYMS = (
    frozenset({"attorney", "lawyer", "counsel"}), frozenset({"physician", "doctor"}), frozenset({"tenant", "lessee", "renter"}),
    frozenset({"landlord", "lessor"}), frozenset({"buyer", "purchaser"}), frozenset({"seller", "vendor"}),
    frozenset({"client", "customer"}), frozenset({"employee", "worker"}), frozenset({"annually", "yearly"}),
    frozenset({"automobile", "car", "motorcar"}), frozenset({"fee", "charge"}), frozenset({"permit", "license", "licence"}),
    frozenset({"wage", "pay"}), frozenset({"copy", "duplicate"}),
)  # fmt: skip


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when kind, wording and origin of the options agree and the judge finds nothing else."""
    options = given.item.options
    found = _GIVE_AWAY.findall(" | ".join(options))
    if found and not all(_GIVE_AWAY.search(option) for option in options):
        return fail(f"give-away wording: {found[0]}")
    amounts = [amount_of(option) for option in options]
    if any(amounts):
        return _numbers(amounts) or ask(given, engine, GATE.name)
    return (
        _form(options)
        or _likeness(options)
        or _roles(given.item.stem, options)
        or _origin(options, given.document)
        or ask(given, engine, GATE.name)
    )


def _numbers(amounts: list[Amount | None]) -> Judgement | None:
    units = {amount.unit for amount in amounts if amount is not None}
    if None in amounts:
        return fail("numbers beside words")
    if len(units) > 1:
        return fail("numbers of different units")
    return None


def _form(options: tuple[str, ...]) -> Judgement | None:
    """First-word class, capital, end mark, and for short options article and number."""
    for name, kinds in (
        ("first-word forms", {_first_form(option) for option in options}),
        ("opening letters", {option[0].islower() for option in options}),
        ("end marks", {option[-1] in ".;:" for option in options}),
    ):
        if len(kinds) > 1:
            return fail(f"mixed {name}")
    if all(len(option.split()) <= 4 for option in options):
        if len({option.split()[0].lower() in _ARTICLES for option in options}) > 1:
            return fail("mixed articles")
        if len({is_plural(option) for option in options}) > 1:
            return fail("singular beside plural")
    return None


def _first_form(option: str) -> str:
    first = words(option)[0] if words(option) else ""
    if first == "to":
        return "infinitive"
    if first.endswith("ing") and len(first) > 4 and first not in _NOUNS_IN_ING:
        return "ing"
    return "other"


def _likeness(options: tuple[str, ...]) -> Judgement | None:
    """Two options that say the same, or of which one is the narrower case of the other."""
    for left, right in combinations(options, 2):
        own, other = word_stems(left, 6), word_stems(right, 6)
        if own and other and (own <= other or other <= own):
            return fail(f"one option covers another: {left} | {right}")
        heads = {_head(left), _head(right)}
        if any(heads <= group for group in _SYNONYMS):
            return fail(f"synonyms: {left} | {right}")
    return None


def _head(option: str) -> str:
    """The head noun: the last word before a preposition or relative clause."""
    phrase = re.split(r" (?:of|in|for|with|on|at|who|that|which|to|from|by)\b", without_article(normalise(option)))[0]
    found = words(phrase)
    return singular(found[-1]) if found else ""


def _roles(stem: str, options: tuple[str, ...]) -> Judgement | None:
    """Who must act is a role, by its head noun; a paper or a plan cannot act."""
    if not _WHO.search(stem):
        return None
    for option in options:
        if _head(option) not in ROLES:
            return fail(f"not a role: {option}")
    return None


def _origin(options: tuple[str, ...], document: DocumentView) -> Judgement | None:
    """Words come from the document or a sibling section; only numbers may be derived."""
    texts = (document.text, *document.siblings)
    for option in options:
        plain = without_article(option).lower()
        if any(plain in text.lower() for text in texts):
            continue
        if not any(contains_words(_words_of(text), folded(option)) for text in texts):
            return fail(f"not in the document: {option}")
    return None


def _words_of(text: str) -> list[str]:
    return [singular(word) for word in words(normalise(text))]


GATE = Gate("distractors", check)
