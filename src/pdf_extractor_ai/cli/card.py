"""``pdf-extractor-ai card``: read, verify, draft, write and remove the YAML card of a PDF, without any layout engine.

Thin commands over ``pdf_extractor_ai.frontmatter``; everything slow is imported by the command that needs it.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pdf_extractor_ai.cli.answers import answer, failures_told, note, password_from, source, target
from pdf_extractor_ai.cli.output import write_stdout
from pdf_extractor_ai.cli.program import program
from pdf_extractor_ai.files import read_file

if TYPE_CHECKING:
    from pdf_extractor_ai.frontmatter import Card, CardResult
    from pdf_extractor_ai.frontmatter.card import Convention as Family
    from pdf_extractor_ai.frontmatter.validation import Fault

HELP = "The YAML card of a PDF: read, verify, draft, write, remove."

EPILOG = """\
\b
FILE is a PDF, or - for standard input.
What a card says is untrusted data: a hint, never an instruction.

\b
Exit codes:
    0  all good
    1  failure: no card that may be used, or nothing written
    2  wrong usage
    3  verify: some of several files failed
  130  interrupted
"""

app = program("card", HELP, EPILOG)


class Convention(StrEnum):
    """Which of the two conventions a card follows."""

    frontmatter = "pdf-frontmatter"
    open_matter = "open-matter"


File = Annotated[str, typer.Argument(metavar="FILE", help="A PDF, or - for standard input.")]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="The file to write.")]
InPlace = Annotated[bool, typer.Option("--in-place", help="Change FILE itself.")]
Force = Annotated[
    bool, typer.Option("--force", help="Go ahead though the PDF is signed, or PDF/A that allows no attachment.")
]
PasswordFile = Annotated[
    Path | None, typer.Option("--password-file", metavar="FILE", help="Its first line opens the PDF.")
]
Specification = Annotated[
    Convention | None, typer.Option("--convention", help="Name and specification of the card; default: its own.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]


@app.command(epilog=EPILOG)
def read(
    file: File,
    no_check: Annotated[bool, typer.Option("--no-check", help="Do not compare the hash with the text.")] = False,
    allow_stale: Annotated[bool, typer.Option("--allow-stale", help="Show a card for another text too.")] = False,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Write the card as YAML; exit code 1 with the reason when there is none that may be used."""
    from pdf_extractor_ai.frontmatter.reader import read_card

    with failures_told(file, as_json):
        result = read_card(
            source(file),
            password=password_from(password_file),
            check_hash=not no_check,
            allow_stale=allow_stale,
        )
    shown = result.card is not None
    if as_json:
        answer(file, result.to_dict())
    else:
        note(*(f"{result.status}: {reason}" for reason in result.reasons), *(f"warning: {w}" for w in result.warnings))
        if shown:
            answer(file, {}, text=(result.yaml or "").rstrip("\n"))
    raise typer.Exit(0 if shown else 1)


@app.command(epilog=EPILOG)
def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="PDFs, or - for standard input.")],
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Check cards against their documents; exit code 1 for a card that is missing, invalid or stale."""
    bad = [file for file in files if not _verified(file, strict, password_file, as_json)]
    raise typer.Exit(0 if not bad else 1 if len(bad) == len(files) else 3)


def _verified(file: str, strict: bool, password_file: Path | None, as_json: bool) -> bool:
    from pdf_extractor_ai.frontmatter.reader import read_card

    good = False
    with failures_told(file, as_json, go_on=True):
        data, password = source(file), password_from(password_file)
        result = read_card(data, password=password)
        advice = _advice(result.card, data, password) if result.card else []
        warnings = [*result.warnings, *(f"{fault.code}: {fault.message}" for fault in advice)]
        if result.card and result.card.content_sha256 is None:
            warnings.append(
                "hash_missing: the card has no content_sha256, so that nobody can tell whether it is stale."
            )
        good = result.usable and not (strict and warnings)
        if as_json:
            answer(file, {**result.to_dict(), "verified": good, "warnings": warnings})
        else:
            how = f" ({result.hash_profile})" if result.hash_profile else ""
            answer(file, {}, text=f"{file}: {result.status}{how}")
            note(*(f"  {reason}" for reason in result.reasons), *(f"  warning: {warning}" for warning in warnings))
    return good


def _advice(card: Card, data: bytes | Path, password: str | None) -> list[Fault]:
    from pdf_extractor_ai.frontmatter.facts import pages_and_attachments
    from pdf_extractor_ai.frontmatter.validation import lint_card

    pages, names = pages_and_attachments(data, password=password)
    return lint_card(card, page_count=pages, attachment_names=names)


@app.command(epilog=EPILOG)
def write(
    file: File,
    card: Annotated[str, typer.Argument(metavar="CARD", help="A YAML file, or - for standard input.")],
    output: Output = None,
    in_place: InPlace = False,
    fill: Annotated[bool, typer.Option("--fill", help="Fill in pages and the hash of the text.")] = False,
    convention: Specification = None,
    force: Force = False,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Put a card into a copy of FILE (default: NAME.frontmatter.pdf), in place of any other card."""
    from pdf_extractor_ai.frontmatter.writer import filled, write_card

    with failures_told(file, as_json):
        if file == card == "-":
            raise typer.BadParameter("standard input can be read only once", param_hint="CARD")
        goal = target(file, output, in_place, ".frontmatter.pdf")
        data, password = source(file), password_from(password_file)
        text = _card_text(card)
        wanted: Family | None = convention.value if convention else None
        if fill:
            text = filled(text, data, convention=wanted, password=password)
        written = write_card(data, text, convention=wanted, force=force, password=password)
        _store(file, goal, written, data, password, as_json)


def _card_text(card: str) -> str:
    from pdf_extractor_ai.errors import CardError
    from pdf_extractor_ai.frontmatter.yaml_reader import MAX_BYTES

    data = source(card)
    raw = data if isinstance(data, bytes) else read_file(data)
    if len(raw) > MAX_BYTES:
        raise CardError(f"The card has {len(raw)} bytes; at most {MAX_BYTES} are allowed.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CardError(
            f"The card is not valid UTF-8 (byte {error.start}): {card}", remedy="Save it as UTF-8."
        ) from None


def _store(
    file: str, goal: Path | None, written: bytes, before: bytes | Path, password: str | None, as_json: bool
) -> None:
    """Write the PDF and tell of it, with advice on the card that is in it now."""
    from pdf_extractor_ai.files import replace_file
    from pdf_extractor_ai.frontmatter.reader import read_card

    size = len(before) if isinstance(before, bytes) else before.stat().st_size
    if goal is None:
        write_stdout(written)
        return
    replace_file(goal, written)
    result: CardResult = read_card(written, password=password)
    advice = [f"{each.code}: {each.message}" for each in _advice(result.card, written, password)] if result.card else []
    if result.stale:
        advice.append("stale: content_sha256 does not match the text; --fill puts the right one in.")
    record: dict[str, Any] = {"output": str(goal), "bytes": len(written), "added": len(written) - size}
    note(*(f"warning: {each}" for each in advice), quiet=as_json)
    answer(file, {"status": "written", **record, "warnings": advice}, text=None if as_json else str(goal))


@app.command(epilog=EPILOG)
def draft(
    file: File,
    output: Output = None,
    write_to: Annotated[
        Path | None, typer.Option("--write", metavar="OUT.pdf", help="Put the draft into a copy of the PDF too.")
    ] = None,
    ocr: Annotated[bool, typer.Option("--ocr", help="Read scanned pages with OCR (extra: ocr).")] = False,
    convention: Specification = None,
    force: Force = False,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Write a card with what the document itself says; takes a full extraction, asks no model."""
    from pdf_extractor_ai.files import replace_file
    from pdf_extractor_ai.frontmatter.draft import draft_card
    from pdf_extractor_ai.frontmatter.writer import write_card
    from pdf_extractor_ai.frontmatter.yaml_writer import dump_card

    if str(write_to) == "-":
        raise typer.BadParameter("the PDF needs a file to go to", param_hint="--write")
    with failures_told(file, as_json):
        text_goal = target(file, output, False, "") if output is not None else None
        pdf_goal = target(file, write_to, False, "") if write_to is not None else None
        data, password = source(file), password_from(password_file)
        card = draft_card(
            data,
            password=password,
            do_ocr=ocr,
            convention=convention.value if convention else "pdf-frontmatter",
        )
        text = dump_card(card)
        if pdf_goal is not None:
            replace_file(pdf_goal, write_card(data, card, keep_unknown=False, force=force, password=password))
        if text_goal is not None:
            replace_file(text_goal, text.encode("utf-8"))
        goals = [str(goal) for goal in (text_goal, pdf_goal) if goal is not None]
        shown = "\n".join(goals) if text_goal is not None else text.rstrip("\n")
        record = {"status": "drafted", "card": card.data, "yaml": text, "outputs": goals}
        answer(file, record, text=None if as_json else shown)


@app.command(epilog=EPILOG)
def remove(
    file: File,
    output: Output = None,
    in_place: InPlace = False,
    force: Force = False,
    password_file: PasswordFile = None,
    as_json: AsJson = False,
) -> None:
    """Take the card out of a copy of FILE (default: NAME.plain.pdf)."""
    from pdf_extractor_ai.frontmatter.writer import remove_card

    with failures_told(file, as_json):
        goal = target(file, output, in_place, ".plain.pdf")
        data, password = source(file), password_from(password_file)
        _store(file, goal, remove_card(data, force=force, password=password), data, password, as_json)
