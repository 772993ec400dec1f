"""Tables that go on over the end of a page, and those that do not."""

from __future__ import annotations

import pytest

from pdf_extractor_ai.errors import ExtractionCancelledError
from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.tables import find_tables, join_over_pages, tables_over_ends
from tests.geometric.tables.sheet import Rows, Sheet

XS = [60.0, 130.0, 280.0, 380.0]
HEAD = ["No", "Station", "Height"]


def _page(sheet: Sheet, top: float, rows: Rows, pitch: float = 18) -> None:
    sheet.grid(XS, [top + pitch * n for n in range(len(rows) + 1)])
    sheet.rows([x + 5 for x in XS[:-1]], top + 13, rows, pitch)


def _numbered(first: int, last: int) -> Rows:
    return [[str(n), f"Station {n}", f"{n}.05"] for n in range(first, last + 1)]


def _two_pages(first: Rows, second: Rows, above: str = "") -> Sheet:
    sheet = Sheet()
    _page(sheet, 792 - 18 * len(first), first)
    sheet.next_page()
    if above:
        sheet.text(60, 62, above)
    _page(sheet, 72, second)
    return sheet


def test_a_table_goes_on_without_its_head() -> None:
    (table,) = _two_pages([HEAD, *_numbered(1, 29)], _numbered(30, 40)).joined()
    assert table.grid() == [HEAD, *_numbered(1, 40)]
    assert table.row_pages == [1] * 30 + [2] * 11
    assert [page for page, *_ in table.boxes] == [1, 2]


def test_a_repeated_head_is_one_head() -> None:
    sheet = _two_pages([HEAD, *_numbered(1, 29)], [HEAD, *_numbered(30, 40)], "Table 1 (continued)")
    (table,) = sheet.joined()
    assert table.grid() == [HEAD, *_numbered(1, 40)]
    assert table.header_rows == 1


def test_a_table_of_other_columns_stays_another_table() -> None:
    sheet = Sheet()
    _page(sheet, 792 - 18 * 20, [HEAD, *_numbered(1, 19)])
    sheet.next_page()
    sheet.grid([60, 200, 380], [72, 90, 108, 126])
    rows = [["Item", "Price"], ["Bolt", "1.20"], ["Nut", "0.80"]]
    sheet.rows([65, 205], 85, rows, 18)
    assert [table.grid() for table in sheet.joined()] == [[HEAD, *_numbered(1, 19)], rows]


def test_text_between_them_keeps_two_tables_apart() -> None:
    sheet = Sheet()
    _page(sheet, 792 - 18 * 20, [HEAD, *_numbered(1, 19)])
    sheet.next_page()
    sheet.text(60, 150, "The second survey was made a year later, with the same instruments.")
    _page(sheet, 172, [HEAD, *_numbered(1, 9)])
    assert [table.n_rows for table in sheet.joined()] == [20, 10]


def test_a_row_that_the_page_end_splits_is_one_row() -> None:
    half: Rows = [["30", "Station 30, on the hill above", "30.05"]]
    rest: Rows = [["", "the harbour", ""]]
    (table,) = _two_pages([HEAD, *_numbered(1, 28), *half], [*rest, *_numbered(31, 36)]).joined()
    assert table.grid()[29] == ["30", "Station 30, on the hill above the harbour", "30.05"]
    assert table.grid()[30] == ["31", "Station 31", "31.05"]


def test_a_split_row_whose_label_stands_on_the_second_page() -> None:
    half: Rows = [["", "Station 30, on the hill above", ""]]
    rest: Rows = [["30", "the harbour", "30.05"]]
    (table,) = _two_pages([HEAD, *_numbered(1, 28), *half], [*rest, *_numbered(31, 36)]).joined()
    assert table.grid()[29] == ["30", "Station 30, on the hill above the harbour", "30.05"]


def test_the_parts_are_there_when_nobody_joins_them() -> None:
    sheet = _two_pages([HEAD, *_numbered(1, 29)], _numbered(30, 40))
    found = [(page.number, table) for page in read_pages(sheet.pdf()) for table in find_tables(page, 10.0)]
    assert [table.n_rows for _, table in found] == [30, 11]
    assert len(join_over_pages(found)) == 1


def test_open_columns_agree_by_their_middle_where_widths_differ() -> None:
    sheet = Sheet()
    for first, last, names in ((1, 9, ["alpha", "beta"]), (10, 16, ["a much longer name", "another long one"])):
        top = 792 - 16 * 11 if first == 1 else 72
        if first == 1:
            sheet.rows([90, 240, 390], top, [["Option", "Type", "Default"]], face="Helvetica-Bold")
            top += 16
        for number in range(first, last + 1):
            for x, words in zip((110, 260, 410), (names[number % 2], f"kind {number}", f"{number}.5"), strict=True):
                sheet.text(x, top + 16 * (number - first), words, align="c")
        if first == 1:
            sheet.next_page()
    (table,) = sheet.joined()
    assert table.n_rows == 17
    assert table.row_pages[-1] == 2


def words_over_a_page_end(sheet: Sheet, before: int, rows: int = 7) -> list[list[str]]:
    """Names and rows of words, ``before`` of all these at the foot of the first page."""
    for y in range(60, 700, 12):
        sheet.text(60, y, "Running text fills the page down to where the table begins, line after line of it.")
    table = [["Family", "Link", "Kind"]]
    table += [[f"name{index}", f"link of {index}", "one" if index % 2 else "another"] for index in range(rows)]
    sheet.rows([80, 200, 320], 730, table[:before], 13)
    return table


@pytest.mark.parametrize("before", [2, 3, 4])
def test_two_rows_at_the_foot_whose_table_goes_on(before: int) -> None:
    sheet = Sheet()
    table = words_over_a_page_end(sheet, before)
    sheet.next_page()
    end = sheet.rows([80, 200, 320], 60, table[before:], 13)
    sheet.text(60, end + 20, "More text follows below the table, which ends here for good and all.")
    found = sheet.joined()
    assert [joined.grid() for joined in found] == [table]
    assert found[0].row_pages == [1] * before + [2] * (8 - before)
    assert all(line.baseline < 200 for cell in found[0].cells if cell.row >= before for line in cell.lines)


def test_rows_at_the_foot_are_text_where_nothing_goes_on() -> None:
    sheet = Sheet()
    words_over_a_page_end(sheet, 2)
    sheet.next_page()
    for y in range(60, 300, 12):
        sheet.text(60, y, "Running text fills the page down to where the table begins, line after line of it.")
    assert sheet.joined() == []


def test_rows_of_other_columns_overleaf_are_no_part_of_it() -> None:
    sheet = Sheet()
    table = words_over_a_page_end(sheet, 3)
    sheet.next_page()
    sheet.rows([60, 140, 420], 60, table[3:5], 13)
    assert sheet.joined() == []


def test_a_shifted_page_and_a_cell_that_the_end_splits() -> None:
    sheet = Sheet()
    table = words_over_a_page_end(sheet, 3)
    sheet.next_page()
    sheet.text(350, 60, "and more of it")
    sheet.rows([110, 230, 350], 73, table[3:], 13)
    sheet.text(90, 180, "Text that begins further right on this page, as on all pages of its side.")
    table[2][2] += " and more of it"
    assert [joined.grid() for joined in sheet.joined()] == [table]


def test_the_search_over_page_ends_can_be_stopped() -> None:
    sheet = Sheet()
    for _ in range(3):
        sheet.rows([60, 260], 100, [["Ash", "7"], ["Elm", "31"]])
        sheet.next_page()
    pages = list(read_pages(sheet.pdf()))
    calls: list[int] = []

    def check() -> None:
        calls.append(len(calls))
        if len(calls) == 2:
            raise ExtractionCancelledError("enough")

    with pytest.raises(ExtractionCancelledError):
        tables_over_ends(pages, 10.0, check)
    assert calls == [0, 1]
