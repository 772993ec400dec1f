"""A page drawn for one test: words, rules and grounds at places given from the top left; and the tables read off it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.tables import Table, find_tables, join_over_pages, tables_over_ends

WIDTH, HEIGHT = 595.0, 842.0
Rows = list[list[str]]


@dataclass
class Sheet:
    """Pages of drawn things; `text`, `rule`, `curve`, `bar` and `grid` add to the last one."""

    pages: list[list[tuple[str, tuple[object, ...]]]] = field(default_factory=lambda: [[]])

    def text(self, x: float, y: float, words: str, face: str = "Helvetica", size: float = 10, align: str = "l") -> None:
        """Words whose baseline lies ``y`` points below the top; ``align`` is l, r or c round ``x``."""
        self.pages[-1].append(("text", (x, y, words, face, size, align)))

    def upright(self, x: float, y: float, words: str, size: float = 10) -> None:
        """Words that run up the page from ``y``."""
        self.pages[-1].append(("upright", (x, y, words, size)))

    def rule(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.5, grey: float = 0) -> None:
        """A stroke."""
        self.pages[-1].append(("rule", (x0, y0, x1, y1, width, grey)))

    def bar(self, x0: float, y0: float, x1: float, y1: float, grey: float = 0.85) -> None:
        """A filled rectangle."""
        self.pages[-1].append(("bar", (x0, y0, x1, y1, grey)))

    def curve(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A bent stroke from one point to the other."""
        self.pages[-1].append(("curve", (x0, y0, x1, y1)))

    def grid(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        """Rules at all these borders."""
        for x in xs:
            self.rule(x, ys[0], x, ys[-1])
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)

    def rows(self, xs: Sequence[float], y: float, rows: Rows, pitch: float = 16, **look: object) -> float:
        """Rows of words, each cell beginning at its x; returns the baseline after the last."""
        for row in rows:
            for x, words in zip(xs, row, strict=True):
                if words:
                    self.text(x, y, words, **look)  # type: ignore[arg-type]
            y += pitch
        return y

    def next_page(self) -> None:
        """Begin another page."""
        self.pages.append([])

    def pdf(self) -> bytes:
        """The drawn PDF."""
        out = io.BytesIO()
        canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
        for page in self.pages:
            for bars in (True, False):
                for kind, args in page:
                    if (kind == "bar") == bars:
                        _draw(canvas, kind, args)
            canvas.showPage()
        canvas.save()
        return out.getvalue()

    def tables(self) -> list[Table]:
        """What the rules find on all pages, not joined."""
        return [table for page in read_pages(self.pdf()) for table in find_tables(page, 10.0)]

    def joined(self) -> list[Table]:
        """What they find, parts of one table over pages as one."""
        pages = list(read_pages(self.pdf()))
        given = tables_over_ends(pages, 10.0)
        found = [(p.number, table) for p in pages for table in find_tables(p, 10.0, given.get(p.number, ()))]
        return [table for _, table in join_over_pages(found)]

    def grids(self) -> list[Rows]:
        """The texts of every table, row by row."""
        return [table.grid() for table in self.tables()]


def _draw(canvas: Canvas, kind: str, args: tuple[object, ...]) -> None:
    if kind == "text":
        x, y, words, face, size, align = args
        canvas.setFont(face, size)
        draw = {"l": canvas.drawString, "r": canvas.drawRightString, "c": canvas.drawCentredString}[str(align)]
        draw(x, HEIGHT - float(str(y)), words)
    elif kind == "upright":
        x, y, words, size = args
        canvas.saveState()
        canvas.translate(x, HEIGHT - float(str(y)))
        canvas.rotate(90)
        canvas.setFont("Helvetica", size)
        canvas.drawString(0, 0, words)
        canvas.restoreState()
    elif kind == "curve":
        x0, y0, x1, y1 = (float(str(value)) for value in args)
        canvas.bezier(x0, HEIGHT - y0, x0, HEIGHT - y1, x1, HEIGHT - y0, x1, HEIGHT - y1)
    elif kind == "rule":
        x0, y0, x1, y1, width, grey = (float(str(value)) for value in args)
        canvas.setLineWidth(width)
        canvas.setStrokeGray(grey)
        canvas.line(x0, HEIGHT - y0, x1, HEIGHT - y1)
    else:
        x0, y0, x1, y1, grey = (float(str(value)) for value in args)
        canvas.setFillGray(grey)
        canvas.rect(x0, HEIGHT - y1, x1 - x0, y1 - y0, stroke=0, fill=1)
        canvas.setFillGray(0)
