"""Columns under a title that are not on common lines, and rows that must stay rows."""

from __future__ import annotations

import re

from tests.geometric.paper import PROSE, Text, bold, markdown, typeset


def column(x: float, top: float, name: str, rows: int = 25) -> list[Text]:
    return [Text(top + 12 * row, f"{name}{row + 1:02d} {PROSE[:44]}", x=x) for row in range(rows)]


def order(page: list[Text]) -> list[str]:
    return re.findall(r"[LRA]\d\d", markdown(typeset([page])))


def rows(name: str, count: int = 25) -> list[str]:
    return [f"{name}{row + 1:02d}" for row in range(count)]


def test_columns_whose_baselines_differ() -> None:
    for shift in (0.0, 3.0, 4.0, 6.0, 8.0):
        abstract = [Text(100 + 11 * row, f"A{row + 1:02d} {PROSE[:84]}", 9, x=100) for row in range(4)]
        page = [bold(60, "Dunes and wind", 18, 220), *abstract, bold(180, "1 Introduction", 11, 54)]
        page += column(54, 196, "L") + column(313, 180 + shift, "R")
        assert order(page) == rows("A", 4) + rows("L") + rows("R"), shift


def test_values_beside_their_names_stay_in_rows() -> None:
    page = [bold(60, "Dunes and wind", 18, 220), Text(90, PROSE[:96])]
    for row in range(3):
        page += [
            Text(120 + 20 * row, f"L{row + 1:02d} rated value of pump"),
            Text(120.6 + 20 * row, f"R{row + 1:02d} V", x=400),
        ]
    assert order(page) == ["L01", "R01", "L02", "R02", "L03", "R03"]


def test_a_headline_in_the_middle_column_is_read_first() -> None:
    page = [bold(60, "Big Headline", 24, 220)]
    for place, name in enumerate("LRA"):
        page += [
            Text(100 + 3 * place + 12 * row, f"{name}{row + 1:02d} {PROSE[:30]}", x=40 + 175 * place)
            for row in range(25)
        ]
    text = markdown(typeset([page]))
    assert text.index("Big Headline") < text.index("L01")
    assert order(page) == rows("L") + rows("R") + rows("A")


def test_a_heading_of_the_middle_column_stays_in_it() -> None:
    page = [text for place, name in enumerate("LR") for text in column(54 + 259 * place, 100, name)]
    page += [bold(420, "Middle", 14, 54), *column(54, 440, "A", 10)]
    text = markdown(typeset([page]))
    assert text.index("L25") < text.index("Middle") < text.index("A01") < text.index("R01")


def contents(rows: int) -> str:
    """Names, dots and page numbers, each a text of its own."""
    page = [bold(60, "Contents", 16, 60)]
    for row in range(rows):
        page += [Text(90 + 16 * row, f"Chapter {row + 1} of the book", x=60), Text(90 + 16 * row, "." * 120, x=170)]
        page += [Text(90 + 16 * row, str(7 * row + 7), x=490)]
    return markdown(typeset([page]))


def test_leaders_are_no_column() -> None:
    text = re.sub(r"[\s|]+", " ", contents(30))
    assert all(f"Chapter {row + 1} of the book … {7 * row + 7} " in text for row in range(30))
