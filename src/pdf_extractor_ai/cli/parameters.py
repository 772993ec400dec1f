"""Options that several commands share: a bad value is a usage error before any work is begun."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from pdf_extractor_ai.errors import PdfExtractorError

Value = TypeVar("Value")


def checked(check: Callable[[Value], object]) -> Callable[[Value | None], Value | None]:
    """A callback for an option: the value again, a usage error when ``check`` raises a ``PdfExtractorError``."""

    def callback(value: Value | None) -> Value | None:
        if value is not None:
            try:
                check(value)
            except PdfExtractorError as error:
                raise typer.BadParameter(f"{error}. {error.remedy}".rstrip(" .") + ".") from None
        return value

    return callback


def _pages(value: str) -> object:
    from pdf_extractor_ai.extraction.page_choice import PageChoice

    return PageChoice.parse(value)


def _engine(value: str) -> object:
    from pdf_extractor_ai.converters import checked_engine

    return checked_engine(value)


def _model(value: str) -> object:
    from pdf_extractor_ai.cli.figures import checked_model

    return checked_model(value)


Pages = Annotated[
    str | None, typer.Option("--pages", metavar="RANGE", callback=checked(_pages), help="Only these: 1-3,8 or 5-.")
]
Ocr = Annotated[bool, typer.Option("--ocr", help="Read scanned pages with OCR (extra: ocr).")]
PasswordFile = Annotated[
    Path | None, typer.Option("--password-file", metavar="FILE", help="Its first line opens the PDFs.")
]
EngineName = Annotated[
    str, typer.Option("--engine", metavar="geometric|neural", callback=checked(_engine), help="Layout engine.")
]
MinQuality = Annotated[
    float,
    typer.Option("--min-quality", min=0.0, max=1.0, help="Exit with 3 when a page scores less; 0.7 is a fair bar."),
]
SummaryModel = Annotated[
    str | None,
    typer.Option(
        "--summarize",
        metavar="MODEL",
        callback=checked(_model),
        help="Have figures described: PROVIDER/NAME[@URL]. Sends them.",
    ),
]
