"""Which words a link covers: what is under its area, and no half of a full stop."""

from __future__ import annotations

import io

import pytest
import typst
from docling_core.types.doc import DoclingDocument
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai import PdfExtractor, to_markdown
from tests.geometric.paper import PROSE, markdown

URL = "https://example.org/a"


def linked(before: str, words: str, after: str, wider: float) -> bytes:
    """A line whose ``words`` are a link with an area ``wider`` than they are, in points, on each side."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=True)
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(72, 700, before + words + after)
    left = 72 + stringWidth(before, "Times-Roman", 10)
    right = left + stringWidth(words, "Times-Roman", 10)
    canvas.linkURL(URL, (left - wider, 698, right + wider, 708))
    for row in range(4):
        canvas.drawString(72, 660 - 12 * row, PROSE)
    canvas.save()
    return out.getvalue()


def test_a_hyphen_at_a_line_end_is_part_of_the_link_and_goes_with_the_break() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=True)
    canvas.setFont("Times-Roman", 10)
    width = stringWidth(PROSE[:90], "Times-Roman", 10)
    for row in range(3):
        canvas.drawString(72, 700 - 12 * row, PROSE[:90])
    hyphened = stringWidth("Contrib-", "Times-Roman", 10)
    canvas.drawRightString(72 + width, 664, f"{PROSE[:72]} Contrib-")
    canvas.drawString(72, 652, "utor Covenant has many rules.")
    canvas.linkURL(URL, (72 + width - hyphened, 662, 72 + width - 1, 672))
    canvas.linkURL(URL, (72, 650, 72 + stringWidth("utor Covenant", "Times-Roman", 10), 660))
    canvas.save()
    assert f"[Contributor Covenant]({URL}) has many" in markdown(out.getvalue())


@pytest.mark.parametrize("wider", [0.0, 1.0, 1.2])
@pytest.mark.parametrize(
    ("before", "words", "after"),
    [("See ", "the page", "."), ("See (", "the page", ") or not"), ("See ", "the page.", " More"), ("At ", "→", " go")],
)
def test_a_link_has_its_own_words(before: str, words: str, after: str, wider: float) -> None:
    text = markdown(linked(before, words, after, wider))
    assert f"{before}[{words}]({URL}){after}" in text.replace("\\", "")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('Use #link("https://a.org/mtr")[`mtr`] for it.', "Use [`mtr`](https://a.org/mtr) for it."),
        ('See #link("https://a.org/mtr")[`https://a.org/mtr`] there.', "[https://a.org/mtr](https://a.org/mtr) there."),
        ('See #link("https://a.org/mtr")[`a.org/mtr`] there.', "[a.org/mtr](https://a.org/mtr) there."),
    ],
)
def test_code_in_a_link_stays_code_and_an_address_in_a_code_face_is_none(source: str, expected: str) -> None:
    assert expected in markdown(typst.compile(f"{source} {PROSE}\n\n{PROSE}".encode()))


def between_pages(*, grid: bool = False) -> bytes:
    """Two pages; words of the first, or of the cells of a table there, lead to the second."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setFont("Helvetica", 11)
    for row in range(4):
        y = 700 - 24 * row
        canvas.drawString(76, y, f"Item {row}")
        canvas.drawString(176, y, "see part two and so on")
        left = 176 + stringWidth("see ", "Helvetica", 11)
        canvas.linkRect("", "two", (left, y - 4, left + stringWidth("part two", "Helvetica", 11), y + 10))
    canvas.linkURL("#page=2#x", (76, 696, 100, 710))
    if grid:
        canvas.grid([70, 170, 320], [716 - 24 * row for row in range(5)])
    canvas.showPage()
    canvas.bookmarkPage("two")
    canvas.drawString(72, 700, "Words of the second page.")
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@pytest.mark.parametrize("grid", [True, False])
def test_links_to_pages_are_shown_on_request(grid: bool) -> None:
    data = between_pages(grid=grid)
    with PdfExtractor() as extractor:
        plain = extractor.extract_result(data)
        linked = extractor.extract_result(data, page_links=True)
    assert "#page" not in to_markdown(plain.document)
    assert to_markdown(linked.document).count("see [part two](#page=2) and so on") == 4
    assert "page=2#x" not in to_markdown(linked.document)
    assert plain.references == linked.references
    assert {reference.target for reference in plain.references} == {2}
    again = DoclingDocument.model_validate_json(linked.document.model_dump_json())
    assert to_markdown(again) == to_markdown(linked.document)
