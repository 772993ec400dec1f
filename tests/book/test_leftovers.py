"""What a killed worker left is taken away; an old book that it had moved aside comes back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pdf_extractor_ai.book.leftovers import clean_up
from tests.book.shelf import write_book_folder

CHAPTERS = [("One", 1, 2, "sand"), ("Two", 3, 4, "wind")]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def gone() -> str:
    """The number of a process that has ended, as it stands in names."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return f"{process.pid:x}"


def test_temporary_folders_of_this_book_go(tmp_path: Path, gone: str) -> None:
    write_book_folder(tmp_path / "Coast", CHAPTERS)
    write_book_folder(tmp_path / f".Coast.{gone}-0123456789ab.book-tmp", CHAPTERS)
    (tmp_path / f".Coast.{gone}-ba9876543210.book-tmp").mkdir()
    others = [f".Other.{gone}-0123456789ab.book-tmp", f".Coast.v2.{gone}-0123456789ab.book-tmp", ".Coast.notes"]
    for name in others:
        (tmp_path / name).mkdir()
    clean_up(tmp_path, "Coast")
    assert names(tmp_path) == sorted([*others, "Coast"])


@pytest.mark.skipif(os.name != "posix", reason="asks whether a process is alive")
def test_nobody_takes_away_what_another_process_is_writing(tmp_path: Path, gone: str) -> None:
    mine = f".Coast.{os.getpid():x}-0123456789ab.book-tmp"
    write_book_folder(tmp_path / mine, CHAPTERS)
    (tmp_path / f".Coast.{gone}-0123456789ab.book-tmp").mkdir()
    clean_up(tmp_path, "Coast")
    assert names(tmp_path) == [mine]


def test_a_whole_book_moved_aside_comes_back(tmp_path: Path, gone: str) -> None:
    write_book_folder(tmp_path / f".Coast.{gone}-bbbbbbbbbbbb.book-tmp", CHAPTERS)
    half = write_book_folder(tmp_path / f".Coast.{gone}-aaaaaaaaaaaa.book-tmp", CHAPTERS)
    (half / "02_two.md").unlink()
    clean_up(tmp_path, "Coast")
    assert names(tmp_path) == ["Coast"]
    assert names(tmp_path / "Coast") == ["01_one.md", "02_two.md", "AGENTS.md"]


def test_there_may_be_nothing(tmp_path: Path) -> None:
    clean_up(tmp_path / "nowhere", "Coast")
    clean_up(tmp_path, "Coast")
    assert names(tmp_path) == []
