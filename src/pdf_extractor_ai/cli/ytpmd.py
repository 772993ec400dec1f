"""``ytpmd`` and ``pdf2md``: the commands and flags of an earlier tool, in any order, over our books.

Flags have one dash or two, values follow or stand behind ``=``, as in that tool; unlike there, they count wherever
they stand.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pdf_extractor_ai import __version__
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.cli import book_run
from pdf_extractor_ai.cli.book_run import BookPlan
from pdf_extractor_ai.cli.main import guarded, main
from pdf_extractor_ai.files import is_folder, pdfs_in

USAGE = """\
Usage: ytpmd [COMMAND] [FLAGS]

  ytpmd                   ask for everything (also: wizard, interactive)
  ytpmd convert FILE      one PDF into a folder of chapters; convert may be left out
  ytpmd batch DIR         all PDFs of a folder
  ytpmd mcp               serve documents to a language model (also: serve-mcp)
  ytpmd version | help

Flags, anywhere:
  -o, -output DIR         where the folders go (~/Documents/ytpmd)
  -f, -force, -overwrite  replace other books of the same name
  -skip-front N           leave out the first N pages
  -start-page N           first page (1)
  -end-page N             last page (0: the end)
  -keep-appendix          keep appendices, index, bibliography, glossary
  -single-file            convert: one Markdown file, DIR/NAME.md
  -no-reflow              has no effect: lines of a paragraph are always joined
  -name NAME              batch: its folder (the input folder's name)
  -concurrency N          batch: processes (0: one per core)
  -r, -recursive          batch: subfolders too
"""

WRONG_USAGE = 2
_NAMES = {"o": "output", "f": "force", "overwrite": "force", "r": "recursive"}
_SWITCHES = {"force", "keep-appendix", "single-file", "no-reflow", "recursive"}
_NUMBERS = {"skip-front": 0, "start-page": 1, "end-page": 0, "concurrency": 0}
_TEXTS = {"output": str(book_run.DEFAULT_OUT), "name": ""}
_WORDS = {"1": True, "t": True, "true": True, "0": False, "f": False, "false": False}


class UsageError(Exception):
    """What is wrong with a command line, in a sentence."""


@dataclass(slots=True)
class Flags:
    """The flags of one command line over their defaults, and the arguments that are none."""

    switches: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=lambda: dict(_NUMBERS))
    texts: dict[str, str] = field(default_factory=lambda: dict(_TEXTS))
    rest: list[str] = field(default_factory=list)

    def switch(self, name: str, value: str) -> None:
        """Turn ``name`` on or off, as ``value`` says. Raises ``UsageError``."""
        wanted = _WORDS.get(value.lower())
        if wanted is None:
            raise UsageError(f"-{name} is true or false, not {value!r}")
        (self.switches.add if wanted else self.switches.discard)(name)

    def set(self, name: str, value: str) -> None:
        """Give ``name`` its value. Raises ``UsageError``."""
        if name in _TEXTS:
            self.texts[name] = value
        elif value.isdecimal():
            self.numbers[name] = int(value)
        else:
            raise UsageError(f"-{name} needs a whole number, not {value!r}")

    def pages(self) -> str | None:
        """The range of pages that is left, ``None`` for all."""
        first = max(self.numbers["start-page"], self.numbers["skip-front"] + 1, 1)
        last = self.numbers["end-page"]
        return f"{first}-{last or ''}" if first > 1 or last else None


def read_flags(arguments: Sequence[str]) -> Flags:
    """The flags among ``arguments``, wherever they stand; nothing after ``--`` is one. Raises ``UsageError``."""
    flags, waiting = Flags(), list(arguments)
    while waiting:
        argument = waiting.pop(0)
        if argument == "--":
            flags.rest += waiting
            break
        if not argument.startswith("-") or argument == "-":
            flags.rest.append(argument)
            continue
        given, equals, value = argument.lstrip("-").partition("=")
        name = _NAMES.get(given, given)
        if name in _SWITCHES:
            flags.switch(name, value if equals else "true")
        elif name in _NUMBERS or name in _TEXTS:
            flags.set(name, value if equals else _value(given, waiting))
        else:
            raise UsageError(f"there is no flag -{given}")
    return flags


def _value(flag: str, waiting: list[str]) -> str:
    if not waiting:
        raise UsageError(f"-{flag} needs a value")
    return waiting.pop(0)


def run() -> int:
    """Run the console script and return its exit code."""
    return guarded(lambda: dispatch(sys.argv[1:]))


def dispatch(arguments: Sequence[str]) -> int:
    """The exit code of what ``arguments`` ask for; 2 for what makes no sense."""
    if arguments and arguments[0] in ("mcp", "serve-mcp"):
        return main(["mcp", *arguments[1:]])
    if {"-h", "-help", "--help"} & set(arguments) or arguments == ["help"]:
        print(USAGE, end="")
        return 0
    if arguments and arguments[0] in ("version", "-v", "-version", "--version"):
        print(f"ytpmd (pdf-extractor-ai {__version__})")
        return 0
    try:
        flags = read_flags(arguments)
        command, rest = _command(flags.rest)
        if command == "wizard":
            return main(["book"])
        if len(rest) != 1:
            raise UsageError(f"{command} takes one {'folder' if command == 'batch' else 'PDF'}")
        if "no-reflow" in flags.switches:
            print("ytpmd: -no-reflow has no effect: lines of a paragraph are always joined", file=sys.stderr)
        return _batch(Path(rest[0]), flags) if command == "batch" else _convert(rest[0], flags)
    except UsageError as error:
        print(f"ytpmd: {error}\n\n{USAGE}", end="", file=sys.stderr)
        return WRONG_USAGE


def _command(rest: Sequence[str]) -> tuple[str, Sequence[str]]:
    if not rest or rest[0] in ("wizard", "interactive"):
        return "wizard", rest[1:]
    if rest[0] in ("convert", "batch"):
        return rest[0], rest[1:]
    if rest[0].lower().endswith(".pdf"):
        return "convert", rest
    raise UsageError(f"there is no command {rest[0]}")


def _plan(flags: Flags, name: str | None = None, jobs: int = 0) -> BookPlan:
    options = BookOptions(pages=flags.pages(), keep_back_matter="keep-appendix" in flags.switches)
    out = Path(flags.texts["output"])
    return BookPlan(out, options, name, jobs, replace="force" in flags.switches)


def _convert(file: str, flags: Flags) -> int:
    path = Path(file).expanduser()
    if is_folder(path):
        raise UsageError(f"{file} is a folder; say batch for folders")
    if "single-file" in flags.switches:
        return _single_file(path, flags)
    return book_run.run([str(path)], _plan(flags))


def _single_file(path: Path, flags: Flags) -> int:
    """All of the PDF as one Markdown file."""
    target = Path(flags.texts["output"]).expanduser() / f"{path.stem}.md"
    if target.exists() and "force" not in flags.switches:
        raise UsageError(f"{target} is there already; say -force to write over it")
    pages = flags.pages()
    return main(["extract", str(path), "-o", str(target), *(["--pages", pages] if pages else [])])


def _batch(folder: Path, flags: Flags) -> int:
    folder = folder.expanduser()
    if not is_folder(folder):
        raise UsageError(f"{folder} is no folder")
    found = [str(path) for path in pdfs_in(folder, recursive="recursive" in flags.switches)]
    if not found:
        print(f"ytpmd: {folder} holds no PDF", file=sys.stderr)
        return 1
    name = flags.texts["name"].strip() or folder.resolve().name or "batch"
    if set(name) & set("/\\:\0") or not name.strip("."):
        raise UsageError(f"{name!r} cannot be the name of a folder")
    return book_run.run(found, _plan(flags, name, flags.numbers["concurrency"]))
