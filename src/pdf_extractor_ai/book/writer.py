"""A book on the disk: the folder is made whole in a temporary one and swapped in."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pdf_extractor_ai.book.manifest import MANIFEST, read_manifest
from pdf_extractor_ai.book.model import Book
from pdf_extractor_ai.book.naming import folder_name
from pdf_extractor_ai.book.readme import batch_markdown
from pdf_extractor_ai.errors import BookError, BookExistsError, BookFormatError
from pdf_extractor_ai.files import replace_file, writing

TEMPORARY = ".book-tmp"
"""How the names of temporary folders end; they begin with a dot and stand beside the book's own folder."""

_HASH_DIGITS = 8
_TRIES = 8
_SWAPS = 100
_PAUSE = 0.01  # seconds: another writer may be exchanging the folder just now

_TAKEN = (errno.EEXIST, errno.ENOTEMPTY)
"""What the system says of a move onto a folder with something in it."""


def temporary_prefix(name: str) -> str:
    """How the temporary folders of the book called ``name`` begin."""
    return f".{name.encode()[:120].decode('utf-8', 'ignore')}."


def write_book(book: Book, directory: Path, *, folder: str | None = None, replace: bool = False) -> Path:
    """The folder ``directory/NAME`` that now holds exactly the files of ``book``.

    An earlier folder of the same book is replaced as a whole, its stale files with it. When the name is taken by
    another book (other bytes), the folder is called ``NAME-`` and eight digits of the book's hash, unless
    ``replace`` or ``folder`` say otherwise: they take the place of any book. A folder that is no book folder is
    never touched, an empty one is used. Raises ``BookExistsError`` then, ``OSError`` when it cannot be written; in
    either case nothing has changed.
    """
    directory = Path(directory)
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
    name = book.name if folder is None else folder_name(folder)
    _target(directory, name, book, anyhow=replace or folder is not None)  # fails before anything is done
    temporary = _temporary(directory, name)
    try:
        with writing(directory / name):
            temporary.mkdir()
            _fill(temporary, book)
        for _ in range(_SWAPS):
            target = _target(directory, name, book, anyhow=replace or folder is not None)
            if _swapped(temporary, target):
                return target
            time.sleep(_PAUSE)
        raise BookError(f"{directory / name} keeps changing: something else writes there")
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _temporary(directory: Path, name: str) -> Path:
    """A path beside the book's own that nobody has; it tells whose it is."""
    return directory / f"{temporary_prefix(name)}{os.getpid():x}-{secrets.token_hex(6)}{TEMPORARY}"


def _fill(folder: Path, book: Book) -> None:
    for name, data in book.files.items():
        with (folder / name).open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    for path, data in book.images.pngs():
        target = folder / path
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)


def _target(directory: Path, name: str, book: Book, *, anyhow: bool) -> Path:
    """The folder to write: of this book, free, or free to be replaced."""
    for candidate in (name, f"{name}-{book.sha256[:_HASH_DIGITS]}"):
        path = directory / candidate
        if _is_in_the_way(path):
            raise BookExistsError(f"{path} is in the way: it is no folder", remedy="Move it, or choose another name.")
        if _is_free(path):
            return path
        owner = _owner(path)
        if anyhow or owner is None or owner == book.sha256:
            return path
    raise BookExistsError(f"{directory / name} is taken by other books", remedy="Choose another place.")


def _is_in_the_way(path: Path) -> bool:
    """Whether something is there that is no folder, told by one look: between two another writer may take it away."""
    try:
        return not stat.S_ISDIR(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def _is_free(path: Path) -> bool:
    """Whether nothing is there, or an empty folder."""
    try:
        return not any(path.iterdir())
    except FileNotFoundError:
        return True


def _owner(path: Path) -> str | None:
    """The hash of the book in ``path``, ``None`` when it has just been taken away; ``BookExistsError`` for no book."""
    for attempt in range(_TRIES):
        try:
            return str(read_manifest(path).get("source_sha256", ""))
        except BookFormatError as error:
            if _is_free(path):
                return None
            if attempt + 1 == _TRIES:
                raise BookExistsError(
                    f"{path} holds something else than a book, which is not touched",
                    remedy="Empty it, or choose another place.",
                ) from error
            time.sleep(_PAUSE)
    return None


def _swapped(temporary: Path, target: Path) -> bool:
    """Put ``temporary`` in the place of ``target``; ``False`` when somebody else was quicker.

    What was there is moved aside first and comes back when the second step fails.
    """
    aside: Path | None = None
    if target.is_dir():
        if _is_free(target):
            with suppress(OSError):
                target.rmdir()
        else:
            aside = _temporary(target.parent, target.name)
    try:
        if aside is not None:
            target.rename(aside)
        temporary.rename(target)
    except BaseException as error:
        if aside is not None and aside.is_dir():
            _back(aside, target)
        if isinstance(error, OSError) and error.errno in (*_TAKEN, errno.ENOENT):
            return False
        raise
    if aside is not None:
        shutil.rmtree(aside, ignore_errors=True)
    return True


def _back(aside: Path, target: Path) -> None:
    """What was moved aside goes back to its place, unless somebody has put a newer book there."""
    try:
        aside.rename(target)
    except OSError as error:
        if error.errno not in _TAKEN:
            raise
        shutil.rmtree(aside, ignore_errors=True)


def write_batch_readme(
    directory: Path,
    name: str,
    done: Sequence[tuple[str, Path, Book | None]],
    failed: Sequence[tuple[str, str]] = (),
    *,
    stamp: str = "",
) -> Path:
    """``README.md`` of a batch folder: a row per book, sorted by name, then the failures with their reasons.

    ``done`` holds (document, folder, book); a ``None`` book is read back from the folder (a resumed run). ``failed``
    holds (document, reason). ``stamp`` is a sentence on when and how long; without it the same books give the same
    file. Raises ``OSError`` when it cannot be written.
    """
    rows: list[tuple[str, str, int, int]] = []
    for document, folder, book in done:
        if book is not None:
            chapters, pages = len({chapter.index for chapter in book.chapters}), book.page_count
        else:
            try:
                data = read_manifest(folder)
                chapters, pages = int(data["total_chapters"]), int(data["total_pages"])
            except (BookFormatError, KeyError, TypeError, ValueError):
                chapters = pages = 0
        rows.append((document, os.path.relpath(folder, directory).replace(os.sep, "/"), chapters, pages))
    path = directory / "README.md"
    replace_file(path, batch_markdown(name, rows, failed, stamp=stamp).encode("utf-8", "replace"))
    return path


def is_book_folder(folder: Path) -> bool:
    """Whether ``folder`` has the manifest of a book."""
    return (folder / MANIFEST).is_file()
