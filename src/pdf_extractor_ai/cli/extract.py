"""``pdf-extractor-ai extract``: the options and what they mean together."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from pdf_extractor_ai.cli import batch
from pdf_extractor_ai.cli.answers import password_from
from pdf_extractor_ai.cli.batch import FailOn, Plan
from pdf_extractor_ai.cli.conversion import Format, Options
from pdf_extractor_ai.cli.figures import FigureOptions
from pdf_extractor_ai.cli.inputs import STDIN, Input, find_inputs, names_one_file
from pdf_extractor_ai.cli.parameters import EngineName, MinQuality, Ocr, Pages, PasswordFile, SummaryModel, checked
from pdf_extractor_ai.converters import Engine
from pdf_extractor_ai.extraction.request import UseLayer, checked_use_layer
from pdf_extractor_ai.files import is_folder, real_path
from pdf_extractor_ai.ocr import languages_of

HELP = "Turn PDFs into Markdown, JSON, HTML or plain text."

EXIT_CODES = """\
\b
Exit codes:
    0  all good
    1  failure: nothing could be extracted
    2  wrong usage
    3  some inputs failed, were partial under --fail-on partial,
       or have pages below --min-quality
  130  interrupted
"""

EPILOG = f"""\
\b
INPUT is a PDF, a folder (searched for PDFs), a glob in quotes, or - for standard input.
One PDF without -o goes to standard output; several need -o FOLDER.

{EXIT_CODES}"""

_ALIASES = {"md": "markdown", "txt": "text"}
_FORMATS = "markdown|json|html|text"
_LOG_LEVELS = {-1: 50, 0: 40, 1: 30, 2: 20}  # quiet CRITICAL, ERROR, -v WARNING, -vv INFO


def _format(value: str) -> str:
    name = _ALIASES.get(value.lower(), value.lower())
    if name not in get_args(Format):
        raise typer.BadParameter(f"{value!r} is none of {', '.join(get_args(Format))}")
    return name


def _fail_on(value: str) -> str:
    if value not in get_args(FailOn):
        raise typer.BadParameter(f"{value!r} is none of {', '.join(get_args(FailOn))}")
    return value


def _targets(
    inputs: list[Input], arguments: list[str], out: str | None, to: Format, as_json: bool
) -> list[Path] | None:
    """A file per input, or ``None`` for standard output. Raises ``typer.BadParameter``."""
    single = names_one_file(arguments)
    if out is None or out == STDIN:
        if not single and not as_json:
            raise typer.BadParameter("several inputs need a folder to write to", param_hint="-o")
        return None
    path = Path(out)
    if single and not is_folder(path) and not out.endswith(("/", os.sep)):
        targets = [path]
    elif path.exists() and not is_folder(path):
        raise typer.BadParameter(f"{out} is a file; several inputs need a folder", param_hint="-o")
    else:
        targets = batch.targets_for(inputs, path, to)
    try:
        sources = {real_path(item.path) for item in inputs if item.path and item.problem is None}
        lost = next((target for target in targets if real_path(target) in sources), None)
    except OSError as error:
        raise typer.BadParameter(f"{error.filename}: {error.strerror}", param_hint="-o") from None
    if lost is not None:
        raise typer.BadParameter(f"{lost} is an input and would be lost", param_hint="-o")
    return targets


def extract(
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT...", help="PDFs, folders, globs, or -.")],
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="OUT", help="File for one input, folder for several.")
    ] = None,
    to: Annotated[str, typer.Option("--to", metavar=_FORMATS, callback=_format, help="What to write.")] = "markdown",
    pages: Pages = None,
    max_pages: Annotated[int | None, typer.Option("--max-pages", min=1, help="Stop after N pages.")] = None,
    ocr: Ocr = False,
    ocr_lang: Annotated[
        str | None,
        typer.Option(
            "--ocr-lang", callback=checked(languages_of), help="What OCR reads: deu+eng. Default: the PDF tells."
        ),
    ] = None,
    password_file: PasswordFile = None,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Worker processes; 0 is one per core.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per input on standard output.")] = False,
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar="never|failure|partial", callback=_fail_on, help="When not to exit 0.")
    ] = "failure",
    strict: Annotated[bool, typer.Option("--strict", help="The same as --fail-on partial.")] = False,
    min_quality: MinQuality = 0.0,
    keep_headers: Annotated[bool, typer.Option("--keep-headers", help="Keep running heads and page numbers.")] = False,
    keep_hidden: Annotated[
        bool, typer.Option("--keep-hidden", help="Bring back text that no viewer shows, marked as hidden.")
    ] = False,
    annotations: Annotated[
        bool, typer.Option("--annotations", help="Add what readers have marked and written on the pages.")
    ] = False,
    page_links: Annotated[
        bool, typer.Option("--page-links", help="Show links from page to page: [text](#page=12).")
    ] = False,
    engine: EngineName = "geometric",
    use_layer: Annotated[
        str,
        typer.Option(
            "--use-layer",
            metavar="auto|never|require",
            callback=checked(checked_use_layer),
            help="Take an .ai.pdf's layer, not its pages.",
        ),
    ] = "auto",
    images: Annotated[
        str | None, typer.Option("--images", metavar="DIR", help="Write each figure as a PNG to this folder.")
    ] = None,
    link_images: Annotated[bool, typer.Option("--link-images", help="Link the files of --images in Markdown.")] = False,
    summarize: SummaryModel = None,
    figure_cache: Annotated[
        str | None, typer.Option("--figure-cache", metavar="DIR", help="Keep summaries, ask for none twice.")
    ] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Calls to the model at a time.")] = 3,
    timeout: Annotated[float | None, typer.Option("--timeout", min=0.1, help="Seconds per document.")] = None,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Errors only.")] = False,
    verbose: Annotated[int, typer.Option("-v", "--verbose", count=True, help="Say more; twice for logs.")] = 0,
) -> None:
    """Turn PDFs into Markdown, JSON, HTML or plain text."""
    if quiet and verbose:
        raise typer.BadParameter("-q and -v contradict each other", param_hint="-q")
    if inputs.count(STDIN) > 1:
        raise typer.BadParameter("standard input can be read only once", param_hint="INPUT")
    if link_images and not images:
        raise typer.BadParameter("there is nothing to link without --images DIR", param_hint="--link-images")
    if use_layer == "require" and (pages or max_pages):
        raise typer.BadParameter("a layer is taken as a whole, not for some pages", param_hint="--use-layer")
    verbosity = -1 if quiet else verbose
    chosen = cast(Format, to)
    found = find_inputs(inputs)
    options = Options(
        to=chosen,
        pages=pages,
        max_pages=max_pages,
        ocr=ocr,
        ocr_lang=ocr_lang,
        password=password_from(password_file),
        keep_headers=keep_headers,
        keep_hidden=keep_hidden,
        annotations=annotations,
        page_links=page_links,
        engine=cast(Engine, engine),
        use_layer=cast(UseLayer, use_layer),
        min_quality=min_quality,
        log_level=_LOG_LEVELS[min(verbosity, 2)],
    )
    plan = Plan(
        options=options,
        targets=_targets(found, inputs, out, chosen, as_json),
        jobs=jobs or os.cpu_count() or 1,
        as_json=as_json,
        verbosity=verbosity,
        timeout=timeout,
        figures=FigureOptions(summarize or "", concurrency, figure_cache or "", images or "", link_images)
        if images or summarize
        else None,
    )
    outcomes = batch.run(found, plan)
    if len(outcomes) > 1 and not quiet:
        print(batch.report_totals(outcomes), file=sys.stderr)
    raise typer.Exit(batch.exit_code(outcomes, "partial" if strict else cast(FailOn, fail_on)))
