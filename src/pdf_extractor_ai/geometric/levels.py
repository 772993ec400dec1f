"""How deep a heading is: its number, the outline, else its look among the looks of all headings."""

from __future__ import annotations

import re
from collections import Counter

from pdf_extractor_ai.geometric.block import Block
from pdf_extractor_ai.geometric.look import Look, look_of
from pdf_extractor_ai.geometric.numbering import heading_number

_MAX_LEVEL = 6
_CHAPTER = re.compile(r"第[^章]{1,6}章")


def set_levels(headings: list[Block], listed: dict[int, int]) -> None:
    """Set ``level`` of headings (1 is the highest); ``listed`` holds the outline's depth of blocks by identity."""
    looks = sorted({look_of(block) for block in headings}, key=Look.rank)
    depths: dict[Look, Counter[int]] = {look: Counter() for look in looks}
    below = _levels_above_numbers(headings)
    for block in headings:
        depth = _known_depth(block, listed, below)
        if depth:
            depths[look_of(block)][depth] += 1
    levels: dict[Look, int] = {}
    previous = 0
    for look in looks:
        count = depths[look]
        if count:
            level = count.most_common(1)[0][0]
        else:
            level = min(previous + 1, _MAX_LEVEL)
            deeper = [
                depths[other].most_common(1)[0][0] for other in looks if other.rank() > look.rank() and depths[other]
            ]
            if deeper:
                level = min(level, max(1, min(deeper) - 0 if previous else min(deeper)))
        levels[look] = level
        previous = max(previous, level) if count else level
    for block in headings:
        block.level = _known_depth(block, listed, below) or levels[look_of(block)]


def _levels_above_numbers(headings: list[Block]) -> dict[str, int]:
    """How many levels stand above the number 1: parts above chapters, chapters above sections that begin anew."""
    numbers = [(block, *heading_number(block.text)) for block in headings]
    parts = int(any(kind == "part" for _, _, kind in numbers))
    chapters = [look_of(block).rank() for block, _, kind in numbers if kind == "chapter"]
    sections = [look_of(block).rank() for block, depth, kind in numbers if kind == "decimal" and depth == 1]
    lower = len(chapters) >= 2 and sum(rank > max(chapters) for rank in sections) > 0.8 * len(sections) > 0
    # `第1节` stands below `第1章`; where there is none it is the highest.
    chaptered = any(_CHAPTER.match(block.text) for block in headings)
    return {"chapter": parts, "decimal": parts + int(lower), "part of chapter": parts + int(chaptered)}


def _known_depth(block: Block, listed: dict[int, int], below: dict[str, int]) -> int:
    if id(block) in listed:
        return listed[id(block)] + 1
    depth, kind = heading_number(block.text)
    if kind == "part":
        return 1
    return depth + below[kind] if kind in below else 0


def close_gaps(headings: list[Block]) -> None:
    """No jump down of more than one level."""
    stack: list[tuple[int, int]] = []
    for block in headings:
        while stack and stack[-1][0] >= block.level:
            stack.pop()
        wanted = block.level
        block.level = (
            min(stack[-1][1] + 1 if stack else 1, _MAX_LEVEL) if not stack or wanted > stack[-1][0] else wanted
        )
        stack.append((wanted, block.level))
