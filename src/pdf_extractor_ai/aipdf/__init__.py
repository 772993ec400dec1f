"""`.ai.pdf`: a PDF that carries its own structure. Names are imported on first use; reading needs no Docling."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOMES = {
    "AIPDF": "api",
    "AIPDFDocument": "api",
    "AIPDFError": "api",
    "ExportResult": "saving",
    "InspectReport": "api",
    "Layer": "carrier",
    "SemanticBlock": "exports",
    "attach_layer": "carrier",
    "build": "building",
    "build_from_source": "api",
    "build_pdf": "building",
    "check": "validate",
    "compare_with_pages": "agreement",
    "document_from_layer": "bridge",
    "document_from_tree": "bridge",
    "export": "saving",
    "extract_images": "saving",
    "find_layer": "carrier",
    "get_reading_order": "api",
    "html_to_xml": "api",
    "ingest": "building",
    "ingest_pdf": "building",
    "inspect_pdf": "api",
    "markdown_to_xml": "api",
    "page_frames": "frames",
    "read_layer": "carrier",
    "remove_layer": "carrier",
    "schema_path": "api",
    "serialize": "parse",
    "tree_from_document": "bridge",
    "typst_to_xml": "api",
    "xml_to_markdown": "api",
    "xml_to_markdown_ast_json": "api",
    "xml_to_onto": "api",
}

__all__ = [
    "AIPDF",
    "AIPDFDocument",
    "AIPDFError",
    "ExportResult",
    "InspectReport",
    "Layer",
    "SemanticBlock",
    "attach_layer",
    "build",
    "build_from_source",
    "build_pdf",
    "check",
    "compare_with_pages",
    "document_from_layer",
    "document_from_tree",
    "export",
    "extract_images",
    "find_layer",
    "get_reading_order",
    "html_to_xml",
    "ingest",
    "ingest_pdf",
    "inspect_pdf",
    "markdown_to_xml",
    "page_frames",
    "read_layer",
    "remove_layer",
    "schema_path",
    "serialize",
    "tree_from_document",
    "typst_to_xml",
    "xml_to_markdown",
    "xml_to_markdown_ast_json",
    "xml_to_onto",
]

if TYPE_CHECKING:
    from pdf_extractor_ai.aipdf.agreement import compare_with_pages
    from pdf_extractor_ai.aipdf.api import (
        AIPDF,
        AIPDFDocument,
        AIPDFError,
        InspectReport,
        build_from_source,
        get_reading_order,
        html_to_xml,
        inspect_pdf,
        markdown_to_xml,
        schema_path,
        typst_to_xml,
        xml_to_markdown,
        xml_to_markdown_ast_json,
        xml_to_onto,
    )
    from pdf_extractor_ai.aipdf.bridge import (
        document_from_layer,
        document_from_tree,
        tree_from_document,
    )
    from pdf_extractor_ai.aipdf.building import build, build_pdf, ingest, ingest_pdf
    from pdf_extractor_ai.aipdf.carrier import Layer, attach_layer, find_layer, read_layer, remove_layer
    from pdf_extractor_ai.aipdf.exports import SemanticBlock
    from pdf_extractor_ai.aipdf.frames import page_frames
    from pdf_extractor_ai.aipdf.parse import serialize
    from pdf_extractor_ai.aipdf.saving import ExportResult, export, extract_images
    from pdf_extractor_ai.aipdf.validate import check


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
