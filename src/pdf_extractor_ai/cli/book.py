"""``pdf-extractor-ai book``: long PDFs as folders of chapters; without arguments on a terminal, the wizard."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from pdf_extractor_ai.book.options import MAX_TOKENS, MIN_TOKENS, BookOptions
from pdf_extractor_ai.cli import book_run
from pdf_extractor_ai.cli.answers import password_from
from pdf_extractor_ai.cli.book_run import DEFAULT_OUT, BookPlan
from pdf_extractor_ai.cli.parameters import EngineName, MinQuality, Ocr, Pages, PasswordFile, SummaryModel
from pdf_extractor_ai.errors import InvalidOptionError

EPILOG = """\
\b
INPUT is a PDF, a folder (searched for PDFs), or a glob in quotes. One PDF becomes
OUT/NAME, several become OUT/BATCH/NAME beside a README that lists them.
Without INPUT, on a terminal, everything is asked for.

\b
Exit codes:
    0  all good
    1  failure: no book was made
    2  wrong usage
    3  some inputs failed, or have pages below --min-quality
  130  interrupted (Ctrl-C, SIGTERM); nothing half-made is left behind
"""


def command(
    inputs: Annotated[list[str] | None, typer.Argument(metavar="INPUT...", help="PDFs, folders or globs.")] = None,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Where the folders go.")] = DEFAULT_OUT,
    name: Annotated[str | None, typer.Option("--name", metavar="BATCH", help="Name of the batch folder.")] = None,
    max_tokens: Annotated[
        int, typer.Option("--max-tokens", min=MIN_TOKENS, metavar="N", help="Size of one chapter file.")
    ] = MAX_TOKENS,
    keep_back_matter: Annotated[
        bool, typer.Option("--keep-back-matter", help="Keep index, bibliography, glossary, appendices.")
    ] = False,
    keep_appendices: Annotated[bool, typer.Option("--keep-appendices", help="Keep appendices alone.")] = False,
    page_marks: Annotated[bool, typer.Option("--page-marks", help="Say in comments where pages begin.")] = False,
    images: Annotated[
        str, typer.Option("--images", metavar="crops|placeholders", help="Figures as files, or a note in their place.")
    ] = "crops",
    tokenizer: Annotated[
        str, typer.Option("--tokenizer", metavar="NAME", help="Count tokens with tiktoken (extra: tokens).")
    ] = "",
    pages: Pages = None,
    ocr: Ocr = False,
    password_file: PasswordFile = None,
    engine: EngineName = "geometric",
    summarize: SummaryModel = None,
    figure_cache: Annotated[
        str, typer.Option("--figure-cache", metavar="DIR", help="Keep summaries, ask for none twice.")
    ] = "",
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Worker processes; 0 is one per core.")] = 0,
    replace: Annotated[bool, typer.Option("-f", "--force", help="Replace other books of the same name.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Leave alone what an earlier run has made.")] = False,
    timeout: Annotated[float | None, typer.Option("--timeout", min=0.1, help="Seconds per document.")] = None,
    min_quality: MinQuality = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per input on standard output.")] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Errors only.")] = False,
) -> None:
    """Turn long PDFs into folders of chapters."""
    if not inputs:
        raise typer.Exit(_ask())
    if reason := book_run.refuses(inputs):
        raise typer.BadParameter(reason, param_hint="INPUT")
    try:
        options = BookOptions(
            max_tokens=max_tokens,
            keep_back_matter=keep_back_matter,
            keep_appendices=keep_appendices,
            page_marks=page_marks,
            images=cast(Literal["crops", "placeholders"], images),
            tokenizer=tokenizer,
            pages=pages,
            do_ocr=ocr,
            password=password_from(password_file),
            engine=cast(Literal["geometric", "neural"], engine),
            model=summarize or "",
            figure_cache=figure_cache,
        )
    except InvalidOptionError as error:
        raise typer.BadParameter(f"{error}. {error.remedy}") from None
    plan = BookPlan(out, options, _folder_name(name), jobs, replace, resume, timeout, as_json, quiet, min_quality)
    raise typer.Exit(book_run.run(inputs, plan))


def _folder_name(name: str | None) -> str | None:
    if name is not None and (not name.strip(" .") or set(name) & set("/\\:\0")):
        raise typer.BadParameter(f"{name!r} cannot be the name of a folder", param_hint="--name")
    return name


def _ask() -> int:
    """The wizard, and then what it was told to do; the exit code."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise typer.BadParameter("give at least one PDF, or run on a terminal to be asked", param_hint="INPUT")
    from pdf_extractor_ai.book.wizard import ask

    answers = ask(DEFAULT_OUT)
    plan = BookPlan(answers.out, answers.options, jobs=answers.jobs, resume=answers.resume)
    return book_run.run(answers.inputs, plan)
