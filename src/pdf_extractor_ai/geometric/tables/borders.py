"""Column borders of a ruled grid, settled with the text between them: slivers go, columns without rules come."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.columns import CELL_GAP
from pdf_extractor_ai.geometric.tables.edges import Edge
from pdf_extractor_ai.geometric.tables.pieces import middle, split_gaps

# Borders nearer than this many ems are one border drawn twice: cell padding that differs from row to row, the gap
# between two backgrounds. A column of single digits is as narrow, but then a piece of text stands in it.
_SLIVER = 1.15


def without_slivers(
    places: Sequence[float], upright: Sequence[Edge], pieces: Sequence[Line]
) -> tuple[list[float], list[Edge]]:
    """The border positions with those that leave no room for text between them taken as one, and the edges moved there.

    ``pieces`` is the text in the grid, cut at every gap wider than a word space.
    """
    if len(places) < 3 or not pieces:
        return list(places), list(upright)
    sizes = sorted(piece.size for piece in pieces)
    limit = _SLIVER * sizes[len(sizes) // 2]
    groups = [[places[0]]]
    for place in places[1:]:
        if place - groups[-1][-1] < limit and not _holds(groups[-1][-1], place, pieces):
            groups[-1].append(place)
        else:
            groups.append([place])
    if len(groups) in (1, len(places)):
        return list(places), list(upright)
    out = [_settled(index, groups, upright, pieces) for index in range(len(groups))]
    new = {place: x for group, x in zip(groups, out, strict=True) for place in group}
    moved = sorted(edge._replace(pos=new[_nearest(edge.pos, places)]) for edge in upright)
    return out, moved


def _settled(index: int, groups: Sequence[Sequence[float]], upright: Sequence[Edge], pieces: Sequence[Line]) -> float:
    group = groups[index]
    if len(group) == 1:
        return group[0]
    if index == 0 and any(piece.x0 < group[-1] for piece in pieces):
        return group[0]
    if index == len(groups) - 1 and any(piece.x1 > group[0] for piece in pieces):
        return group[-1]
    return _best(group, upright, pieces)


def pieces_in(lines: Sequence[Line], x0: float, y0: float, x1: float, y1: float) -> list[Line]:
    """The text inside a box, cut at every gap wider than a word space."""
    inside = [line for line in lines if y0 <= middle(line) <= y1 and line.x1 > x0 and line.x0 < x1]
    return [part for line in inside for part in split_gaps(line, CELL_GAP * line.size)]


def _holds(low: float, high: float, pieces: Sequence[Line]) -> bool:
    return any(piece.x0 > low - 1.5 and piece.x1 < high + 1.5 for piece in pieces)


def _best(group: Sequence[float], upright: Sequence[Edge], pieces: Sequence[Line]) -> float:
    """The place of a group that crosses the fewest pieces, the longest rules among equals."""
    length = {
        place: sum(edge.length for edge in upright if abs(edge.pos - place) < 0.5 * (group[-1] - group[0]) + 0.1)
        for place in group
    }
    return min(
        (*group, (group[0] + group[-1]) / 2),
        key=lambda x: (sum(1 for p in pieces if p.x0 + 1 < x < p.x1 - 1), -length.get(x, 0.0), x),
    )


def _nearest(x: float, places: Sequence[float]) -> float:
    at = bisect_left(places, x)
    return min(places[max(at - 1, 0) : at + 1], key=lambda place: abs(place - x))
