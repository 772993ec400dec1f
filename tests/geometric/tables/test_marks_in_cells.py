"""Cells that hold links, raised and lowered characters, struck words, code and bold words: the marks of a paragraph."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from docling_core.types.doc import DoclingDocument
from reportlab.lib import colors
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.extraction.result import ExtractionResult
from tests.geometric.paper import PROSE

URL = "https://example.org/manual?a=1"
LOOK = ParagraphStyle("cell", fontName="Times-Roman", fontSize=10, leading=12)
WATER = 'H<sub rise="2" size="7">2</sub>O'
Rows = Sequence[Sequence[str]]


def typeset(rows: Rows, words: str = "", grid: bool = True) -> bytes:
    """A page with a table of these cells in reportlab's markup, after a paragraph of prose and of ``words``."""
    out = io.BytesIO()
    table = Table([[Paragraph(cell, LOOK) for cell in row] for row in rows], colWidths=[140] * len(rows[0]))
    ruled = [("GRID", (0, 0), (-1, -1), 0.5, colors.black)]
    table.setStyle(ruled if grid else [("LINEABOVE", (0, 0), (-1, 1), 0.5, colors.black)])
    story = [Paragraph(f"{PROSE} {PROSE} {words}", LOOK), Spacer(0, 20), table]
    SimpleDocTemplate(out, pagesize=(595, 842), invariant=1).build(story)
    return out.getvalue()


def extract(pdf: bytes) -> ExtractionResult:
    with PdfExtractor() as extractor:
        return extractor.extract_result(pdf, name="cells.pdf")


def rows_of(document: DoclingDocument) -> list[list[str]]:
    """The cells of the pipe table as they are written."""
    lines = [line for line in to_markdown(document).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if "---" not in line]


CASES = [
    (f'see the <a href="{URL}">manual</a>, page 3', f"see the [manual]({URL}), page 3"),
    (f'<a href="{URL}">manual</a>', f"[manual]({URL})"),
    (WATER, "H<sub>2</sub>O"),
    ("10<super>-3</super> m", "10<sup>-3</sup> m"),
    ("<strike>$400</strike> $300", "~~$400~~ $300"),
    ("<strike>$400</strike>", "~~$400~~"),
    ("<b>payable now</b> or later", "**payable now** or later"),
    ("not <i>before</i> noon", "not *before* noon"),
    ('type <font face="Courier">a_b</font> here', "type `a_b` here"),
]


@pytest.mark.parametrize(("markup", "written"), CASES)
def test_a_cell_has_the_marks_of_a_paragraph(markup: str, written: str) -> None:
    result = extract(typeset([["Name", "Value"], ["first", markup], ["second", "7"]], words=f"Then {markup}."))
    assert rows_of(result.document) == [["Name", "Value"], ["first", written], ["second", "7"]]
    paragraph = next(line for line in to_markdown(result.document).splitlines() if line.startswith("The tanks"))
    assert paragraph.endswith(f"Then {written}.")
    count = result.report.pages[0].characters
    assert count.body == count.text_layer


def test_a_pipe_in_code_in_a_cell_is_escaped() -> None:
    document = extract(typeset([["Name", "Value"], ["or", 'type <font face="Courier">a|b</font> here']])).document
    assert rows_of(document)[1] == ["or", r"type `a\|b` here"]


@pytest.mark.parametrize("face", ["<b>{}</b>", "<i>{}</i>", '<font face="Courier">{}</font>', "{}"])
def test_a_cell_in_one_face_is_not_marked(face: str) -> None:
    rows = [[face.format("Net amount"), face.format("Price")], ["bolt", face.format("1.20")], ["nut", "0.80"]]
    document = extract(typeset(rows)).document
    assert rows_of(document) == [["Net amount", "Price"], ["bolt", "1.20"], ["nut", "0.80"]]
    assert document.groups == []


def test_a_sign_in_another_face_is_not_marked() -> None:
    document = extract(typeset([["Name", "Value"], ["a", "6.84 <i>±</i> 0.07"], ["b", "<b>•</b> one"]])).document
    assert [row[1] for row in rows_of(document)] == ["Value", "6.84 ± 0.07", "• one"]


def test_a_word_is_not_cut_by_its_weight_or_slant() -> None:
    rows = [["Name", "Value"], ["lib<i>foo1</i>-dbg", "<b>i</b>ntegrate <b>now</b>"], ["a", "x<super>2</super>"]]
    document = extract(typeset(rows)).document
    assert rows_of(document)[1:] == [["libfoo1-dbg", "integrate **now**"], ["a", "x<sup>2</sup>"]]


def test_doclings_outputs_have_the_words_of_every_cell_once() -> None:
    rows = [["Name", "Value"], [f'<a href="{URL}">manual</a> of 10<super>-3</super>', WATER]]
    document = extract(typeset(rows)).document
    (table,) = document.tables
    frame = table.export_to_dataframe(document)
    assert [list(frame.columns), *frame.to_numpy().tolist()] == [["Name", "Value"], ["manual of 10-3", "H2O"]]
    assert [cell.text for cell in table.data.table_cells] == ["Name", "Value", "manual of 10-3", "H2O"]
    for text in (document.export_to_markdown(), document.export_to_html(), document.export_to_text()):
        assert (text.count("manual"), text.count("10-3"), text.count("H2O")) == (1, 1, 1)
    loaded = DoclingDocument.model_validate_json(document.model_dump_json())
    assert to_markdown(loaded) == to_markdown(document)


def test_marks_are_kept_in_tables_over_pages() -> None:
    rows = [["Name", "Value"], *[[f"row {n}", f'<a href="{URL}">link {n}</a> of'] for n in range(60)]]
    document = extract(typeset(rows)).document
    (table,) = document.tables
    assert len(table.prov) > 1
    written = rows_of(document)
    assert [row[1] for row in written[1:]] == [f"[link {n}]({URL}) of" for n in range(60)]
