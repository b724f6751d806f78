"""What a document says that can be asked: its sentences, lists, quantities and definitions, read once and kept.

A `Fact` is one checkable statement with its span. Facts of one document are each other's source of wrong options.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from orqa.engine import DocumentView
from orqa.engines.extractive import definitions, lists, numbers, select, tables, who
from orqa.engines.extractive.scope import Scope, scope_of, topic_words
from orqa.sentences import split_sentences
from orqa.text import Span


@dataclass(frozen=True)
class Fact:
    """One checkable statement: its family, where it stands, and the family's own parsed form (plain JSON values)."""

    family: str
    span: Span
    data: Mapping[str, Any] = field(hash=False)


@dataclass(frozen=True)
class Reading:
    """One document read: scope, facts in order, why sentences were dropped, and the pools for wrong options."""

    scope: Scope | None
    facts: tuple[Fact, ...]
    drops: Counter[str]
    numbers: numbers.NumberIndex
    terms: tuple[definitions.Definition, ...]
    lists: tuple[lists.FoundList, ...]
    cast: who.Cast


@lru_cache(maxsize=64)
def read_document(document: DocumentView) -> Reading:
    """All facts of a document; no scope, no facts. Cached, as every window of a document asks for the same."""
    spans = sentence_spans(document.text)
    sentences = [span.of(document.text) for span in spans]
    index = numbers.index_of(sentences)
    found_lists = lists.find_lists(document.text)
    sibling_lists = [found for text in document.siblings for found in lists.find_lists(text)]
    terms = definitions.find_definitions(document.text, spans)
    sibling_terms = [
        term for text in document.siblings for term in definitions.find_definitions(text, sentence_spans(text))
    ]
    around_too = [span.of(text) for text in document.siblings for span in sentence_spans(text)]
    cast = who.cast_of("\n".join((document.text, *document.siblings)), (*sentences, *around_too))
    scope = scope_of(document)
    drops: Counter[str] = Counter()
    if scope is None:
        return Reading(
            None, (), Counter({"no scope": len(sentences)}), index, tuple(terms), (*found_lists, *sibling_lists), cast
        )
    around = select.Surroundings(
        topic_words=topic_words(document, scope),
        acronyms=select.acronyms_spelled_out(document.text),
        url=document.url,
        text=document.text.lower(),
    )
    facts = [Fact("definition", term.span, term.data()) for term in terms if _keep(term.reason_to_drop(around), drops)]
    facts += [
        Fact("list", found.span, found.data()) for found in found_lists if _keep(found.reason_to_drop(around), drops)
    ]
    facts += [
        Fact("table", row.span, row.data())
        for row in tables.find_rows(document.text)
        if _keep(row.reason_to_drop(), drops)
    ]
    taken = [fact.span for fact in facts]
    for span, sentence in zip(spans, sentences, strict=True):
        if any(other.start <= span.start < other.end for other in taken) or sentence.startswith(("#", "|")):
            continue
        fact, reason = _sentence_fact(span, sentence, around, index)
        if fact is not None and _keep(reason, drops):
            facts.append(fact)
    facts.sort(key=lambda fact: fact.span)
    return Reading(scope, tuple(facts), drops, index, (*terms, *sibling_terms), (*found_lists, *sibling_lists), cast)


def _sentence_fact(
    span: Span, sentence: str, around: select.Surroundings, index: numbers.NumberIndex
) -> tuple[Fact | None, str | None]:
    """The number or the duty that a sentence states, with the reason why it cannot be asked, if any."""
    number = numbers.parse(sentence)
    if number is not None:
        reason = select.reason_to_drop(sentence, around) or numbers.reason_to_drop(sentence, number, index)
        return Fact(number.family, span, number.data()), reason
    duty = who.parse(sentence)
    if duty is not None:
        return Fact("who", span, duty.data()), select.reason_to_drop(sentence, around) or who.reason_to_drop(duty)
    return None, None


def sentence_spans(text: str) -> list[Span]:
    """The sentences of a text without the bullets, enumerators and section numbers that stand before them."""
    spans = []
    for span in split_sentences(text):
        lead = _LEAD.match(text, span.start, span.end)
        spans.append(Span(lead.end() if lead else span.start, span.end))
    return [span for span in spans if span.start < span.end]


_LEAD = re.compile(
    r"(?:- |— |• |§+ ?[\w.–:-]+\.? |\(?(?:[A-Za-z]{1,2}|[ivxIVX]{1,5}|\d{1,3})[.)]\s+"
    r"|\d+(?:[.–-]\d+)+[A-Z]?\.?\s+)+(?=[\"“A-Z])"
)


def _keep(reason: str | None, drops: Counter[str]) -> bool:
    if reason is None:
        return True
    drops[reason.partition(":")[0]] += 1
    return False
