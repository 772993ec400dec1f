"""Figures and their captions: where a caption ends."""

from __future__ import annotations

from pdf_extractor_ai.geometric.figures import CAPTION, TABLE_CAPTION, caption_lines
from pdf_extractor_ai.geometric.page import Line
from tests.geometric.setting import line, page

FULL = 520.0
TEXT = "The text that follows runs over the whole width of its column"


def caption(*lines: Line) -> list[str]:
    return [found.text for found in caption_lines(page(lines), lines[0])]


def test_a_caption_goes_on_over_full_lines() -> None:
    lines = (
        line("Figure 1. A long caption that runs over the whole width", baseline=100, right=FULL),
        line("and goes on to its end.", baseline=112, right=200),
        line(TEXT, baseline=124, right=FULL),
    )
    assert caption(*lines) == [one.text for one in lines[:2]]


def test_a_short_caption_does_not_swallow_the_paragraph_below() -> None:
    lines = (line("Figure 4: Overview", baseline=100, right=180), line(TEXT, baseline=112, right=FULL))
    assert caption(*lines) == ["Figure 4: Overview"]


def test_a_wider_step_ends_a_caption() -> None:
    lines = (
        line("Figure 1. A long caption that runs over the whole width", baseline=100, right=FULL),
        line("and another line that runs over the whole width of it", baseline=111, right=FULL),
        line(TEXT, baseline=127, right=FULL),
    )
    assert caption(*lines) == [one.text for one in lines[:2]]


def test_centred_lines_of_different_lengths_are_one_caption() -> None:
    lines = (
        line("Figure 2. Dunes", 250, 100, right=350),
        line("as they were seen from the tower in the year of the storm", 120, 112, right=480),
    )
    assert caption(*lines) == [one.text for one in lines]


def test_captions_have_numbers() -> None:
    assert CAPTION.match("Figure 3: Wind")
    assert CAPTION.match("Abbildung 2. Wind")
    assert not CAPTION.match("Figure it out")
    assert TABLE_CAPTION.match("Table II. Sand")
    assert not TABLE_CAPTION.match("Table sample")
