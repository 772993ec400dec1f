"""Right-to-left lines: seen order to reading order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.bidi import has_rtl, logical_order, mirrored


def read(seen: str) -> str:
    order, _ = logical_order(list(seen))
    return "".join(seen[index] for index in order)


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("םולש", "שלום"),
        ("םלוע םולש", "שלום עולם"),
        ("2026 תנש", "שנת 2026"),
        ("PDF ץבוק", "קובץ PDF"),
        ("end 2026", "end 2026"),
    ],
)
def test_reading_order(seen: str, meant: str) -> None:
    assert read(seen) == meant


def test_base_direction_is_that_of_most_letters() -> None:
    assert logical_order(list("םולש a"))[1]
    assert not logical_order(list("many words ם"))[1]


TEXT = st.text(alphabet="אבגדabcd0123 .,()-", max_size=30)


@given(TEXT)
def test_every_character_is_read_once(seen: str) -> None:
    order, _ = logical_order(list(seen))
    assert sorted(order) == list(range(len(seen)))


@given(TEXT)
def test_reading_what_is_read_gives_back_what_is_seen(seen: str) -> None:
    _, rtl = logical_order(list(seen))
    if rtl:
        assert read(read(seen)) == seen


@given(st.text(alphabet="abcd0123 .,()-", max_size=30).filter(lambda text: any(map(str.isalpha, text))))
def test_a_latin_line_is_left_alone(seen: str) -> None:
    assert read(seen) == seen
    assert not has_rtl(seen)


@given(st.characters())
def test_mirroring_twice_changes_nothing(char: str) -> None:
    assert mirrored(mirrored(char)) == char


def test_on_a_page_of_hebrew_a_line_that_begins_so_is_read_from_the_right() -> None:
    seen = ".Dune at the sea :1 רויא"
    order, rtl = logical_order(list(seen), rtl_page=True)
    assert rtl
    assert "".join(seen[index] for index in order) == "איור 1: Dune at the sea."
    assert not logical_order(list(seen))[1]
    assert not logical_order(list("the word םולש is"), rtl_page=True)[1]
