"""The corpus of broken, locked and odd files, read in place: a result or a typed error, never anything else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.errors import PdfExtractorError
from pdf_extractor_ai.report import ExtractionReport
from tests.shared import SHARED, needs_shared

FOLDER = SHARED / "corpus" / "robust"
FILES = sorted(FOLDER.glob("*.pdf"))

pytestmark = needs_shared


@pytest.fixture(scope="module")
def extractor() -> Iterator[PdfExtractor]:
    with PdfExtractor() as shared:
        yield shared


def expected(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.with_name(f"{path.stem}.truth.json").read_text(encoding="utf-8"))["expect"]
    return found


def verdict(extractor: PdfExtractor, path: Path, password: str | None) -> ExtractionReport | PdfExtractorError:
    try:
        result = extractor.extract_result(path.read_bytes(), name=path.name, password=password)
    except PdfExtractorError as error:
        return error
    to_markdown(result.document)
    return result.report


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_result_or_a_typed_error(extractor: PdfExtractor, path: Path) -> None:
    wanted = expected(path)
    got = verdict(extractor, path, wanted["password"])
    if isinstance(got, PdfExtractorError):
        assert path.name in str(got)
        assert got.code != "error"
        assert not wanted["pdfium_opens"]
        return
    assert all(page.characters.unaccounted == 0 for page in got.pages)
    if wanted["pdfium_opens"]:
        assert got.page_count == wanted["pages"]
    elif not wanted["poppler_opens"]:
        # What no reader opens is not taken for a sound file.
        assert {"repaired", "page_failed"} & {flag.code for flag in got.flags}


LOCKED = [path for path in FILES if expected(path)["password"]]


@pytest.mark.parametrize("path", LOCKED, ids=lambda path: path.stem)
def test_without_its_password_a_file_is_locked(extractor: PdfExtractor, path: Path) -> None:
    got = verdict(extractor, path, None)
    assert isinstance(got, PdfExtractorError)
    assert got.code == "password_required"
    wrong = verdict(extractor, path, "surely not this one")
    assert isinstance(wrong, PdfExtractorError)
    assert wrong.code == "wrong_password"
