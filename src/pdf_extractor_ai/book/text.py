"""The Markdown of a chapter's blocks: headings moved to their depth in the file, page marks, loose words mended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pdf_extractor_ai.book.cutting import LIST_COST, TEXT_COST, Sized, heading_cost
from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.plan import Part

_HASHES = re.compile(r"\s*#{1,6} ")
_SECTION = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){1,4})\.?\s+(?P<title>[A-ZÀ-ÞА-Я].{0,79})")
_MAX_LEVEL = 6


def page_mark(page: int) -> str:
    """The comment that stands before the first block of a page."""
    return f"<!-- page {page} -->"


def chapter_texts(part: Part, flow: Sequence[FlowBlock]) -> dict[int, str]:
    """Position -> Markdown of the part's blocks; the lines of its title are one heading of level 1."""
    texts = {position: flow[position].text for position in part.positions}
    opening = [position for position in part.start.blocks if position in texts]
    levels = heading_levels(part, flow)
    for position, level in levels.items():
        plain = _HASHES.sub("", texts[position], count=1)
        # What stands before the chapter's own heading is the divider of a group: no heading of this file.
        divider = position < part.start.position
        texts[position] = f"**{plain.strip('*')}**" if divider else f"{'#' * level} {plain}"
    for start in part.sections:  # a title over several blocks is one heading
        for position in start.blocks[1:]:
            if position in texts:
                texts[position] = ""
        if len(start.blocks) > 1 and start.blocks[0] in texts:
            level = levels.get(start.blocks[0], 2)
            texts[start.blocks[0]] = f"{'#' * level} {_escaped(start.title.shown)}"
    if opening:
        for position in opening[1:]:
            texts[position] = ""
        if len(opening) > 1 or flow[opening[0]].kind != "heading" or part.title != flow[opening[0]].plain:
            texts[opening[0]] = f"# {_escaped(part.title)}"
    return {position: text for position, text in texts.items() if text}


def heading_levels(part: Part, flow: Sequence[FlowBlock]) -> dict[int, int]:
    """Position -> level in the file of every heading: 1 for the chapter's own, below it as deep as in the plan."""
    known: dict[int, int] = {}
    for start in part.sections:
        known.update(dict.fromkeys(start.blocks, min(1 + max(1, start.depth), _MAX_LEVEL)))
    levels = {position: 1 for position in part.start.blocks if position in set(part.positions)}
    level, engine = 1, next((flow[p].level for p in part.start.blocks if flow[p].kind == "heading"), 0)
    number = _number_of(part)
    last: tuple[int, ...] = ()
    for position in part.positions:
        block = flow[position]
        if position in levels:
            continue
        if position in known:
            level, engine = known[position], block.level
            levels[position] = level
        elif block.kind == "heading":
            levels[position] = min(max(2, level + (block.level - engine if engine > 0 else 1)), _MAX_LEVEL)
        elif block.kind == "text" and (found := section_number(block.plain, number, last)):
            last = found
            levels[position] = min(len(found), _MAX_LEVEL)
    return levels


def section_number(text: str, chapter: int, last: tuple[int, ...]) -> tuple[int, ...]:
    """The number of a line of text that is a section's heading in the look of the text; ``()`` for all else.

    ``1.2 Deep part`` in chapter 1 is one when it follows the number ``last``; ``2.5 GHz is the clock`` is not.
    """
    match = _SECTION.fullmatch(text)
    if match is None or not chapter or text.endswith((".", ",", ";", ":")):
        return ()
    number = tuple(int(piece) for piece in match["number"].split("."))
    if number[0] != chapter or number <= last:
        return ()
    if last and len(number) <= len(last) and number[-1] > last[len(number) - 1] + 1:
        return ()  # a jump ahead: a value, not a number in a row
    if not last and number[-1] > 1:
        return ()
    return number


def _number_of(part: Part) -> int:
    number = part.start.title.number
    return int(number) if number.isdecimal() else 0


def _escaped(text: str) -> str:
    from pdf_extractor_ai.markdown.inline import escape

    return escape(text)


def front_text(positions: Iterable[int], flow: Sequence[FlowBlock]) -> str:
    """The pages before the first chapter, without headings that would stand among those of the README."""
    parts = []
    for position in positions:
        text = flow[position].text
        parts.append(f"**{_HASHES.sub('', text, count=1)}**" if flow[position].kind == "heading" else text)
    return "\n\n".join(parts)


def sized(
    positions: Sequence[int],
    flow: Sequence[FlowBlock],
    levels: Mapping[int, int],
    count: Mapping[int, int],
) -> list[Sized]:
    """The blocks as `cut` wants them; a heading sticks to what follows it, a caption to what it describes."""
    found = []
    for index, position in enumerate(positions):
        block = flow[position]
        before = flow[positions[index - 1]] if index else None
        if position in levels:
            cost = heading_cost(levels[position]) if before is None or positions[index - 1] not in levels else 9
        elif before is not None and (positions[index - 1] in levels or before.kind == "caption"):
            cost = 9
        elif block.kind in ("list", "caption", "note") or (before is not None and before.plain.endswith(":")):
            cost = LIST_COST
        else:
            cost = TEXT_COST
        found.append(Sized(count[position], cost))
    return found
