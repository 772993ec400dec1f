"""Footnotes in Markdown: mark and note lead to each other, and only where both are there."""

from __future__ import annotations

import pytest
from docling_core.types.doc import BoundingBox, DocItemLabel, DoclingDocument, Formatting, ProvenanceItem, Script, Size
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from pydantic import AnyUrl

from pdf_extractor_ai import PdfExtractor, to_markdown
from tests.shared import DATA


def paper(*pages: list[tuple[str, str]]) -> DoclingDocument:
    """Pages of paragraphs: ``("text", "words^mark")`` or ``("note", "mark words")``."""
    document = DoclingDocument(name="paper")
    for number, items in enumerate(pages, 1):
        document.add_page(number, Size(width=600, height=800))
        for at, (kind, text) in enumerate(items):
            prov = ProvenanceItem(
                page_no=number, bbox=BoundingBox(l=50, t=700 - 20 * at, r=500, b=690 - 20 * at), charspan=(0, len(text))
            )
            if kind == "note":
                document.add_text(DocItemLabel.FOOTNOTE, text, prov=prov)
                continue
            group = document.add_inline_group()
            for index, part in enumerate(text.split("^")):
                raised, rest = (part[:1], part[1:]) if index else ("", part)
                if raised:
                    look = Formatting(script=Script.SUPER)
                    document.add_text(DocItemLabel.TEXT, raised, parent=group, prov=prov, formatting=look)
                if rest:
                    document.add_text(DocItemLabel.TEXT, rest, parent=group, prov=prov)
    return document


def body(document: DoclingDocument) -> list[str]:
    return [part for part in to_markdown(document).split("\n\n") if not part.startswith("=====")]


def test_marks_and_notes_of_a_pdf_lead_to_each_other() -> None:
    with PdfExtractor() as extractor:
        text = to_markdown(extractor.extract((DATA / "recipes" / "footnotes.pdf").read_bytes()))
    assert "page 1[^1] is followed by another[^2] in" in text
    assert "[^1]: Note 1 which" in text
    html = MarkdownIt().use(footnote_plugin).render(text)
    for number in range(1, 5):
        assert f'href="#fn{number}"' in html
        assert f'href="#fnref{number}"' in html


def test_a_mark_that_comes_again_gets_its_page() -> None:
    document = paper(
        [("text", "One claim^1"), ("note", "1 First.")], [("text", "Another claim^1"), ("note", "1 Second.")]
    )
    assert body(document) == ["One claim[^1-1]", "[^1-1]: First.", "Another claim[^2-1]", "[^2-1]: Second."]


def test_marks_that_are_signs_get_a_name() -> None:
    document = paper([("text", "One^* and two^†"), ("note", "* First."), ("note", "† Second.")])
    assert body(document) == ["One[^1-n] and two[^1-n-2]", "[^1-n]: First.", "[^1-n-2]: Second."]


@pytest.mark.parametrize(
    "items",
    [
        [("text", "No mark at all"), ("note", "1 First.")],
        [("text", "An area of 20 m^2 of sand"), ("note", "2 Second.")],
        [("text", "About 10^3 grains"), ("note", "3 Third.")],
        [("text", "Density in kg m^−^3 here"), ("note", "3 Third.")],
        [("text", "A claim^1"), ("note", "First, without its mark.")],
        [("text", "A claim^1"), ("text", "1 is no note")],
    ],
)
def test_what_has_no_partner_stays(items: list[tuple[str, str]]) -> None:
    assert "[^" not in to_markdown(paper(items))


def test_a_note_is_not_linked_with_a_mark_on_another_page() -> None:
    assert "[^" not in to_markdown(paper([("text", "A claim^1")], [("note", "1 First.")]))


def test_an_exponent_before_the_mark_is_passed_over() -> None:
    document = paper([("text", "On 20 m^2 of sand^2 there"), ("note", "2 Or more.")])
    assert body(document)[0].endswith("of sand[^2] there")


def test_a_bracket_behind_the_mark_makes_no_link() -> None:
    text = to_markdown(paper([("text", "A claim^1(see below)"), ("note", "1 First.")]))
    html = MarkdownIt().use(footnote_plugin).render(text)
    assert "(see below)" in html
    assert 'href="#fn1"' in html
    assert 'href="see' not in html


def test_a_mark_inside_a_link_stays_so_that_the_link_does() -> None:
    document = paper([("text", "See"), ("note", "1 First.")])
    group = document.groups[0]
    look = Formatting(script=Script.SUPER)
    for text, raised in ((" the page", None), ("1", look)):
        document.add_text(DocItemLabel.TEXT, text, parent=group, formatting=raised, hyperlink=AnyUrl("https://a.org/"))
    assert "[^" not in to_markdown(document)
    assert "](https://a.org/)" in to_markdown(document)
