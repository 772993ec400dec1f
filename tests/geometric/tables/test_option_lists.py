"""Options with what they do, in two columns under a bold name; labels half-way down the lines beside them."""

from __future__ import annotations

import pytest

from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.tables.option_lists import settled
from pdf_extractor_ai.geometric.tables.pieces import visual_rows
from tests.geometric.setting import line
from tests.geometric.tables.sheet import Sheet

OPTIONS = [["-elua", "Makes wrappers for small devices"], ["-noproxy", "Leaves out all of the proxies"],
           ["-oldnames", "Old names for the variables"], ["-package <name>", "Sets the name of it"]]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "face"), [("Java options", "Helvetica-Bold"), ("Java options", "Helvetica"), ("", "")]
)
def test_a_bold_name_over_options(name: str, face: str) -> None:
    sheet = Sheet()
    if name:
        sheet.text(64, 100, name, face)
    sheet.rows([60, 160], 113, OPTIONS, 13)
    assert sheet.grids() == ([[["Java options", ""], *OPTIONS]] if face.endswith("Bold") else [])


def test_a_label_half_way_down_is_in_the_row_of_the_first_line() -> None:
    sheet = Sheet()
    sheet.text(64, 100, "Java options", "Helvetica-Bold")
    sheet.rows([60, 160], 113, OPTIONS[:2], 13)
    sheet.text(160, 139, "Old names for the variables that stand")
    sheet.text(60, 145, "-oldnames")
    sheet.text(160, 151, "in between.")
    sheet.rows([60, 160], 164, OPTIONS[3:], 13)
    (grid,) = sheet.grids()
    assert grid[3] == ["-oldnames", "Old names for the variables that stand in between."]
    assert len(grid) == 5


@pytest.mark.parametrize(
    "middle",
    [line("a line of the left column as long as any", 60, 106), line("-x", 60, 112), line("2.5", 60, 106)],
    ids=["columns of text", "a line of its own", "a number at an axis"],
)
def test_rows_that_stay(middle: Line) -> None:
    lines = [line("a line of the right column as long", 300, 100), line("as its neighbours are, and no less", 300, 112)]
    rows = visual_rows([*lines, middle])
    assert settled(rows) == rows


@pytest.mark.parametrize("labels", [True, False])
def test_two_long_lines_with_a_label_each_are_rows(labels: bool) -> None:
    sheet = Sheet()
    wide = ["Makes types of the language rather than classes that stand before them",
            "Turns on the mode of casts in which one of the types becomes another"]  # fmt: skip
    rows = [["-builtin", wide[0]], ["-castmode" if labels else "", wide[1]], *OPTIONS]
    sheet.text(64, 100, "Java options", "Helvetica-Bold")
    sheet.rows([60, 160], 113, rows, 13)
    assert [grid[1:] for grid in sheet.grids()] == ([rows] if labels else [])
