"""Work that outlives a call: shared by those who ask for the same, handed out as a job id when it takes long."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from pdf_extractor_ai.errors import ExtractionCancelledError, LimitExceededError, NothingFoundError
from pdf_extractor_ai.job import Progress
from pdf_extractor_ai.mcp.answers import Call

State = Literal["running", "done", "failed", "cancelled"]
Report = Callable[[float, str], Awaitable[None]]
"""Called with a share from 0 to 1 that only grows, and a sentence."""

_TICK = 0.1
_KEPT = 200
_MOST = 32  # each holds its file in memory
_STAGES = {"read": (0.0, 0.45), "layout": (0.45, 0.9), "figures": (0.9, 0.95), "assemble": (0.9, 0.95)}


class StillRunningError(Exception):
    """A call took longer than it may; ``job`` goes on."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.id)
        self.job = job


@dataclass(slots=True, eq=False)
class Job:
    """One piece of work. ``share`` is how much of it is done, from 0 to 1; ``note`` says at what it is.

    ``then`` is the call that answers at once when it is done; without one the result is the answer.
    """

    key: str
    label: str
    task: asyncio.Task[Any]
    id: str = field(default_factory=lambda: f"job-{secrets.token_hex(6)}")
    share: float = 0.0
    note: str = "waiting"
    waiting: int = 0
    kept: bool = False
    then: Call | None = None

    @property
    def state(self) -> State:
        """How it stands."""
        if not self.task.done():
            return "running"
        if self.task.cancelled():
            return "cancelled"
        return "failed" if self.task.exception() else "done"

    def see(self, progress: Progress) -> None:
        """Take note of a step of an extraction; may be called from any thread."""
        start, end = _STAGES.get(progress.stage, (0.95, 1.0))
        share = start + (end - start) * (progress.page / progress.total if progress.total else 1.0)
        if share > self.share:
            self.note = f"{progress.stage}: page {progress.page} of {progress.total}"
            self.share = min(share, 1.0)


class Jobs:
    """The jobs of a server. Belongs to one event loop."""

    def __init__(self) -> None:
        self._running: dict[str, Job] = {}
        self._handed_out: dict[str, Job] = {}

    def start(self, key: str, label: str, work: Callable[[Callable[[Progress], None]], Awaitable[Any]]) -> Job:
        """The running job of that key, or a new one that awaits ``work(see)``. Raises ``LimitExceededError``."""
        job = self._running.get(key)
        if job is not None and not job.task.done() and not job.task.cancelling():
            return job
        if len(self._running) >= _MOST:
            raise LimitExceededError("too many documents are being read", remedy="Wait, then call again.")
        holder: list[Job] = []

        def see(progress: Progress) -> None:
            if holder:
                holder[0].see(progress)

        async def run() -> Any:
            return await work(see)

        job = Job(key, label, asyncio.ensure_future(run()))
        holder.append(job)
        self._running[key] = job
        job.task.add_done_callback(lambda task: self._ended(key, task))
        return job

    def _ended(self, key: str, task: asyncio.Task[Any]) -> None:
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not complain of one that nobody waits for
        if (job := self._running.get(key)) is not None and job.task is task:
            del self._running[key]

    async def wait(self, job: Job, seconds: float, report: Report) -> Any:
        """The job's result, its exception raised; ``StillRunningError`` once ``seconds`` are over.

        When the caller is cancelled and nobody else waits for a job that was not handed out, it is cancelled too.
        """
        deadline = time.monotonic() + seconds
        told = -1.0
        job.waiting += 1
        try:
            while not job.task.done() and (left := deadline - time.monotonic()) > 0:
                if job.share > told:
                    told = job.share
                    await report(told, job.note)
                await asyncio.wait({job.task}, timeout=min(_TICK, left))
        except BaseException:
            if job.waiting == 1 and not job.kept:
                job.task.cancel()
            raise
        finally:
            job.waiting -= 1
        if job.task.cancelled():
            raise ExtractionCancelledError(f"{job.label} was cancelled")
        if job.task.done():
            return job.task.result()
        self._keep(job)
        raise StillRunningError(job)

    def _keep(self, job: Job) -> None:
        job.kept = True
        self._handed_out[job.id] = job
        for identifier, old in list(self._handed_out.items()):
            if len(self._handed_out) <= _KEPT:
                break
            if old.task.done():
                del self._handed_out[identifier]

    def get(self, identifier: str) -> Job:
        """The job that was handed out under that id. Raises ``NothingFoundError``."""
        job = self._handed_out.get(identifier)
        if job is None:
            raise NothingFoundError(
                f"no such job: {identifier[:40]}", remedy="Jobs end with the server; repeat the call that started it."
            )
        return job

    async def close(self) -> None:
        """Cancel what is running and wait until it has ended."""
        tasks = [job.task for job in self._running.values()]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(BaseException):
                await task
