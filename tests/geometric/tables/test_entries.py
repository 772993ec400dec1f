"""Contents in columns, beside text and beside line numbers: no tables, and read column by column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.tables import ContentsColumn, contents_columns
from pdf_extractor_ai.geometric.tables.entries import follows
from tests.geometric.paper import PROSE, markdown
from tests.geometric.tables.sheet import Sheet

NUMBERS = ["1", "2", "2.1", "2.2", "2.2.1", "3", "3.1", "4"]
NAMES = ["Introduction", "The plan", "Its aim", "Its ways", "One way", "The work", "By hand", "The end"]


def _column(sheet: Sheet, x: float, y: float, first: int, pages: list[int], size: float = 10) -> None:
    for row, (number, name, page) in enumerate(zip(NUMBERS, NAMES, pages, strict=True)):
        chapter, *rest = number.split(".")
        step = 14.0 * len(rest)
        sheet.text(x + step, y + 13 * row, ".".join([str(int(chapter) + first), *rest]), size=size)
        sheet.text(x + step + 28, y + 13 * row, name, size=size)
        sheet.text(x + 215, y + 13 * row, str(page), size=size, align="r")


def _columns(sheet: Sheet) -> list[ContentsColumn]:
    return [column for page in read_pages(sheet.pdf()) for column in contents_columns(page.lines)]


RISING = [1, 2, 2, 3, 5, 6, 6, 9]
FALLING = [31, 2, 25, 3, 50, 6, 16, 9]


def test_contents_in_two_columns_are_read_one_after_the_other() -> None:
    sheet = Sheet()
    sheet.text(60, 90, "Contents", face="Helvetica-Bold")
    _column(sheet, 60, 112, 0, RISING)
    _column(sheet, 310, 112, 4, [page + 9 for page in RISING])
    assert sheet.tables() == []
    text = markdown(sheet.pdf())
    entries = ("1 Introduction", "4 The end", "5 Introduction", "8 The end")
    places = [text.index(f"- {entry}") for entry in entries]
    assert places == sorted(places)
    assert "2.2.1 One way … 5" in text


def test_parts_lettered_within_a_numbered_section_are_entries_once() -> None:
    sheet = Sheet()
    sheet.text(60, 90, "Contents", face="Helvetica-Bold")
    numbers = ["I.", "A.", "B.", "C.", "D.", "II.", "III.", "IV.", "V."]
    for row, (number, name) in enumerate(zip(numbers, [*NAMES, "The annex"], strict=True)):
        step = 12.0 if number in ("A.", "B.", "C.", "D.") else 0.0
        sheet.text(60 + step, 112 + 13 * row, number)
        sheet.text(90 + step, 112 + 13 * row, name)
        sheet.text(275, 112 + 13 * row, str(row + 1), align="r")
        sheet.text(310, 112 + 13 * row, PROSE[: 50 - row % 2])
    found = [id(line) for column in _columns(sheet) for row in column.rows for line in row]
    assert found
    assert len(found) == len(set(found)), "no line is in two columns"


def test_numbers_with_values_that_fall_are_a_table() -> None:
    sheet = Sheet()
    _column(sheet, 60, 112, 0, FALLING)
    assert len(sheet.tables()) == 1


@pytest.mark.parametrize(("heading", "apart"), [("Contents", True), ("Samples", False)])
def test_contents_without_pages_beside_text(heading: str, apart: bool) -> None:
    sheet = Sheet()
    sheet.text(60, 88, heading, face="Helvetica-Bold")
    for row, (number, name) in enumerate(zip(NUMBERS, NAMES, strict=True)):
        sheet.rows([60 + 14.0 * number.count("."), 95 + 14.0 * number.count(".")], 101 + 13 * row, [[number, name]])
        sheet.text(310, 101 + 13 * row, PROSE[: 50 - row % 2])
    text = markdown(sheet.pdf())
    assert ("- 1 Introduction\n- 2 The plan\n" in text) == apart


def test_contents_beside_line_numbers() -> None:
    sheet = Sheet()
    for row in range(10):
        sheet.text(30, 112 + 13 * row, str(row + 17), size=7)
    _column(sheet, 60, 112, 0, RISING)
    assert sheet.tables() == []
    text = markdown(sheet.pdf())
    assert all(f"{number} {name} … {page}" in text for number, name, page in zip(NUMBERS, NAMES, RISING, strict=True))


@pytest.mark.parametrize(("word", "tables"), [("Appendix", 0), ("Sample", 1)])
def test_parts_named_with_a_word_and_their_pages(word: str, tables: int) -> None:
    sheet = Sheet()
    rows = [[f"{word} E.", "Large things", "35"], [f"{word} F.", "Photographs", "37"], ["Bibliography", "", "39"]]
    sheet.rows([60, 150, 480], 112, rows, 22)
    assert len(sheet.tables()) == tables


@pytest.mark.parametrize(
    ("before", "after", "right"),
    [
        ("1", "2", True), ("1", "1.1", True), ("2.3.1", "3", True), ("9", "A", True), ("IV", "V", True),
        ("I.5", "II", True), ("1.4", "3.1", True), ("1", "3", False), ("1.2", "1.4", False), ("1", "2.1", False),
        ("X", "XII", False), ("B", "D", False), ("3.1", "1.1", False),
    ],
)  # fmt: skip
def test_which_number_may_follow(before: str, after: str, right: bool) -> None:
    assert follows(tuple(before.split(".")), tuple(after.split("."))) == right


KEYS = st.lists(st.sampled_from(["0", "1", "2", "11", "A", "B", "I", "IV", "X"]), min_size=1, max_size=4).map(tuple)


@given(KEYS, KEYS)
def test_no_number_follows_both_ways(a: tuple[str, ...], b: tuple[str, ...]) -> None:
    assert not (follows(a, b) and follows(b, a))


@pytest.mark.parametrize(("label", "joined"), [("Ch. 7", True), ("17", False)])
def test_a_short_label_before_an_entry_belongs_to_it(label: str, joined: bool) -> None:
    sheet = Sheet()
    _column(sheet, 90, 112, 0, RISING)
    for row, page in enumerate((11, 12, 13, 14)):
        sheet.rows([64, 96, 290], 112 + 13 * (8 + row), [[label, f"Part {'abcd'[row]}", str(page)]])
    held = [line.text for column in _columns(sheet) for row in column.rows for line in row]
    assert (label in held) == joined
