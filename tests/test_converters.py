"""``build_converter``: our engine without torch, the neural one when its weights are there."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from docling.backend.pypdfium2_backend import PyPdfiumDocumentBackend
from docling.datamodel.base_models import InputFormat
from docling.document_converter import DocumentConverter, PdfFormatOption
from docling.exceptions import ConversionError

from pdf_extractor_ai import PdfExtractor, converters
from pdf_extractor_ai.converters import build_converter, neural_options, pdfium_twin
from pdf_extractor_ai.errors import MissingDependencyError, ModelsNotFoundError
from tests.extractor.fakes import ChunkingConverter, Factory, blank_pdf

HAS_TORCH = find_spec("torch") is not None


@pytest.mark.parametrize("do_ocr", [False, True])
def test_our_converter_is_doclings_with_our_pipeline(do_ocr: bool) -> None:
    from pdf_extractor_ai.geometric.pipeline import GeometricPipeline

    converter = build_converter(do_ocr)
    assert isinstance(converter, DocumentConverter)
    assert converter.allowed_formats == [InputFormat.PDF]
    option = converter.format_to_options[InputFormat.PDF]
    assert option.pipeline_cls is GeometricPipeline
    assert option.pipeline_options.do_ocr is do_ocr  # type: ignore[union-attr]


def test_our_converter_needs_no_torch() -> None:
    script = (
        "import sys\n"
        "class Block:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('torch', 'torchvision', 'transformers'):\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, Block())\n"
        "from pdf_extractor_ai.converters import build_converter\n"
        "print(build_converter(False).allowed_formats[0].value, 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pdf", "False"]


@pytest.mark.skipif(HAS_TORCH, reason="torch is here")
def test_the_neural_engine_names_the_command_that_installs_it() -> None:
    with pytest.raises(MissingDependencyError, match=r'pip install "pdf-extractor-ai\[neural\]"'):
        build_converter(False, engine="neural")
    with PdfExtractor(engine="neural") as extractor, pytest.raises(ImportError, match="neural"):
        extractor.extract(blank_pdf(1))


def test_the_neural_engine_names_the_command_that_fetches_weights(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(converters, "find_spec", lambda name: object())
    monkeypatch.setenv("DOCLING_ARTIFACTS_PATH", str(tmp_path / "env"))
    with pytest.raises(ModelsNotFoundError, match="docling-tools models download") as caught:
        build_converter(False, engine="neural")
    assert str(tmp_path / "env") in str(caught.value)
    with pytest.raises(ModelsNotFoundError, match=str(tmp_path / "given")):
        build_converter(False, engine="neural", artifacts_path=tmp_path / "given")


def test_options_of_the_neural_engine(tmp_path: Path) -> None:
    plain = neural_options(False, tmp_path)
    table: Any = plain.table_structure_options
    assert (plain.do_ocr, plain.do_table_structure, plain.images_scale) == (False, True, 2.0)
    assert (plain.generate_picture_images, plain.generate_page_images) == (False, False)
    assert (table.mode.value, table.do_cell_matching) == ("accurate", False)
    assert (plain.queue_max_size, plain.layout_batch_size, plain.table_batch_size) == (8, 4, 4)
    assert plain.accelerator_options.device == "cpu"
    assert neural_options(True, tmp_path).do_ocr is True


@pytest.mark.skipif(
    not HAS_TORCH or not os.environ.get("DOCLING_ARTIFACTS_PATH"), reason="needs the extra and its weights"
)
def test_the_neural_engine_reads_a_page() -> None:
    with PdfExtractor(engine="neural") as extractor:
        assert extractor.extract(blank_pdf(1)).pages


def test_the_twin_of_a_converter_parses_with_pdfium() -> None:
    converter = DocumentConverter(allowed_formats=[InputFormat.PDF])
    twin: Any = pdfium_twin(converter)
    assert twin.format_to_options[InputFormat.PDF].backend is PyPdfiumDocumentBackend
    assert twin.initialized_pipelines is converter.initialized_pipelines
    assert pdfium_twin(twin) is None
    assert pdfium_twin(object()) is None


class Stumbling(ChunkingConverter):
    """Cannot convert page 2, like a Docling converter whose parser gives up."""

    def __init__(self) -> None:
        super().__init__(before=self._stumble)
        self.format_to_options = {InputFormat.PDF: PdfFormatOption()}

    def _stumble(self, pages: tuple[int, int]) -> None:
        if pages[0] == 2:
            raise ConversionError("page 2")


def test_a_chunk_that_fails_is_tried_once_more_with_pdfium(monkeypatch: pytest.MonkeyPatch) -> None:
    twins: list[ChunkingConverter] = []

    def twin(converter: object) -> ChunkingConverter:
        twins.append(ChunkingConverter())
        return twins[-1]

    monkeypatch.setattr("pdf_extractor_ai.extraction.chunked.pdfium_twin", twin)
    with PdfExtractor(converter_factory=Factory(Stumbling)) as extractor:
        result = extractor.extract_result(blank_pdf(3))
    assert [made.ranges for made in twins] == [[(2, 2)]]
    assert sorted(result.document.pages) == [1, 2, 3]
    assert ("pdfium_backend", 2) in [(flag.code, flag.page) for flag in result.report.flags]


def test_a_chunk_that_fails_for_good_fails_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pdf_extractor_ai.extraction.chunked.pdfium_twin", lambda converter: None)
    with (
        PdfExtractor(converter_factory=Factory(Stumbling)) as extractor,
        pytest.raises(ConversionError, match="page 2"),
    ):
        extractor.extract(blank_pdf(3))
