"""Faces of fixed pitch are known by how they advance; rules strike words; a sign alone has no look of its own."""

from __future__ import annotations

import io
from array import array
from collections import Counter
from dataclasses import replace
from itertools import accumulate

import pytest
from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai.geometric.page import Line, Rule, Run, Style
from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.reader.glyphs import says_bold
from pdf_extractor_ai.geometric.styles import mark_fixed_pitch, mark_strokes
from pdf_extractor_ai.geometric.text import inline_pieces
from pdf_extractor_ai.geometric.vocabulary import Vocabulary
from tests.geometric.setting import ROMAN, line, page

NAMELESS = Style("F17", 10.0)
SLANTED = ROMAN._replace(italic=True)
WORDS = ["shell% kinit -f jennifer", "Password for jennifer:", "if illicit: till(will)", "kinit: failing still"]


def _proportional(text: str) -> Line:
    made = line(text, style=NAMELESS)
    edges = [72.0]
    for char in text:
        edges.append(edges[-1] + (2.4 if char in "iltf.:'- " else 5.4))
    return replace(made, xs=array("f", edges), x1=edges[-1])


def test_a_face_that_advances_by_one_width_is_of_fixed_pitch() -> None:
    made = page([line(words, baseline=100 + 12.0 * row, style=NAMELESS) for row, words in enumerate(WORDS)])
    mark_fixed_pitch([made])
    assert all(run.style.mono for one in made.lines for run in one.runs)


@pytest.mark.parametrize(
    "lines",
    [
        [_proportional(words) for words in WORDS],
        [line("1.25", style=NAMELESS), *(line("17.05", style=NAMELESS) for _ in range(9))],
        [line(WORDS[0], style=NAMELESS)],
    ],
    ids=["proportional", "figures in columns", "one line"],
)
def test_other_faces_stay_as_they_are(lines: list[Line]) -> None:
    made = page(lines)
    mark_fixed_pitch([made])
    assert not any(run.style.mono for one in made.lines for run in one.runs)


@pytest.mark.parametrize("name", ["CMB10", "CMBX12", "SFBX1000", "ecrb1095", "CMSSDC10", "LMRoman10-Bold"])
def test_bold_faces_by_the_names_that_tex_gives_them(name: str) -> None:
    assert says_bold(name)


@pytest.mark.parametrize("name", ["CMR10", "CMBSY10", "SFRM1000", "ecrm1095", "CMSS10", "Bembo"])
def test_faces_that_are_not_bold(name: str) -> None:
    assert not says_bold(name)


@pytest.mark.parametrize(("script", "struck"), [(0, True), (1, False), (-1, False)])
def test_a_rule_through_a_line_strikes_words_and_only_underlines_a_raised_note(script: int, struck: bool) -> None:
    made = line("price $400", 72, 100)
    made.runs = (Run(0, ROMAN), Run(6, ROMAN._replace(script=script)))
    through = Rule(made.xs[6], 97, made.x1, 97)
    drawn = page([made])
    drawn.rules = [through]
    mark_strokes(drawn)
    assert [run.style.strike for run in made.runs] == [False, struck]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([("6.84 ", ROMAN), ("± ", SLANTED), ("0.07", ROMAN)], [("6.84 ± 0.07", False)]),
        ([("set ", ROMAN), ("a ± b", SLANTED)], [("set ", False), ("a ± b", True)]),
    ],
)
def test_a_sign_alone_in_a_slanted_face_is_not_marked(
    parts: list[tuple[str, Style]], said: list[tuple[str, bool]]
) -> None:
    made = line("".join(text for text, _ in parts), 72, 100)
    starts = accumulate((len(text) for text, _ in parts[:-1]), initial=0)
    made.runs = tuple(Run(start, style) for start, (_, style) in zip(starts, parts, strict=True))
    pieces = inline_pieces([made], Vocabulary(Counter()), ROMAN)
    assert [(piece.text, piece.italic) for piece in pieces] == said


def test_a_rule_has_its_width_in_points_whatever_the_scale_it_is_drawn_at() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=True)
    canvas.scale(0.01, 0.01)
    canvas.setLineWidth(75)
    canvas.line(7200, 70000, 30000, 70000)
    canvas.save()
    (page,) = read_pages(out.getvalue())
    assert [round(rule.thickness, 2) for rule in page.rules] == [0.75]
