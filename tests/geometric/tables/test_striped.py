"""Rows of cells with a ground each: heads and stripes, and grounds that are neither."""

from __future__ import annotations

import itertools

import pytest

from tests.geometric.tables.sheet import Sheet

_BORDERS = (55, 150, 260, 330)


def _grounds(sheet: Sheet, y0: float, y1: float) -> None:
    for x0, x1 in itertools.pairwise(_BORDERS):
        sheet.bar(x0, y0, x1, y1)


def _wrapped(sheet: Sheet, y: float, label: str, lines: list[str], value: str) -> float:
    sheet.text(60, y, label)
    sheet.text(265, y, value)
    for line in lines:
        sheet.text(155, y, line)
        y += 12
    return y


@pytest.mark.parametrize("stripes", [True, False])
def test_rows_of_several_lines_under_a_head_of_grounds(stripes: bool) -> None:
    sheet = Sheet()
    _grounds(sheet, 98, 116)
    sheet.rows([60, 155, 265], 111, [["Option", "Meaning", "Default"]])
    y = 130.0
    lines = ["what is written", "on these lines", "is one text"]
    for number, label in enumerate(("alpha", "beta", "gamma", "delta")):
        if stripes and number % 2:
            _grounds(sheet, y - 12, y + 30)
        y = _wrapped(sheet, y, label, lines[: 2 + number % 2], str(number)) + 10
    sheet.text(60, y + 30, "Text that follows under the table, over the borders of all its columns.")
    [grid] = sheet.grids()
    assert grid[0] == ["Option", "Meaning", "Default"]
    assert [row[0] for row in grid[1:]] == ["alpha", "beta", "gamma", "delta"]
    assert grid[2][1] == "what is written on these lines is one text"


def test_a_name_of_a_section_under_a_head_of_grounds_is_in_the_table() -> None:
    sheet = Sheet()
    _grounds(sheet, 98, 116)
    sheet.rows([60, 155, 265], 111, [["Kind", "First", "Second"]])
    rows = [["Metals", "", ""], ["Tin", "4.1", "7"], ["Zinc", "5.2", "8"], ["Stones", "", ""], ["Slate", "6.3", "9"]]
    sheet.rows([60, 155, 265], 131, rows, 20)
    assert sheet.grids() == [[["Kind", "First", "Second"], *rows]]


def test_grounds_side_by_side_over_running_text_are_no_head() -> None:
    sheet = Sheet()
    _grounds(sheet, 98, 116)
    sheet.rows([60, 155, 265], 111, [["Note", "for all", "readers"]])
    for number in range(5):
        sheet.text(60, 131 + 13 * number, "Text that runs on under the boxes and knows nothing of their borders.")
    assert sheet.tables() == []


def test_cells_that_all_have_grounds_are_a_grid() -> None:
    sheet = Sheet()
    rows = [["Kind", "First", "Second"], ["Tin", "4.1", "7"], ["Zinc", "5.2", "8"], ["Slate", "6.3", "9"]]
    for number, row in enumerate(rows):
        _grounds(sheet, 98 + 20 * number, 117 + 20 * number)
        sheet.rows([60, 155, 265], 111 + 20 * number, [row])
    [table] = sheet.tables()
    assert (table.ruled, table.grid()) == (True, rows)
