"""From sources to evidence cards: each stage takes the rows of the one above under its current recipe.

Nothing here decides anything: a stage's step lives in its domain; this module picks its subjects and reads its rows
back.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlmodel import SQLModel, select

from orqa.crawl.fetch import Fetcher
from orqa.crawl.sources import Source, body_path, fetch_step, keep_body, list_sources, publisher_row
from orqa.crawl.whitelist import Publisher, Whitelist
from orqa.db import add_new
from orqa.engine import CardView, DocumentView, Engine, OccupationView, WindowView
from orqa.errors import BadInput
from orqa.evidence import documents as evidence
from orqa.evidence.cards import CardTask, card_step
from orqa.evidence.siblings import siblings_of
from orqa.models import Body, Card, Document, Window
from orqa.settings import code_sha256
from orqa.stage import InlineWorkers, RunContext, Stage, run_stage
from orqa.text import Span, canonical_json, row_id, sha256_hex

Row = TypeVar("Row", bound=SQLModel)
STEP_CODE = ("evidence", "items", "engine.py", "mcq.py", "text.py")
"""The files, beside the engine's, that decide what a stage makes of an engine's answers."""


@dataclass(frozen=True)
class Inputs:
    """What a build works with: who may be read, who fetches, who thinks, and for which occupations."""

    whitelist: Whitelist
    fetcher: Fetcher
    engine: Engine
    seed: int
    occupations: Mapping[str, OccupationView]
    bodies: Path

    def recipe(self, stage: str, *, is_seeded: bool = False) -> str:
        """The recipe of a stage that the engine has a part in; from items onward the seed is part of it."""
        return sha256_hex(
            canonical_json([stage, code_sha256(*STEP_CODE), self.engine.recipe, self.seed if is_seeded else None])
        )


@dataclass(frozen=True)
class Evidence:
    """The rows that items rest on, by id, with the sources they came from."""

    sources: Mapping[tuple[str, str], Source]
    bodies: Mapping[str, Body]
    documents: Mapping[str, DocumentView]
    document_rows: Mapping[str, Document]
    cards: Mapping[str, Card]


def check_kept(context: RunContext, stage: str, table: type[SQLModel], recipe: str) -> None:
    """What the ledger says a stage gave under a recipe must still be in its table.

    Raises:
        BadInput: another program took rows away.
    """
    name = str(table.__tablename__)
    (counted,) = context.bank.query(
        f'SELECT (SELECT count(*) FROM "{name}" WHERE recipe = :recipe) AS n_found,'  # noqa: S608 - a name of ours
        " (SELECT coalesce(sum(n_out), 0) FROM work WHERE stage = :stage AND recipe = :recipe) AS n_made",
        stage=stage,
        recipe=recipe,
    )
    if counted["n_found"] < counted["n_made"]:
        raise BadInput(
            f"{context.bank.path}: another program changed the bank: {counted['n_made'] - counted['n_found']} rows of "
            f"table {name} are gone: restore a copy or give another --bank"
        )


def rows_of(context: RunContext, table: type[Row], recipe: str, parent: str, parents: Collection[str]) -> list[Row]:
    """The rows of a table under a recipe whose `parent` column is among `parents`, in order of id."""
    with context.bank.read() as session:
        statement = select(table).where(table.recipe == recipe).order_by(table.id)  # type: ignore[attr-defined]
        return [row for row in session.exec(statement) if getattr(row, parent) in parents]


def gather(context: RunContext, inputs: Inputs, codes: Collection[str]) -> Evidence:
    """Fetch, extract, split and read everything that the whitelist has for these occupations."""
    sources = list_sources(inputs.whitelist, codes)
    bodies = fetch(context, inputs, sources)
    documents = extract(context, inputs, bodies)
    windows = split(context, documents)
    views = document_views(inputs.whitelist, documents, bodies)
    by_address = {(source.publisher_id, source.url): source for source in sources}
    cards = read_cards(context, inputs, windows, views, _occupations_of(documents, bodies, by_address))
    return Evidence(
        sources=by_address,
        bodies={body.id: body for body in bodies},
        documents=views,
        document_rows={document.id: document for document in documents},
        cards={card.id: card for card in cards},
    )


def fetch(context: RunContext, inputs: Inputs, sources: Sequence[Source]) -> list[Body]:
    """One body a source."""
    with context.bank.write() as session:
        add_new(session, [publisher_row(publisher) for publisher in inputs.whitelist.publishers])
    step = partial(fetch_step, fetcher=inputs.fetcher, whitelist=inputs.whitelist, bodies=inputs.bodies)
    inline = replace(context, workers=InlineWorkers())
    run_stage(inline, Stage("fetch", inputs.fetcher.recipe, step), sources)
    addresses = {(source.publisher_id, source.url) for source in sources}
    check_kept(context, "fetch", Body, inputs.fetcher.recipe)
    with context.bank.read() as session:
        found = session.exec(select(Body).where(Body.recipe == inputs.fetcher.recipe).order_by(Body.id))
        bodies = [body for body in found if (body.publisher_id, body.url) in addresses]
    for body in bodies:
        keep_again(inputs, body)
    return bodies


def keep_again(inputs: Inputs, body: Body) -> None:
    """Bring back the bytes of a body whose file is gone; the ledger knows that it was fetched, the folder may not.

    Raises:
        BadInput: the source no longer gives those bytes.
    """
    if body_path(inputs.bodies, body.body_sha256).is_file():
        return
    fetched = inputs.fetcher.fetch(body.url)
    if fetched.body_sha256 != body.body_sha256:
        raise BadInput(
            f"{inputs.bodies}: the bytes of {body.url} are gone and its source has others: give another --bank"
        )
    keep_body(inputs.bodies, fetched.body_sha256, fetched.body)


def extract(context: RunContext, inputs: Inputs, bodies: Sequence[Body]) -> list[Document]:
    """One frozen document a body, of equal texts by one publisher the first."""
    recipe = evidence.extract_recipe()
    step = partial(evidence.extract_step, recipe=recipe)
    tasks = [evidence.ExtractTask(body.id, body, body_path(inputs.bodies, body.body_sha256)) for body in bodies]
    run_stage(context, Stage("extract", recipe, step, timeout_s=evidence.PARSE_TIMEOUT_S), tasks)
    check_kept(context, "extract", Document, recipe)
    rows = rows_of(context, Document, recipe, "body_id", {body.id for body in bodies})
    for row in rows:
        if sha256_hex(row.text) != row.text_sha256:
            raise BadInput(
                f"{context.bank.path}: another program changed the text of document {row.id[:12]}: restore a copy or "
                "give another --bank"
            )
    first = {(row.publisher_id, row.text_sha256): row for row in reversed(rows)}
    return sorted(first.values(), key=lambda row: row.id)


def split(context: RunContext, documents: Sequence[Document]) -> list[Window]:
    """The windows of every document."""
    recipe = evidence.window_recipe()
    inline = replace(context, workers=InlineWorkers())
    run_stage(inline, Stage("windows", recipe, partial(evidence.window_step, recipe=recipe)), documents)
    check_kept(context, "windows", Window, recipe)
    return rows_of(context, Window, recipe, "document_id", {document.id for document in documents})


def document_views(
    whitelist: Whitelist, documents: Iterable[Document], bodies: Iterable[Body]
) -> dict[str, DocumentView]:
    """The documents as engines see them, by id."""
    publishers: dict[str, Publisher] = {publisher_row(entry).id: entry for entry in whitelist.publishers}
    addresses = {body.id: body.final_url for body in bodies}
    documents = list(documents)
    siblings = siblings_of(documents)
    return {
        row.id: DocumentView(
            id=row.id,
            text=row.text,
            title=row.title,
            url=addresses[row.body_id],
            publisher=publishers[row.publisher_id].id,
            publisher_name=publishers[row.publisher_id].name,
            publisher_type=publishers[row.publisher_id].type,
            jurisdiction=row.jurisdiction,
            published_on=row.published_on,
            siblings=siblings.get(row.id, ()),
        )
        for row in documents
    }


def _occupations_of(
    documents: Iterable[Document], bodies: Iterable[Body], sources: Mapping[tuple[str, str], Source]
) -> dict[str, tuple[str, ...]]:
    by_body = {body.id: sources[(body.publisher_id, body.url)].occupations for body in bodies}
    return {document.id: by_body[document.body_id] for document in documents}


def read_cards(
    context: RunContext,
    inputs: Inputs,
    windows: Sequence[Window],
    documents: Mapping[str, DocumentView],
    occupations_of: Mapping[str, tuple[str, ...]],
) -> list[Card]:
    """The cards of every window, for each occupation that its document speaks to."""
    recipe = inputs.recipe("cards")
    tasks = [
        CardTask(
            id=row_id("card task", window.id, code),
            window=WindowView(
                window.id, documents[window.document_id], Span(window.start_char, window.end_char), window.fresh_start
            ),
            occupation=inputs.occupations[code],
        )
        for window in windows
        for code in occupations_of[window.document_id]
    ]
    run_stage(context, Stage("cards", recipe, partial(card_step, engine=inputs.engine, recipe=recipe)), tasks)
    wanted = {(task.window.id, task.occupation.soc_code) for task in tasks}
    check_kept(context, "cards", Card, recipe)
    rows = rows_of(context, Card, recipe, "window_id", {window.id for window in windows})
    return [row for row in rows if (row.window_id, row.soc_code) in wanted]


def card_view(card: Card, occupation: OccupationView) -> CardView:
    """The row as engines and gates see it."""
    return CardView(
        id=card.id,
        quote=card.quote,
        span=Span(card.start_char, card.end_char),
        claim=card.claim,
        task=card.task,
        family=card.family,
        scope=card.scope,
        jurisdiction=card.jurisdiction,
        category=card.category,
        quality=card.quality,
        fact=json.loads(card.fact),
        occupation=occupation,
    )
