"""Tables without upright rules: told by rules across, stripes, bold names, or by what aligns."""

from __future__ import annotations

import pytest

from tests.geometric.tables.sheet import Rows, Sheet

MODELS: Rows = [
    ["Model", "Params", "Rank", "Note"],
    ["Large", "330M", "1", "best single"],
    ["Base", "110M", "2", "default"],
    ["Small", "38M", "3", "distilled"],
    ["Tiny", "9M", "4", "fast"],
]
STARTS = [60.0, 180.0, 260.0, 330.0]


def test_rules_across_only() -> None:
    sheet = Sheet()
    for y in (100, 117, 185):
        sheet.rule(55, y, 420, y)
    sheet.rows(STARTS, 112, MODELS)
    (table,) = sheet.tables()
    assert table.grid() == MODELS
    assert table.header_rows == 1


def test_no_rules_at_all() -> None:
    sheet = Sheet()
    sheet.rows(STARTS, 112, MODELS[:1], face="Helvetica-Bold")
    sheet.rows(STARTS, 128, MODELS[1:])
    assert sheet.grids() == [MODELS]


def test_bold_names_over_a_wide_last_column() -> None:
    sheet = Sheet()
    sheet.rows([60, 140, 210], 112, [["Field", "Type", "Description"]], face="Helvetica-Bold")
    about = "The identifying name of the person or organisation, which must be given in full."
    rows = [["name", "string", about], ["url", "string", about], ["email", "string", about]]
    sheet.rows([60, 140, 210], 128, rows)
    sheet.text(60, 200, "This object may be extended with further fields, as the last section of this text says.")
    (table,) = sheet.tables()
    assert table.grid() == [["Field", "Type", "Description"], *rows]


def test_bold_headings_over_two_columns_of_text_are_no_table() -> None:
    sheet = Sheet()
    sheet.rows([60, 320], 112, [["1 Introduction", "2 Methods"]], face="Helvetica-Bold")
    sheet.rows([60, 320], 128, [[f"sand and wind they go to {n}", f"walk to where the sea {n}"] for n in range(12)], 13)
    assert sheet.tables() == []


def test_stripes() -> None:
    sheet = Sheet()
    for row in (1, 3):
        sheet.bar(55, 101 + 16 * row, 420, 117 + 16 * row)
    sheet.rows(STARTS, 112, MODELS)
    assert sheet.grids() == [MODELS]


def test_stripes_end_where_a_block_of_code_begins() -> None:
    sheet = Sheet()
    for row in (1, 3):
        sheet.bar(55, 101 + 16 * row, 420, 117 + 16 * row)
    sheet.rows(STARTS, 112, MODELS, face="Helvetica")
    sheet.text(60, 205, "The same in the notation of the interface, as a client would send it to the server:")
    sheet.bar(55, 215, 420, 275)
    for number, words in enumerate(['{ "model": "large", "rank": 1,', '  "note": "best single one"', "}"]):
        sheet.text(60, 230 + 12 * number, words, face="Courier")
    assert sheet.grids() == [MODELS]


def test_values_that_touch_the_next_column() -> None:
    sheet = Sheet()
    rows = [
        ["Analyte", "Result", "Unit"],
        ["Haemoglobin", "13.2", "g/dL"],
        ["Leucocytes", "7.4", "10^9/L"],
        ["Thrombocytes, automated", "253", "10^9/L"],
        ["CRP", "0.6", "mg/L"],
    ]
    width = 112.0  # of the longest name in Helvetica 10: its end touches the value
    sheet.rows([60, 60 + width, 260], 112, rows)
    assert sheet.grids() == [rows]


def test_columns_closer_than_a_word_space() -> None:
    sheet = Sheet()
    pairs = [(648765, "AAA"), (82030, "AAA"), (509462, "AAB"), (9145, "BAW"), (600941, "BAW"), (71, "BAX")]
    for row, (number, kind) in enumerate(pairs):
        y = 112 + 14 * row
        sheet.text(100, y, str(number), align="r")
        sheet.text(103, y, kind)
        sheet.text(180, y, f"Name {row}")
        sheet.text(300, y, f"{7 * row}.5", align="r")
    (grid,) = sheet.grids()
    assert [row[:2] for row in grid] == [[str(number), kind] for number, kind in pairs]


def test_first_words_that_are_alike_make_no_column() -> None:
    sheet = Sheet()
    for row, name in enumerate(["Smith", "Jones", "Brown", "Green", "White", "Black"]):
        sheet.text(60, 112 + 14 * row, f"Mr {name}")
        sheet.text(200, 112 + 14 * row, f"{row + 3}.25")
        sheet.text(280, 112 + 14 * row, f"{row * 2}.75")
    (table,) = sheet.tables()
    assert table.n_cols == 3


def test_a_section_name_is_a_row_of_its_own() -> None:
    sheet = Sheet()
    for y in (100, 117, 200):
        sheet.rule(55, y, 400, y)
    sheet.rows([60, 250, 320], 112, [["Loan type", "2009", "2010"]])
    sheet.text(60, 130, "Real estate loans")
    sheet.rows([72, 250, 320], 146, [["Homes for rent", "415", "409"], ["Shops", "36", "33"], ["Farms", "38", "32"]])
    (grid,) = sheet.grids()
    assert [row[0] for row in grid] == ["Loan type", "Real estate loans", "Homes for rent", "Shops", "Farms"]


def test_a_wrapped_label_whose_values_stand_below_is_one_row() -> None:
    sheet = Sheet()
    for y in (100, 117, 196):
        sheet.rule(55, y, 400, y)
    sheet.rows([60, 250, 320], 112, [["Offence", "2009", "2010"]])
    sheet.text(60, 130, "Murder and nonnegligent")
    sheet.rows([72, 250, 320], 142, [["manslaughter", "10.0", "0.9"]])
    sheet.rows([60, 250, 320], 160, [["Robbery", "36.0", "3.3"], ["Arson", "38.0", "3.2"]])
    (grid,) = sheet.grids()
    assert [row[0] for row in grid] == ["Offence", "Murder and nonnegligent manslaughter", "Robbery", "Arson"]


def test_a_heading_over_the_head_is_no_part_of_it() -> None:
    sheet = Sheet()
    sheet.text(60, 98, "Parameters", face="Helvetica-Bold")
    sheet.rule(55, 117, 400, 117)
    sheet.rows([60, 150, 260], 112, [["#", "Type", "Description"], ["1", "Data", "address to use"],
                                     ["2", "Block", "block number"]])  # fmt: skip
    (grid,) = sheet.grids()
    assert grid[0] == ["#", "Type", "Description"]


def test_names_of_two_lines_over_columns_without_rules() -> None:
    sheet = Sheet()
    sheet.text(230, 98, "One Withholding")
    sheet.rows([60, 230], 109, [["Payroll Period", "Allowance"]])
    for row, (name, value) in enumerate([("Weekly", "71.15"), ("Monthly", "308.33"), ("Quarterly", "925.00"),
                                         ("Annually", "3,700.00"), ("Daily", "14.23")]):  # fmt: skip
        sheet.text(60, 125 + 16 * row, name)
        sheet.text(280, 125 + 16 * row, value, align="r")
    (grid,) = sheet.grids()
    assert grid[-5:] == [["Weekly", "71.15"], ["Monthly", "308.33"], ["Quarterly", "925.00"], ["Annually", "3,700.00"],
                         ["Daily", "14.23"]]  # fmt: skip
    assert " ".join(row[1] for row in grid[:-5]).strip() == "One Withholding Allowance"


def test_two_full_lines_between_rules_part_two_tables() -> None:
    sheet = Sheet()
    for y in (100, 260):
        sheet.rule(55, y, 480, y)
    rows = [["Lowest", "9,594", "22,400"], ["Middle", "17,992", "29,992"], ["Upper", "25,771", "40,888"]]
    sheet.rows([60, 200, 320], 112, [["Salary", "PCT", "SAL"]])
    for number in range(3):
        sheet.text(
            60,
            140 + 12 * number,
            "For each year the respondents were put into groups by the salary that they had then.",
        )
    sheet.rows([60, 200, 320], 200, [["Group", "1994", "1997"], *rows], 13)
    assert sheet.grids() == [[["Group", "1994", "1997"], *rows]]


def test_names_to_the_left_and_numbers_to_the_right_of_their_cells() -> None:
    sheet = Sheet()
    sheet.rows([121, 186], 112, [["Year", "Freshwater Ducks"]], face="Helvetica-Bold")
    rows = [[str(2019 + n), str(120 + 7 * n)] for n in range(6)]
    for number, row in enumerate(rows):
        sheet.text(183, 125 + 13 * number, row[0], align="r")
        sheet.text(274, 125 + 13 * number, row[1], align="r")
    assert sheet.grids() == [[["Year", "Freshwater Ducks"], *rows]]


def test_a_wrapped_name_from_code_is_one_cell() -> None:
    sheet = Sheet()
    sheet.rows([60, 160, 300], 100, [["Field", "Value", "What it says"]], face="Helvetica-Bold")
    y = 116.0
    for index, value in enumerate([["[lib_", "flags]", "[new_", "flags]"], ["-Wl"], ["-lgcc"], ["0xa002"]]):
        sheet.text(60, y, f"field{index}")
        sheet.text(300, y, f"Flags for step {index}.")
        for part in value:
            sheet.text(160, y, part, face="Courier")
            y += 12
    grid = sheet.grids()[0]
    assert [row[1] for row in grid] == ["Value", "[lib_ flags] [new_ flags]", "-Wl", "-lgcc", "0xa002"]


@pytest.mark.parametrize("end", ["", "."])
def test_whole_sentences_are_cells_and_lines_of_a_text_are_not(end: str) -> None:
    sheet = Sheet()
    starts = ["The path of the one compiler to use", "Flags to compile all that there is",
              "Any libraries to be linked with it", "The prompt of the remote shell too",
              "Whether it gives its exit states"]  # fmt: skip
    for index, words in enumerate(starts):
        y = 100 + 13 * index
        sheet.text(60, y, f"field{index}")
        sheet.text(150, y, f"{11 * index}")
        sheet.text(220, y, f"{words}{end}")
    assert any(len(grid[0]) == 3 for grid in sheet.grids()) == bool(end)


def test_a_last_line_set_wide_is_no_column() -> None:
    sheet = Sheet()
    sheet.rows([60, 160], 100, [["Family", "Links"]], 13, face="Helvetica-Bold")
    rows = [["one", "logit, probit"], ["two", "identity"], ["three", "inverse, log"], ["four", "all"], ["five", "none"]]
    sheet.rows([60, 160], 113, rows, 13)
    sheet.rows([60, 160, 260], 178, [["six", "logit,", "probit"]], 13)
    assert sheet.grids() == [[["Family", "Links"], *rows, ["six", "logit, probit"]]]


@pytest.mark.parametrize("labelled", [True, False])
def test_a_line_without_a_label_where_rows_have_one(labelled: bool) -> None:
    sheet = Sheet()
    y = 100.0
    for index in range(8):
        if labelled or index % 3 == 0:
            sheet.text(60, y, f"field{index}")
        sheet.text(160, y, f"{12 * index}.5")
        sheet.text(260, y, "kind of thing" if index else "a kind of thing to look at")
        y += 13
        if index == 4:
            sheet.text(260, y, "Seen")
            y += 13
    grid = sheet.grids()[0]
    assert len(grid) == (8 if labelled else 9)


NAMES = ["color", "contour", "electron", "ellipse", "feyn", "graphutil", "piesub", "polar", "shape", "simple",
         "stm", "zip", "bar", "key"]  # fmt: skip


@pytest.mark.parametrize(("pitch", "count"), [(12, 1), (20, 0)])
def test_many_names_with_what_they_are(pitch: float, count: int) -> None:
    sheet = Sheet()
    rows = [[name, f"Draws a {name}" + " and what is in it" * (place % 3)] for place, name in enumerate(NAMES)]
    sheet.rows([60, 160], 100, rows, pitch)
    assert [len(grid) for grid in sheet.grids()] == [len(NAMES)] * count


@pytest.mark.parametrize(
    ("title", "count"), [("Table 3.1: Files that come with it", 1), ("Files that come with it", 0)]
)
def test_a_title_speaks_for_rows_that_align_poorly(title: str, count: int) -> None:
    sheet = Sheet()
    sheet.text(90, 84, title)
    rows = [[name, f"Draws a {name}" + " and what is in it" * (place % 3)] for place, name in enumerate(NAMES[:6])]
    sheet.rows([60, 160], 100, rows, 12)
    assert [len(grid) for grid in sheet.grids()] == [6] * count


def test_a_cell_line_that_is_set_wide_goes_on_below() -> None:
    sheet = Sheet()
    y = 100.0
    for index in range(7):
        sheet.text(60, y, f"field_{index}")
        sheet.text(160, y, f"{3 * index}")
        if index % 2:
            for x, word in zip((240, 272, 297, 360), ("Strip", "the", "executable", "of"), strict=True):
                sheet.text(x, y, word)
            sheet.text(240, y + 12, "symbols.")
            y += 12
        else:
            sheet.text(240, y, "Linking flags for the compiler.")
        y += 12
    (grid,) = sheet.grids()
    assert [row[-1] for row in grid[:2]] == ["Linking flags for the compiler.", "Strip the executable of symbols."]
    assert len(grid) == 7
