"""Run-in headings: a bold, numbered or spaced-off start of a paragraph is a heading of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.numbering import bare_title
from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.stats import DocumentStats

_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,5}\.?\s+\S")
_MAX = 110
# LaTeX sets 1 em after a run-in title where a word space is a third of that.
_SPACED = 0.72


def split_run_ins(blocks: Sequence[Block], stats: DocumentStats, listed: frozenset[str]) -> list[Block]:
    """Blocks with every run-in heading cut off its paragraph.

    A bold start counts when it carries a section number, when a wide space sets it off, or when the outline lists
    it (``listed`` holds the outline's titles, letters and digits only, case folded).
    """
    if stats.body.bold:
        return list(blocks)
    out: list[Block] = []
    for block in blocks:
        cut = _bold_start(block, stats) if block.kind in ("text", "list_item") and not block.data else None
        if cut is None:
            out.append(block)
            continue
        index, end = _first_gap(block, *cut)
        head = [*block.lines[:index], block.lines[index].cut(0, end)]
        title = " ".join(line.text for line in head if line)
        if not re.search(r"[^\W\d_]{2}", title):
            out.append(block)
            continue
        spaced = _space_after(block.lines[index], end) >= _SPACED * block.lines[index].size
        if not (
            _NUMBERED.match(title)
            or bare_title(title) in listed
            or (spaced and not re.search(r"[:.,;]$", title) and block.kind == "text")
        ):
            out.append(block)
            continue
        out.extend(_cut(block, [line for line in head if line], index, end))
    return out


def _set_as_heading(block: Block, stats: DocumentStats) -> bool:
    """True when the light part is as large as the bold one and larger than the text: `3.1 The queue M/M/1`."""
    if len(block.lines) > 3:
        return False
    sizes = [style.size for line in block.lines for style, part in line.pieces() if part.strip() and not style.script]
    return min(sizes, default=0.0) > 1.1 * stats.body_size


def _bold_start(block: Block, stats: DocumentStats) -> tuple[int, int] | None:
    """Line and offset at which a bold start ends; ``None`` when all or nothing is bold."""
    if _set_as_heading(block, stats):
        return None
    length = 0
    for index, line in enumerate(block.lines[:3]):
        for run, (style, part) in zip(line.runs, line.pieces(), strict=True):
            if not style.bold and (part.strip() and not style.mono):
                if length < 2 or length > _MAX or _ends_bold(block):
                    return None
                return (index, run.start) if run.start else (index - 1, len(block.lines[index - 1].text))
            length += len(part)
    return None


def _ends_bold(block: Block) -> bool:
    """A single line, bold at its end too: a name among the words of a heading is set light."""
    return len(block.lines) == 1 and block.lines[0].runs[-1].style.bold


def _first_gap(block: Block, index: int, end: int) -> tuple[int, int]:
    """The end of a numbered title before more bold words: the first wide space after the number's own."""
    line = block.lines[0]
    number = _NUMBERED.match(line.text)
    if number is None:
        return index, end
    stop = end if index == 0 else len(line.text)
    for at in range(number.end(), stop - 1):
        if line.text[at] == " " and _space_after(line, at) >= _SPACED * line.size:
            return 0, at + 1
    return index, end


def _space_after(line: Line, end: int) -> float:
    if end >= len(line.text):
        return 0.0
    start = end
    while start > 0 and line.text[start - 1] == " ":
        start -= 1
    after = end
    while after < len(line.text) and line.text[after] == " ":
        after += 1
    if after >= len(line.text) or start == after:
        return 0.0
    return abs(line.xs[after] - line.xs[start])


def _cut(block: Block, head: list[Line], index: int, end: int) -> list[Block]:
    rest = block.lines[index].cut(end, len(block.lines[index].text))
    tail = ([rest] if rest else []) + block.lines[index + 1 :]
    first = Block("text", head, [where(block.page, head)], block.column, block.left, block.right, block.gap + 99.0)
    first.marker = "run-in"
    if not tail:
        return [first]
    second = Block("text", tail, [where(block.page, tail)], block.column, block.left, block.right, 0.0)
    return [first, second]
