"""Strokes, thin bars and the borders of filled boxes -> straight edges, and the groups in which they cross."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pdf_extractor_ai.geometric.page import Page
from pdf_extractor_ai.geometric.tables.grounds import cell_grounds, seen_rules

# Two strokes of one line may be this far apart across and along it: double lines, dashes, corners that miss.
SAME_LINE = 1.2
DASH_GAP = 3.5
NEAR = 3.6
# More edges than this are a map, a plot or a hatch; no table has as many, and work grows with their product.
MAX_EDGES = 3000
_MAX_CROSSINGS = 600_000


class Edge(NamedTuple):
    """A straight edge: at ``pos`` across its direction, from ``start`` to ``end`` along it."""

    pos: float
    start: float
    end: float
    stroke: bool

    @property
    def length(self) -> float:
        """Length in points."""
        return self.end - self.start


class Edges(NamedTuple):
    """All horizontal and all vertical edges of a page, each sorted by position."""

    flat: list[Edge]
    upright: list[Edge]


def page_edges(page: Page) -> Edges:
    """The page's edges, pieces of one line joined; empty when there are too many to be a table."""
    if len(page.rules) + 4 * len(page.fills) > 8 * MAX_EDGES:
        return Edges([], [])
    rules = seen_rules(page)
    flat = [Edge(r.y0, r.x0, r.x1, True) for r in rules if r.horizontal]
    upright = [Edge(r.x0, r.y0, r.y1, True) for r in rules if not r.horizontal]
    for fill in cell_grounds(page):
        flat += [Edge(fill.y0, fill.x0, fill.x1, False), Edge(fill.y1, fill.x0, fill.x1, False)]
        upright += [Edge(fill.x0, fill.y0, fill.y1, False), Edge(fill.x1, fill.y0, fill.y1, False)]
    flat, upright = joined(flat), joined(upright)
    if len(flat) + len(upright) > MAX_EDGES:
        return Edges([], [])
    return Edges(flat, upright)


def outside(edges: Edges, boxes: Sequence[tuple[float, float, float, float]]) -> Edges:
    """The edges whose middle lies in none of the boxes."""
    if not boxes:
        return edges
    flat = [e for e in edges.flat if not any(_in(box, (e.start + e.end) / 2, e.pos) for box in boxes)]
    upright = [e for e in edges.upright if not any(_in(box, e.pos, (e.start + e.end) / 2) for box in boxes)]
    return Edges(flat, upright)


def _in(box: tuple[float, float, float, float], x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def joined(edges: Iterable[Edge]) -> list[Edge]:
    """Edges on one line that touch, overlap or follow each other as dashes, as one edge each."""
    out: list[Edge] = []
    group: list[Edge] = []
    for edge in sorted(edges):
        if group and edge.pos - group[0].pos > SAME_LINE:
            out += _join_group(group)
            group = []
        group.append(edge)
    out += _join_group(group)
    out.sort()
    return out


def _join_group(group: list[Edge]) -> list[Edge]:
    out: list[Edge] = []
    group.sort(key=lambda edge: (edge.start, edge.end))
    current: Edge | None = None
    for edge in group:
        if current is not None and edge.start <= current.end + DASH_GAP:
            pos = current.pos if current.length >= edge.length else edge.pos
            current = Edge(pos, current.start, max(current.end, edge.end), current.stroke or edge.stroke)
            continue
        if current is not None:
            out.append(current)
        current = edge
    if current is not None:
        out.append(current)
    return out


def crossing_groups(edges: Edges) -> list[Edges]:
    """Groups of edges that hang together by crossings or corners, biggest first; lone edges are left out."""
    flat, upright = edges
    if not flat or not upright or len(flat) * len(upright) > _MAX_CROSSINGS:
        return []
    parent = list(range(len(flat) + len(upright)))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    places = [edge.pos for edge in flat]
    for index, edge in enumerate(upright):
        low, high = bisect_left(places, edge.start - NEAR), bisect_right(places, edge.end + NEAR)
        for other in range(low, high):
            if flat[other].start - NEAR <= edge.pos <= flat[other].end + NEAR:
                parent[root(len(flat) + index)] = root(other)
    members: dict[int, Edges] = {}
    for index in range(len(parent)):
        group = members.setdefault(root(index), Edges([], []))
        if index < len(flat):
            group.flat.append(flat[index])
        else:
            group.upright.append(upright[index - len(flat)])
    groups = [group for group in members.values() if group.flat and group.upright]
    groups.sort(key=lambda group: -sum(edge.length for edge in (*group.flat, *group.upright)))
    return groups


def positions(edges: Iterable[Edge], near: float = NEAR) -> list[float]:
    """Distinct positions of edges, those nearer than ``near`` taken as one (weighted by length)."""
    out: list[float] = []
    weight = total = 0.0
    first: float | None = None
    for edge in sorted(edges):
        if first is not None and edge.pos - first <= near:
            total += edge.pos * max(edge.length, 0.1)
            weight += max(edge.length, 0.1)
            continue
        if first is not None:
            out.append(total / weight)
        first, weight = edge.pos, max(edge.length, 0.1)
        total = edge.pos * weight
    if first is not None:
        out.append(total / weight)
    return out
