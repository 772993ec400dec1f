"""OCR of pages with a fake engine: called exactly where it is needed, with a level picture, its lines in points."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageDraw

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.errors import OcrError
from pdf_extractor_ai.geometric.ocr_lines import FONT, page_lines
from pdf_extractor_ai.geometric.page import Page
from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.recognize import has_ink, ocr_page, skew, straightened
from pdf_extractor_ai.ocr import OcrEngine, OcrLine
from tests.shared import DATA

SENTENCE = "The dune moved nine metres in one year."


class FakeEngine:
    """Answers with the same lines each time and keeps the pictures and languages that it was given."""

    name = "Fake"

    def __init__(self, lines: list[OcrLine] | None = None) -> None:
        self.lines = lines if lines is not None else [OcrLine(SENTENCE, (300, 300, 1500, 360), 0.98)]
        self.images: list[Image.Image] = []
        self.languages: list[tuple[str, ...]] = []

    def supports(self, language: str) -> bool:
        return True

    def read(self, image: Image.Image, *, languages: tuple[str, ...] = (), dpi: int = 300) -> list[OcrLine]:
        self.images.append(image)
        self.languages.append(languages)
        return self.lines


def recipe(name: str) -> bytes:
    return (DATA / "recipes" / f"{name}.pdf").read_bytes()


def pages(name: str) -> list[Page]:
    return list(read_pages(recipe(name)))


def called_for(name: str) -> list[int]:
    data, called = recipe(name), []
    for page in read_pages(data):
        engine = FakeEngine()
        ocr_page(data, page, engine)
        called += [page.number] * len(engine.images)
    return called


def test_the_fake_is_an_engine() -> None:
    assert isinstance(FakeEngine(), OcrEngine)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("mixed_scan", [2]), ("scan_with_bad_layer", [1]), ("shifted_tounicode", [1]), ("two_columns", [])],
)
def test_the_engine_is_called_exactly_where_it_is_needed(name: str, numbers: list[int]) -> None:
    assert called_for(name) == numbers


def test_lines_come_in_points_with_the_languages_passed_on_and_printed() -> None:
    engine = FakeEngine()
    page = pages("mixed_scan")[1]
    done = ocr_page(recipe("mixed_scan"), page, engine, languages=("de",))
    (line,) = done.page.lines
    assert line.text == SENTENCE
    assert 72 <= line.x0 < line.x1 <= 360, "within the box that the engine gave, as wide as the ink in it"
    assert 72 <= line.y0 < line.baseline < line.y1 <= 86.4
    assert len(line.xs) == len(line.text) + 1
    assert list(line.xs) == sorted(line.xs)
    assert line.style.font == FONT
    assert engine.languages == [("de",)]
    assert engine.images[0].size[0] == pytest.approx(page.width * 300 / 72, abs=2)
    assert [flag.code for flag in done.flags] == ["ocr"]
    assert "Fake" in done.flags[0].message
    assert "de" in done.flags[0].message


def test_a_rubbish_layer_is_set_apart_and_not_lost() -> None:
    page = pages("scan_with_bad_layer")[0]
    rubbish = page.lines[0].text
    done = ocr_page(recipe("scan_with_bad_layer"), page, FakeEngine()).page
    assert [line.text for line in done.lines] == [SENTENCE]
    assert [(reason, line.text) for reason, line in done.hidden] == [("bad_layer", rubbish)]


def test_a_rubbish_layer_stays_when_ocr_does_no_better() -> None:
    page = pages("scan_with_bad_layer")[0]
    poor = FakeEngine([OcrLine("Xx qq zz", (300, 300, 900, 360), 0.4)])
    done = ocr_page(recipe("scan_with_bad_layer"), page, poor)
    assert done.page.lines == page.lines
    assert [flag.code for flag in done.flags] == ["ocr_low_confidence"]


def test_an_engine_that_breaks_down_costs_one_page_only() -> None:
    class Broken(FakeEngine):
        def read(self, image: Image.Image, **options: Any) -> list[OcrLine]:
            raise OcrError("Broken failed: no data")

    page = pages("mixed_scan")[1]
    done = ocr_page(recipe("mixed_scan"), page, Broken())
    assert done.page is page
    assert [flag.code for flag in done.flags] == ["ocr_failed"]


def test_a_skewed_scan_reaches_the_engine_level() -> None:
    engine = FakeEngine()
    ocr_page(recipe("skewed_scan"), pages("skewed_scan")[0], engine)
    assert abs(skew(engine.images[0])) <= 0.5


@pytest.mark.parametrize("angle", [-3.0, -0.7, 1.5, 4.0])
def test_skew_is_measured_and_undone(angle: float) -> None:
    sheet = Image.new("L", (1200, 1600), 250)
    draw = ImageDraw.Draw(sheet)
    for row in range(200, 1400, 40):
        draw.rectangle((200, row, 1000, row + 14), fill=20)
    turned = sheet.rotate(angle, fillcolor=250)
    assert skew(turned) == pytest.approx(angle, abs=0.3)
    assert abs(skew(straightened(turned))) <= 0.5
    assert straightened(sheet) is sheet


def test_an_upside_down_page_is_turned_when_it_reads_better_so() -> None:
    class UpsideDown(FakeEngine):
        def read(self, image: Image.Image, **options: Any) -> list[OcrLine]:
            super().read(image, **options)
            sure = 0.6 if len(self.images) == 1 else 0.97
            return [OcrLine("A line of text", (300, 300, 1500, 360), sure)]

    page = pages("mixed_scan")[1]
    done = ocr_page(recipe("mixed_scan"), page, UpsideDown()).page
    assert done.turn == 180
    assert (done.width, done.height) == (page.width, page.height)


def test_a_page_on_its_side_is_turned() -> None:
    class Sideways(FakeEngine):
        def read(self, image: Image.Image, **options: Any) -> list[OcrLine]:
            super().read(image, **options)
            box = (300, 300, 360, 1500) if len(self.images) == 1 else (300, 300, 1500, 360)
            return [OcrLine("A line of text", box, 0.97)]

    page = pages("mixed_scan")[1]
    done = ocr_page(recipe("mixed_scan"), page, Sideways()).page
    assert done.turn == 270
    assert (done.width, done.height) == (page.height, page.width)
    assert (page.turn, page.lines) == (0, []), "the page that was given is not changed"


def test_an_empty_sheet_is_told_and_not_read() -> None:
    paper = Image.new("L", (800, 1000), 230)
    assert not has_ink(paper)
    ImageDraw.Draw(paper).text((100, 100), "ink", fill=0)
    assert has_ink(paper)
    engine = FakeEngine()
    done = ocr_page(recipe("image_bomb"), pages("image_bomb")[0], engine)
    assert [flag.code for flag in done.flags] == ["blank"]
    assert not engine.images


def test_one_size_for_prose_and_a_larger_one_for_a_heading() -> None:
    lines = [OcrLine("A Heading", (300, 100, 900, 190))]
    lines += [
        OcrLine(f"Body line {n} with quite some text in it", (300, 300 + 60 * n, 1800, 346 + n % 3 + 60 * n))
        for n in range(9)
    ]
    heading, *body = page_lines(lines, 300)
    assert len({line.size for line in body}) == 1
    assert heading.size > 1.5 * body[0].size
    assert [line.order for line in (heading, *body)] == list(range(10))


def test_smudges_are_left_out() -> None:
    engine = FakeEngine([OcrLine("m", (300, 300, 400, 360), 0.55), OcrLine(SENTENCE, (300, 500, 1500, 560), 0.98)])
    done = ocr_page(recipe("mixed_scan"), pages("mixed_scan")[1], engine).page
    assert [line.text for line in done.lines] == [SENTENCE]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    engine = FakeEngine()
    monkeypatch.setattr("pdf_extractor_ai.ocr.pick_engine", lambda *_: engine)
    return engine


def test_through_the_extractor_one_page_is_read_and_the_report_says_so(fake: FakeEngine) -> None:
    with PdfExtractor() as extractor:
        result = extractor.extract_result(recipe("mixed_scan"), do_ocr=True, name="mixed.pdf")
    assert len(fake.images) == 1
    assert [page.ocr for page in result.report.pages] == [False, True, False, False]
    assert [page.status for page in result.report.pages] == ["ok", "ok", "blank", "ok"]
    assert result.report.status == "complete"
    assert to_markdown(result.document).count(SENTENCE) == 1


def test_a_page_on_which_nothing_was_read_is_not_called_complete(fake: FakeEngine) -> None:
    fake.lines = []
    with PdfExtractor() as extractor:
        report = extractor.extract_result(recipe("mixed_scan"), do_ocr=True).report
    assert report.pages[1].status == "image_only"
    assert report.status == "partial"


def test_no_sentence_twice_when_one_page_has_a_good_layer(fake: FakeEngine) -> None:
    with PdfExtractor() as extractor:
        result = extractor.extract_result(recipe("scan_with_bad_layer"), do_ocr=True)
    assert to_markdown(result.document).count(SENTENCE) == 2, "once on each of the two pages"
    assert len(fake.images) == 1


def test_without_ocr_rubbish_is_not_passed_on_as_text() -> None:
    with PdfExtractor() as extractor:
        result = extractor.extract_result(recipe("shifted_tounicode"))
    assert "GLVWULFW" not in to_markdown(result.document)
    assert result.report.status == "partial"
    assert "bad_text_layer" in {flag.code for flag in result.report.flags}
