"""Long chapters are cut between blocks, before headings where that is possible."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.book.cutting import LIST_COST, TEXT_COST, Sized, cut, heading_cost

BLOCKS = st.lists(st.builds(Sized, st.integers(1, 400), st.integers(0, 9)), min_size=1, max_size=60)


@given(BLOCKS, st.integers(200, 1000))
def test_no_file_is_over_the_limit_unless_a_single_block_is(blocks: list[Sized], limit: int) -> None:
    begins = cut(blocks, limit)
    assert begins[0] == 0
    assert begins == sorted(set(begins))
    for begin, end in zip(begins, [*begins[1:], len(blocks)], strict=True):
        assert sum(block.tokens for block in blocks[begin:end]) <= limit or end - begin == 1


@given(BLOCKS)
def test_what_fits_is_not_cut(blocks: list[Sized]) -> None:
    assert cut(blocks, sum(block.tokens for block in blocks)) == [0]


def test_a_heading_is_the_place_to_cut() -> None:
    text = Sized(100, TEXT_COST)
    blocks = [Sized(10, heading_cost(1)), *[text] * 5, Sized(10, heading_cost(2)), *[text] * 5]
    assert cut(blocks, 900) == [0, 6]


def test_the_higher_heading_is_the_better_place() -> None:
    text = Sized(100, TEXT_COST)
    blocks = [text] * 4 + [Sized(10, heading_cost(3))] + [text] * 2 + [Sized(10, heading_cost(2))] + [text] * 5
    assert cut(blocks, 900) == [0, 7]


def test_lists_are_cut_only_when_nothing_else_can_be() -> None:
    item, text = Sized(100, LIST_COST), Sized(100, TEXT_COST)
    assert cut([text, *[item] * 5, text, *[item] * 4], 800) == [0, 6]


def test_the_files_of_a_chapter_are_of_one_size() -> None:
    begins = cut([Sized(100, TEXT_COST)] * 21, 1000)
    sizes = [end - begin for begin, end in zip(begins, [*begins[1:], 21], strict=True)]
    assert len(sizes) == 3
    assert max(sizes) - min(sizes) <= 2


def test_a_block_larger_than_the_limit_is_a_file_of_its_own() -> None:
    assert cut([Sized(10, TEXT_COST), Sized(5000, TEXT_COST), Sized(10, TEXT_COST)], 1000) == [0, 1, 2]
