"""Running heads, feet and line numbers go; what stands there once, or as text, stays."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.furniture import take_furniture
from pdf_extractor_ai.geometric.page import Line, Page, Rule, Style
from tests.geometric.setting import line, page

BODY = "words of a text that run over the whole width of the page and say what there is to say"


def body(count: int, first: int = 0) -> list[Line]:
    return [line(f"{BODY} {first + number}x", 72, 120 + 13 * number, right=520) for number in range(count)]


def removed(pages: list[Page]) -> list[str]:
    take_furniture(pages, 10.0)
    return sorted(one.text for made in pages for _, one in made.furniture)


def book(count: int, head: str = "Coastal Notes", foot: str = "Page {}") -> list[Page]:
    return [
        page([line(head.format(n), 72, 40), *body(30, 30 * n), line(foot.format(n), 280, 800)], n)
        for n in range(1, count + 1)
    ]


def test_heads_and_counting_feet_go() -> None:
    assert removed(book(4)) == ["Coastal Notes"] * 4 + [f"Page {n}" for n in range(1, 5)]


def low(head: str, number: int) -> Page:
    """A page of which the text and the head above it begin far from the edge of the sheet."""
    lines = [line(f"{BODY} {number}{row}x", 106, 148 + 12 * row, right=488) for row in range(40)]
    style = Style("Serif", 17.0 if number == 1 else 10.0)
    return page([line(head, 250, 126, style=style), *lines, line(str(256 + number), 474, 741)], number)


def test_heads_of_a_small_type_area_go_by_turns() -> None:
    heads = ["Their Title", "Cool Nights", "john smith", "Cool Nights", "john smith"]
    pages = [low(head, number) for number, head in enumerate(heads, 1)]
    assert removed(pages) == ["257", "258", "259", "260", "261", *sorted(heads[1:])]


def test_a_line_said_twice_that_low_on_pages_that_begin_higher_stays() -> None:
    pages = [
        page([line("Cool Nights", 250, 126), *body(40, 50 * n)[3:]] if n in (2, 4) else body(40, 50 * n), n)
        for n in range(1, 9)
    ]
    for made in pages:
        made.lines.append(line(f"{'abcdefgh'[made.number - 1] * 5} is how the page begins", 72, 80, right=520))
    assert removed(pages) == []


def test_a_page_with_nothing_but_the_head_of_all_others_is_empty() -> None:
    for count, gone in ((6, 7), (2, 2)):
        heads = [page([line("Coastal Notes", 72, 40), *body(30, 30 * n)], n) for n in range(1, count + 1)]
        blank = page([line("Coastal Notes", 72, 40)], count + 1)
        assert removed([*heads, blank]).count("Coastal Notes") == gone


def test_nothing_goes_from_a_single_page() -> None:
    assert removed(book(1)) == []


def test_first_lines_in_the_leading_of_the_text_stay() -> None:
    pages = [page([line("The first claim on page", 72, 107, right=520), *body(40, 40 * n)], n) for n in range(1, 4)]
    assert removed(pages) == []


def test_numbers_down_the_margin_go_but_not_a_list_of_years() -> None:
    lines = body(20)
    numbers = [line(str(number + 1), 40, one.baseline) for number, one in enumerate(lines)]
    pages = [page([*lines, *numbers])]
    assert len(removed(pages)) == 20
    assert pages[0].lines == lines


def numbered(texts: list[str], size: float = 10.0) -> Page:
    small = Style("Serif", size)
    lines = [line(text, 100, 120 + 14 * row, right=420) for row, text in enumerate(texts)]
    return page([*lines, *(line(str(row + 1), 76, 120 + 14 * row, style=small) for row in range(len(texts)))])


def test_numbers_of_chapters_in_their_list_stay() -> None:
    chapters = [
        "Aims",
        "Fonts",
        "Class options",
        "Declaration",
        "Semantic markup",
        "Examples",
        "Sources",
        "Terms",
        "End",
    ]
    assert removed([numbered(chapters)]) == []
    assert removed([numbered([f"über {name} {row}" for row, name in enumerate(chapters)])]) == []
    prose = [f"words {row} that go on from line to line without" for row in "abcdefghi"]
    assert len(removed([numbered(prose)])) == 9
    # Set smaller, they count lines whatever stands there.
    assert len(removed([numbered(chapters, 6.0)])) == 9


@given(st.lists(st.text(alphabet="abcdefgh", min_size=4, max_size=12), min_size=1, max_size=6, unique=True))
def test_what_occurs_once_is_never_removed(heads: list[str]) -> None:
    # Far apart and in no row of another page's head, so that none can be taken for its companion.
    pages = [
        page([line(head, 72, 30 + 12.0 * number), *body(30, 30 * number)], number + 1)
        for number, head in enumerate(heads)
    ]
    assert removed(pages) == []


@given(st.lists(st.tuples(st.text(alphabet="ab12 ", min_size=1, max_size=8), st.integers(20, 820)), max_size=12))
def test_a_one_page_document_keeps_all_its_lines(rows: list[tuple[str, int]]) -> None:
    lines = [line(text.strip() or "a", 72, float(y)) for text, y in rows]
    only = page(lines)
    take_furniture([only], 10.0)
    assert [one for _, one in only.furniture] == []
    assert only.lines == lines


@given(st.lists(st.sampled_from(["Coastal Notes", "1", "ii", "Chapter 2"]), min_size=2, max_size=6))
def test_a_removed_line_is_kept_as_furniture(heads: list[str]) -> None:
    pages = [page([line(head, 72, 40), *body(12, 12 * n)], n + 1) for n, head in enumerate(heads)]
    before = Counter(id(one) for made in pages for one in made.lines)
    take_furniture(pages, 10.0)
    after = Counter(id(one) for made in pages for one in [*made.lines, *(gone for _, gone in made.furniture)])
    assert after == before


@pytest.mark.parametrize("grids", [1, 7])
def test_a_head_inside_a_frame_that_runs_over_the_edge_goes_as_on_other_pages(grids: int) -> None:
    pages = book(8)
    for made in pages[:grids]:
        made.rules = [Rule(x, -5, x, 400) for x in (60, 200, 540)]
    gone = removed(pages)
    assert gone.count("Coastal Notes") == (8 if grids == 1 else 0)


def test_a_row_of_a_table_where_heads_stand_stays() -> None:
    pages = book(8)
    pages[3].lines[0] = line("Rivers of the Coast", 72, 40)
    pages[3].rules = [Rule(x, -5, x, 400) for x in (60, 200, 540)]
    assert removed(pages).count("Coastal Notes") == 7
    assert [one.text for _, one in pages[3].furniture] == ["Page 4"]
