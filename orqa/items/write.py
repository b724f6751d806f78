"""From a card to an item: the engine drafts, the program orders the options and derives the key."""

import json
from dataclasses import dataclass

from orqa import mcq
from orqa.engine import CardView, DocumentView, Engine, ItemDraft, ItemView
from orqa.models import Item
from orqa.stage import StepResult
from orqa.text import canonical_json, row_id, seeded_int


@dataclass(frozen=True)
class WriteTask:
    """A card with its document; `id` is the card's, `batch` keeps tasks of one document together."""

    id: str
    card: CardView
    document: DocumentView

    @property
    def batch(self) -> str:
        """Tasks of one batch go to one worker."""
        return self.document.id


def write_step(task: WriteTask, engine: Engine, recipe: str, seed: int) -> StepResult:
    """An item for a card, or a rejection when there is no honest question in it."""
    draft = engine.write_item(task.card, task.document)
    if draft is None:
        return StepResult(status="rejected", reason="no honest question")
    item = to_item(draft, task.card, engine.name, recipe, seed)
    if item is None:
        return StepResult(status="rejected", reason="truth of the options gives no key")
    return StepResult(rows=[item])


def to_item(draft: ItemDraft, card: CardView, engine: str, recipe: str, seed: int) -> Item | None:
    """The row of a draft: options in canonical order, the key derived; None when their truths give no key.

    Numeric options ascend; others are permuted by a draw from the seed, the card and the stem.
    """
    if draft.sort_values is not None:
        order = sorted(range(4), key=lambda place: (draft.sort_values or ())[place])
    else:
        order = sorted(range(4), key=lambda place: seeded_int(seed, card.id, draft.stem, draft.options[place].text))
    options = [draft.options[place] for place in order]
    truths = [option.is_true for option in options]
    key = mcq.derive_key(truths)
    if key is None:
        return None
    return Item(
        id=row_id("item", card.id, recipe, canonical_json(draft.model_dump(mode="json"))),
        card_id=card.id,
        stem=draft.stem,
        option_a=options[0].text,
        option_b=options[1].text,
        option_c=options[2].text,
        option_d=options[3].text,
        truths=canonical_json(truths),
        origins=canonical_json([option.origin for option in options]),
        key=key,
        is_numeric=draft.sort_values is not None,
        rationale=draft.rationale,
        family=card.family,
        category=draft.category,
        quality=draft.quality,
        engine=engine,
        recipe=recipe,
    )


def content_options(item: Item) -> tuple[str, str, str, str]:
    """The four content options of a row, A to D."""
    return item.option_a, item.option_b, item.option_c, item.option_d


def truths_of(item: Item) -> tuple[bool, ...]:
    """The stored truth of the four content options, A to D."""
    return tuple(json.loads(item.truths))


def item_view(item: Item) -> ItemView:
    """The row as gates and engines see it."""
    return ItemView(
        id=item.id,
        stem=item.stem,
        options=content_options(item),
        key=item.key,
        family=item.family,
        category=item.category,
        repair_round=item.repair_round,
    )
