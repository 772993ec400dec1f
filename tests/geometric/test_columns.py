"""Newspaper order: every item once, columns one after the other, labels with their values."""

from __future__ import annotations

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


BOXES = st.tuples(st.integers(0, 500), st.integers(20, 780), st.integers(1, 60))


def placed(x: int, y: int, length: int) -> Line:
    return line("w" * length, float(x), float(y), right=float(x + 4 * length))


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
