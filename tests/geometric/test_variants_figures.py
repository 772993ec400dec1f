"""Charts of one curve with the titles of their axes, and the lines and words near drawings that are no part of one."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.geometric.paper import HEIGHT, PROSE, WIDTH, markdown


def curve(*, axis: bool, below: str = "Wind speed (m/s)", size: float = 8.0) -> str:
    """One curve over two lines; ``axis`` puts numbers along both. ``below`` stands in the middle under them."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Times-Roman", 10)
    for row in range(5):
        canvas.drawString(60, HEIGHT - 80 - 12 * row, PROSE[:90])
        canvas.drawString(60, HEIGHT - 480 - 12 * row, PROSE[:90])
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
