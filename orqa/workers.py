"""Where steps run when one process is not enough: spawned processes that each take one batch at a time.

Processes are spawned, not forked, and have one thread each (PDFium allows no second). Tasks of one batch travel
together, so that a document is sent once and read once.
"""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running

from orqa.errors import ExtractFailed, OrqaError
from orqa.stage import Done, InlineWorkers, StepResult, Subject, timed_step

_CONTEXT = multiprocessing.get_context("spawn")
_START_TIMEOUT_S = 120.0
_MAX_BATCH = 48
_MIN_SUBJECTS = 24  # below this, starting processes costs more than they save

Step = Callable[..., StepResult]


class ProcessWorkers:
    """`n_workers` long-lived processes.

    A subject of a stage with a time-out that hangs, or kills its process, fails alone (`ExtractFailed`); without a
    time-out the death of a process stops the build.
    """

    def __init__(self, n_workers: int) -> None:
        self._n_workers = n_workers
        self._processes: list[_Process] = []

    def map(self, step: Step, subjects: Sequence[Subject], timeout_s: float | None = None) -> Iterator[Done]:
        """Run the step on every subject; results come as they are done."""
        if timeout_s is None and (self._n_workers < 2 or len(subjects) < _MIN_SUBJECTS):
            yield from InlineWorkers().map(step, subjects)
            return
        batches = iter(_batches(subjects, 1 if timeout_s is not None else _MAX_BATCH))
        while True:
            self._feed(step, batches, timeout_s)
            busy = [process for process in self._processes if process.batch]
            if not busy:
                return
            left = max(0.0, min(process.deadline for process in busy) - time.monotonic())
            ready = wait([process.connection for process in busy], timeout=min(left, 1e6))
            for process in busy:
                if process.connection in ready or process.deadline <= time.monotonic():
                    yield from process.collect(timeout_s)
                    if process.is_dead:
                        self._processes.remove(process)

    def close(self) -> None:
        """Stop all processes."""
        for process in self._processes:
            process.stop()
        self._processes.clear()

    def _feed(self, step: Step, batches: Iterator[list[Subject]], timeout_s: float | None) -> None:
        """Give every idle process a batch, starting processes as there is work for them."""
        while True:
            idle = next((process for process in self._processes if not process.batch), None)
            if idle is None and len(self._processes) >= self._n_workers:
                return
            batch = next(batches, None)
            if batch is None:
                return
            if idle is None:
                idle = _Process()
                self._processes.append(idle)
            idle.give(step, batch, timeout_s)


def _batches(subjects: Sequence[Subject], most: int) -> Iterator[list[Subject]]:
    """Runs of subjects with the same `batch`, at most `most` long; subjects without one share the last batch."""

    def key(subject: Subject) -> str:
        return str(getattr(subject, "batch", ""))

    for _, group in groupby(sorted(subjects, key=lambda subject: (key(subject), subject.id)), key=key):
        members = list(group)
        for start in range(0, len(members), most):
            yield members[start : start + most]


class _Process:
    """One process and the batch it is at."""

    def __init__(self) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self.process: SpawnProcess = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
        self.batch: list[Subject] = []
        self.deadline = 0.0
        self.is_dead = False
        is_up = False
        try:
            with _interrupts_held():
                self.process.start()
            theirs.close()
            if not self.connection.poll(_START_TIMEOUT_S):
                raise RuntimeError("a worker process did not start")
            self.connection.recv()
            is_up = True
        finally:
            if not is_up:  # nobody knows this process yet, so nobody else would stop it
                self.stop()

    def give(self, step: Step, batch: list[Subject], timeout_s: float | None) -> None:
        self.batch = batch
        self.deadline = time.monotonic() + timeout_s if timeout_s is not None else float("inf")
        self.connection.send((step, batch))

    def collect(self, timeout_s: float | None) -> list[Done]:
        """The results of the batch; a process that hung or died is put away and its subject failed."""
        batch, self.batch = self.batch, []
        by_id = {subject.id: subject for subject in batch}
        if not self.connection.poll():
            self.stop()
            return [(batch[0], ExtractFailed(f"time-out: not done within {timeout_s:g} seconds"), timeout_s or 0.0)]
        try:
            results = self.connection.recv()
        except (EOFError, OSError):
            self.stop()
            if timeout_s is None:
                raise RuntimeError(f"a worker process died with exit code {self.process.exitcode}") from None
            return [(batch[0], ExtractFailed(f"parser died: exit code {self.process.exitcode}"), 0.0)]
        return [(by_id[subject_id], result, seconds) for subject_id, result, seconds in results]

    def stop(self) -> None:
        self.is_dead = True
        self.connection.close()
        if self.process.pid is not None:
            self.process.kill()
            self.process.join()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts and terminations back: a process started meanwhile never sees one, from its first moment on.

    They are the parent's to handle: it stops its workers.
    """
    ensure_running()  # multiprocessing's own process; starting it would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection) -> None:
    """Do batches until the other end closes, which may be in the middle of one."""
    reply: list[tuple[str, StepResult | OrqaError, float]] | None = None
    while True:
        try:
            connection.send(reply)
            step, batch = connection.recv()
        except (EOFError, ConnectionError):
            return
        done = (timed_step(step, subject) for subject in batch)
        reply = [(subject.id, result, seconds) for subject, result, seconds in done]
