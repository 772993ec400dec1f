"""Contents set in columns, or beside other text: each column becomes one block, so that no line of another joins it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.merge import merge_row
from pdf_extractor_ai.geometric.notes import ContentsIndex, IndexRow
from pdf_extractor_ai.geometric.page import Line, Page
from pdf_extractor_ai.geometric.tables import ContentsColumn, contents_columns

_ENTRY = re.compile(r"^(?P<title>.*?\S)[\s.·…‥_]*[\s.·…‥_—–](?P<page>\d{1,4})$")
_LEAST_BESIDE = 3


def take_indexes(page: Page) -> list[Block]:
    """A block for contents with other text at their height; their lines are no longer on the page.

    Columns side by side are one block, the entries of the first before those of the second.
    """
    if page.tags:
        return []
    groups: list[list[ContentsColumn]] = []
    for column in contents_columns(page.lines):
        if column.beside < _LEAST_BESIDE:
            continue
        if groups and any(_side_by_side(other, column) for other in groups[-1]):
            groups[-1].append(column)
        else:
            groups.append([column])
    gone = {id(line) for group in groups for column in group for row in column.rows for line in row}
    page.lines = [line for line in page.lines if id(line) not in gone]
    return [_block(page.number, sorted(group, key=lambda column: column.x0)) for group in groups]


def _side_by_side(a: ContentsColumn, b: ContentsColumn) -> bool:
    shared = min(a.y1, b.y1) - max(a.y0, b.y0)
    return shared > 0.5 * min(a.y1 - a.y0, b.y1 - b.y0)


def _block(page: int, columns: Sequence[ContentsColumn]) -> Block:
    lines = [[merge_row(row) for row in column.rows] for column in columns]
    rows = [row for column, own in zip(columns, lines, strict=True) for row in _rows(column, own)]
    boxes = [where(page, own) for own in lines]
    return Block("index", [line for own in lines for line in own], boxes, data=ContentsIndex(rows))


def _rows(column: ContentsColumn, lines: Sequence[Line]) -> list[IndexRow]:
    entries: list[list[Line]] = []
    paged = sum(1 for line in lines if _ENTRY.match(line.text)) > 0.5 * len(column.numbers)
    for row, line in zip(column.rows, lines, strict=True):
        # A name goes on in the next line until its page comes.
        if entries and paged and id(row[0]) not in column.numbers and not _ENTRY.match(entries[-1][-1].text):
            entries[-1].append(line)
        else:
            entries.append([line])
    lefts = sorted({round(entry[0].x0 / 3) for entry in entries})
    return [_row(entry, lefts.index(round(entry[0].x0 / 3)), paged) for entry in entries]


def _row(entry: Sequence[Line], depth: int, paged: bool) -> IndexRow:
    text = " ".join(line.text for line in entry)
    match = _ENTRY.match(text) if paged else None
    return IndexRow(depth, match["title"].strip(" .·…‥_—–"), match["page"]) if match else IndexRow(depth, text, "")
