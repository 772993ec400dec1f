"""The score of a page: what was measured of it, what lowered it, and where it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.cli.main import main
from pdf_extractor_ai.extractor import ExtractionResult
from pdf_extractor_ai.frontmatter import draft_card
from pdf_extractor_ai.inspector import inspect_pdf
from pdf_extractor_ai.ocr import OcrLine
from pdf_extractor_ai.report import ExtractionReport, PageReport, Quality
from tests.shared import DATA

BAD = {"shifted_tounicode": 1, "scan_with_bad_layer": 1, "no_tounicode": 1, "one_bad_page": 2, "whitespace_table": 1}
GOOD = ("two_columns", "numbers_table", "heading_levels")


def path_of(name: str) -> Path:
    return DATA / "recipes" / f"{name}.pdf"


@cache
def extracted(name: str) -> ExtractionResult:
    with PdfExtractor() as extractor:
        return extractor.extract_result(path_of(name).read_bytes(), name=f"{name}.pdf")


def page_of(name: str, number: int) -> Quality:
    return next(page.quality for page in extracted(name).report.pages if page.page == number)


def scores(name: str) -> Iterator[float | None]:
    return (page.quality.score for page in extracted(name).report.pages)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_page_has_no_reason_and_the_highest_score(name: str) -> None:
    assert {page.quality.reasons for page in extracted(name).report.pages} == {()}
    assert set(scores(name)) == {1.0}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_page_scores_below_every_good_one_and_says_why(name: str) -> None:
    quality = page_of(name, BAD[name])
    assert quality.score is not None
    assert quality.score < 1.0
    assert quality.reasons


@pytest.mark.parametrize(
    ("name", "page", "reason"),
    [
        ("shifted_tounicode", 1, "bad_text_layer"),
        ("no_tounicode", 1, "unmapped_glyphs"),
        ("one_bad_page", 2, "page_failed"),
        ("mixed_scan", 2, "image_only"),
        ("whitespace_table", 1, "no_grid"),
    ],
)
def test_the_reason_is_named(name: str, page: int, reason: str) -> None:
    assert reason in page_of(name, page).reasons


@pytest.mark.parametrize(("name", "page"), [("mixed_scan", 3), ("vertical_japanese", 1)])
def test_what_was_not_measured_is_not_assessed(name: str, page: int) -> None:
    assert page_of(name, page).score is None
    told = extracted(name).report.to_dict()["pages"][page - 1]["quality"]
    assert told == {
        "score": "not_assessed", "text": "not_assessed", "ocr": "not_assessed", "tables": "not_assessed", "reasons": [],
    }  # fmt: skip


def test_a_page_without_tables_has_no_score_for_them() -> None:
    assert (page_of("two_columns", 1).tables, page_of("numbers_table", 1).tables) == (None, 1.0)


def test_ocr_gives_its_own_confidence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Engine:
        name = "fake"

        def supports(self, language: str) -> bool:
            return True

        def read(self, image: object, *, languages: tuple[str, ...], dpi: int) -> list[OcrLine]:
            return [OcrLine("The dune moved nine metres in one year.", (100, 100, 900, 140), 0.75)]

    monkeypatch.setattr("pdf_extractor_ai.ocr.pick_engine", lambda languages: Engine())
    with PdfExtractor() as extractor:
        report = extractor.extract_result(path_of("scan_with_bad_layer").read_bytes(), do_ocr=True).report
    first, second = (page.quality for page in report.pages)
    assert (first.text, first.ocr, first.score) == (None, 0.75, 0.75)
    assert {"ocr", "ocr_low_confidence"} <= set(first.reasons)
    assert second == Quality(text=1.0)


def test_the_document_has_the_mean_of_its_assessed_pages() -> None:
    qualities = (Quality(), Quality(text=1.0, tables=0.5), Quality(ocr=0.9))
    report = ExtractionReport("a", "b", pages=tuple(PageReport(n, quality=q) for n, q in enumerate(qualities, 1)))
    assert (report.quality, report.pages_below(0.7), report.pages_below(1.0)) == (0.7, (2,), (2, 3))
    assert report.to_dict()["quality"] == 0.7
    assert ExtractionReport("a", "b").to_dict()["quality"] == "not_assessed"


class TestWhereItIsTold:
    @pytest.mark.parametrize(
        ("name", "least", "code"),
        [("one_bad_page", "0.7", 3), ("one_bad_page", "0", 0), ("two_columns", "1", 0), ("mixed_scan", "0.7", 3)],
    )
    def test_the_command_fails_on_demand(
        self, name: str, least: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        out = tmp_path / "out.md"
        assert main(["extract", str(path_of(name)), "-o", str(out), "--min-quality", least]) == code
        assert out.stat().st_size
        assert ("[below_min_quality]" in capsys.readouterr().err) == (code == 3)

    def test_json_has_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["extract", str(path_of("one_bad_page")), "--json"]) == 0
        report = json.loads(capsys.readouterr().out)["report"]
        assert report["quality"] == 0.67
        assert [page["quality"]["score"] for page in report["pages"]] == [1.0, 0.0, 1.0]

    def test_the_card_has_it(self) -> None:
        card = draft_card(extracted("one_bad_page"), path_of("one_bad_page").read_bytes())
        assert card.quality == 0.67
        assert card.data["extraction"]["doubtful_pages"] == [2]
        good = draft_card(extracted("heading_levels"), path_of("heading_levels").read_bytes())
        assert "doubtful_pages" not in good.data["extraction"]

    def test_the_inspection_shows_it(self) -> None:
        page = inspect_pdf(path_of("one_bad_page").read_bytes())
        assert "quality 1.0" in page
        assert '<strong class=bad>quality 0.0</strong> text 0.0 <span class="muted">page_failed</span>' in page

    @pytest.mark.parametrize("value", ["1.5", "-1", "high"])
    def test_a_bar_out_of_range_is_wrong_usage(self, value: str) -> None:
        assert main(["extract", str(path_of("two_columns")), "--min-quality", value]) == 2
