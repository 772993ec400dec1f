"""What ``ingest`` does with scans: which pages are read, in which languages, what it says of them."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from pdf_extractor_ai import ocr
from pdf_extractor_ai.aipdf import AIPDF, ingest_pdf
from pdf_extractor_ai.aipdf.api import AIPDFDocument
from pdf_extractor_ai.cli.main import main
from pdf_extractor_ai.errors import InvalidOptionError, MissingDependencyError
from tests.aipdf.samples import saved
from tests.geometric.test_recognize import SENTENCE, FakeEngine
from tests.shared import DATA

MIXED = (DATA / "recipes" / "mixed_scan.pdf").read_bytes()  # text, scan, empty scan, text
NO_TEXT = "(no extractable text on this page)"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    fake = FakeEngine()
    monkeypatch.setattr("pdf_extractor_ai.ocr.pick_engine", lambda *_: fake)
    return fake


def in_language(data: bytes, lang: str, *, text: bool) -> bytes:
    """The PDF with a language declared, if any, and with its pages of text or without."""
    with pikepdf.open(BytesIO(data)) as pdf:
        if lang:
            pdf.Root["/Lang"] = pikepdf.String(lang)
        if not text:
            del pdf.pages[2:], pdf.pages[0]
        return saved(pdf)


def ingested(data: bytes, **options: str | None) -> AIPDFDocument:
    return AIPDF.from_bytes(ingest_pdf(data, **options))  # type: ignore[arg-type]


def test_auto_reads_the_scanned_page_only(engine: FakeEngine) -> None:
    document = ingested(MIXED)
    assert len(engine.images) == 1
    assert document.to_xml().count(SENTENCE) == 1
    assert engine.languages == [("en",)], "the text on the other pages tells"
    assert document.root.get("lang") == "en"


def test_never_reads_none(engine: FakeEngine) -> None:
    assert SENTENCE not in ingested(MIXED, ocr="never").to_xml()
    assert engine.images == []


@pytest.mark.parametrize("mode", ["force", "always"])
def test_force_reads_every_page_that_has_ink(engine: FakeEngine, mode: str) -> None:
    plain = ingested(MIXED, ocr="never").to_xml()
    document = ingested(MIXED, ocr=mode)
    assert len(engine.images) == 3
    assert [block.page for block in document.get_reading_order() if SENTENCE in block.text] == [1, 2, 4]
    words = [block.text for block in AIPDF.from_bytes(plain.encode()).get_reading_order()]
    assert not [text for text in words if text in document.to_xml()]


def test_force_keeps_the_text_where_nothing_is_read(engine: FakeEngine) -> None:
    engine.lines = []
    assert ingested(MIXED, ocr="force").to_xml() == ingested(MIXED, ocr="never").to_xml()


@pytest.mark.parametrize(
    ("lang", "declared", "text", "read_in", "written"),
    [
        ("deu+eng", "", True, ("de", "en"), "de"),
        ("deu+eng", "fr-FR", True, ("de", "en"), "de"),
        ("deu_latf", "", True, ("deu_latf",), "deu_latf"),
        (None, "en-GB", True, ("en-GB",), "en-GB"),
        (None, "fr-FR", True, ("en",), "en"),
        (None, "", True, ("en",), "en"),
        (None, "fr-FR", False, ("fr-FR",), "fr-FR"),
        (None, "", False, (), "en"),
        (None, "<script>", False, (), "en"),
    ],
)
def test_languages_come_from_the_caller_the_other_pages_or_the_pdf(
    engine: FakeEngine, lang: str | None, declared: str, text: bool, read_in: tuple[str, ...], written: str
) -> None:
    document = ingested(in_language(MIXED, declared, text=text), lang=lang)
    assert engine.languages == [read_in]
    assert document.root.get("lang") == written


def test_a_language_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidOptionError, match="names no languages"):
        ingest_pdf(MIXED, lang="--psm 0", ocr="never")
    (tmp_path / "in.pdf").write_bytes(MIXED)
    assert main(["aipdf", "ingest", str(tmp_path / "in.pdf"), "--lang", "eng;", "--ocr", "never"]) == 1
    assert "names no languages" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.pdf"]


def test_without_an_engine_auto_does_without_and_force_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert ingested(MIXED).to_xml() == ingested(MIXED, ocr="never").to_xml()
    with pytest.raises(MissingDependencyError, match="OCR needs an engine"):
        ingest_pdf(MIXED, ocr="force")


def test_a_scan_without_ocr_says_so_on_its_page() -> None:
    scan = (DATA / "samples" / "scan.pdf").read_bytes()
    assert NO_TEXT in ingested(scan, ocr="never").to_xml()


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_a_real_scan_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "find_spec", lambda _: None)
    assert "invoice total is 418.20 euro" in ingested(MIXED, lang="eng").to_markdown()
