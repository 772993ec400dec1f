"""Files written whole or not at all: ``replace_file``. Imports nothing of ours."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Make ``path`` hold ``data``; whatever goes wrong, it holds all of it or what it held before.

    The bytes go to a temporary file in the same folder, are flushed to the disk and take the name in one step.
    A file that was there keeps its permissions, a new one gets what the umask says; a symbolic link is followed.
    Raises ``OSError``.
    """
    path = path.resolve()
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix=".tmp")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(_mode(path))
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def _mode(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mode & 0o777
    umask = os.umask(0)  # there is no other way to read it
    os.umask(umask)
    return 0o666 & ~umask
