"""One run of the build: its inputs, the rounds over the road until the quotas are met, and its row."""

import argparse
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from orqa.accept import accept_items, candidates, record_balance, write_items
from orqa.console import Reporter, show_result
from orqa.crawl.mirror import Mirror, open_mirror
from orqa.crawl.whitelist import Whitelist, load_whitelist
from orqa.db import Bank, add_new, hold_bank, readable_faults
from orqa.engine import OccupationView
from orqa.engines.extractive import ExtractiveEngine
from orqa.errors import BadInput
from orqa.gather import Inputs, gather
from orqa.items.balance import BankChoice, Candidate, Plan, choose_bank
from orqa.models import Occupation, Quota, Run
from orqa.occupations.allocate import Served, group_quotas, served_occupations
from orqa.occupations.oews import OewsRow, load_occupations
from orqa.settings import Settings, load_settings
from orqa.stage import RunContext
from orqa.stats.report import bank_report
from orqa.text import canonical_json, row_id
from orqa.versions import Circumstances, Member, freeze_bank, write_jsonl
from orqa.workers import ProcessWorkers


@dataclass(frozen=True)
class Quotas:
    """What the bank is to hold: items by SOC group, and the occupations served first."""

    target: int
    groups: dict[str, int]
    served: tuple[Served, ...]


def run_build(arguments: argparse.Namespace, settings: Settings, reporter: Reporter, input_sha256: str) -> bool:
    """The whole build; returns whether the bank is full and no floor is broken.

    Raises:
        BadInput: something the user must change; nothing is lost.
    """
    published = {row.soc_code: row for row in load_occupations(settings.onet_dir / "occupations.csv")}
    occupations = choose_occupations(published, arguments.occupations)
    whitelist = load_whitelist(arguments.whitelists, published)
    mirror = open_mirror(arguments.mirror)
    quotas = set_quotas(occupations, whitelist, arguments.target)
    show_quotas(reporter, quotas, is_dry_run=arguments.dry_run)
    if arguments.dry_run:
        return True
    show_unread(reporter, whitelist, mirror)
    inputs = Inputs(
        whitelist=whitelist,
        fetcher=mirror,
        engine=ExtractiveEngine(arguments.seed),
        seed=arguments.seed,
        occupations={code: OccupationView(code, row.title) for code, row in occupations.items()},
        bodies=arguments.bank.parent / "bodies",
    )
    with hold_bank(arguments.bank), closing(Bank(arguments.bank)) as bank, readable_faults(arguments.bank):
        run = start_run(bank, arguments, inputs, mirror.sha256, input_sha256)
        workers = ProcessWorkers(arguments.workers)
        context = RunContext(run.id or 0, bank, workers, reporter.on_progress)
        ending, version = "failed", None
        try:
            record_facts(context, occupations, quotas)
            with reporter:
                choice, pool = fill_quotas(context, inputs, quotas)
            version = freeze(context, quotas, choice, pool, arguments.seed)
            ending = "done" if len(choice.item_ids) >= quotas.target else "short"
        except KeyboardInterrupt:
            ending = "interrupted"
            raise
        finally:
            workers.close()
            end_run(bank, run, ending, version)
        return show_result(reporter, arguments.bank)


def show_unread(reporter: Reporter, whitelist: Whitelist, mirror: Mirror) -> None:
    """How many pages of the mirror nobody will read, as no start page of the whitelist names them."""
    named = {url for publisher in whitelist.publishers for scope in publisher.scopes for url in scope.start}
    n_unread = len(set(mirror.urls()) - named)
    if mirror.n_repeated:
        reporter.say(f"{mirror.n_repeated} rows of the mirror repeat an address: its first file by name is read")
    if n_unread:
        reporter.say(
            f"{n_unread} of {len(mirror.urls())} pages of the mirror are no start page of the whitelist: not read"
        )


def fill_quotas(context: RunContext, inputs: Inputs, quotas: Quotas) -> tuple[BankChoice, list[Candidate]]:
    """Rounds over ever more sources until the bank is full: the occupations served, their groups, everybody."""
    pool: list[Candidate] = []
    choice = BankChoice.empty()
    for codes in rounds(inputs, quotas):
        found = gather(context, inputs, codes)
        items = write_items(context, inputs, found)
        accepted = accept_items(context, inputs, found, items)
        pool = candidates(context, inputs, found, accepted)
        plan = Plan(quotas.target, quotas.groups, {served.soc_code: served.n_items for served in quotas.served})
        choice = choose_bank(pool, plan, inputs.seed)
        if not choice.shortfalls:
            break
    record_balance(context, choice, pool, inputs.seed)
    return choice, pool


def rounds(inputs: Inputs, quotas: Quotas) -> list[frozenset[str]]:
    """The occupations whose sources each round works on; a round includes the one before."""
    served = frozenset(entry.soc_code for entry in quotas.served)
    groups = frozenset(code for code in inputs.occupations if quotas.groups.get(code[:2]))
    everybody = frozenset(inputs.occupations)
    return list(dict.fromkeys((served, groups, everybody)))


def choose_occupations(rows: dict[str, OewsRow], wanted: Sequence[str] | None) -> dict[str, OewsRow]:
    """The occupations to build for, by code.

    Raises:
        BadInput: a code that OEWS does not publish.
    """
    unknown = [code for code in wanted or () if code not in rows]
    if unknown:
        raise BadInput(
            f"--occupations: {', '.join(unknown)}: no such SOC 2018 code among the {len(rows)} that OEWS publishes"
        )
    return {code: rows[code] for code in sorted(wanted or rows)}


def set_quotas(occupations: dict[str, OewsRow], whitelist: Whitelist, target: int) -> Quotas:
    """The target shared over groups by wage bill, and over the occupations served that have a publisher."""
    with_publisher = {
        code for publisher in whitelist.publishers for scope in publisher.scopes for code in scope.occupations
    }
    groups = group_quotas(occupations.values(), target)
    return Quotas(target, groups, tuple(served_occupations(occupations.values(), groups, with_publisher)))


def freeze(context: RunContext, quotas: Quotas, choice: BankChoice, pool: Sequence[Candidate], seed: int) -> str:
    """The bank version of the chosen items, with its report of floors and shortfalls."""
    by_id = {candidate.item_id: candidate for candidate in pool}
    members = [Member(item_id, by_id[item_id].difficulty, choice.filled[item_id]) for item_id in choice.item_ids]
    report = bank_report([by_id[item_id] for item_id in choice.item_ids], pool, quotas.groups, choice)
    made = Circumstances(context.run_id, now(), quotas.target, seed, "extractive", report)
    version = freeze_bank(context.bank, members, made)
    write_jsonl(context.bank, version)
    return version


def show_quotas(reporter: Reporter, quotas: Quotas, *, is_dry_run: bool) -> None:
    """The quotas: one line a group in a dry run, also when quiet; one line in all otherwise."""
    if is_dry_run:
        for group, n in quotas.groups.items():
            reporter.always(f"{group} {n}")
        return
    reporter.say(
        f"{quotas.target:,} items over {sum(n > 0 for n in quotas.groups.values())} SOC groups by wage bill, "
        f"{len(quotas.served)} occupations served"
    )


def start_run(bank: Bank, arguments: argparse.Namespace, inputs: Inputs, mirror_sha256: str, input_sha256: str) -> Run:
    """Write the row of this run."""
    run = Run(
        started_at=now(),
        pid=os.getpid(),
        orqa_version=load_settings().version,
        input_sha256=input_sha256,
        target=arguments.target,
        seed=arguments.seed,
        engine=inputs.engine.name,
        engine_recipe=inputs.engine.recipe,
        whitelist_sha256=inputs.whitelist.sha256,
        mirror_sha256=mirror_sha256,
        arguments=canonical_json({key: printable(str(value)) for key, value in vars(arguments).items()}),
    )
    with bank.write() as session:
        session.add(run)
    return run


def printable(text: str) -> str:
    """A text without the half characters that a file name can bring along under an ASCII locale."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def end_run(bank: Bank, run: Run, ending: str, version: str | None) -> None:
    """Write how this run ended."""
    with bank.write() as session:
        run.finished_at, run.status, run.bank_version = now(), ending, version
        session.merge(run)


def record_facts(context: RunContext, occupations: dict[str, OewsRow], quotas: Quotas) -> None:
    """The occupations with their official facts, and this run's quotas."""
    rows: list[Any] = [
        Occupation(
            soc_code=row.soc_code,
            title=row.title,
            soc_group=row.soc_group,
            employment=row.employment,
            annual_mean_wage_usd=row.annual_mean_wage_usd,
            flags=" ".join(row.flags),
        )
        for row in occupations.values()
    ]
    wanted: list[tuple[str, str | None, int]] = [(group, None, n) for group, n in quotas.groups.items()]
    wanted += [(entry.soc_group, entry.soc_code, entry.n_items) for entry in quotas.served]
    for group, code, n in wanted:
        key = row_id("quota", context.run_id, group, code)
        rows.append(Quota(id=key, run_id=context.run_id, soc_group=group, soc_code=code, n_items=n))
    with context.bank.write() as session:
        add_new(session, rows)


def now() -> str:
    """The time in UTC, ISO 8601, whole seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
