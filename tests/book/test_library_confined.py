"""No name, manifest or link leads out of the library, and a damaged book harms no other."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.book.shelf import Library
from pdf_extractor_ai.errors import BookFormatError, BookNotFoundError, ChapterNotFoundError
from tests.book.shelf import write_manifest


@pytest.mark.parametrize("name", ["../outside/Secret", "..", ".", "", "/etc", "Coast/..", "Coast/../../outside/Secret"])
def test_names_of_books(shelf: Path, outside: Path, name: str) -> None:
    with pytest.raises(BookNotFoundError):
        Library(shelf).manifest(name)
    with pytest.raises(BookNotFoundError):
        Library(shelf).read(str(outside / "Secret"), 1)


@pytest.mark.parametrize("name", ["../../outside/Secret/01_keys.md", "/etc/passwd", "AGENTS.md", "..", ""])
def test_names_of_chapters(shelf: Path, outside: Path, name: str) -> None:
    with pytest.raises(ChapterNotFoundError):
        Library(shelf).read("Coast", name)


def test_what_a_manifest_lists(shelf: Path, outside: Path) -> None:
    names = [
        "../../outside/Secret/01_keys.md",
        str(outside / "Secret" / "01_keys.md"),
        "..\\x.md",
        "a\0.md",
        7,
        None,
    ]
    write_manifest(
        shelf / "Coast", {"chapters": [{"chapter_index": 1, "title": "x", "file_path": name} for name in names]}
    )
    with pytest.raises(ChapterNotFoundError):
        Library(shelf).read("Coast", 1)
    assert not Library(shelf).search("secret password").hits


def test_links(shelf: Path, outside: Path) -> None:
    (shelf / "Linked").symlink_to(outside / "Secret")
    (shelf / "Coast" / "01_wind.md").unlink()
    (shelf / "Coast" / "01_wind.md").symlink_to(outside / "Secret" / "01_keys.md")
    library = Library(shelf)
    assert not library.search("secret password").hits
    with pytest.raises(ChapterNotFoundError):
        library.read("Coast", 1)
    with pytest.raises(BookNotFoundError):
        library.read("Linked", 1)
    (shelf / "Coast" / "AGENTS.md").unlink()
    (shelf / "Coast" / "AGENTS.md").symlink_to(outside / "Secret" / "AGENTS.md")
    with pytest.raises(BookNotFoundError):
        library.manifest("Coast")


def test_a_root_that_is_a_link_is_its_target(shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(shelf)
    assert Library(tmp_path / "link").search("threshold").hits


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_chapter(shelf: Path) -> None:
    (shelf / "Coast" / "01_wind.md").unlink()
    os.mkfifo(shelf / "Coast" / "01_wind.md")
    assert Library(shelf).search("waves").hits
    with pytest.raises(ChapterNotFoundError):
        Library(shelf).read("Coast", 1)


@pytest.fixture(params=["no block", "bad json", "list", "strange values", "no number", "endless", "deep"])
def damaged(request: pytest.FixtureRequest, shelf: Path) -> Path:
    texts = {
        "no block": "# Coast\n",
        "bad json": '```json\n{"chapters": \n```\n',
        "list": "```json\n[1]\n```\n",
        "strange values": '```json\n{"chapters": [1, {"file_path": "01_wind.md", "title": "\\ud800", "start_page": "x",'
        ' "end_page": -3, "sections": [3, {"title": 4}, {"title": "Gusts", "page": 1e99}]}], "total_pages": []}\n```\n',
        "no number": '```json\n{"chapters": [{"file_path": "01_wind.md", "estimated_tokens": NaN}]}\n```\n',
        "endless": '```json\n{"chapters": [], "total_pages": 1e999}\n```\n',
        "deep": "```json\n" + '{"chapters": ' + "[" * 200_000 + "\n```\n",
    }
    (shelf / "Coast" / "AGENTS.md").write_text(texts[request.param], encoding="utf-8")
    return shelf


def test_a_damaged_manifest_is_told(shelf: Path) -> None:
    (shelf / "Coast" / "AGENTS.md").write_text('```json\n{"chapters": \n```\n')
    with pytest.raises(BookFormatError, match="Coast"):
        Library(shelf).manifest("Coast")


def test_an_agents_file_of_a_project_makes_no_book(shelf: Path) -> None:
    for folder in (shelf, shelf / "Batch"):
        (folder / "AGENTS.md").write_text("# How to work here\n\nRun the tests.\n")
    assert [book.name for book in Library(shelf).books()] == ["Batch/Cluster", "Coast"]


def test_a_damaged_manifest_harms_its_own_book_only(damaged: Path) -> None:
    library = Library(damaged)
    assert library.search("wind", book="Batch/Cluster").hits
    with suppress(BookFormatError, BookNotFoundError, ChapterNotFoundError):
        assert library.read("Coast", 0).text.startswith("# Wind")
    assert "Batch/Cluster" in [book.name for book in library.books()]
    for book in library.books():
        with suppress(BookFormatError):
            json.dumps(library.manifest(book.name), allow_nan=False)


WRONG: list[Any] = [None, True, -1, 1.5, 10**30, "", "x", "\ud800", "../../etc/passwd", "a\0b"]
WRONG += [[], {}, [None], [[]], [{}], {"a": 1}]


@pytest.mark.parametrize("key", ["chapters", "document_title", "total_pages", "source_document", "estimated_tokens"])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_no_value_of_a_manifest_is_taken_for_what_it_should_be(shelf: Path, key: str, value: object) -> None:
    manifest = Library(shelf).manifest("Coast")
    write_manifest(shelf / "Coast", manifest | {key: value}, ascii_only=True)
    _use(Library(shelf))


@pytest.mark.parametrize("key", ["chapter_index", "title", "file_path", "start_page", "end_page", "sections"])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_no_value_of_a_chapter_is_taken_for_what_it_should_be(shelf: Path, key: str, value: object) -> None:
    manifest = Library(shelf).manifest("Coast")
    manifest["chapters"][0][key] = value
    write_manifest(shelf / "Coast", manifest, ascii_only=True)
    _use(Library(shelf))


@pytest.mark.parametrize(
    "value",
    [
        *("null", "[]", "{1: 2}", "2026-01-01", "2026-99-99", "!!python/object:os.system x", "&a [*a]", ".nan"),
        *("1e999", "!!binary aGk=", "!!set {a}", "? [a]\n: b", '"\\ud800"', "9" * 5_000),
    ],
)
def test_no_value_of_frontmatter_is_more_than_a_text_or_a_number(shelf: Path, value: str) -> None:
    path = shelf / "Coast" / "01_wind.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("total_chapters: 2", f"total_chapters: {value}"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    assert Library(shelf).read("Coast", 1).text.startswith("# Wind")
    _use(Library(shelf))


def _use(library: Library) -> None:
    """Everything that can be asked of a library; what it answers can be sent to anyone."""
    json.dumps([asdict(book) for book in library.books()], ensure_ascii=False, allow_nan=False).encode()
    hits = library.search("wind sand").hits
    assert any(hit.book == "Batch/Cluster" for hit in hits)
    json.dumps([asdict(hit) for hit in hits], ensure_ascii=False, allow_nan=False).encode()
    with suppress(BookFormatError, BookNotFoundError, ChapterNotFoundError):
        piece = library.read("Coast", 1, 20)
        for _ in range(50):
            json.dumps(asdict(piece), ensure_ascii=False, allow_nan=False).encode()
            if piece.next_call is None:
                break
            piece = library.read(**piece.next_call)
