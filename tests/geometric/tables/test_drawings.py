"""Drawings, forms and diagrams: straight lines and words in them that are no cells; beside each a near table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.tables import find_tables
from tests.geometric.tables.sheet import Sheet

ROWS = [["Tree", "Old", "New"], ["Ash", "7", "12"], ["Elm", "31", "8"], ["Oak", "5", "23"]]


def test_boxes_joined_by_strokes_are_a_diagram() -> None:
    sheet = Sheet()
    boxes = [(60, 100), (220, 160), (380, 130), (60, 240), (220, 300), (380, 270)]
    for number, (x, y) in enumerate(boxes):
        sheet.grid([x, x + 120], [y, y + 16, y + 50])
        sheet.text(x + 10, y + 12, f"Class {number}")
        sheet.text(x + 10, y + 28, f"name {number}: text")
        sheet.text(x + 10, y + 42, f"size {number}: number")
    for (x0, y0), (x1, y1) in pairwise(boxes):
        sheet.rule(x0 + 60, y0 + 50, x0 + 60, y1)
        sheet.rule(x0 + 60, y1, x1, y1)
    assert sheet.tables() == []


def test_a_grid_with_many_joined_cells_one_way_is_a_table() -> None:
    sheet = Sheet()
    for y in (100, 116, 132, 148, 164):
        sheet.rule(60, y, 360, y)
    for x in (60, 160, 260, 360):
        sheet.rule(x, 100, x, 116)
        sheet.rule(x, 148, x, 164)
    sheet.rule(60, 100, 60, 164)
    sheet.rule(360, 100, 360, 164)
    sheet.rows([65, 165, 265], 112, [ROWS[0], ["Broad leaves of all kinds are here", "", ""]])
    sheet.rows([65, 165, 265], 144, ROWS[2:])
    (table,) = sheet.tables()
    assert (table.n_rows, table.n_cols) == (4, 3)


@pytest.mark.parametrize("drawn", [True, False])
def test_curves_over_the_borders_of_a_grid_are_a_drawing(drawn: bool) -> None:
    sheet = Sheet()
    sheet.grid([60, 160, 260, 360], [100, 116, 132, 148, 164])
    sheet.rows([65, 165, 265], 112, ROWS)
    if drawn:
        sheet.curve(70, 110, 300, 150)
        sheet.curve(80, 160, 340, 105)
    assert len(sheet.tables()) == (0 if drawn else 1)


def test_a_page_that_is_looked_at_twice_has_each_drawing_once() -> None:
    sheet = Sheet()
    sheet.grid([60, 160, 260, 360], [100, 116, 132, 148, 164])
    sheet.rows([65, 165, 265], 112, ROWS)
    sheet.curve(70, 110, 300, 150)
    sheet.curve(80, 160, 340, 105)
    (page,) = read_pages(sheet.pdf())
    for _ in range(2):
        assert find_tables(page, 10.0) == []
        assert len(page.diagrams) == 1


@pytest.mark.parametrize("drawn", [True, False])
def test_words_among_curves_are_labels(drawn: bool) -> None:
    sheet = Sheet()
    rows = [["Ash", "7", "12", "3"], ["Elm", "31", "8", "4"], ["Oak", "5", "23", "6"], ["Fir", "9", "1", "8"]]
    sheet.rows([65, 165, 265, 365], 112, rows)
    if drawn:
        for x in (80, 180, 280):
            sheet.curve(x + 20, 110, x + 70, 150)
    assert len(sheet.tables()) == (0 if drawn else 1)


def test_members_of_a_class_with_their_signs() -> None:
    sheet = Sheet()
    for y in (98, 116, 190):
        sheet.rule(55, y, 300, y)
    sheet.text(150, 111, "Water Region", align="c")
    names = ["isolated: boolean", "nid: text", "geometry: surface", "permanency: kind", "region(): boundary"]
    sheet.rows([60, 75], 129, [["+" if n % 2 else "-", name] for n, name in enumerate(names)], 13)
    assert sheet.tables() == []


@pytest.mark.parametrize("colon", [":", ""])
def test_particulars_of_a_thing(colon: str) -> None:
    sheet = Sheet()
    rows = [
        ["Author", "7", "2"],
        ["Version", "1.0", "3"],
        ["Created", "2003-03-07", "4"],
        ["Updated", "2004-06-02", "5"],
    ]
    for number, row in enumerate(rows):
        sheet.rows([60, 160, 240], 112 + 14 * number, [[row[0] + colon, *row[1:]]])
    assert len(sheet.tables()) == (0 if colon else 1)
