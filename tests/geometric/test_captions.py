"""Where a caption begins and ends, and what it makes of the boxes above it."""

from __future__ import annotations

import io
from collections import Counter

from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai.geometric.block import Block, Where
from pdf_extractor_ai.geometric.candidates import is_candidate
from pdf_extractor_ai.geometric.figures import find_figures, join_labels
from pdf_extractor_ai.geometric.page import Style
from pdf_extractor_ai.geometric.stats import DocumentStats
from tests.geometric.paper import HEIGHT, markdown
from tests.geometric.setting import line, page


def _under_a_drawing(lines: list[tuple[float, str]]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, HEIGHT), invariant=True)
    for index in range(12):
        canvas.line(80, HEIGHT - 100 - 10 * index, 300, HEIGHT - 90 - 11 * index)
        canvas.circle(90 + 17 * index, HEIGHT - 150, 12)
    canvas.setFont("Times-Roman", 10)
    for y, words in lines:
        canvas.drawString(72, HEIGHT - y, words)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_a_paragraph_below_more_space_than_the_caption_has_within_is_none_of_it() -> None:
    text = markdown(
        _under_a_drawing(
            [
                (240, "Figure 1: Water that was taken from the wells in the second"),
                (252, "half of the year, against the sustainable yield (dashed)."),
                (268, "The pressure in the upper streets did not fall below two bars"),
                (280, "in either summer, and that was the aim of the whole work."),
            ]
        )
    )
    assert "yield (dashed).\n\nThe pressure" in text


def test_a_caption_of_four_even_lines_stays_whole() -> None:
    words = [
        "Figure 1: Water that was taken from the wells in the second",
        "half of the year, against the sustainable yield, as the town",
        "reported it to the province in the spring of the year after",
        "and published it without the figures of the outer farms.",
    ]
    text = markdown(_under_a_drawing([(240 + 12.0 * row, line) for row, line in enumerate(words)]))
    assert " ".join(words) in text


def test_a_name_set_apart_from_its_number_is_the_same_caption() -> None:
    lines = [line("Table 3-1", 137, 93), line("Special registers and their values", 190, 93), line("Table 3", 137, 300)]
    made = page([*lines, line("shows", 260, 300), line("Figure 2: a", 137, 400), line("Figure 3", 160, 500)])
    join_labels(made)
    assert [one.text for one in made.lines] == [
        "Table 3-1 Special registers and their values",
        "Table 3",
        "shows",
        "Figure 2: a",
        "Figure 3",
    ]


def test_numbers_of_figures_side_by_side_stay_apart() -> None:
    labels = [line(f"Figure {number}", 72 + 60 * number, 100) for number in (1, 2, 3)]
    made = page([*labels, line("The last", 300, 100)])
    join_labels(made)
    assert [one.text for one in made.lines] == ["Figure 1", "Figure 2", "Figure 3 The last"]


def test_a_grid_that_is_a_drawing_is_a_figure_where_a_caption_says_so() -> None:
    for words, count in (("Figure 3-1: The statement", 1), ("What the statement says", 0)):
        made = page(
            [line("CREATE PERMISSION", 110, 130), line("Names it for all of the rows that it is for", 260, 150)]
        )
        made.lines.append(line(words, 100, 312))
        made.diagrams.append((100.0, 110.0, 500.0, 300.0))
        figures = find_figures(made, [], 10.0)
        assert len(figures) == count
        assert len(made.lines) == (0 if count else 3)


def test_words_in_a_diagram_or_a_form_are_no_headings() -> None:
    strong = Style("Serif", 11.0, bold=True)
    block = Block("text", [line("FOR ROWS", style=strong)], [Where(1, 72, 90, 150, 102)], right=500.0, gap=30.0)
    stats = DocumentStats(Style("Serif", 10.0), Counter({10.0: 5000}))
    assert is_candidate(block, [block], 0, stats)
    block.boxed = True
    assert not is_candidate(block, [block], 0, stats)
    block.lines = [line("The Report", style=Style("Serif", 20.0, bold=True))]
    assert is_candidate(block, [block], 0, stats)
