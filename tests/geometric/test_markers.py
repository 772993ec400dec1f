"""List markers: what is one, what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.flow import nest_lists
from pdf_extractor_ai.geometric.markers import find_marker, roman_value
from tests.geometric.setting import line


@pytest.mark.parametrize(
    ("text", "marker", "kind"),
    [
        ("• wind", "•", "bullet"),
        ("– wind", "–", "dash"),
        ("∗ wind", "∗", "dash"),
        ("7. wind", "7.", "number"),
        ("(12) wind", "(12)", "number"),
        ("[3] Smith, A. 2019", "[3]", "number"),
        ("a) wind", "a)", "letter"),
        ("B. Definitions", "B.", "letter"),
        ("iv. wind", "iv.", "roman"),
        ("3.a.(i) wind", "3.a.(i)", "legal"),
        ("12. March of the dunes", "12.", "number"),
        ("☒ agreed", "☒", "box"),
    ],
)
def test_markers(text: str, marker: str, kind: str) -> None:
    found = find_marker(text)
    assert found is not None
    assert found.text == marker
    assert found.kind.startswith(kind)
    assert text[found.end :].strip()


@pytest.mark.parametrize(
    "text",
    [
        "1997 was a dry year",
        "3.14 is pi",
        "2,5 kg of sand",
        "A. B. Smith wrote it",
        "A. Smith, C. Jones and others",
        "K. Berger and P. Christodoulides",
        "12. Mai 2020 in Wien",
        "19. Jahrhundert und danach",
        "-5 degrees",
        "$5) and more",
        "a cat",
        "•",
        "",
    ],
)
def test_what_only_looks_like_a_marker(text: str) -> None:
    assert find_marker(text) is None


def kinds(*texts: str) -> list[str]:
    blocks = []
    for number, text in enumerate(texts):
        lines = [line(text, baseline=100.0 + 12 * number)]
        marker = find_marker(text)
        blocks.append(Block("list_item" if marker else "text", lines, [where(1, lines)], marker="x" if marker else ""))
    nest_lists(blocks)
    return [block.kind for block in blocks]


def test_lone_capital_is_an_initial() -> None:
    assert kinds("C. elegans is a worm", "that lives in sand.") == ["text", "text"]
    assert kinds("K. Grill", "W. Panny") == ["text", "text"]


def test_capitals_in_sequence_are_a_list() -> None:
    assert kinds("A. Wind", "B. Water") == ["list_item"] * 2
    assert kinds("A. Wind", "1. north", "2. south", "B. Water") == ["list_item"] * 4
    assert kinds("I. Wind", "II. Water", "III. Sand") == ["list_item"] * 3
    assert kinds("H. Wind", "I. Water", "J. Sand") == ["list_item"] * 3


@given(st.text(max_size=30))
def test_a_marker_never_takes_text_away(text: str) -> None:
    found = find_marker(text)
    if found is not None:
        assert text.startswith(found.text)
        assert len(found.text) <= found.end <= len(text)
        assert not text[len(found.text) : found.end].strip()
        assert find_marker(text) == found


@given(st.integers(1000, 9999), st.text(alphabet="abc", min_size=1, max_size=8))
def test_a_year_is_no_marker(year: int, word: str) -> None:
    assert find_marker(f"{year} {word}") is None


@given(st.integers(0, 999), st.integers(0, 9999), st.sampled_from([".", ","]))
def test_a_decimal_is_no_marker(whole: int, part: int, point: str) -> None:
    assert find_marker(f"{whole}{point}{part} metres") is None


@given(st.integers(1, 3999))
def test_roman_value_undoes_the_numeral(value: int) -> None:
    rest, numeral = value, ""
    for size, sign in ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
                       (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):  # fmt: skip
        numeral += sign * (rest // size)
        rest %= size
    assert roman_value(numeral) == value
