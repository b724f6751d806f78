"""Made pages in the document grammar and the way from a page to its cards and items."""

from dataclasses import replace
from typing import Any

from orqa.engine import CardDraft, CardView, DocumentView, ItemDraft, OccupationView, WindowView
from orqa.engines.extractive import ExtractiveEngine
from orqa.engines.extractive.select import Surroundings
from orqa.text import Span, row_id

DIVER = OccupationView("49-9092", "Commercial Divers")
INSPECTOR = OccupationView("47-4011", "Construction and Building Inspectors")
BARE = Surroundings(topic_words=frozenset(), acronyms=frozenset(), url="https://rules.example/")

POOL = """# Care of public pools

Authority: Iowa health rules, 2021 edition. Jurisdiction: Iowa.

A lifeguard must test the water of the pool at least every two hours.
An operator must drain a fouled pool within 24 hours of a bad test.
A wading pool must be no deeper than 18 inches.
A diving board must stand at least 3 feet from a wall.
A pump must turn the water over within six hours of opening.
A rescue pole must be at least 12 feet long.
A shock dose of chlorine must stay in the water for at least 8 hours.
A bather must leave the water within 15 minutes of the first thunder.

The operator must write each reading in a bath book.
The inspector must take a sample from a corner of a basin.
The technician must flush a filter after heavy rain.
The nurse must clean a grazed knee before a bandage goes on.
The driver must deliver acid in a sealed drum.
The owner must hold a fence free of gaps on every side.
The contractor must level a deck before tiles are laid.

“Skimmer” means a device that draws leaves and oil off the top of the water.
“Vacuum” means a machine that sucks sand from the floor of a basin.
“Heater” means an appliance that warms the flow behind the filter bed.
“Strainer” means a device that keeps hair and lint out of the pump.
“Feeder” means a machine that drips acid into the return flow.
“Thermostat” means a device that stops a boiler once the bath is warm.

## Records

A bath book must show all of the following:

- the name of the lifeguard
- the depth of the water
- the reading of chlorine
- the hour of the test
- the count of swimmers

A damage report must show all of the following:

- the strength of wind
- the colour of clouds
- the length of outages
- the damage to fences
- the state of roofs

## Signs

| Zone | Minimum height of letters |
| Deep end | 4 inches |
| Wading bay | 2 inches |
| Stairs | 3 inches |
| Diving well | 6 inches |
| Fence gate | 8 inches |
"""


def document(text: str, title: str = "Care of public pools", **changes: Any) -> DocumentView:
    """A document of a federal publisher; `changes` are other fields."""
    made = DocumentView(
        "d", text, title, "https://pools.example/care", "p", "The Pool Office", "federal", "United States"
    )
    return replace(made, **changes)


def draft_cards(page: DocumentView, occupation: OccupationView = DIVER) -> list[CardDraft]:
    """The cards of a page that is one window."""
    return ExtractiveEngine(0).extract_cards(WindowView("w", page, Span(0, len(page.text)), 0), occupation)


def card_of(draft: CardDraft, page: DocumentView, name: str = "c") -> CardView:
    """A card draft as a card whose id depends on `name` and its place."""
    start = draft.start_char or 0
    shared = draft.model_dump(exclude={"start_char"})
    return CardView(
        row_id("card", page.id, start, name), span=Span(start, start + len(draft.quote)), occupation=DIVER, **shared
    )


def cards(page: DocumentView, family: str | None = None) -> list[CardView]:
    """The cards of a page, of one family if it is named."""
    return [card_of(draft, page) for draft in draft_cards(page) if family in (None, draft.family)]


def texts(item: ItemDraft) -> list[str]:
    """The texts of an item's four options."""
    return [option.text for option in item.options]


def n_true(item: ItemDraft) -> int:
    """How many of the four options are true."""
    return sum(option.is_true for option in item.options)
