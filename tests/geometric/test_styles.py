"""Faces of fixed pitch are known by how they advance where their names say nothing."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

from pdf_extractor_ai.geometric.page import Line, Style
from pdf_extractor_ai.geometric.reader.glyphs import says_bold
from pdf_extractor_ai.geometric.styles import mark_fixed_pitch
from tests.geometric.setting import line, page

NAMELESS = Style("F17", 10.0)
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
