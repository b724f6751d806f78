"""From a fact to an item draft: the stem with its scope, and options by family."""

import re
from typing import Any

from orqa.engine import CardView, DocumentView, ItemDraft, OptionDraft
from orqa.engines.extractive import definitions, list_items, lists, number_items, numbers, select, tables, who
from orqa.engines.extractive.facts import Reading, read_document
from orqa.quantities import find_quantities
from orqa.text import seeded_int

REPAIRABLE_GATES = frozenset({"structure", "uniqueness", "distractors", "eliminability", "concreteness", "pretest"})
WITHHELD_PERCENT = {"limit": 22, "period": 22, "definition": 45, "who": 22, "table": 22}
NAMES_ITSELF = 0.15
"""The quality of a definition whose term is among the options: readers find it without the field (docs/quality.md)."""
LIST_PERCENT = {"E": 40, "content": 32, "F": 28}


def write_item(card: CardView, document: DocumentView, seed: int, attempt: int) -> ItemDraft | None:
    """The item of a card; `attempt` 0 is the first, higher ones are repairs and draw anew."""
    reading = read_document(document)
    if card.family in ("limit", "period"):
        return _number_item(card, document, reading, seed, attempt)
    if card.family == "definition":
        return _definition_item(card, reading, seed, attempt)
    if card.family == "list":
        return _list_item(card, document, reading, seed, attempt)
    if card.family == "who":
        return _who_item(card, reading, seed, attempt)
    if card.family == "table":
        return _table_item(card, seed, attempt)
    raise ValueError(f"no such family: {card.family}")


def _number_item(card: CardView, document: DocumentView, reading: Reading, seed: int, attempt: int) -> ItemDraft | None:
    fact = numbers.NumberFact(**card.fact)
    is_withheld = seeded_int(seed, card.id, "withheld", attempt) % 100 < WITHHELD_PERCENT[card.family]
    ranked = number_items.choose_options(fact, reading.numbers, seed, card.id, attempt, is_withheld)
    if ranked is None:
        return None
    if select.is_instruction(fact.sentence):
        blanked = select.modernise(f"{fact.before}______{fact.after}").rstrip(".")
        stem = f"{card.scope}, which value completes the instruction “{blanked}”?"
    else:
        before = select.modernise(select.lower_first(fact.before, document.text))
        stem = f"{card.scope}, {_said_once(number_items.stem_of(fact, before), card.scope)}"
    options = [option for _, option in ranked]
    n_derived = sum(option.origin == "derived" for option in options)
    return _draft(
        card,
        stem,
        options,
        quality=1.0 - 0.12 * n_derived - _length_penalty(stem),
        values=[value for value, _ in ranked],
    )


def _definition_item(card: CardView, reading: Reading, seed: int, attempt: int) -> ItemDraft | None:
    fact = definitions.Definition(**card.fact, span=card.span)
    is_withheld = seeded_int(seed, card.id, "withheld", attempt) % 100 < WITHHELD_PERCENT["definition"]
    wrong = definitions.wrong_terms(fact, reading.terms, card.scope, is_withheld, (seed + attempt, card.id))
    if wrong is None:
        is_withheld = not is_withheld
        wrong = definitions.wrong_terms(fact, reading.terms, card.scope, is_withheld, (seed + attempt, card.id))
    if wrong is None:
        return None
    options = wrong if is_withheld else [definitions.right_term(fact), *wrong]
    question = ("which term means", "what is the term for")[seeded_int(seed, card.id, "question") % 2]
    stem = f"{card.scope}, {question} {fact.means}?"
    quality = 0.7 if is_withheld else NAMES_ITSELF
    return _draft(card, stem, options, quality=quality - _length_penalty(stem))


def _who_item(card: CardView, reading: Reading, seed: int, attempt: int) -> ItemDraft | None:
    duty = who.Duty(**card.fact)
    is_withheld = seeded_int(seed, card.id, "withheld", attempt) % 100 < WITHHELD_PERCENT["who"]
    stem = f"{card.scope}, who must {select.modernise(duty.act)}?"
    wrong = who.wrong_roles(duty, reading.cast, stem, is_withheld, (seed + attempt, card.id))
    if wrong is None:
        return None
    options = wrong if is_withheld else [who.right_role(duty), *wrong]
    return _draft(card, stem, options, quality=0.85 - _length_penalty(stem))


def _table_item(card: CardView, seed: int, attempt: int) -> ItemDraft | None:
    cells = {**card.fact, "others": tuple(card.fact["others"])}
    row = tables.Row(**cells, span=card.span)
    is_withheld = seeded_int(seed, card.id, "withheld", attempt) % 100 < WITHHELD_PERCENT["table"]
    stem = tables.stem_of(row, card.scope)
    wrong = tables.wrong_cells(row, stem, is_withheld, seed + attempt, card.id)
    if wrong is None:
        return None
    options = wrong if is_withheld else [tables.right_cell(row), *wrong]
    values = numeric_values([option.text for option in options])
    return _draft(card, stem, options, quality=0.8 - _length_penalty(stem), values=values)


def numeric_values(texts: list[str]) -> list[float] | None:
    """The one number of each text when all have exactly one and all differ, else None."""
    found = [find_quantities(text) for text in texts]
    values = [quantities[0].value for quantities in found if len(quantities) == 1]
    return values if len(values) == len(texts) == len(set(values)) else None


def _list_item(card: CardView, document: DocumentView, reading: Reading, seed: int, attempt: int) -> ItemDraft | None:
    intro, members = str(card.fact["intro"]), tuple(map(str, card.fact["members"]))
    found = lists.FoundList(intro, members, card.span, is_nested=False)
    draw = seeded_int(seed, card.id, "list key", attempt) % 100
    wanted = (
        "E" if draw < LIST_PERCENT["E"] else "content" if draw < LIST_PERCENT["E"] + LIST_PERCENT["content"] else "F"
    )
    is_open = bool(re.search(r"\bincludes?\b(?! the following)", intro)) and not re.search(r"\bmust include\b", intro)
    keys = (wanted, *(other for other in ("content", "F", "E") if other != wanted))
    for key in keys if not is_open else [key for key in keys if key != "F"]:
        options = list_items.choose_options(found, reading.lists, seed + attempt, card.id, key)
        if options is not None:
            spoken = select.modernise(select.lower_first(intro, document.text))
            stem = f"{card.scope}, {_said_once(list_items.stem_of(found, spoken), card.scope)}"
            return _draft(card, stem, options, quality=0.9 - _length_penalty(stem))
    return None


def _said_once(rule: str, scope: str) -> str:
    """The rule without `under the ...` where the scope has said so already."""
    words = scope.partition(" on ")[0].split()
    for n_words in (4, 3, 2):
        rule = rule.replace(f" under the {' '.join(words[-n_words:])}", "")
    return rule


def _draft(
    card: CardView, stem: str, options: list[OptionDraft], quality: float, values: list[float] | None = None
) -> ItemDraft:
    first, second, third, fourth = options
    return ItemDraft(
        stem=stem,
        options=(first, second, third, fourth),
        rationale=f"The source says: {card.quote}",
        category=card.category,
        sort_values=(values[0], values[1], values[2], values[3]) if values else None,
        quality=round(min(max(quality, 0.0), 1.0), 3),
    )


def _length_penalty(stem: str) -> float:
    n_words = len(stem.split())
    return 0.01 * max(0, n_words - 28) + 0.02 * max(0, 14 - n_words)


def claim_of(family: str, fact: dict[str, Any], quote: str) -> str:
    """The fact in one sentence."""
    if family == "list":
        return f"{fact['intro']}: {'; '.join(fact['members'])}."
    return quote


def category_of(family: str, quote: str) -> str:
    """The category of METHOD's list that fits the family and the verb."""
    if family == "definition":
        return "definition"
    if re.search(
        r"\b(?:keep|kept|retain|retained|record|records|recorded|file|filed|report|reported|notice|notify"
        r"|written|log)\b",
        quote,
    ):
        return "documentation"
    if family in ("limit", "period"):
        return "threshold"
    if re.search(r"\b(?:guard|protect|hazard|emergency|evacuat|rescue|fire|injur|safety|danger)", quote):
        return "safety action"
    return "applied rule"


def card_quality(family: str, quote: str) -> int:
    """1 to 5: short sentences of the better families are worth more."""
    n_words = len(quote.split())
    return max(1, min(5, 5 - (n_words > 30) - (n_words > 40) - (family == "list" and n_words > 60)))
