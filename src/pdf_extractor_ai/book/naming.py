"""Names of files and folders, safe on any file system."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def folder_names(paths: Sequence[Path]) -> dict[Path, str]:
    """A folder name for each PDF, all different (case ignored), the same whatever the order of ``paths``.

    The name is the file's without its extension; of several with one name the first in sorted order keeps it and
    the others are called by their parent folder too.
    """
    raise NotImplementedError
