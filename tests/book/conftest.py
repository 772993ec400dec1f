"""A small shelf of books made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book.shelf import NETWORK, SECTIONS, WATER, WIND, write_book_folder


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    root = tmp_path / "shelf"
    write_book_folder(root / "Coast", [("Wind", 3, 7, WIND), ("Water", 7, 9, WATER)], sections=SECTIONS)
    write_book_folder(root / "Batch" / "Cluster", [("Networking", 1, 5, NETWORK)])
    return root


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    secret = write_book_folder(tmp_path / "outside" / "Secret", [("Keys", 1, 1, "# Keys\n\nThe secret password.")])
    return secret.parent
