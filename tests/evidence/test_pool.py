"""A document that hangs or kills its process costs itself; all others come out."""

import multiprocessing
import os
import time
from collections.abc import Iterator

import pytest
from made_documents import BODY, lines, pdf

from orqa.errors import ExtractFailed
from orqa.evidence import pool
from orqa.evidence.extract import Extracted
from orqa.evidence.pool import ParsePool, Task

GOOD = "\n\n".join(BODY).encode()


def tricky_worker(body: bytes, media_type: str | None, url: str) -> Extracted | ExtractFailed:
    """Stands in for the extractor inside the processes."""
    if body == b"hang":
        time.sleep(60)
    if body == b"die":
        os._exit(9)
    return Extracted(body.decode(), url, None, None, "test")


def tricky_serve(connection: object) -> None:
    pool.extract_in_worker = tricky_worker
    original_serve(connection)  # type: ignore[arg-type]


original_serve = pool._serve


def test_hanging_and_dying_documents_fail_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_serve", tricky_serve)
    bodies = [b"a", b"hang", b"b", b"die", b"c", b"die", b"d", b"e"]
    tasks = [(f"{place}", body, None, "u") for place, body in enumerate(bodies)]
    results = dict(ParsePool(2, timeout_s=2).run(tasks))
    assert sorted(results) == [task[0] for task in tasks]
    for task_id, body, _, _ in tasks:
        found = results[task_id]
        if body in (b"hang", b"die"):
            assert isinstance(found, ExtractFailed)
            assert ("time-out" if body == b"hang" else "died") in str(found)
        else:
            assert isinstance(found, Extracted)
            assert found.text == body.decode()


def test_real_documents_come_out_and_no_process_is_left() -> None:
    tasks: list[Task] = [("text", GOOD, "text/plain", "https://a.gov/a"), ("bad", b"%PDF-1.4", None, "https://a.gov/b")]
    tasks += [(f"pdf{n}", pdf([lines(BODY)]), None, "https://a.gov/c") for n in range(4)]
    results = dict(ParsePool(2, timeout_s=60).run(tasks))
    assert isinstance(results.pop("bad"), ExtractFailed)
    assert len(results) == 5
    assert all(isinstance(found, Extracted) for found in results.values())
    assert not multiprocessing.active_children()


def test_tasks_are_taken_as_there_is_room_and_an_early_end_stops_the_processes() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[Task]:
        for place in range(100):
            taken.append(place)
            yield str(place), GOOD, "text/plain", "https://a.gov/a"

    results = ParsePool(2, timeout_s=60).run(tasks())
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert len(taken) <= 4
    assert not multiprocessing.active_children()


def test_no_tasks_start_no_process() -> None:
    assert list(ParsePool(2, timeout_s=1).run([])) == []
