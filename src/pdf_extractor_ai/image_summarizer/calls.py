"""One call to a model: time limit, repetition with back-off, and a pause for all when the service asks for one."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from pdf_extractor_ai.errors import ModelBusyError, ModelTimeoutError

MAX_WAIT = 120.0
"""Seconds that a call waits before it is made again; a service that asks for more is given up."""

BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


@dataclass(slots=True)
class Caller:
    """Makes calls with a time limit of ``timeout`` seconds each and up to ``retries`` repetitions.

    A call is repeated when it failed for a reason that passes: a `ModelBusyError`, or any exception that carries
    ``retry_after`` or an HTTP ``response`` with such a status, as the exceptions of most SDKs do. When one call
    is told to wait, all wait: twenty workers that hammer on would only be told so again.
    """

    timeout: float | None = 300.0
    retries: int = 4
    backoff: float = 1.0
    calls: int = 0
    repeated: int = 0
    _open_at: float = 0.0
    _random: random.Random = field(default_factory=lambda: random.Random(0), repr=False)  # noqa: S311 - no secret

    async def __call__(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """The result of ``call()``; raises what the last try raised, `ModelTimeoutError` for one out of time."""
        for attempt in range(self.retries + 1):
            await self._pause()
            self.calls += 1
            try:
                async with asyncio.timeout(self.timeout) as limit:
                    return await call()
            except TimeoutError as error:
                if not limit.expired():
                    raise
                raise ModelTimeoutError(f"no answer within {self.timeout:g} seconds") from error
            except Exception as error:
                wait = self._wait_before_next(error, attempt)
                if wait is None:
                    raise
                self.repeated += 1
                if retry_after(error) is None:
                    await asyncio.sleep(wait)
                else:
                    self._open_at = max(self._open_at, time.monotonic() + wait)
        raise AssertionError("the last attempt returns or raises")

    async def _pause(self) -> None:
        while (left := self._open_at - time.monotonic()) > 0:
            await asyncio.sleep(left)

    def _wait_before_next(self, error: Exception, attempt: int) -> float | None:
        """Seconds to wait before the next try; ``None`` when there is none."""
        asked = retry_after(error)
        if attempt >= self.retries or (asked is None and not is_busy(error)):
            return None
        wait = self.backoff * 2**attempt * (0.75 + self._random.random() / 2) if asked is None else asked
        return wait if wait <= MAX_WAIT else None


def is_busy(error: Exception) -> bool:
    """Whether the same call may work a little later."""
    status = getattr(getattr(error, "response", None), "status_code", None)
    return isinstance(error, ModelBusyError) or status in BUSY


def retry_after(error: Exception) -> float | None:
    """Seconds that the service behind ``error`` asked to wait; ``None`` when it did not."""
    asked = getattr(error, "retry_after", None)
    if isinstance(asked, int | float) and not isinstance(asked, bool):
        return max(0.0, float(asked))
    response = getattr(error, "response", None)
    if getattr(response, "status_code", None) not in BUSY:
        return None
    get = getattr(getattr(response, "headers", None), "get", None)
    return seconds_of(get("retry-after")) if callable(get) else None


def seconds_of(header: object) -> float | None:
    """A ``Retry-After`` header (RFC 9110, 10.2.3), whole or decimal seconds or a date, as seconds from now."""
    if not isinstance(header, str):
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            when = parsedate_to_datetime(header)
        except (TypeError, ValueError):
            return None
        if when.tzinfo is None:
            when = when.replace(tzinfo=UTC)
        seconds = (when - datetime.now(UTC)).total_seconds()
    return max(0.0, seconds) if seconds == seconds and seconds != float("inf") else None
