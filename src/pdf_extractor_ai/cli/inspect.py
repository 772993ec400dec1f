"""``pdf-extractor-ai inspect``: a PDF and what the engine sees in it, as one HTML file."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, cast

import typer

from pdf_extractor_ai.cli.answers import failures_told, password_from
from pdf_extractor_ai.cli.inputs import STDIN
from pdf_extractor_ai.cli.output import write_stdout
from pdf_extractor_ai.cli.parameters import EngineName, Ocr, Pages, PasswordFile
from pdf_extractor_ai.files import read_file, read_stream

EPILOG = """\
\b
INPUT is a PDF, or - for standard input. The file that is written holds all that it
shows, loads nothing and runs no script. Without -o it goes to standard output.

\b
Exit codes:
    0  all good
    1  failure: nothing was written
    2  wrong usage
  130  interrupted
"""


def command(
    source: Annotated[str, typer.Argument(metavar="INPUT", help="A PDF, or - for standard input.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="The HTML file.")] = None,
    pages: Pages = None,
    max_pages: Annotated[int, typer.Option("--max-pages", min=1, metavar="N", help="Show N pages at most.")] = 40,
    scale: Annotated[
        float, typer.Option("--scale", min=0.5, max=4.0, metavar="X", help="Pixels per point of the pictures.")
    ] = 1.5,
    ocr: Ocr = False,
    password_file: PasswordFile = None,
    engine: EngineName = "geometric",
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Errors only.")] = False,
) -> None:
    """Show a PDF's pages with boxes by label, reading order, Markdown and flags."""
    password = password_from(password_file)
    _refuse(source, output)
    with failures_told(source, as_json=False):
        data = read_stream(sys.stdin.buffer) if source == STDIN else read_file(Path(source))
    from pdf_extractor_ai.cli.display import printable
    from pdf_extractor_ai.converters import Engine
    from pdf_extractor_ai.inspector import inspect_pdf

    page = inspect_pdf(
        data,
        name="stdin.pdf" if source == STDIN else Path(source).name,
        password=password,
        pages=pages,
        max_pages=max_pages,
        do_ocr=ocr,
        engine=cast(Engine, engine),
        scale=scale,
    )
    if output is None:
        write_stdout(page)
        return
    from pdf_extractor_ai.files import replace_file

    with failures_told(source, as_json=False):
        replace_file(output, page.encode("utf-8", "replace"))
    if not quiet:
        print(printable(str(output)), file=sys.stderr)


def _refuse(source: str, output: Path | None) -> None:
    """Before any work: an output that would cover the input or has no folder, a terminal as the output."""
    if output is None:
        if sys.stdout.isatty():
            raise typer.BadParameter("give a file to write: -o report.html", param_hint="-o")
        return
    if output.is_dir() or not output.resolve().parent.is_dir():
        raise typer.BadParameter(f"cannot write {output}: no such folder, or a folder itself", param_hint="-o")
    with suppress(OSError):
        if source != STDIN and output.samefile(source):
            raise typer.BadParameter("the output is the input", param_hint="-o")
