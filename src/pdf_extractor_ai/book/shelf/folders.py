"""Book folders under a root, and their files: nothing outside the root is ever opened.

Names of books and chapters are looked up among those that are there, so no name can lead elsewhere; what a
manifest says is a file must be a plain name; every path is resolved, links and all, before it is opened.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pdf_extractor_ai.book.manifest import MANIFEST, manifest_in
from pdf_extractor_ai.errors import BookFormatError

BETWEEN_FILES = "\n\n"
"""What stands between the bodies of a chapter's files when it is read as one."""

_MAX_DEPTH = 4  # root, batch, sub-batch, book
_MAX_FOLDERS = 20_000
_MAX_FILE_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class ChapterEntry:
    """One chapter file of a manifest, checked: ``sections`` are (title, page) in order."""

    chapter_id: int
    file: str
    title: str
    start_page: int
    end_page: int
    sections: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class BookFolder:
    """A folder with a manifest; ``name`` is its path below the root with forward slashes."""

    name: str
    path: Path
    root: Path

    def signature(self) -> str:
        """What changes whenever a file of the folder is replaced or written to; cheap, nothing is read."""
        digest = hashlib.sha256()
        for entry in _markdown_files(self.path):
            with suppress(OSError):  # gone between the two calls: the next call sees it
                found = entry.stat()
                marks = (entry.name, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
                digest.update(repr(marks).encode("utf-8", "backslashreplace"))
        return digest.hexdigest()

    def read_text(self, file: str) -> str:
        """The text of a file of this folder. Raises ``OSError`` for what is not a file below the root."""
        return read_confined(self.path / file, self.root).decode("utf-8", "replace")

    def manifest(self) -> dict[str, Any]:
        """The object in the manifest. Raises ``BookFormatError``."""
        try:
            return manifest_in(self.read_text(MANIFEST), self.name)
        except OSError as error:
            raise BookFormatError(f"the manifest cannot be read: {self.name}/{MANIFEST} ({error})") from None

    def chapters(self) -> list[ChapterEntry]:
        """The chapter files that the manifest lists, without those that it describes wrongly."""
        listed = self.manifest().get("chapters")
        items = enumerate(listed, 1) if isinstance(listed, list) else ()
        entries = (_entry(item, position) for position, item in items if isinstance(item, dict))
        return [entry for entry in entries if entry is not None]


def find_books(root: Path) -> list[BookFolder]:
    """The book folders at and below ``root`` by name; hidden folders and links to folders are passed by.

    ``root`` itself may be a book; then it is the only one, and called by its own name. A file ``AGENTS.md`` alone
    makes no book, as many a project has one.
    """
    root = root.resolve()
    if _is_manifest(root / MANIFEST, root):
        return [BookFolder(clean(root.name), root, root)]
    return sorted(_walk(root), key=lambda book: book.name)


def _walk(root: Path) -> Iterator[BookFolder]:
    for visited, (folder, names, files) in enumerate(os.walk(root, followlinks=False)):
        path = Path(folder)
        depth = len(path.relative_to(root).parts)
        if depth and MANIFEST in files and _is_manifest(path / MANIFEST, root):
            names.clear()
            yield BookFolder(clean(path.relative_to(root).as_posix()), path, root)
        elif depth >= _MAX_DEPTH or visited >= _MAX_FOLDERS:
            names.clear()
        else:
            names[:] = sorted(name for name in names if not name.startswith("."))


def _is_manifest(path: Path, root: Path) -> bool:
    """Whether the file looks like the manifest of a book; whether it is a good one is found out when it is read."""
    try:
        data = read_confined(path, root)
    except OSError:
        return False
    return b"```json" in data and b'"chapters"' in data


def read_confined(path: Path, root: Path) -> bytes:
    """The bytes of the regular file ``path``. Raises ``OSError`` when it is no such thing or lies outside ``root``."""
    real = path.resolve(strict=True)
    if not real.is_relative_to(root.resolve()):
        raise PermissionError(f"{path.name} leads out of the library")
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(real, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(f"{path.name} is no regular file")
        if status.st_size > _MAX_FILE_BYTES:
            raise OSError(f"{path.name} is larger than {_MAX_FILE_BYTES >> 20} MiB")
        return file.read(_MAX_FILE_BYTES)


def _markdown_files(folder: Path) -> list[os.DirEntry[str]]:
    found: list[os.DirEntry[str]] = []
    with suppress(OSError), os.scandir(folder) as entries:
        found = [entry for entry in entries if entry.name.endswith(".md") and entry.is_file()]
    return sorted(found, key=lambda entry: entry.name)


def _entry(item: dict[str, Any], position: int) -> ChapterEntry | None:
    """``item`` of a manifest as an entry; ``None`` when it names no file that could be in the folder.

    ``position`` stands in for a number that is missing.
    """
    file = item.get("file_path")
    if not isinstance(file, str) or not _is_plain(file) or file != clean(file):
        return None
    title = item.get("title")
    title = clean(title) if isinstance(title, str) else ""
    start = _number(item.get("start_page"), 1)
    return ChapterEntry(
        chapter_id=_number(item.get("chapter_index"), position),
        file=file,
        title=title or file.removesuffix(".md"),
        start_page=start,
        end_page=max(start, _number(item.get("end_page"), start)),
        sections=tuple(_sections(item.get("sections"), start)),
    )


def _is_plain(name: str) -> bool:
    """Whether ``name`` is that of a Markdown file in the folder itself, on any system."""
    return name.endswith(".md") and not name.startswith(".") and not set(name) & set("/\\:\0")


def _number(value: object, default: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31 else default


def clean(text: str) -> str:
    """``text`` without what UTF-8 cannot hold, such as half a surrogate pair in a manifest."""
    return text.encode("utf-8", "replace").decode().strip()


def _sections(value: object, start: int) -> Iterator[tuple[str, int]]:
    for section in value if isinstance(value, list) else ():
        if isinstance(section, dict) and isinstance(section.get("title"), str):
            yield clean(section["title"]), max(start, _number(section.get("page"), start))
