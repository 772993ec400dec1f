"""Which words a link covers: what is under its area, and no half of a full stop."""

from __future__ import annotations

import io

import pytest
import typst
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

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
