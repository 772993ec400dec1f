"""What a server may do and how much of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from pdf_extractor_ai.errors import InvalidOptionError

Group = Literal["read", "aipdf", "card", "book"]
GROUPS: tuple[Group, ...] = get_args(Group)
"""Groups of tools that can be switched off; ``get_job`` belongs to none."""

MIB = 1 << 20


def cache_folder() -> Path:
    """Where records are kept: ``PDF_EXTRACTOR_MCP_CACHE``, else the user's folder for caches."""
    given = os.environ.get("PDF_EXTRACTOR_MCP_CACHE")
    if given:
        return Path(given)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pdf-extractor-ai" / "mcp"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a server is told at its start.

    ``roots`` are the folders it may read; when there are none, those that the client names. ``write_roots`` are the
    folders it may write into, ``library`` the folder of books. ``answer_seconds`` is how long a call may take before
    its answer is a job id, ``document_seconds`` how long a document. ``warm`` gets a worker ready at the start. Sizes
    are in bytes; ``cache`` is ``None`` for no cache on disk.
    """

    roots: tuple[Path, ...] = ()
    write_roots: tuple[Path, ...] = ()
    library: Path | None = None
    groups: frozenset[str] = frozenset(GROUPS)
    cache: Path | None = field(default_factory=cache_folder)
    cache_bytes: int = 256 * MIB
    memory_bytes: int = 64 * MIB
    max_file_bytes: int = 256 * MIB
    max_pages: int = 5000
    workers: int = 1
    answer_seconds: float = 18.0
    document_seconds: float = 900.0
    warm: bool = False


def chosen_groups(only: Iterable[str], without: Iterable[str]) -> frozenset[str]:
    """The groups to serve: ``only`` those (all when it is empty), less ``without``. Raises ``InvalidOptionError``."""
    wanted, unwanted = set(only), set(without)
    unknown = sorted((wanted | unwanted) - set(GROUPS))
    if unknown:
        raise InvalidOptionError(
            f"unknown group of tools: {', '.join(unknown)}", remedy=f"Choose among {', '.join(GROUPS)}."
        )
    return frozenset((wanted or set(GROUPS)) - unwanted)


def existing_folders(given: Iterable[Path], what: str) -> tuple[Path, ...]:
    """The folders with their links resolved. Raises ``InvalidOptionError`` for one that is not there."""
    found = []
    for folder in given:
        resolved = folder.expanduser().resolve()
        if not resolved.is_dir():
            raise InvalidOptionError(f"{what} is no folder: {folder}", remedy="Name a folder that exists.")
        found.append(resolved)
    return tuple(dict.fromkeys(found))
