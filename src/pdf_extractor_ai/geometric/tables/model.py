"""What the table rules hand on: cells of a grid, and the page lines that they own."""

from __future__ import annotations

from dataclasses import dataclass, field

from pdf_extractor_ai.geometric.page import Line

_SOFT_HYPHEN = "\u00ad"


@dataclass(slots=True)
class Cell:
    """One cell: its place in the grid (0-based), its spans, and the line parts in it in reading order."""

    row: int
    col: int
    row_span: int = 1
    col_span: int = 1
    lines: list[Line] = field(default_factory=list)
    column_header: bool = False
    row_header: bool = False
    row_section: bool = False

    @property
    def text(self) -> str:
        """The lines joined by single spaces; only a soft hyphen at a line end joins two words."""
        out = ""
        for line in self.lines:
            text = line.text.strip()
            if not text:
                continue
            out = out[:-1] + text if out.endswith(_SOFT_HYPHEN) else f"{out} {text}" if out else text
        return out.replace(_SOFT_HYPHEN, "")


@dataclass(slots=True)
class Table:
    """A table of one page, or of several after `join_over_pages`.

    ``centred`` says that cells stand half-way down the more lines of the others in their row, as no running text and no
    list does. ``lines`` are the page's own records that the table owns (by identity); ``rest`` holds the parts of owned
    lines that lie outside and must go back to the page. ``confidence`` lies in 0..1, ``reasons`` name what lowered it.
    ``clear_above`` and ``clear_below`` say that nothing but page furniture stands between the table and that end of its
    page, ``goes_on`` that it begins in the last row of the page before. ``marks`` are bullets that were left out of the
    cells. ``row_pages`` and ``boxes`` are filled by `join_over_pages`: the page of every row, and the box on each page.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    n_rows: int
    n_cols: int
    cells: list[Cell]
    ruled: bool = False
    centred: bool = False
    confidence: float = 1.0
    reasons: tuple[str, ...] = ()
    lines: list[Line] = field(default_factory=list)
    rest: list[Line] = field(default_factory=list)
    marks: list[Line] = field(default_factory=list)
    col_edges: tuple[float, ...] = ()
    clear_above: bool = True
    clear_below: bool = True
    goes_on: bool = False
    row_pages: list[int] = field(default_factory=list)
    boxes: list[tuple[int, float, float, float, float]] = field(default_factory=list)

    @property
    def header_rows(self) -> int:
        """How many rows at the top are column headers."""
        rows = {cell.row + cell.row_span for cell in self.cells if cell.column_header}
        return max(rows, default=0)

    def grid(self) -> list[list[str]]:
        """Texts by row and column; a spanned cell's text stands in its first place only."""
        rows = [[""] * self.n_cols for _ in range(self.n_rows)]
        for cell in self.cells:
            rows[cell.row][cell.col] = cell.text
        return rows
