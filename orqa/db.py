"""The bank: one SQLite file. Connections, schema version, and every query that the road needs.

Write transactions begin with BEGIN IMMEDIATE, so that a reviewer with any SQLite tool and a running build wait for each
other instead of failing; foreign keys are on; the journal is WAL.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import URL, Engine, event, text
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, SQLModel, create_engine

from orqa import models  # noqa: F401  (registers the tables)
from orqa.errors import BadInput
from orqa.settings import SCHEMA_VERSION

BUSY_TIMEOUT_S = 30
_VIEWS = Path(__file__).with_name("views.sql")


class Bank:
    """An open bank: `path`, and transactions on it.

    Raises:
        BadInput: the file is no SQLite file, is damaged, is another program's, lacks a table, was made by a newer ORQA,
            or its folder cannot be written.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the bank at `path` and bring its views up to date."""
        self.path = path
        with readable_faults(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            check_file(path)
            self._engine = _connect(path)
            self._prepare()

    def _prepare(self) -> None:
        with self.write() as session:
            connection = session.connection()
            SQLModel.metadata.create_all(connection)
            for statement in _statements(_VIEWS.read_text(encoding="utf-8")):
                connection.exec_driver_sql(statement)
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")

    @contextmanager
    def write(self) -> Iterator[Session]:
        """One transaction that holds the write lock; it commits at the end or rolls back on any exception."""
        with Session(self._engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """One short consistent look; nothing is kept. (It takes the write lock too: keep it short.)"""
        with Session(self._engine, expire_on_commit=False) as session:
            yield session
            session.expunge_all()
            session.rollback()

    def query(self, sql: str, **values: Any) -> list[dict[str, Any]]:
        """The rows of a query as dicts, in the order that the query gives."""
        with self.read() as session:
            return [dict(row) for row in session.connection().execute(text(sql), values).mappings()]

    def close(self) -> None:
        """Close all connections; the WAL is folded back by the last one."""
        self._engine.dispose()


def add_new(session: Session, rows: Sequence[SQLModel]) -> int:
    """Insert the rows that are not there yet (same primary key = same row); the number inserted."""
    n_inserted = 0
    for row in rows:
        statement = insert(type(row)).values(**row.model_dump()).on_conflict_do_nothing()
        n_inserted += session.connection().execute(statement).rowcount
    return n_inserted


def check_file(path: Path) -> None:
    """Look whether a file can be our bank, before anything is written to it or beside it; an absent one can.

    A bank is made in one transaction, so tables without a schema version were made by another program.

    Raises:
        BadInput: another program's file, a bank that lost a table, a newer schema.
        sqlite3.DatabaseError: the file is no sound SQLite file.
    """
    if not path.is_file():
        return
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)) as connection:
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
            found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.OperationalError:  # it cannot be opened now: whoever goes on to write to it is told why
        return
    tables = set(SQLModel.metadata.tables)
    if found and (schema == 0 or not found & tables):
        raise BadInput(f"{path}: this is not an ORQA bank but another program's file: give another --bank")
    if schema > SCHEMA_VERSION:
        raise BadInput(
            f"{path}: the bank has schema {schema}, this ORQA knows {SCHEMA_VERSION}: "
            "use a newer ORQA or another --bank"
        )
    gone = sorted(tables - found)
    if schema == SCHEMA_VERSION and gone:
        named = f"table {gone[0]} is gone" if len(gone) == 1 else f"tables {', '.join(gone)} are gone"
        raise BadInput(
            f"{path}: the bank was changed by another program: {named}: restore a copy or give another --bank"
        )


@contextmanager
def hold_bank(path: Path) -> Iterator[None]:
    """Keep other builds off this bank while the block runs; the lock dies with the process.

    Raises:
        BadInput: another build holds the bank, or the file cannot be a bank (`check_file`).
    """
    lock = FileLock(f"{path}.lock", timeout=0)
    with readable_faults(path):
        check_file(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout:
            raise BadInput(f"{path}: another build is using this bank: wait for it, or give another --bank") from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def readable_faults(path: Path) -> Iterator[None]:
    """Turn what a disk or a broken file can do into one clear line (BadInput); all other errors pass unchanged."""
    try:
        yield
    except (DatabaseError, sqlite3.DatabaseError) as error:
        cause = str(getattr(error, "orig", None) or error)
        raise BadInput(f"{path}: {_advice(cause)} (SQLite: {cause})") from error
    except (PermissionError, FileExistsError, NotADirectoryError, IsADirectoryError) as error:
        raise BadInput(
            f"{error.filename or path}: cannot be used ({error.strerror}): mend its permissions or give another --bank"
        ) from error
    except OSError as error:
        raise BadInput(
            f"{error.filename or path}: {error.strerror or error}: put it right and run again, nothing is lost"
        ) from error


def _advice(cause: str) -> str:
    lowered = cause.lower()
    if "full" in lowered:
        return "the disk is full: make room and run again, what was committed is kept"
    if "disk i/o" in lowered:
        return "the disk refused a write: make room, look at its limits, and run again; what was committed is kept"
    if "readonly" in lowered or "unable to open" in lowered:
        return "the bank cannot be written: check the folder's permissions or give another --bank"
    if "not a database" in lowered or "malformed" in lowered or "corrupt" in lowered:
        return "this is not a sound SQLite file: move it away or give another --bank"
    if "locked" in lowered or "busy" in lowered:
        return f"another program held the bank for more than {BUSY_TIMEOUT_S} s: close it and run again"
    return "the bank cannot be used"


def _connect(path: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)), connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def _pragmas(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        for pragma in (
            "journal_mode=WAL",
            "synchronous=NORMAL",
            "foreign_keys=ON",
            f"busy_timeout={BUSY_TIMEOUT_S * 1000}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; a trigger's inner semicolons do not end it."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if line.rstrip().endswith(";") and sqlite3.complete_statement(pending):
            yield pending
            pending = ""
