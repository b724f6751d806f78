"""From cards to the accepted items: write, judge, pretest, repair and judge again; the balancer's word in the ledger.

Nothing here decides anything: a stage's step lives in its domain; this module picks its subjects and reads its rows
back.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlmodel import select

from orqa.crawl.urls import host_of
from orqa.gather import STEP_CODE, Evidence, Inputs, card_view, check_kept, rows_of
from orqa.items.balance import BankChoice, Candidate
from orqa.items.gates.gate import GateInput, SourceFacts
from orqa.items.judge import judge_step
from orqa.items.pretest import PretestTask, difficulty, pretest_step
from orqa.items.repair import RepairTask, may_repair, repair_step
from orqa.items.write import WriteTask, content_options, item_view, write_step
from orqa.models import Card, Item, Trial, Work
from orqa.settings import code_sha256
from orqa.stage import InlineWorkers, RunContext, Stage, StepResult, Subject, run_stage
from orqa.text import canonical_json, row_id, sha256_hex


def write_items(context: RunContext, inputs: Inputs, found: Evidence) -> list[Item]:
    """At most one item a card."""
    recipe = inputs.recipe("write", is_seeded=True)
    step = partial(write_step, engine=inputs.engine, recipe=recipe, seed=inputs.seed)
    tasks = [
        WriteTask(card.id, card_view(card, inputs.occupations[card.soc_code]), found.documents[card.document_id])
        for card in found.cards.values()
    ]
    run_stage(context, Stage("write", recipe, step), tasks)
    check_kept(context, "write", Item, recipe)
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


def _judge(context: RunContext, inputs: Inputs, found: Evidence, items: Sequence[Item]) -> dict[str, tuple[str, str]]:
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


def _statuses(context: RunContext, stage: str, recipe: str, items: Sequence[Item]) -> dict[str, tuple[str, str]]:
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
    recipe = sha256_hex(canonical_json([code_sha256(*STEP_CODE), seed, ids, sorted(chosen)]))
    tasks = [PlainSubject(item_id) for item_id in ids]
    run_stage(replace(context, workers=InlineWorkers()), Stage("balance", recipe, step), tasks)


@dataclass(frozen=True)
class PlainSubject:
    """A subject that is nothing but its id."""

    id: str
