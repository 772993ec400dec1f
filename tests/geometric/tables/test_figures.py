"""Scales, nodes, matrices and crossed squares: figures with words in them; beside each the near table that stays."""

from __future__ import annotations

import itertools

import pytest

from tests.geometric.tables.sheet import Rows, Sheet

BODY: Rows = [["Ash", "7", "12", "3"], ["Elm", "31", "8", "4"], ["Oak", "5", "23", "6"], ["Fir", "9", "1", "8"]]
XS = [70.0, 170.0, 270.0, 370.0]


@pytest.mark.parametrize("ticks", [True, False])
def test_numbers_at_the_marks_of_an_axis_are_no_table(ticks: bool) -> None:
    sheet = Sheet()
    for x, number in zip(XS, ("0", "5", "10", "15"), strict=True):
        sheet.text(x, 200, number, align="c")
        sheet.text(x, 218, "abcd"[int(x) // 100], align="c")
        sheet.text(x, 236, f"group {int(x) // 100}", align="c")
        if ticks:
            sheet.rule(x, 186, x, 190)
    sheet.rule(60, 188, 400, 188)
    sheet.rule(60, 242, 400, 242)
    assert len(sheet.tables()) == (0 if ticks else 1)


@pytest.mark.parametrize("ticks", [3, 0])
def test_a_number_line_is_no_rule_under_a_head(ticks: int) -> None:
    sheet = Sheet()
    sheet.rule(60, 116, 400, 116)
    for x in XS[:ticks]:
        sheet.rule(x + 30, 111, x + 30, 121)
    sheet.rows(XS, 112, [["first", "next", "third", "last"]])
    sheet.rows(XS, 130, [["of all", "of some", "of none", "of us"], ["at ease", "at home", "at sea", "at war"]])
    assert len(sheet.tables()) == (0 if ticks else 1)


@pytest.mark.parametrize("apart", [8.0, 0.0])
def test_nodes_side_by_side_are_no_table(apart: float) -> None:
    sheet = Sheet()
    for x in XS:
        sheet.bar(x - 6, 96, x + 94 - apart, 160, 0.9)
    sheet.rows(XS, 112, [["Eq", "Show", "Read", "Ord"]], face="Helvetica-Bold")
    sheet.rows(XS, 128, [["All of them"] * 4, ["without any"] * 4])
    assert len(sheet.tables()) == (0 if apart else 1)


@pytest.mark.parametrize("crossed", [True, False])
def test_cells_crossed_from_corner_to_corner_are_a_figure(crossed: bool) -> None:
    sheet = Sheet()
    xs, ys = [60.0, 100.0, 140.0], [100.0, 140.0, 180.0]
    sheet.grid(xs, ys)
    sheet.rows([75, 115], 125, [["a", "b"], ["c", "d"]], 40)
    if crossed:
        for (x0, x1), (y0, y1) in itertools.product(itertools.pairwise(xs), itertools.pairwise(ys)):
            sheet.rule(x0, y0, x1, y1)
    assert len(sheet.tables()) == (0 if crossed else 1)


def test_a_name_that_begins_like_a_title_parts_no_rows() -> None:
    sheet = Sheet()
    for y in (100, 116, 148, 180):
        sheet.rule(60, y, 400, y)
    rows = [
        ["Tapas", "61.1", "31.3"],
        ["TABLEFORMER", "66.7", "39.7"],
        ["Tapas 2", "6.9", "9.2"],
        ["TABLEX", "7.3", "8.1"],
    ]
    sheet.rows([65, 200, 300], 112, [["Model", "First", "Second"], *rows])
    assert sheet.grids() == [[["Model", "First", "Second"], *rows]]


@pytest.mark.parametrize("title", ["Table 2: More models", "TABLE IV", "Table B"])
def test_a_title_between_rules_parts_two_tables(title: str) -> None:
    sheet = Sheet()
    for y in (100, 116, 164, 196, 212, 260):
        sheet.rule(60, y, 400, y)
    for y, first in ((112, "Model"), (208, "Other")):
        sheet.rows([65, 200, 300], y, [[first, "First", "Second"], *[[f"Line {n}", f"{n}.3", "9.2"] for n in range(3)]])
    sheet.text(65, 184, title)
    assert len(sheet.tables()) == 2


def test_a_legend_between_the_lines_of_a_chart_is_no_column_of_boxes() -> None:
    sheet = Sheet()
    for row in range(13):
        sheet.rule(60, 100 + 12 * row, 400, 100 + 12 * row)
    sheet.rule(60, 100, 60, 244)
    sheet.rule(400, 100, 400, 244)
    for row, name in enumerate(("First", "Second", "Third")):
        sheet.text(340, 122 + 24 * row, name)
    assert sheet.tables() == []


def test_a_table_in_a_frame_begins_under_its_title() -> None:
    sheet = Sheet()
    for y in (100, 118, 250):
        sheet.rule(50, y, 420, y)
    rows = [["column", "values"], ["posting", "34250"], ["image", "32412"], ["title", "33117"]]
    sheet.text(60, 113, "Block")
    sheet.text(60, 132, "An example of tables.")
    sheet.text(110, 156, "Table 1: Unique elements in the data")
    for y in (164, 180, 230):
        sheet.rule(120, y, 320, y)
    sheet.rows([125, 240], 176, rows[:1])
    sheet.rows([125, 240], 194, rows[1:])
    assert sheet.grids() == [rows]
