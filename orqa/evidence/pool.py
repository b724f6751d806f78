"""Parsing in processes of their own, so that one bad document costs itself and nothing else."""

import multiprocessing
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from orqa.errors import ExtractFailed
from orqa.evidence.extract import Extracted, extract_in_worker

Task = tuple[str, bytes, str | None, str]
Result = tuple[str, Extracted | ExtractFailed]
_CONTEXT = multiprocessing.get_context("spawn")
_START_TIMEOUT_S = 120.0


class ParsePool:
    """`n_workers` processes that extract; a document that hangs or kills its process fails alone.

    `timeout_s` is a document's time. Processes are spawned, not forked, and each has one thread: PDFium
    allows no second one.
    """

    def __init__(self, n_workers: int, timeout_s: float) -> None:
        self._n_workers = n_workers
        self._timeout_s = timeout_s

    def run(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """The result of each task `(id, body, media_type, url)`, as they come.

        Tasks are taken one by one when a process is free, so a long stream of bodies is never in memory at once.
        """
        stream = iter(tasks)
        workers: list[_Worker] = []
        try:
            while True:
                self._feed(workers, stream)
                busy = [worker for worker in workers if worker.task_id is not None]
                if not busy:
                    return
                left = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
                ready = wait([worker.connection for worker in busy], timeout=left)
                for worker in busy:
                    if worker.connection in ready or worker.deadline <= time.monotonic():
                        result = worker.collect(self._timeout_s)
                        if result is not None:
                            yield result
                        if worker.is_dead:
                            workers.remove(worker)
        finally:
            for worker in workers:
                worker.stop()

    def _feed(self, workers: list["_Worker"], stream: Iterator[Task]) -> None:
        """Give every idle worker a task, starting workers as there is work for them."""
        while True:
            idle = next((worker for worker in workers if worker.task_id is None), None)
            if idle is not None and not idle.process.is_alive():
                workers.remove(idle)  # killed from outside between two documents: no document's fault
                continue
            if idle is None and len(workers) >= self._n_workers:
                return
            task = next(stream, None)
            if task is None:
                return
            if idle is None:
                idle = _Worker()
                workers.append(idle)
            idle.give(task, self._timeout_s)


class _Worker:
    """One process and the task it is at."""

    def __init__(self) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self.process: SpawnProcess = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        if not self.connection.poll(_START_TIMEOUT_S):
            raise RuntimeError("a parsing process did not start")
        self.connection.recv()
        self.task_id: str | None = None
        self.deadline = 0.0
        self.is_dead = False

    def give(self, task: Task, timeout_s: float) -> None:
        self.task_id = task[0]
        self.deadline = time.monotonic() + timeout_s
        with suppress(OSError):  # a process that dies now is seen by `collect`
            self.connection.send(task[1:])

    def collect(self, timeout_s: float) -> Result | None:
        """The result of the task; a process that hung or died is put away and its task failed."""
        task_id, self.task_id = self.task_id, None
        if task_id is None:
            return None
        if not self.connection.poll():
            self.stop()
            return task_id, ExtractFailed(f"time-out: not parsed within {timeout_s:g} seconds")
        try:
            found: Extracted | ExtractFailed = self.connection.recv()
        except (EOFError, OSError):
            self.stop()
            return task_id, ExtractFailed(f"parser died: exit code {self.process.exitcode}")
        return task_id, found

    def stop(self) -> None:
        self.is_dead = True
        self.connection.close()
        self.process.kill()
        self.process.join()


def _serve(connection: Connection) -> None:
    """Extract until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle; it stops the workers
    connection.send(None)
    while True:
        try:
            body, media_type, url = connection.recv()
        except EOFError:
            return
        connection.send(extract_in_worker(body, media_type, url))
