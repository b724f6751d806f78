"""The stages between rows: each takes the rows of the stage above under its current recipe and returns its own.

Nothing here decides anything: a stage's step lives in its domain, this module picks its subjects and reads its rows back.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlmodel import SQLModel, select

from orqa.crawl.fetch import Fetcher
from orqa.crawl.sources import Source, body_path, fetch_step, list_sources, publisher_row
from orqa.crawl.urls import host_of
from orqa.crawl.whitelist import Publisher, Whitelist
from orqa.db import add_new
from orqa.engine import CardView, DocumentView, Engine, OccupationView, WindowView
from orqa.evidence import documents as evidence
from orqa.evidence.cards import CardTask, card_step
from orqa.evidence.siblings import siblings_of
from orqa.items.balance import BankChoice, Candidate
from orqa.items.gates.gate import GateInput, SourceFacts
from orqa.items.judge import judge_step
from orqa.items.pretest import PretestTask, difficulty, pretest_step
from orqa.items.repair import RepairTask, may_repair, repair_step
from orqa.items.write import WriteTask, content_options, item_view, write_step
from orqa.models import Body, Card, Document, Item, Trial, Window, Work
from orqa.stage import InlineWorkers, RunContext, Stage, StepResult, Subject, run_stage
from orqa.text import Span, canonical_json, row_id, sha256_hex

Row = TypeVar("Row", bound=SQLModel)
STEP_VERSION = "1"


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
        return sha256_hex(canonical_json([stage, STEP_VERSION, self.engine.recipe, self.seed if is_seeded else None]))


@dataclass(frozen=True)
class Evidence:
    """The rows that items rest on, by id, with the sources they came from."""

    sources: Mapping[tuple[str, str], Source]
    bodies: Mapping[str, Body]
    documents: Mapping[str, DocumentView]
    document_rows: Mapping[str, Document]
    cards: Mapping[str, Card]


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
    with context.bank.read() as session:
        found = session.exec(select(Body).where(Body.recipe == inputs.fetcher.recipe).order_by(Body.id))
        return [body for body in found if (body.publisher_id, body.url) in addresses]


def extract(context: RunContext, inputs: Inputs, bodies: Sequence[Body]) -> list[Document]:
    """One frozen document a body, of equal texts by one publisher the first."""
    recipe = evidence.extract_recipe()
    step = partial(evidence.extract_step, recipe=recipe)
    tasks = [
        evidence.ExtractTask(body.id, body, body_path(inputs.bodies, body.body_sha256)) for body in bodies
    ]
    run_stage(context, Stage("extract", recipe, step, timeout_s=evidence.PARSE_TIMEOUT_S), tasks)
    rows = rows_of(context, Document, recipe, "body_id", {body.id for body in bodies})
    first = {(row.publisher_id, row.text_sha256): row for row in reversed(rows)}
    return sorted(first.values(), key=lambda row: row.id)


def split(context: RunContext, documents: Sequence[Document]) -> list[Window]:
    """The windows of every document."""
    recipe = sha256_hex(evidence.WINDOWS_VERSION)
    inline = replace(context, workers=InlineWorkers())
    run_stage(inline, Stage("windows", recipe, partial(evidence.window_step, recipe=recipe)), documents)
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


def write_items(context: RunContext, inputs: Inputs, found: Evidence) -> list[Item]:
    """At most one item a card."""
    recipe = inputs.recipe("write", is_seeded=True)
    step = partial(write_step, engine=inputs.engine, recipe=recipe, seed=inputs.seed)
    tasks = [
        WriteTask(card.id, card_view(card, inputs.occupations[card.soc_code]), found.documents[card.document_id])
        for card in found.cards.values()
    ]
    run_stage(context, Stage("write", recipe, step), tasks)
    rows = rows_of(context, Item, recipe, "card_id", found.cards.keys())
    return [row for row in rows if row.parent_id is None]


def accept_items(context: RunContext, inputs: Inputs, found: Evidence, items: Sequence[Item]) -> list[Item]:
    """The items that pass every gate and the pretest; a failed one may come back as a repaired child, judged anew."""
    lineage: dict[str, tuple[str, ...]] = {item.id: () for item in items}
    accepted: list[Item] = []
    pending = list(items)
    while pending:
        verdicts = _judge(context, inputs, found, pending)
        passed = [item for item in pending if verdicts[item.id][0] == "passed"]
        pretests = _pretest(context, inputs, passed)
        accepted += [item for item in passed if pretests[item.id][0] == "passed"]
        failed = {
            item.id: "pretest" if item.id in pretests else verdicts[item.id][1]
            for item in pending
            if "rejected" in (verdicts[item.id][0], pretests.get(item.id, ("",))[0])
        }
        tasks = [
            RepairTask(
                id=item.id,
                item=item,
                failed_gate=failed[item.id],
                earlier_gates=lineage[item.id],
                card=card_view(found.cards[item.card_id], inputs.occupations[found.cards[item.card_id].soc_code]),
                document=found.documents[found.cards[item.card_id].document_id],
            )
            for item in pending
            if item.id in failed and may_repair(failed[item.id], lineage[item.id])
        ]
        pending = _repair(context, inputs, tasks)
        for child in pending:
            lineage[child.id] = (*lineage[child.parent_id or ""], child.repaired_gate or "")
    return sorted(accepted, key=lambda item: item.id)


def _judge(
    context: RunContext, inputs: Inputs, found: Evidence, items: Sequence[Item]
) -> dict[str, tuple[str, str]]:
    """Status and failed gate by item."""
    recipe = inputs.recipe("gates")
    tasks = []
    for item in items:
        card = found.cards[item.card_id]
        document = found.document_rows[card.document_id]
        body = found.bodies[document.body_id]
        source = found.sources[(body.publisher_id, body.url)]
        facts = SourceFacts(
            final_url=body.final_url,
            body_sha256=body.body_sha256,
            is_whitelisted=inputs.whitelist.publisher_of(host_of(body.final_url)) is not None,
            occupations=frozenset(source.occupations),
        )
        view = card_view(card, inputs.occupations[card.soc_code])
        tasks.append(GateInput(item.id, item_view(item), view, found.documents[card.document_id], facts))
    run_stage(context, Stage("gates", recipe, partial(judge_step, engine=inputs.engine, recipe=recipe)), tasks)
    return _statuses(context, "gates", recipe, items)


def _pretest(context: RunContext, inputs: Inputs, items: Sequence[Item]) -> dict[str, tuple[str, str]]:
    recipe = inputs.recipe("pretest", is_seeded=True)
    step = partial(pretest_step, engine=inputs.engine, recipe=recipe, seed=inputs.seed)
    run_stage(context, Stage("pretest", recipe, step), [PretestTask(item.id, item) for item in items])
    return _statuses(context, "pretest", recipe, items)


def _repair(context: RunContext, inputs: Inputs, tasks: Sequence[RepairTask]) -> list[Item]:
    recipe = inputs.recipe("repair", is_seeded=True)
    step = partial(repair_step, engine=inputs.engine, recipe=recipe, seed=inputs.seed)
    run_stage(context, Stage("repair", recipe, step), tasks)
    return rows_of(context, Item, recipe, "parent_id", {task.id for task in tasks})


def _statuses(
    context: RunContext, stage: str, recipe: str, items: Sequence[Item]
) -> dict[str, tuple[str, str]]:
    wanted = {item.id for item in items}
    with context.bank.read() as session:
        found = session.exec(select(Work).where(Work.stage == stage, Work.recipe == recipe))
        return {row.subject_id: (row.status, row.reason.partition(":")[0]) for row in found if row.subject_id in wanted}


def candidates(context: RunContext, inputs: Inputs, found: Evidence, items: Sequence[Item]) -> list[Candidate]:
    """The accepted items as the balancer sees them."""
    trials: dict[str, list[Trial]] = defaultdict(list)
    for trial in rows_of(context, Trial, inputs.recipe("pretest", is_seeded=True), "item_id", {i.id for i in items}):
        trials[trial.item_id].append(trial)
    return [_candidate(item, found.cards[item.card_id], found, difficulty(trials[item.id])) for item in items]


def _candidate(item: Item, card: Card, found: Evidence, share_right: float | None) -> Candidate:
    options = content_options(item)
    return Candidate(
        item_id=item.id,
        card_id=card.id,
        soc_group=card.soc_code[:2],
        soc_code=card.soc_code,
        publisher=found.documents[card.document_id].publisher,
        document_id=card.document_id,
        quote_id=row_id("quote", card.document_id, card.start_char, card.end_char),
        quote=card.quote,
        key=item.key,
        stem=item.stem,
        key_text=" | ".join(options) if item.key in "EF" else options["ABCD".index(item.key)],
        options=options,
        is_numeric=item.is_numeric,
        family=item.family,
        category=item.category,
        quality=item.quality,
        difficulty=share_right,
    )


def record_balance(context: RunContext, choice: BankChoice, pool: Sequence[Candidate], seed: int) -> None:
    """The balancer's word on every accepted item, in the ledger."""
    chosen = set(choice.item_ids)

    def step(subject: Subject) -> StepResult:
        if subject.id in chosen:
            return StepResult()
        return StepResult(status="rejected", reason=choice.dropped.get(subject.id, "not needed"))

    ids = sorted(candidate.item_id for candidate in pool)
    recipe = sha256_hex(canonical_json([STEP_VERSION, seed, ids, sorted(chosen)]))
    tasks = [PlainSubject(item_id) for item_id in ids]
    run_stage(replace(context, workers=InlineWorkers()), Stage("balance", recipe, step), tasks)


@dataclass(frozen=True)
class PlainSubject:
    """A subject that is nothing but its id."""

    id: str


