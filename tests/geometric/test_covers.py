"""Covers: their lines head nothing, the title is found; slides, letters and pages with text are no covers."""

from __future__ import annotations

import pytest

from tests.geometric.paper import LEFT, Text, bold, headings, markdown, prose, typeset

SCHOOL = Text(100, "UNIVERSITY OF THE TANKS", 16.0, centred=True)
TITLE = Text(250, "On the Filling of Tanks", 22.0, centred=True)
REST = [
    Text(400, "Ada Waterman", 14.0, centred=True),
    Text(450, "Supervisor: Prof. Bo Pump", 14.0, centred=True),
    Text(700, "May 2020", 14.0, centred=True),
]
CHAPTERS = [[bold(90, f"Chapter {n} {name}", 24), *prose(130, 8)] for n, name in ((1, "Tanks"), (2, "Pumps"))]


def test_of_a_cover_only_the_title_is_a_heading() -> None:
    found = headings(typeset([[SCHOOL, TITLE, *REST], *CHAPTERS]))
    assert found == ["## On the Filling of Tanks", "## Chapter 1 Tanks", "## Chapter 2 Pumps"]


def test_a_second_cover_repeats_and_heads_nothing() -> None:
    second = [TITLE, Text(330, "A thesis submitted to", 14.0, centred=True), *REST]
    found = headings(typeset([[SCHOOL, TITLE, *REST], second, *CHAPTERS]))
    assert found == ["## On the Filling of Tanks", "## Chapter 1 Tanks", "## Chapter 2 Pumps"]


def test_what_comes_back_on_the_second_cover_is_the_title_though_another_line_is_larger() -> None:
    kind = Text(150, "Doctoral Thesis", 26.0, centred=True)
    found = headings(typeset([[SCHOOL, kind, TITLE, *REST], [TITLE, *REST], *CHAPTERS]))
    assert found[0].lstrip("#") == " On the Filling of Tanks"
    assert "Doctoral" not in " ".join(found)


def test_a_page_before_the_text_that_opens_as_chapters_do_keeps_its_heading() -> None:
    thanks = [bold(90, "Acknowledgements", 24), Text(130, "To my parents, who filled the first tank.")]
    found = headings(typeset([[SCHOOL, TITLE, *REST], thanks, *CHAPTERS]))
    assert found[:2] == ["## On the Filling of Tanks", "## Acknowledgements"]


def test_slides_have_no_covers() -> None:
    slides = [
        [Text(100, title, 24.0), Text(160, "One tank", 16.0), Text(190, "Two pumps", 16.0)]
        for title in ("On Tanks", "Filling", "Draining", "Cleaning")
    ]
    found = headings(typeset(slides))
    assert [line.lstrip("# ") for line in found] == ["On Tanks", "Filling", "Draining", "Cleaning"]


def test_a_first_page_with_numbered_headings_is_no_cover() -> None:
    first = [bold(90, "1 Tanks", 16), Text(115, "None yet."), bold(300, "2 Pumps", 16), Text(325, "Three.")]
    found = headings(typeset([first, [bold(90, "3 Hoses", 16), *prose(130, 8)]]))
    assert found == ["## 1 Tanks", "## 2 Pumps", "## 3 Hoses"]


def test_a_title_in_two_lines_far_apart_is_one() -> None:
    lines = [Text(250, "On the Filling", 22.0, centred=True), Text(284, "and Draining of Tanks", 22.0, centred=True)]
    found = headings(typeset([[*lines, *REST], *CHAPTERS]))
    assert found[0] == "## On the Filling and Draining of Tanks"


@pytest.mark.parametrize("name", ["A Study of Tanks", "A study of tanks."])
def test_the_title_that_the_file_states_wins_over_a_larger_line(name: str) -> None:
    page = [
        Text(90, "CONF-2020", 20.0, centred=True),
        Text(140, "A Study of Tanks", 15.0, centred=True),
        *prose(180, 8),
    ]
    page += [bold(320, "1 Tanks", 12), *prose(345), bold(420, "2 Pumps", 12), *prose(445)]
    assert headings(typeset([page], stated=name)) == ["# A Study of Tanks", "## 1 Tanks", "## 2 Pumps"]


@pytest.mark.parametrize("name", ["", "untitled", "1", "The tanks were filled by hand each morning"])
def test_a_stated_title_that_no_display_line_says_changes_nothing(name: str) -> None:
    page = [Text(90, "A Study of Tanks", 20.0, centred=True), *prose(180, 8)]
    page += [bold(320, "1 Tanks", 12), *prose(345), bold(420, "2 Pumps", 12), *prose(445)]
    assert headings(typeset([page], stated=name)) == ["# A Study of Tanks", "## 1 Tanks", "## 2 Pumps"]


def test_a_stated_title_set_as_all_headings_are_stands_among_them() -> None:
    page = [bold(90, "Summary", 16, LEFT), *prose(120), bold(220, "Motivation", 16), *prose(250)]
    second = [bold(90, "Drawbacks", 16), *prose(120)]
    found = headings(typeset([page, second], stated="Summary"))
    assert found == ["## Summary", "## Motivation", "## Drawbacks"]


def test_no_word_of_a_cover_is_lost() -> None:
    text = markdown(typeset([[SCHOOL, TITLE, *REST], *CHAPTERS]))
    for line in (SCHOOL, *REST):
        assert line.words in text


def _paper(names: list[Text]) -> bytes:
    first = [Text(90, "ON THE FILLING OF TANKS", 14.0, "Times-Bold", centred=True), *names, *prose(200, 8)]
    first += [Text(330, "METHODS", 14.0, "Times-Bold", centred=True), *prose(355, 8)]
    return typeset([first, [Text(90, "RESULTS", 14.0, "Times-Bold", centred=True), *prose(120, 8)]])


def test_names_under_a_title_no_larger_than_the_headings_are_none() -> None:
    names = [
        Text(115, "A. N. Waterman, Institute of Wide and Long Pipes, Tanktown", 12.0, centred=True),
        Text(140, "Bo Pump, Second Institute of Pipes", 12.0, centred=True),
    ]
    assert headings(_paper(names)) == ["## ON THE FILLING OF TANKS", "## METHODS", "## RESULTS"]


def test_a_smaller_heading_at_the_left_edge_under_a_title_is_one() -> None:
    names = [Text(170, "Filling them slowly", 12.0)]
    found = [line.lstrip("# ") for line in headings(_paper(names))]
    assert found == ["ON THE FILLING OF TANKS", "Filling them slowly", "METHODS", "RESULTS"]


def test_a_first_page_with_a_paragraph_of_ideographs_is_no_cover() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    lines = [Text(200 + 14.0 * row, "水槽毎朝手満水位再度測定" * 3, 10.0, "HeiseiMin-W3") for row in range(4)]
    first = [Text(90, "水槽研究", 20.0, "HeiseiMin-W3"), Text(170, "概要説明", 14.0, "HeiseiMin-W3"), *lines]
    second = [[bold(90, f"Chapter {n} {name}", 24), *prose(130, 8)] for n, name in ((1, "Tanks"), (2, "Pumps"))]
    assert "概要説明" in " ".join(headings(typeset([first, *second])))
    brief = [*first[:2], Text(200, "水槽", 10.0, "HeiseiMin-W3")]
    assert "概要説明" not in " ".join(headings(typeset([brief, *second])))
