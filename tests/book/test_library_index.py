"""The hidden index file: kept, refreshed, done without."""

from __future__ import annotations

import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from pdf_extractor_ai.book.shelf import INDEX_FILE, Library
from tests.book.shelf import chapter_file, write_book_folder


def test_it_is_kept_and_not_rebuilt(shelf: Path) -> None:
    Library(shelf).search("wind")
    before = (shelf / INDEX_FILE).stat()
    assert Library(shelf).search("wind").hits
    assert (shelf / INDEX_FILE).stat().st_mtime_ns == before.st_mtime_ns
    assert sorted(path.name for path in shelf.iterdir()) == [INDEX_FILE, "Batch", "Coast"]


def test_changes_are_seen_at_once(shelf: Path) -> None:
    library = Library(shelf)
    assert not library.search("hurricane").hits
    (shelf / "Coast" / "01_wind.md").write_text(chapter_file("Wind", 1, 2, 3, 7, "A hurricane."), encoding="utf-8")
    assert library.search("hurricane").hits
    assert not library.search("threshold speed creep", book="Coast").hits[0].snippet.startswith("The threshold speed")
    shutil.rmtree(shelf / "Coast")
    assert not library.search("hurricane").hits
    write_book_folder(shelf / "New", [("One", 1, 1, "hurricane again")])
    assert [hit.book for hit in library.search("hurricane").hits] == ["New"]


def test_a_touched_book_is_found_as_before(shelf: Path) -> None:
    library = Library(shelf)
    before = library.search("wind sand")
    for path in (shelf / "Coast").iterdir():
        os.utime(path, (1, 1))
    assert library.search("wind sand") == before


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 4_000])
def test_a_damaged_file_is_made_anew(shelf: Path, content: bytes) -> None:
    (shelf / INDEX_FILE).write_bytes(content)
    assert Library(shelf).search("threshold").hits
    assert (shelf / INDEX_FILE).read_bytes().startswith(b"SQLite format 3")


def test_a_link_in_its_place_is_not_followed(shelf: Path, tmp_path: Path) -> None:
    (shelf / INDEX_FILE).symlink_to(tmp_path / "elsewhere")
    assert Library(shelf).search("threshold").hits
    assert not (tmp_path / "elsewhere").exists()


def test_without_the_right_to_write_it_is_made_in_memory(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = sqlite3.connect

    def connect(path: object, **options: object) -> sqlite3.Connection:
        if str(path) != ":memory:":
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return real(":memory:", **options)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect)
    library = Library(shelf)
    assert library.search("threshold").hits
    (shelf / "Coast" / "01_wind.md").write_text(chapter_file("Wind", 1, 2, 3, 7, "A hurricane."), encoding="utf-8")
    assert library.search("hurricane").hits
    assert not (shelf / INDEX_FILE).exists()


def test_many_readers_at_once_while_a_book_changes(shelf: Path) -> None:
    def ask(number: int) -> int:
        if number % 5 == 0:
            write_book_folder(shelf / f"New{number}", [("One", 1, 1, "threshold of the wind")])
        return len(Library(shelf).search("threshold").hits)

    with ThreadPoolExecutor(8) as pool:
        assert all(count >= 2 for count in pool.map(ask, range(40)))
    assert Library(shelf).search("threshold").total == 10


def test_another_version_is_thrown_away(shelf: Path) -> None:
    Library(shelf).search("wind")
    connection = sqlite3.connect(shelf / INDEX_FILE)
    connection.execute("PRAGMA user_version = 999")
    connection.execute("DROP TABLE passage")
    connection.commit()
    connection.close()
    assert Library(shelf).search("threshold").hits


def test_it_may_lie_elsewhere(shelf: Path, tmp_path: Path) -> None:
    assert Library(shelf, index=tmp_path / "books.sqlite3").search("threshold").hits
    assert (tmp_path / "books.sqlite3").is_file()
    assert not (shelf / INDEX_FILE).exists()
    assert Library(shelf, index=tmp_path / "nowhere" / "books.sqlite3").search("threshold").hits


@pytest.mark.parametrize("value", [None, "x", b"\xff", 1.5, -5, 2**62, "../../../etc/passwd"], ids=repr)
@pytest.mark.parametrize(
    "place",
    [
        *("book.name", "book.signature", "book.digest", "chapter.book", "chapter.position", "chapter.chapter_id"),
        *("chapter.file", "chapter.title", "chapter.start_page", "chapter.base", "passage.chapter", "passage.start"),
        *("passage.stop", "passage.page", "passage.heading", "words.title"),
    ],
)
def test_rows_of_another_hand_are_never_an_error(shelf: Path, place: str, value: object) -> None:
    Library(shelf).search("threshold")
    table, column = place.split(".")
    connection = sqlite3.connect(shelf / INDEX_FILE)
    with suppress(sqlite3.IntegrityError):  # `NOT NULL` and unique names
        connection.execute(f"UPDATE {table} SET {column} = ?", (value,))
        connection.commit()
    connection.close()
    for hit in Library(shelf).search("threshold").hits:
        assert hit.book in ("Batch/Cluster", "Coast")
        assert isinstance(hit.start_page + hit.page + hit.offset, int)


def test_an_index_with_rows_of_another_hand_is_made_anew(shelf: Path) -> None:
    wanted = Library(shelf).search("threshold")
    connection = sqlite3.connect(shelf / INDEX_FILE)
    connection.execute("UPDATE passage SET start = 'x'")
    connection.commit()
    connection.close()
    assert Library(shelf).search("threshold") == wanted
    before = (shelf / INDEX_FILE).stat()
    assert Library(shelf).search("threshold") == wanted
    assert (shelf / INDEX_FILE).stat().st_mtime_ns == before.st_mtime_ns, "it is sound again"
