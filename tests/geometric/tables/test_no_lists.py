"""Contents, indexes, authors and fields that align and are no tables; beside each the near case that is one."""

from __future__ import annotations

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont

from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.tables import find_tables
from tests.geometric.tables.sheet import Sheet


@pytest.mark.parametrize("led", [True, False])
def test_the_last_entries_of_a_contents_page(led: bool) -> None:
    sheet = Sheet()
    rows = [["7", "Summary of it all", "97"], ["A", "Concepts", "99"], ["B", "Spaces and limits", "112"]]
    sheet.rows([60, 90, 400], 100, rows)
    if led:
        sheet.text(200, 132, ". . . . . . . . . . . . .")
    assert bool(sheet.tables()) == (not led)


@pytest.mark.parametrize("leader", [" . . . . . . .", ""])
def test_contents_in_two_columns(leader: str) -> None:
    sheet = Sheet()
    rows = [
        [f"Part of {index}{leader}", str(index * 3), f"Piece of {index}{leader}", str(40 + index)] for index in range(9)
    ]
    sheet.rows([60, 200, 300, 450], 100, rows)
    assert bool(sheet.tables()) == (not leader)


@pytest.mark.parametrize("comma", [True, False])
def test_an_index_of_functions_in_two_columns(comma: bool) -> None:
    sheet = Sheet()
    names = [
        "abs()",
        "acos()",
        "asin()",
        "atan()",
        "clip",
        "color",
        "exp()",
        "fix()",
        "log()",
        "rnd()",
        "sin()",
        "tan()",
    ]
    rows = [[f"{name}, {index}", f"{name[0]}{index * 7}(), {60 + index}"] for index, name in enumerate(names, 40)]
    plain = [[name, str(60 + 7 * index % 13)] for index, name in enumerate(names)]
    sheet.rows([60, 200], 100, rows if comma else plain, 12)
    assert bool(sheet.tables()) == (not comma)


@pytest.mark.parametrize("dots", [" .".join([""] * 12), ". . . . . . . ."])
def test_contents_in_two_columns_are_none(dots: str) -> None:
    sheet = Sheet()
    rows = []
    for row in range(8):
        rows.append(
            [
                f"1.{row}",
                f"Matter {'abcdefgh'[row]}{dots}",
                f"{row}",
                f"2.{row} Other {'stuvwxyz'[row]}{dots}",
                f"{9 + row}",
            ]
        )
    rows[3][3:] = ["", ""]
    sheet.rows([60, 90, 260, 300, 480], 112, rows)
    assert sheet.tables() == []


@pytest.mark.parametrize(("colon", "tables"), [("：", 0), ("の", 1)])
def test_particulars_with_wide_colons_are_none(colon: str, tables: int) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    sheet = Sheet()
    for row, words in enumerate(("教授", "学生", "申請", "工学", "大学", "学科")):
        sheet.text(170, 200 + 14 * row, words, face="HeiseiMin-W3")
        sheet.text(240, 200 + 14 * row, f"先生{colon}{words}", face="HeiseiMin-W3")
        sheet.text(340, 200 + 14 * row, f"{row}{row * 7 + 3}")
    assert len(sheet.tables()) == tables


def test_persons_under_bold_names_on_the_first_page_are_none() -> None:
    sheet = Sheet()
    for _ in range(2):
        sheet.rows([120, 380], 600, [["Advisors", "Director"]], face="Helvetica-Bold")
        sheet.rows([120, 380], 616, [["Prof. Alba Name", "Prof. Other Name"], ["Dr. Third Name", ""]], 14)
        sheet.next_page()
    assert [len(find_tables(page, 10.0)) for page in read_pages(sheet.pdf())][:2] == [0, 1]


@pytest.mark.parametrize("rise", [True, False])
def test_contents_of_which_only_a_column_has_dots(rise: bool) -> None:
    sheet = Sheet()
    pages = [4, 4, 5, 7, 9] if rise else [4, 9, 2, 7, 1]
    for index, page in enumerate(pages):
        dots = " . . . . . . ." if index % 2 else ""
        cells = [f"Part of {index}", str(index + 1), f"Piece of {index}{dots}", str(page)]
        sheet.rows([60, 200, 300, 450], 100 + 16 * index, [cells])
    assert bool(sheet.tables()) == (not rise)


@pytest.mark.parametrize(("second", "tables"), [([7, 8, 8, 9, 11, 12], 0), ([4, 9, 2, 9, 1, 7], 1)])
def test_two_lists_of_pages_side_by_side_are_contents(second: list[int], tables: int) -> None:
    sheet = Sheet()
    for row, (a, b) in enumerate(zip([1, 2, 2, 3, 5, 6], second, strict=True)):
        sheet.rows([60, 220, 300, 470], 112 + 14 * row, [[f"Matter {row}", str(a), f"Other {row}", str(b)]])
    assert len(sheet.tables()) == tables


@pytest.mark.parametrize(("gap", "tables"), [(3.0, 0), (20.0, 1)])
def test_values_on_lines_behind_labels_are_fields(gap: float, tables: int) -> None:
    sheet = Sheet()
    for row, (label, name, part) in enumerate([("Name", "Anna Neu", "student"), ("Guide", "Max Alt", "reader"),
                                               ("Other", "Eva Klein", "second")]):  # fmt: skip
        sheet.text(160 - gap, 200 + 24 * row, label, align="r")
        sheet.rows([170, 260], 200 + 24 * row, [[name, part]])
        sheet.rule(160, 203 + 24 * row, 330, 203 + 24 * row)
    assert len(sheet.tables()) == tables


@pytest.mark.parametrize(("size", "tables"), [(14.0, 0), (10.0, 1)])
def test_a_heading_with_its_number_stands_in_no_table(size: float, tables: int) -> None:
    sheet = Sheet()
    sheet.rule(60, 100, 300, 100)
    sheet.rows([60, 90], 114, [["1", "one matter"], ["2", "another"], ["3", "the third"]], 14)
    sheet.rows([60, 90], 160, [["4", "Language"]], size=size)
    sheet.rows([60, 90], 178, [["5", "English"], ["6", "French"]], 14)
    sheet.rule(60, 210, 300, 210)
    assert len(sheet.tables()) == tables


@pytest.mark.parametrize(("align", "count"), [("c", 0), ("l", 1)])
def test_authors_in_a_grid_on_the_first_page_are_none(align: str, count: int) -> None:
    sheet = Sheet()
    for x, name in ((120, "Luis Vidal"), (300, "Maria Silva"), (480, "Henry Tudor")):
        sheet.text(x, 200, name, face="Helvetica-Bold", align=align)
        sheet.text(x, 214, f"Institution of {name.split()[1]}s", align=align)
        sheet.text(x, 228, "City, State", align=align)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("pages", "tables"), [(["1", "1", "2"], 0), (["3.5", "1.2", "2.7"], 1)])
def test_three_sections_with_their_pages_are_contents(pages: list[str], tables: int) -> None:
    sheet = Sheet()
    rows = [
        [str(n), name, page] for n, (name, page) in enumerate(zip(["Simple use", "Use", "Code"], pages, strict=True), 1)
    ]
    sheet.rows([60, 80, 360], 112, rows)
    assert len(sheet.tables()) == tables
