"""The compact records of one page: slotted dataclasses, lengths in points, origin at the top-left corner."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Literal, NamedTuple


class Style(NamedTuple):
    """How a run of characters looks. Interned: the same look is the same object within a document.

    ``size`` is the effective size in points, ``color`` is 0xRRGGBB, ``script`` is 1 for superscript, -1 for
    subscript, 0 otherwise.
    """

    font: str
    size: float
    bold: bool = False
    italic: bool = False
    mono: bool = False
    color: int = 0
    script: int = 0
    strike: bool = False


class Run(NamedTuple):
    """``text[start:]`` up to the next run has this style."""

    start: int
    style: Style


class Tag(NamedTuple):
    """What the structure tree says of a piece of marked content.

    ``role`` is the standard type of the block element round it (``P``, ``H1``, ``LBody``, ``TD`` ...), ``block``
    numbers these elements on the page, ``order`` is the place in tag order, ``depth`` counts the lists round it;
    ``table``, ``row`` and ``cell`` number tables, rows and cells (0 or -1: in none).
    """

    role: str
    block: int
    order: int
    depth: int = 0
    table: int = 0
    row: int = -1
    cell: int = -1
    row_span: int = 1
    col_span: int = 1


class LinkSpan(NamedTuple):
    """``text[start:end]`` of a line is the anchor of a link to ``uri``."""

    start: int
    end: int
    uri: str


@dataclass(slots=True)
class Line:
    """Characters on one baseline with no wide gap between them.

    ``text`` is in logical order with single spaces between words; ``xs`` holds the left edge of every character
    of ``text`` and, last, the right edge of the line (so ``len(xs) == len(text) + 1``); for a line in a
    right-to-left script ``xs`` is still in step with ``text`` and thus falls. ``angle`` is 0, 90, 180, 270 or
    another whole number of degrees, counter-clockwise; the box is always the upright one. ``mcid`` is the
    marked-content id of the line's first character, -1 when there is none; ``tag`` is what a trusted structure
    tree says of it. ``bullet`` is the list marker before it that is drawn and no character.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float
    size: float
    xs: array[float]
    runs: tuple[Run, ...]
    angle: int = 0
    rtl: bool = False
    mcid: int = -1
    links: tuple[LinkSpan, ...] = ()
    order: int = 0
    tag: Tag | None = None
    bullet: str = ""

    @property
    def style(self) -> Style:
        """The style that covers most characters of the line."""
        if len(self.runs) == 1:
            return self.runs[0].style
        weight: dict[Style, int] = {}
        for style, part in self.pieces():
            weight[style] = weight.get(style, 0) + len(part)
        return max(weight, key=weight.__getitem__)

    @property
    def width(self) -> float:
        """Width of the box in points."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Height of the box in points."""
        return self.y1 - self.y0

    def pieces(self) -> list[tuple[Style, str]]:
        """The text cut where the style changes."""
        ends = [run.start for run in self.runs[1:]] + [len(self.text)]
        return [(run.style, self.text[run.start : end]) for run, end in zip(self.runs, ends, strict=True)]

    def cut(self, start: int, end: int) -> Line | None:
        """The part ``text[start:end]`` as a line of its own, outer blanks off; ``None`` when it is blank."""
        while start < end and self.text[start] == " ":
            start += 1
        while end > start and self.text[end - 1] == " ":
            end -= 1
        if start >= end:
            return None
        # `xs` has no right edges, so a part ends where the next character (a space) begins.
        xs = self.xs[start : end + 1]
        runs = [run for run in self.runs if start < run.start < end]
        first = next(run for run in reversed(self.runs) if run.start <= start)
        links = tuple(
            LinkSpan(max(link.start - start, 0), min(link.end, end) - start, link.uri)
            for link in self.links
            if link.start < end and link.end > start
        )
        moved = (Run(0, first.style), *(Run(run.start - start, run.style) for run in runs))
        return Line(
            self.text[start:end], min(xs), self.y0, max(xs), self.y1, self.baseline, self.size, xs, moved,
            self.angle, self.rtl, self.mcid, links, self.order,
            self.tag, "" if start else self.bullet,
        )  # fmt: skip


class Entry(Line):
    """What a form field shows as a line of a table's cell. It is no text of the page: nobody counts its characters."""

    __slots__ = ()


@dataclass(slots=True)
class Rule:
    """A straight stroke or a thin filled bar; horizontal when ``y0 == y1``, vertical when ``x0 == x1``."""

    x0: float
    y0: float
    x1: float
    y1: float
    thickness: float = 0.5
    color: int = 0

    @property
    def horizontal(self) -> bool:
        """True when the rule lies flat."""
        return self.y0 == self.y1

    @property
    def length(self) -> float:
        """Length in points."""
        return (self.x1 - self.x0) + (self.y1 - self.y0)


@dataclass(slots=True)
class Fill:
    """A filled rectangle that is not thin: a cell's background, a box round a note, a bar of a chart."""

    x0: float
    y0: float
    x1: float
    y1: float
    color: int = 0


@dataclass(slots=True)
class Shape:
    """Any other vector path: a curve, a polygon, a slanted line. ``stroke`` tells a line from an area."""

    x0: float
    y0: float
    x1: float
    y1: float
    stroke: bool = True


@dataclass(slots=True)
class Bitmap:
    """A raster image where it is painted; ``pixels`` is its width and height in samples."""

    x0: float
    y0: float
    x1: float
    y1: float
    pixels: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Link:
    """A clickable area with an outside address (``uri``) or a page of this document (``page``, 1-based)."""

    x0: float
    y0: float
    x1: float
    y1: float
    uri: str = ""
    page: int = 0


@dataclass(slots=True)
class Note:
    """Text that an annotation or a form field shows: ``kind`` is ``freetext``, ``field`` or ``checkbox``."""

    x0: float
    y0: float
    x1: float
    y1: float
    kind: str
    text: str
    name: str = ""


@dataclass(slots=True)
class Comment:
    """What a reader has marked (``quads``: the boxes of the marked words, ``quote``: the words) or written."""

    x0: float
    y0: float
    x1: float
    y1: float
    kind: str
    text: str
    author: str = ""
    quads: list[tuple[float, float, float, float]] = field(default_factory=list)
    quote: str = ""


Role = Literal["page_header", "page_footer", "page_number", "line_number", "watermark"]


@dataclass(slots=True)
class Page:
    """All that the engine knows of one page.

    ``lines`` are the upright visible lines in content-stream order, ``turned`` the visible lines at another
    angle, ``hidden`` those that no viewer shows, with the reason, ``furniture`` what was taken out of ``lines`` as
    running heads and the like, ``tags`` the structure tree by marked-content id, empty when it is not trusted;
    ``tags_ignored`` says that there is one and that it does not cover the page's text. ``diagrams`` are the boxes of
    grids that turned out to be drawings or forms, ``comments`` are empty unless they are asked for. ``turn`` says by
    how many degrees the whole page was turned clockwise so that most of its text is upright (0, 90, 180, 270): all
    boxes are in that upright frame of ``width`` x ``height`` points; `to_paper` gives them back as the viewer sees
    them.
    """

    number: int
    width: float
    height: float
    lines: list[Line] = field(default_factory=list)
    turned: list[Line] = field(default_factory=list)
    hidden: list[tuple[str, Line]] = field(default_factory=list)
    furniture: list[tuple[Role, Line]] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    fills: list[Fill] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    bitmaps: list[Bitmap] = field(default_factory=list)
    diagrams: list[tuple[float, float, float, float]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    tags: dict[int, Tag] = field(default_factory=dict)
    turn: int = 0
    characters: int = 0
    unmapped: int = 0
    tags_ignored: bool = False
    error: str = ""

    def to_paper(self, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        """A box of the upright frame as it lies on the page that a viewer shows."""
        if self.turn == 90:
            return y0, self.width - x1, y1, self.width - x0
        if self.turn == 270:
            return self.height - y1, x0, self.height - y0, x1
        if self.turn == 180:
            return self.width - x1, self.height - y1, self.width - x0, self.height - y0
        return x0, y0, x1, y1


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A bookmark: its depth (0 is the outermost), title and page (1-based, 0 when it leads nowhere)."""

    depth: int
    title: str
    page: int
