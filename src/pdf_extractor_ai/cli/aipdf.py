"""``aipdf``: build, ingest, look into and export `.ai.pdf` files. Thin commands over ``pdf_extractor_ai.aipdf``."""

from __future__ import annotations

import sys
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pdf_extractor_ai.cli.answers import answer, failures_told, password_from
from pdf_extractor_ai.cli.program import program
from pdf_extractor_ai.errors import PdfExtractorError
from pdf_extractor_ai.files import read_file, writing

HELP = "The .ai.pdf layer: build, ingest, inspect, validate, extract, export."

app = program("aipdf", HELP)


class Render(StrEnum):
    """How the pages of a new file are made."""

    minimal = "minimal"
    full = "full"
    browser = "browser"
    attach = "attach"


class PageSize(StrEnum):
    """The paper of a new file."""

    letter = "letter"
    a4 = "a4"


class Ocr(StrEnum):
    """Whether scanned pages are read."""

    auto = "auto"
    never = "never"
    force = "force"
    always = "always"


class Format(StrEnum):
    """What a layer is written out as."""

    xml = "xml"
    markdown = "markdown"
    markdown_ast = "markdown-ast"
    onto = "onto"


Output = Annotated[Path | None, typer.Option("-o", "--output", help="The file to write; default: NAME.ai.pdf beside.")]
Password = Annotated[
    str | None,
    typer.Option("--password", help="Password of a locked PDF; other users may see it in the list of tasks."),
]
PasswordFile = Annotated[Path | None, typer.Option("--password-file", metavar="FILE", help="Its first line opens it.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
Conformant = Annotated[
    bool, typer.Option("--pdf-checksum", help="Write size and MD5 of the attachment as ISO 32000 has them.")
]


def main() -> int:
    """Run the console script ``aipdf`` and return its exit code."""
    from pdf_extractor_ai.cli.main import main as run

    return run(["aipdf", *sys.argv[1:]])


@app.command()
def build(
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="An .xml, .md, .html, .typ or .pdf file.")],
    output: Output = None,
    title: Annotated[str | None, typer.Option(help="Title of the PDF; default: the document's own.")] = None,
    render: Annotated[Render, typer.Option(help="How the pages are made; a PDF keeps its own.")] = Render.minimal,
    page_size: Annotated[PageSize, typer.Option("--page-size", help="The paper.")] = PageSize.letter,
    font: Annotated[Path | None, typer.Option(help="A font file for the pages, for example for CJK.")] = None,
    pdf_checksum: Conformant = False,
    as_json: AsJson = False,
) -> None:
    """Make an .ai.pdf from a text file; a PDF keeps its pages."""
    from pdf_extractor_ai.aipdf import build as make

    with failures_told(str(source), as_json):
        target = make(
            source,
            output,
            render=render.value,
            page_size=page_size.value,
            font=font,
            title=title,
            conformant=pdf_checksum,
        )
        _say(source, {"output": str(target)}, str(target), as_json)


@app.command()
def ingest(
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="A PDF.")],
    output: Output = None,
    ocr: Annotated[Ocr, typer.Option(help="Read scanned pages, none, or (force) every page.")] = Ocr.auto,
    lang: Annotated[
        str | None, typer.Option(help="Languages of the text, as eng+deu; default: what the PDF says, else eng.")
    ] = None,
    password: Password = None,
    password_file: PasswordFile = None,
    force: Annotated[
        bool, typer.Option("--force", help="Go ahead though the PDF is signed, or PDF/A that allows no attachment.")
    ] = False,
    pdf_checksum: Conformant = False,
    as_json: AsJson = False,
) -> None:
    """Copy a PDF and attach its structure; pages and other attachments stay as they are."""
    from pdf_extractor_ai.aipdf import ingest as make

    with failures_told(str(source), as_json):
        target = make(
            source,
            output,
            ocr=ocr.value,
            lang=lang,
            password=_password(password, password_file),
            force=force,
            conformant=pdf_checksum,
        )
        _say(source, {"output": str(target)}, str(target), as_json)


@app.command()
def inspect(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    password: Password = None,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Tell whether a file carries a layer, and of what size; exit code 0 also without one."""
    from pdf_extractor_ai.aipdf import inspect_pdf

    with failures_told(str(file), as_json):
        report = asdict(inspect_pdf(read_file(file), name=file.name, password=_password(password, password_file)))
    lines = [f"is_pdf: {_word(report['is_pdf'])}", f"has_semantic_layer: {_word(report['has_semantic_layer'])}"]
    lines += [f"{key}: {report[key]}" for key in ("semantic_compressed_bytes", "semantic_xml_bytes") if report[key]]
    lines += [f"warning: {warning}" for warning in report["warnings"]]
    if report["problem"]:
        lines.append(f"problem: {report['problem']}")
    _say(file, {"path": str(file), **report}, "\n".join(lines), as_json)


@app.command()
def validate(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    strict: Annotated[bool, typer.Option("--strict", help="Refuse what any other reader refuses.")] = False,
    password: Password = None,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Check the layer; exit code 1 with the broken rule when it is not valid."""
    from pdf_extractor_ai.aipdf import AIPDF

    with failures_told(str(file), as_json):
        try:
            AIPDF.open(file, password=_password(password, password_file)).validate(strict=strict)
        except PdfExtractorError as error:
            if not as_json:
                raise
            told = {"code": error.code, "message": str(error), "remedy": error.remedy}
            record = {"path": str(file), "valid": False, "code": error.code, "message": str(error), "error": told}
            answer(str(file), record)
            raise typer.Exit(1) from None
        _say(file, {"path": str(file), "valid": True}, "valid", as_json)


@app.command()
def extract(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    password: Password = None,
    password_file: PasswordFile = None,
) -> None:
    """Write the XML of the layer to standard output."""
    from pdf_extractor_ai.aipdf import AIPDF

    with failures_told(str(file), False):
        answer(str(file), {}, text=AIPDF.open(file, password=_password(password, password_file)).to_xml())


@app.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    fmt: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.xml,
    save: Annotated[Path | None, typer.Option(help="Write a file and its images into this folder.")] = None,
    password: Password = None,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Write the layer as XML, Markdown, a Markdown syntax tree or ONTO."""
    from pdf_extractor_ai.aipdf import export as write_out

    with failures_told(str(file), as_json):
        result = write_out(file, fmt.value, save, password=_password(password, password_file))
        if isinstance(result, str):
            _say(file, {"format": fmt.value, "content": result}, result, as_json)
            return
        written = [str(path) for path in (result.output, *result.images)]
        text = "\n".join(f"saved: {path}" for path in written)
        _say(file, {"output": written[0], "images": written[1:]}, text, as_json)


@app.command()
def images(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the images go; nothing is written outside.")],
    password: Password = None,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Write the images that the layer names into a folder."""
    from pdf_extractor_ai.aipdf import AIPDF
    from pdf_extractor_ai.aipdf.saving import save_images

    with failures_told(str(file), as_json):
        opened = _password(password, password_file)
        document = AIPDF.open(file, password=opened)
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        written = [str(path) for path in save_images(document, folder, password=opened)]
        _say(file, {"images": written}, "\n".join(f"saved: {path}" for path in written), as_json)


@app.command()
def bench(
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="A source file or an .ai.pdf.")],
    as_json: AsJson = False,
) -> None:
    """Tell the sizes of the XML and of its packed form."""
    from pdf_extractor_ai.aipdf.saving import sizes

    with failures_told(str(source), as_json):
        record = sizes(source)
        _say(source, record, "\n".join(f"{key}: {value}" for key, value in record.items()), as_json)


def _password(given: str | None, file: Path | None) -> str | None:
    return given if file is None else password_from(file)


def _say(file: Path, record: dict[str, Any], text: str, as_json: bool) -> None:
    if as_json or text:
        answer(str(file), record, text=None if as_json else text)


def _word(value: bool) -> str:
    return "true" if value else "false"
