"""Tables of one column between rules across: a name between the first two, a text between the last two."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.styles import fixed_pitch
from pdf_extractor_ai.geometric.tables.columns import split_row
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.model import Cell, Table
from pdf_extractor_ai.geometric.tables.pieces import middle, reading_order, visual_rows
from pdf_extractor_ai.geometric.tables.regions import chains

_SAME_LEFT = 2.5
_MAX_WORDS = 3
# A name stands close under its rule and close over the next, in ems; a sentence between two boxes of code does not.
_OVER, _UNDER = 1.7, 0.95
# An abstract between rules is longer, a running head's rule further from its text.
_MAX_BODY = 8
_MAX_ROOM = 2.4


def one_column_tables(flat: Sequence[Edge], lines: Sequence[Line]) -> list[Table]:
    """A table of two rows for every three strokes of one extent with a short name and then a text between them.

    The name ends with a colon or is bold, and holds no digit: ``Algorithm 1`` and ``Listing 2`` are floats.
    """
    by_height = sorted(lines, key=middle)
    heights = [middle(line) for line in by_height]
    out: list[Table] = []
    for chain in chains([edge for edge in flat if edge.stroke and edge.length >= 60]):
        gaps = [
            [
                line
                for line in by_height[bisect_left(heights, a.pos) : bisect_left(heights, b.pos)]
                if line.x1 > a.start and line.x0 < a.end
            ]
            for a, b in pairwise(chain)
        ]
        for index, (head, body) in enumerate(pairwise(gaps)):
            after = gaps[index + 2] if index + 2 < len(gaps) else []
            if _is_name(head) and _is_text(head[0], body, chain[index : index + 3]) and not _goes_on(body, after):
                out.append(_table(head, body, chain[index : index + 3]))
    return out


def _is_name(lines: Sequence[Line]) -> bool:
    if len(lines) != 1:
        return False
    text = lines[0].text.strip()
    named = text.endswith(":") or lines[0].style.bold
    return named and 0 < len(text.split()) <= _MAX_WORDS and not any(char.isdigit() for char in text)


def _is_text(head: Line, body: Sequence[Line], rules: Sequence[Edge]) -> bool:
    """True for a few lines of one piece each, from the name's left edge on, that fill the room between two rules."""
    rows = visual_rows(body)
    if not 0 < len(rows) <= _MAX_BODY or any(len(split_row(row)) > 1 for row in rows):
        return False
    if any(fixed_pitch(line) or abs(line.size - head.size) > 1.5 for line in body):
        return False
    # A text that runs on past the rules stands beside a note in the margin.
    if any(line.x1 > rules[0].end + line.size for line in body):
        return False
    centred = abs(head.x0 + head.x1 - rules[0].start - rules[0].end) < head.size
    if not centred and any(abs(row[0].x0 - head.x0) > _SAME_LEFT for row in rows[:1]):
        return False
    bases = [rules[1].pos, *(row[0].baseline for row in rows), rules[2].pos]
    near = head.baseline - rules[0].pos < _OVER * head.size and rules[1].pos - head.baseline < _UNDER * head.size
    return near and max(b - a for a, b in pairwise(bases)) < _MAX_ROOM * head.size


def _goes_on(body: Sequence[Line], after: Sequence[Line]) -> bool:
    """True when more rows of the same kind follow: then the first rule is no head's."""
    return 0 < len(after) <= len(body) + 2


def _table(head: Sequence[Line], body: Sequence[Line], rules: Sequence[Edge]) -> Table:
    cells = [Cell(0, 0, lines=list(head), column_header=True), Cell(1, 0, lines=reading_order(body))]
    x0, x1 = min(rules[0].start, head[0].x0), rules[0].end
    return Table(
        x0, rules[0].pos, x1, rules[2].pos, 2, 1, cells, ruled=True, col_edges=(x0, x1), lines=[*head, *body]
    )  # fmt: skip
