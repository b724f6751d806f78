"""Freezing a bank: its lines in canonical JSON, its version by the hash of those lines, its rows, its file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, select

from orqa.db import Bank
from orqa.errors import OrqaError
from orqa.models import BankItem, BankVersion
from orqa.stats.invariants import check_bank
from orqa.text import canonical_json, sha256_hex

RUN_COLUMNS = ("bank_version", "fetched_at", "is_released")
"""Columns of `item_trace` that depend on when a bank was made; they are left out of its lines."""


@dataclass(frozen=True)
class Member:
    """An item of the bank to be frozen, in its order."""

    item_id: str
    difficulty: float | None
    filled: str


@dataclass(frozen=True)
class Circumstances:
    """What is recorded with a version."""

    run_id: int
    made_at: str
    target: int
    seed: int
    engine: str
    report: Mapping[str, Any]


def freeze_bank(bank: Bank, members: Sequence[Member], made: Circumstances) -> str:
    """Write the bank version of these items and return its name; the same content keeps its old version.

    Raises:
        OrqaError: an invariant does not hold (a quote, a key, an option); nothing is written then.
    """
    with bank.write() as session:
        session.add(_version_row("draft", "draft", len(members), made))
        session.flush()
        _add_members(session, "draft", members)
        session.flush()
        rows = trace(session, "draft")
        faults = check_bank(rows)
        if faults:
            raise OrqaError(f"the bank breaks its own invariants: {'; '.join(faults[:3])}")
        content_sha256 = sha256_hex("".join(lines(rows)))
        session.connection().exec_driver_sql("DELETE FROM bank_item WHERE version = 'draft'")
        session.connection().exec_driver_sql("DELETE FROM bank_version WHERE version = 'draft'")
        known = session.exec(select(BankVersion).where(BankVersion.content_sha256 == content_sha256)).first()
        if known is not None:
            return known.version
        latest = session.exec(select(BankVersion.version).order_by(col(BankVersion.version).desc())).first()
        number = int(latest[1:].split("-")[0]) + 1 if latest else 1
        version = f"v{number:04d}-{content_sha256[:10]}"
        session.add(_version_row(version, content_sha256, len(members), made))
        session.flush()
        _add_members(session, version, members)
        return version


def _version_row(version: str, content_sha256: str, n_items: int, made: Circumstances) -> BankVersion:
    return BankVersion(
        version=version,
        content_sha256=content_sha256,
        run_id=made.run_id,
        made_at=made.made_at,
        target=made.target,
        seed=made.seed,
        n_items=n_items,
        engine=made.engine,
        report=canonical_json(made.report),
    )


def _add_members(session: Session, version: str, members: Sequence[Member]) -> None:
    session.add_all(
        BankItem(
            version=version,
            position=position,
            item_id=member.item_id,
            difficulty=member.difficulty,
            filled=member.filled,
        )
        for position, member in enumerate(members, start=1)
    )


def trace(session: Session, version: str) -> list[dict[str, Any]]:
    """The rows of `item_trace` of a version, with each item's truths and the text its quote was cut from."""
    sql = """
        SELECT t.*, i.truths, d.text AS document_text FROM item_trace t
        JOIN item i ON i.id = t.item_id JOIN document d ON d.id = t.document_id
        WHERE t.bank_version = ? ORDER BY t.position
    """
    return [dict(row) for row in session.connection().exec_driver_sql(sql, (version,)).mappings()]


def lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """One line of canonical JSON an item, without what depends on the run: equal builds give equal bytes."""
    left_out = {*RUN_COLUMNS, "document_text", "truths"}
    return [canonical_json({key: value for key, value in row.items() if key not in left_out}) + "\n" for row in rows]


def write_jsonl(bank: Bank, version: str) -> Path:
    """The bank as JSON lines beside the SQLite file, `<version>.jsonl`."""
    path = bank.path.with_name(f"{version}.jsonl")
    with bank.read() as session:
        text = "".join(lines(trace(session, version)))
    partial = path.with_suffix(".part")
    partial.write_text(text, encoding="utf-8", newline="\n")
    partial.replace(path)
    return path
