"""What aligns and is ruled, and yet is no table; beside each the near case that is one."""

from __future__ import annotations

import pytest

from tests.geometric.tables.sheet import Sheet

LISTING = ["int total = 0;", "char *name;", "long rows[20];", "float mean = 0.5;", "void *next;"]
COMMENTS = ["/* how many */", "/* of whom */", "/* what was read */", "/* of all */", "/* or none */"]


@pytest.mark.parametrize("boxed", [False, True])
def test_code_with_comments_beside_it(boxed: bool) -> None:
    sheet = Sheet()
    if boxed:
        sheet.rule(55, 100, 420, 100)
        sheet.rule(55, 180, 420, 180)
    sheet.rows([60, 240], 112, [list(pair) for pair in zip(LISTING, COMMENTS, strict=True)], 14, face="Courier")
    assert sheet.tables() == []


def test_two_boxes_of_code_on_each_other_are_no_ruled_rows() -> None:
    sheet = Sheet()
    for y in (100, 160, 170, 230):
        sheet.rule(55, y, 420, y)
    for top in (112, 182):
        sheet.rows([60, 240], top, [list(p) for p in zip(LISTING[:3], COMMENTS[:3], strict=True)], 14, face="Courier")
    assert sheet.tables() == []


def test_cells_set_like_code_between_rules_are_a_table() -> None:
    sheet = Sheet()
    for y in (100, 117, 180):
        sheet.rule(55, y, 420, y)
    sheet.rows([60, 240], 112, [["Constant", "Value"]])
    rows = [["MAX_BLOB_GAS", "786432"], ["TARGET_BLOB_GAS", "393216"], ["BYTES_PER_FIELD", "32"]]
    sheet.rows([60, 240], 130, rows, face="Courier")
    assert sheet.grids() == [[["Constant", "Value"], *rows]]


@pytest.mark.parametrize("dots", [True, False])
def test_a_contents_page(dots: bool) -> None:
    sheet = Sheet()
    for row in range(9):
        sheet.text(60, 112 + 14 * row, f"{row + 1}.{row}")
        sheet.text(95, 112 + 14 * row, f"Of chapter {row}" + (" . . . . . . . . . . ." if dots else ""))
        sheet.text(400, 112 + 14 * row, str(5 + 7 * row), align="r")
    assert sheet.tables() == []


def test_numbers_that_rise_and_fall_are_a_table() -> None:
    sheet = Sheet()
    for y in (98, 220):
        sheet.rule(55, y, 420, y)
    for row in range(8):
        sheet.text(60, 112 + 14 * row, f"Town {row}")
        sheet.text(300, 112 + 14 * row, str((row * 37) % 11 + 2), align="r")
        sheet.text(400, 112 + 14 * row, str((row * 53) % 17 + 3), align="r")
    assert len(sheet.tables()) == 1


def test_a_chart_with_its_axis() -> None:
    sheet = Sheet()
    for step in range(6):
        y = 120 + 30 * step
        sheet.text(95, y, str(100 - 20 * step), align="r")
        sheet.rule(100, y - 3, 400, y - 3)
    for bar in range(5):
        sheet.bar(120 + 55 * bar, 180 - 10 * bar, 145 + 55 * bar, 267, 0.5)
        sheet.text(132 + 55 * bar, 175 - 10 * bar, str(30 + 7 * bar), align="c")
        sheet.text(132 + 55 * bar, 285, f"{1909 + 10 * bar}", align="c")
    assert sheet.tables() == []


def test_numbers_that_fall_evenly_in_a_full_grid_are_a_table() -> None:
    sheet = Sheet()
    sheet.grid([60, 160, 260, 360], [100 + 16 * row for row in range(7)])
    rows = [["Dose", "Alive", "Dead"]] + [[str(100 - 20 * n), str(3 + n * n), str(20 - n)] for n in range(5)]
    sheet.rows([65, 165, 265], 112, rows)
    assert sheet.grids() == [rows]


def test_authors_side_by_side() -> None:
    sheet = Sheet()
    people = [["A. Person", "B. Person", "C. Person"], ["Some Institute", "Other Institute", "Third Institute"],
              ["Zurich", "Basel", "Bern"], ["a@some.org", "b@other.org", "c@third.org"]]  # fmt: skip
    for number, row in enumerate(people):
        for x, words in zip((120, 300, 480), row, strict=True):
            sheet.text(x, 112 + 12 * number, words, align="c")
    assert sheet.tables() == []


def test_a_numbered_list() -> None:
    sheet = Sheet()
    for row in range(6):
        sheet.text(60, 112 + 14 * row, f"{row + 1}.")
        sheet.text(90, 112 + 14 * row, f"Do the thing that has number {row}")
    assert sheet.tables() == []


def test_blanks_to_fill_in() -> None:
    sheet = Sheet()
    for row, name in enumerate(["Name", "Street", "Town", "Date", "Signed"]):
        sheet.text(60, 112 + 20 * row, name)
        sheet.text(160, 112 + 20 * row, "________________")
    assert sheet.tables() == []


def test_a_sketch_typed_with_dashes() -> None:
    sheet = Sheet()
    sheet.grid([60, 200, 340], [100, 120, 140, 160])
    sheet.rows([65, 205], 113, [["-" * 24, "-" * 24], ["Plot", "region"], ["-" * 24, "-" * 24]], 20)
    assert sheet.tables() == []


def test_two_lists_side_by_side() -> None:
    sheet = Sheet()
    for row in range(5):
        sheet.rows([60, 80, 260, 280], 112 + 14 * row, [[f"{row + 1}.", f"Item {row}", "\u2022", f"Point {row}"]])
    assert sheet.tables() == []


def test_an_index_in_columns() -> None:
    sheet = Sheet()
    terms = ["growth", "puberty", "skeleton", "synapse", "neuron", "glia", "marasmus", "cerebrum", "estrogen"]
    for number in range(27):
        x, y = 60 + 170 * (number // 9), 112 + 13 * (number % 9)
        sheet.text(x, y, f"{terms[(number * 5) % 9]} of kind {terms[number % 9]} {170 + (number * 7) % 23}")
    assert sheet.tables() == []


def test_text_in_which_two_gaps_stand_over_each_other() -> None:
    sheet = Sheet()
    for y in (98, 118, 138, 158):
        sheet.rule(55, y, 420, y)
    sheet.rows([60, 90], 111, [["3.2", "Installing the package"]], face="Helvetica-Bold")
    sheet.text(60, 129, "From the unpacked folder just type what stands in the next box:")
    sheet.rows([60, 90], 149, [["run", "setup.py install"]])
    sheet.text(60, 171, "If the folder has another name you can now try this one instead:")
    sheet.rows([60, 90], 189, [["run", "setup.py again"]])
    sheet.rule(55, 200, 420, 200)
    assert sheet.tables() == []


STEPS = ["input: a graph", "for each node", "choose a neighbour", "go to this node", "return it"]


def test_the_steps_of_an_algorithm() -> None:
    sheet = Sheet()
    for y in (98, 116, 190):
        sheet.rule(55, y, 420, y)
    sheet.text(60, 111, "Algorithm 2 Random jump")
    for number, step in enumerate(STEPS, 1):
        sheet.rows([60, 100 + 10 * (number % 2)], 116 + 13 * number, [[f"{number}:", step]])
        sheet.text(300, 116 + 13 * number, f"# note {number}")
    assert sheet.tables() == []


def test_rows_numbered_without_a_colon_are_a_table() -> None:
    sheet = Sheet()
    for y in (98, 116, 190):
        sheet.rule(55, y, 420, y)
    rows = [[str(number), step, f"{number * 7}.5"] for number, step in enumerate(STEPS, 1)]
    sheet.rows([60, 100, 300], 111, [["No.", "Step", "Cost"]])
    sheet.rows([60, 100, 300], 129, rows, 13)
    assert sheet.grids() == [[["No.", "Step", "Cost"], *rows]]


def _boxes(sheet: Sheet, tops: tuple[float, ...]) -> None:
    for top in tops:
        sheet.grid([55, 250], [top, top + 50])


def test_words_in_two_boxes_on_each_other() -> None:
    sheet = Sheet()
    _boxes(sheet, (100, 170))
    for top in (115, 185):
        sheet.rows(
            [60, 150, 200], top, [["t = 1", "A", "B"], ["", "v 1", "v 2"], ["v 3", "", "v 4"], ["v 5", "", ""]], 11
        )
    assert sheet.tables() == []


def test_a_boxed_head_over_rows_is_a_table() -> None:
    sheet = Sheet()
    sheet.grid([55, 250], [100, 118])
    sheet.rule(55, 180, 250, 180)
    rows = [["Ash", "7", "12"], ["Elm", "31", "8"], ["Oak", "5", "23"]]
    sheet.rows([60, 150, 200], 113, [["Tree", "Old", "New"], *rows])
    assert sheet.grids() == [[["Tree", "Old", "New"], *rows]]


TEXT = [
    "Compared with what is written elsewhere, the way in which a",
    "restaurant works is that all see the meal but none may have",
    "the list of what went into it, so that whoever wants to bake",
    "it at home has to find out by tasting, and by tasting again,",
    "until what comes out of the oven is near enough to it.",
]


def test_a_list_beside_text_that_runs_on() -> None:
    sheet = Sheet()
    for row, line in enumerate(TEXT):
        sheet.text(60, 112 + 14 * row, f"{row + 2}.{row % 3} Part")
        sheet.text(140, 112 + 14 * row, str(3 + row // 2))
        sheet.text(240, 112 + 14 * row, line)
    assert sheet.tables() == []


def test_descriptions_that_begin_anew_in_each_row_are_a_column() -> None:
    sheet = Sheet()
    notes = [
        "Compared with others",
        "Seen by all who come",
        "The list of parts",
        "Found out by tasting",
        "Out of the oven",
    ]
    rows = [[f"Part {n}", str(3 + n * n), note] for n, note in enumerate(notes)]
    sheet.rows([60, 140, 240], 112, rows, 14)
    assert sheet.grids() == [rows]


def _sums(sheet: Sheet, columns: int, under: slice) -> None:
    """Rows of values, and a rule under some of the first row's."""
    places = [200 + 60 * column for column in range(columns)]
    for row in range(7):
        sheet.text(60, 112 + 15 * row, f"Entry {row}")
        for column, x in enumerate(places):
            sheet.text(x, 112 + 15 * row, f"{row * 31 + column * 7 + 2}", align="r")
    inside = places[under]
    sheet.rule(inside[0] - 30, 115, inside[-1] + 2, 115)


def test_a_rule_under_some_sums_does_not_begin_a_table() -> None:
    sheet = Sheet()
    _sums(sheet, 5, slice(2, 4))
    (table,) = sheet.tables()
    assert table.n_cols == 6


@pytest.mark.parametrize("exact", [True, False])
def test_many_rows_of_words_that_begin_at_the_same_places(exact: bool) -> None:
    sheet = Sheet()
    words = ["run only tests in the folder", "name of the file to begin with", "do not run the tests that are named"]
    for row in range(12):
        off = 0 if exact else (row * 7) % 5
        sheet.rows([60 + off, 160 - off, 270 + off], 112 + 20 * row, [[f"-option{row}", f"flag_{row}", words[row % 3]]])
    assert len(sheet.tables()) == exact


@pytest.mark.parametrize(("pages", "count"), [([99, 105, 106, 107, 118], 0), ([99, 45, 106, 7, 118], 1)])
def test_names_with_page_numbers_that_only_rise(pages: list[int], count: int) -> None:
    sheet = Sheet()
    for row, page in enumerate(pages):
        sheet.text(60, 112 + 16 * row, ["Answers", "Sources", "Short forms", "Symbols used", "Index"][row])
        sheet.text(420, 112 + 16 * row, str(page), align="r")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize("colon", [":", ""])
def test_fields_of_a_form_between_rules(colon: str) -> None:
    sheet = Sheet()
    for y in (98, 118, 138, 158):
        sheet.rule(55, y, 420, y)
    names = [["Army", "Navy", "Air"], ["Coast", "Space", "Land"], ["Rank", "Grade", "Year"]]
    sheet.rows([60, 160, 280], 112, [[f"{name}{colon}" for name in row] for row in names], 20)
    assert len(sheet.tables()) == (0 if colon else 1)


def test_a_page_of_instructions_in_a_frame() -> None:
    sheet = Sheet()
    sheet.grid([55, 540], [60, 80, 780])
    sheet.text(60, 74, "INSTRUCTIONS")
    sheet.rows([60], 100, [[f"Line {n} of what is to be read before the form is filled in"] for n in range(40)], 15)
    assert sheet.tables() == []


@pytest.mark.parametrize(("end", "count"), [(";", 0), ("", 1)])
def test_the_numbered_lines_of_a_listing_in_any_face(end: str, count: int) -> None:
    sheet = Sheet()
    names = ["first index", "sum of all", "begin part", "long value", "last of them"]
    rows = [[str(n), name + end, f"{n * 7}.5"] for n, name in enumerate(names, 1)]
    sheet.rows([60, 100, 300], 112, rows, 14)
    assert len(sheet.tables()) == count


def test_comments_beside_code_in_a_box() -> None:
    sheet = Sheet()
    for y in (98, 116, 134, 152, 170):
        sheet.rule(55, y, 420, y)
    rows = [["cd there", "# where it is"], ["make all", "# what is there"], ["run it", "# again"], ["end", "# of all"]]
    sheet.rows([60, 240], 111, rows, 18, face="Courier")
    assert sheet.tables() == []


@pytest.mark.parametrize("on_the_grid", [False, True])
def test_columns_of_code_that_no_blanks_can_align(on_the_grid: bool) -> None:
    sheet = Sheet()
    for y in range(40, 100, 12):
        sheet.text(60, y, "Some words are known to the shell and may not be used as names of anything.")
    words = [["if", "then", "elif", "else"], ["for", "in", "until", "while"], ["do", "done", "case", "esac"]]
    # Courier at 10 points is 6 points wide.
    sheet.rows([60, 120 if on_the_grid else 115, 180 if on_the_grid else 170, 240 if on_the_grid else 225],
               130, [*words, ["select", "time", "coproc", "fi"]], 13, face="Courier")  # fmt: skip
    found = sheet.tables()
    assert [(table.n_rows, table.n_cols) for table in found] == ([] if on_the_grid else [(4, 4)])


@pytest.mark.parametrize(("step", "count"), [(85.8, 1), (84.0, 0)])
def test_words_in_two_columns_of_code(step: float, count: int) -> None:
    sheet = Sheet()
    for y in range(40, 124, 12):
        sheet.text(60, y, "The words below stand in comments and say what becomes of the text behind.")
    names = ["author", "brief", "cite", "code", "cond", "date", "file", "link", "note", "param"]
    rows = [[f"\\{name}", f"translated to @{name}" + " or left out" * (index % 3)] for index, name in enumerate(names)]
    sheet.rows([60, 60 + step], 150, rows, 13, face="Courier")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("mail", "count"), [("@cli.org", 0), (" or @cli", 1)])
def test_addresses_are_of_authors(mail: str, count: int) -> None:
    sheet = Sheet()
    rows = [["Ann", "Bob", "Eve"], ["Xi", "Yo", "Zed"], [f"ann{mail}", f"bob{mail}", f"eve{mail}"], ["12", "15", "16"]]
    sheet.rows([60, 240, 400], 150, [*rows, ["14", "15", "16"], ["18", "19", "12"]])
    assert len(sheet.tables()) == count


@pytest.mark.parametrize("signed", [False, True])
def test_a_sheet_to_be_signed(signed: bool) -> None:
    sheet = Sheet()
    xs = [60.0, 160.0, 280.0, 380.0, 500.0]
    for y in (100, 118, 136, 154, 172):
        sheet.rule(60, y, 500, y)
    for x in xs:
        sheet.rule(x, 118 if x in xs[1:-1] else 100, x, 172)
    sheet.text(240, 112, "TITLE : The Guide")
    sheet.rows([70, 170, 290, 390], 130, [["ACTION", "NAME", "DATE", "SIGNATURE"]])
    sheet.rows([70, 170, 290, 390], 148, [["WRITTEN BY", "Ann", "7 May 2020", "Ann B." if signed else ""]])
    sheet.rows([70, 170, 290, 390], 166, [["REVIEWED BY", "Bob", "8 May 2020", ""]])
    assert len(sheet.tables()) == signed


@pytest.mark.parametrize("named", [True, False])
def test_a_grid_in_which_one_column_holds_nearly_all_words(named: bool) -> None:
    sheet = Sheet()
    count = 16
    sheet.grid([60, 160, 320, 480], [100 + 16 * row for row in range(count + 1)])
    if named:
        sheet.rows([65, 165, 325], 112, [["Menu", "Item", "What it does"]])
    for row in range(1, count):
        if named or row % 2:
            sheet.text(165, 112 + 16 * row, f"Report of kind {row}")
    sheet.text(65, 160, "Business")
    sheet.text(65, 256, "Income")
    assert any((table.n_rows, table.n_cols) == (count, 3) for table in sheet.tables()) == named
