"""What a reader gets of a table: Docling's own outputs agree, Markdown parses back to the cells, doubt is flagged."""

from __future__ import annotations

import io

import pytest
from docling.datamodel.base_models import InputFormat
from docling.document_converter import DocumentConverter, PdfFormatOption
from docling_core.types.doc.document import DoclingDocument
from lxml import html
from markdown_it import MarkdownIt

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.extraction.result import ExtractionResult
from pdf_extractor_ai.geometric.backend import GeometricPdfBackend
from pdf_extractor_ai.geometric.options import GeometricOptions
from pdf_extractor_ai.geometric.pipeline import GeometricPipeline
from tests.geometric.tables.sheet import Rows, Sheet

ODD: Rows = [
    ["Sign", "Code", "Amount"],
    ["a | b", "x_y_z", "00123"],
    ["*star*", "<b>bold</b>", "1.10"],
    ["back\\slash", "`tick`", "1e5"],
    ["[link](x)", "#5", "12345678901234567890"],
]


def _extract(sheet: Sheet) -> ExtractionResult:
    with PdfExtractor() as extractor:
        return extractor.extract_result(sheet.pdf(), name="sheet.pdf")


@pytest.fixture(scope="module")
def odd() -> DoclingDocument:
    sheet = Sheet()
    sheet.grid([60, 160, 280, 440], [100 + 18 * n for n in range(6)])
    sheet.rows([65, 165, 285], 113, ODD, 18)
    return _extract(sheet).document


def test_markdown_parses_back_to_the_same_cells(odd: DoclingDocument) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(to_markdown(odd))
    cells = [token for token in tokens if token.type == "inline" and token.level >= 3]
    texts = ["".join(child.content for child in cell.children or []) for cell in cells]
    assert [texts[n : n + 3] for n in range(0, len(texts), 3)] == ODD


def test_html_csv_and_data_frame_agree(odd: DoclingDocument) -> None:
    (item,) = odd.tables
    frame = item.export_to_dataframe(doc=odd)
    assert [list(frame.columns), *frame.astype(str).values.tolist()] == ODD
    csv = frame.to_csv(index=False)
    assert csv.splitlines()[1] == "a | b,x_y_z,00123"
    rows = html.parse(io.StringIO(item.export_to_html(doc=odd))).getroot().findall(".//tr")
    assert [[cell.text_content() for cell in row if cell.tag in ("td", "th")] for row in rows] == ODD
    assert [[cell.text for cell in row] for row in item.data.grid] == ODD


def test_spans_reach_the_document() -> None:
    sheet = Sheet()
    sheet.rule(60, 100, 360, 100)
    sheet.rule(160, 118, 360, 118)
    for y in (136, 154, 172):
        sheet.rule(60, y, 360, y)
    for x in (60, 160, 360):
        sheet.rule(x, 100, x, 172)
    sheet.rule(260, 118, 260, 172)
    sheet.text(65, 122, "Region")
    sheet.text(260, 113, "Sales", align="c")
    sheet.rows([65, 165, 265], 131, [["", "2024", "2025"], ["North", "10", "12"], ["South", "7", "9"]], 18)
    (item,) = _extract(sheet).document.tables
    spans = {cell.text: (cell.row_span, cell.col_span) for cell in item.data.table_cells if cell.text}
    assert spans["Region"] == (2, 1)
    assert spans["Sales"] == (1, 2)
    assert spans["North"] == (1, 1)


def test_a_doubtful_table_is_flagged_and_a_good_one_is_not() -> None:
    good, doubtful = Sheet(), Sheet()
    good.grid([60, 160, 280], [100, 118, 136, 154])
    good.rows([65, 165], 113, [["Item", "Price"], ["Bolt", "1.20"], ["Nut", "0.80"]], 18)
    for y in (100, 118, 236):
        doubtful.rule(55, y, 470, y)
    for number in range(6):
        row = ["", "", "", "", ""]
        row[number % 5], row[(number + 2) % 5] = f"{number}.5" if number % 2 else "more", "7" if number % 3 else "less"
        doubtful.rows([60, 140, 220, 300, 380], 131 + 18 * number, [row])
    doubtful.rows([60, 140, 220, 300, 380], 113, [["1", "2", "3", "4", "5"]])
    flags = [[flag.code for flag in _extract(sheet).report.flags] for sheet in (good, doubtful)]
    assert "doubtful_table" not in flags[0]
    assert "doubtful_table" in flags[1]


def _parted(do_ocr: bool) -> DocumentConverter:
    options = GeometricOptions(do_ocr=do_ocr, join_tables_over_pages=False)
    option = PdfFormatOption(pipeline_cls=GeometricPipeline, backend=GeometricPdfBackend, pipeline_options=options)
    return DocumentConverter(allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: option})


def _over_pages(*columns: int) -> Sheet:
    """A table with this number of columns on every page, its last row at the foot and its first one at the head."""
    sheet = Sheet()
    for page, count in enumerate(columns):
        top, rows = (792 - 18 * 21, 20) if page == 0 else (72, 39 if page + 1 < len(columns) else 10)
        xs = [60.0 + 420 / count * n for n in range(count + 1)]
        sheet.grid(xs, [top + 18 * n for n in range(rows + 1)])
        body = [[f"{page}.{row}.{column}" for column in range(count)] for row in range(rows)]
        sheet.rows([x + 5 for x in xs[:-1]], top + 13, body, 18)
        if page + 1 < len(columns):
            sheet.next_page()
    return sheet


def test_a_table_over_pages_is_one_item_with_a_place_on_every_page() -> None:
    (item,) = _extract(_over_pages(3, 3, 3)).document.tables
    assert (item.data.num_rows, [prov.page_no for prov in item.prov]) == (69, [1, 2, 3])
    assert item.references == []


def test_the_switch_keeps_the_parts_each_with_a_link_to_the_next() -> None:
    with PdfExtractor(converter_factory=_parted) as extractor:
        document = extractor.extract_result(_over_pages(3, 3, 3, 2).pdf(), name="parts.pdf").document
    assert [[prov.page_no for prov in item.prov] for item in document.tables] == [[1], [2], [3], [4]]
    assert [item.data.num_rows for item in document.tables] == [20, 39, 39, 10]
    first, second, third, other = document.tables
    assert first.references == [second.get_ref()]
    assert second.references == [third.get_ref()]
    # A table of other columns is another table.
    assert third.references == other.references == []
