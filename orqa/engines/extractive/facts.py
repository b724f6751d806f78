"""What a document says that can be asked: its sentences, lists, quantities and definitions, read once and kept.

A `Fact` is one checkable statement with its span. Facts of one document are each other's source of wrong options.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from orqa.engine import DocumentView
from orqa.engines.extractive import definitions, lists, numbers, select, tables, who
from orqa.engines.extractive.places import UnfitPlaces
from orqa.engines.extractive.scope import Scope, scope_of, topic_words
from orqa.sentences import split_sentences
from orqa.text import Span

_LEAD = re.compile(
    r"(?:- |— |• |§+ ?[\w.–:-]+\.? |\(?(?:[A-Za-z]{1,2}|[ivxIVX]{1,5}|\d{1,3})[.)]\s+"
    r"|\d+(?:[.–-]\d+)+[A-Z]?\.?\s+)+(?=[\"“A-Z])"
)
"""What stands before a sentence: bullets, enumerators, section numbers."""


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
    texts = (document.text, *document.siblings)
    spans = [sentence_spans(text) for text in texts]
    sentences = [[span.of(text) for span in own] for text, own in zip(texts, spans, strict=True)]
    reading = Reading(
        scope=scope_of(document),
        facts=(),
        drops=Counter(),
        numbers=numbers.index_of(sentences[0]),
        terms=tuple(
            term for text, own in zip(texts, spans, strict=True) for term in definitions.find_definitions(text, own)
        ),
        lists=tuple(found for text in texts for found in lists.find_lists(text)),
        cast=who.cast_of("\n".join(texts), [sentence for own in sentences for sentence in own]),
    )
    return replace(reading, facts=_facts_of(document, spans[0], reading))


def _facts_of(document: DocumentView, spans: Sequence[Span], reading: Reading) -> tuple[Fact, ...]:
    """The facts that can be asked, in order; why the others cannot is counted in `reading.drops`."""
    if reading.scope is None:
        reading.drops["no scope"] += len(spans)
        return ()
    around = select.Surroundings(
        topic_words=topic_words(document, reading.scope),
        acronyms=select.acronyms_spelled_out(document.text),
        url=document.url,
        text=document.text.lower(),
        may_address_reader=document.publisher_type in ("association", "standards_body", "education"),
    )
    stated = [
        *_with_reasons("definition", definitions.find_definitions(document.text, spans), around),
        *_with_reasons("list", lists.find_lists(document.text), around),
        *((Fact("table", row.span, row.data()), row.reason_to_drop()) for row in tables.find_rows(document.text)),
    ]
    side = UnfitPlaces(document.text, ())
    facts = [fact for fact, reason in stated if _keep(reason or side.reason(fact.span), reading.drops)]
    taken = [fact.span for fact in facts]
    places = UnfitPlaces(document.text, [found.span for found in lists.find_lists(document.text)])
    for span in spans:
        sentence = span.of(document.text)
        if any(other.start <= span.start < other.end for other in taken) or sentence.startswith(("#", "|")):
            continue
        fact, reason = _sentence_fact(span, sentence, around, reading.numbers)
        if fact is not None and fact.family == "who" and not reading.scope.is_stated:
            reason = reason or "who: only where the page names its authority"
        reason = reason or places.reason(span)
        if fact is not None and _keep(reason, reading.drops):
            facts.append(fact)
    once = {fact.span.of(document.text): fact for fact in sorted(facts, key=lambda fact: fact.span, reverse=True)}
    return tuple(sorted(once.values(), key=lambda fact: fact.span))


def _with_reasons(
    family: str, found: Sequence[definitions.Definition | lists.FoundList], around: select.Surroundings
) -> list[tuple[Fact, str | None]]:
    return [(Fact(family, one.span, one.data()), one.reason_to_drop(around)) for one in found]


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


def _keep(reason: str | None, drops: Counter[str]) -> bool:
    if reason is None:
        return True
    drops[reason.partition(":")[0]] += 1
    return False
