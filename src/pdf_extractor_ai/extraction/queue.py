"""The queue that all worker threads share: first in, first out, bounded in jobs and in bytes."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field

from pdf_extractor_ai.extraction.request import Request
from pdf_extractor_ai.extraction.result import ExtractionResult

MAX_QUEUED = 4
"""Jobs that may stand in the queue, those that run not counted."""

MAX_BYTES = 64 << 20
"""PDF bytes that may be in flight, queued and running; a larger PDF is let in when nothing else is."""


@dataclass(eq=False, slots=True)
class Ticket:
    """A request with the future of its result."""

    request: Request
    future: Future[ExtractionResult] = field(default_factory=Future)

    @property
    def size(self) -> int:
        """Bytes of the PDF."""
        return len(self.request.data)


class JobQueue:
    """Tickets wait at the door until there is room, then in the queue until a worker takes them."""

    def __init__(self, *, max_queued: int = MAX_QUEUED, max_bytes: int = MAX_BYTES) -> None:
        self._max_queued, self._max_bytes = max_queued, max_bytes
        self._changed = threading.Condition()
        self._door: deque[Ticket] = deque()
        self._queued: deque[Ticket] = deque()
        self._running: set[Ticket] = set()
        self._bytes = 0
        self._closed = False

    @property
    def pending_bytes(self) -> int:
        """Bytes of the PDFs that are queued or running."""
        return self._bytes

    @property
    def closed(self) -> bool:
        """Whether new work is refused."""
        return self._closed

    def put(self, ticket: Ticket) -> None:
        """Take the ticket, without waiting; ``RuntimeError`` once the queue is closed."""
        with self._changed:
            if self._closed:
                raise RuntimeError("PdfExtractor is shut down")
            self._door.append(ticket)
            self._admit()

    def take(self) -> Ticket | None:
        """The next ticket, its future running; ``None`` when the queue is closed and empty."""
        with self._changed:
            while True:
                while not self._queued and not (self._closed and not self._door):
                    self._changed.wait()
                if not self._queued:
                    return None
                ticket = self._queued.popleft()
                if ticket.future.set_running_or_notify_cancel():
                    self._running.add(ticket)
                    self._admit()
                    return ticket
                self._release(ticket)

    def done(self, ticket: Ticket) -> None:
        """The worker has finished with the ticket, however it ended."""
        with self._changed:
            self._running.discard(ticket)
            self._release(ticket)

    def cancel(self, ticket: Ticket) -> None:
        """Take back a ticket that waits; one that runs hears of it through its job."""
        ticket.request.job.cancelled.set()
        ticket.future.cancel()
        with self._changed:
            if ticket in self._door:
                self._door.remove(ticket)
            elif ticket in self._queued:
                self._queued.remove(ticket)
                self._release(ticket)
            self._admit()

    def close(self) -> None:
        """Refuse new work; what has been taken in is still done."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _release(self, ticket: Ticket) -> None:
        self._bytes -= ticket.size
        self._admit()

    def _admit(self) -> None:
        """Let in from the door, in order, all there is room for."""
        while self._door and len(self._queued) < self._max_queued:
            pending = bool(self._queued or self._running)
            if pending and self._bytes + self._door[0].size > self._max_bytes:
                break
            ticket = self._door.popleft()
            self._bytes += ticket.size
            self._queued.append(ticket)
        self._changed.notify_all()
