"""From a window to evidence cards: the engine drafts, the quote is located in the document and cut from it."""

from dataclasses import dataclass

from orqa.engine import CardDraft, Engine, OccupationView, WindowView
from orqa.errors import QuoteNotFound
from orqa.models import Card
from orqa.stage import StepResult
from orqa.text import Span, canonical_json, locate_quote, row_id


@dataclass(frozen=True)
class CardTask:
    """A window read for one occupation; `id` names both."""

    id: str
    window: WindowView
    occupation: OccupationView

    @property
    def batch(self) -> str:
        """Tasks of one batch go to one worker."""
        return self.window.document.id


def card_step(task: CardTask, engine: Engine, recipe: str) -> StepResult:
    """The cards of a window for an occupation; a draft whose quote does not stand in the window is dropped."""
    rows, lost = [], 0
    for ordinal, draft in enumerate(engine.extract_cards(task.window, task.occupation)):
        try:
            span = place_quote(draft, task.window)
        except QuoteNotFound:
            lost += 1
            continue
        rows.append(_row(task, draft, span, recipe, ordinal))
    if rows:
        return StepResult(rows, detail=f"{lost} quotes not found" if lost else "")
    return StepResult(status="rejected", reason="quote not found" if lost else "nothing to ask")


def place_quote(draft: CardDraft, window: WindowView) -> Span:
    """Where the draft's quote stands in the document, inside its window.

    Raises:
        QuoteNotFound: it stands nowhere in the window.
    """
    text = window.document.text
    if draft.start_char is not None:
        hinted = Span(draft.start_char, draft.start_char + len(draft.quote))
        if window.span.contains(hinted) and hinted.of(text) == draft.quote:
            return hinted
    found = locate_quote(window.span.of(text), draft.quote)
    return Span(window.span.start + found.start, window.span.start + found.end)


def _row(task: CardTask, draft: CardDraft, span: Span, recipe: str, ordinal: int) -> Card:
    document = task.window.document
    return Card(
        id=row_id("card", task.id, recipe, ordinal),
        window_id=task.window.id,
        document_id=document.id,
        soc_code=task.occupation.soc_code,
        start_char=span.start,
        end_char=span.end,
        quote=span.of(document.text),
        claim=draft.claim,
        task=draft.task,
        family=draft.family,
        scope=draft.scope,
        jurisdiction=draft.jurisdiction,
        category=draft.category,
        quality=draft.quality,
        fact=canonical_json(draft.fact),
        recipe=recipe,
    )
