"""Engine name -> a Docling ``DocumentConverter``."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from pdf_extractor_ai.errors import InvalidOptionError, MissingDependencyError, ModelsNotFoundError

if TYPE_CHECKING:
    from docling.datamodel.pipeline_options import PdfPipelineOptions
    from docling.document_converter import DocumentConverter

Engine = Literal["geometric", "neural"]
"""``geometric``: our own layout engine, no models. ``neural``: Docling's models, extra ``[neural]``."""

ARTIFACTS_VARIABLE = "DOCLING_ARTIFACTS_PATH"
"""Environment variable: the folder into which ``docling-tools models download`` put the weights."""

_WEIGHTS = ("*.safetensors", "*.onnx", "*.pt", "*.pth", "*.bin")


class Converter(Protocol):
    """The part of a Docling ``DocumentConverter`` that is used here."""

    def convert(self, source: Any, *, page_range: tuple[int, int]) -> Any:
        """A result whose ``document`` holds the pages of ``page_range`` (1-based, both ends included)."""


def checked_engine(engine: str) -> Engine:
    """``engine`` when there is one of that name, else ``InvalidOptionError``."""
    for known in get_args(Engine):
        if engine == known:
            found: Engine = known
            return found
    names = ", ".join(get_args(Engine))
    raise InvalidOptionError(f"no engine is called {engine!r}", remedy=f"Choose one of: {names}.")


def build_converter(
    do_ocr: bool,
    *,
    engine: Engine = "geometric",
    artifacts_path: str | Path | None = None,
    use_pdfium: bool = False,
) -> DocumentConverter:
    """A new converter for PDFs alone.

    ``do_ocr`` also reads scanned pages. ``artifacts_path`` (or ``DOCLING_ARTIFACTS_PATH``) is where the neural
    engine finds its weights, ``use_pdfium`` lets it parse with PDFium. Raises ``MissingDependencyError`` and
    ``ModelsNotFoundError`` when what the neural engine needs is not on this machine.
    """
    if checked_engine(engine) == "neural":
        return _neural(do_ocr, artifacts_path, use_pdfium)
    return _geometric(do_ocr)


def pdfium_twin(converter: Any) -> Converter | None:
    """A converter with the options of ``converter`` and PDFium as its parser; ``None`` when it is not Docling's."""
    options = getattr(converter, "format_to_options", None)
    if not isinstance(options, dict):
        return None
    from docling.backend.pypdfium2_backend import PyPdfiumDocumentBackend
    from docling.datamodel.base_models import InputFormat
    from docling.document_converter import DocumentConverter

    option = options.get(InputFormat.PDF)
    if option is None or option.backend is PyPdfiumDocumentBackend:
        return None
    twin = option.model_copy(update={"backend": PyPdfiumDocumentBackend, "backend_options": None})
    other = DocumentConverter(allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: twin})
    # Docling keeps pipelines by class and options, not by parser: models need not be loaded a second time.
    other.initialized_pipelines = converter.initialized_pipelines
    return other


def _geometric(do_ocr: bool) -> DocumentConverter:
    from docling.datamodel.base_models import InputFormat
    from docling.document_converter import DocumentConverter, PdfFormatOption

    from pdf_extractor_ai.geometric.backend import GeometricPdfBackend
    from pdf_extractor_ai.geometric.options import GeometricOptions
    from pdf_extractor_ai.geometric.pipeline import GeometricPipeline

    option = PdfFormatOption(
        pipeline_cls=GeometricPipeline,
        backend=GeometricPdfBackend,
        pipeline_options=GeometricOptions(do_ocr=do_ocr),
    )
    return DocumentConverter(allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: option})


def _neural(do_ocr: bool, artifacts_path: str | Path | None, use_pdfium: bool) -> DocumentConverter:
    if find_spec("torch") is None:
        raise MissingDependencyError(
            'the neural engine needs torch: pip install "pdf-extractor-ai[neural]"',
            remedy='pip install "pdf-extractor-ai[neural]"',
        )
    folder = _weights_folder(artifacts_path)
    from docling.backend.pypdfium2_backend import PyPdfiumDocumentBackend
    from docling.datamodel.base_models import InputFormat
    from docling.document_converter import DocumentConverter, PdfFormatOption
    from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline

    option = PdfFormatOption(
        pipeline_cls=StandardPdfPipeline,
        pipeline_options=neural_options(do_ocr, folder),
    )
    if use_pdfium:
        option.backend = PyPdfiumDocumentBackend
    converter = DocumentConverter(allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: option})
    try:
        converter.initialize_pipeline(InputFormat.PDF)
    except FileNotFoundError as error:
        raise _no_weights(folder) from error
    return converter


def neural_options(do_ocr: bool, artifacts_path: Path) -> PdfPipelineOptions:
    """Options of Docling's standard pipeline: CPU, accurate tables, no page or picture images.

    Cells are matched to the text layer only when there may be OCR text; born-digital tables come out better from
    the model's own grid.
    """
    from docling.datamodel.accelerator_options import AcceleratorDevice, AcceleratorOptions
    from docling.datamodel.pipeline_options import (
        TableFormerMode,
        TableStructureOptions,
        ThreadedPdfPipelineOptions,
    )

    return ThreadedPdfPipelineOptions(
        accelerator_options=AcceleratorOptions(device=AcceleratorDevice.CPU),
        artifacts_path=artifacts_path,
        do_ocr=do_ocr,
        do_table_structure=True,
        table_structure_options=TableStructureOptions(mode=TableFormerMode.ACCURATE, do_cell_matching=do_ocr),
        generate_page_images=False,
        generate_picture_images=False,
        images_scale=2.0,
        queue_max_size=8,
        layout_batch_size=4,
        table_batch_size=4,
    )


def _weights_folder(artifacts_path: str | Path | None) -> Path:
    named = artifacts_path or os.environ.get(ARTIFACTS_VARIABLE) or Path.home() / ".cache" / "docling" / "models"
    folder = Path(named).expanduser()
    if not folder.is_dir() or not any(next(folder.rglob(pattern), None) for pattern in _WEIGHTS):
        raise _no_weights(folder)
    return folder


def _no_weights(folder: Path) -> ModelsNotFoundError:
    return ModelsNotFoundError(
        f"no model weights in {folder}: run docling-tools models download",
        remedy=f"docling-tools models download, then set {ARTIFACTS_VARIABLE} to the folder it names",
    )
