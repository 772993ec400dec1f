"""Bookmarks as evidence for headings."""

from __future__ import annotations

from tests.geometric.paper import Text, bold, headings, markdown, prose, typeset


def test_a_title_in_two_faces_that_came_apart_is_one_heading() -> None:
    page = [
        bold(100, "When is the large valve", 13.0),
        Text(116, "open()", 11.0, "Courier-Bold"),
        *prose(145),
        bold(210, "After use", 13.0),
        *prose(235),
    ]
    marks = [("When is the large valve open()", 0, 1), ("After use", 0, 1)]
    assert [line.replace("`", "") for line in headings(typeset([page], marks))] == [
        "## When is the large valve open()", "## After use",
    ]  # fmt: skip


def test_a_listed_title_in_the_size_of_the_text_is_cut_off_its_paragraph() -> None:
    page = [*prose(80), Text(140, "Draining the tank"), *prose(152), *prose(210), Text(270, "After use"), *prose(282)]
    marks = [("Draining the tank", 0, 1), ("After use", 0, 1)]
    assert headings(typeset([page], marks)) == ["## Draining the tank", "## After use"]


def test_words_that_no_bookmark_lists_are_no_heading() -> None:
    page = [*prose(80), Text(140, "Draining the tank"), *prose(152), bold(230, "After use", 13.0), *prose(255)]
    marks = [("After use", 0, 1), ("Something else", 0, 2)]
    text = markdown(typeset([page, prose(80)], marks))
    assert [line for line in text.splitlines() if line.startswith("#")] == ["## After use"]
    assert "\nDraining the tank\n" in text
