"""Which documents a command line means: files, folders, globs and standard input."""

from __future__ import annotations

import glob
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pdf_extractor_ai.files import is_folder, pdfs_in, read_file, read_stream

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Input:
    """One document to read: ``label`` as the user knows it, ``path`` (``None``: standard input).

    ``problem`` is the error code and message of an argument that leads nowhere, else empty.
    """

    label: str
    path: Path | None = None
    problem: tuple[str, str] | None = None

    @property
    def stem(self) -> str:
        """The name that an output file takes."""
        return self.path.stem if self.path else "stdin"

    @property
    def name(self) -> str:
        """The file's own name, as the document's name."""
        return self.path.name if self.path else "stdin"

    def read(self) -> bytes:
        """All bytes of the document. Raises ``OSError``."""
        return read_file(self.path) if self.path else read_stream(sys.stdin.buffer)


def find_inputs(arguments: Sequence[str]) -> list[Input]:
    """The documents that ``arguments`` name, in their order; folders and globs give their PDFs sorted.

    What does not exist stays in the list as an input with a ``problem``, so that it is reported like any other
    failure and the rest is done.
    """
    return [found for argument in arguments for found in _expand(argument)]


def names_one_file(arguments: Sequence[str]) -> bool:
    """Whether the arguments are a single document by name, not a folder or a pattern that happens to hold one."""
    if len(arguments) != 1:
        return False
    return not arguments[0] or not (is_folder(Path(arguments[0])) or _is_glob(arguments[0]))


def unique_names(inputs: Sequence[Input], suffix: str) -> list[str]:
    """A file name for each input, ``<stem><suffix>``; clashing stems get ``-2``, ``-3`` and so on.

    Names are told apart as a case-blind file system would.
    """
    taken: set[str] = set()
    names = []
    for item in inputs:
        name, count = f"{item.stem}{suffix}", 1
        while name.casefold() in taken:
            count += 1
            name = f"{item.stem}-{count}{suffix}"
        taken.add(name.casefold())
        names.append(name)
    return names


def _expand(argument: str) -> Iterable[Input]:
    path = Path(argument)
    if argument == STDIN:
        return [Input("stdin")]
    if argument and is_folder(path):
        return _inside(argument)
    if _is_glob(argument):
        names = glob.iglob(argument, recursive=True)  # noqa: PTH207 - may be absolute
        paths = sorted(Path(name) for name in names if name.lower().endswith(".pdf"))
        found = [Input(str(path), path) for path in paths if path.is_file()]
        return found or [Input(argument, path, ("no_pdf_found", "no PDF matches the pattern"))]
    problem = _problem(path) if argument else ("file_not_found", "an empty name")
    return [Input(argument, path, problem)]


def _inside(folder: str) -> list[Input]:
    """The PDFs in a folder and below, then what could not be looked into."""
    closed: list[Input] = []

    def unreadable(error: OSError) -> None:
        label = str(error.filename)
        closed.append(Input(label, Path(label), ("unreadable", error.strerror or "the folder cannot be read")))

    found = [Input(str(path), path) for path in pdfs_in(Path(folder), unreadable=unreadable)]
    none = Input(folder, Path(folder), ("no_pdf_found", "the folder holds no PDF"))
    return [*found, *closed] or [none]


def _problem(path: Path) -> tuple[str, str] | None:
    """Why there is nothing to read at ``path``, as a code and a message."""
    try:
        path.stat()
    except FileNotFoundError:
        return "file_not_found", "there is no such file"
    except OSError as error:
        return "unreadable", error.strerror or type(error).__name__
    return None


def _is_glob(argument: str) -> bool:
    return any(mark in argument for mark in "*?[") and _problem(Path(argument)) is not None
