"""The committed sample PDFs are what their script builds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from importlib.util import find_spec
from pathlib import Path

import pytest

from pdf_extractor_ai import PdfExtractor, to_markdown

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "tests" / "data" / "samples"
NAMES = ("report.pdf", "crop-prospects.pdf", "scan.pdf")


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    subprocess.run([sys.executable, str(ROOT / "scripts" / "make_samples.py"), str(folder)], check=True)
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_the_script_builds_the_same_bytes(rebuilt: Path, name: str) -> None:
    assert (rebuilt / name).read_bytes() == (SAMPLES / name).read_bytes()


def test_no_sample_is_forgotten() -> None:
    assert sorted(path.name for path in SAMPLES.glob("*.pdf")) == sorted(NAMES)


def test_the_scan_is_small_and_has_no_text() -> None:
    data = (SAMPLES / "scan.pdf").read_bytes()
    assert len(data) < 150_000
    assert b"/Font" not in data


@pytest.fixture(scope="module")
def extractor() -> Iterator[PdfExtractor]:
    with PdfExtractor() as made:
        yield made


@pytest.mark.parametrize(
    ("name", "known_faults"),
    # The goldens say what is right. Lines that we still get wrong: lower the number with every one mended.
    # report: a space lost in a heading, a note and its mark not raised, a caption that swallows the next paragraph.
    # crop-prospects: the first of two outline headings is taken for the document's title.
    [("report", 5), ("crop-prospects", 2)],
)
def test_the_markdown_is_as_it_should_be(extractor: PdfExtractor, name: str, known_faults: int) -> None:
    wrong = lines_missing(SAMPLES / f"{name}.md", markdown(extractor, name))
    assert len(wrong) <= known_faults, "\n".join(wrong)


@pytest.mark.skipif(find_spec("rapidocr") is None, reason="the extra ocr is not installed")
def test_the_scan_is_read_by_ocr(extractor: PdfExtractor) -> None:
    truth = (SAMPLES / "scan.md").read_text(encoding="utf-8").split()
    found = set(markdown(extractor, "scan", do_ocr=True).split())
    assert sum(word in found for word in truth) >= 0.95 * len(truth)


def test_the_scan_without_ocr_is_a_picture_and_said_to_be(extractor: PdfExtractor) -> None:
    result = extractor.extract_result((SAMPLES / "scan.pdf").read_bytes(), name="scan.pdf")
    assert result.report.status == "partial"
    assert [page.status for page in result.report.pages] == ["image_only"]
    assert "image_only" in {flag.code for flag in result.report.flags}
    assert "<!-- image -->" in to_markdown(result.document)


def markdown(extractor: PdfExtractor, name: str, *, do_ocr: bool = False) -> str:
    data = (SAMPLES / f"{name}.pdf").read_bytes()
    return to_markdown(extractor.extract(data, name=f"{name}.pdf", do_ocr=do_ocr))


def lines_missing(golden: Path, text: str) -> list[str]:
    """Lines of the golden file that the text does not have in their place."""
    difference = unified_diff(text.splitlines(), golden.read_text(encoding="utf-8").splitlines(), n=0, lineterm="")
    return [line for line in difference if line.startswith("+") and line[1:].strip() and not line.startswith("+++")]
