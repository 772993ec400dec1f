"""A real vision model at the other end. Runs only where ``GEMINI_API_KEY`` is set, and sends two small figures there.

``GEMINI_MODEL`` names another model than the default.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pdf_extractor_ai import PdfExtractor, summarize_images, to_markdown
from pdf_extractor_ai.generated import generated_by
from pdf_extractor_ai.models import model_from_spec
from tests.shared import DATA

pytestmark = pytest.mark.skipif(not os.environ.get("GEMINI_API_KEY"), reason="GEMINI_API_KEY is not set")

MODEL = os.environ.get("GEMINI_MODEL", "gemini-3.7-flash")


async def test_a_chart_is_described_by_gemini(tmp_path: Path) -> None:
    with PdfExtractor() as extractor:
        document = extractor.extract((DATA / "recipes" / "vector_chart.pdf").read_bytes(), name="vector_chart.pdf")
    model = model_from_spec(f"gemini/{MODEL}")
    summarized, report = await summarize_images(document, model, model_name=model.label, cache=tmp_path, report=True)
    assert (report.done, report.failed) == (1, ())
    markdown = to_markdown(summarized)
    assert f"[Summarized Image: gemini/{MODEL}]\npage: 1\n" in markdown
    (summary,) = [text.text for text in summarized.texts if generated_by(text)]
    assert any(year in summary for year in ("2020", "2021", "2022", "2023", "2024")), "it reads the axis"
    _, again = await summarize_images(document, model, model_name=model.label, cache=tmp_path, report=True)
    assert (again.cached, again.calls) == (1, 0)
