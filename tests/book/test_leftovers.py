"""What a killed worker left is taken away; an old book that it had moved aside comes back."""

from __future__ import annotations

from pathlib import Path

from pdf_extractor_ai.book.leftovers import clean_up
from tests.book.shelf import write_book_folder

CHAPTERS = [("One", 1, 2, "sand"), ("Two", 3, 4, "wind")]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_temporary_folders_of_this_book_go(tmp_path: Path) -> None:
    write_book_folder(tmp_path / "Coast", CHAPTERS)
    write_book_folder(tmp_path / ".Coast.abc123.book-tmp", CHAPTERS)
    (tmp_path / ".Coast.xyz.book-tmp").mkdir()
    (tmp_path / ".Other.xyz.book-tmp").mkdir()
    (tmp_path / ".Coast.notes").mkdir()
    clean_up(tmp_path, "Coast")
    assert names(tmp_path) == [".Coast.notes", ".Other.xyz.book-tmp", "Coast"]


def test_a_whole_book_moved_aside_comes_back(tmp_path: Path) -> None:
    write_book_folder(tmp_path / ".Coast.abc123.book-tmp", CHAPTERS)
    half = write_book_folder(tmp_path / ".Coast.aaa.book-tmp", CHAPTERS)
    (half / "02_two.md").unlink()
    clean_up(tmp_path, "Coast")
    assert names(tmp_path) == ["Coast"]
    assert names(tmp_path / "Coast") == ["01_one.md", "02_two.md", "AGENTS.md"]


def test_there_may_be_nothing(tmp_path: Path) -> None:
    clean_up(tmp_path / "nowhere", "Coast")
    clean_up(tmp_path, "Coast")
    assert names(tmp_path) == []
