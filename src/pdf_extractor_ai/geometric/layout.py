"""One page -> its blocks in reading order: tables and figures first, since they own their text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pdf_extractor_ai.geometric.block import Block, Where, where
from pdf_extractor_ai.geometric.blocks import build_blocks
from pdf_extractor_ai.geometric.bullets import mark_bullets
from pdf_extractor_ai.geometric.columns import Item, line_item, newspaper_order
from pdf_extractor_ai.geometric.dividers import Divider
from pdf_extractor_ai.geometric.fieldcells import fill_cells
from pdf_extractor_ai.geometric.figures import TABLE_CAPTION, Figure, caption_lines, find_figures, join_labels
from pdf_extractor_ai.geometric.forms import form_blocks, is_form, new_notes
from pdf_extractor_ai.geometric.indexes import take_indexes
from pdf_extractor_ai.geometric.initials import join_initials
from pdf_extractor_ai.geometric.markers import BULLETS
from pdf_extractor_ai.geometric.page import Fill, Line, Page, Rule
from pdf_extractor_ai.geometric.printedforms import pair_printed
from pdf_extractor_ai.geometric.stats import DocumentStats
from pdf_extractor_ai.geometric.styles import mark_strokes
from pdf_extractor_ai.geometric.tables import Table, find_tables
from pdf_extractor_ai.geometric.tagging import tagged_tables

_MOST_DIVIDERS = 40


@dataclass(slots=True)
class PageLayout:
    """What the document's rules need of a page once its records are let go."""

    number: int
    width: float
    height: float
    turn: int
    blocks: list[Block] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    labels: list[Line] = field(default_factory=list)
    columns: int = 0


def lay_out(page: Page, stats: DocumentStats, first_column: int, given: Sequence[Table] = ()) -> PageLayout:
    """The blocks of a page; columns are numbered from ``first_column`` on, ``given`` are tables known already."""
    body = stats.body_size
    out = PageLayout(page.number, page.width, page.height, page.turn)
    mark_strokes(page)
    join_labels(page)
    mark_bullets(page, body)
    items: list[Item] = []
    tables = tagged_tables(page)
    for table in tables:
        owned = {id(line) for line in table.lines}
        page.lines = [line for line in page.lines if id(line) not in owned]
    found = [
        table for table in find_tables(page, body, given) if not is_form(table, page.notes) and not _is_lists(table)
    ]
    page.notes = new_notes(page)
    tables += [table for table in found if not any(_overlaps(table, other) for other in tables)]
    for table in tables:
        owned = {id(line) for line in table.lines}
        page.lines = [line for line in page.lines if id(line) not in owned] + table.rest
        page.turned = [line for line in page.turned if id(line) not in owned]
    figures = find_figures(page, [(t.x0, t.y0, t.x1, t.y1) for t in tables], body)
    for table in tables:
        pairs = fill_cells(page, table)
        block = _table_block(page, table, body)
        block.keys = block.values = pairs
        items.append(_block_item(block))
    for figure in figures:
        block = _figure_block(page, figure)
        out.labels.extend(figure.labels)
        items.append(_block_item(block))
    items.extend(_block_item(block) for block in take_indexes(page))
    items.extend(_block_item(block) for block in form_blocks(page, [(t.x0, t.y0, t.x1, t.y1) for t in tables]))
    page.lines = join_initials(page.lines, body)
    items.extend(line_item(line) for line in page.lines)
    columns = newspaper_order(items, body, rtl=stats.rtl, dividers=_dividers(page, tables))
    for index, column in enumerate(columns):
        out.blocks.extend(build_blocks(column, page.number, first_column + index, typed=stats.body.mono))
    for block in out.blocks:
        block.boxed = any(_is_within(block.where[0], box) for box in page.diagrams)
    pair_printed(out.blocks, page.diagrams)
    out.columns = len(columns)
    if page.turned:
        out.blocks.extend(_turned_blocks(page, first_column + out.columns))
        out.columns += 1
    out.rules = [rule for rule in page.rules if rule.horizontal and rule.length < 0.6 * page.width]
    for block in out.blocks:
        _to_paper(page, block)
    return out


def _dividers(page: Page, tables: Sequence[Table]) -> list[Divider]:
    """Rules outside of tables, and areas that hold no text: what may part two bands of columns."""
    parts: list[Rule | Fill] = [rule for rule in page.rules if rule.horizontal]
    parts += [
        fill
        for fill in page.fills
        if not any(
            line.x0 < fill.x1 and line.x1 > fill.x0 and line.y0 < fill.y1 and line.y1 > fill.y0 for line in page.lines
        )
    ]
    wide = [part for part in parts if part.x1 - part.x0 > 0.4 * page.width]
    middles = [(part.x0, (part.y0 + part.y1) / 2, part.x1) for part in wide[:_MOST_DIVIDERS]]
    return [divider for divider in middles if not any(table.y0 - 3 <= divider[1] <= table.y1 + 3 for table in tables)]


def _is_within(spot: Where, box: tuple[float, float, float, float]) -> bool:
    return box[0] - 2 < spot.x0 and spot.x1 < box[2] + 2 and box[1] - 2 < spot.y0 and spot.y1 < box[3] + 2


def _overlaps(a: Table, b: Table) -> bool:
    return a.x0 < b.x1 and a.x1 > b.x0 and a.y0 < b.y1 and a.y1 > b.y0


def _is_lists(table: Table) -> bool:
    """True when what stands side by side are lists: on slides, under a name each or with bullets in columns."""
    if table.ruled:
        return False
    filled = [cell for cell in table.cells if cell.lines]
    marks = [cell.text for cell in filled if cell.col % 2 == 0]
    if table.n_cols % 2 == 0 and bool(marks) and all(mark in BULLETS for mark in marks):
        return True
    below = [cell for cell in filled if cell.row > 0]
    rows = {cell.col: sum(other.col == cell.col for other in below) for cell in below}
    listed = all(cell.text[0] in BULLETS or cell.lines[0].bullet for cell in below)
    return listed and len(rows) == table.n_cols and min(rows.values()) >= 2


def _block_item(block: Block) -> Item:
    box = block.where[0]
    for part in block.caption + block.notes:
        spot = part.where[0]
        box = Where(box.page, min(box.x0, spot.x0), min(box.y0, spot.y0), max(box.x1, spot.x1), max(box.y1, spot.y1))
    return Item(box.x0, box.y0, box.x1, box.y1, block)


def _table_block(page: Page, table: Table, body: float) -> Block:
    block = Block("table", [], [Where(page.number, table.x0, table.y0, table.x1, table.y1)], data=table)
    near = [
        line
        for line in page.lines
        if TABLE_CAPTION.match(line.text) and line.x0 < table.x1 and line.x1 > table.x0
        and (-2 <= table.y0 - line.y1 < 5 * body or -2 <= line.y0 - table.y1 < 3 * body)
    ]  # fmt: skip
    if near:
        head = min(near, key=lambda line: abs(table.y0 - line.y1) if line.y1 < table.y1 else abs(line.y0 - table.y1))
        block.caption = [_caption(page, _not_past(caption_lines(page, head), head, table))]
    return block


def _not_past(lines: list[Line], head: Line, table: Table) -> list[Line]:
    """A caption over a table ends where the table begins."""
    return [line for line in lines if line.baseline <= table.y0 + 2] or [head] if head.y1 < table.y1 else lines


def _caption(page: Page, lines: list[Line]) -> Block:
    gone = {id(line) for line in lines}
    page.lines = [line for line in page.lines if id(line) not in gone]
    return Block("caption", lines, [where(page.number, lines)])


def _figure_block(page: Page, figure: Figure) -> Block:
    block = Block("picture", [], [Where(page.number, figure.x0, figure.y0, figure.x1, figure.y1)], data=figure)
    if figure.caption:
        block.caption = [Block("caption", figure.caption, [where(page.number, figure.caption)])]
    return block


def _turned_blocks(page: Page, column: int) -> list[Block]:
    """Text at another angle that belongs to no table or figure: read on its own, after the page."""
    blocks: list[Block] = []
    for line in sorted(page.turned, key=lambda line: (line.angle, line.x0 if line.angle % 180 else line.y0)):
        blocks.append(Block("aside", [line], [where(page.number, [line])], column))
    return blocks


def _to_paper(page: Page, block: Block) -> None:
    if not page.turn:
        return
    spots = [spot for part in (block, *block.caption, *block.notes) for spot in part.where]
    spots += [pair.key_spot for pair in block.keys if pair.key_spot] + [pair.value_spot for pair in block.values]
    for spot in spots:
        spot.x0, spot.y0, spot.x1, spot.y1 = page.to_paper(spot.x0, spot.y0, spot.x1, spot.y1)


def paper_size(page: Any) -> tuple[float, float]:
    """Width and height of a page as a viewer shows it."""
    return (page.height, page.width) if page.turn in (90, 270) else (page.width, page.height)
