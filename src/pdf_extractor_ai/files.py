"""Files read up to a limit, and written whole or not at all; what stood against it. Imports none of ours."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 4 << 30
"""A larger input is refused: no PDF library reads one in memory, and a device may give bytes without end."""

_WRITING = "while the file was written"
"""A note on errors by which they are known later."""


def read_file(path: Path) -> bytes:
    """All bytes of a file or a pipe. Raises ``OSError``, also for a device and for more than ``MOST_BYTES``."""
    mode = path.stat().st_mode
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        raise OSError(errno.EINVAL, "Is a device, not a file", str(path))
    with path.open("rb") as stream:
        return read_stream(stream, str(path))


def read_stream(stream: BinaryIO, name: str | None = None) -> bytes:
    """All bytes of an open stream. Raises ``OSError``, also for more than ``MOST_BYTES``."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"More than {MOST_BYTES >> 30} GB", name)
    return data


def real_path(path: Path) -> Path:
    """As ``Path.resolve``; a loop of links is the ``OSError`` that it is, in every version of Python."""
    try:
        return path.resolve()
    except RuntimeError:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None


def is_folder(path: Path) -> bool:
    """Whether a folder is there; ``False`` also for a name that no file can have, and where nobody may look."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def pdfs_in(
    folder: Path, *, recursive: bool = True, unreadable: Callable[[OSError], object] = lambda _: None
) -> list[Path]:
    """The PDFs in a folder, sorted; links to folders are not followed.

    ``unreadable`` is told of folders that cannot be looked into. What goes away meanwhile is passed over.
    """

    def told(error: OSError) -> None:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR):
            unreadable(error)

    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=told):
        if not recursive:
            folders.clear()
        found += [Path(place, name) for name in names if name.lower().endswith(".pdf")]
    return sorted(path for path in found if not _is_no_file(path))


def _is_no_file(path: Path) -> bool:
    """Whether it is known that no file is there: a pipe, a device, a link that leads nowhere."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


def replace_file(path: Path, data: bytes) -> None:
    """Make ``path`` hold ``data``; whatever goes wrong, it holds all of it or what it held before.

    The bytes go to a temporary file in the same folder, are flushed to the disk and take the name in one step.
    A file that was there keeps its permissions, a new one gets what the umask says; a symbolic link is followed.
    Raises ``OSError``.
    """
    with writing(path):
        path = real_path(path)
        with _temporary(path, data) as temporary:
            temporary.replace(path)


def create_file(path: Path, data: bytes) -> None:
    """As ``replace_file``, but never over a file, not even over one made just now. Raises ``FileExistsError``."""
    with writing(path), _temporary(path, data) as temporary:
        try:
            os.link(temporary, path)  # fails when the name is taken, which a rename does not
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            if path.exists() or path.is_symlink():
                raise FileExistsError(17, "File exists", str(path)) from None
            temporary.replace(path)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Errors of the system in this block name ``path`` and count as those of a file that could not be written."""
    try:
        yield
    except OSError as error:
        if not was_writing(error):
            error.filename = str(path)  # a full disk names nothing, a temporary file is none that anybody asked for
            error.add_note(_WRITING)
        raise


def was_writing(error: OSError) -> bool:
    """Whether it arose in a block of `writing`."""
    return _WRITING in getattr(error, "__notes__", ())


def refusal(error: OSError, source: str | None) -> tuple[str, str]:
    """What the system did not allow, as a code and a sentence: to read ``source``, or else to write somewhere."""
    said = error.strerror or type(error).__name__
    if was_writing(error) or (error.filename is not None and str(error.filename) != source):
        return "cannot_write", f"{error.filename}: {said}"
    if isinstance(error, FileNotFoundError):
        return "file_not_found", "there is no such file"
    return "unreadable", said


@contextmanager
def _temporary(path: Path, data: bytes) -> Iterator[Path]:
    """A file beside ``path`` that holds ``data``, on the disk; gone after the ``with`` block unless it was renamed."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix=".tmp")
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
