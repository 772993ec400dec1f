"""The full-text index of a library: SQLite's FTS5 over passages, one transaction a refresh.

The file lies hidden beside the books. It is looked at read-only first; when a book has changed it is brought up
to date; where that cannot be (no right to write, a full disk, a damaged or foreign file) the same tables are
built in memory for this process. Nobody is ever told less because the file could not be kept.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from pdf_extractor_ai.book.chapter_file import chapter_body
from pdf_extractor_ai.book.shelf.folders import BETWEEN_FILES, BookFolder, ChapterEntry
from pdf_extractor_ai.book.shelf.passages import cut_passages, plain
from pdf_extractor_ai.book.shelf.terms import index_text
from pdf_extractor_ai.errors import BookFormatError

INDEX_FILE = ".pdf-extractor-ai-index.sqlite3"

_VERSION = 2
_APPLICATION = 0x70646661  # "pdfa" in the file's header: this is ours to throw away
_BUSY_SECONDS = 5.0
_SCHEMA = """
CREATE TABLE book (name TEXT PRIMARY KEY, signature TEXT NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chapter (
    id INTEGER PRIMARY KEY, book TEXT NOT NULL, position INTEGER NOT NULL, chapter_id INTEGER NOT NULL,
    file TEXT NOT NULL, title TEXT NOT NULL, start_page INTEGER NOT NULL, end_page INTEGER NOT NULL,
    base INTEGER NOT NULL
);
CREATE INDEX chapter_book ON chapter (book);
CREATE TABLE passage (
    id INTEGER PRIMARY KEY, chapter INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
    page INTEGER NOT NULL, last_page INTEGER NOT NULL, heading TEXT NOT NULL
);
CREATE INDEX passage_chapter ON passage (chapter);
CREATE VIRTUAL TABLE words USING fts5 (title, heading, body, tokenize = 'porter ascii');
"""

Answer = TypeVar("Answer")


class _StaleError(Exception):
    """The index file does not know the books as they are now."""


class Index:
    """The index in the file ``path``; may be used from any number of threads and processes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._memory: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    def ask(self, books: Sequence[BookFolder], question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """What ``question`` finds in an index that knows ``books`` as they are now."""
        signatures = {book.name: book.signature() for book in books}
        with suppress(sqlite3.Error, OSError, _StaleError), self._read_only() as connection:
            _check_fresh(connection, signatures)
            return question(connection)
        with suppress(sqlite3.Error, OSError):
            return self._on_disk(books, signatures, question)
        with self._lock:
            if self._memory is None:
                self._memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
                self._memory.executescript(_SCHEMA)
            return _answer(self._memory, books, signatures, question)

    @contextmanager
    def _read_only(self) -> Iterator[sqlite3.Connection]:
        if self._path.is_symlink() or not self._path.is_file():
            raise _StaleError
        # Path.as_uri quotes what a URI must not hold; a hostile folder name cannot add parameters.
        uri = f"{self._path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("BEGIN")  # one view of the file for the check and the question
            _check_ours(connection)
            yield connection

    def _on_disk(
        self,
        books: Sequence[BookFolder],
        signatures: dict[str, str],
        question: Callable[[sqlite3.Connection], Answer],
    ) -> Answer:
        """The answer of the file brought up to date; a damaged one is made anew first."""
        if self._path.is_symlink():
            raise OSError("the index is a link")
        try:
            return self._updated(books, signatures, question)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            for leftover in (self._path, self._path.with_name(f"{self._path.name}-journal")):
                leftover.unlink(missing_ok=True)  # what it knew can be found out again
            return self._updated(books, signatures, question)

    def _updated(
        self,
        books: Sequence[BookFolder],
        signatures: dict[str, str],
        question: Callable[[sqlite3.Connection], Answer],
    ) -> Answer:
        with closing(sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            _prepare(connection)
            return _answer(connection, books, signatures, question)


def _check_ours(connection: sqlite3.Connection) -> None:
    found = (
        connection.execute("PRAGMA application_id").fetchone()[0],
        connection.execute("PRAGMA user_version").fetchone()[0],
    )
    if found != (_APPLICATION, _VERSION):
        raise _StaleError


def _prepare(connection: sqlite3.Connection) -> None:
    """Empty tables of this version, if they are not there yet; an older version's are thrown away."""
    try:
        _check_ours(connection)
    except _StaleError:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in tables:
            if name in ("book", "chapter", "passage", "words"):
                connection.execute(f"DROP TABLE {name}")
        for statement in _SCHEMA.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {_VERSION}")


def _check_fresh(connection: sqlite3.Connection, signatures: dict[str, str]) -> None:
    if dict(connection.execute("SELECT name, signature FROM book")) != signatures:
        raise _StaleError


def _answer(
    connection: sqlite3.Connection,
    books: Sequence[BookFolder],
    signatures: dict[str, str],
    question: Callable[[sqlite3.Connection], Answer],
) -> Answer:
    """Bring the index up to date and ask, in one transaction, or another process could come in between."""
    if not connection.in_transaction:
        connection.execute("BEGIN")
    try:
        _refresh(connection, books, signatures)
        answer = question(connection)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    return answer


def _refresh(connection: sqlite3.Connection, books: Sequence[BookFolder], signatures: dict[str, str]) -> None:
    """Make the index know ``books``; what has not changed is left alone."""
    known = {name: (old, digest) for name, old, digest in connection.execute("SELECT * FROM book")}
    for name in sorted(known.keys() - signatures.keys()):
        _forget(connection, name)
    for book in books:
        old, digest = known.get(book.name, ("", ""))
        if old != signatures[book.name]:
            _update(connection, book, signatures[book.name], digest)


def _update(connection: sqlite3.Connection, book: BookFolder, signature: str, digest: str) -> None:
    """Take the book in anew, unless its files were merely touched or copied."""
    bodies = _bodies(book)
    hasher = hashlib.sha256()
    for entry, body in bodies:
        hasher.update(f"{entry!r}\0{body}\0".encode("utf-8", "surrogatepass"))
    if hasher.hexdigest() != digest:
        _forget(connection, book.name)
        base, before = 0, None
        for position, (entry, body) in enumerate(bodies):
            base = base if entry.chapter_id == before else 0
            _add(connection, (book.name, position, base), entry, body)
            base, before = base + len(body) + len(BETWEEN_FILES), entry.chapter_id
    connection.execute("REPLACE INTO book VALUES (?, ?, ?)", (book.name, signature, hasher.hexdigest()))


def _bodies(book: BookFolder) -> list[tuple[ChapterEntry, str]]:
    """The chapters that can be read; a damaged book has none, and is no reason to find nothing in the others."""
    found = []
    with suppress(BookFormatError):
        for entry in book.chapters():
            with suppress(OSError):
                found.append((entry, chapter_body(book.read_text(entry.file))))
    return found


def _forget(connection: sqlite3.Connection, book: str) -> None:
    inner = "SELECT passage.id FROM passage JOIN chapter ON chapter.id = passage.chapter WHERE book = ?"
    connection.execute(f"DELETE FROM words WHERE rowid IN ({inner})", (book,))  # noqa: S608 - a constant
    connection.execute(f"DELETE FROM passage WHERE id IN ({inner})", (book,))  # noqa: S608 - a constant
    connection.execute("DELETE FROM chapter WHERE book = ?", (book,))
    connection.execute("DELETE FROM book WHERE name = ?", (book,))


def _add(connection: sqlite3.Connection, place: tuple[str, int, int], entry: ChapterEntry, body: str) -> None:
    """Take in a file; ``place`` is its book, its position there, and where its body starts in the whole chapter."""
    book, position, base = place
    row = (book, position, entry.chapter_id, entry.file, entry.title, entry.start_page, entry.end_page, base)
    chapter = connection.execute("INSERT INTO chapter VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", row).lastrowid
    title = index_text(entry.title)
    for passage in cut_passages(body, entry.sections, entry.start_page, entry.end_page):
        found = (chapter, passage.start, passage.stop, passage.page, passage.last_page, passage.heading)
        rowid = connection.execute("INSERT INTO passage VALUES (NULL, ?, ?, ?, ?, ?, ?)", found).lastrowid
        words = (rowid, title, index_text(passage.heading), index_text(plain(body[passage.start : passage.stop])))
        connection.execute("INSERT INTO words (rowid, title, heading, body) VALUES (?, ?, ?, ?)", words)
