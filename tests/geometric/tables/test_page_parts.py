"""Parts of a page that align and are no tables: slides, title pages, words set off by colour, listings, boxes."""

from __future__ import annotations

import pytest

from tests.geometric.tables.sheet import HEIGHT, WIDTH, Sheet


@pytest.mark.parametrize(("edge", "count"), [(0.0, 0), (60.0, 1)])
def test_the_grounds_of_a_slide_reach_its_sides(edge: float, count: int) -> None:
    sheet = Sheet()
    left, right = edge, WIDTH - edge
    sheet.bar(left, 60, 200, 120, 0.7)
    sheet.bar(200, 60, right, 120, 0.6)
    sheet.bar(left, 120, 200, HEIGHT - 200, 0.8)
    sheet.bar(200, 120, right, HEIGHT - 200, 0.9)
    sheet.rows([left + 70, 240], 95, [["Report", "The plan"]], face="Helvetica-Bold")
    sheet.rows([left + 70, 240], 160, [["Aims", "Filled by hand"], ["Ways", "Read again"]], 40)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("title", "rules", "count"), [(22.0, 2, 0), (10.0, 2, 1), (22.0, 4, 1)])
def test_names_on_a_title_page(title: float, rules: int, count: int) -> None:
    sheet = Sheet()
    sheet.text(WIDTH / 2, 200, "The Filling of Tanks", size=title, align="c")
    rows = [["Author", "Anna Neu", "Water"], ["Guide", "Max Alt", "Pumps"], ["Reader", "Eva Klein", "Water"]]
    sheet.rows([150, 260, 400], 400, rows)
    for y in (388, 436, 404, 420)[:rules]:
        sheet.rule(150, y, 450, y)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("value", "count"), [("in spring", 0), ("7.5", 1)])
def test_values_on_a_title_page(value: str, count: int) -> None:
    sheet = Sheet()
    sheet.text(WIDTH / 2, 200, "The Filling of Tanks", size=22, align="c")
    rows = [
        [name, "by hand", value, value] for name in ("North", "South", "East", "West", "Upton", "Hill", "Mill", "Dale")
    ]
    sheet.rows([150, 250, 350, 450], 400, rows)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("apart", "count"), [(0.0, 0), (14.0, 1)])
def test_words_set_off_by_a_colour_are_no_cells(apart: float, count: int) -> None:
    sheet = Sheet()
    for row, words in enumerate((["Levels", "read", "again"], ["Pumps", "were", "late"])):
        x, top = 100.0, 100.0 + 20 * row
        for word in words:
            width = 30 + apart
            sheet.bar(x - 1, top, x + width + 1, top + 20, 0.8)
            sheet.text(x + width / 2, top + 14, word, size=11, align="c")
            x += width
    grids = sheet.grids()
    assert len(grids) == count


@pytest.mark.parametrize(("name", "count"), [("Algorithm 2: How to fill", 0), ("All tanks of the town", 1)])
def test_the_title_of_an_algorithm(name: str, count: int) -> None:
    sheet = Sheet()
    sheet.rule(60, 96, 400, 96)
    sheet.text(64, 110, name, face="Helvetica-Bold")
    sheet.rule(60, 116, 400, 116)
    sheet.rows([64, 90, 260], 130, [["A", "read the level", "once"], ["B", "go on", "twice"], ["C", "stop", "once"]])
    sheet.rule(60, 170, 400, 170)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("ends", "count"), [((";", " then", " do"), 0), (("", "", ""), 1)])
def test_steps_of_which_some_are_indented(ends: tuple[str, ...], count: int) -> None:
    sheet = Sheet()
    for row in range(9):
        words = f"{'abcdefghi'[row]} part of it{ends[row % 3]}"
        if row % 4 == 0:
            sheet.text(60, 100 + 14 * row, f"{row + 1} {words}")
        else:
            sheet.rows([60, 100], 100 + 14 * row, [[str(row + 1), words]])
        sheet.text(240, 100 + 14 * row, str(7 * row % 5))
    sheet.rule(60, 86, 300, 86)
    sheet.rule(60, 222, 300, 222)
    assert len(sheet.tables()) == count


def _boxes(*tops: float) -> Sheet:
    sheet = Sheet()
    for row, top in enumerate(tops):
        sheet.grid([100, 180], [top, top + 18])
        sheet.text(106, top + 13, ("fill", "read", "stop")[row])
    sheet.rule(110, tops[0], 110, tops[-1] + 18)
    return sheet


def test_two_boxes_that_a_stroke_joins() -> None:
    assert _boxes(100, 160).tables() == []
    assert len(_boxes(100, 118, 136).tables()) == 1


@pytest.mark.parametrize(("words", "count"), [("The level of each tank is told here", 0), ("The level", 1)])
def test_a_text_that_runs_on_past_the_rules_of_a_note(words: str, count: int) -> None:
    sheet = Sheet()
    for y in (100, 115, 130):
        sheet.rule(60, y, 130, y)
    sheet.text(60, 111, "Level", face="Helvetica-Bold")
    sheet.text(60, 126, words)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("sign", "count"), [("»", 0), ("+", 1)])
def test_items_with_one_sign_between_rules_are_lists(sign: str, count: int) -> None:
    sheet = Sheet()
    sheet.rule(60, 98, 300, 98)
    for row, (a, b) in enumerate([("12", "31"), ("15", "8"), ("9", "44"), ("7", "6")]):
        sheet.rows([64, 180], 110 + 16 * row, [[f"{sign} {a}", f"{sign} {b}"]])
        sheet.rule(60, 114 + 16 * row, 300, 114 + 16 * row)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("colon", "count"), [(":", 0), ("", 1)])
def test_particulars_in_every_cell(colon: str, count: int) -> None:
    sheet = Sheet()
    sheet.rule(60, 98, 400, 98)
    for row, (a, b) in enumerate([("Place", "Author"), ("Month", "Guide"), ("School", "Pages")]):
        sheet.rows([64, 220], 110 + 20 * row, [[f"{a}{colon} Upton", f"{b}{colon} Hill"]])
        sheet.rule(60, 116 + 20 * row, 400, 116 + 20 * row)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("last", "count"), [("Helvetica-Bold", 0), ("Helvetica", 0)])
def test_a_second_name_among_persons_on_the_first_page(last: str, count: int) -> None:
    sheet = Sheet()
    sheet.rows([90, 360], 540, [["Guide", "Authors"]], face="Helvetica-Bold")
    sheet.rows([90, 360], 558, [["Prof. Alba Name", "Galileo Third"]])
    sheet.text(360, 576, "Eva Fourth")
    sheet.text(90, 576, "Reader", face=last)
    sheet.text(90, 594, "Dr. Other Name")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(
    ("signs", "count"), [(["ann@mill:~$", "root@mill:/etc#"], 0), (["ann at mill", "root at mill"], 1)]
)
def test_a_session_at_a_terminal(signs: list[str], count: int) -> None:
    sheet = Sheet()
    sheet.rows([60, 200.7], 86, [["Where", "What"]], face="Helvetica-Bold")
    sheet.rule(60, 90, 300, 90)
    for row in range(10):
        sheet.rows([60, 200.7], 104 + 13 * row, [[signs[row % 2], f"show {row}"]], face="Courier")
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("sign", "end", "count"), [(" &", "\\\\", 0), ("", "", 1)])
def test_the_source_of_a_table(sign: str, end: str, count: int) -> None:
    sheet = Sheet()
    for row in range(6):
        sheet.rows([60, 130, 200], 100 + 14 * row, [[f"{row}{sign}", f"{7 * row}{sign}", f"{row * row}{end}"]])
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("months", "count"), [(["date", "date", "date"], 0), (["March", "April", "May"], 1)])
def test_small_words_in_brackets_say_what_to_write_over_them(months: list[str], count: int) -> None:
    sheet = Sheet()
    sheet.rule(60, 86, 500, 86)
    for row, (post, name) in enumerate([("Student", "A. Neu"), ("Guide", "M. Alt"), ("Reader", "E. Klein")]):
        y = 100 + 32 * row
        sheet.rows([60, 230, 400], y, [[post, "12.5", name]])
        sheet.rows([230, 400], y + 11, [[f"(mark, {months[row]})", f"(name, {months[row]})"]], size=7)
        sheet.rule(60, y + 18, 500, y + 18)
    assert len(sheet.tables()) == count


@pytest.mark.parametrize(("size", "count"), [(16.0, 0), (10.0, 1)])
def test_a_text_under_a_larger_name_in_a_box(size: float, count: int) -> None:
    sheet = Sheet()
    sheet.grid([60, 300], [100, 124, 170])
    sheet.text(66, 117, "The Tanks", face="Helvetica-Bold", size=size)
    sheet.rows([66], 140, [["They were filled by hand,"], ["and read again."]], 13)
    assert len(sheet.tables()) == count
