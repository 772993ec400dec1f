"""Records of documents in memory and on disk, the ones unused longest going first when there are too many."""

from __future__ import annotations

import os
import threading
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from pdf_extractor_ai.files import replace_file
from pdf_extractor_ai.mcp.record import DocumentRecord

_SUFFIX = ".record"
_MAX_UNPACKED = 512 << 20


class Store:
    """Key -> record. Safe to use from several threads, the disk part also from several processes.

    Nothing raises for what is on the disk: a file that cannot be read, written or understood is passed over.
    """

    def __init__(self, folder: Path | None, *, disk_bytes: int, memory_bytes: int) -> None:
        self._folder = folder
        self._disk_bytes = disk_bytes
        self._memory_bytes = memory_bytes
        self._records: OrderedDict[str, DocumentRecord] = OrderedDict()
        self._held = 0
        self._lock = threading.Lock()

    def in_memory(self, key: str) -> DocumentRecord | None:
        """The record if it is in memory; costs nothing."""
        with self._lock:
            record = self._records.get(key)
            if record is not None:
                self._records.move_to_end(key)
            return record

    def on_disk(self, key: str) -> DocumentRecord | None:
        """The record if it is on disk, taken into memory."""
        if self._folder is None:
            return None
        path = self._path(self._folder, key)
        try:
            packed = path.read_bytes()
        except OSError:
            return None
        record = _unpacked(packed)
        if record is None:
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)
        self._remember(key, record)
        return record

    def put(self, key: str, record: DocumentRecord, *, disk: bool = True) -> None:
        """Keep ``record``; in memory alone if ``disk`` is false."""
        self._remember(key, record)
        if self._folder is None or not disk:
            return
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = self._path(self._folder, key)
            replace_file(path, zlib.compress(record.model_dump_json().encode("utf-8", "surrogatepass")))
            path.chmod(0o600)
            self._tidy(self._folder)

    def _remember(self, key: str, record: DocumentRecord) -> None:
        with self._lock:
            previous = self._records.pop(key, None)
            self._held += record.size - (previous.size if previous else 0)
            self._records[key] = record
            while self._held > self._memory_bytes and len(self._records) > 1:
                self._held -= self._records.popitem(last=False)[1].size

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / f"{key}{_SUFFIX}"

    def _tidy(self, folder: Path) -> None:
        """Delete the files unused longest until the rest is within the limit."""
        files = sorted(_files(folder), reverse=True)
        held = 0
        for _, size, path in files:
            held += size
            if held > self._disk_bytes:
                with suppress(OSError):
                    path.unlink()


def _files(folder: Path) -> Iterator[tuple[float, int, Path]]:
    for path in folder.glob(f"*{_SUFFIX}"):
        with suppress(OSError):
            state = path.stat()
            yield state.st_mtime, state.st_size, path


def _unpacked(packed: bytes) -> DocumentRecord | None:
    machine = zlib.decompressobj()
    try:
        data = machine.decompress(packed, _MAX_UNPACKED)
        if not machine.eof:
            return None
        return DocumentRecord.model_validate_json(data)
    except (zlib.error, ValidationError):
        return None
