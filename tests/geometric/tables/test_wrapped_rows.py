"""Rows of wrapped cells that no rule parts: cells centred on each other, and labels that tell the rows."""

from __future__ import annotations

import pytest

from tests.geometric.tables.sheet import Sheet

NAMES = ["Option", "Default", "What it does"]
TEXTS = [
    ["Keeps all the files that the last run has left in", "the folder beside the book, and the notes to them"],
    ["Writes nothing"],
    [
        "Takes each page by itself, so that a book of many",
        "thousand pages needs no more room than a leaflet,",
        "but slower",
    ],
    ["Shows the places where a word was parted at the", "end of a line, and whether it was put together"],
]
LABELS = ["keep", "dry-run", "stream", "hyphens"]
VALUES = ["no", "no", "yes", "off"]
READ = [NAMES, *([a, b, " ".join(c)] for a, b, c in zip(LABELS, VALUES, TEXTS, strict=True))]
XS = (60.0, 120.0, 180.0)


def _centred(gap: float) -> Sheet:
    """Names over a rule, and rows whose label and value stand half-way down their text; ``gap`` more between rows."""
    sheet = Sheet()
    sheet.rows(XS, 112, [NAMES], face="Helvetica-Bold")
    sheet.rule(55, 117, 420, 117)
    y = 130.0
    for label, value, lines in zip(LABELS, VALUES, TEXTS, strict=True):
        middle = y + 6 * (len(lines) - 1)
        sheet.text(XS[0], middle, label)
        sheet.text(XS[1], middle, value)
        for line in lines:
            sheet.text(XS[2], y, line)
            y += 12
        y += gap
    return sheet


def test_cells_centred_on_each_other_with_more_white_between_rows() -> None:
    assert _centred(4).grids() == [READ]


def test_labels_half_way_down_tell_the_rows_without_more_white() -> None:
    assert _centred(0).grids() == [READ]


def test_a_label_half_way_down_rows_of_words_is_their_name() -> None:
    sheet = Sheet()
    sheet.rows(XS, 112, [["Group", "Place", "Count"]], face="Helvetica-Bold")
    sheet.rule(55, 117, 420, 117)
    y = 130.0
    for number, group in enumerate(("Coast", "Upland", "Plain")):
        sheet.text(XS[0], y + 12, group)
        for row in range(3):
            sheet.text(XS[1], y, ("north", "south", "centre")[row])
            sheet.text(XS[2], y, str(10 * number + row))
            y += 12
        y += 4
    (table,) = sheet.tables()
    assert table.n_rows == 10
    assert [row[2] for row in table.grid()][1:4] == ["0", "1", "2"]


def _framed(labels: list[str], texts: list[list[str]], tops: list[int]) -> Sheet:
    """A frame with a head and an upright, and labels that stand at the lines given by number."""
    sheet = Sheet()
    height = 12 * sum(map(len, texts))
    sheet.grid((55, 150, 390), (100, 117, 125 + height))
    sheet.rows((60, 155), 112, [["Option", "What it does"]])
    for number, words in enumerate(line for text in texts for line in text):
        sheet.text(155, 130 + 12 * number, words)
    for label, top in zip(labels, tops, strict=True):
        sheet.text(60, 130 + 12 * top, label)
    return sheet


def test_labels_tell_the_rows_where_only_the_head_is_ruled_off() -> None:
    grid = _framed(LABELS, TEXTS, [0, 2, 3, 6]).grids()
    assert grid == [[["Option", "What it does"], *([a, " ".join(c)] for a, c in zip(LABELS, TEXTS, strict=True))]]


def test_a_label_of_three_lines_is_one_beside_its_text() -> None:
    label = ["keep the files of", "the last run and", "the notes there"]
    grid = _framed(label, [[*TEXTS[0], *TEXTS[2]]], [0, 1, 2]).grids()
    assert grid == [[["Option", "What it does"], [" ".join(label), " ".join([*TEXTS[0], *TEXTS[2]])]]]


def _between_rules(centred: bool) -> Sheet:
    """Labels and texts between two rules, without names."""
    sheet = Sheet()
    sheet.rule(55, 118, 420, 118)
    y = 130.0
    for label, lines in zip(LABELS, TEXTS, strict=True):
        sheet.text(60, y + centred * 6 * (len(lines) - 1), label)
        for line in lines:
            sheet.text(180, y, line)
            y += 12
        y += 4
    sheet.rule(55, y - 8, 420, y - 8)
    return sheet


def test_centred_labels_between_two_rules_are_a_table() -> None:
    assert _between_rules(centred=True).grids() == [[[a, " ".join(c)] for a, c in zip(LABELS, TEXTS, strict=True)]]


def test_terms_and_their_definitions_between_two_rules_are_none() -> None:
    assert _between_rules(centred=False).tables() == []


@pytest.mark.parametrize(("values", "count"), [(["4.5", "12", "7.25"], 1), (["or less", "and so", "of late"], 0)])
def test_values_beside_long_texts_under_a_rule(values: list[str], count: int) -> None:
    sheet = Sheet()
    sheet.text(186, 112, "2024")
    sheet.text(300, 112, "2025")
    sheet.rule(55, 117, 520, 117)
    texts = [*TEXTS[0], *TEXTS[2]][:3]
    for number, (label, value, words) in enumerate(zip(LABELS, values, texts, strict=False)):
        y = 130 + 40 * number
        sheet.text(60, y, label)
        sheet.text(180, y, value)
        for line in range(3):
            sheet.text(240, y + 12 * line, f"{words} {line}")
    assert len(sheet.tables()) == count


def test_a_text_that_begins_over_its_label_goes_on_with_the_table() -> None:
    assert _centred(9).grids() == [READ]


def test_a_line_far_under_the_last_row_is_none_of_the_table() -> None:
    sheet = _centred(4)
    sheet.text(180, 265, "These are the options so far.")
    assert sheet.grids() == [READ]
