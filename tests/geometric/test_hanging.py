"""Hanging paragraphs: an entry per line that stands out, and ordinary paragraphs left as they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.blocks import build_blocks
from pdf_extractor_ai.geometric.columns import Column, line_item
from pdf_extractor_ai.geometric.page import Line
from tests.geometric.setting import line

LEFT, HUNG, RIGHT = 72.0, 92.0, 400.0
WORDS = "selfishness and order in a model of early cells"


def set_lines(*rows: tuple[str, float, float]) -> list[Line]:
    """Lines of words, left and right edge, 12 points apart."""
    return [line(words, x, 100 + 12 * number, right=right) for number, (words, x, right) in enumerate(rows)]


def paragraphs(lines: list[Line]) -> list[str]:
    return [block.text for block in build_blocks(Column([[line_item(one)] for one in lines]), 1, 0)]


def test_every_reference_is_a_paragraph_though_the_lines_before_are_full() -> None:
    found = paragraphs(
        set_lines(
            ("Haidt, J. (2007). On morals, 316, 998.", LEFT, RIGHT - 12),
            (f"Stapel, D. (2011). {WORDS}", LEFT, RIGHT),
            (f"{WORDS}. doi 10", HUNG, RIGHT),
            (".1126/science", HUNG, 180),
            (f"Zintzaras, E. (2010). {WORDS}", LEFT, RIGHT),
            ("605-613.", HUNG, 130),
        )
    )
    assert [text.split(",")[0] for text in found] == ["Haidt", "Stapel", "Zintzaras"]


@pytest.mark.parametrize("rows", [2, 3])
def test_paragraphs_whose_first_line_is_set_in_are_not_turned_about(rows: int) -> None:
    lines = []
    for number in range(3):
        lines += [(f"Part {number} {WORDS}", HUNG, RIGHT), *[(f"{WORDS}", LEFT, RIGHT)] * (rows - 2)]
        lines.append((f"and so it ends here {number}.", LEFT, 250.0 + number))
    found = paragraphs(set_lines(*lines))
    assert [text[:6] for text in found] == ["Part 0", "Part 1", "Part 2"]
    assert [text[-2:] for text in found] == ["0.", "1.", "2."]


def test_one_line_set_in_is_no_style() -> None:
    found = paragraphs(
        set_lines(
            (f"One {WORDS}", LEFT, RIGHT),
            (f"{WORDS}", HUNG, RIGHT),
            (f"Latin names go on without an end {WORDS}", LEFT, RIGHT),
        )
    )
    assert len(found) == 1


_WORDS = st.sampled_from(["A b.", "c d", "- e", "1. f", "Ghi (j"])


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["A b.", "c d", "- e", "1. f", "Ghi (j"]),
            st.sampled_from([72, 92, 110]),
            st.integers(120, 400),
        ),
        min_size=1,
        max_size=14,
    )
)
def test_no_line_is_lost_and_none_changes_its_place(rows: list[tuple[str, int, int]]) -> None:
    lines = set_lines(*[(words, float(x), float(right)) for words, x, right in rows])
    blocks = build_blocks(Column([[line_item(one)] for one in lines]), 1, 0)
    assert [id(one) for block in blocks for one in block.lines] == [id(one) for one in lines]
