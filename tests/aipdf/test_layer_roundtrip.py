from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

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
