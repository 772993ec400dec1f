from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from pdf_extractor_ai import to_markdown as document_to_markdown
from pdf_extractor_ai.aipdf import compare_with_pages, document_from_tree, tree_from_document
from pdf_extractor_ai.aipdf.builder import Builder, Cell
from pdf_extractor_ai.aipdf.carrier import attach_layer, pack, read_layer, unpack
from pdf_extractor_ai.aipdf.exports import reading_order, to_markdown, to_markdown_ast, to_onto
from pdf_extractor_ai.aipdf.model import Element
from pdf_extractor_ai.aipdf.parse import parse, serialize
from pdf_extractor_ai.aipdf.sources import semantic_xml
from pdf_extractor_ai.aipdf.validate import check
from tests.aipdf.samples import plain_pdf

PDF = plain_pdf()

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)
risky = st.sampled_from(
    ["/JavaScript", "x/launch", "<script>", "<!DOCTYPE", "]]>", "&amp;", "a\r\nb", "```", "|", "\x0b"]
)
texts = st.one_of(words, risky)


@st.composite
def trees(draw: st.DrawFn) -> Element:
    builder = Builder(language=draw(st.sampled_from(["en", "de", "ja"])))
    builder.metadata.title = draw(texts)
    builder.metadata.authors = draw(st.lists(texts, max_size=2))
    for _ in range(draw(st.integers(0, 6))):
        kind = draw(st.sampled_from(["heading", "text", "list", "table", "figure", "code", "definitions"]))
        if kind == "heading":
            builder.heading(draw(st.integers(1, 9)), draw(texts))
        elif kind == "text":
            add = draw(st.sampled_from([builder.paragraph, builder.citation, builder.note, builder.footnote]))
            add(draw(texts))
        elif kind == "list":
            items = draw(st.lists(texts, max_size=4))
            builder.items([(text, {}) for text in items], ordered=draw(st.booleans()))
        elif kind == "table":
            cell = st.builds(
                Cell, text=texts, header=st.booleans(), colspan=st.integers(1, 3), rowspan=st.integers(1, 3)
            )
            builder.table(draw(st.lists(st.lists(cell, min_size=1, max_size=3), max_size=3)), draw(texts))
        elif kind == "figure":
            builder.figure(draw(texts), draw(texts), draw(texts), {"page": "2", "bbox": "1.0,2.0,3.0,4.0"})
        elif kind == "code":
            builder.code(draw(texts), draw(texts))
        else:
            builder.definitions(draw(st.lists(st.tuples(texts, texts), max_size=3)))
    return builder.document()


@given(trees())
def test_any_tree_survives_xml(root: Element) -> None:
    xml = serialize(root)
    again = check(xml, strict=True).root
    assert serialize(again) == xml
    assert [(each.tag, each.attributes, each.text()) for each in again.walk()] == [
        (each.tag, each.attributes, each.text()) for each in root.walk()
    ]


@settings(max_examples=25)
@given(trees())
def test_any_tree_survives_a_pdf_bit_for_bit(root: Element) -> None:
    xml = serialize(root)
    assert read_layer(attach_layer(PDF, xml)) == xml


@given(trees())
def test_every_export_takes_any_tree(root: Element) -> None:
    for export in (to_markdown, to_markdown_ast, to_onto, reading_order):
        assert isinstance(export(root), str | list)
    assert to_markdown(root, flavor="gfm") == to_markdown(parse(serialize(root)), flavor="gfm")


tags = st.sampled_from(
    [
        "section", "appendix", "title", "paragraph", "note", "citation", "caption", "list", "item", "table", "thead",
        "row", "cell", "figure", "image", "codeBlock", "equation", "definitionList", "definition", "references",
        "reference", "strange",
    ]
)  # fmt: skip
numbers = st.sampled_from(["", "0", "1", "2", "-1", "+3", "999999", "4294967295", "99999999999", "1e3", "x", "1.5"])
attributes = st.fixed_dictionaries(
    {"id": st.just("i")},
    optional={
        "level": numbers,
        "page": numbers,
        "colspan": numbers,
        "rowspan": numbers,
        "bbox": st.sampled_from(["1,2,3,4", "9,9,0,0", "0,0,0,0", "1e9,0,1,1", "nan,0,1,1", "1,2", "-1.5,2,3,inf", ""]),
        "role": st.sampled_from(["caption", "annotation", "x"]),
        "type": st.sampled_from(["ordered", "unordered", ""]),
        "header": st.sampled_from(["true", "false", "yes"]),
        "language": texts,
        "term": texts,
        "alt": texts,
    },
)
wild = st.recursive(
    st.builds(Element, tags, attributes, st.lists(texts, max_size=1)),
    lambda inner: st.builds(Element, tags, attributes, st.lists(st.one_of(inner, texts), max_size=4)),
    max_leaves=12,
)


@given(st.lists(wild, max_size=4))
@example([Element("paragraph", {"id": "i", "role": "annotation"}, ["[Summarized Image: ]]"])])
def test_whatever_a_layer_says_it_becomes_a_document(blocks: list[Element]) -> None:
    root = Element("document", {"version": "1.0"}, [Element("section", {"id": "s"}, list(blocks))])
    for sizes in ({}, {1: (612.0, 792.0), 2: (1.0, 1.0)}):
        document = document_from_tree(root, name="wild", sizes=sizes)
        assert isinstance(document_to_markdown(document), str)
        check(serialize(tree_from_document(document)), strict=True)
    compare_with_pages(root, {1: "some words that are long enough to be compared", 2: ""})


@given(st.text())
def test_any_text_survives_packing(text: str) -> None:
    clean = text.encode("utf-8", "ignore").decode()
    assert unpack(pack(clean)) == clean


@settings(max_examples=60)
@given(st.text(max_size=300), st.sampled_from(["markdown", "html", "typst"]))
@example("<!-- nothing -->", "html")
@example("\x08", "html")
def test_any_text_is_a_source(text: str, kind: str) -> None:
    check(semantic_xml(text, kind), strict=True)  # type: ignore[arg-type]
