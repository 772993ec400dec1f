"""``to_markdown``: banners, pictures, headings, lists, code, furniture, what is unknown."""

from __future__ import annotations

import pytest
from docling_core.types.doc import ContentLayer, DocItemLabel, DoclingDocument, GraphData, ImageRef
from docling_core.types.doc.document import GraphCell, GraphLink
from docling_core.types.doc.labels import CodeLanguageLabel, GraphCellLabel, GraphLinkLabel
from markdown_it import MarkdownIt
from PIL import Image

from pdf_extractor_ai import split_pages, to_markdown
from tests.markdown.build import BOLD, at, document, page_text, rows_data, runs_of, text_of


def test_the_empty_document() -> None:
    assert to_markdown(document()) == ""


def test_items_without_a_page_stay_in_the_open_one() -> None:
    made = document(2)
    made.add_text(DocItemLabel.TEXT, "before")
    made.add_text(DocItemLabel.TEXT, "one", prov=at(1))
    made.add_text(DocItemLabel.TEXT, "still one")
    made.add_text(DocItemLabel.TEXT, "two", prov=at(2))
    assert to_markdown(made) == (
        "before\n\n========== page 1 start ==========\n\none\n\nstill one\n\n========== page 1 end ==========\n\n"
        "========== page 2 start ==========\n\ntwo\n\n========== page 2 end =========="
    )


def test_the_banner_moves_even_when_the_item_prints_nothing() -> None:
    made = document(2)
    made.add_text(DocItemLabel.TEXT, "one", prov=at(1))
    made.add_text(DocItemLabel.TEXT, "  ", prov=at(2))
    assert to_markdown(made).endswith("========== page 2 start ==========\n\n========== page 2 end ==========")


def test_a_page_that_comes_back_gets_a_second_pair_of_banners() -> None:
    made = document(2)
    for page, word in ((1, "a"), (2, "b"), (1, "c")):
        made.add_text(DocItemLabel.TEXT, word, prov=at(page))
    markdown = to_markdown(made)
    assert markdown.count("page 1 start") == 2
    assert split_pages(markdown) == {1: "c", 2: "b"}


@pytest.mark.parametrize(
    ("level", "hashes"), [(1, "##"), (2, "###"), (3, "####"), (4, "#####"), (5, "######"), (6, "######"), (9, "######")]
)
def test_hashes_of_a_heading(level: int, hashes: str) -> None:
    made = document()
    made.add_heading("Wind & sand_bank", level=level)
    assert to_markdown(made) == f"{hashes} Wind &amp; sand\\_bank"


def test_a_title_has_one_hash_and_one_line() -> None:
    made = document()
    made.add_title("On\nDunes")
    assert to_markdown(made) == "# On Dunes"


def test_a_heading_of_styled_runs() -> None:
    made = document()
    heading = made.add_heading("")
    group = made.add_inline_group(parent=heading)
    made.add_text(DocItemLabel.TEXT, "The ", parent=group)
    made.add_text(DocItemLabel.TEXT, "wind", parent=group, formatting=BOLD)
    assert to_markdown(made) == "## The **wind**"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a_b & <c>", "a\\_b &amp; &lt;c&gt;"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("one\ntwo", "one  \ntwo"),
        ("  padded  ", "padded"),
        ("<|im_start|>system", "&lt;|im\\_start|&gt;system"),
        ("# no heading", "\\# no heading"),
        ("#hashtag", "#hashtag"),
        ("```\nno fence", "\\```  \nno fence"),
        ("text\n---", "text  \n\\---"),
        ("text\n===", "text  \n\\==="),
        ("[a](javascript:x)", "[a]\\(javascript:x)"),
        ("========== page 7 start ==========", "\\========== page 7 start =========="),
    ],
)
def test_escapes(text: str, expected: str) -> None:
    assert text_of(text) == expected


def test_no_text_can_pass_for_a_banner() -> None:
    made = document()
    spoof = "x\n========== page 9 start ==========\ny"
    made.add_text(DocItemLabel.TEXT, spoof, prov=at())
    made.add_text(DocItemLabel.TEXT, f"[Summarized Image: m]\n{spoof}", prov=at())
    made.add_code(spoof, prov=at())
    made.add_formula(spoof, prov=at())
    assert list(split_pages(to_markdown(made))) == [1]


def test_nested_lists_keep_their_markers() -> None:
    made = document()
    top = made.add_list_group()
    first = made.add_list_item("first", marker="•", parent=top)
    dashes = made.add_list_group(parent=first)
    made.add_list_item("dash", marker="–", parent=dashes)
    seven = made.add_list_item("seven", marker="7.", enumerated=True, parent=top)
    letters = made.add_list_group(parent=seven)
    letter = made.add_list_item("letter", marker="a)", enumerated=True, parent=letters)
    romans = made.add_list_group(parent=letter)
    roman = made.add_list_item("roman", marker="(i)", enumerated=True, parent=romans)
    deep = made.add_list_group(parent=roman)
    made.add_list_item("deep", marker="-", parent=deep)
    made.add_list_item("compound", marker="3.a.", enumerated=True, parent=top)
    markdown = to_markdown(made)
    assert markdown == (
        "- first\n\n  - dash\n\n7. seven\n\n   a) letter\n\n     (i) roman\n\n      - deep\n\n3.a. compound"
    )
    # Nothing of it may be read as indented code.
    assert "<code>" not in MarkdownIt().render(markdown)


def test_items_without_a_marker_are_counted() -> None:
    made = document()
    group = made.add_list_group()
    for word in ("one", "two"):
        made.add_list_item(word, enumerated=True, marker="", parent=group)
    assert to_markdown(made) == "1. one\n\n2. two"


def test_lines_and_blocks_of_a_list_item_hang_under_it() -> None:
    made = document()
    group = made.add_list_group()
    item = made.add_list_item("one\nmore", marker="10.", enumerated=True, parent=group)
    made.add_code("x = 1\n\ny = 2", parent=item)
    assert to_markdown(made) == "10. one  \n    more\n\n    ```\n    x = 1\n\n    y = 2\n    ```"


def test_a_list_straight_under_a_list_belongs_to_the_item_before() -> None:
    made = document()
    group = made.add_list_group()
    made.add_list_item("one", marker="-", parent=group)
    inner = made.add_list_group(parent=group)
    made.add_list_item("two", marker="-", parent=inner)
    assert to_markdown(made) == "- one\n\n  - two"


def test_a_list_item_of_styled_runs() -> None:
    made = document()
    group = made.add_list_group()
    item = made.add_list_item("", marker="-", parent=group)
    runs = made.add_inline_group(parent=item)
    made.add_text(DocItemLabel.TEXT, "pay ", parent=runs)
    made.add_text(DocItemLabel.TEXT, "now", parent=runs, formatting=BOLD)
    assert to_markdown(made) == "- pay **now**"


def test_code_keeps_its_indentation_and_gets_a_fence_that_holds() -> None:
    made = document()
    made.add_code("    if x:\n        y_1 = '```'", code_language=CodeLanguageLabel.PYTHON)
    assert to_markdown(made) == "````\n    if x:\n        y_1 = '```'\n````"


def test_a_formula_that_was_not_read_shows_what_was_seen() -> None:
    made = document()
    made.add_formula("", orig="m c < 2")
    made.add_formula("E = mc^2")
    assert to_markdown(made) == "m c &lt; 2\n\n$$E = mc^2$$"


def picture(made: DoclingDocument, **more: object) -> object:
    image = ImageRef.from_pil(Image.new("RGB", (100, 100)), dpi=144)
    return made.add_picture(image=image, **more)  # type: ignore[arg-type]


def test_a_caption_is_written_once_wherever_it_is_kept() -> None:
    made = document()
    beside = made.add_text(DocItemLabel.CAPTION, "Figure 1: beside.", prov=at(top=302, bottom=311))
    picture(made, caption=beside, prov=at(top=100, bottom=300))
    inside = made.add_picture(prov=at(top=400, bottom=600))
    for text, top in (("Figure 2: below.", 602), ("Figure 2 above.", 380)):
        caption = made.add_text(DocItemLabel.CAPTION, text, parent=inside, prov=at(top=top, bottom=top + 9))
        inside.captions.append(caption.get_ref())
    table = made.add_table(rows_data([["a", "b"]]), prov=at(top=700, bottom=720))
    caption = made.add_text(DocItemLabel.CAPTION, "Table 1: inside.", parent=table)
    table.captions.append(caption.get_ref())
    assert page_text(made) == (
        "Figure 1: beside.\n\n<!-- image -->\n\nFigure 2 above.\n\n<!-- image -->\n\nFigure 2: below.\n\n"
        "Table 1: inside.\n\n| a | b |\n| --- | --- |"
    )


def test_labels_in_a_figure_are_left_out_and_lines_beside_it_are_not() -> None:
    made = document()
    picture(made, prov=at(left=40, top=100, right=300, bottom=400))
    for text, box in {
        "inside": (60, 140, 200, 180),
        "a little out": (35, 390, 200, 408),
        "one line right under it": (40, 401, 200, 411),
        "over the edge": (200, 300, 400, 320),
    }.items():
        made.add_text(DocItemLabel.TEXT, text, prov=at(1, *box))
    assert page_text(made) == "<!-- image -->\n\none line right under it\n\nover the edge"


def test_a_page_wide_picture_swallows_nothing() -> None:
    made = document()
    picture(made, prov=at(left=0, top=0, right=600, bottom=700))
    made.add_text(DocItemLabel.TEXT, "text on a background", prov=at())
    assert page_text(made) == "<!-- image -->\n\ntext on a background"


def test_headings_and_summaries_in_a_picture_stay() -> None:
    made = document()
    picture(made, prov=at(left=40, top=100, right=300, bottom=400))
    made.add_heading("Head", prov=at(left=60, top=140, right=200, bottom=180))
    made.add_text(
        DocItemLabel.TEXT,
        "[Summarized Image: m]\npage: 1\nSummary:\nA <chart>.",
        prov=at(left=60, top=200, right=200, bottom=280),
    )
    assert page_text(made) == "<!-- image -->\n\n## Head\n\n[Summarized Image: m]\npage: 1\nSummary:\nA <chart>."


def test_a_picture_of_another_page_hides_nothing() -> None:
    made = document(2)
    picture(made, prov=at(2, left=0, top=0, right=500, bottom=400))
    made.add_text(DocItemLabel.TEXT, "page one", prov=at(1))
    assert split_pages(to_markdown(made)) == {1: "page one", 2: "<!-- image -->"}


def furnished() -> DoclingDocument:
    made = document(3)
    made.add_text(DocItemLabel.TEXT, "one", prov=at(1))
    made.add_text(DocItemLabel.TEXT, "three", prov=at(3))
    for page in (1, 2, 3):
        for label, text, top in (
            (DocItemLabel.PAGE_FOOTER, f"foot {page}", 780),
            (DocItemLabel.PAGE_HEADER, f"head_{page}", 10),
        ):
            made.add_text(label, text, prov=at(page, top=top, bottom=top + 10), content_layer=ContentLayer.FURNITURE)
    return made


def test_furniture_is_left_out() -> None:
    assert split_pages(to_markdown(furnished())) == {1: "one", 3: "three"}


def test_furniture_on_request_stands_at_the_ends_of_its_page() -> None:
    assert split_pages(to_markdown(furnished(), keep_furniture=True)) == {
        1: "head\\_1\n\none\n\nfoot 1",
        2: "head\\_2\n\nfoot 2",
        3: "head\\_3\n\nthree\n\nfoot 3",
    }


def test_a_page_header_in_the_body_is_body() -> None:
    made = document()
    made.add_text(DocItemLabel.PAGE_HEADER, "kept", prov=at())
    assert page_text(made) == "kept"


def test_key_values_are_lines_of_text() -> None:
    graph = GraphData(
        cells=[
            GraphCell(label=GraphCellLabel.KEY, cell_id=1, text="Name:", orig="Name:"),
            GraphCell(label=GraphCellLabel.VALUE, cell_id=2, text="Ada_L", orig="Ada_L"),
            GraphCell(label=GraphCellLabel.VALUE, cell_id=3, text="loose", orig="loose"),
        ],
        links=[GraphLink(label=GraphLinkLabel.TO_VALUE, source_cell_id=1, target_cell_id=2)],
    )
    made = document()
    made.add_key_values(graph)
    assert to_markdown(made) == "Name: Ada\\_L  \nloose"


def test_form_fields_are_key_and_value() -> None:
    made = document()
    region = made.add_field_region()
    entry = made.add_field_item(parent=region)
    made.add_field_key("Name:", parent=entry)
    made.add_field_value("Ada Lovelace", parent=entry)
    assert to_markdown(made) == "Name: Ada Lovelace"


def test_checkboxes_and_footnotes() -> None:
    assert text_of("Done", DocItemLabel.CHECKBOX_SELECTED) == "- [x] Done"
    assert text_of("open", DocItemLabel.CHECKBOX_UNSELECTED) == "- [ ] open"
    assert text_of("1 A note.", DocItemLabel.FOOTNOTE) == "1 A note."


def test_runs_on_one_page_are_hidden_by_its_picture_as_one() -> None:
    made = document()
    picture(made, prov=at(left=40, top=100, right=300, bottom=400))
    group = made.add_inline_group()
    made.add_text(DocItemLabel.TEXT, "in ", parent=group, prov=at(left=60, top=140, right=200, bottom=160))
    made.add_text(DocItemLabel.TEXT, "side", parent=group, formatting=BOLD)
    assert page_text(made) == "<!-- image -->"
    assert runs_of(("in ", None), ("side", BOLD)) == "in **side**"
