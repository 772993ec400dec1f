"""What belongs to the page and is no table: the grounds of a slide's parts, and names and dates on a title page."""

from __future__ import annotations

from statistics import median

from pdf_extractor_ai.geometric.page import Page
from pdf_extractor_ai.geometric.tables.columns import is_value
from pdf_extractor_ai.geometric.tables.edges import Edges
from pdf_extractor_ai.geometric.tables.model import Table
from pdf_extractor_ai.geometric.tables.prose import find_prose
from pdf_extractor_ai.geometric.tables.ruled import Grid

# A border this near to an end of the page, as a share of its width, is the page's own.
_AT_END = 0.01
_MOST_PARTS = 12
# A title page has no more characters, and a title set larger than its names by this factor.
_FEW = 1200
_TITLE = 1.3
_MOST_ROWS = 10
_VALUES = 0.2


def runs_off(grid: Grid, group: Edges, page: Page) -> bool:
    """True for a few grounds that reach from one side of the page to the other: head, margin and foot of a slide.

    Where the outer borders are drawn, the page may have been cut to the size of a table.
    """
    near = _AT_END * page.width
    if grid.xs[0] > near or grid.xs[-1] < page.width - near or grid.n_rows * grid.n_cols > _MOST_PARTS:
        return False
    return not any(edge.stroke and not near < edge.pos < page.width - near for edge in group.upright)


def is_of_title_page(table: Table, page: Page) -> bool:
    """True for words in columns on a first page that has a title and hardly any text: who, what, where and when."""
    if page.number != 1 or table.n_rows > _MOST_ROWS or sum(len(line.text) for line in page.lines) > _FEW:
        return False
    lines = [line for cell in table.cells for line in cell.lines]
    size = median(line.size for line in lines)
    titles = [line for line in page.lines if line.size >= _TITLE * size and line.baseline < table.y0]
    beside = [cell for cell in table.cells if cell.col > 0 and cell.lines]
    values = sum(is_value(cell.text) for cell in beside)
    if not titles or values > _VALUES * len(beside):
        return False
    return not find_prose(page.lines).ids
