"""Columns and rows between rules across: values set close, cells that span, groups of rows, labels beside text."""

from __future__ import annotations

import pytest

from tests.geometric.tables.sheet import Sheet


def _ruled(*heights: float, left: float = 55, right: float = 420) -> Sheet:
    sheet = Sheet()
    for y in heights:
        sheet.rule(left, y, right, y)
    return sheet


def test_rules_between_groups_of_rows_do_not_join_the_rows() -> None:
    sheet = _ruled(98, 116, 147, 163, 179)
    rows = [["Seven", "44.4", "77.1"], ["Thirteen", "55.6", "80.7"], ["Code", "36.9", "62.9"], ["Ours", "60.1", "81.3"]]
    sheet.rows([60, 200, 300], 111, [["Model", "First", "Second"]])
    for y, row in zip((129, 142, 158, 174), rows, strict=True):
        sheet.rows([60, 200, 300], y, [row])
    assert sheet.grids() == [[["Model", "First", "Second"], *rows]]


def test_rules_between_rows_of_several_lines_keep_them_together() -> None:
    sheet = _ruled(98, 116, 147, 178, 209)
    sheet.rows([60, 200], 111, [["Field", "Meaning"]])
    for number, name in enumerate(("alpha", "beta", "gamma")):
        sheet.rows(
            [60, 200], 129 + 31 * number, [[name, "what is written on the first"], ["", "and second line of it"]], 12
        )
    whole = "what is written on the first and second line of it"
    assert sheet.grids() == [[["Field", "Meaning"], ["alpha", whole], ["beta", whole], ["gamma", whole]]]


def test_values_half_an_em_apart_are_columns() -> None:
    sheet = _ruled(98, 116, 190)
    sheet.text(60, 111, "Model")
    for row in range(5):
        sheet.text(60, 129 + 13 * row, f"Model {row}")
    for column in range(5):
        right = 180 + 30 * column
        sheet.text(right, 111, "ABCDE"[column] * 2, align="r")
        for row in range(5):
            sheet.text(right, 129 + 13 * row, f"{(17 * row + 11 * column) % 90 + 10}.{column}%", size=9, align="r")
    [table] = sheet.tables()
    assert (table.n_rows, table.n_cols) == (6, 6)
    assert table.grid()[0] == ["Model", "AA", "BB", "CC", "DD", "EE"]


def test_numbers_a_word_space_apart_are_one_value() -> None:
    sheet = _ruled(98, 116, 190)
    sheet.rows([60, 200], 111, [["Name", "Account"]])
    rows = [[f"Name {row}", f"{11 * row + 10} {111111111 * (row % 3 + 1)}"] for row in range(5)]
    sheet.rows([60, 200], 129, rows, 13)
    assert sheet.grids() == [[["Name", "Account"], *rows]]


def test_a_name_wider_than_its_values_stays_in_their_column() -> None:
    sheet = _ruled(98, 130, 200, right=300)
    sheet.text(60, 117, "Model")
    sheet.text(250, 117, "Bench")
    sheet.text(196, 111, "Chatbot Arena", align="c")
    sheet.text(196, 123, "ELO Rating", align="c")
    for row in range(5):
        sheet.text(60, 143 + 13 * row, f"Mistral {row}B Instruct")
        sheet.text(196, 143 + 13 * row, str(1047 - 31 * row), align="c")
        sheet.text(250, 143 + 13 * row, f"{7 - row}.{row}")
    [table] = sheet.tables()
    assert table.grid()[0] == ["Model", "Chatbot Arena ELO Rating", "Bench"]


@pytest.mark.parametrize("off", [0.0, 14.0])
def test_a_value_centred_over_two_columns_spans_them(off: float) -> None:
    sheet = _ruled(98, 116, 210)
    sheet.rows([60, 200, 280], 111, [["Model", "First", "Second"]])
    for row in range(5):
        sheet.rows([60, 200, 280], 129 + 13 * row, [[f"Model {row}", f"{row}.25", f"{row * 7}.125"]])
    for row in (5, 6):
        sheet.text(60, 129 + 13 * row, f"Model {row}")
        sheet.text(255 + off, 129 + 13 * row, "about the same", align="c")
    [table] = sheet.tables()
    if not off:
        assert table.grid()[1] == ["Model 0", "0.25", "0.125"]
        assert [cell.col_span for cell in table.cells if cell.text == "about the same"] == [2, 2]


def test_a_label_half_way_down_its_text_is_one_row() -> None:
    sheet = _ruled(98, 116, 180, 240)
    sheet.rows([60, 180], 111, [["Model", "Answer"]])
    text = [
        "To end a process you can use the command",
        "that ends it, which is followed by a number",
        "and by nothing else at all",
    ]
    for number, name in enumerate(("Seven", "Thirteen")):
        sheet.text(60, 145 + 62 * number, name)
        sheet.rows([180], 132 + 62 * number, [[line] for line in text], 13)
    assert sheet.grids() == [[["Model", "Answer"], ["Seven", " ".join(text)], ["Thirteen", " ".join(text)]]]


@pytest.mark.parametrize("name", ["NOTE:", "WARNING:"])
def test_a_name_and_a_text_between_three_rules_are_a_table_of_one_column(name: str) -> None:
    sheet = _ruled(98, 115, 148)
    sheet.text(60, 110, name)
    sheet.rows([60], 128, [["The keyword was added in a later year than this one,"], ["and may be left out."]], 13)
    assert sheet.grids() == [[[name], ["The keyword was added in a later year than this one, and may be left out."]]]


@pytest.mark.parametrize(("name", "face", "top"), [
    ("Algorithm 2 Jump", "Helvetica", 98),
    ("Results in:", "Courier", 98),
    ("It follows:", "Helvetica", 80),
])  # fmt: skip
def test_algorithms_code_and_text_between_boxes_are_none(name: str, face: str, top: float) -> None:
    sheet = _ruled(top, 115, 148)
    sheet.text(60, 110 if top > 90 else 100, name)
    lines = [["The keyword was added in a later year than this one,"], ["and may be left out."]]
    sheet.rows([60], 128, lines, 13, face=face)
    assert sheet.tables() == []


@pytest.mark.parametrize(("align", "n_cols"), [("r", 4), ("l", 3)])
def test_numbers_that_end_at_one_place_before_a_word_are_a_column(align: str, n_cols: int) -> None:
    sheet = _ruled(98, 116, 230)
    sheet.rows([60, 180, 300], 111, [["Number and kind", "Name", "Town"]])
    for row, number in enumerate((648765, 648766, 82030, 509462, 79145, 600941, 429754)):
        sheet.text(95 if align == "r" else 62, 129 + 14 * row, str(number), align=align)
        x = 98 if align == "r" else 62 + 5.56 * len(str(number)) + 3
        sheet.text(x, 129 + 14 * row, ("AAA", "BAW")[row % 2])
        sheet.rows([180, 300], 129 + 14 * row, [[f"Station {'abcdefg'[row]}", "Tulsa"]])
    [table] = sheet.tables()
    assert table.n_cols == n_cols


def test_lines_on_one_side_say_nothing_against_a_border() -> None:
    sheet = _ruled(98, 116, 300)
    sheet.rows([60, 120, 300], 111, [["Key", "Holder and place", "Town"]])
    y = 129.0
    for row, holder in enumerate(("Bamboo Bistro", "Endeavor Air", "Jin Corporate", "Oeme", "Enterprise", "Able")):
        if row % 2:
            sheet.text(195, y, "1522 West")
            y += 13
        sheet.text(60, y, f"{row}")
        # Holders of many widths, and the places begin at one x, with hardly a word space between.
        sheet.text(192, y, holder, align="r")
        sheet.text(195, y, ("Terminal Drive", "Apache Street", "Lindsey Road")[row % 3])
        sheet.text(300, y, "Tulsa")
        y += 14
    assert [table.n_cols for table in sheet.tables()] == [4]


def test_the_name_of_a_group_is_no_first_line_of_a_label() -> None:
    sheet = _ruled(98, 116, 240)
    sheet.rows([60, 260, 340], 111, [["Group", "Some", "None"]])
    rows = [
        (60, "All who were drawn (N=4,667):", ""),
        (70, "Three years old", ""),
        (85, "Head start", "85.1"),
        (85, "Control", "17.3"),
        (70, "Public, four years", "44.4"),
        (85, "Without a doctorate", "40.0"),
        (85, "With a doctorate", "46.5"),
    ]
    for number, (x, label, value) in enumerate(rows):
        sheet.text(x, 129 + 13 * number, label)
        if value:
            sheet.rows([260, 340], 129 + 13 * number, [[value, value]])
    [table] = sheet.tables()
    assert [row[0] for row in table.grid()[1:]] == [label for _, label, _ in rows]


def test_the_further_line_of_a_label_goes_on_with_it() -> None:
    sheet = _ruled(98, 116, 240)
    sheet.rows([60, 260, 340], 111, [["Group", "Some", "None"]])
    y = 129
    for number in range(3):
        sheet.text(60, y, "Focus on and retrieve the explicitly")
        sheet.text(70, y + 13, "Stated Information of a text")
        sheet.rows([260, 340], y + 13, [[f"{number}.5", "7"]])
        sheet.rows([60, 260, 340], y + 26, [[f"Other {number}", "9.1", "3"]])
        y += 39
    [table] = sheet.tables()
    assert table.grid()[1][0] == "Focus on and retrieve the explicitly Stated Information of a text"
    assert table.n_rows == 7


@pytest.mark.parametrize(
    ("numbers", "cols"),
    [
        (["4 090", "207", "6", "188 481", "2 300", "22 024", "18 566", "351"], 3),
        (["4 190", "1 207", "18 206", "188 481", "2 300", "22 524", "18 566", "7 351"], 4),
    ],
)
def test_thousands_set_off_by_a_blank_are_no_column(numbers: list[str], cols: int) -> None:
    sheet = Sheet()
    for y in (100, 117, 250):
        sheet.rule(55, y, 420, y)
    sheet.rows([60, 200, 320], 112, [["Region", "Count", "Share"]])
    for row, words in enumerate(numbers):
        y = 130 + 16 * row
        sheet.text(60, y, f"Place {'abcdefgh'[row]}")
        left, _, right = words.rpartition(" ")
        sheet.text(220, y, left, align="r")
        sheet.text(240 if cols == 3 else 242, y, right, align="r")
        sheet.text(320, y, f"{row}.5")
    assert sheet.tables()[0].n_cols == cols
