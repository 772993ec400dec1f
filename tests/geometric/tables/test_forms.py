"""Forms: labels with room under them and boxes to tick are text, tables that look like them stay."""

from __future__ import annotations

import io
import itertools

import pytest
from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.tables import find_tables
from tests.geometric.tables.sheet import HEIGHT, WIDTH, Rows, Sheet

XS = [60.0, 220.0, 330.0, 440.0]
LABELS: Rows = [["First name and initial", "Last name", "Number"], ["Home address", "City or town", "State"]]


@pytest.mark.parametrize(("size", "pitch", "tables"), [(7, 26, 0), (7, 11, 1), (10, 26, 1)])
def test_small_labels_with_room_under_them_are_boxes_to_fill(size: float, pitch: float, tables: int) -> None:
    sheet = Sheet()
    sheet.grid(XS, [100 + pitch * row for row in range(5)])
    for row, cells in enumerate([*LABELS, ["Date of birth", "Town of birth", "Land"], ["Work", "Since", "Until"]]):
        sheet.rows([x + 3 for x in XS[:-1]], 100 + pitch * row + size, [cells], size=size)
    for row in range(6):
        sheet.text(60, 300 + 12 * row, "Text of the usual size stands below the form, as on most pages.")
    assert len(sheet.tables()) == tables


def test_labels_beside_a_longer_cell_are_a_table() -> None:
    sheet = Sheet()
    sheet.grid(XS[:3], [100, 128, 156])
    for top, (label, *lines) in ((100, ["Usage", "What is allowed", "and what is not", "is told here"]),
                                 (128, ["Kind", "The kind of user", "is given by one", "of four words"])):  # fmt: skip
        sheet.text(63, top + 8, label, size=7)
        for number, line in enumerate(lines):
            sheet.text(223, top + 8 + 8 * number, line, size=7)
    assert len(sheet.tables()) == 1


def _ticks(columns: bool) -> bytes:
    """Rows of words with boxes to tick: beside the words, or in columns of their own."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Helvetica", 9)
    for x, y in itertools.product(XS, range(3)):
        canvas.line(XS[0], HEIGHT - 100 - 20 * y, XS[-1], HEIGHT - 100 - 20 * y)
        canvas.line(x, HEIGHT - 100, x, HEIGHT - 160)
    canvas.line(XS[0], HEIGHT - 160, XS[-1], HEIGHT - 160)
    words = [["Service", "Yes", "No"], ["Army", "", ""], ["Navy", "", ""]] if columns else [
        ["Single", "Married", "Head of all"], ["Yes, I do", "No, not I", "Some of it"], ["Young", "Old", "Neither"]
    ]  # fmt: skip
    for row, cells in enumerate(words):
        for col, text in enumerate(cells):
            base = HEIGHT - 114 - 20 * row
            canvas.drawString(XS[col] + (4 if columns else 22), base, text)
            if not text or not columns:
                canvas.acroForm.checkbox(name=f"box{row}{col}", x=XS[col] + 6, y=base - 2, size=12, borderWidth=0.5)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize(("columns", "tables"), [(True, 1), (False, 0)])
def test_boxes_to_tick_beside_words_make_a_form(columns: bool, tables: int) -> None:
    assert [len(find_tables(page, 9.0)) for page in read_pages(_ticks(columns))] == [tables]


@pytest.mark.parametrize(("joined", "tables"), [(True, 1), (False, 0)])
def test_two_boxes_joined_by_a_stroke_are_no_grid(joined: bool, tables: int) -> None:
    sheet = Sheet()
    ys = [100.0, 116.0, 132.0, 164.0]
    sheet.grid([60, 160], ys)
    sheet.grid([240, 340], ys)
    for y in ys if joined else [140.0]:
        sheet.rule(160, y, 240, y)
    sheet.rows([65, 165, 245], 112, [["Water", "bound to", "Island"], ["one", "two", "three"], ["four", "five", "six"]])
    assert len(sheet.tables()) == tables


@pytest.mark.parametrize("corner", [True, False])
def test_three_boxes_at_a_corner_are_no_grid(corner: bool) -> None:
    sheet = Sheet()
    sheet.grid([60, 160, 260], [100, 140])
    sheet.grid([60, 160], [140, 180])
    if not corner:
        sheet.grid([160, 260], [140, 180])
    sheet.rows([65, 165], 125, [["Must", "Can"], ["Can too", ""]], 40)
    assert len(sheet.tables()) == (0 if corner else 1)


@pytest.mark.parametrize("icons", [True, False])
def test_names_under_icons_are_labels(icons: bool) -> None:
    sheet = Sheet()
    starts = [80.0, 180.0, 280.0]
    if icons:
        for x in starts:
            sheet.curve(x + 5, 84, x + 25, 100)
    sheet.rows(starts, 114, [["Wearable", "Data", "Network"]], face="Helvetica-Bold")
    sheet.rows(starts, 128, [["worn on arms", "of all kinds", "of networks"], ["(band)", "(file)", "(line)"]], 13)
    assert len(sheet.tables()) == (0 if icons else 1)


@pytest.mark.parametrize("grounds", [True, False])
def test_words_on_grounds_in_the_fields_of_a_tree_are_a_diagram(grounds: bool) -> None:
    sheet = Sheet()
    sheet.grid([60, 260, 460], [100, 200, 300])
    for x in (70, 165, 270, 365):
        for y in (110, 150, 210, 250):
            if grounds:
                sheet.bar(x, y, x + 85, y + 20, 0.9)
            sheet.text(x + 5, y + 13, f"organ {x // 30}{'abcd'[y // 50 - 2]}")
    assert len(sheet.tables()) == (0 if grounds else 1)
