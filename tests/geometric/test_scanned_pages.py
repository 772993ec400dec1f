"""Scanned pages are read as if they were typeset: sizes, weights and rules are measured in the picture."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.colors import black
from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.geometric.ocr_lines import page_lines
from pdf_extractor_ai.geometric.page import Line
from pdf_extractor_ai.geometric.picture_areas import picture_areas
from pdf_extractor_ai.geometric.picture_rules import picture_rules
from pdf_extractor_ai.geometric.recognize import render
from tests.geometric import paper
from tests.geometric.paper import Text, bold, prose, typeset
from tests.geometric.scan import DPI, PerfectEngine, scan

WORDS = "The levels of both tanks were read again, then the pump ran"


@pytest.fixture
def scanned(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Markdown of a scan of a PDF, read by an engine that makes no mistakes."""

    def read(pdf: bytes, *, turned: float = 0.0, gutter: float = 0.0) -> str:
        engine = PerfectEngine(pdf, gutter=gutter)
        monkeypatch.setattr("pdf_extractor_ai.ocr.pick_engine", lambda *_: engine)
        with PdfExtractor(num_workers=1) as extractor:
            return to_markdown(extractor.extract_result(scan(pdf, turned=turned), do_ocr=True).document)

    return read


def measured(pdf: bytes) -> list[Line]:
    picture, dpi = render(scan(pdf), 1)
    return page_lines(PerfectEngine(pdf).read(picture), dpi, picture)


def headings(markdown: str) -> list[str]:
    return [line for line in markdown.splitlines() if line.startswith("#")]


@pytest.mark.parametrize("face", ["Times-Roman", "Helvetica", "Courier", "Times-Italic"])
@pytest.mark.parametrize("size", [8.0, 10.0, 14.0])
def test_sizes_baselines_and_edges_are_those_of_the_letters(face: str, size: float) -> None:
    words = [WORDS[:40], WORDS, "no sea was near us", "Section 4 (see B)"]
    lines = measured(typeset([[Text(100 + 40 * at, text, size, face) for at, text in enumerate(words)]]))
    assert [line.text for line in lines] == words
    assert len({line.size for line in lines}) == 1, "one size, whatever letters a line has"
    assert lines[0].size == pytest.approx(size, rel=0.17), "faces differ in how tall their letters are"
    assert [line.baseline for line in lines] == pytest.approx([100, 140, 180, 220], abs=0.5)
    assert [line.x0 for line in lines] == pytest.approx([72.0] * 4, abs=1.5)


@pytest.mark.parametrize(("regular", "heavy"), [("Times-Roman", "Times-Bold"), ("Helvetica", "Helvetica-Bold")])
def test_bold_lines_and_words_are_told_by_their_strokes(regular: str, heavy: str) -> None:
    pdf = typeset(
        [[Text(100 + 14 * row, WORDS, 10, regular) for row in range(8)] + [Text(230, "Wells and pumps", 10, heavy)]]
    )
    *body, last = measured(pdf)
    assert not any(line.style.bold for line in body)
    assert last.style.bold


def test_letters_of_one_width_are_told_by_their_steps() -> None:
    code = ["for tank in tanks:", "    level = tank.read(unit='m')", "    if level > limit: pump.stop(tank)"]
    pdf = typeset([prose(100, 6) + [Text(200 + 12 * at, text, 9, "Courier") for at, text in enumerate(code)]])
    lines = measured(pdf)
    assert [line.style.mono for line in lines] == [False] * 6 + [True] * 3


@pytest.mark.parametrize("turned", [0.0, 0.15, -1.3])
def test_headings_of_a_scan_are_those_of_the_file(scanned: Callable[..., str], turned: float) -> None:
    page = [
        bold(80, "1 Wells", 16),
        *prose(110, 5),
        bold(190, "1.1 Pumps and what drives them", 13),
        *prose(215, 6),
        bold(310, "2 Tanks", 16),
        *prose(340, 5),
        bold(420, "2.1 Floats", 13),
        *prose(445, 5),
    ]
    pdf = typeset([page])
    assert headings(scanned(pdf, turned=turned)) == paper.headings(pdf) != []


def test_paragraphs_of_a_scan_are_whole_and_have_no_headings(scanned: Callable[..., str]) -> None:
    pdf = typeset([[*prose(100, 5, about="First."), *prose(190, 4, about="Second."), *prose(270, 6, about="Third.")]])
    blocks = [block for block in scanned(pdf).split("\n\n") if block.strip() and "=====" not in block]
    assert [block.split(".")[0] for block in blocks] == ["First", "Second", "Third"]


def test_a_bold_label_makes_no_heading(scanned: Callable[..., str]) -> None:
    canvas_bytes = io.BytesIO()
    canvas = Canvas(canvas_bytes, pagesize=(595, 842), invariant=True)
    y = 740.0
    for row in range(10):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(72, y - 14 * row, WORDS)
    canvas.setFont("Times-Bold", 10)
    canvas.drawString(72, 560, "Careful with valves:")
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(72 + canvas.stringWidth("Careful with valves: ", "Times-Bold", 10), 560, "the pump may run")
    canvas.save()
    text = scanned(canvas_bytes.getvalue())
    assert "**Careful with valves:** the pump may run" in text
    assert not headings(text)


def table(
    rows: list[list[str]], *, left: float = 72, top: float = 600, width: float = 110, height: float = 18
) -> bytes:
    """A page with prose and a table with all its rules."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=True)
    canvas.setFont("Times-Roman", 10)
    for row in range(8):
        canvas.drawString(72, 760 - 14 * row, WORDS)
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.7)
    columns = len(rows[0])
    for row in range(len(rows) + 1):
        canvas.line(left, top - row * height, left + columns * width, top - row * height)
    for column in range(columns + 1):
        canvas.line(left + column * width, top, left + column * width, top - len(rows) * height)
    for at, cells in enumerate(rows):
        for column, text in enumerate(cells):
            canvas.drawString(left + column * width + 4, top - at * height - 12, text)
    canvas.save()
    return out.getvalue()


ROWS = [["Tank", "Level", "Pump"], ["North", "4.20", "on"], ["South", "3.95", "off"], ["East", "", "off"]]


@pytest.mark.parametrize("turned", [0.0, 0.15])
def test_a_ruled_table_of_a_scan_has_the_cells_of_the_file(scanned: Callable[..., str], turned: float) -> None:
    pdf = table(ROWS)
    rows = [line for line in scanned(pdf, turned=turned).splitlines() if line.startswith("|")]
    assert rows == [line for line in paper.markdown(pdf).splitlines() if line.startswith("|")]
    assert [cell.strip() for cell in rows[-1].strip("|").split("|")] == ROWS[-1]


def test_words_that_are_underlined_stay_text(scanned: Callable[..., str]) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=True)
    canvas.setFont("Times-Roman", 10)
    for row in range(12):
        canvas.drawString(72, 740 - 14 * row, WORDS)
        if row % 3 == 0:
            canvas.line(80, 738.6 - 14 * row, 160, 738.6 - 14 * row)
    canvas.save()
    text = scanned(out.getvalue())
    assert "|" not in text
    assert not headings(text)


def test_columns_that_an_engine_has_run_together_are_parted(scanned: Callable[..., str]) -> None:
    left = [Text(100 + 13 * row, "the left column tells of wells and their depth", 10) for row in range(12)]
    right = [Text(100 + 13 * row, "a right one of pumps and of what drives them", 10, x=285) for row in range(12)]
    pdf = typeset([[item for pair in zip(left, right, strict=True) for item in pair]])
    text = scanned(pdf, gutter=40)
    assert text.index("a right one") > text.rindex("the left column")


def test_a_photograph_and_large_letters_have_no_rules() -> None:
    noise = Image.effect_noise((1600, 2000), 120)
    assert picture_rules(noise, DPI) == []
    page = Image.new("L", (2480, 3508), 255)
    ImageDraw.Draw(page).rectangle((300, 300, 1200, 900), fill=90)
    assert picture_rules(page, DPI) == [], "the edges of a grey area"
    letters, dpi = render(scan(typeset([[Text(120, "HILL", 60, "Helvetica-Bold")]])), 1)
    assert picture_rules(letters, dpi, PerfectEngine(typeset([[Text(120, "HILL", 60)]])).read(letters)) == []


def with_drawing(*, label: str = "valve", prose: int = 0) -> bytes:
    """A page with text, and below it a grey picture with a label and with so many lines of text over it."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=True)
    canvas.setFont("Times-Roman", 10)
    for row in range(8):
        canvas.drawString(72, 760 - 14 * row, WORDS)
    for at in range(60):
        canvas.setFillGray(0.2 + at % 7 / 10)
        canvas.rect(100 + 20 * (at % 10), 400 + 20 * (at // 10), 20, 20, stroke=0, fill=1)
    canvas.setFillGray(1 if prose else 0)
    canvas.drawString(120, 540, label)
    for row in range(prose):
        canvas.drawString(105, 500 - 14 * row, "what is written over a ground is text")
    canvas.save()
    return out.getvalue()


def test_a_picture_on_a_scan_is_a_picture(scanned: Callable[..., str]) -> None:
    text = scanned(with_drawing())
    assert text.count("<!-- image -->") + text.count("[figure") == 1
    assert text.count(WORDS.split(",")[0]) == 8, "the text beside it stays text"


def test_text_on_a_ground_and_a_plain_page_have_no_picture(scanned: Callable[..., str]) -> None:
    for pdf in (with_drawing(prose=7), typeset([prose(100, 20)]), table(ROWS)):
        picture, dpi = render(scan(pdf), 1)
        lines = PerfectEngine(pdf).read(picture)
        assert picture_areas(picture, dpi, lines, picture_rules(picture, dpi, lines)) == []
