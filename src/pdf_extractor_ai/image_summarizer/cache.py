"""Summaries of earlier runs, found again by picture, context and model name: a folder or the user's own mapping."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator, MutableMapping
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from pdf_extractor_ai.files import replace_file

if TYPE_CHECKING:
    from PIL.Image import Image

_log = logging.getLogger(__name__)
_VERSION = "1"
_MAX_ENTRY_BYTES = 1 << 20

SummaryCache = MutableMapping[str, str] | str | PathLike[str]
"""A folder, made when it is missing, or a mapping from key to summary."""


def picture_hash(image: Image) -> str:
    """SHA-256 of the pixels, not of a file: it does not change with the version of a PNG encoder."""
    digest = hashlib.sha256(f"{image.mode} {image.width} {image.height} ".encode())
    digest.update(image.tobytes())
    return digest.hexdigest()


def summary_key(model_name: str, model_key: str, picture: str, context: tuple[str, ...]) -> str:
    """SHA-256, in hexadecimal, of everything that an answer depends on."""
    parts = json.dumps([_VERSION, model_name, model_key, picture, *context], ensure_ascii=True)
    return hashlib.sha256(parts.encode()).hexdigest()


class FolderCache(MutableMapping[str, str]):
    """One small JSON file per summary; a file that cannot be read is a summary that is not there."""

    def __init__(self, folder: str | PathLike[str]) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def __getitem__(self, key: str) -> str:
        path = self._path(key)
        with suppress(OSError, ValueError):
            if path.stat().st_size <= _MAX_ENTRY_BYTES:
                entry = json.loads(path.read_text(encoding="utf-8"))
                if isinstance(entry, dict) and isinstance(entry.get("summary"), str):
                    return str(entry["summary"])
        raise KeyError(key)

    def __setitem__(self, key: str, summary: str) -> None:
        path = self._path(key)
        path.parent.mkdir(exist_ok=True)
        replace_file(path, json.dumps({"summary": summary}, ensure_ascii=False).encode())

    def __delitem__(self, key: str) -> None:
        try:
            self._path(key).unlink()
        except OSError:
            raise KeyError(key) from None

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in sorted(self.folder.glob("??/*.json")))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _path(self, key: str) -> Path:
        if not (key.isascii() and key.isalnum()):
            raise KeyError(key)
        return self.folder / key[:2] / f"{key}.json"


def opened_cache(cache: SummaryCache | None) -> MutableMapping[str, str] | None:
    """The mapping behind ``cache``. Raises ``OSError`` when a folder cannot be made."""
    if cache is None:
        return None
    return cache if isinstance(cache, MutableMapping) else FolderCache(cache)


def recalled(cache: MutableMapping[str, str] | None, key: str) -> str:
    """The summary under ``key``, or ``""``; a user's mapping may fail in any way, the answer can be had again."""
    if cache is None:
        return ""
    try:
        held = cache.get(key)
    except Exception as error:
        _log.warning("the cache of summaries cannot be read: %s", error)
        return ""
    return held if isinstance(held, str) else ""


def remember(cache: MutableMapping[str, str] | None, key: str, summary: str) -> None:
    """Store a summary; a cache that fails costs a call next time, not this run."""
    if cache is None:
        return
    try:
        cache[key] = summary
    except Exception as error:
        _log.warning("a summary could not be stored in the cache: %s", error)
