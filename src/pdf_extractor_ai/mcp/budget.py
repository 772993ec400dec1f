"""The most that fits: answers cut to ``max_tokens`` over text and structure together."""

from __future__ import annotations

from collections.abc import Callable

from pdf_extractor_ai.errors import LimitExceededError
from pdf_extractor_ai.mcp.answers import Answer, Written, written

Build = Callable[[int], Answer]


def largest(fits: Callable[[int], bool], limit: int, first: int = 1) -> int:
    """The largest number up to ``limit`` that fits, 0 when not even 1 does; what is under one that fits fits too.

    Goes up in doubles from ``first``, so that the cost follows the result and not the limit.
    """
    low, step = 0, max(1, first)
    high = limit + 1
    while low < limit:
        probe = min(low + step, limit)
        if not fits(probe):
            high = probe
            break
        low, step = probe, step * 2
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low


def fits(answer: Answer, max_tokens: int) -> bool:
    """Whether the written answer stays within ``max_tokens``."""
    return written(answer).tokens <= max_tokens


def fitted(build: Build, limit: int, max_tokens: int, *, least: int = 1) -> int:
    """How many of ``limit`` things the answer of ``build`` may hold.

    Raises ``LimitExceededError`` when not even ``least`` of them go in.
    """
    found = largest(lambda count: fits(build(count), max_tokens), limit)
    if found < min(least, limit) or (limit == 0 and not fits(build(0), max_tokens)):
        raise too_small(max_tokens)
    return found


def fitted_text(build: Build, text: str, start: int, max_tokens: int) -> int:
    """Where in ``text`` the piece from ``start`` has to end; between lines or words where there are any.

    ``build`` gives the answer that holds the text up to an end.
    """
    length = len(text) - start
    size = largest(lambda count: fits(build(start + count), max_tokens), length, first=4 * max_tokens // 3)
    if size == 0 and length:
        raise too_small(max_tokens)
    end = start + size
    if size == length:
        return end
    for gap in ("\n\n", "\n", " "):
        at = text.rfind(gap, start + size // 2, end)
        if at > start:
            return at + len(gap)
    return end


def too_small(max_tokens: int) -> LimitExceededError:
    """The error for a budget in which nothing of the answer has room."""
    return LimitExceededError(
        f"max_tokens={max_tokens} leaves no room for an answer", remedy="Call again with a larger max_tokens."
    )


def checked(answer: Answer, max_tokens: int) -> Written:
    """The answer written. Raises ``LimitExceededError`` when it is over its budget."""
    result = written(answer)
    if result.tokens > max_tokens:
        raise too_small(max_tokens)
    return result
