"""Grounds of cells: what the eye cannot tell from its surroundings is no border, what parts cells stays."""

from __future__ import annotations

import itertools

import pytest

from tests.geometric.tables.sheet import Rows, Sheet

XS = [60.0, 180.0, 270.0, 360.0]
NAMES = [("Illness", ""), ("At least", "every week"), ("About", "every month")]
BODY: Rows = [["Headache", "239", "119"], ["Back-ache", "139", "126"], ["Sleep problems", "130", "48"]]


def _table(inner: float, *, framed: bool = True) -> Sheet:
    """A head of two lines with a ground for every line in the ground of every cell, and three rows."""
    sheet = Sheet()
    ys = [100.0, 126.0, 142.0, 158.0, 174.0]
    for number, (left, right) in enumerate(itertools.pairwise(XS)):
        sheet.bar(left, 100, right, 126, 0.7)
        for line in (0, 1):
            sheet.bar(left + 4, 102 + 11 * line, right - 4, 113 + 11 * line, inner)
            if NAMES[number][line]:
                sheet.text(left + 5, 111 + 11 * line, NAMES[number][line])
    if framed:
        sheet.grid(XS, ys)
    sheet.rows([x + 5 for x in XS[:-1]], 138, BODY)
    return sheet


def test_the_ground_of_a_line_on_the_ground_of_its_cell_is_no_row() -> None:
    (table,) = _table(0.7).tables()
    assert table.grid() == [["Illness", "At least every week", "About every month"], *BODY]
    assert table.header_rows == 1


def test_grounds_of_another_colour_part_the_lines() -> None:
    (table,) = _table(0.9).tables()
    assert table.n_rows == 5


@pytest.mark.parametrize("grey", [0.7, 0.9])
def test_cells_on_the_ground_of_their_row_tell_the_columns(grey: float) -> None:
    sheet = Sheet()
    rows: Rows = [["Illness", "Week", "Month"], *BODY]
    for row in range(4):
        sheet.bar(XS[0], 100 + 16 * row, XS[-1], 116 + 16 * row, grey)
        for left, right in itertools.pairwise(XS):
            sheet.bar(left, 100.5 + 16 * row, right - 1, 115.5 + 16 * row, 0.7)
    sheet.rows([x + 5 for x in XS[:-1]], 112, rows)
    assert sheet.grids() == [rows]


@pytest.mark.parametrize(("grey", "rows"), [(0.7, 4), (0.2, 5)])
def test_a_rim_in_the_colour_of_its_ground_is_no_rule(grey: float, rows: int) -> None:
    sheet = _table(0.7)
    for left, right in itertools.pairwise(XS):
        sheet.rule(left + 2, 113, right - 2, 113, 1.0, grey)
    (table,) = sheet.tables()
    assert table.n_rows == rows


@pytest.mark.parametrize(("group", "first"), [("Share of all", "Country"), ("", "")])
def test_a_name_with_nothing_over_it_spans_the_levels_of_the_head(group: str, first: str) -> None:
    sheet = Sheet()
    for y in (100, 136, 200):
        sheet.rule(60, y, 460, y)
    sheet.text(350, 114, group, align="c")
    if group:
        sheet.rule(250, 118, 450, 118)
    sheet.rows([64, 160, 260, 360], 131, [["Country", "Number", "Men", "Women"]])
    sheet.rows([64, 160, 260, 360], 150, [["Austria", "109", "93", "89"], ["Spain", "36", "40", "107"]])
    (table,) = sheet.tables()
    assert table.grid()[0][0] == (first or "Country")
    assert table.n_rows == (4 if group else 3)
    spans = {cell.text: (cell.row_span, cell.col_span) for cell in table.cells}
    assert spans["Country"] == spans["Number"] == ((2, 1) if group else (1, 1))
    assert spans["Men"] == (1, 1)


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("group", ["Share of all the people in the land", ""])
def test_names_of_groups_in_a_head_without_a_rule_under_them(group: str, ruled: bool) -> None:
    sheet = Sheet()
    xs = [60.0, 160.0, 260.0, 360.0]
    for y in (100.0, 130.0, *([146.0] if ruled else []), 162.0):
        sheet.rule(60, y, 360, y)
    for x in xs:
        sheet.rule(x, 130 if x == 260 else 100, x, 162)
    sheet.text(64, 112, "Country")
    sheet.text(260, 112, group, align="c")
    sheet.rows([164, 264], 126, [["of men", "of women"]])
    sheet.rows([64, 164, 264], 142, [["Austria", "109", "93"], ["Spain", "36", "40"]])
    (table,) = sheet.tables()
    head = [["Country", group, ""], ["", "of men", "of women"]] if group else [["Country", "of men", "of women"]]
    assert table.grid() == [*head, ["Austria", "109", "93"], ["Spain", "36", "40"]]


@pytest.mark.parametrize("ruled", [False, True])
def test_grounds_of_lines_in_a_ruled_cell(ruled: bool) -> None:
    sheet = Sheet()
    ys = [100.0, 114.0, *([127.5, 139.5] if ruled else []), 190.0]
    for line in range(6):
        sheet.bar(64, 116 + 12 * line, 128, 128 + 12 * line, 0.9)
    sheet.grid([60, 132, 260, 420], ys)
    sheet.rows([65, 140, 270], 111, [["Kind", "What it is", "Where it comes from"]])
    sheet.rows([65, 140, 270], 125, [["Fine", "very small", "from fires"]])
    sheet.text(140, 137, "particles in the air")
    sheet.text(140, 149, "that stay for days")
    (table,) = sheet.tables()
    assert table.n_rows == (4 if ruled else 2)
