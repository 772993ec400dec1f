"""What the benchmarks share: the corpus on disk and one conversion of ours, timed."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

SHARED = Path(os.environ.get("PDF_EXTRACTOR_SHARED", Path(__file__).resolve().parents[2] / "shared"))
# The corpus has most passwords in its truth files; this one stands in the tests of the project it comes from.
PASSWORDS = {"encrypted": "open-me", "camelot-health_protected": "userpass"}


@dataclass(frozen=True, slots=True)
class Source:
    """A PDF of the corpus: its set, its id, its file and the password that its truth file gives."""

    group: str
    name: str
    path: Path
    password: str | None = None


@dataclass(slots=True)
class Conversion:
    """One document converted: the Markdown, what it cost, the report as a dict, or the error."""

    markdown: str = ""
    cpu_seconds: float = 0.0
    pages: int = 0
    error: str = ""
    code: str = ""
    report: dict[str, Any] = field(default_factory=dict)


def truth_of(path: Path) -> dict[str, Any]:
    """The document's ``<id>.truth.json``, or an empty dict."""
    truth = path.with_name(f"{path.stem}.truth.json")
    return dict(json.loads(truth.read_text(encoding="utf-8"))) if truth.exists() else {}


def sources(group: str, corpus: Path) -> list[Source]:
    """All PDFs of one set, by name; ``recipes`` lives beside the corpus."""
    folder = corpus.parent / "recipes" if group == "recipes" else corpus / group
    return [
        Source(group, path.stem, path, truth_of(path).get("password") or PASSWORDS.get(path.stem))
        for path in sorted(folder.glob("*.pdf"))
    ]


ENGINES = ("ours", "pypdfium2")


def convert(
    data: bytes,
    *,
    password: str | None,
    name: str,
    engine: str = "ours",
    do_ocr: bool = False,
    max_pages: int | None = None,
) -> Conversion:
    """PDF bytes to Markdown by our default engine, or to plain text by PDFium; never raises for a bad document."""
    out = Conversion()
    start = time.process_time()
    try:
        if engine == "ours":
            ours(out, data, password=password, name=name, do_ocr=do_ocr, max_pages=max_pages)
        else:
            pdfium(out, data, password)
    except Exception as error:  # the benchmark's subject is what escapes
        out.error = f"{type(error).__name__}: {error}"
        out.code = getattr(error, "code", "unexpected")
    out.cpu_seconds = time.process_time() - start
    return out


@cache
def extractor() -> Any:
    from pdf_extractor_ai import PdfExtractor

    return PdfExtractor(num_workers=1)


def ours(out: Conversion, data: bytes, **options: Any) -> None:
    from pdf_extractor_ai import to_markdown

    result = extractor().extract_result(data, **options)
    out.markdown = to_markdown(result.document)
    out.report = result.report.to_dict()
    out.pages = result.report.page_count


def pdfium(out: Conversion, data: bytes, password: str | None) -> None:
    from pypdfium2 import PdfDocument

    with PdfDocument(data, password=password) as document:
        out.pages = len(document)
        texts = []
        for page in document:
            text_page = page.get_textpage()
            texts.append(text_page.get_text_bounded())
            text_page.close()
            page.close()
    out.markdown = "\n\n".join(texts)
    out.report = {"status": "complete"}
