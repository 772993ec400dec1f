"""A book on the disk: the folder is made whole in a temporary one and swapped in."""

from __future__ import annotations

from pathlib import Path

from pdf_extractor_ai.book.model import Book


def write_book(book: Book, directory: Path, *, folder: str | None = None, replace: bool = False) -> Path:
    """The folder ``directory/NAME`` that now holds exactly the files of ``book``.

    An earlier folder of the same book is replaced as a whole, its stale files with it. When the name is taken by
    another book (other bytes), the folder is called ``NAME-`` and eight digits of the book's hash, unless
    ``replace`` or ``folder`` say otherwise. A folder that is no book folder is never touched. Raises
    ``BookExistsError`` then, ``OSError`` when it cannot be written; in either case nothing has changed.
    """
    raise NotImplementedError


def write_batch_readme(
    directory: Path, name: str, done: list[tuple[str, Path, Book | None]], failed: list[tuple[str, str]]
) -> Path:
    """``README.md`` of a batch folder: a row per book, sorted by name, then the failures with their reasons.

    ``done`` holds (document, folder, book); a ``None`` book is read back from the folder (a resumed run).
    """
    raise NotImplementedError
