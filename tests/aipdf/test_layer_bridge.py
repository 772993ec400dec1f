from __future__ import annotations

import pytest
from docling_core.types.doc import (
    BoundingBox,
    CodeLanguageLabel,
    CoordOrigin,
    DescriptionMetaField,
    DocItemLabel,
    DoclingDocument,
    Formatting,
    ListItem,
    PictureMeta,
    ProvenanceItem,
    RichTableCell,
    SectionHeaderItem,
    Size,
    TableCell,
    TableData,
    TitleItem,
)

from pdf_extractor_ai.aipdf import attach_layer, compare_with_pages, document_from_layer, document_from_tree, serialize
from pdf_extractor_ai.aipdf.bridge import tree_from_document
from pdf_extractor_ai.aipdf.validate import check
from pdf_extractor_ai.cells import MarkedCell, mark_cells
from pdf_extractor_ai.errors import LayerTooLargeError
from pdf_extractor_ai.runs import WITH_BLANKS
from tests.aipdf.samples import XML, plain_pdf
from tests.markdown.build import rows_data


def _prov(page: int, top: float) -> ProvenanceItem:
    box = BoundingBox(l=72, t=top, r=540, b=top + 20, coord_origin=CoordOrigin.TOPLEFT)
    return ProvenanceItem(page_no=page, bbox=box, charspan=(0, 1))


def sample() -> DoclingDocument:
    """One of every kind of item."""
    doc = DoclingDocument(name="sample")
    for number in (1, 2):
        doc.add_page(page_no=number, size=Size(width=612, height=792))
    doc.add_title(text="The title", prov=_prov(1, 72))
    head = doc.add_heading(text="First", level=1, prov=_prov(1, 100))
    doc.add_text(label=DocItemLabel.TEXT, text="Plain /javascript text", prov=_prov(1, 130), parent=head)
    outer = doc.add_list_group(parent=head)
    one = doc.add_list_item(text="one", enumerated=True, marker="1.", parent=outer, prov=_prov(1, 160))
    doc.add_list_item(text="two", enumerated=True, marker="2.", parent=outer)
    bullets = doc.add_list_group(parent=head)
    doc.add_list_item(text="lettered", enumerated=True, marker="(a)", parent=bullets)
    inner = doc.add_list_group(parent=one)
    assert inner is not None
    doc.add_code(text="if x:\n    y", code_language=CodeLanguageLabel.PYTHON, prov=_prov(2, 72), parent=head)
    doc.add_formula(text="x^2", prov=_prov(2, 100), parent=head)
    deeper = doc.add_heading(text="Deeper", level=2, prov=_prov(2, 120), parent=head)
    caption = doc.add_text(label=DocItemLabel.CAPTION, text="Table 1", parent=deeper)
    cells = [
        TableCell(text="A", start_row_offset_idx=0, end_row_offset_idx=1, start_col_offset_idx=0,
                  end_col_offset_idx=2, col_span=2, column_header=True),
        TableCell(text="1", start_row_offset_idx=1, end_row_offset_idx=2, start_col_offset_idx=0, end_col_offset_idx=1),
        TableCell(text="2", start_row_offset_idx=1, end_row_offset_idx=2, start_col_offset_idx=1, end_col_offset_idx=2),
    ]  # fmt: skip
    doc.add_table(
        data=TableData(num_rows=2, num_cols=2, table_cells=cells), caption=caption, prov=_prov(2, 140), parent=deeper
    )
    picture = doc.add_picture(prov=_prov(2, 200), parent=deeper)
    picture.meta = PictureMeta(description=DescriptionMetaField(text="A drawing"))
    doc.add_text(label=DocItemLabel.FOOTNOTE, text="A footnote", prov=_prov(2, 700), parent=deeper)
    doc.add_text(label=DocItemLabel.REFERENCE, text="Knuth 1984", prov=_prov(2, 720), parent=deeper)
    return doc


def test_every_kind_of_item_is_written() -> None:
    xml = serialize(tree_from_document(sample(), language="de"))
    checked = check(xml, strict=True)
    assert checked.warnings == ()
    assert 'id="ingested" lang="de"' in xml
    for part in (
        '<section id="s1" level="1" page="1">\n<title id="b1" page="1" bbox="72.0,700.0,540.0,720.0" role="title">',
        '<section id="s2" level="2" page="1">',
        "Plain &#47;javascript text",
        'type="ordered"><item id="b5" page="1" bbox="72.0,612.0,540.0,632.0">one</item><item id="b6">two</item>',
        "(a) lettered",
        'language="python">if x:\n    y</codeBlock>',
        'notation="latex">x^2</equation>',
        '<section id="s3" level="3" page="2">',
        'role="caption">Table 1</caption><row><cell header="true" colspan="2">A</cell></row>'
        "<row><cell>1</cell><cell>2</cell></row>",
        '<image src="" alt="A drawing"/>',
        ">A footnote</footnote>",
        ">Knuth 1984</reference></references>",
    ):
        assert part in xml


def test_a_document_survives_the_layer() -> None:
    first = serialize(tree_from_document(sample()))
    again = document_from_tree(check(first).root, name="sample", sizes={1: (612, 792), 2: (612, 792)})
    assert serialize(tree_from_document(again)) == first
    title, *rest = again.texts
    assert isinstance(title, TitleItem)
    heads = [text for text in rest if isinstance(text, SectionHeaderItem)]
    assert [(head.text, head.level) for head in heads] == [("First", 1), ("Deeper", 2)]
    assert heads[1].parent is not None
    assert heads[1].parent.cref == heads[0].self_ref
    assert [text.marker for text in rest if isinstance(text, ListItem)] == ["1.", "2.", "-"]
    (table,) = again.tables
    assert (table.data.num_rows, table.data.num_cols, table.data.table_cells[0].col_span) == (2, 2, 2)
    assert table.caption_text(again) == "Table 1"
    box = table.prov[0].bbox
    assert (box.coord_origin, box.t, box.b) == (CoordOrigin.TOPLEFT, 140, 160)
    assert [picture.meta.description.text for picture in again.pictures if picture.meta and picture.meta.description]


def test_runs_of_a_paragraph_are_one_block() -> None:
    doc = DoclingDocument(name="runs")
    doc.add_page(page_no=1, size=Size(width=612, height=792))
    head = doc.add_heading(text="", level=1, prov=_prov(1, 80))
    item = doc.add_list_item(text="", parent=doc.add_list_group(parent=head), prov=_prov(1, 130))
    for parent, label, top in (
        (doc.add_inline_group(name=WITH_BLANKS, parent=head), DocItemLabel.TEXT, 100),
        (doc.add_inline_group(name=WITH_BLANKS, parent=item), DocItemLabel.TEXT, 130),
        (doc.add_inline_group(parent=head), DocItemLabel.FOOTNOTE, 700),
    ):
        doc.add_text(label=label, text="water is H", prov=_prov(1, top), parent=parent)
        doc.add_text(label=label, text="2", prov=_prov(1, top), parent=parent, formatting=Formatting(bold=True))
        doc.add_code(text="O", prov=_prov(1, top), parent=parent)
    table = doc.add_table(rows_data([["water is H2O"]]), prov=_prov(1, 200), parent=head)
    mark_cells(doc, table, [MarkedCell(0, 0, [{"text": "water is H2O", "hyperlink": "https://example.org/"}])])
    (section,) = tree_from_document(doc).find_all("section")
    blocks = [(block.tag, " ".join(block.text().split())) for block in section.elements if block.tag != "title"]
    assert blocks == [
        ("list", "water is H2O"),
        ("paragraph", "water is H2O"),
        ("footnote", "water is H 2 O"),
        ("table", "water is H2O"),
    ]


@pytest.mark.parametrize("text", ["", "see manual"])
def test_what_a_cell_refers_to_is_written_in_the_cell_alone(text: str) -> None:
    doc = DoclingDocument(name="rich")
    table = doc.add_table(rows_data([["a"]]))
    group = doc.add_inline_group(name=WITH_BLANKS, parent=table)
    doc.add_text(label=DocItemLabel.TEXT, text="see ", parent=group)
    doc.add_text(label=DocItemLabel.TEXT, text="manual", parent=group)
    cell = table.data.table_cells[0].model_copy(update={"text": text})
    table.data.table_cells = [RichTableCell(**cell.model_dump(), ref=group.get_ref())]
    (section,) = tree_from_document(doc).find_all("section")
    assert [(block.tag, block.text()) for block in section.elements] == [("table", "see manual")]


def test_a_document_without_text_says_so_on_each_page() -> None:
    doc = DoclingDocument(name="scan")
    doc.add_page(page_no=1, size=Size(width=612, height=792))
    doc.add_page(page_no=2, size=Size(width=612, height=792))
    xml = serialize(tree_from_document(doc))
    assert xml.count("(no extractable text on this page)") == 2
    assert '<section id="s2" level="1" page="2">' in xml


def test_a_layer_becomes_a_document_and_nothing_else_does() -> None:
    document = document_from_layer(attach_layer(plain_pdf(), XML), name="x.pdf")
    assert document is not None
    assert [text.text for text in document.texts] == ["One", "Two"]
    assert document.pages[1].size.height == 792
    assert document_from_layer(plain_pdf(), name="x.pdf") is None
    assert document_from_layer(b"rubbish", name="x.pdf") is None
    broken = attach_layer(plain_pdf(), XML.replace('version="1.0" id', 'version="2.0" id'))
    assert document_from_layer(broken, name="x.pdf") is None


@pytest.mark.parametrize(
    "table",
    [
        '<row><cell colspan="1000" rowspan="1000">x</cell></row>' + "<row><cell></cell></row>" * 1000,
        '<row><cell colspan="1000"></cell></row>' + "<row><cell></cell></row>" * 600,
        "<row>" + '<cell colspan="1000"></cell>' * 501 + "</row>",
    ],
)
def test_spans_do_not_fill_the_memory(table: str) -> None:
    root = check(f'<document version="1.0"><section id="s"><table>{table}</table></section></document>').root
    with pytest.raises(LayerTooLargeError, match="500000 places"):
        document_from_tree(root, name="x")
    many = "<table><row><cell colspan='1000'></cell></row></table>" * 501
    root = check(f'<document version="1.0"><section id="s">{many}</section></document>').root
    with pytest.raises(LayerTooLargeError, match="500000 places"):
        document_from_tree(root, name="x")


def test_a_box_that_makes_no_sense_is_left_out() -> None:
    odd = XML.replace('id="b2"', 'id="b2" page="1" bbox="nan,1,x,2"').replace('id="b1"', 'id="b1" page="9"')
    document = document_from_tree(check(odd).root, name="x", sizes={1: (100, 100)})
    assert [text.prov for text in document.texts] == [[], []]


def test_a_block_of_which_only_the_page_is_known_keeps_its_page() -> None:
    paged = XML.replace('<paragraph id="b2"', '<paragraph id="b2" page="1"')
    document = document_from_tree(check(paged).root, name="x", sizes={1: (100, 200)})
    (_, paragraph) = document.texts
    assert [(prov.page_no, prov.bbox.as_tuple()) for prov in paragraph.prov] == [(1, (0, 0, 100, 200))]
    assert '<paragraph id="b2" page="1" role="paragraph">Two' in serialize(tree_from_document(document))
    assert [text.prov for text in document_from_tree(check(paged).root, name="x").texts] == [[], []]


DUNE = "The dune moved nine metres in one year, and 4,812 plants were counted on its lee side."
PLANT = "Marram grass holds the sand: its roots go down six metres and bind what the wind brings."


@pytest.mark.parametrize(
    ("samples", "verdict"),
    [
        ({1: DUNE, 2: PLANT}, "agrees"),
        ({1: DUNE.replace("moved", "mo-\nved"), 2: f"DUNES AND GRASS 2\n{PLANT}"}, "agrees"),
        ({1: DUNE + PLANT[:44], 2: PLANT[44:]}, "agrees"),  # what runs on over the page end
        ({1: DUNE, 2: "Page 2"}, "agrees"),
        ({1: DUNE, 2: "Something else entirely is printed on this page, word for word, and no grass."}, "stale"),
        ({1: DUNE, 4: PLANT}, "unplaced"),
        ({1: "", 2: "2"}, "unknown"),
        ({}, "unknown"),
    ],
)
def test_a_layer_agrees_with_the_pages_it_tells_of(samples: dict[int, str], verdict: str) -> None:
    xml = (
        f'<document version="1.0"><section id="s1" level="1" page="1"><paragraph id="a">{DUNE}</paragraph></section>'
        f'<section id="s2" level="1"><paragraph id="b" page="2">{PLANT.replace("fi", "ﬁ")}</paragraph></section>'
        "</document>"
    )
    assert compare_with_pages(check(xml).root, samples) == verdict
