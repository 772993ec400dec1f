"""Hostile, locked and broken files through the public extractor: a typed answer, in bounded memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.assembler.pictures import PageCrops
from pdf_extractor_ai.errors import PasswordRequiredError, WrongPasswordError
from tests.shared import DATA

RECIPES = DATA / "recipes"

# run apart, so that its peak of memory is its own
_MEASURED = """
import json, re, resource, sys
from pathlib import Path
from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.errors import PdfExtractorError
try:
    with PdfExtractor() as extractor:
        report = extractor.extract_result(Path(sys.argv[1]).read_bytes()).report
        said = [flag.code for flag in report.flags] + [page.status for page in report.pages]
except PdfExtractorError as error:
    said = [error.code]
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if sys.platform == "linux":  # where that figure begins with what the process had that started this one
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
print(json.dumps([said, peak]))
"""


def recipe(name: str) -> bytes:
    return (RECIPES / f"{name}.pdf").read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="the peak of memory is measured the POSIX way")
@pytest.mark.parametrize(("name", "sign"), [("flate_bomb", "page_failed"), ("image_bomb", "image_only")])
def test_a_bomb_ends_in_a_flag_and_little_memory(name: str, sign: str) -> None:
    command = [sys.executable, "-c", _MEASURED, str(RECIPES / f"{name}.pdf")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=os.environ)
    said, peak = json.loads(done.stdout)
    assert sign in said
    assert peak * (1 if sys.platform == "darwin" else 1024) < 1_000_000_000


def test_locked_files_are_told_apart() -> None:
    with PdfExtractor() as extractor:
        with pytest.raises(PasswordRequiredError, match=r"a\.pdf"):
            extractor.extract(recipe("encrypted"), name="a.pdf")
        with pytest.raises(WrongPasswordError, match=r"a\.pdf"):
            extractor.extract(recipe("encrypted"), name="a.pdf", password="guess")
        result = extractor.extract_result(recipe("encrypted"), password="open-me")
    assert "page1-01" in to_markdown(result.document)
    assert "open-me" not in json.dumps(result.report.to_dict())


@pytest.mark.parametrize(
    ("name", "note"), [("owner_locked", "extraction_restricted"), ("truncated", "repaired"), ("page_tree_loop", "")]
)
def test_what_was_done_to_open_a_file_is_noted(name: str, note: str) -> None:
    with PdfExtractor() as extractor:
        result = extractor.extract_result(recipe(name), name=f"{name}.pdf")
    assert result.report.page_count == 3
    assert "page1-01" in to_markdown(result.document)
    assert note in [flag.code for flag in result.report.flags] or not note


def test_a_page_that_lost_its_content_is_not_blank() -> None:
    with PdfExtractor() as extractor:
        result = extractor.extract_result(recipe("truncated"), name="truncated.pdf")
        again = extractor.extract_result(recipe("truncated"), name="truncated.pdf")
    assert result.report == again.report, "no address of a buffer in a message"
    assert [page.status for page in result.report.pages] == ["ok", "ok", "failed"]
    assert result.report.status == "partial"
    assert ("page_failed", 3) in [(flag.code, flag.page) for flag in result.report.flags]
    assert "[page 3 could not be read" in to_markdown(result.document)


def test_a_page_of_packed_nothing_is_blank() -> None:
    book = BytesIO()
    with pikepdf.new() as pdf:
        for data, filters in (
            (zlib.compress(b"", 9), "/FlateDecode"),
            (b"~>", "/ASCII85Decode"),
            (b">", "/ASCIIHexDecode"),
        ):
            pdf.add_blank_page().obj.Contents = pikepdf.Stream(pdf, data, Filter=pikepdf.Name(filters))
        pdf.save(book, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    assert book.getvalue().count(b"/Filter") == 3
    with PdfExtractor() as extractor:
        report = extractor.extract_result(book.getvalue()).report
    assert [page.status for page in report.pages] == ["blank"] * 3
    assert report.status == "complete"


def test_many_blank_pages_open_the_file_no_more_often_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    real = pikepdf.open

    def counted(source: Any, **options: Any) -> pikepdf.Pdf:
        opened.append(source)
        return real(source, **options)

    monkeypatch.setattr(pikepdf, "open", counted)
    counts = []
    with PdfExtractor() as extractor:
        for pages in (1, 5):
            book = BytesIO()
            with pikepdf.new() as pdf:
                for _ in range(pages):
                    pdf.add_blank_page()
                pdf.save(book)
            opened.clear()
            report = extractor.extract_result(book.getvalue()).report
            counts.append(len(opened))
            assert [page.status for page in report.pages] == ["blank"] * pages
            assert report.status == "complete"
    assert counts[0] == counts[1]


def test_crops_follow_rotation_and_crop_box() -> None:
    rotated = PageCrops(recipe("rotated_pages"))
    sizes = set()
    for number in (1, 2, 3, 4):
        whole = rotated.crop(number, (-50, -50, 5000, 5000), (100, 100))
        assert whole is not None
        assert sum(whole.convert("L").histogram()[:80]) > 100, "the text is on the picture"
        sizes.add(whole.size)
    assert all((height, width) in sizes for width, height in sizes) or len(sizes) == 1
    odd = PageCrops(recipe("odd_boxes"))
    assert odd.crop(1, (0, 0, 10, 10), (100, 100)) is not None
    assert odd.crop(1, (90, 90, 10, 10), (100, 100)) is None
    assert odd.crop(99, (0, 0, 10, 10), (100, 100)) is None


def test_a_crop_of_an_image_bomb_is_bounded() -> None:
    crop = PageCrops(recipe("image_bomb")).crop(1, (0, 0, 612, 792), (612, 792))
    assert crop is None or crop.width * crop.height <= 64_000_000
