"""Glyphs that a font draws raised or lowered, and ideographs painted one below the other."""

from __future__ import annotations

import io

import pytest
import typst
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate

from tests.geometric.paper import HEIGHT, PROSE, WIDTH, markdown


def set_by_typst(source: str) -> str:
    return markdown(typst.compile(f"{source}\n\n{PROSE} {PROSE}".encode()))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Water is H#sub[2]O.", "H<sub>2</sub>O"),
        ("It is 10#super[−3] m wide.", "10<sup>−3</sup> m"),
        ("On page 1#footnote[A note.] it says so.", "page 1[^1] it"),
        ("The 3#super[rd] day.", "3<sup>rd</sup> day"),
    ],
)
def test_superior_and_inferior_glyphs_of_the_font(source: str, expected: str) -> None:
    assert expected in set_by_typst(source)


def test_figures_of_other_height_stay_on_the_line() -> None:
    text = set_by_typst(
        '#set text(number-type: "old-style")\nIn 1934 there were *25* of them in #text(red)[379] houses.'
    )
    assert "<su" not in text
    assert "379" in text


def ideographs(columns: list[tuple[float, str]], step: float, across: bool) -> str:
    """Every character a text of its own, below or beside the one before it."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    canvas.setFont("HeiseiMin-W3", 12)
    for x, text in columns:
        for place, char in enumerate(text):
            canvas.drawString(x + step * place * across, 700 - step * place * (not across), char)
    canvas.save()
    return markdown(out.getvalue())


def test_columns_of_single_ideographs_are_read_downwards_from_the_right() -> None:
    text = ideographs([(400, "吾輩は猫である。"), (375, "名前はまだ無い。")], 12, across=False)
    assert text.index("吾輩は猫である。") < text.index("名前はまだ無い。")
    assert "|" not in text


def test_single_ideographs_in_a_line_are_read_across() -> None:
    assert "吾輩は猫である。" in ideographs([(72, "吾輩は猫である。")], 12, across=True)


def test_ideographs_in_rows_of_a_table_stay_in_their_rows() -> None:
    text = ideographs([(72, "甲乙丙丁"), (172, "一二三四")], 20, across=False)
    assert "甲乙" not in text
    assert text.index("甲") < text.index("一") < text.index("乙") < text.index("二")


def test_the_asterisk_of_mathematics_marks_an_item_and_not_a_note() -> None:
    text = set_by_typst("#set list(marker: ([•], [–], [∗]))\n- Tanks\n  - Levels\n    - Upper\n    - Lower\n")
    assert text.count("    - Upper\n\n    - Lower") == 1
    assert "- Upper" not in set_by_typst("Upper and ∗ lower levels ∗ Upper")


def test_an_index_low_under_the_line_stays_with_its_letter_and_out_of_the_line_below() -> None:
    out = io.BytesIO()
    style = ParagraphStyle("text", fontName="Helvetica", fontSize=10, leading=12)
    words = "Water is H<sub>2</sub>O at T<sub>min</sub> there, 10<super>-3</super> m."
    SimpleDocTemplate(out, invariant=True).build([Paragraph(words, style), Paragraph(f"{PROSE} " * 3, style)])
    text = markdown(out.getvalue())
    assert "Water is H<sub>2</sub>O at T<sub>min</sub> there, 10<sup>-3</sup> m." in text
    assert PROSE in text


def test_what_stands_low_under_the_end_of_a_word_is_no_index_of_it() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    for row in range(4):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(72, 700 - 12 * row, PROSE)
    canvas.drawString(72, 600, "lim f(n)")
    canvas.setFont("Times-Roman", 7)
    canvas.drawString(73, 595, "n to 0")
    canvas.save()
    assert "<sub>" not in markdown(out.getvalue())
