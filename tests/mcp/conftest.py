"""Documents, a cache that all tests share, and a server on HTTP for a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mcp.samples import full_pdf, long_pdf, mixed_pdf


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a PDF of 400 pages and one with what needs care."""
    folder = tmp_path_factory.mktemp("documents")
    long_pdf(folder / "long.pdf", 400, chapter_every=4)
    full_pdf(folder / "full.pdf")
    mixed_pdf(folder / "notes of the keeper.pdf")
    (folder.parent / "secret.pdf").write_bytes(b"%PDF-1.4 secret")
    (folder / "link.pdf").symlink_to(folder.parent / "secret.pdf")
    (folder / "etc").symlink_to("/etc")
    return folder.resolve()


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for records; what one test has read the next need not read again."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def address(documents: Path, cache: Path) -> Iterator[str]:
    """The address of a server on HTTP."""
    pytest.importorskip("mcp")
    from tests.mcp.clients import http_server

    with http_server("--root", documents, "--cache", cache) as url:
        yield url
