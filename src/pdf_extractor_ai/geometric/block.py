"""Blocks: what a page is made of once its lines are grouped, before the whole document has had its say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pdf_extractor_ai.geometric.page import Line, Style

Kind = Literal[
    "text", "title", "heading", "list_item", "code", "footnote", "caption", "table", "picture", "index",
    "checkbox", "field", "aside",
]  # fmt: skip


@dataclass(slots=True)
class Where:
    """A page (1-based) and a box in points from the top-left corner of that page as it is shown."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(slots=True)
class Pair:
    """A label of a form and what stands for it: words, or for a tick box ``☒`` or ``☐``.

    ``key`` and ``value`` are as printed; a label that is only the field's name has no place. ``key_ref`` and
    ``value_ref`` name the items that hold them, once there are any.
    """

    key: str
    value: str
    key_spot: Where | None
    value_spot: Where
    key_ref: Any = None
    value_ref: Any = None


@dataclass(slots=True)
class Block:
    """A paragraph, heading, list item, table ... with the lines it came from.

    ``level`` is the heading's (1 is the highest) or the list's nesting depth (0 is the outermost). ``marker`` is
    the list marker as printed. ``left`` and ``right`` are the edges of the column that the block stands in.
    ``column`` numbers the columns of the document in reading order. ``role`` is the type of a trusted structure
    element. ``boxed`` says that it stands in a diagram or a form. ``part`` numbers the tables of which parts are kept
    page by page (0: none is). ``keys`` and ``values`` are the pairs of a form whose label or value stands in the
    block. ``data`` holds a table or a picture record. ``ready`` is what the lines come to (text,
    pieces or cells) once they have been let go, ``places`` what ``where`` comes to: page and Docling box.
    """

    kind: Kind
    lines: list[Line]
    where: list[Where]
    column: int = 0
    left: float = 0.0
    right: float = 0.0
    gap: float = 0.0
    level: int = 0
    marker: str = ""
    ordered: bool = False
    role: str = ""
    part: int = 0
    boxed: bool = False
    caption: list[Block] = field(default_factory=list)
    notes: list[Block] = field(default_factory=list)
    keys: Sequence[Pair] = ()
    values: Sequence[Pair] = ()
    data: Any = None
    ready: Any = None
    places: list[tuple[int, Any]] = field(default_factory=list)

    @property
    def page(self) -> int:
        """The page on which the block begins."""
        return self.where[0].page

    @property
    def text(self) -> str:
        """The lines with a space between them, hyphens as printed."""
        return " ".join(line.text for line in self.lines)

    @property
    def style(self) -> Style:
        """The style that covers most characters of the block."""
        if len(self.lines) == 1:
            return self.lines[0].style
        weight: dict[Style, int] = {}
        for line in self.lines:
            for style, part in line.pieces():
                weight[style] = weight.get(style, 0) + len(part)
        return max(weight, key=weight.__getitem__)


def where(page: int, lines: list[Line]) -> Where:
    """The box round some lines of a page."""
    return Where(
        page, min(line.x0 for line in lines), min(line.y0 for line in lines),
        max(line.x1 for line in lines), max(line.y1 for line in lines),
    )  # fmt: skip
