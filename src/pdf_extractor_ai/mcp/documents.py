"""A file's record: from memory, from the disk, or from an extraction that several callers may be waiting for."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pdf_extractor_ai import __version__
from pdf_extractor_ai.errors import NothingFoundError
from pdf_extractor_ai.mcp.engine import Engine
from pdf_extractor_ai.mcp.jobs import Job, Jobs
from pdf_extractor_ai.mcp.paths import read_bytes
from pdf_extractor_ai.mcp.record import SCHEMA, DocumentRecord
from pdf_extractor_ai.mcp.settings import Settings
from pdf_extractor_ai.mcp.store import Store
from pdf_extractor_ai.mcp.tasks import ReadTask

if TYPE_CHECKING:
    from pdf_extractor_ai.job import ProgressCallback

Origin = Literal["memory", "disk", "extracted"]

_KNOWN_FILES = 500
_KNOWN_DOCUMENTS = 100
_KEY_LENGTH = 32
_ID_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is to be read."""

    ocr: bool = False
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Opened:
    """A document that was asked for in this session."""

    path: Path
    key: str
    reading: Reading


class Documents:
    """Path and options -> record. Belongs to one event loop."""

    def __init__(self, settings: Settings, jobs: Jobs, engine: Engine) -> None:
        self._settings = settings
        self._jobs = jobs
        self._engine = engine
        self._store = Store(settings.cache, disk_bytes=settings.cache_bytes, memory_bytes=settings.memory_bytes)
        self._hashes: OrderedDict[tuple[str, int, int, int, int], str] = OrderedDict()
        self._opened: OrderedDict[str, Opened] = OrderedDict()

    async def find(self, path: Path, reading: Reading) -> tuple[DocumentRecord, Origin] | Job:
        """The record and where it came from, or the job that makes it.

        ``path`` is one that the caller may read. Raises ``PdfExtractorError``.
        """
        identity = _identity(path)
        digest = self._hashes.get(identity)
        data: bytes | None = None
        if digest is None:
            data = await asyncio.to_thread(read_bytes, path, self._settings.max_file_bytes)
            digest = await asyncio.to_thread(_digest, data)
            self._hashes[identity] = digest
            _shorten(self._hashes, _KNOWN_FILES)
        key = _key(digest, reading)
        self._opened.pop(key[:_ID_LENGTH], None)
        self._opened[key[:_ID_LENGTH]] = Opened(path, key, reading)
        _shorten(self._opened, _KNOWN_DOCUMENTS)
        if (record := self._store.in_memory(key)) is not None:
            return record, "memory"
        if (record := await asyncio.to_thread(self._store.on_disk, key)) is not None:
            return record, "disk"
        if data is None:  # known once, but no longer kept: the bytes are read, and hashed, again
            self._hashes.pop(identity, None)  # another call may just have found out the same
            return await self.find(path, reading)
        if (record := self._store.in_memory(key)) is not None:  # another call's job has ended while the disk was asked
            return record, "memory"
        return self._jobs.start(key, f"reading {path.name}", lambda see: self._extract(path, data, key, reading, see))

    def opened(self) -> list[tuple[str, Opened]]:
        """Ids and files of the documents of this session, the one asked for last first."""
        return list(reversed(self._opened.items()))

    async def by_id(self, identifier: str) -> tuple[Opened, DocumentRecord]:
        """A document of this session by its id. Raises ``NothingFoundError`` for one that is not ready to read."""
        opened = self._opened.get(identifier)
        record = None
        if opened is not None:
            record = self._store.in_memory(opened.key) or await asyncio.to_thread(self._store.on_disk, opened.key)
        if opened is None or record is None:
            raise NothingFoundError(
                f"no such document: {identifier[:40]}", remedy="Call open_document with its path first."
            )
        return opened, record

    async def _extract(
        self, path: Path, data: bytes, key: str, reading: Reading, progress: ProgressCallback
    ) -> DocumentRecord:
        task = ReadTask(data, path.name, key[:_ID_LENGTH], self._settings.max_pages, reading.ocr, reading.password)
        record: DocumentRecord = await self._engine.run(task, progress)
        # what a password protects does not go to the disk in the open
        await asyncio.to_thread(self._store.put, key, record, disk=not reading.password)
        return record


def _identity(path: Path) -> tuple[str, int, int, int, int]:
    """What changes when a file does."""
    try:
        state = path.stat()
    except OSError as error:
        raise NothingFoundError(f"file cannot be read: {path.name} ({error.strerror})") from None
    return str(path), state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _key(digest: str, reading: Reading) -> str:
    secret = hashlib.sha256(reading.password.encode("utf-8", "surrogatepass")).hexdigest() if reading.password else ""
    parts = (digest, __version__, str(SCHEMA), "geometric", str(reading.ocr), secret)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:_KEY_LENGTH]


def _shorten(mapping: OrderedDict[Any, Any], size: int) -> None:
    while len(mapping) > size:
        mapping.popitem(last=False)
