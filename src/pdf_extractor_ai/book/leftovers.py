"""What a worker that was killed left behind beside a book folder."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from pdf_extractor_ai.book.manifest import read_manifest
from pdf_extractor_ai.book.naming import folder_name
from pdf_extractor_ai.book.writer import TEMPORARY, temporary_prefix
from pdf_extractor_ai.errors import BookFormatError


def clean_up(directory: Path, name: str) -> None:
    """Take away the temporary folders of the book called ``name``; call it when nobody writes that book.

    A killed process may have moved the old book aside and not come to put the new one in its place. So when there
    is no book of that name, a temporary folder that holds a whole one becomes it.
    """
    name = folder_name(name)
    with suppress(OSError):
        for path in sorted(directory.iterdir()):
            if path.name.startswith(temporary_prefix(name)) and path.name.endswith(TEMPORARY) and path.is_dir():
                with suppress(OSError):
                    if not (directory / name).exists() and _is_whole(path):
                        path.rename(directory / name)
                    else:
                        shutil.rmtree(path)


def _is_whole(folder: Path) -> bool:
    """Whether all files are there that the manifest lists."""
    try:
        chapters = read_manifest(folder)["chapters"]
        return bool(chapters) and all((folder / str(chapter["file_path"])).is_file() for chapter in chapters)
    except (BookFormatError, KeyError, TypeError):
        return False
