"""The extractive engine: deterministic, no model, no network; what it asks is entailed by construction.

It reads a window, finds one checkable fact a sentence, and turns it into an item whose wrong options are the document's
own values, terms and list members (or, for numbers, values derived by a stated rule and marked so). Its items are a
draft bank until people have reviewed them.
"""

from dataclasses import dataclass, field

from orqa.engine import (
    Answer,
    CardDraft,
    CardView,
    DocumentView,
    ItemDraft,
    ItemView,
    Judgement,
    JudgeQuestion,
    OccupationView,
    WindowView,
)
from orqa.engines.extractive import judge, solvers, write
from orqa.engines.extractive.actors import has_bare_subject, is_filing, is_foreign
from orqa.engines.extractive.facts import read_document
from orqa.engines.extractive.select import is_governance
from orqa.settings import code_sha256

CODE = ("engines/extractive", "sentences.py", "quantities.py", "text.py", "vectors.py", "mcq.py")
"""The files that decide what this engine answers."""


@dataclass(frozen=True)
class ExtractiveEngine:
    """The embedded default. `seed` decides ranks, permutations and which items withhold their right answer."""

    seed: int
    name: str = "extractive"
    recipe: str = field(default_factory=lambda: code_sha256(*CODE))

    def extract_cards(self, window: WindowView, occupation: OccupationView) -> list[CardDraft]:
        """The facts that stand wholly in the window and were not whole in the window before."""
        reading = read_document(window.document)
        if reading.scope is None:
            return []
        drafts = []
        for fact in reading.facts:
            if not window.span.contains(fact.span) or fact.span.end <= window.fresh_start:
                continue
            quote = fact.span.of(window.document.text)
            if is_governance(quote, occupation.soc_code) or is_filing(quote, occupation.soc_code):
                continue
            if is_foreign(quote, occupation, is_for_workers=reading.scope.is_stated):
                continue
            if not reading.scope.is_stated and fact.family in ("limit", "period") and has_bare_subject(quote):
                continue
            drafts.append(
                CardDraft(
                    quote=quote,
                    start_char=fact.span.start,
                    claim=write.claim_of(fact.family, dict(fact.data), quote),
                    task=reading.scope.topic,
                    family=fact.family,
                    scope=reading.scope.prefix,
                    jurisdiction=reading.scope.jurisdiction,
                    category=write.category_of(fact.family, quote),
                    quality=write.card_quality(fact.family, quote),
                    fact=dict(fact.data),
                )
            )
        return drafts

    def write_item(self, card: CardView, document: DocumentView) -> ItemDraft | None:
        """An item for a card; None when the document has too few honest wrong options."""
        return write.write_item(card, document, self.seed, attempt=0)

    def judge(self, question: JudgeQuestion) -> Judgement:
        """A judgement by rule, from the item and its evidence alone."""
        return judge.judge(question)

    def repair(self, item: ItemView, failed_gate: str, card: CardView, document: DocumentView) -> ItemDraft | None:
        """The same fact with another rank or other wrong options; a stem cannot be mended by rule."""
        if failed_gate not in write.REPAIRABLE_GATES:
            return None
        return write.write_item(card, document, self.seed, attempt=item.repair_round + 1)

    def answer(self, stem: str, options: tuple[str, ...], evidence: str | None, sample: int) -> Answer:
        """The choice of one of three small solvers: stem overlap, vector likeness, most specific option."""
        return solvers.answer(stem, options, evidence, sample)
