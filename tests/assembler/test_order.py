"""Newspaper order: columns, bands, right-to-left pages, items without a box."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.assembler import column_centers, column_count, column_index, reading_order
from pdf_extractor_ai.assembler.order import Placed
from pdf_extractor_ai.report import Box

WIDTHS = {1: 600.0, 2: 600.0}


def order(*boxes: Box | None, page: int = 1) -> list[int]:
    return reading_order([Placed(page, box) for box in boxes], WIDTHS)


@pytest.mark.parametrize(
    ("lefts", "centers"),
    [
        ([20, 360], [20, 360]),
        ([20, 220, 420], [20, 220, 420]),
        ([20, 40], [30]),
        ([0, 200, 400, 550], [0, 200, 475]),
        ([20, 60, 100, 140], [80]),
        ([0, 72], [36]),
        ([0, 73], [0, 73]),
        ([], [0]),
    ],
)
def test_columns(lefts: list[float], centers: list[float]) -> None:
    assert column_centers(lefts, 600) == centers
    assert column_count(lefts, 600) == len(centers)


def test_a_page_without_width_has_one_column() -> None:
    assert column_centers([20, 400], 0) == [0.0]


def test_nearest_column_and_ties() -> None:
    assert column_index(212.6, [28, 212, 396]) == 1
    assert column_index(50, [0, 100]) == 0


def test_left_column_before_right() -> None:
    assert order((360, 40, 540, 80), (30, 400, 210, 440)) == [1, 0]


def test_narrow_items_open_no_column() -> None:
    assert order((400, 10, 430, 30), (20, 100, 50, 130)) == [0, 1]


@pytest.mark.parametrize(("width", "expected"), [(107, [0, 1]), (108, [1, 0])])
def test_the_least_width_of_a_column(width: float, expected: list[int]) -> None:
    assert order((400, 10, 400 + width, 30), (20, 100, 20 + width, 130)) == expected


def test_a_full_width_item_cuts_the_page() -> None:
    boxes: list[Box] = [
        (310, 340, 570, 400),
        (30, 340, 290, 400),
        (30, 300, 570, 324),
        (310, 60, 570, 150),
        (30, 60, 290, 150),
        (30, 20, 570, 44),
    ]
    assert order(*boxes) == [5, 4, 3, 2, 1, 0]


def test_a_centred_heading_over_the_gutter_cuts_too() -> None:
    assert order((30, 60, 290, 150), (310, 60, 570, 150), (200, 200, 420, 220), (30, 240, 290, 300)) == [0, 1, 2, 3]


def test_a_figure_over_two_of_three_columns_does_not_cut_the_third() -> None:
    boxes: list[Box] = [
        (20, 40, 200, 300),
        (210, 40, 390, 300),
        (20, 320, 390, 500),
        (400, 40, 580, 400),
        (400, 410, 580, 700),
    ]
    found = order(*boxes)
    assert found.index(3) + 1 == found.index(4)


def test_right_to_left_pages_begin_on_the_right() -> None:
    left, right = (30.0, 40.0, 290.0, 80.0), (310.0, 40.0, 570.0, 80.0)
    items = [Placed(1, left, 9, 10), Placed(1, right, 9, 10)]
    assert reading_order(items, WIDTHS) == [1, 0]
    few = [Placed(1, left, 2, 10), Placed(1, right, 2, 10)]
    assert reading_order(few, WIDTHS) == [0, 1]


def test_an_item_without_a_box_follows_the_one_before_it() -> None:
    items = [Placed(1, (30, 50, 210, 80)), Placed(2, None), Placed(2, (30, 10, 210, 40))]
    assert reading_order(items, WIDTHS) == [0, 1, 2]
    assert reading_order([Placed(None, None), Placed(1, (5, 5, 9, 9))], WIDTHS) == [0, 1]


BOXES = st.tuples(st.floats(0, 500), st.floats(0, 700), st.floats(5, 600), st.floats(5, 100)).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@given(st.lists(st.none() | BOXES, max_size=12))
def test_every_item_has_its_place_once(boxes: list[Box | None]) -> None:
    assert sorted(order(*boxes)) == list(range(len(boxes)))


@given(st.lists(st.floats(0, 700), min_size=1, max_size=8, unique=True))
def test_one_column_is_read_downwards(tops: list[float]) -> None:
    found = order(*((30.0, top, 500.0, top + 1) for top in tops))
    assert [tops[index] for index in found] == sorted(tops)
