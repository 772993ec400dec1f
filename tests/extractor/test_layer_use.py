"""``use_layer``: the layer of an `.ai.pdf` instead of its pages, and when it is not to be believed."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from pdf_extractor_ai import ExtractionResult, PdfExtractor, to_markdown
from pdf_extractor_ai.aipdf import attach_layer, build, find_layer, ingest_pdf
from pdf_extractor_ai.aipdf.carrier import FILE_NAME
from pdf_extractor_ai.attachments import add_attachment
from pdf_extractor_ai.errors import InvalidOptionError, LayerNotFoundError, LayerVersionError
from pdf_extractor_ai.extraction.request import UseLayer
from pdf_extractor_ai.pdfium import sampled
from tests.aipdf.samples import saved
from tests.extractor.fakes import FakeConverter
from tests.shared import DATA

REPORT = (DATA / "samples" / "report.pdf").read_bytes()
CAPTIONS = (DATA / "recipes" / "figures_captions.pdf").read_bytes()


@pytest.fixture(scope="module")
def layered() -> bytes:
    return ingest_pdf(REPORT, name="report.pdf", ocr="never")


def extract(data: bytes, use_layer: UseLayer = "auto", **options: object) -> ExtractionResult:
    with PdfExtractor() as extractor:
        return extractor.extract_result(data, name="report.pdf", use_layer=use_layer, **options)  # type: ignore[arg-type]


def codes(result: ExtractionResult) -> list[str]:
    return [flag.code for flag in result.report.flags]


def never(do_ocr: bool) -> FakeConverter:
    raise AssertionError("no converter is needed for a layer")


def test_a_layer_that_agrees_is_taken_and_no_engine_is_built(layered: bytes) -> None:
    with PdfExtractor(converter_factory=never) as extractor:
        result = extractor.extract_result(layered, name="report.pdf")
    assert result.report.engine == "layer"
    assert codes(result) == ["layer_used"]
    assert "a sample of the pages" in result.report.flags[0].message
    assert result.document.name == "report.pdf"
    parsed = extract(layered, "never")
    assert parsed.report.engine == "geometric"
    heads = [(text.text, text.label) for text in parsed.document.texts if text.label.value == "section_header"]
    assert [(text.text, text.label) for text in result.document.texts if text.label.value == "section_header"] == heads
    pages = [line for line in to_markdown(parsed.document).splitlines() if line.startswith("=====")]
    assert [line for line in to_markdown(result.document).splitlines() if line.startswith("=====")] == pages


def test_a_pdf_without_a_layer_is_read_as_ever() -> None:
    documents = [extract(REPORT, mode).document.export_to_dict() for mode in ("auto", "never")]
    assert documents[0] == documents[1]
    assert "layer_used" not in codes(extract(REPORT))


def test_pictures_are_where_they_were() -> None:
    result = extract(ingest_pdf(CAPTIONS, ocr="never"), picture_images=True)
    assert result.report.engine == "layer"
    pictures, parsed = result.document.pictures, extract(CAPTIONS).document
    assert [picture.caption_text(result.document) for picture in pictures] == [
        picture.caption_text(parsed) for picture in parsed.pictures
    ]
    for ours, theirs in zip(pictures, parsed.pictures, strict=True):
        assert ours.image is not None
        assert theirs.prov[0].bbox.intersection_over_union(ours.prov[0].bbox) > 0.95


def test_a_stale_layer_is_passed_over_and_told_of() -> None:
    stale = attach_layer(REPORT, find_layer(ingest_pdf(CAPTIONS, ocr="never")).xml)
    result = extract(stale)
    assert result.report.engine == "geometric"
    assert codes(result).count("layer_stale") == 1
    assert to_markdown(result.document) == to_markdown(extract(REPORT).document)
    taken = extract(stale, "require")
    assert taken.report.engine == "layer"
    assert {"layer_used", "layer_stale"} <= set(codes(taken))


def test_a_layer_about_other_pages_is_stale(layered: bytes) -> None:
    with pikepdf.open(BytesIO(layered)) as pdf, pikepdf.open(BytesIO(CAPTIONS)) as other:
        for _ in range(3):
            pdf.pages.insert(0, other.pages[0])
        moved = saved(pdf)
    assert "layer_stale" in codes(extract(moved))


def test_a_layer_that_tells_no_pages_is_passed_over_where_there_are_several(tmp_path: Path) -> None:
    text = "\n\n".join(f"Paragraph {number} on dunes, {number * 37} metres of sand and wind." for number in range(200))
    (tmp_path / "long.md").write_text(f"# Dunes\n\n{text}")
    one = extract(build(tmp_path / "long.md").read_bytes())
    assert one.report.engine == "geometric"
    assert "layer_unplaced" in codes(one)
    (tmp_path / "short.md").write_text("# Dunes\n\nOne paragraph on dunes, and no more than that.")
    assert extract(build(tmp_path / "short.md").read_bytes()).report.engine == "layer"


@pytest.mark.skipif(find_spec("typst") is None, reason="the extra 'render' is not installed")
def test_a_set_build_is_taken(tmp_path: Path) -> None:
    text = "\n\n".join(f"Paragraph {number} on dunes, {number * 37} metres of sand and wind." for number in range(200))
    (tmp_path / "long.md").write_text(f"# Dunes\n\n{text}")
    result = extract(build(tmp_path / "long.md", render="full").read_bytes())
    assert result.report.engine == "layer"
    assert max(text.prov[0].page_no for text in result.document.texts if text.prov) == result.report.page_count > 2


def test_a_scan_with_a_layer_needs_no_ocr() -> None:
    scan = (DATA / "samples" / "scan.pdf").read_bytes()
    xml = find_layer(ingest_pdf(REPORT, ocr="never")).xml
    result = extract(attach_layer(scan, xml.replace('page="2"', 'page="1"')))
    assert result.report.engine == "layer"
    assert "no text to compare" in result.report.flags[0].message


def test_a_layer_that_cannot_be_used_is_passed_over_or_raised(layered: bytes) -> None:
    newer = attach_layer(REPORT, find_layer(layered).xml.replace('version="1.0" id', 'version="2.0" id'))
    result = extract(newer)
    assert result.report.engine == "geometric"
    assert "unsupported document version" in next(f.message for f in result.report.flags if f.code == "layer_unusable")
    with pytest.raises(LayerVersionError, match="unsupported document version"):
        extract(newer, "require")
    with pytest.raises(LayerNotFoundError, match=r"report\.pdf"):
        extract(REPORT, "require")


def test_some_pages_are_read_off_the_pages(layered: bytes) -> None:
    result = extract(layered, pages="1")
    assert result.report.engine == "geometric"
    assert extract(layered, max_pages=99).report.engine == "layer"
    for choice in ({"pages": "1"}, {"max_pages": 1}):
        with pytest.raises(InvalidOptionError, match="not for some pages"):
            extract(layered, "require", **choice)
    with pytest.raises(InvalidOptionError, match="no way to use a layer"):
        extract(layered, "always")  # type: ignore[arg-type]


def test_a_hostile_layer_costs_nothing_but_a_flag() -> None:
    with pikepdf.open(BytesIO(REPORT)) as pdf:
        add_attachment(pdf, FILE_NAME, b"\x1b\xff" * 50, mime="application/aipdf+xml+br", description="")
        broken = saved(pdf)
    result = extract(broken)
    assert result.report.engine == "geometric"
    assert "layer_unusable" in codes(result)


@pytest.mark.parametrize(
    ("pages", "numbers"), [(1, [1]), (8, [1, 2, 3, 4, 5, 6, 7, 8]), (71, [1, 11, 21, 31, 41, 51, 61, 71])]
)
def test_the_sample_spans_the_document(pages: int, numbers: list[int]) -> None:
    assert sampled(pages) == numbers
