"""The row of a run, and the facts and quotas that it starts from."""

import argparse
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from orqa.crawl.mirror import Mirror
from orqa.crawl.whitelist import Whitelist
from orqa.db import Bank, add_new
from orqa.engine import Engine
from orqa.models import Occupation, Quota, Run
from orqa.occupations.allocate import Served
from orqa.occupations.oews import OewsRow
from orqa.settings import load_settings
from orqa.stage import RunContext
from orqa.text import canonical_json, row_id, sha256_hex


def start_run(bank: Bank, arguments: argparse.Namespace, whitelist: Whitelist, mirror: Mirror, engine: Engine) -> Run:
    """Write the row of this run."""
    inputs = [whitelist.sha256, mirror.sha256, engine.recipe, arguments.target, arguments.seed, arguments.occupations]
    run = Run(
        started_at=now(),
        pid=os.getpid(),
        orqa_version=load_settings().version,
        input_sha256=sha256_hex(canonical_json(inputs)),
        target=arguments.target,
        seed=arguments.seed,
        engine=engine.name,
        engine_recipe=engine.recipe,
        whitelist_sha256=whitelist.sha256,
        mirror_sha256=mirror.sha256,
        arguments=canonical_json({key: str(value) for key, value in vars(arguments).items()}),
    )
    with bank.write() as session:
        session.add(run)
    return run


def end_run(bank: Bank, run: Run, ending: str, version: str | None) -> None:
    """Write how this run ended."""
    with bank.write() as session:
        run.finished_at, run.status, run.bank_version = now(), ending, version
        session.merge(run)


def record_facts(
    context: RunContext, occupations: dict[str, OewsRow], groups: dict[str, int], served: Sequence[Served]
) -> None:
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
    wanted: list[tuple[str, str | None, int]] = [(group, None, n) for group, n in groups.items()]
    wanted += [(entry.soc_group, entry.soc_code, entry.n_items) for entry in served]
    for group, code, n in wanted:
        key = row_id("quota", context.run_id, group, code)
        rows.append(Quota(id=key, run_id=context.run_id, soc_group=group, soc_code=code, n_items=n))
    with context.bank.write() as session:
        add_new(session, rows)


def now() -> str:
    """The time in UTC, ISO 8601, whole seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
