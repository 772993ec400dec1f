"""What the package shows, what importing it costs, that it stays off the network."""

from __future__ import annotations

import importlib
import inspect
import json
import subprocess
import sys
from typing import get_type_hints

import pytest

import pdf_extractor_ai
from tests.shared import DATA

PUBLIC = {
    "ExtractionReport",
    "ExtractionResult",
    "PdfExtractor",
    "document_title",
    "is_low_text",
    "split_pages",
    "summarize_images",
    "to_markdown",
    "__version__",
}
HEAVY = ("docling", "docling_core", "docling_parse", "pandas", "scipy", "numpy", "torch", "PIL", "pypdfium2")


def in_fresh_python(script: str) -> str:
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_exported_members() -> None:
    assert set(pdf_extractor_ai.__all__) == PUBLIC
    assert set(dir(pdf_extractor_ai)) == PUBLIC
    for name in PUBLIC:
        assert getattr(pdf_extractor_ai, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pdf_extractor_ai.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("extractor", ["PdfExtractor", "build_converter", "ExtractionResult"]),
        (
            "markdown",
            [
                "PdfDocumentLayout",
                "PdfPageSpan",
                "PdfSectionSpan",
                "document_title",
                "is_low_text",
                "layout_from_markdown",
                "split_pages",
                "to_markdown",
            ],
        ),
        ("assembler", ["SectionAssembler", "column_centers", "column_count", "column_index", "heading_level"]),
    ],
)
def test_names_of_submodules(module: str, names: list[str]) -> None:
    loaded = importlib.import_module(f"pdf_extractor_ai.{module}")
    assert set(names) <= set(loaded.__all__)
    for name in names:
        assert getattr(loaded, name).__doc__


@pytest.mark.parametrize(
    "statement",
    [
        "import pdf_extractor_ai",
        "from pdf_extractor_ai import PdfExtractor, split_pages, to_markdown, document_title, is_low_text",
        "from pdf_extractor_ai import PdfExtractor; PdfExtractor(2).shutdown()",
        "import pdf_extractor_ai.errors, pdf_extractor_ai.converters, pdf_extractor_ai.assembler",
        "from pdf_extractor_ai import split_pages; split_pages('x')",
    ],
)
def test_imports_are_cheap(statement: str) -> None:
    script = f"{statement}\nimport sys, json\nprint(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))"
    assert json.loads(in_fresh_python(script)) == []


def test_options_are_the_same_for_every_extract_method() -> None:
    from pdf_extractor_ai.extractor import ExtractOptions, PdfExtractor, _request

    options = set(get_type_hints(ExtractOptions))
    assert options == {
        name for name, value in inspect.signature(_request).parameters.items() if value.kind is value.KEYWORD_ONLY
    }
    for method in ("extract", "extract_async", "extract_result", "extract_result_async", "extract_file"):
        parameters = list(inspect.signature(getattr(PdfExtractor, method)).parameters)
        assert parameters[-1] == "options"


def test_an_extraction_opens_no_connection() -> None:
    sample = next(iter(sorted((DATA / "samples").rglob("*.pdf"))))
    script = (
        "import socket, sys\n"
        "def refuse(*args, **kwargs):\n"
        "    raise AssertionError(f'network: {args}')\n"
        "socket.socket.connect = refuse\n"
        "socket.getaddrinfo = refuse\n"
        "socket.create_connection = refuse\n"
        "from pdf_extractor_ai import PdfExtractor, to_markdown\n"
        "with PdfExtractor() as extractor:\n"
        "    document = extractor.extract_file(sys.argv[1])\n"
        "print(len(to_markdown(document)))"
    )
    done = subprocess.run([sys.executable, "-c", script, str(sample)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100
