"""Fields of a form that lie in a ruled table: the values stand in its cells, with a label, once."""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai import to_markdown
from tests.geometric.test_keyvalues import extract, pairs_of

COLUMNS = (70, 170, 270, 360)
HEAD = ("Item", "Amount", "Note")
Row = tuple[str, str, str]


def ruled(pages: Sequence[Sequence[Row]], *, rules: bool = True, printed: bool = False, prose: bool = True) -> bytes:
    """Pages with a table of three columns each; the middle column holds fields, which the page may print too."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    number = 0
    for rows in pages:
        canvas.setFont("Helvetica", 11)
        top = 700
        for index, row in enumerate((HEAD, *rows)):
            base = top - 24 * index
            for col, text in enumerate(row):
                if col != 1 or index == 0 or printed:
                    canvas.drawString(COLUMNS[col] + 6, base, text)
                if col == 1 and index:
                    number += 1
                    canvas.acroForm.textfield(
                        name=f"form1[0].f{number}[0]", value=text, x=172, y=base - 6, width=96, height=18, borderWidth=0
                    )
        if rules:
            canvas.grid(COLUMNS, [top + 16 - 24 * index for index in range(len(rows) + 2)])
        if prose:
            canvas.drawString(70, 200, "Words under the table are a line of prose, as there would be on any page.")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


ROWS: list[Row] = [("Rent", "700", "monthly"), ("Heat", "80", "monthly"), ("Water", "", "yearly")]


def test_values_stand_in_their_cells() -> None:
    result = extract(ruled([ROWS]))
    (table,) = result.document.tables
    assert [[cell.text for cell in row] for row in table.data.grid] == [list(HEAD), *map(list, ROWS)]
    assert pairs_of(result.document) == [("Rent", "700"), ("Heat", "80")]
    assert "f1" not in to_markdown(result.document)
    assert result.report.pages[0].characters.unaccounted == 0


def test_a_value_that_the_page_prints_is_not_said_twice() -> None:
    text = to_markdown(extract(ruled([ROWS], printed=True)).document)
    assert text.count("700") == 1
    assert "| Rent | 700 | monthly |" in text


def test_pairs_of_a_table_over_pages_are_all_there() -> None:
    first: list[Row] = [(f"Cost {row}", str(700 + row), "monthly") for row in range(26)]
    more: list[Row] = [(f"Cost {row}", str(700 + row), "monthly") for row in range(26, 30)]
    document = extract(ruled([first, more], prose=False)).document
    assert len(document.tables) == 1
    assert pairs_of(document) == [(label, value) for label, value, _ in (*first, *more)]
    pages = {item.prov[0].page_no: len(item.graph.links) for item in document.key_value_items}
    assert pages == {1: 26, 2: 4}
    refs = {cell.item_ref.cref for item in document.key_value_items for cell in item.graph.cells if cell.item_ref}
    assert refs == {"#/tables/0"}


def test_without_rules_they_stay_beside_the_table() -> None:
    text = to_markdown(extract(ruled([ROWS], rules=False)).document)
    assert text.count("700") == 1
    assert text.count("80") == 1
