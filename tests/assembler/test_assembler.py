"""The assembler: heading tree, lists, pictures, captions, furniture, what degrades to text."""

from __future__ import annotations

from typing import Any

import pytest
from docling_core.types.doc import (
    ContentLayer,
    DocItemLabel,
    DoclingDocument,
    GraphData,
    ImageRef,
    ListItem,
    Size,
    TableCell,
    TableData,
)
from docling_core.types.doc.document import GraphCell, RichTableCell
from docling_core.types.doc.labels import CodeLanguageLabel, GraphCellLabel
from PIL import Image

from pdf_extractor_ai import to_markdown
from pdf_extractor_ai.assembler import PageCrops, SectionAssembler, heading_level
from pdf_extractor_ai.cells import MarkedCell, mark_cells
from tests.extractor.fakes import blank_pdf, place
from tests.golden_layout import tree
from tests.markdown.build import rows_data


def page(number: int = 1, width: float = 600) -> DoclingDocument:
    made = DoclingDocument(name="page")
    made.add_page(page_no=number, size=Size(width=width, height=800))
    return made


def assembled(*pages: DoclingDocument, **more: Any) -> DoclingDocument:
    assembler = SectionAssembler("n.pdf")
    for made in pages:
        assembler.add_page(made, **more)
    return assembler.finish()


def image(width: int = 100, height: int = 100) -> ImageRef:
    return ImageRef.from_pil(Image.new("RGB", (width, height)), dpi=144)


def test_levels_make_the_tree_and_a_title_is_of_level_one() -> None:
    made = page()
    made.add_heading("A", level=1)
    made.add_heading("B", level=3)
    made.add_heading("C", level=2)
    made.add_title("T")
    made.add_heading("E", level=1)
    made.add_text(DocItemLabel.TEXT, "under E")
    assert tree(assembled(made)) == [
        {
            "type": "SectionHeaderItem",
            "text": "A",
            "children": [
                {"type": "SectionHeaderItem", "text": "B"},
                {"type": "SectionHeaderItem", "text": "C"},
            ],
        },
        {"type": "TitleItem", "text": "T"},
        {"type": "SectionHeaderItem", "text": "E", "children": [{"type": "TextItem", "text": "under E"}]},
    ]


def test_level_of_a_heading() -> None:
    made = page()
    assert heading_level(made.add_title("T")) == 1
    assert heading_level(made.add_heading("H", level=4)) == 4


def list_page(number: int, *rows: tuple[str, str], top: float = 40) -> DoclingDocument:
    made = page(number)
    group = made.add_list_group()
    for index, (marker, text) in enumerate(rows):
        spot = place(number, top=top + 20 * index, bottom=top + 20 * index + 10)
        made.add_list_item(text, marker=marker, enumerated=marker[0].isdigit(), parent=group, prov=spot)
    return made


def test_a_list_goes_on_over_the_page_end() -> None:
    made = assembled(list_page(1, ("1.", "one"), ("2.", "two")), list_page(2, ("3.", "three")))
    assert len(made.groups) == 1
    assert [(item.text, item.marker, item.enumerated) for item in made.texts if isinstance(item, ListItem)] == [
        ("one", "1.", True),
        ("two", "2.", True),
        ("three", "3.", True),
    ]


def test_nested_lists_stay_nested() -> None:
    made = page()
    top = made.add_list_group()
    for index in range(2):
        item = made.add_list_item(f"top {index}", marker="-", parent=top, prov=place(1, top=40 + 100 * index))
        inner = made.add_list_group(parent=item)
        made.add_list_item(f"in {index}", marker="-", parent=inner, prov=place(1, top=60 + 100 * index))
    made.add_text(DocItemLabel.TEXT, "end", prov=place(1, top=300))
    markdown = to_markdown(assembled(made))
    assert "- top 0\n\n  - in 0\n\n- top 1\n\n  - in 1\n\nend" in markdown


def test_inline_groups_stay_one_paragraph() -> None:
    made = page()
    group = made.add_inline_group()
    for index, text in enumerate(("one ", "two", " three")):
        made.add_text(DocItemLabel.TEXT, text, parent=group, prov=place(1, left=30 + 100 * index))
    heading = made.add_heading("", prov=place(1, top=10, bottom=20))
    made.add_text(DocItemLabel.TEXT, "Head", parent=made.add_inline_group(parent=heading))
    markdown = to_markdown(assembled(made))
    assert "## Head\n\none two three" in markdown


def test_all_provenances_and_the_code_language_are_kept() -> None:
    made = page()
    item = made.add_text(DocItemLabel.TEXT, "over the end", prov=place(1))
    item.prov.append(place(2))
    made.add_code("x = 1", code_language=CodeLanguageLabel.PYTHON, prov=place(1, top=90))
    result = assembled(made, page(2))
    assert [spot.page_no for spot in result.texts[0].prov] == [1, 2]
    assert result.texts[1].code_language is CodeLanguageLabel.PYTHON  # type: ignore[union-attr]


def test_what_other_documents_refer_to_degrades_to_text() -> None:
    made = page()
    cells = [GraphCell(label=GraphCellLabel.KEY, cell_id=0, text="lonely", orig="lonely")]
    made.add_key_values(GraphData(cells=cells), prov=place(1))
    made.add_form(GraphData(cells=cells), prov=place(1, top=90))
    entry = made.add_field_item(parent=made.add_field_region())
    made.add_field_key("Name:", parent=entry)
    made.add_field_value("Ada", parent=entry)
    result = assembled(made)
    assert [(item.label.value, item.text) for item in result.texts] == [
        ("text", "lonely"),
        ("text", "lonely"),
        ("text", "Name: Ada"),
    ]
    assert [spot.page_no for spot in result.texts[0].prov] == [1]


def test_rich_cells_become_plain() -> None:
    made = page()
    table = made.add_table(TableData(num_rows=1, num_cols=1), prov=place(1))
    inside = made.add_text(DocItemLabel.TEXT, "inside", parent=table)
    plain = TableCell(
        text="", start_row_offset_idx=0, end_row_offset_idx=1, start_col_offset_idx=0, end_col_offset_idx=1
    )
    table.data.table_cells.append(RichTableCell(**plain.model_dump(), ref=inside.get_ref()))
    result = assembled(made)
    assert type(result.tables[0].data.table_cells[0]) is TableCell
    assert result.tables[0].data.table_cells[0].text == "inside"
    assert result.texts == []
    assert type(made.tables[0].data.table_cells[0]) is RichTableCell


def test_links_and_marks_of_cells_go_along() -> None:
    source = page()
    table = source.add_table(rows_data([["see manual", "7"]]), prov=place(1))
    runs = [{"text": "see "}, {"text": "manual", "hyperlink": "https://example.org/"}]
    mark_cells(source, table, [MarkedCell(0, 0, runs)])
    made = assembled(source)
    assert "| see [manual](https://example.org/) | 7 |" in to_markdown(made)


@pytest.mark.parametrize(("size", "kept"), [((79, 500), 0), ((80, 500), 1), ((500, 80), 1), ((500, 79), 0)])
def test_small_pictures_go(size: tuple[int, int], kept: int) -> None:
    made = page()
    made.add_picture(image=image(*size), prov=place(1))
    assert len(assembled(made).pictures) == kept


def test_a_picture_without_an_image_goes_when_there_is_no_pdf() -> None:
    made = page()
    made.add_picture(prov=place(1, top=100, bottom=300))
    assert assembled(made).pictures == []


@pytest.mark.parametrize(("side", "kept"), [(39, 0), (40, 1)])
def test_pictures_are_cut_out_of_the_page_at_twice_its_size(side: float, kept: int) -> None:
    made = page()
    made.add_picture(prov=place(1, left=100, top=100, right=100 + side, bottom=300))
    result = assembled(made, crops=PageCrops(blank_pdf(1)))
    assert len(result.pictures) == kept
    for picture in result.pictures:
        assert picture.image is not None
        assert (picture.image.size.width, picture.image.size.height, picture.image.dpi) == (80, 400, 144)


def test_crops_follow_the_size_that_the_converter_saw() -> None:
    crops = PageCrops(blank_pdf(1))
    crop = crops.crop(1, (0, 0, 150, 100), (300, 400))
    assert crop is not None
    assert crop.size == (600, 400)
    assert crops.crop(1, (-50, -50, 1000, 1000), (600, 800)).size == (1200, 1600)  # type: ignore[union-attr]
    assert crops.crop(1, (700, 0, 800, 10), (600, 800)) is None
    assert crops.crop(9, (0, 0, 10, 10), (600, 800)) is None


@pytest.mark.parametrize(("side", "kept"), [(39, 0), (40, 1)])
def test_without_images_boxes_are_measured(side: float, kept: int) -> None:
    made = page()
    made.add_picture(image=image(), prov=place(1, left=100, top=100, right=100 + side, bottom=300))
    made.add_picture(image=image())
    result = assembled(made, retain_images=False)
    assert [picture.image for picture in result.pictures] == [None] * (kept + 1)


def test_a_caption_stands_beside_its_picture_and_is_linked() -> None:
    made = page()
    caption = made.add_text(DocItemLabel.CAPTION, "Figure 1", prov=place(1, top=310, bottom=320))
    made.add_picture(image=image(), caption=caption, prov=place(1, top=100, bottom=300))
    result = assembled(made)
    assert result.pictures[0].caption_text(result) == "Figure 1"
    assert [type(ref.resolve(result)).__name__ for ref in result.body.children] == ["PictureItem", "TextItem"]
    assert to_markdown(result).count("Figure 1") == 1


def furnished() -> DoclingDocument:
    made = page()
    made.add_text(DocItemLabel.TEXT, "body", prov=place(1))
    for label in (DocItemLabel.PAGE_HEADER, DocItemLabel.PAGE_FOOTER):
        made.add_text(label, label.value, prov=place(1, top=5, bottom=15), content_layer=ContentLayer.FURNITURE)
    return made


def test_furniture_is_put_aside_and_told() -> None:
    assembler = SectionAssembler()
    assembler.add_page(furnished())
    assert [item.text for item in assembler.document.texts] == ["body"]
    assert [(text.text, text.role, text.page) for text in assembler.removed] == [
        ("page_header", "page_header", 1),
        ("page_footer", "page_footer", 1),
    ]


def test_furniture_is_kept_in_its_layer_on_request() -> None:
    assembler = SectionAssembler(keep_furniture=True)
    assembler.add_page(furnished())
    layers = [item.content_layer.value for item in assembler.finish().texts]
    assert layers == ["body", "furniture", "furniture"]
    assert assembler.removed == []


def test_the_result_is_a_sound_document_and_the_input_is_left_alone() -> None:
    made = page()
    heading = made.add_heading("Head", prov=place(1))
    group = made.add_list_group(parent=heading)
    made.add_list_item("one", marker="-", parent=group, prov=place(1, top=90))
    made.add_picture(image=image(), prov=place(1, top=200, bottom=400))
    before = made.model_dump_json()
    result = assembled(made)
    assert made.model_dump_json() == before
    again = DoclingDocument.model_validate_json(result.model_dump_json())
    assert to_markdown(again) == to_markdown(result)
    assert result.validate_tree(result.body)


def test_blank_pages_are_pages() -> None:
    assert sorted(assembled(page(1), page(2)).pages) == [1, 2]
