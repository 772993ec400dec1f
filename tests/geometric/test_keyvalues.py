"""Labels and values of forms as Docling's key-value items, beside the text that holds them; prose gives none."""

from __future__ import annotations

from pathlib import Path

import pytest
from docling_core.types.doc import ContentLayer, DoclingDocument, TableItem, TextItem

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.aipdf.bridge import tree_from_document
from pdf_extractor_ai.extraction.result import ExtractionResult
from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.printedforms import pair_printed
from pdf_extractor_ai.inspector.marks import find_marks
from tests.geometric.paper import PROSE
from tests.geometric.setting import line
from tests.geometric.tables.sheet import Sheet

FORM = Path(__file__).parents[1] / "data" / "recipes" / "acroform.pdf"
BOX = (50.0, 50.0, 400.0, 400.0)


def extract(pdf: bytes) -> ExtractionResult:
    with PdfExtractor() as extractor:
        return extractor.extract_result(pdf, name="form.pdf")


def pairs_of(document: DoclingDocument) -> list[tuple[str, str]]:
    """The key-value pairs as text, over all items."""
    found = []
    for item in document.key_value_items:
        cells = {cell.cell_id: cell.text for cell in item.graph.cells}
        found += [(cells[link.source_cell_id], cells[link.target_cell_id]) for link in item.graph.links]
    return found


@pytest.fixture(scope="module")
def form() -> ExtractionResult:
    return extract(FORM.read_bytes())


def test_fields_with_their_labels_are_pairs(form: ExtractionResult) -> None:
    assert pairs_of(form.document) == [("Name", "Ada Lovelace"), ("Agree", "selected"), ("Country", "NL")]
    (item,) = form.document.key_value_items
    assert [cell.label.value for cell in item.graph.cells] == ["key", "value", "key", "checkbox", "key", "value"]
    assert [cell.orig for cell in item.graph.cells][:4] == ["Name:", "Ada Lovelace", "Agree:", "☒"]


def test_pairs_point_to_the_text_and_have_their_own_places(form: ExtractionResult) -> None:
    document = form.document
    (item,) = document.key_value_items
    held = [cell.item_ref.resolve(document) for cell in item.graph.cells if cell.item_ref]
    assert [node.text for node in held if isinstance(node, TextItem)] == [
        *["Name: Ada Lovelace"] * 2,
        *["Agree:"] * 2,
        *["Country: NL"] * 2,
    ]
    key, value = item.graph.cells[:2]
    assert key.prov
    assert value.prov
    assert key.prov.bbox.r <= value.prov.bbox.l
    around = item.prov[0].bbox
    assert (around.l, around.t) <= (key.prov.bbox.l, key.prov.bbox.t)
    assert around.r >= value.prov.bbox.r


def test_no_output_says_a_pair_twice(form: ExtractionResult) -> None:
    document = form.document
    assert document.key_value_items[0].content_layer == ContentLayer.INVISIBLE
    outputs = [to_markdown(document), document.export_to_markdown(), document.export_to_html()]
    outputs.append(document.export_to_text())
    outputs.append(" ".join(block.text() for block in tree_from_document(document).find_all("section")))
    outputs.append(" ".join(item.text for item, _ in document.iterate_items() if isinstance(item, TextItem)))
    for output in outputs:
        assert (output.count("Ada Lovelace"), output.count("Country")) == (1, 1)
        assert "missing-key-value" not in output
    # DocTags has all layers, and a notation for pairs.
    assert "<key_0>" in document.export_to_doctags()
    count = form.report.pages[0].characters
    assert count.unaccounted == 0


def test_the_inspect_page_shows_the_pairs(form: ExtractionResult) -> None:
    marks = [mark for mark in find_marks(form.document) if mark.label == "key_value_region"]
    assert [mark.text for mark in marks] == ["Name: Ada Lovelace; Agree: selected; Country: NL"]


def test_pairs_outlive_saving_and_loading(form: ExtractionResult) -> None:
    loaded = DoclingDocument.model_validate_json(form.document.model_dump_json())
    assert pairs_of(loaded) == pairs_of(form.document)
    assert to_markdown(loaded) == to_markdown(form.document)


def ruled(rows: list[tuple[str, str]], aside: float = 0.0) -> Sheet:
    """Boxes of changing widths with a label and a value in each."""
    sheet, left = Sheet(), list(reversed(rows))
    for number, widths in enumerate([[180, 120, 180], [240, 240], [120, 240, 120], [300, 180]]):
        x, y = 60.0, 100.0 + 24 * number
        for width in widths:
            sheet.grid([x, x + width], [y, y + 24])
            if left:
                key, value = left.pop()
                sheet.text(x + 5, y + 16, key if aside else f"{key} {value}".strip())
                if aside:
                    sheet.text(x + aside, y + 16, value)
            x += width
    return sheet


FILLED = [
    *[("Name:", "Ada Lovelace"), ("Born:", "1815"), ("Town:", "Delft"), ("Street:", "Oude Delft 1")],
    *[("Country:", "NL"), ("Ship:", "Tern"), ("Length:", "12 m"), ("Mast:", "one"), ("Remarks:", "none")],
    ("Berth:", "B 7"),
]


def test_a_printed_form_in_ruled_boxes() -> None:
    document = extract(ruled(FILLED).pdf()).document
    assert pairs_of(document) == [(key.rstrip(":"), value) for key, value in FILLED]
    (item,) = document.key_value_items
    assert {type(cell.item_ref.resolve(document)) for cell in item.graph.cells if cell.item_ref} == {TableItem}
    assert to_markdown(document).count("Lovelace") == 1


def test_labels_and_values_in_cells_beside_each_other() -> None:
    sheet = Sheet()
    sheet.grid([60, 160, 360], [100, 118, 136, 154, 172])
    sheet.rows([65, 165], 113, [list(row) for row in FILLED[:4]], 18)
    assert pairs_of(extract(sheet.pdf()).document) == [(key.rstrip(":"), value) for key, value in FILLED[:4]]


@pytest.mark.parametrize(
    "rows",
    [
        [("", "Name"), ("", "Born"), ("", "Town"), ("", "1815"), ("Note:", "none"), ("", "Delft"), ("", "7")],
        [("Name:", ""), ("Born:", ""), ("Town:", ""), ("Street:", ""), ("Country:", ""), ("Ship:", "")],
        [("Note:", "a"), ("Note:", "b"), ("Note:", "c"), ("Note:", "d"), ("Note:", "e"), ("Note:", "f")],
        [("List::Item", "1"), ("Set::Item", "2"), ("Map::Item", "3"), ("Bag::Item", "4"), ("Heap::Item", "5")],
    ],
)
def test_cells_that_are_no_pairs(rows: list[tuple[str, str]]) -> None:
    assert extract(ruled(rows).pdf()).document.key_value_items == []


def boxed(*texts: str) -> list[Block]:
    """Paragraphs of one line each in a box."""
    lines = [line(text, 60, 100 + 20 * number) for number, text in enumerate(texts)]
    blocks = [Block("text", [each], [where(1, [each])]) for each in lines]
    for block in blocks:
        block.boxed = True
    return blocks


def said(blocks: list[Block]) -> list[tuple[str, str]]:
    return [(pair.key, pair.value) for block in blocks for pair in block.values]


def test_rows_in_a_box_that_is_no_table() -> None:
    blocks = boxed("Title: Hydro Network", "Author: NHN Team", "Version: 1.0", "drawn by hand")
    pair_printed(blocks, [BOX])
    assert said(blocks) == [("Title:", "Hydro Network"), ("Author:", "NHN Team"), ("Version:", "1.0")]
    assert blocks[3].keys == ()


def test_a_label_and_its_value_on_one_row() -> None:
    rows: list[Line] = []
    for number, (key, value) in enumerate(FILLED[:3]):
        rows += [line(key, 60, 100 + 14 * number), line(value, 160, 100 + 14 * number)]
    block = Block("text", rows, [where(1, rows)])
    block.boxed = True
    pair_printed([block], [BOX])
    assert said([block]) == FILLED[:3]
    assert block.keys[0].key_spot
    assert block.keys[0].key_spot.x1 < block.keys[0].value_spot.x0


@pytest.mark.parametrize(
    "texts",
    [
        ("Title: Hydro Network", "Author: NHN Team"),
        ("Title: Hydro Network", "a", "Author: NHN Team", "b", "Version: 1.0", "c", "d"),
        ("name: String", "age: int", "address: String", "size: int"),
        ("Note: this is all that is said.", "Then: there is more of it.", "Last: it comes to an end."),
        ("The first of these things is: one", "The second of these things is: two", "The third of all is: three"),
        ("12:30 start", "13:30 lunch", "15:00 end"),
    ],
)
def test_words_in_a_box_that_are_no_pairs(texts: tuple[str, ...]) -> None:
    blocks = boxed(*texts)
    pair_printed(blocks, [BOX])
    assert said(blocks) == []


def test_the_same_rows_outside_of_a_box_are_text() -> None:
    blocks = boxed("Title: Hydro Network", "Author: NHN Team", "Version: 1.0")
    for block in blocks:
        block.boxed = False
    pair_printed(blocks, [BOX])
    assert said(blocks) == []
    sheet = Sheet()
    for number, (key, value) in enumerate(FILLED):
        sheet.text(60, 100 + 14 * number, f"{key} {value}")
        sheet.text(60, 400 + 14 * number, PROSE[:80])
    assert extract(sheet.pdf()).document.key_value_items == []
