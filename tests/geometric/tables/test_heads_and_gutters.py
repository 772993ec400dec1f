"""Narrow white between columns, and which rows are the head: names over rules, on grounds, in levels."""

from __future__ import annotations

import pytest

from tests.geometric.tables.sheet import Sheet


def _ruled(*heights: float, right: float = 420) -> Sheet:
    sheet = Sheet()
    for y in heights:
        sheet.rule(55, y, right, y)
    return sheet


def _values(sheet: Sheet, y: float, rows: list[list[str]], rights: list[float], pitch: float = 13) -> None:
    """Labels at the left and values that end at the other places."""
    for number, (label, *values) in enumerate(rows):
        sheet.text(60, y + pitch * number, label)
        for right, value in zip(rights, values, strict=True):
            sheet.text(right, y + pitch * number, value, align="r")


def test_values_of_any_sort_a_little_apart_are_columns() -> None:
    sheet = _ruled(98, 116, 240, right=300)
    rows = [
        [
            f"Name of row {n}",
            f"{7 * n % 10}.{n}",
            str(3 ** (n % 6) * 11),
            f"{n + 10}.03.2021",
            ("yes", "no", "–")[n % 3],
        ]
        for n in range(9)
    ]
    _values(sheet, 129, rows, [150, 184, 239, 260])
    sheet.text(60, 111, "Name")
    for x, name in zip((150, 184, 239, 260), ("Rate", "Count", "Day", "Ok"), strict=True):
        sheet.text(x, 111, name, align="r")
    [table] = sheet.tables()
    assert table.grid()[1:] == rows


def test_a_value_and_its_error_are_one_and_so_are_a_day_and_its_month() -> None:
    sheet = _ruled(98, 116, 240, right=300)
    months = ("May", "June", "July")
    rows = [[f"Name of row {n}", f"{n + 10}.{n} ± 0.{n}", f"{n + 11} {months[n % 3]}"] for n in range(9)]
    _values(sheet, 129, rows, [190, 290])
    _values(sheet, 111, [["Name", "Rate", "Day"]], [190, 290])
    assert sheet.grids()[0][1:] == rows


def test_a_rule_over_the_sum_makes_no_head_of_the_rows_above() -> None:
    sheet = _ruled(98, 181, 199, right=300)
    rows = [["Name", "First", "Second"], *([f"Row {n}", str(17 * n + 3), str(29 * n + 5)] for n in range(4))]
    rows.append(["All", "214", "381"])
    _values(sheet, 111, rows, [190, 290], 16)
    [table] = sheet.tables()
    assert (table.grid(), table.header_rows) == (rows, 1)


def test_names_of_several_lines_over_a_rule_stay_one_head() -> None:
    sheet = _ruled(98, 140, 190, right=300)
    _values(
        sheet,
        111,
        [["Name", "First of", "Second of"], ["", "all the", "these"], ["", "rates", "rates"]],
        [190, 290],
        12,
    )
    rows = [[f"Row {n}", str(17 * n + 3), str(29 * n + 5)] for n in range(3)]
    _values(sheet, 153, rows, [190, 290], 16)
    [table] = sheet.tables()
    assert table.grid() == [["Name", "First of all the rates", "Second of these rates"], *rows]


def test_a_label_half_way_down_its_rows_between_rules_stands_in_the_first() -> None:
    sheet = _ruled(98, 116, 148, 180, right=300)
    _values(sheet, 111, [["Place", "First", "Second"]], [190, 290])
    for top, name in ((129, "North"), (161, "South")):
        sheet.text(60, top + 6.5, name)
        _values(sheet, top, [["", "17.5", "29.1"], ["", "18.5", "31.2"]], [190, 290])
    body = [["North", "17.5", "29.1"], ["", "18.5", "31.2"], ["South", "17.5", "29.1"], ["", "18.5", "31.2"]]
    assert sheet.grids() == [[["Place", "First", "Second"], *body]]


def _goods(sheet: Sheet, y: float) -> list[list[str]]:
    rows = [
        ["Copper", "Stone market", "49.7", "11"],
        ["Tin", "Old harbour", "12.1", "7"],
        ["Zinc", "Bridge", "8.0", "156"],
    ]
    sheet.rows([60, 140, 260, 320], y, rows)
    return rows


def test_a_row_of_grounds_under_a_title_heads_the_rows_below() -> None:
    sheet = Sheet()
    sheet.text(60, 95, "Table 3: What the market holds")
    for x0, x1 in ((55, 135), (135, 255), (255, 315), (315, 380)):
        sheet.bar(x0, 104, x1, 120)
    names = ["Metal", "Where it is sold", "Price", "Count"]
    sheet.rows([60, 140, 260, 320], 116, [names])
    rows = _goods(sheet, 136)
    assert sheet.grids() == [[names, *rows]]


def test_names_over_the_first_of_two_rules_head_the_rows_between() -> None:
    sheet = Sheet()
    names = ["Metal", "Place", "Price", "Count"]
    sheet.rows([60, 140, 260, 320], 116, [names])
    rows = _goods(sheet, 136)
    for y in (122, 176):
        sheet.rule(55, y, 380, y)
    assert sheet.grids() == [[names, *rows]]


def test_text_over_the_first_of_two_rules_is_no_head() -> None:
    sheet = Sheet()
    sheet.text(60, 116, "What the market holds is told in the rows that follow here below.")
    rows = _goods(sheet, 136)
    for y in (122, 176):
        sheet.rule(55, y, 380, y)
    assert sheet.grids() == [rows]


def test_names_of_several_columns_over_the_names_are_in_the_table_too() -> None:
    sheet = Sheet()
    sheet.text(166, 100, "Before", align="c")
    sheet.text(316, 100, "After the war", align="c")
    sheet.rows([60, 120, 180, 260, 340], 116, [["Place", "First", "Second", "First", "Second"]])
    rows = [[f"Row {n}", *(f"{7 * n + k}.{k}" for k in range(4))] for n in range(4)]
    sheet.rows([60, 120, 180, 260, 340], 136, rows)
    for y in (122, 192):
        sheet.rule(55, y, 380, y)
    [table] = sheet.tables()
    assert table.header_rows == 2
    assert [cell.col_span for cell in table.cells if cell.text in ("Before", "After the war")] == [2, 2]
    assert table.grid()[2:] == rows


def _under(sheet: Sheet, rule: bool) -> list[list[str]]:
    rows = [[f"Row {n}", *(f"{7 * n + k}.{k}" for k in range(3))] for n in range(5)]
    sheet.rows([60, 150, 200, 250], 196, rows)
    for y in (182, 268) if rule else ():
        sheet.rule(55, y, 300, y)
    return rows


@pytest.mark.parametrize("rule", [True, False])
def test_names_that_run_up_the_page_head_the_columns_under_them(rule: bool) -> None:
    sheet = Sheet()
    rows = _under(sheet, rule)
    sheet.text(60, 176, "Kind")
    for x, name in zip((160, 210, 260), ("First rate", "Second", "Third of all"), strict=True):
        sheet.upright(x, 178, name)
    [table] = sheet.tables()
    assert (table.grid(), table.header_rows) == ([["Kind", "First rate", "Second", "Third of all"], *rows], 1)


def test_one_line_that_runs_up_the_page_is_no_head() -> None:
    sheet = Sheet()
    rows = _under(sheet, True)
    sheet.upright(160, 178, "Printed in spring")
    assert sheet.grids() == [rows]


@pytest.mark.parametrize("side", ["numbers", "errors"])
def test_numbers_in_parentheses_under_values_are_errors_and_at_the_end_of_a_line_those_of_equations(side: str) -> None:
    sheet = Sheet()
    for n in range(5):
        y = 100 + 30 * n
        if side == "errors":
            sheet.rows(
                [60, 150, 220, 290], y, [[f"Row {n}", "1.62*", "-2.95", "0.51"], ["", "(0.41)", "(0.62)", "(0.27)"]]
            )
        else:
            sheet.text(150, y, f"x{n} = y + {n}")
            sheet.text(400, y, f"({n + 1})")
    assert [table.n_rows for table in sheet.tables()] == ([10] if side == "errors" else [])


@pytest.mark.parametrize("rule", [True, False])
def test_labels_and_texts_under_names_over_a_rule(rule: bool) -> None:
    sheet = Sheet()
    sheet.rows([60, 160], 111, [["Option", "Meaning"]])
    if rule:
        sheet.rule(55, 116, 480, 116)
    y = 131.0
    for number, label in enumerate(("alpha", "beta", "gamma", "delta")):
        sheet.text(60, y, label)
        for line in range(1 + number % 3):
            sheet.text(160, y, f"Line {line} of what is said of {label} in words that fill this column well")
            y += 12
        y += 9
    assert [[row[0] for row in grid] for grid in sheet.grids()] == (
        [["Option", "alpha", "beta", "gamma", "delta"]] if rule else []
    )


def test_two_columns_of_text_under_a_running_head_over_a_rule_are_no_table() -> None:
    sheet = Sheet()
    sheet.rows([60, 320], 60, [["The market", "Of old things"]])
    sheet.rule(55, 65, 540, 65)
    for number in range(12):
        sheet.rows(
            [60, 320],
            84 + 13 * number,
            [["words that run on over the line and go", "on in the other column as they do here"]],
        )
    assert sheet.tables() == []


def _unnamed(labels: list[str], *, rule: bool) -> Sheet:
    """Bold names over columns of values, and something left of every row without a name over it."""
    sheet = Sheet()
    sheet.rows((220, 300, 380), 112, [["Length", "Weight", "Share"]], face="Helvetica-Bold")
    if rule:
        sheet.rule(55, 117, 430, 117)
    for number, words in enumerate(labels):
        y = 130 + 14 * number
        sheet.text(70, y, words)
        sheet.rows((220, 300, 380), y, [[f"{number}.5", f"{90 - number}", f"{number}%"]])
    return sheet


@pytest.mark.parametrize("rule", [True, False])
def test_labels_without_a_name_are_a_column_of_the_table(rule: bool) -> None:
    (grid,) = _unnamed(["North", "South of the coast", "Upland", "Plain"], rule=rule).grids()
    assert [row[0] for row in grid] == ["", "North", "South of the coast", "Upland", "Plain"]


def test_a_text_beside_a_table_is_no_column_of_labels() -> None:
    text = [
        "which was seen as far as the",
        "coast. The numbers are given",
        "beside these words, and they",
        "rose from year to year.",
    ]
    (grid,) = _unnamed(text, rule=False).grids()
    assert grid[0] == ["Length", "Weight", "Share"]


def _summed(*last: list[str], foot: float = 0) -> Sheet:
    """Names over a rule, rows of values, and what stands under the rule below them."""
    sheet = _ruled(117, 166)
    sheet.rows((60, 220, 320), 112, [["Region", "Length", "Weight"]])
    sheet.rows((60, 220, 320), 130, [["North", "1.5", "90"], ["Coast", "2.5", "80"], ["Plain", "3.5", "70"]])
    sheet.rows((60, 220, 320), 179, list(last))
    if foot:
        sheet.rule(55, foot, 420, foot)
    return sheet


@pytest.mark.parametrize("foot", [0, 185])
def test_a_sum_under_the_last_rule_is_a_row(foot: float) -> None:
    (grid,) = _summed(["Total", "7.5", "240"], foot=foot).grids()
    assert grid[0] == ["Region", "Length", "Weight"]
    assert grid[-1] == ["Total", "7.5", "240"]


def test_two_rows_of_sums() -> None:
    (grid,) = _summed(["Total", "7.5", "240"], ["Mean", "2.5", "80"]).grids()
    assert [row[0] for row in grid] == ["Region", "North", "Coast", "Plain", "Total", "Mean"]


def test_words_under_the_last_rule_are_no_row() -> None:
    (grid,) = _summed(["Source: the office", "of the sea", "and its own count"]).grids()
    assert grid[-1] == ["Plain", "3.5", "70"]


def test_groups_in_a_frame_without_a_rule_under_the_names() -> None:
    sheet = _ruled(100, 150, 183, 216)
    sheet.rows((60, 150, 260, 340), 112, [["Region", "Place", "Length", "Weight"]])
    rows = [["North", "Market", "1.5", "90"], ["", "River", "2.5", "80"], ["Coast", "Anchor", "3.5", "70"],
            ["", "Pepper", "4.5", "60"], ["Plain", "Meadow", "5.5", "50"], ["", "Valley", "6.5", "40"]]  # fmt: skip
    for number, row in enumerate(rows):
        sheet.rows((60, 150, 260, 340), 128 + 16.5 * number, [row])
    (grid,) = sheet.grids()
    assert grid == [["Region", "Place", "Length", "Weight"], *rows]


def test_names_that_stand_close_over_a_table_with_rules_under_head_and_foot() -> None:
    sheet = _ruled(117, 166, right=236)
    for x, words, align in ((60, "Group willow", "l"), (194, "Share harbour", "r"), (232, "Range", "r")):
        sheet.text(x, 112, words, align=align)
    for number, row in enumerate((["North", "1.5", "9,120"], ["Coast", "2.5", "8,000"], ["Plain", "3.5", "7,500"])):
        for x, words, align in zip((60, 194, 232), row, "lrr", strict=True):
            sheet.text(x, 130 + 16 * number, words, align=align)
    (grid,) = sheet.grids()
    assert grid[0] == ["Group willow", "Share harbour", "Range"]


def _under_a_line(words: str, face: str, *starts: float) -> list[list[list[str]]]:
    """Three columns without rules under a line whose words begin where the columns do."""
    sheet = Sheet()
    sheet.text(60, 112, words, face=face)
    for number, row in enumerate((["call0", "0.15", "0.09"], ["call4", "0.26", "0.16"], ["call8", "0.32", "0.20"])):
        for x, value in zip((60, *starts), row, strict=True):
            sheet.text(x, 127 + 15 * number, value)
    return sheet.grids()


def test_bold_names_a_word_space_apart_over_narrow_columns() -> None:
    (grid,) = _under_a_line("Method name Default Fastest", "Helvetica-Bold", 127.2, 163.9)
    assert grid[0] == ["Method name", "Default", "Fastest"]


def test_words_of_a_text_over_three_columns_are_no_names() -> None:
    (grid,) = _under_a_line("Methods and their default faster", "Helvetica", 142.8, 175.6)
    assert grid[0] == ["call0", "0.15", "0.09"]


@pytest.mark.parametrize(("step", "rows"), [(31, 7), (44, 5)])
def test_a_row_a_little_lower_than_the_others_is_one(step: float, rows: int) -> None:
    sheet = _ruled(117)
    sheet.rows((60, 220, 320), 112, [["Region", "Length", "Weight"]])
    below = [["North", "1.5", "90"], ["Coast", "2.5", "80"], ["Plain", "3.5", "70"], ["Upland", "4.5", "60"]]
    sheet.rows((60, 220, 320), 132, below, 26)
    sheet.rows((60, 220, 320), 132 + 78 + step, [["Delta", "5.5", "50"], ["Total", "17.5", "350"]], 26)
    assert len(sheet.grids()[0]) == rows
