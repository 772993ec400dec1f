"""Grids of rules: which borders are real, which walls the rules leave out, what stands in the cells."""

from __future__ import annotations

import itertools

import pytest

from tests.geometric.tables.sheet import Rows, Sheet

NUMBERS: Rows = [
    ["Country", "2007", "2006", "2005"],
    ["Austria", "109", "93", "89"],
    ["Germany", "123", "290", "391"],
    ["Spain", "36", "40", "107"],
    ["Estonia", "15", "42", "8"],
]
XS = [60.0, 160.0, 260.0, 360.0, 460.0]
STARTS = [x + 5 for x in XS[:-1]]


def _borders(top: float, count: int, pitch: float = 16) -> list[float]:
    return [top + pitch * row for row in range(count + 1)]


def test_a_full_grid() -> None:
    sheet = Sheet()
    sheet.grid(XS, _borders(100, 5))
    sheet.rows(STARTS, 112, NUMBERS)
    (table,) = sheet.tables()
    assert table.grid() == NUMBERS
    assert table.ruled
    assert table.header_rows == 1
    assert table.confidence == 1.0


def test_grounds_with_gaps_make_no_sliver_columns() -> None:
    sheet = Sheet()
    for row in range(5):
        # Word's cell padding: the head's grounds end elsewhere than the body's.
        inset = 0.0 if row == 0 else 5.0
        for left, right in itertools.pairwise(XS):
            sheet.bar(left + inset, 100 + 16 * row, right - 5.4 + inset, 115.5 + 16 * row, 0.8 if row else 0.6)
    sheet.rows([x + 8 for x in XS[:-1]], 112, NUMBERS)
    assert sheet.grids() == [NUMBERS]


def test_a_narrow_column_that_holds_text_stays() -> None:
    sheet = Sheet()
    xs = [60, 160, 170, 260]
    sheet.grid(xs, _borders(100, 4))
    rows = [["Item", "!", "Price"], ["Bolt", "a", "1.20"], ["Nut", "b", "0.80"], ["Pin", "c", "0.10"]]
    sheet.rows([63, 162, 175], 112, rows)
    assert sheet.grids() == [rows]


@pytest.mark.parametrize("open_rows", [{1, 2, 3, 4}, {2, 4}])
def test_rows_without_uprights_keep_to_the_columns_of_the_head(open_rows: set[int]) -> None:
    sheet = Sheet()
    ys = _borders(100, 5)
    for y in ys:
        sheet.rule(XS[0], y, XS[-1], y)
    for row in range(5):
        for x in (XS[0], XS[-1]) if row in open_rows else XS:
            sheet.rule(x, ys[row], x, ys[row + 1])
    sheet.rows(STARTS, 112, NUMBERS)
    assert sheet.grids() == [NUMBERS]


def test_a_line_over_the_columns_stays_one_cell() -> None:
    sheet = Sheet()
    ys = _borders(100, 4)
    for y in ys:
        sheet.rule(XS[0], y, XS[-1], y)
    for row in range(4):
        for x in (XS[0], XS[-1]) if row == 2 else XS:
            sheet.rule(x, ys[row], x, ys[row + 1])
    sheet.rows(STARTS, 112, NUMBERS[:2])
    sheet.text(65, 144, "Countries that joined the union in the year two thousand and four or later")
    sheet.rows(STARTS, 160, NUMBERS[4:])
    (table,) = sheet.tables()
    (wide,) = [cell for cell in table.cells if cell.row == 2 and cell.lines]
    assert wide.col_span == 4
    assert wide.text.startswith("Countries that joined")


def test_columns_inside_a_ruled_column() -> None:
    sheet = Sheet()
    sheet.grid([60, 180, 400], _borders(100, 6))
    rows = [["Offence", "Total", "Men", "Women"]] + [
        [f"Kind {n}", f"{n}1,062.6", f"{n},540.0", f"9,{n}22.6"] for n in range(1, 6)
    ]
    for number, row in enumerate(rows):
        sheet.text(65, 112 + 16 * number, row[0])
        for x, words in zip((240, 310, 380), row[1:], strict=True):
            sheet.text(x, 112 + 16 * number, words, align="r")
    assert sheet.grids() == [rows]


def test_bullets_in_a_column_are_no_column() -> None:
    sheet = Sheet()
    sheet.grid([60, 160, 420], _borders(100, 5, 18))
    sheet.text(65, 113, "Property")
    sheet.text(165, 113, "Reason")
    for row in range(1, 5):
        sheet.text(65, 113 + 18 * row, f"Property {row}")
        sheet.text(165, 113 + 18 * row, "\u2022")
        sheet.text(180, 113 + 18 * row, f"Item number {row} is not sensitive to change")
    (table,) = sheet.tables()
    assert table.n_cols == 2


def test_names_over_several_columns_are_parted() -> None:
    sheet = Sheet()
    ys = _borders(100, 5)
    xs = [60.0, 160.0, 210.0, 260.0, 310.0, 360.0]
    sheet.grid(xs, ys[1:])
    for x in (xs[0], xs[1], xs[-1]):
        sheet.rule(x, ys[0], x, ys[1])
    sheet.rule(xs[0], ys[0], xs[-1], ys[0])
    sheet.text(210, 112, "12/31/2009", align="c")
    sheet.text(310, 112, "12/31/2010", align="c")
    body = [["Loan", "$", "%", "$", "%"], ["Homes", "415", "25.0", "409", "27.5"], ["Shops", "36", "2.2", "33", "2.2"],
            ["Cars", "63", "0.4", "69", "0.5"]]  # fmt: skip
    sheet.rows([x + 5 for x in xs[:-1]], 128, body)
    (table,) = sheet.tables()
    assert table.grid()[0] == ["", "12/31/2009", "", "12/31/2010", ""]
    assert table.grid()[1:] == body


def test_header_cells_that_run_up_the_page() -> None:
    sheet = Sheet()
    sheet.grid([60, 120, 180, 240], [80, 180, 196, 212, 228])
    sheet.upright(155, 175, "Inlet pressure")
    sheet.upright(215, 175, "Flow rate")
    rows = [["Mass", "3.10", "0.33"], ["Heat", "1.00", "2.00"], ["Loss", "9.9", "8.8"]]
    sheet.rows([65, 125, 185], 192, rows)
    assert sheet.grids() == [[["", "Inlet pressure", "Flow rate"], *rows]]


def test_a_row_of_two_numbers_is_a_table_only_when_a_title_says_so() -> None:
    for title, expected in (("Table 1: two numbers.", 1), ("Figure 1: two numbers.", 0)):
        sheet = Sheet()
        sheet.text(60, 90, title)
        sheet.grid([60, 160, 260], [100, 130])
        sheet.rows([70, 170], 118, [["4.5", "6.7"]])
        assert len(sheet.tables()) == expected


def test_columns_of_values_set_close_inside_a_ruled_column() -> None:
    sheet = Sheet()
    sheet.grid([60, 180, 262], _borders(100, 6))
    rows = [["Offence", "All", "Men"]] + [[f"Kind {n}", f"{n}1,062.6", f"{n},540.0"] for n in range(1, 6)]
    for number, row in enumerate(rows):
        sheet.text(65, 112 + 16 * number, row[0])
        for x, words in zip((220, 258), row[1:], strict=True):
            sheet.text(x, 112 + 16 * number, words, align="r", size=8)
    assert sheet.grids() == [rows]


def _group(label: str, above: float) -> Sheet:
    """Two groups of four rows, the name of each ``above`` points over their middle."""
    sheet = Sheet()
    for y in (100, 116, 172, 228):
        sheet.rule(60, y, 400, y)
    for x in (60, 160, 280, 400):
        sheet.rule(x, 100, x, 228)
    sheet.rows([65, 165, 285], 112, [["Set", "First", "Second"]])
    for group in range(2):
        sheet.text(65, 147 + 56 * group - above, f"{label}{group}")
        sheet.rows([165, 285], 128 + 56 * group, [[f"5.{n}", f"24.{n}"] for n in range(4)], 13)
    return sheet


def test_the_name_half_way_down_a_group_of_rows_spans_them() -> None:
    (table,) = _group("Set ", 0).tables()
    assert (table.n_rows, table.n_cols) == (9, 3)
    assert [(c.row, c.row_span) for c in table.cells if c.text.startswith("Set ")] == [(1, 4), (5, 4)]


def test_the_name_on_the_first_row_of_a_group_is_in_that_row() -> None:
    (table,) = _group("Set ", 19).tables()
    assert (table.n_rows, table.n_cols) == (9, 3)
    assert [(c.row, c.row_span) for c in table.cells if c.text.startswith("Set ")] == [(1, 1), (5, 1)]


def test_a_line_over_sparse_columns_of_values_does_not_hide_them() -> None:
    sheet = Sheet()
    count = 12
    sheet.grid([60, 120, 400], _borders(100, count))
    places = (150, 200, 250, 300, 350)
    for x, name in zip(places, ("N", "dim", "h", "drop", "eps"), strict=True):
        sheet.text(x, 112, name, align="c")
    for row in range(1, count):
        sheet.text(65, 112 + 16 * row, f"Row {row}")
        filled = places if row == 1 else places[row % 4 : row % 4 + 2] if row < count - 1 else ()
        for x in filled:
            sheet.text(x, 112 + 16 * row, str(row * 32), align="c")
    sheet.text(250, 112 + 16 * (count - 1), "what is said of all of these by words", align="c")
    (table,) = sheet.tables()
    assert (table.n_rows, table.n_cols) == (count, 6)


@pytest.mark.parametrize("everywhere", [True, False])
def test_bullets_of_a_style_of_cells_are_left_out(everywhere: bool) -> None:
    sheet = Sheet()
    sheet.grid([60, 160, 260, 360], _borders(100, 3, 20))
    for row in range(3):
        for column in range(3):
            x, y = 65 + 100 * column, 114 + 20 * row
            if everywhere or column == 0:
                sheet.text(x, y - 4, "\u2022", size=6)
            sheet.text(x + 14, y, f"Cell {row}{column}", size=12)
    (table,) = sheet.tables()
    assert ("\u2022" not in str(table.grid())) is everywhere
    assert len(table.marks) == (9 if everywhere else 0)  # the report accounts for them
