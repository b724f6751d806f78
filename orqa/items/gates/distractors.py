"""Distractors gate: four options of one kind, from the document, without wording that gives one of them away."""

import re
from functools import lru_cache
from itertools import combinations

from orqa.engine import DocumentView, Engine, Judgement
from orqa.items.gates.asking import ask
from orqa.items.gates.gate import Gate, GateInput, fail
from orqa.items.gates.wording import (
    ROLES,
    Amount,
    amount_of,
    asks_for_term,
    content_words,
    folded,
    head_noun,
    is_plural,
    plain,
    scope_and_rule,
    singular,
)
from orqa.text import words

_GIVE_AWAY = re.compile(
    r"\b(?:always|never|only|all|none|nothing|nobody|everyone|everything|completely|absolutely|totally|definitely"
    r"|entirely"
    r"|inevitabl[ey]|ignor(?:e|es|ing)|refus(?:e|es|ing)|avoid(?:s|ing)?|disregard(?:s|ing)?|neglect(?:s|ing)?"
    r"|at any time|no matter|under no circumstances|without exception|impossible)\b",
    re.IGNORECASE,
)
_ARTICLES = frozenset({"the", "a", "an"})
_GERUND = re.compile(
    r"[a-z]{3,}ing (?:the|an?|any|each|every|all|its|their|to|in|on|for|up|out|off|with|from|about|into)\b"
)
_WHO = re.compile(
    r"(?:^|, )(?:who|whom) (?:must|shall|may|should|can|is|has)\b|\bwhich of the following (?:persons|people"
    r"|parties)\b"
)
_SYNONYMS = tuple(
    frozenset(group.split())
    for group in (
        "attorney lawyer counsel", "physician doctor", "tenant lessee renter", "landlord lessor", "buyer purchaser",
        "seller vendor", "client customer", "employee worker", "automobile car motorcar", "fee charge",
        "permit license licence", "wage pay", "copy duplicate",
    )
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
    is_term = asks_for_term(given.item.stem)
    is_asking_who = bool(_WHO.search(scope_and_rule(given.item.stem, given.card.scope)[1]))
    return (
        _form(options, is_name=is_asking_who or is_term)
        or _likeness(options, is_term)
        or (_roles(options) if is_asking_who else None)
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


def _form(options: tuple[str, ...], is_name: bool) -> Judgement | None:
    """First-word class, capital, end mark; for short options the article, and the number of terms and roles."""
    for name, kinds in (
        ("first-word forms", _first_forms(options)),
        ("opening letters", {option[0].islower() for option in options}),
        ("end marks", {option[-1] in ".;:" for option in options}),
    ):
        if len(kinds) > 1:
            return fail(f"mixed {name}")
    if all(len(option.split()) <= 4 for option in options):
        if len({option.split()[0].lower() in _ARTICLES for option in options if not is_plural(option)}) > 1:
            return fail("mixed articles")
        if is_name and len({is_plural(option) for option in options}) > 1:
            return fail("singular beside plural")
    return None


def _first_forms(options: tuple[str, ...]) -> set[str]:
    """The forms of the first words: infinitive, gerund with its object, or other."""
    first = [option.split()[0].lower() for option in options]
    if all(word.endswith("ing") for word in first):
        return {"ing"}
    return {
        "infinitive" if word == "to" else "ing" if _GERUND.match(option.lower()) else "other"
        for word, option in zip(first, options, strict=True)
    }


def _likeness(options: tuple[str, ...], is_term: bool) -> Judgement | None:
    """Two options that say the same (defined terms differ by definition), or one the narrower case of the other."""
    for left, right in combinations(options, 2):
        own, other = _stems(left), _stems(right)
        if own and other and (own <= other or other <= own):
            return fail(f"one option covers another: {left} | {right}")
        heads = {singular(head_noun(left)), singular(head_noun(right))}
        if not is_term and len(heads) > 1 and any(heads <= group for group in _SYNONYMS):
            return fail(f"synonyms: {left} | {right}")
    return None


def _stems(option: str) -> frozenset[str]:
    """The content words cut to six letters, with the numbers that tell codes apart."""
    return frozenset(word[:6] for word in (*content_words(option), *re.findall(r"\d\S*", option)))


def _roles(options: tuple[str, ...]) -> Judgement | None:
    """Who must act is a role, by its head noun; a paper or a plan cannot act."""
    for option in options:
        if singular(head_noun(option)) not in ROLES:
            return fail(f"not a role: {option}")
    return None


def _origin(options: tuple[str, ...], document: DocumentView) -> Judgement | None:
    """Words come from the document or a sibling section; only numbers may be derived."""
    text = _folded_text(document)
    for option in options:
        if f" {' '.join(folded(option))} " not in text:
            return fail(f"not in the document: {option}")
    return None


@lru_cache(maxsize=64)
def _folded_text(document: DocumentView) -> str:
    """The words of the document and its siblings, folded and spaced, kept as every item of a document asks."""
    texts = (document.text, *document.siblings)
    return "".join(f" {' '.join(singular(word) for word in words(plain(text)))} " for text in texts)


GATE = Gate("distractors", check)
