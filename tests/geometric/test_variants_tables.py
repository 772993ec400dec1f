"""Tables whose first rule stands under the names, and the text above a table that is no part of it."""

from __future__ import annotations

import io

from reportlab.pdfgen.canvas import Canvas

from tests.geometric.paper import HEIGHT, PROSE, WIDTH, markdown

ROWS = [("Bolt", "12", "1.10"), ("Nut", "7", "0.05"), ("Pin", "19", "2.00"), ("Cap", "3", "9.00")]


def ruled_below(above: tuple[str, ...]) -> str:
    """Rows with a rule under each; ``above`` is what stands over the first rule."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, HEIGHT - 60, PROSE[:80])
    for row, cells in enumerate([above, *ROWS]):
        y = HEIGHT - 100 - 18 * row
        for place, cell in enumerate(cells):
            canvas.drawString(76 + 120 * place, y, cell)
        canvas.line(72, y - 5, 432, y - 5)
    canvas.drawString(72, HEIGHT - 230, PROSE[:80])
    canvas.save()
    return markdown(out.getvalue())


def test_names_over_the_first_rule_are_the_header() -> None:
    text = ruled_below(("Item", "Count", "Price"))
    assert "| Item | Count | Price |\n| --- | --- | --- |\n| Bolt | 12 | 1.10 |" in text


def test_a_sentence_over_the_first_rule_is_no_header() -> None:
    text = ruled_below((PROSE[:60],))
    assert f"| {PROSE[:20]}" not in text
    assert "| Bolt | 12 | 1.10 |" in text


def centred_names(values: tuple[str, ...] = ("1", "10"), names: tuple[str, ...] = ("Name", "Count", "Sum")) -> str:
    """Names in the middle of wide columns, values at their left edges, every second row on a ground."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    for row in range(5):
        y = HEIGHT - 100 - 18 * row
        canvas.setFillGray(0.9 if row % 2 == 0 else 1)
        canvas.rect(72, y - 5, 360, 18, fill=1, stroke=0)
        canvas.setFillGray(0)
        canvas.setFont("Helvetica-Bold" if row == 0 else "Helvetica", 10)
        for place, name in enumerate(names if row == 0 else (("Alpha", "Beta", "Gamma", "Delta")[row - 1], *values)):
            if row == 0:
                canvas.drawCentredString(132 + 120 * place, y, name)
            else:
                canvas.drawString(76 + 120 * place, y, name if place == 0 else f"{name}{row}")
    canvas.save()
    return markdown(out.getvalue())


def test_names_in_the_middle_over_values_at_the_left() -> None:
    text = centred_names()
    assert "| Name | Count | Sum |" in text
    assert "| Beta | 12 | 102 |" in text


def test_a_column_without_a_name_stays_a_column() -> None:
    text = centred_names(names=("", "Count", "Sum of it all"))
    assert "| Beta | 12 | 102 |" in text


def test_cells_with_bevelled_borders() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Helvetica", 10)
    for row, cells in enumerate((("Item", "Count"), ("Bolt", "12"), ("Nut", "7"))):
        for place, cell in enumerate(cells):
            x, y = 72 + 82 * place, HEIGHT - 100 - 20 * row
            for side in (
                ((0, 0), (0, 18), (1, 17), (1, 1)),
                ((80, 0), (80, 18), (79, 17), (79, 1)),
                ((0, 18), (80, 18), (79, 17), (1, 17)),
                ((0, 0), (80, 0), (79, 1), (1, 1)),
            ):
                path = canvas.beginPath()
                path.moveTo(x + side[0][0], y + side[0][1])
                for dx, dy in side[1:]:
                    path.lineTo(x + dx, y + dy)
                path.close()
                canvas.drawPath(path, fill=1, stroke=0)
            canvas.drawString(x + 4, y + 5, cell)
    canvas.save()
    text = markdown(out.getvalue())
    assert "<!-- image -->" not in text
    assert "| Bolt | 12 |" in text or "Bolt 12" in text
