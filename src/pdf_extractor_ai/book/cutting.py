"""A chapter over the token limit -> files: cut before headings where possible, never inside a block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_EARLIEST = 0.4  # of the limit: a cut before a heading that leaves a file smaller than this is not worth it


@dataclass(frozen=True, slots=True)
class Sized:
    """A block to be put into a file: its tokens, and how good a cut before it is (0 the best, 9 none)."""

    tokens: int
    cost: int


def heading_cost(level: int) -> int:
    """The cost of a cut before a heading: the higher the heading, the better."""
    return min(max(level, 1), 5) - 1


TEXT_COST = 6
"""Before a paragraph, a table or a figure."""

LIST_COST = 8
"""Before a list item or a caption, which belong to what stands above them."""


def cut(blocks: Sequence[Sized], limit: int) -> list[int]:
    """Where files begin, as indices into ``blocks``; the first is 0. No file has more tokens than ``limit``.

    Except that a single block larger than ``limit`` is a file of its own. The whole is spread evenly, so that the
    last file is no remnant.
    """
    begins = [0]
    total = sum(block.tokens for block in blocks)
    while total > limit and begins[-1] < len(blocks) - 1:
        files = -(-total // limit)
        begin = begins[-1]
        end = _next(blocks, begin, limit, min(limit, round(total / files * 1.15)))
        if end >= len(blocks):
            break
        begins.append(end)
        total -= sum(block.tokens for block in blocks[begin:end])
    return begins


def _next(blocks: Sequence[Sized], begin: int, limit: int, aim: int) -> int:
    """The index after ``begin`` at which the next file begins.

    Of all cuts that keep to the limit the one of least cost; of those of one cost the one nearest to ``aim``.
    """
    best, best_rank = begin + 1, (99, 0)
    size = blocks[begin].tokens
    for index in range(begin + 1, len(blocks)):
        if size >= _EARLIEST * aim or blocks[begin].tokens > limit:
            rank = (blocks[index].cost, abs(aim - size))
            if rank < best_rank:
                best, best_rank = index, rank
        else:
            best = index
        size += blocks[index].tokens
        if size > limit:
            break
    return best
