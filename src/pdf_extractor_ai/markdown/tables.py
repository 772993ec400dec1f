"""A table as a compact pipe table, as HTML, or, for a table of contents, as a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from pdf_extractor_ai.markdown.inline import ENTITIES, ESCAPABLE, Run, html_runs, join_runs
from pdf_extractor_ai.runs import WITH_BLANKS

if TYPE_CHECKING:
    from docling_core.types.doc import TableData, TableItem

Spans = Literal["first", "repeat", "html"]
"""Where the text of a cell that spans several goes: its first cell, each of them, or an HTML table."""

_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_LEADERS = re.compile(r"[ \t]*\.(?:[ \t]*\.){4,}[ \t]*")
_CELL_SPECIAL = re.compile(r"[\\`*_&<>|~]|\[(?=[^\]]*\]\()|^[-+#=]")
_NUMBER = re.compile(r"\d+((?:\.\d+)*)\b")


Rich = Callable[[Any], Sequence[Run] | None]
"""Reads a cell that has more than plain text; ``None`` for all others."""


def _tidy(text: str) -> str:
    """``text`` on one line, dot leaders as an ellipsis."""
    text = _BLANKS.sub(" ", text)
    return _LEADERS.sub(" … ", text) if "....." in text or ". ." in text else text


def _text(cell: Any, rich: Rich) -> str:
    """The words of a cell without any mark."""
    runs = rich(cell)
    text: str = cell.text if runs is None else "".join(run.text for run in runs)
    return _tidy(text.strip()).strip()


def _markdown(cell: Any, rich: Rich) -> str:
    """A cell as a GFM parser reads it again: its own marks are marks, all else means itself."""
    runs = rich(cell)
    if runs is None:
        return escape_cell(_tidy(cell.text.strip()).strip())
    tidied = (replace(run, text=_tidy(run.text)) for run in runs)
    return _BLANKS.sub(" ", join_runs(tidied, WITH_BLANKS, cell=True)).strip()


def _html(cell: Any, rich: Rich) -> str:
    """A cell as HTML."""
    runs = rich(cell) or [Run(cell.text)]
    return html_runs(replace(run, text=_tidy(run.text)) for run in runs).strip()


def escape_cell(text: str) -> str:
    """``text`` so that a GFM parser reads the same string out of the cell again."""
    if not _CELL_SPECIAL.search(text):
        return text
    paired = {mark for mark in "`*" if text.count(mark) > 1}
    if "~~" in text:
        paired.add("~")
    linked = "](" in text
    out: list[str] = []
    for index, char in enumerate(text):
        if char in ENTITIES:
            out.append(ENTITIES[char])
        elif char == "_" or char in paired or (char == "[" and linked):
            out.append("\\" + char)
        elif char == "\\" and (index + 1 == len(text) or text[index + 1] in ESCAPABLE):
            out.append("\\\\")
        else:
            out.append(char)
    return "".join(out)


def pipe_table(data: TableData, rich: Rich, spans: Spans = "first") -> str:
    """A pipe table without padding: the first row is the header, each row has as many cells as the table.

    ``spans`` of ``html`` gives an HTML table when the table has spans, a pipe table when it has none.
    """
    rows, columns = data.num_rows, data.num_cols
    if rows < 1 or columns < 1 or not data.table_cells:
        return ""
    if spans == "html" and any(_span(cell) != (1, 1) for cell in data.table_cells):
        return html_table(data, rich)
    grid = _grid(data, lambda cell: _markdown(cell, rich), spans)
    lines = [f"| {' | '.join(row)} |" for row in grid]
    lines.insert(1, f"|{' --- |' * columns}")
    return "\n".join(lines)


def _span(cell: Any) -> tuple[int, int]:
    return (
        cell.end_row_offset_idx - cell.start_row_offset_idx,
        cell.end_col_offset_idx - cell.start_col_offset_idx,
    )


def _grid(data: TableData, written: Callable[[Any], str], spans: Spans) -> list[list[str]]:
    grid = [[""] * data.num_cols for _ in range(data.num_rows)]
    for cell in data.table_cells:
        top, left = cell.start_row_offset_idx, cell.start_col_offset_idx
        if not (0 <= top < data.num_rows and 0 <= left < data.num_cols):
            continue
        text = written(cell)
        if spans != "repeat":
            grid[top][left] = f"{grid[top][left]} {text}".strip(" ")
            continue
        for row in grid[top : max(cell.end_row_offset_idx, top + 1)]:
            width = len(row[left : max(cell.end_col_offset_idx, left + 1)])
            row[left : left + width] = [text] * width
    return grid


def html_table(data: TableData, rich: Rich) -> str:
    """An HTML table that keeps all spans and header cells; one block of Markdown, without a blank line."""
    cells = sorted(data.table_cells, key=lambda cell: (cell.start_row_offset_idx, cell.start_col_offset_idx))
    rows: dict[int, list[str]] = {row: [] for row in range(data.num_rows)}
    for cell in cells:
        tag = "th" if cell.column_header or cell.row_header else "td"
        down, right = _span(cell)
        attributes = "".join(
            f' {name}="{count}"' for name, count in (("rowspan", down), ("colspan", right)) if count > 1
        )
        rows.setdefault(cell.start_row_offset_idx, []).append(f"<{tag}{attributes}>{_html(cell, rich)}</{tag}>")
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for _, row in sorted(rows.items()))
    return f"<table>\n{body}\n</table>"


def index_list(item: TableItem, rich: Rich) -> str:
    """A table of contents as a nested list, ``- 1.1 Title … 4``; decimal numbers give the depth."""
    lines: list[str] = []
    depth = -1
    for row in _grid(item.data, lambda cell: _text(cell, rich), "first"):
        cells = [cell.strip(" …") for cell in row if cell.strip(" …")]
        if cells:
            depth = min(_depth(cells[0]), depth + 1)
            lines.append(f"{'  ' * depth}- {' … '.join(map(escape_cell, cells))}")
    return "\n".join(lines)


def _depth(text: str) -> int:
    match = _NUMBER.match(text)
    return match[1].count(".") if match else 0
