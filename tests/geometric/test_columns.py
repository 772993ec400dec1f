"""Newspaper order: every item once, columns one after the other, labels with their values."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.columns import Item, line_item, newspaper_order
from pdf_extractor_ai.geometric.page import Line
from tests.geometric.setting import line

PROSE = "words of a text that run over the whole width of it"


def texts(items: list[Item], *, rtl: bool = False) -> list[list[str]]:
    columns = newspaper_order(items, 10.0, rtl=rtl)
    return [[item.line.text for row in column.rows for item in row if item.line] for column in columns]


def column(letter: str, x: float, right: float, count: int, top: float = 100.0) -> list[Item]:
    return [
        line_item(line(f"{letter}{number} {PROSE}", x, top + 12 * number, right=right))
        for number in range(1, count + 1)
    ]


def test_two_columns_are_read_one_after_the_other() -> None:
    items = column("L", 72, 290, 6) + column("R", 305, 523, 6)
    found = texts(items)
    assert [[text[:2] for text in part] for part in found] == [
        [f"L{n}" for n in range(1, 7)],
        [f"R{n}" for n in range(1, 7)],
    ]


def test_right_to_left_pages_begin_on_the_right() -> None:
    found = texts(column("L", 72, 290, 6) + column("R", 305, 523, 6), rtl=True)
    assert [part[0][:1] for part in found] == ["R", "L"]


def test_a_line_over_both_columns_parts_what_is_above_from_what_is_below() -> None:
    items = column("a", 72, 290, 4) + column("b", 305, 523, 4)
    items.append(line_item(line(f"M {PROSE} and on to the other side of the page", 72, 170, right=523)))
    items += column("c", 72, 290, 4, 190) + column("d", 305, 523, 4, 190)
    firsts = [text[:1] for part in texts(items) for text in part]
    assert "".join(firsts) == "aaaabbbbMccccdddd"


def test_labels_and_values_stay_in_their_rows() -> None:
    items = []
    for number in range(6):
        items.append(line_item(line("Voltage", 72, 100 + 14 * number)))
        items.append(line_item(line("230 V", 250, 100 + 14 * number)))
    (part,) = texts(items)
    assert part == ["Voltage", "230 V"] * 6


# Where the sentence spaces of six justified lines lie.
RAGGED = ((294, 305), (185, 194), (225, 236), (233, 248), (430, 440), (352, 364))


def torn(places: Sequence[tuple[int, int]]) -> list[Item]:
    """Lines in two halves each: the first ends and the second begins at one of ``places``."""
    return [
        line_item(line(f"{half}{number} {PROSE}", x, 100 + 12 * number, right=right))
        for number, (end, start) in enumerate(places)
        for half, x, right in (("L", 106, end), ("R", start, 489))
    ]


def test_lines_torn_at_spaces_between_sentences_are_lines() -> None:
    (part,) = texts(torn(RAGGED))
    assert [text[:2] for text in part] == [f"{half}{n}" for n in range(6) for half in "LR"]


@pytest.mark.parametrize(
    "places",
    [
        [(300, start) for start in (306, 312, 318, 323, 309, 315)],
        [(end, 350) for end in (344, 331, 336, 341, 326, 321)],
        [
            (end, start)
            for end, start in zip((300, 262, 281, 244, 291, 270), (322, 336, 350, 329, 343, 357), strict=True)
        ],
    ],
    ids=["justified on the left", "straight on the right", "far apart"],
)
def test_columns_with_a_straight_edge_or_a_wide_gutter_are_columns(places: list[tuple[int, int]]) -> None:
    assert [[text[:1] for text in part] for part in texts(torn(places))] == [["L"] * 6, ["R"] * 6]


def test_what_stands_beside_a_line_over_the_gutter_stays_in_its_line() -> None:
    items = torn(((185, 194), (225, 236), (233, 248)))
    items += [
        line_item(line(f"{part} {PROSE}", x, 136, right=right))
        for part, x, right in (("a", 106, 150), ("b", 160, 470), ("c", 480, 489))
    ]
    (found,) = texts(items)
    assert [text[:1] for text in found] == [*"LR" * 3, *"abc"]


def letters(items: list[Item]) -> str:
    return "".join(text[:1] for part in texts(items) for text in part)


def test_a_line_too_long_for_its_column_parts_neither_column() -> None:
    items = column("a", 72, 290, 6) + column("b", 305, 523, 6)
    items[2] = line_item(line(f"A {PROSE}", 72, 124, right=303))
    assert letters(items) == "aaAaaabbbbbb"
    items[2] = line_item(line(f"A {PROSE}", 72, 124, right=301))
    assert letters(items) == "aaAaaabbbbbb"


def test_two_lines_between_wide_ones_are_columns_where_the_page_has_them() -> None:
    wide = [
        line_item(line(f"{mark} {PROSE} over all the page", 72, y, right=523)) for mark, y in (("W", 186), ("X", 234))
    ]
    pair = column("c", 72, 290, 2, 202) + column("d", 305, 523, 2, 202)
    below = column("e", 72, 290, 6, 260) + column("f", 305, 523, 6, 260)
    assert letters([*wide, *pair, *below]) == "WccddX" + "e" * 6 + "f" * 6
    # Alone they are two rows of something.
    assert letters([*wide, *pair]) == "WcdcdX"


BOXES = st.tuples(st.integers(0, 500), st.integers(20, 780), st.integers(1, 60))


def placed(x: int, y: int, length: int) -> Line:
    # A single letter may have no width at all.
    return line("w" * length, float(x), float(y), right=float(x + 4 * length * (length > 1)))


@given(st.lists(BOXES, max_size=40), st.booleans())
def test_the_order_is_a_permutation(boxes: list[tuple[int, int, int]], rtl: bool) -> None:
    items = [line_item(placed(*box)) for box in boxes]
    found = [item for part in newspaper_order(items, 10.0, rtl=rtl) for row in part.rows for item in row]
    assert sorted(map(id, found)) == sorted(map(id, items))


@given(st.lists(BOXES, max_size=25))
def test_the_order_does_not_depend_on_the_input(boxes: list[tuple[int, int, int]]) -> None:
    distinct = sorted(set(boxes))
    forward = newspaper_order([line_item(placed(*box)) for box in distinct], 10.0)
    again = newspaper_order([line_item(placed(*box)) for box in distinct], 10.0)
    assert [[len(row) for row in part.rows] for part in forward] == [[len(row) for row in part.rows] for part in again]
