"""What a gate is given and what a gate is. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

from orqa.engine import CardView, DocumentView, Engine, ItemView, Judgement, JudgeQuestion


@dataclass(frozen=True)
class SourceFacts:
    """What is known of where the document came from, for the source gate."""

    final_url: str
    body_sha256: str
    is_whitelisted: bool
    occupations: frozenset[str]
    newer_document_id: str | None = None


@dataclass(frozen=True)
class GateInput:
    """One item with all its evidence; `id` is the item's."""

    id: str
    item: ItemView
    card: CardView
    document: DocumentView
    source: SourceFacts

    def question(self, gate: str) -> JudgeQuestion:
        """The judge's question for a gate: the item without its key."""
        return JudgeQuestion(
            gate=gate,
            stem=self.item.stem,
            options=self.item.options,
            quote=self.card.quote,
            document=self.document,
            occupation=self.card.occupation,
            jurisdiction=self.card.jurisdiction,
        )


@dataclass(frozen=True)
class Gate:
    """A name and a check; `is_repairable` says whether another draft of the same card may pass it."""

    name: str
    check: Callable[[GateInput, Engine], Judgement]
    is_repairable: bool = True


PASS = Judgement("pass")


def fail(reason: str, score: float | None = None) -> Judgement:
    """A failed judgement with its reason (a short stable phrase, details after a colon)."""
    return Judgement("fail", reason, score)
