"""Worker processes of which each may die without harm to the others: ``run_in_processes``.

``concurrent.futures`` gives up on every open task when one process is killed, and does not say whose fault it
was. Here every worker has a pipe of its own, so a death is charged to the one task that the worker was on, and a
fresh process takes its place.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Tell = Callable[[Any], None]

_POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Note(Generic[Result]):
    """News of task number ``index``.

    ``kind`` is ``started``, ``message`` (``value`` is what the task told), ``done`` (``value`` is what it
    returned), ``error`` (``value`` is the exception's text), ``died`` (the process is gone; ``value`` is its exit
    code, negative for a signal) or ``timeout``.
    """

    index: int
    kind: str
    value: Any = None


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    index: int | None = None
    deadline: float = field(default=float("inf"))

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection, function: Callable[[Any, Tell], Any]) -> None:
    """Body of a worker process: one task after the other until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the parent's business
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = ("done", function(task, lambda message: pipe.send(("message", message))))
        except Exception as error:
            answer = ("error", f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return


def run_in_processes(
    function: Callable[[Task, Tell], Result], tasks: Sequence[Task], jobs: int, *, timeout: float | None = None
) -> Generator[Note[Result], None, None]:
    """News of all ``tasks`` as it comes in, worked on by ``jobs`` spawned processes in the order given.

    ``function(task, tell)`` must be importable; what it tells and returns travels by pickle. Every task ends in
    exactly one note ``done``, ``error``, ``died`` or ``timeout`` (``timeout`` in seconds per task; the process is
    killed). Closing the iterator kills the processes.
    """
    waiting = list(reversed(range(len(tasks))))
    workers: list[_Worker] = []
    try:
        while waiting or any(worker.index is not None for worker in workers):
            yield from _hand_out(function, tasks, waiting, workers, jobs, timeout)
            busy = [worker for worker in workers if worker.index is not None]
            ready = wait([worker.pipe for worker in busy], timeout=_POLL_SECONDS)
            for worker in busy:
                if worker.pipe in ready:
                    yield _hear(worker, workers)
                elif time.monotonic() > worker.deadline:
                    yield _bury(worker, workers, "timeout")
    finally:
        for worker in workers:
            worker.end()


def _hand_out(
    function: Callable[[Any, Tell], Any],
    tasks: Sequence[Any],
    waiting: list[int],
    workers: list[_Worker],
    jobs: int,
    timeout: float | None,
) -> Iterator[Note[Any]]:
    """Give every idle worker a task, with new workers as long as there are fewer than ``jobs``."""
    while waiting:
        worker = next((worker for worker in workers if worker.index is None), None)
        if worker is None and len(workers) >= jobs:
            return
        if worker is None:
            worker = _hire(function)
            workers.append(worker)
        try:
            worker.pipe.send(tasks[waiting[-1]])
        except OSError:  # it died while idle: nobody's task is harmed
            workers.remove(worker)
            worker.end()
            continue
        worker.index = waiting.pop()
        worker.deadline = float("inf") if timeout is None else time.monotonic() + timeout
        yield Note(worker.index, "started")


def _hire(function: Callable[[Any, Tell], Any]) -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, function), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _hear(worker: _Worker, workers: list[_Worker]) -> Note[Any]:
    """The next thing this worker says, or the news of its death."""
    try:
        kind, value = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join(timeout=5)
        return _bury(worker, workers, "died", worker.process.exitcode)
    index = worker.index if worker.index is not None else -1
    if kind != "message":
        worker.index = None
    return Note(index, kind, value)


def _bury(worker: _Worker, workers: list[_Worker], kind: str, value: Any = None) -> Note[Any]:
    index = worker.index if worker.index is not None else -1
    workers.remove(worker)
    worker.end()
    return Note(index, kind, value)
