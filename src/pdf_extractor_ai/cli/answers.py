"""What the commands on one file have in common: its bytes, where the result goes, answers and failures.

An answer is one JSON object with ``schema_version``, ``input`` and ``error``, or text; a failure is an object with
an ``error`` of ``code``, ``message`` and ``remedy``, or a line on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from pdf_extractor_ai.cli.display import printable
from pdf_extractor_ai.cli.inputs import STDIN
from pdf_extractor_ai.cli.output import write_json, write_stdout
from pdf_extractor_ai.errors import PdfExtractorError
from pdf_extractor_ai.files import read_stream, was_writing

SCHEMA_VERSION = "1"


def source(file: str) -> bytes | Path:
    """The path to read, or what came in on standard input."""
    return read_stream(sys.stdin.buffer) if file == STDIN else Path(file)


def password_from(file: Path | None) -> str | None:
    """The first line of a password file. Raises ``typer.BadParameter``."""
    if file is None:
        return None
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"cannot read {file}: {error}", param_hint="--password-file") from None
    return lines[0] if lines else ""


def target(file: str, output: Path | None, in_place: bool, suffix: str) -> Path | None:
    """Where the changed file goes; ``None`` for standard output, the default of what came in on standard input.

    The input itself is only written to ``in_place``. Raises ``typer.BadParameter``.
    """
    if in_place:
        if file == STDIN or output is not None:
            raise typer.BadParameter("needs a FILE, and no -o", param_hint="--in-place")
        return Path(file)
    if output is None:
        return None if file == STDIN else Path(file).with_suffix(suffix)
    if str(output) == STDIN:
        return None
    if file != STDIN and output.resolve() == Path(file).resolve():
        raise typer.BadParameter(f"{output} is the input and would be lost", param_hint="-o")
    return output


def answer(file: str, record: dict[str, Any], *, text: str | None = None) -> None:
    """Write ``text``, or ``record`` as one JSON object, to standard output."""
    if text is None:
        write_json({"schema_version": SCHEMA_VERSION, "input": _label(file), **record, "error": record.get("error")})
    else:
        write_stdout(text + "\n")


def note(*lines: str, quiet: bool = False) -> None:
    """Lines for a person, on standard error; what a file says in them cannot steer the terminal."""
    for line in () if quiet else lines:
        print(printable(line), file=sys.stderr)


@contextmanager
def failures_told(file: str, as_json: bool, *, go_on: bool = False) -> Iterator[None]:
    """Turn what goes wrong with ``file`` into an answer and exit code 1; with ``go_on`` only into an answer."""
    try:
        yield
    except (PdfExtractorError, OSError) as error:
        code, message, remedy = _explained(file, error)
        if as_json:
            answer(file, {"status": "failed", "error": {"code": code, "message": message, "remedy": remedy}})
        else:
            note(f"pdf-extractor-ai: error: {message} [{code}]", *([f"  {remedy}"] if remedy else []))
        if not go_on:
            raise typer.Exit(1) from None


def _explained(file: str, error: PdfExtractorError | OSError) -> tuple[str, str, str]:
    if isinstance(error, PdfExtractorError):
        return error.code, str(error), error.remedy
    name = error.filename if isinstance(error.filename, str | Path) else _label(file)
    if was_writing(error):
        return "cannot_write", f"{name}: {error.strerror or type(error).__name__}", ""
    if isinstance(error, FileNotFoundError):
        return "file_not_found", f"{name}: there is no such file", ""
    return "unreadable", f"{name}: {error.strerror or type(error).__name__}", ""


def _label(file: str) -> str:
    return "stdin" if file == STDIN else file
