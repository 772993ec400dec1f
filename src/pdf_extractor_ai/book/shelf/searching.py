"""From a query to chapters: passages ranked by BM25, their chapters by their best passages."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

from pdf_extractor_ai.book.chapter_file import chapter_body
from pdf_extractor_ai.book.shelf.folders import BookFolder
from pdf_extractor_ai.book.shelf.passages import plain
from pdf_extractor_ai.book.shelf.terms import query_terms, spans

_TITLE_WEIGHT, _HEADING_WEIGHT, _BODY_WEIGHT = 0.5, 1.0, 1.0
_SHARES = (1.0, 0.1)
"""What a chapter's best and second best passage give to its score: one good place beats many poor ones."""

_ALL_IN_HEADINGS = 2.0
"""A passage counts so many times when title and headings above it hold every word of the query."""

_PASSAGES = 400  # looked at for one answer
_SNIPPET = 320  # characters
_OPEN, _CLOSE = "\x01", "\x02"

_RANKED = f"""
SELECT c.book, c.position, c.chapter_id, c.file, c.title, c.start_page, c.end_page,
       c.base, p.start, p.stop, p.page, p.last_page, p.heading, p.id, words.title || ' ' || words.heading,
       -bm25(words, {_TITLE_WEIGHT}, {_HEADING_WEIGHT}, {_BODY_WEIGHT}) AS score
FROM words JOIN passage AS p ON p.id = words.rowid JOIN chapter AS c ON c.id = p.chapter
WHERE words MATCH ? AND (? IS NULL OR c.book = ?)
ORDER BY score DESC, c.book, c.position, p.start LIMIT {_PASSAGES}
"""  # noqa: S608 - constants
_COUNT = """
SELECT count(DISTINCT p.chapter)
FROM words JOIN passage AS p ON p.id = words.rowid JOIN chapter AS c ON c.id = p.chapter
WHERE words MATCH ? AND (? IS NULL OR c.book = ?)
"""
_MARKED = f"SELECT highlight(words, 2, '{_OPEN}', '{_CLOSE}') FROM words WHERE words MATCH ? AND rowid = ?"  # noqa: S608


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A chapter file that answers a query.

    ``page`` and ``last_page`` bound the page on which the best passage begins (they are equal where the book has
    page marks), ``heading`` is what it stands under, ``offset`` where it starts in the chapter: what to give to
    ``Library.read`` together with ``chapter_id``, also when the chapter has several files. ``file_path`` is
    relative to the library. ``score`` is higher for better hits and means nothing across queries.
    """

    book: str
    chapter_id: int
    title: str
    file_path: str
    start_page: int
    end_page: int
    page: int
    last_page: int
    heading: str
    offset: int
    score: float
    snippet: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best ``hits`` of the ``total`` chapter files in which a word of ``query`` occurs."""

    query: str
    total: int
    hits: tuple[SearchHit, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    book: str
    position: int
    chapter_id: int
    file: str
    title: str
    start_page: int
    end_page: int
    base: int
    start: int
    stop: int
    page: int
    last_page: int
    heading: str
    passage: int
    above: str
    score: float


_TYPES = tuple(get_type_hints(_Row).values())


def find(
    connection: sqlite3.Connection,
    query: str,
    expression: str,
    books: Sequence[BookFolder],
    book: str | None,
    limit: int,
) -> SearchResult:
    """The answer to ``expression`` in all of ``books`` or in one; ties go by book, then by place in the book.

    Raises ``sqlite3.DatabaseError`` for rows that this program has not written.
    """
    bound, wanted = (expression, book, book), query_terms(query)
    chapters: dict[tuple[str, int], list[tuple[float, _Row]]] = defaultdict(list)
    folders = {folder.name: folder for folder in books}
    for values in connection.execute(_RANKED, bound):
        row = _row(values, folders)
        weight = _ALL_IN_HEADINGS if _holds_all(row.above, wanted) else 1.0
        chapters[row.book, row.position].append((row.score * weight, row))
    ranked = sorted((-_score(rows), place, _best(rows)) for place, rows in chapters.items())
    hits = []
    for score, _, row in ranked[:limit]:
        (marked,) = connection.execute(_MARKED, (expression, row.passage)).fetchone() or ("",)
        hits.append(_hit(row, -score, _snippet(folders[row.book], row, marked)))
    total = connection.execute(_COUNT, bound).fetchone()[0] if hits else 0
    return SearchResult(query, total, tuple(hits))


def _row(values: tuple[Any, ...], folders: Mapping[str, BookFolder]) -> _Row:
    """A row of the answer; whoever can write beside the books can write the index too."""
    sound = tuple(map(type, values)) == _TYPES and values[0] in folders
    if not sound or any(value < 0 for value in values if isinstance(value, int)):
        raise sqlite3.DatabaseError("a row that is not of our making")
    return _Row(*values)


def _holds_all(above: str, wanted: Sequence[str]) -> bool:
    """Whether the words ``above`` a passage hold all that is ``wanted``."""
    held = set(above.split(" "))
    return all(
        any(word.startswith(term[:-1]) for word in held) if term.endswith("*") else term in held for term in wanted
    )


def _score(rows: Sequence[tuple[float, _Row]]) -> float:
    """Rounded, so that ties are ties on every machine."""
    best = sorted((score for score, _ in rows), reverse=True)
    return float(f"{sum(share * score for share, score in zip(_SHARES, best, strict=False)):.9g}")


def _best(rows: Sequence[tuple[float, _Row]]) -> _Row:
    """The passage to show; of equals the first in the chapter."""
    return max(rows, key=lambda pair: (pair[0], -pair[1].start))[1]


def _hit(row: _Row, score: float, snippet: str) -> SearchHit:
    return SearchHit(
        row.book,
        row.chapter_id,
        row.title,
        f"{row.book}/{row.file}",
        row.start_page,
        row.end_page,
        row.page,
        row.last_page,
        row.heading,
        row.base + row.start,
        score,
        snippet,
    )


def _snippet(folder: BookFolder, row: _Row, marked: str) -> str:
    """The part of the passage with the most different words of the query; ``marked`` is what SQLite found in it."""
    try:
        text = plain(chapter_body(folder.read_text(row.file))[row.start : row.stop])
    except OSError:
        return ""
    places = [(start, stop, text[start:stop].casefold()) for start, stop in _marked_spans(text, marked)]
    first = max(
        range(len(places)),
        key=lambda number: (
            len({word for start, stop, word in places[number:] if stop <= places[number][0] + _SNIPPET}),
            -number,
        ),
        default=0,
    )
    start = max(0, min(places[first][0] - 40, len(text) - _SNIPPET)) if places else 0
    return _trimmed(text, start, start + _SNIPPET)


def _marked_spans(text: str, marked: str) -> list[tuple[int, int]]:
    found, inside = [], False
    for (_, start, stop), term in zip(spans(text), marked.split(" "), strict=False):
        inside = inside or term.startswith(_OPEN)
        if inside:
            found.append((start, stop))
        if term.endswith(_CLOSE):
            inside = False
    return found


def _trimmed(text: str, start: int, stop: int) -> str:
    """``text[start:stop]`` from and to a space where one is near, with dots where something is left out."""
    if start > 0:
        space = text.find(" ", start, start + 30)
        start = space + 1 if space >= 0 else start
    if stop < len(text):
        space = text.rfind(" ", stop - 30, stop)
        stop = space if space >= 0 else stop
    return ("… " if start > 0 else "") + text[start:stop].strip() + (" …" if stop < len(text) else "")
