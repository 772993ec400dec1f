"""Files written whole or not at all: ``replace_file``, ``create_file``; what stood against it. Imports none of ours."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Make ``path`` hold ``data``; whatever goes wrong, it holds all of it or what it held before.

    The bytes go to a temporary file in the same folder, are flushed to the disk and take the name in one step.
    A file that was there keeps its permissions, a new one gets what the umask says; a symbolic link is followed.
    Raises ``OSError``.
    """
    path = path.resolve()
    with _temporary(path, data) as temporary:
        temporary.replace(path)


def create_file(path: Path, data: bytes) -> None:
    """As ``replace_file``, but never over a file, not even over one made just now. Raises ``FileExistsError``."""
    with _temporary(path, data) as temporary:
        try:
            os.link(temporary, path)  # fails when the name is taken, which a rename does not
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            if path.exists() or path.is_symlink():
                raise FileExistsError(17, "File exists", str(path)) from None
            temporary.replace(path)


def refusal(error: OSError, source: str | None) -> tuple[str, str]:
    """What the system did not allow, as a code and a sentence: to read ``source``, or else to write somewhere."""
    said = error.strerror or type(error).__name__
    if error.filename is None or str(error.filename) == source:
        return "unreadable", said
    return "cannot_write", f"{error.filename}: {said}"


@contextmanager
def _temporary(path: Path, data: bytes) -> Iterator[Path]:
    """A file beside ``path`` that holds ``data``, on the disk; gone after the ``with`` block unless it was renamed."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix=".tmp")
    except OSError as error:
        error.filename = str(path)  # nobody asked for the temporary one
        raise
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(path))
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink()


def _mode(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mode & 0o777
    umask = os.umask(0)  # there is no other way to read it
    os.umask(umask)
    return 0o666 & ~umask
