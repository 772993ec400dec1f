"""Checks that several commands share: a bad value becomes a usage error before any work is begun."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

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


def first_line(file: Path | None, option: str) -> str | None:
    """The first line of ``file``, which ``option`` names, for secrets that are not to stand on a command line."""
    if file is None:
        return None
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"cannot read {file}: {error}", param_hint=option) from None
    return lines[0] if lines else ""
