"""Which documents a command line means: files, folders, globs and standard input."""

from __future__ import annotations

import glob
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pdf_extractor_ai.files import read_file, read_stream

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
    return len(arguments) == 1 and not Path(arguments[0]).is_dir() and not _is_glob(arguments[0])


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
    if path.is_dir():
        found = _pdfs(path.rglob("*"))
        return found or [Input(argument, path, ("no_pdf_found", "the folder holds no PDF"))]
    if _is_glob(argument):
        found = _pdfs(Path(name) for name in glob.iglob(argument, recursive=True))  # noqa: PTH207 - may be absolute
        return found or [Input(argument, path, ("no_pdf_found", "no PDF matches the pattern"))]
    if not path.exists():
        return [Input(argument, path, ("file_not_found", "there is no such file"))]
    return [Input(argument, path)]


def _is_glob(argument: str) -> bool:
    return any(mark in argument for mark in "*?[") and not Path(argument).exists()


def _pdfs(paths: Iterable[Path]) -> list[Input]:
    return [Input(str(path), path) for path in sorted(paths) if path.suffix.lower() == ".pdf" and path.is_file()]
