"""``Library``: the book folders under a root, to be searched and read by a person's or an agent's program.

Imports neither Docling nor anything of the engine; needs the folders only.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from pdf_extractor_ai.book.chapter_file import chapter_body, read_chapter_file
from pdf_extractor_ai.book.shelf.folders import BETWEEN_FILES, BookFolder, ChapterEntry, clean, find_books
from pdf_extractor_ai.book.shelf.index import INDEX_FILE, Index
from pdf_extractor_ai.book.shelf.reading import ChapterText, characters_for, cut
from pdf_extractor_ai.book.shelf.searching import SearchHit, SearchResult, find
from pdf_extractor_ai.book.shelf.terms import query_expression
from pdf_extractor_ai.errors import BookFormatError, BookNotFoundError, ChapterNotFoundError, InvalidOptionError

__all__ = ["INDEX_FILE", "BookEntry", "ChapterText", "Library", "SearchHit", "SearchResult"]

MAX_HITS = 50
MAX_TOKENS = 20_000
"""Tokens of one `Library.read` unless the caller says otherwise; as many as a chapter file has at most."""

_NAMES_TOLD = 50  # of valid names in an error


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A book of the library: the ``name`` to call it by, title, source, size."""

    name: str
    title: str
    source_document: str
    total_chapters: int
    total_pages: int
    estimated_tokens: int


class Library:
    """The books in the folder ``root`` and its subfolders, or ``root`` itself when it is a book.

    Nothing outside ``root`` is read, whatever names, manifests and links say. The index of `search` is kept in
    ``root`` (``.pdf-extractor-ai-index.sqlite3``) and brought up to date by itself; in a folder that may not be
    written to it is made in memory. ``index`` is another file for it, for a ``root`` that is not to be written to.
    Objects may be shared by threads. Raises ``InvalidOptionError`` when ``root`` is no folder.
    """

    def __init__(self, root: str | os.PathLike[str], *, index: str | os.PathLike[str] | None = None) -> None:
        self._root = Path(root).expanduser().resolve()
        if not self._root.is_dir():
            raise InvalidOptionError(f"the library is no folder: {root}", remedy="Give a folder of books.")
        self._index = Index(self._root / INDEX_FILE if index is None else Path(index))

    def __repr__(self) -> str:
        return f"<Library: {self._root}>"

    @property
    def root(self) -> Path:
        """The folder, resolved."""
        return self._root

    def books(self) -> list[BookEntry]:
        """All books whose manifest can be read, by name."""
        return [entry for folder in find_books(self._root) if (entry := _book_entry(folder)) is not None]

    def search(self, query: str, *, book: str | None = None, limit: int = 10) -> SearchResult:
        """The ``limit`` (1 to 50) chapter files that answer ``query`` best, in all books or in one.

        Any word of the query may match, regardless of case, accents and English endings; words in quotation marks
        count extra where they stand together. Passages are ranked by BM25, titles and headings weighing more than
        text, chapters by their best passages. No hit is an empty result. Raises ``InvalidOptionError`` for a query
        without words or a limit out of range, ``BookNotFoundError``.
        """
        expression = query_expression(query)
        if not expression:
            raise InvalidOptionError("the query holds no words", remedy="Ask for a word or several.")
        if not 1 <= limit <= MAX_HITS:
            raise InvalidOptionError(f"limit is {limit}", remedy=f"Let limit be 1 to {MAX_HITS}.")
        books = find_books(self._root)
        name = None if book is None else _folder(books, book).name
        return self._index.ask(books, lambda connection: find(connection, query, expression, books, name, limit))

    def read(self, book: str, chapter: int | str, max_tokens: int | None = MAX_TOKENS, offset: int = 0) -> ChapterText:
        """The Markdown of a chapter from ``offset`` (characters of its body), ``max_tokens`` of it at most.

        ``chapter`` is its number, its title, or that as it stands in the file's name: all of the chapter, also when
        it has several files. A file's name, with or without ``.md``, is that file alone. ``max_tokens=None`` reads
        to the end. The result's ``next_call`` is what to call next, to read on. Raises ``BookNotFoundError``,
        ``ChapterNotFoundError`` (both list what there is), ``BookFormatError``, ``InvalidOptionError``.
        """
        if max_tokens is not None and max_tokens < 1:
            raise InvalidOptionError(f"max_tokens is {max_tokens}", remedy="Let max_tokens be 1 or more.")
        folder = self._book(book)
        entries = folder.chapters()
        files = _files(folder, entries, chapter)
        texts = [_text(folder, entry) for entry in files]
        body = BETWEEN_FILES.join(map(chapter_body, texts))
        if not 0 <= offset <= len(body):
            raise InvalidOptionError(f"offset is {offset}", remedy=f"Let offset be 0 to {len(body)}.")
        stop = len(body) if max_tokens is None else cut(body, offset, characters_for(max_tokens))
        following = _address(files) if stop < len(body) else _following(entries, files, chapter)
        return ChapterText(
            folder.name,
            files[0].chapter_id,
            files[0].title,
            f"{folder.name}/{files[0].file}",
            files[0].start_page,
            files[-1].end_page,
            body[offset:stop],
            offset,
            len(body),
            -(-(stop - offset) * 10 // 38),
            None
            if following is None
            else {
                "book": folder.name,
                "chapter": following,
                "max_tokens": max_tokens,
                "offset": stop if stop < len(body) else 0,
            },
            read_chapter_file(texts[0])[0],
        )

    def manifest(self, book: str) -> dict[str, Any]:
        """The JSON object of the book's ``AGENTS.md``. Raises ``BookNotFoundError``, ``BookFormatError``."""
        return self._book(book).manifest()

    def _book(self, name: str) -> BookFolder:
        return _folder(find_books(self._root), name)


def _folder(books: list[BookFolder], name: str) -> BookFolder:
    """The book of that name; the last part of it will do where it is the only such one."""
    wanted = str(name).strip().strip("/")
    exact = [book for book in books if book.name == wanted]
    found = exact or [book for book in books if book.name.rpartition("/")[2].casefold() == wanted.casefold()]
    if len(found) != 1:
        what = "several books are called so" if found else "there is no such book"
        raise BookNotFoundError(f"{what}: {name}", remedy=_told("Books", [book.name for book in found or books]))
    return found[0]


def _files(folder: BookFolder, entries: list[ChapterEntry], chapter: int | str) -> list[ChapterEntry]:
    """The files that ``chapter`` names; a number that is also a title is a number."""
    wanted = str(chapter).strip().casefold()
    for entry in entries:
        if str(entry.chapter_id) == wanted:
            return _whole(entries, entry)
    if (alone := _named(entries, wanted)) is not None:
        return [alone]
    for entry in entries:
        if wanted in (entry.title.casefold(), entry.file.removesuffix(".md").casefold().partition("_")[2]):
            return _whole(entries, entry)
    valid = [f"{entry.chapter_id} ({entry.file})" for entry in entries]
    raise ChapterNotFoundError(f"{folder.name} has no chapter {chapter}", remedy=_told("Chapters", valid))


def _named(entries: list[ChapterEntry], wanted: str) -> ChapterEntry | None:
    """The entry whose file has that name."""
    names = (wanted, f"{wanted}.md")
    return next((entry for entry in entries if entry.file.casefold() in names), None)


def _whole(entries: list[ChapterEntry], entry: ChapterEntry) -> list[ChapterEntry]:
    """``entry`` and the files that its chapter goes on in."""
    following = entries[entries.index(entry) :]
    return list(takewhile(lambda other: other.chapter_id == entry.chapter_id, following))


def _address(files: list[ChapterEntry]) -> int | str:
    """What names these files, and no others."""
    return files[0].file if len(files) == 1 else files[0].chapter_id


def _following(entries: list[ChapterEntry], files: list[ChapterEntry], chapter: int | str) -> int | str | None:
    """What names the next chapter, or the next file when ``chapter`` names a file; ``None`` at the end."""
    place = entries.index(files[-1]) + 1
    if place == len(entries):
        return None
    by_file = _named(entries, str(chapter).strip().casefold()) is files[0]
    return entries[place].file if by_file else _address(_whole(entries, entries[place]))


def _text(folder: BookFolder, entry: ChapterEntry) -> str:
    try:
        return folder.read_text(entry.file)
    except OSError as error:
        raise ChapterNotFoundError(
            f"the chapter's file cannot be read: {folder.name}/{entry.file} ({error})", remedy="Convert the PDF again."
        ) from None


def _book_entry(folder: BookFolder) -> BookEntry | None:
    try:
        manifest = folder.manifest()
    except BookFormatError:
        return None

    def number(key: str) -> int:
        value = manifest.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    def text(key: str) -> str:
        value = manifest.get(key)
        return clean(value) if isinstance(value, str) else ""

    return BookEntry(
        folder.name,
        text("document_title") or folder.name,
        text("source_document"),
        number("total_chapters"),
        number("total_pages"),
        number("estimated_tokens"),
    )


def _told(what: str, names: list[str]) -> str:
    if not names:
        return f"{what}: none."
    more = f" and {len(names) - _NAMES_TOLD} more" if len(names) > _NAMES_TOLD else ""
    return f"{what}: {', '.join(names[:_NAMES_TOLD])}{more}."
