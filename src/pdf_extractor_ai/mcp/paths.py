"""Which files a caller may name: those in the roots, whatever the way there looks like."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pdf_extractor_ai.errors import (
    AccessDeniedError,
    LimitExceededError,
    NothingFoundError,
    OutputExistsError,
    WriteDeniedError,
)
from pdf_extractor_ai.files import create_file, replace_file

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|(?:data|file|ftp|https?|javascript):", re.IGNORECASE)
_MAX_LENGTH = 1024
_MAX_ENTRIES = 20_000
_MAX_DEPTH = 12


@dataclass(frozen=True, slots=True)
class Access:
    """The folders of one caller, links resolved: those to read from and those to write into."""

    roots: tuple[Path, ...]
    write_roots: tuple[Path, ...] = ()

    def readable(self, given: str) -> Path:
        """The file that ``given`` names: absolute, relative to a root, or a ``file:`` URI.

        ``AccessDeniedError`` for whatever does not lie in a root once all links are followed, and for URLs, ``..``
        and control characters anyway; ``NothingFoundError`` for no file in a root.
        """
        if not self.roots:
            raise AccessDeniedError(
                "no folder is open to this server", remedy="Start it with --root FOLDER, or let the client give roots."
            )
        inside = False
        for path in _candidates(given, self.roots):
            resolved = _resolved(path)
            if resolved is None or not _within(resolved, self.roots):
                continue
            inside = True
            if resolved.is_file():
                return resolved
        if inside:
            raise NothingFoundError(f"file not found: {given}", remedy="Call open_document without path for a list.")
        raise _denied(given)

    def writable(self, given: str, default: Path, *, overwrite: bool = False, suffix: str = ".pdf") -> Path:
        """The file to write: ``given``, else ``default``, which moves to the first write root if it lies in none.

        ``WriteDeniedError`` outside the write roots, ``OutputExistsError`` for a file that is there already.
        """
        if not self.write_roots:
            raise WriteDeniedError("this server writes no files", remedy="Start it with --write-root FOLDER.")
        if given:
            found = (_resolved(path) for path in _candidates(given, self.write_roots))
            target = next((path for path in found if path is not None and _within(path, self.write_roots)), None)
        else:
            target = default if _within(default, self.write_roots) else self.write_roots[0] / default.name
        if target is None or not target.parent.is_dir() or target.suffix.lower() != suffix:
            raise WriteDeniedError(
                f"cannot be written: {given or default.name}",
                remedy=f"Name a {suffix} file in an existing folder under a --write-root.",
            )
        if target.is_symlink() or (target.exists() and not overwrite):
            raise _exists(target)
        return target

    def documents(self) -> tuple[list[tuple[str, int]], bool]:
        """Names (relative to a root, if there is only one) and sizes of the PDFs in the roots, sorted.

        Folders that start with a dot are left out, links are not followed, names that are no Unicode are passed
        over. The second value says whether all folders were looked at; those of 20,000 files in a root are.
        """
        found: list[tuple[str, int]] = []
        complete = True
        for root in self.roots:
            files = list(islice(_walk(root), _MAX_ENTRIES + 1))
            complete = complete and len(files) <= _MAX_ENTRIES
            for path in files:
                if not path.name.lower().endswith(".pdf") or path.name.startswith(".") or path.is_symlink():
                    continue
                name = path.relative_to(root).as_posix() if len(self.roots) == 1 else path.as_posix()
                with suppress(OSError, UnicodeEncodeError):
                    name.encode("utf-8")
                    found.append((name, path.stat().st_size))
        return sorted(found), complete


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """The bytes of a regular file whose path has no links left in it; raises when that has changed meanwhile."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        raise NothingFoundError(f"file cannot be read: {path.name} ({error.strerror})") from None
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode) or _resolved(path) != path:
            raise _denied(path.name)
        if state.st_size > max_bytes:
            raise LimitExceededError(
                f"file is too large: {path.name} has {state.st_size} bytes, the limit is {max_bytes}",
                remedy="Start the server with a larger --max-megabytes.",
            )
        return file.read(max_bytes + 1)


def write_output(target: Path, data: bytes, *, overwrite: bool = False) -> None:
    """Write ``data`` whole or not at all; without ``overwrite`` never over a file. Raises ``OutputExistsError``."""
    if overwrite:
        replace_file(target, data)
        return
    try:
        create_file(target, data)
    except FileExistsError:
        raise _exists(target) from None


def root_of_uri(uri: str) -> Path | None:
    """The folder that a client's root names, links resolved; ``None`` for what is no folder of this machine."""
    parts = urlsplit(uri)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    folder = _resolved(Path(_file_path(parts.path)))
    return folder if folder is not None and folder.is_dir() else None


def _candidates(given: str, roots: tuple[Path, ...]) -> Iterator[Path]:
    """The paths that ``given`` can mean: as it stands, then with its percent escapes undone once."""
    if not given.strip() or len(given) > _MAX_LENGTH or any(ord(char) < 32 or ord(char) == 127 for char in given):
        raise _denied(given)
    if given.lower().startswith("file:"):
        parts = urlsplit(given)
        if parts.netloc not in ("", "localhost") or parts.query or parts.fragment or not parts.path.startswith("/"):
            raise _denied(given)
        spellings = [_file_path(parts.path)]
    elif _URL.match(given) or given.startswith(("\\\\", "//")):
        raise _denied(given)
    else:
        spellings = [given] + ([unquote(given)] if "%" in given else [])
    for spelling in spellings:
        if ".." in re.split(r"[\\/]", spelling) or "\0" in spelling:
            raise _denied(given)
    for spelling in spellings:
        path = Path(spelling)
        if path.is_absolute():
            yield path
        else:
            yield from (root / path for root in roots)


def _file_path(path: str) -> str:
    decoded = unquote(path)
    return decoded[1:] if re.match(r"/[A-Za-z]:", decoded) and os.name == "nt" else decoded


def _resolved(path: Path) -> Path | None:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name the system cannot take
        return None


def _within(path: Path, roots: tuple[Path, ...]) -> bool:
    return any(path.is_relative_to(root) for root in roots)


def _walk(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        depth = len(Path(folder).relative_to(root).parts)
        folders[:] = sorted(name for name in folders if not name.startswith(".")) if depth < _MAX_DEPTH else []
        yield from (Path(folder, name) for name in sorted(files))


def _denied(given: str) -> AccessDeniedError:
    shown = "".join(char if char.isprintable() else "?" for char in given)[:200]
    return AccessDeniedError(
        f"path not allowed: {shown}",
        remedy="Name a file in the server's roots by its plain path: no URL, no '..', no link that leads out.",
    )


def _exists(target: Path) -> OutputExistsError:
    return OutputExistsError(f"file exists: {target.name}", remedy="Give another output, or overwrite=true.")
