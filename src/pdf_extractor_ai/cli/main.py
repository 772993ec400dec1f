"""``pdf-extractor-ai``: the entry point, and the groups of commands that are imported only when called."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from types import FrameType

import typer

from pdf_extractor_ai import __version__
from pdf_extractor_ai.cli.display import printable
from pdf_extractor_ai.cli.output import (
    StdoutClosedError,
    StdoutFailedError,
    forgive_stderr,
    open_missing_streams,
    silence_stdout,
)
from pdf_extractor_ai.cli.program import program
from pdf_extractor_ai.errors import PdfExtractorError

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Group:
    """A group of commands: the module whose ``app`` has them, or whose ``command`` is the only one; its help."""

    module: str
    help: str


GROUPS = {
    "card": Group("pdf_extractor_ai.cli.card", "The YAML card of a PDF: show, check, write, draft."),
    "aipdf": Group("pdf_extractor_ai.cli.aipdf", "The .ai.pdf layer: attach, show, check, extract."),
    "book": Group("pdf_extractor_ai.cli.book", "A long PDF as a folder of chapters."),
    "mcp": Group("pdf_extractor_ai.cli.mcp", "Serve documents to a language model over MCP."),
    "inspect": Group("pdf_extractor_ai.cli.inspect", "Look into a PDF and into what the engine sees."),
}
"""Whose module does not exist (yet) is left out."""


def build_app(arguments: Sequence[str]) -> typer.Typer:
    """The command line for these arguments: the group that they begin with, or all of it with groups as names only.

    A group is a program of its own: nothing else is imported for it.
    """
    called = GROUPS.get(arguments[0]) if arguments else None
    if called is not None and find_spec(called.module) is not None:
        app, module = _program(), import_module(called.module)
        if hasattr(module, "app"):
            app.add_typer(module.app, name=arguments[0], help=called.help)
        else:
            app.command(arguments[0], help=called.help, epilog=module.EPILOG)(module.command)
        return app
    from pdf_extractor_ai.cli import doctor, extract, licenses

    app = _program(epilog=extract.EXIT_CODES)
    for name, hidden in (("extract", False), ("convert", True)):
        app.command(name, help=extract.HELP, epilog=extract.EPILOG, hidden=hidden)(extract.extract)
    app.command("doctor", help=doctor.HELP)(doctor.doctor)
    app.command("licenses", help=licenses.HELP)(licenses.licenses)
    for name, group in GROUPS.items():
        if find_spec(group.module) is not None:
            app.command(name, help=group.help)(_not_called)
    return app


def _program(epilog: str | None = None) -> typer.Typer:
    app = program("pdf-extractor-ai", "PDFs into Markdown and true document trees, without models or network.", epilog)
    app.callback()(_root)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; no exception gets past here."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    return guarded(lambda: build_app(arguments)(args=arguments, prog_name="pdf-extractor-ai"))


def guarded(program: Callable[[], object]) -> int:
    """The exit code of ``program``: what it returns or exits with; an exception is told in a line."""
    _prepare_process()
    try:
        code = _code(program)
        sys.stdout.flush()
        return code
    except StdoutClosedError:
        return 0
    except StdoutFailedError as error:
        _complain(f"{error} [cannot_write]", "")
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except PdfExtractorError as error:
        _complain(f"{error} [{error.code}]", error.remedy)
        return 1
    except OSError as error:
        silence_stdout()  # what is printed straight away, help and lists, comes to its failure here
        where = f"{error.filename}: " if isinstance(error.filename, str) else ""
        _complain(f"{where}{error.strerror or type(error).__name__} [io_error]", "")
        return 1
    except Exception as error:
        _complain(f"{type(error).__name__}: {error} [internal_error]", "")
        return 1


def _code(program: Callable[[], object]) -> int:
    try:
        code = program()
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else int(done.code is not None)
    return code if isinstance(code, int) else 0


def _root(
    version: bool = typer.Option(False, "--version", is_eager=True, callback=lambda value: _show_version(value)),
) -> None:
    pass


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pdf-extractor-ai {__version__}")
        raise typer.Exit


def _not_called() -> None:
    """Stands for a group in the list of commands; calling the group loads the real one."""


def _prepare_process() -> None:
    """Results are UTF-8 whatever the locale, messages never fail over a character; SIGTERM cleans up like Ctrl-C.

    What libraries log is for those who program with them: their errors only are shown.
    """
    open_missing_streams()
    forgive_stderr()
    logging.basicConfig(level=logging.ERROR, format="%(levelname)s %(name)s: %(message)s")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    try:
        signal.signal(signal.SIGTERM, _terminate)
    except ValueError:  # not the main thread: whoever embeds us handles signals
        return


def _terminate(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _complain(message: str, remedy: str) -> None:
    print(f"pdf-extractor-ai: error: {printable(message)}", file=sys.stderr)
    if remedy:
        print(f"  {printable(remedy)}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
