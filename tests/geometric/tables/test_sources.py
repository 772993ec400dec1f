"""Source text beside what comes of it, boxes of their own width, contents whose names go on: no tables."""

from __future__ import annotations

import pytest

from tests.geometric.paper import markdown
from tests.geometric.tables.sheet import Sheet


def _beside(sheet: Sheet, left: list[str], right: list[str]) -> None:
    sheet.grid([60, 260, 460], [90, 90 + 16 * len(left)])
    for row, pair in enumerate(zip(left, right, strict=True)):
        sheet.rows([66, 270], 102 + 16 * row, [list(pair)])


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        ("\\begin{poem}", "\\end{poem}", 0), ("<poem>", "</poem>", 0), ("\\begin{poem}", "\\end{song}", 1),
        ("poem", "song", 1),
    ],
)  # fmt: skip
def test_a_source_beside_what_comes_of_it(first: str, last: str, count: int) -> None:
    sheet = Sheet()
    left = [first, "2.5", "3.5", "4.5", last]
    _beside(sheet, left, ["5", "6", "7", "8", "9"])
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("end", "count"), [("\\\\", 0), ("", 1)])
def test_lines_that_end_as_those_of_a_table_in_its_source(end: str, count: int) -> None:
    sheet = Sheet()
    for row in range(6):
        sheet.rows([60, 180, 300], 100 + 14 * row, [[f"{row}.5{end}", f"{3 * row}", f"{row * row}"]])
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("widths", "count"), [((30, 42, 24, 50), 0), ((50, 50, 50, 50), 1)])
def test_boxes_as_wide_as_their_words(widths: tuple[int, ...], count: int) -> None:
    sheet = Sheet()
    for row, width in enumerate(widths):
        top = 100 + 16 * row
        sheet.grid([200 - width / 2, 200 + width / 2], [top, top + 14])
        sheet.text(200, top + 11, "ABCD"[row] * (width // 12), align="c")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("name", "count"), [("Contents", 0), ("Samples", 1)])
def test_a_name_of_contents_over_its_only_entry(name: str, count: int) -> None:
    sheet = Sheet()
    sheet.text(60, 100, name, face="Helvetica-Bold")
    sheet.rows([60, 90, 400], 114, [["1", "On this file", "1"], ["2", "On others", "4"]])
    for y in (88, 103, 134):
        sheet.rule(60, y, 420, y)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("second", "count"), [(".", 0), ("4", 1)])
def test_a_stop_behind_a_blank_is_no_cell(second: str, count: int) -> None:
    sheet = Sheet()
    sheet.bar(60, 88, 420, 104)
    sheet.rows([66, 360], 100, [["Task", "Marks"]], face="Helvetica-Bold")
    sheet.rows([66, 372], 118, [["This is a gap", second], ["This is another", second], ["None", ""]])
    assert len(sheet.tables()) == count


def test_entries_whose_names_go_on_in_two_columns() -> None:
    sheet = Sheet()
    numbers = ["1", "2", "2.1", "2.2", "3"]
    for col, x in enumerate((60, 310)):
        for row, number in enumerate(numbers):
            step = 14.0 * number.count(".")
            y = 112 + 26 * row + 5 * col
            chapter, *rest = number.split(".")
            sheet.text(x + step, y, ".".join([str(int(chapter) + 3 * col), *rest]))
            sheet.text(x + step + 26, y, f"How {'abcde'[row]} is to be")
            sheet.text(x + step + 26, y + 12, "done by hand")
            sheet.text(x + 215, y + 12, str(2 + row + 9 * col), align="r")
    assert sheet.tables() == []
    assert "- 2.1 How c is to be done by hand … 4\n" in markdown(sheet.pdf()).replace("  -", "-")


@pytest.mark.parametrize(("step", "count"), [(1, 0), (5, 1)])
def test_three_numbered_lines_of_code(step: int, count: int) -> None:
    sheet = Sheet()
    sheet.bar(60, 88, 420, 104)
    sheet.rows([66, 100], 100, [["No", "Source"]], face="Helvetica-Bold")
    for row in range(3):
        number = str(1 + step * row)
        sheet.rows([66, 100], 118 + 12 * row, [[number, f"set {'abc'[row]} = out"]], face="Courier")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("marks", "count"), [(["", "", "", ""], 0), (["4", "8", "3", "5"], 1)])
def test_tasks_between_the_bars_that_name_them(marks: list[str], count: int) -> None:
    sheet = Sheet()
    for task in range(2):
        top = 88 + 60 * task
        sheet.bar(60, top, 420, top + 16)
        sheet.rows([66, 360], top + 12, [[f"Task {task + 1}", "12 marks"]], face="Helvetica-Bold")
        for row, letter in enumerate("ab"):
            words = [f"{letter}) fill the tank and read", marks[2 * task + row]]
            sheet.rows([66, 360], top + 30 + 14 * row, [words])
    assert bool(sheet.tables()) == bool(count)


@pytest.mark.parametrize(
    ("names", "values", "count"),
    [
        (["Command", "Effect"], ["$ make", "$ make test", "$ make all", "$ ls"], 0),
        (["Item", "Cost"], ["$ 120", "$ 2,300", "$ 45", "$ 81"], 1),
        (["# of places", "% of all"], ["12", "18", "25", "31"], 1),
    ],
)
def test_what_a_shell_prints_before_a_command_is_no_sign_of_money(
    names: list[str], values: list[str], count: int
) -> None:
    sheet = Sheet()
    for y in (100, 117, 185):
        sheet.rule(55, y, 320, y)
    sheet.rows([60, 200], 112, [names])
    sheet.rows([60, 200], 130, [[value, f"{row}.5"] for row, value in enumerate(values)])
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("sign", "count"), [("=", 0), ("&", 1)])
def test_formulas_with_their_numbers_before_them(sign: str, count: int) -> None:
    sheet = Sheet()
    for row in range(6):
        words = f"{'abcdef'[row]} {sign} 7" if row < 2 else str(row)
        cells = [f"({row + 7})", words, str(row * 7), str(40 - row)]
        sheet.rows([60, 150, 240, 330], 100 + 16 * row, [cells])
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("fence", "count"), [("|", 0), ("5", 1)])
def test_what_is_left_of_high_bars(fence: str, count: int) -> None:
    sheet = Sheet()
    for row in range(5):
        sheet.rows([60, 150, 240, 330], 100 + 14 * row, [[f"{row}.5", fence, str(row * row), fence]])
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("first", "count"), [("abdefghilm", 0), ("mbkafcidhg", 1)])
def test_an_index_without_commas(first: str, count: int) -> None:
    sheet = Sheet()
    sheet.rows([60, 250], 84, [["Name", "Other"]], face="Helvetica-Bold")
    sheet.rule(60, 88, 420, 88)
    for row, (a, b) in enumerate(zip(first, "nopqrstuvw", strict=True)):
        sheet.rows([60, 250], 100 + 13 * row, [[f"{a}sp (part) {3 * row + 2}, {40 + row}", f"{b}sp {row * 5 % 7 + 1}"]])
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("extra", "count"), [("School of the Town", 0), ("7.5", 1)])
def test_particulars_in_most_cells_of_a_frame(extra: str, count: int) -> None:
    sheet = Sheet()
    labels = (
        ("Title: Tanks", "Degree: Master", "Field: Pumps", "Year: 2011")
        if count == 0
        else ("Tanks", "Mill", "Pump", "A")
    )
    for row, label in enumerate(labels):
        sheet.rule(60, 88 + 20 * row, 420, 88 + 20 * row)
        sheet.rows([66, 250], 101 + 20 * row, [[label, extra if row % 2 else label.replace("T", "L")]])
    sheet.rule(60, 168, 420, 168)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("words", "count"), [("UNIVERSITY OF WATER", 0), ("WATER", 1)])
def test_words_that_have_no_room_in_their_boxes(words: str, count: int) -> None:
    sheet = Sheet()
    for row in range(2):
        sheet.grid([100, 150], [100 + 8 * row, 106 + 8 * row])
        sheet.text(125, 106 + 8 * row, words, size=6, align="c")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("gap", "count"), [(1.25, 0), (4, 1)])
def test_code_cut_at_mere_blanks(gap: float, count: int) -> None:
    sheet = Sheet()
    for y in (88, 104, 124, 152):
        sheet.rule(60, y, 420, y)
    for y, row in ((99, 1), (136, 2), (148, 3)):
        words = f"set(level{row},"
        sheet.rows([64, 64 + 6 * (len(words) + gap)], y, [[words, f"out={row}.5)"]], face="Courier")
    sheet.text(64, 117, "Read again")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("label", "count"), [("Default: ", 0), ("", 1)])
def test_one_label_in_every_cell_of_the_last_column(label: str, count: int) -> None:
    sheet = Sheet()
    sheet.rule(60, 88, 400, 88)
    for row in range(5):
        sheet.rows([60, 280], 100 + 20 * row, [[f"inner/skip{row} = x", f"{label}{row}.5"]])
        sheet.rule(60, 106 + 20 * row, 400, 106 + 20 * row)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("size", "count"), [(6.0, 0), (10.0, 1)])
def test_small_numbers_before_the_lines_of_a_listing(size: float, count: int) -> None:
    sheet = Sheet()
    for row in range(30):
        sheet.text(60, 60 + 12 * row, "The levels of all tanks were read again by hand in the morning.")
    for row in range(9):
        sheet.text(72, 440 + 13 * row, str(row * 7 + 35), size=size, align="r")
        sheet.rows([80, 230.7], 440 + 13 * row, [["\\new:N", f"\\level{row}"]], face="Courier")
        sheet.text(330.4, 440 + 13 * row, f"{row}.5", face="Courier")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("step", "count"), [(1, 0), (7, 1)])
def test_numbers_set_with_the_lines_of_a_listing(step: int, count: int) -> None:
    sheet = Sheet()
    for row in range(9):
        words = [f"{12 + step * row} \\new:N", f"\\level{row}", f"{row}.5"]
        sheet.rows([80, 230.7, 330.4], 440 + 13 * row, [words], face="Courier")
    assert len(sheet.tables()) == count
