"""Worker processes of which each may die without harm to the others: ``run_in_processes``.

``concurrent.futures`` gives up on every open task when one process is killed, and does not say whose fault it
was. Here every worker has a pipe of its own, so a death is charged to the one task that the worker was on, and a
fresh process takes its place. Tasks are drawn from their iterable as workers come free, a bounded queue ahead.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Tell = Callable[[Any], None]

QUEUE_SIZE = 64
"""So many tasks are drawn ahead of the workers and no more."""

_POLL_SECONDS = 0.2
_START_SECONDS = 60.0  # for a process to come up on a busy machine; a task's own time begins only then
_GRACE_SECONDS = 0.75  # for a worker told to end: time to take its temporary files away


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


def _end(workers: Iterable[_Worker]) -> None:
    """Ask all of them to stop, give them a moment together, then stop them.

    An idle one ends by itself when its pipe is closed.
    """
    workers = list(workers)
    for worker in workers:
        worker.pipe.close()
        if worker.index is not None:
            worker.process.terminate()
    deadline = time.monotonic() + _GRACE_SECONDS
    for worker in workers:
        worker.process.join(max(0.0, deadline - time.monotonic()))
        worker.process.kill()
        worker.process.join()


def _stop(number: int, frame: FrameType | None) -> None:
    """An exception rather than a sudden death, so that ``finally`` is obeyed."""
    raise SystemExit(128 + number)


def _serve(pipe: Connection, function: Callable[[Any, Tell], Any]) -> None:
    """Body of a worker process: one task after the other until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, _stop)
    try:
        _work(pipe, function)
    except SystemExit as leaving:
        # What had to be tidied is. A thread may still be inside PDFium, which must not be taken down under it.
        os._exit(leaving.code if isinstance(leaving.code, int) else 1)
    finally:
        # On its way out already: an exception in the interpreter's own tidying would be printed with its traceback.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _work(pipe: Connection, function: Callable[[Any, Tell], Any]) -> None:
    while True:
        try:
            task = pipe.recv()
            pipe.send(("begun", None))
        except (EOFError, OSError):
            return
        try:
            answer = ("done", function(task, partial(_tell, pipe)))
        except Exception as error:
            answer = ("error", f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return


def _tell(pipe: Connection, message: Any) -> None:
    """Pass a message on. Where nobody listens any more the process is told to end, and the task hears no error."""
    try:
        pipe.send(("message", message))
    except OSError:
        os.kill(os.getpid(), signal.SIGTERM)


class _Queue:
    """Tasks with their numbers, at most ``QUEUE_SIZE`` of them drawn from ``tasks`` at a time."""

    def __init__(self, tasks: Iterable[Any]) -> None:
        self._source = enumerate(tasks)
        self._waiting: deque[tuple[int, Any]] = deque()
        self._fill()

    def _fill(self) -> None:
        while len(self._waiting) < QUEUE_SIZE and (drawn := next(self._source, None)) is not None:
            self._waiting.append(drawn)

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def first(self) -> tuple[int, Any]:
        """The task whose turn it is, and its number; it stays in the queue."""
        return self._waiting[0]

    def drop_first(self) -> None:
        """The first task has found a worker."""
        self._waiting.popleft()
        self._fill()


def run_in_processes(
    function: Callable[[Task, Tell], Result], tasks: Iterable[Task], jobs: int, *, timeout: float | None = None
) -> Generator[Note[Result], None, None]:
    """News of all ``tasks`` as it comes in, worked on by ``jobs`` spawned processes in the order given.

    ``function(task, tell)`` must be importable; what it tells and returns travels by pickle. Every task ends in
    exactly one note ``done``, ``error``, ``died`` or ``timeout`` (``timeout`` in seconds per task, from when a process
    has it; the process is ended). Closing the iterator ends the processes: by ``SystemExit`` inside, a moment later
    by force.
    """
    waiting = _Queue(tasks)
    workers: list[_Worker] = []
    try:
        while waiting or any(worker.index is not None for worker in workers):
            yield from _hand_out(function, waiting, workers, jobs, timeout)
            busy = [worker for worker in workers if worker.index is not None]
            ready = wait([worker.pipe for worker in busy], timeout=_POLL_SECONDS)
            for worker in busy:
                if worker.pipe in ready:
                    yield from _hear(worker, workers, timeout)
                elif time.monotonic() > worker.deadline:
                    yield _bury(worker, workers, "timeout")
    finally:
        _end(workers)


def _hand_out(
    function: Callable[[Any, Tell], Any],
    waiting: _Queue,
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
        index, task = waiting.first()
        try:
            worker.pipe.send(task)
        except OSError:  # it died while idle: nobody's task is harmed
            workers.remove(worker)
            _end([worker])
            continue
        waiting.drop_first()
        worker.index = index
        worker.deadline = _deadline(timeout, _START_SECONDS)
        yield Note(worker.index, "started")


def _hire(function: Callable[[Any, Tell], Any]) -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, function), daemon=True)
    with interrupts_held():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """What asks this process to end waits until the block is through: a child half started would complain loudly.

    A Ctrl-C goes to all processes of a terminal; one that is just starting inherits that it does not listen.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    with _handlers_held():
        # it would be started along with the first process, and let interrupts through
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _handlers_held() -> Iterator[None]:
    """Signals that come in the block are handled after it; only the main thread handles any."""
    came: list[int] = []
    handlers: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        numbers: tuple[int, ...] = (signal.SIGINT, signal.SIGTERM)
        for number in (each for each in numbers if signal.getsignal(each) is not None):  # None: not Python's
            handlers[number] = signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def _deadline(timeout: float | None, more: float = 0.0) -> float:
    return float("inf") if timeout is None else time.monotonic() + timeout + more


def _hear(worker: _Worker, workers: list[_Worker], timeout: float | None) -> Iterator[Note[Any]]:
    """The next thing this worker says, or the news of its death; that it has begun only starts its time."""
    try:
        kind, value = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join(timeout=5)
        yield _bury(worker, workers, "died", worker.process.exitcode)
        return
    if kind == "begun":
        worker.deadline = _deadline(timeout)
        return
    index = worker.index if worker.index is not None else -1
    if kind != "message":
        worker.index = None
    yield Note(index, kind, value)


def _bury(worker: _Worker, workers: list[_Worker], kind: str, value: Any = None) -> Note[Any]:
    index = worker.index if worker.index is not None else -1
    workers.remove(worker)
    _end([worker])
    return Note(index, kind, value)


def death(exit_code: int | None) -> str:
    """How a worker process ended, in words, for the ``value`` of a note ``died``."""
    if exit_code is None or exit_code >= 0:
        return f"the worker process ended with code {exit_code}"
    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        name = f"signal {-exit_code}"
    return f"the worker process was killed by {name}"
