"""Charts of one curve with the titles of their axes, and the lines and words near drawings that are no part of one."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tests.geometric.paper import HEIGHT, PROSE, WIDTH, markdown


def between_paragraphs(below: float) -> tuple[Canvas, io.BytesIO]:
    """A page with a paragraph at its top and one that begins ``below`` points under the edge; and where it goes."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Times-Roman", 10)
    for row in range(5):
        canvas.drawString(60, HEIGHT - 80 - 12 * row, PROSE[:90])
        canvas.drawString(60, HEIGHT - below - 12 * row, PROSE[:90])
    return canvas, out


def curve(*, axis: bool, below: str = "Wind speed (m/s)", size: float = 8.0) -> str:
    """One curve over two lines; ``axis`` puts numbers along both. ``below`` stands in the middle under them."""
    canvas, out = between_paragraphs(480)
    canvas.line(120, HEIGHT - 400, 120, HEIGHT - 180)
    canvas.line(120, HEIGHT - 400, 450, HEIGHT - 400)
    path = canvas.beginPath()
    path.moveTo(120, HEIGHT - 390)
    for step in range(1, 30):
        path.lineTo(120 + 11 * step, HEIGHT - 390 + step * step / 5)
    canvas.drawPath(path)
    canvas.setFont("Helvetica", size)
    for step in range(5 if axis else 0):
        canvas.drawString(118 + 80 * step, HEIGHT - 412, str(5 * step))
        canvas.drawRightString(115, HEIGHT - 403 + 50 * step, f"{0.25 * step:.2f}")
    canvas.drawCentredString(285, HEIGHT - 428, below)
    canvas.save()
    return markdown(out.getvalue())


def test_one_curve_with_numbered_axes_is_a_picture() -> None:
    text = curve(axis=True)
    assert text.count("<!-- image -->") == 1
    assert "0.75" not in text
    assert "Wind speed" not in text


def test_two_lines_and_a_curve_without_numbers_take_no_words() -> None:
    assert "Wind speed" in curve(axis=False)


@pytest.mark.parametrize(
    ("below", "size"), [("Figure 2: Wind and sand", 8.0), ("The wind was weak.", 10.0), (PROSE[:60], 8.0)]
)
def test_what_else_stands_under_an_axis_stays(below: str, size: float) -> None:
    assert below in curve(axis=True, below=below, size=size)


def boxes(below: str) -> str:
    """Two rows of boxes with a word in each, joined by lines; ``below`` stands under them."""
    canvas, out = between_paragraphs(360)
    canvas.setFont("Helvetica", 8)
    for row in range(2):
        for place, word in enumerate(("Read", "Parse", "Write")):
            x, y = 100 + 130 * place, HEIGHT - 220 - 60 * row
            canvas.roundRect(x, y, 80, 30, 6)
            canvas.drawCentredString(x + 40, y + 12, word)
            if place < 2:
                canvas.line(x + 80, y + 15, x + 125, y + 15)
                canvas.circle(x + 127, y + 15, 2, fill=1)
    canvas.drawString(100, HEIGHT - 300, below)
    canvas.save()
    return markdown(out.getvalue())


def test_boxes_over_a_caption_are_one_picture() -> None:
    text = boxes("Figure 5. The three steps.")
    assert text.count("<!-- image -->") == 1
    assert "Parse" not in text
    assert text.count("Figure 5. The three steps.") == 1


def test_boxes_over_other_words_stay_text() -> None:
    text = boxes("These are the three steps.")
    assert text.count("Parse") == 2
    assert "These are the three steps." in text


def test_a_sentence_that_begins_with_a_figures_name_takes_no_rules_for_one() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Times-Roman", 10)
    for row in range(8):
        canvas.line(60, HEIGHT - 84 - 14 * row, 500, HEIGHT - 84 - 14 * row)
        canvas.drawString(60, HEIGHT - 80 - 14 * row, "Short entry")
    canvas.drawString(60, HEIGHT - 200, f"Figure 5 shows it. {PROSE[:60]}")
    canvas.save()
    assert markdown(out.getvalue()).count("Short entry") == 8


def photograph(words: str, size: float) -> str:
    """A page of prose, then one with a photograph that has words set over it."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    for page in range(2):
        canvas.setFont("Times-Roman", 10)
        for row in range(20):
            canvas.drawString(60, HEIGHT - 80 - 12 * row, PROSE[:90])
        if page:
            canvas.drawImage(ImageReader(Image.new("RGB", (60, 40), (20, 60, 90))), 60, 100, 475, 300)
            canvas.setFillGray(1)
            canvas.setFont("Helvetica-Bold", size)
            canvas.drawString(90, 250, words)
            canvas.setFillGray(0)
        canvas.showPage()
    canvas.save()
    return markdown(out.getvalue())


def test_a_headline_over_a_photograph_is_read() -> None:
    text = photograph("Winter on the coast", 28)
    assert "# Winter on the coast" in text
    assert "<!-- image -->" in text


def test_a_label_in_a_photograph_stays_with_it() -> None:
    assert "Winter on the coast" not in photograph("Winter on the coast", 9)
    assert "North" not in photograph("North", 28)
