"""`python -m orqa.build`: from official occupation data and whitelisted sources to a source-traceable question bank.

This file is the table of contents of the project. A build is one road:

    quotas      the wage bill shares the target over SOC groups and occupations          orqa/occupations
    gather      whitelist -> bodies -> frozen documents -> windows -> evidence cards      orqa/crawl, orqa/evidence
    write       one item a card: a stem, four content options, E and F                    orqa/items/write.py
    accept      nine gates, a closed-book pretest, repairs that are judged anew           orqa/items/gates
    balance     an integer program chooses the bank within caps and shares                orqa/items/balance.py
    freeze      invariants are checked, the version is named by its content               orqa/versions.py

Every stage is a function from rows to rows under a ledger (`orqa/stage.py`): a build can be stopped at any moment and goes
on where it was; the same inputs and seed give the same bank.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from orqa import road
from orqa.console import Reporter
from orqa.crawl.mirror import Mirror, open_mirror
from orqa.crawl.whitelist import Whitelist, load_whitelist
from orqa.db import Bank, hold_bank, readable_faults
from orqa.engine import OccupationView
from orqa.engines.extractive import ExtractiveEngine
from orqa.errors import BadInput, BudgetSpent, OrqaError
from orqa.items.balance import BankChoice, Candidate, Plan, choose_bank
from orqa.models import BankVersion
from orqa.occupations.allocate import Served, group_quotas, served_occupations
from orqa.occupations.oews import OewsRow, load_occupations
from orqa.settings import Settings, load_settings
from orqa.stage import RunContext
from orqa.stats.report import bank_report
from orqa.runs import end_run, now, record_facts, start_run
from orqa.versions import Circumstances, Member, freeze_bank, report_of, write_jsonl
from orqa.workers import ProcessWorkers

DONE, BAD_INPUT, SHORT, SPENT, INTERRUPTED = 0, 2, 3, 4, 130
DEFAULT_BANK = Path("bank/orqa.sqlite")


@dataclass(frozen=True)
class Quotas:
    """What the bank is to hold: items by SOC group, and the occupations served first."""

    target: int
    groups: dict[str, int]
    served: tuple[Served, ...]


def run_build(arguments: argparse.Namespace, settings: Settings, reporter: Reporter) -> int:
    """The whole build; returns the exit code.

    Raises:
        BadInput: something the user must change; nothing is lost.
    """
    occupations = choose_occupations(settings, arguments.occupations)
    whitelist = load_whitelist(arguments.whitelists, set(occupations))
    mirror = open_mirror(arguments.mirror)
    quotas = set_quotas(occupations, whitelist, arguments.target)
    show_quotas(reporter, quotas, is_dry_run=arguments.dry_run)
    if arguments.dry_run:
        return DONE
    inputs = road.Inputs(
        whitelist=whitelist,
        fetcher=mirror,
        engine=ExtractiveEngine(arguments.seed),
        seed=arguments.seed,
        occupations={code: OccupationView(code, row.title) for code, row in occupations.items()},
        bodies=arguments.bank.parent / "bodies",
    )
    with hold_bank(arguments.bank), closing(Bank(arguments.bank)) as bank, readable_faults(arguments.bank):
        run = start_run(bank, arguments, whitelist, mirror, inputs.engine)
        workers = ProcessWorkers(arguments.workers)
        context = RunContext(run.id or 0, bank, workers, reporter.on_progress)
        ending = "failed"
        try:
            record_facts(context, occupations, quotas.groups, quotas.served)
            with reporter:
                choice, pool = fill_quotas(context, inputs, quotas)
            version = freeze(context, quotas, choice, pool, arguments.seed)
            ending = "done" if len(choice.item_ids) >= quotas.target else "short"
        except KeyboardInterrupt:
            ending = "interrupted"
            raise
        finally:
            workers.close()
            end_run(bank, run, ending, version if ending in ("done", "short") else None)
        return show_result(reporter, bank, version, quotas)


def fill_quotas(context: RunContext, inputs: road.Inputs, quotas: Quotas) -> tuple[BankChoice, list[Candidate]]:
    """Rounds over ever more sources until the bank is full: the occupations served, their groups, everybody."""
    pool: list[Candidate] = []
    choice = BankChoice.empty()
    for codes in rounds(inputs, quotas):
        found = road.gather(context, inputs, codes)
        items = road.write_items(context, inputs, found)
        accepted = road.accept_items(context, inputs, found, items)
        pool = road.candidates(context, inputs, found, accepted)
        plan = Plan(quotas.target, quotas.groups, {served.soc_code: served.n_items for served in quotas.served})
        choice = choose_bank(pool, plan, inputs.seed)
        if not choice.shortfalls:
            break
    road.record_balance(context, choice, pool, inputs.seed)
    return choice, pool


def rounds(inputs: road.Inputs, quotas: Quotas) -> list[frozenset[str]]:
    """The occupations whose sources each round works on; a round includes the one before."""
    served = frozenset(entry.soc_code for entry in quotas.served)
    groups = frozenset(code for code in inputs.occupations if quotas.groups.get(code[:2]))
    everybody = frozenset(inputs.occupations)
    return list(dict.fromkeys((served, groups, everybody)))


def choose_occupations(settings: Settings, wanted: Sequence[str] | None) -> dict[str, OewsRow]:
    """The occupations to build for, by code.

    Raises:
        BadInput: a code that OEWS does not publish.
    """
    rows = {row.soc_code: row for row in load_occupations(settings.onet_dir / "occupations.csv")}
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


def show_result(reporter: Reporter, bank: Bank, version: str, quotas: Quotas) -> int:
    """The funnel, what is short and why, the floors, where the bank is; the exit code that follows."""
    report = report_of(bank, version)
    reporter.funnel(bank.query("SELECT * FROM funnel"))
    reporter.table(
        "Why subjects were turned away (most frequent)",
        ("stage", "reason", "n"),
        [
            [row["stage"], row["reason"], row["n"]]
            for row in bank.query("SELECT * FROM rejection ORDER BY n DESC LIMIT 15")
        ],
    )
    reporter.table("Quotas", ("group", "wanted", "in bank", "why short"), report["groups"])
    reporter.table("Short of what was asked", ("what", "wanted", "got", "why"), report["shortfalls"])
    reporter.table("Shortcut floors (solvers that never read the source)", report["floor_columns"], report["floors"])
    with bank.read() as session:
        n_items = session.get_one(BankVersion, version).n_items
    reporter.always(f"{n_items} of {quotas.target} items in bank version {version}: {bank.path}")
    reporter.say(f"as JSON lines: {bank.path.with_name(version + '.jsonl')}")
    reporter.say(f'to look at it: sqlite3 {bank.path} "SELECT stem, key, quote, url FROM item_trace LIMIT 5"')
    broken = [floor for floor in report["broken_floors"]]
    for floor in broken:
        reporter.always(f"a floor is broken: {floor}")
    return DONE if n_items >= quotas.target and not broken else SHORT


def target_number(text: str) -> int:
    """The number of items asked for: a whole number from 1 up."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if not 1 <= number <= 100_000:
        raise argparse.ArgumentTypeError(f"{number} is not between 1 and 100,000")
    return number


def parse_arguments(argv: Sequence[str] | None, settings: Settings) -> argparse.Namespace:
    """The command line; a wrong one ends with exit code 2 and one line."""
    parser = argparse.ArgumentParser(
        prog="orqa build", description="Build a source-traceable bank of multiple-choice items."
    )
    parser.add_argument("--target", type=target_number, default=120, help="items wanted (default 120)")
    parser.add_argument("--whitelists", type=Path, help="folder of whitelist files (default: the bundled sample's)")
    parser.add_argument("--mirror", type=Path, help="folder of pages with a manifest.csv (default: the bundled sample)")
    parser.add_argument(
        "--engine", choices=("extractive",), default="extractive", help="who thinks (default extractive)"
    )
    parser.add_argument("--bank", type=Path, default=DEFAULT_BANK, help=f"SQLite file (default {DEFAULT_BANK})")
    parser.add_argument("--seed", type=int, default=0, help="seed of every draw (default 0)")
    parser.add_argument(
        "--occupations", type=lambda text: text.split(","), help="SOC 2018 codes, by commas (default all)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="worker processes (default: cores)")
    parser.add_argument("--dry-run", action="store_true", help="print the quotas and stop")
    parser.add_argument("--quiet", action="store_true", help="print only the result and errors")
    arguments = parser.parse_args(argv)
    if (arguments.mirror is None) != (arguments.whitelists is None) and arguments.mirror is not None:
        parser.error("--mirror needs --whitelists: which publishers of the mirror may be read")
    arguments.whitelists = arguments.whitelists or settings.whitelists_dir / "sample"
    arguments.mirror = arguments.mirror or settings.sample_dir
    if arguments.workers < 1:
        parser.error("--workers must be 1 or more")
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; what a user can mend is one line on standard error."""
    settings = load_settings()
    arguments = parse_arguments(argv, settings)
    reporter = Reporter(arguments.quiet)
    try:
        return run_build(arguments, settings, reporter)
    except BadInput as error:
        sys.stderr.write(f"orqa build: {error}\n")
        return BAD_INPUT
    except BudgetSpent as error:
        sys.stderr.write(f"orqa build: {error}; run the same command to go on\n")
        return SPENT
    except OrqaError as error:
        sys.stderr.write(f"orqa build: {error}\n")
        return SHORT
    except KeyboardInterrupt:
        sys.stderr.write("orqa build: interrupted; what was committed is kept: run the same command to go on\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
