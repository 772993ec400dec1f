"""Worker processes for what is heavy or may crash: the server itself stays quick and alive, whatever a file does.

A process is kept for the next document, as its imports take seconds. One whose caller goes away, or that takes too
long, is ended, and with it all it was doing.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from pdf_extractor_ai.errors import LimitExceededError, WorkerDiedError
from pdf_extractor_ai.job import Progress
from pdf_extractor_ai.mcp.tasks import Task, WarmUp
from pdf_extractor_ai.workers import death, interrupts_held

_GRACE_SECONDS = 1.0
_REMEDY = "The file is damaged, or needs more memory than there is."


@dataclass(frozen=True, slots=True, eq=False)
class _Worker:
    process: SpawnProcess
    pipe: Connection


class Engine:
    """Runs tasks in at most ``workers`` processes, each task in at most ``seconds``. Belongs to one event loop."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._seconds = seconds
        self._slots = asyncio.Semaphore(workers)
        self._threads = ThreadPoolExecutor(workers, "mcp-engine")
        self._idle: list[_Worker] = []
        self._warming: asyncio.Task[None] | None = None

    async def run(self, task: Task, see: Callable[[Progress], None]) -> Any:
        """The task's result; when the caller is cancelled, its process is ended.

        Raises what the task raised, ``LimitExceededError`` when it took too long, ``WorkerDiedError`` when the
        process died of it.
        """
        async with self._slots:
            worker = self._idle.pop() if self._idle else await asyncio.to_thread(_hire)
            loop = asyncio.get_running_loop()
            try:
                talk = loop.run_in_executor(self._threads, _talk, worker, task, see)
                async with asyncio.timeout(self._seconds):
                    kind, value = await talk
            except TimeoutError:
                _end(worker)
                raise LimitExceededError(
                    f"it took longer than {self._seconds:g} s", remedy="Start the server with a larger --timeout."
                ) from None
            except BaseException:
                _end(worker)
                raise
            if kind == "died":
                _end(worker)
                raise WorkerDiedError(value, remedy=_REMEDY)
            self._idle.append(worker)
        if kind == "error":
            raise value
        return value

    def warm_up(self) -> None:
        """Get a process ready in the background, unless there has been one."""
        if self._warming is None:
            self._warming = asyncio.ensure_future(self._warm_up())

    async def _warm_up(self) -> None:
        with suppress(Exception):  # the first document will tell
            await self.run(WarmUp(), lambda progress: None)

    async def close(self) -> None:
        """End the processes."""
        if self._warming is not None:
            self._warming.cancel()
        for worker in self._idle:
            _end(worker)
            worker.pipe.close()
        self._idle.clear()
        self._threads.shutdown(wait=False)


def _hire() -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True, name="pdf-extractor-ai-mcp-worker")
    with interrupts_held():
        process.start()
    theirs.close()
    return _Worker(process, ours)


def _talk(worker: _Worker, task: Task, see: Callable[[Progress], None]) -> tuple[str, Any]:
    """How the task ended and what came of it: ``done``, ``error`` (an exception) or ``died`` (a sentence)."""
    try:
        worker.pipe.send(task)
        while True:
            kind, value = worker.pipe.recv()
            if kind != "step":
                return kind, value
            see(value)
    except (EOFError, OSError):
        worker.process.join(_GRACE_SECONDS)
        return "died", death(worker.process.exitcode)


def _end(worker: _Worker) -> None:
    """Kill the process, which has nothing to tidy up; a thread that hears it talk hears the end of it."""
    worker.process.kill()


def _serve(pipe: Connection) -> None:
    """Body of a worker process: one task after the other until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the server's business
    while True:
        try:
            task: Task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = ("done", task.run(partial(_step, pipe)))
        except Exception as error:
            answer = ("error", _portable(error))
        try:
            pipe.send(answer)
        except OSError:
            return


def _step(pipe: Connection, progress: Progress) -> None:
    try:
        pipe.send(("step", progress))
    except OSError:  # the server is gone, and with it whoever wanted this
        os._exit(1)


def _portable(error: Exception) -> Exception:
    """The error, or one with its text when it does not survive the way."""
    if isinstance(error, MemoryError):
        return WorkerDiedError("there was not enough memory", remedy=_REMEDY)
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
