"""What a worker that was killed left behind beside a book folder."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from pdf_extractor_ai.book.manifest import read_manifest
from pdf_extractor_ai.book.naming import folder_name
from pdf_extractor_ai.book.writer import TEMPORARY, temporary_prefix
from pdf_extractor_ai.errors import BookFormatError

_TOKEN = re.compile(r"([0-9a-f]{1,12})-[0-9a-f]{12}")


def clean_up(directory: Path, name: str) -> None:
    """Take away the temporary folders of the book called ``name``, but those of processes that are still at work.

    A killed process may have moved the old book aside and not come to put the new one in its place. So when there
    is no book of that name, a temporary folder that holds a whole one becomes it.
    """
    name = folder_name(name)
    with suppress(OSError):
        for path in sorted(directory.iterdir()):
            if _is_left_of(name, path.name) and path.is_dir():
                with suppress(OSError):
                    if not (directory / name).exists() and _is_whole(path):
                        path.rename(directory / name)
                    else:
                        shutil.rmtree(path)


def _is_left_of(book: str, name: str) -> bool:
    """Whether a folder's name is that of a temporary one of this very book, made by a process that is gone."""
    prefix = temporary_prefix(book)
    if not name.startswith(prefix) or not name.endswith(TEMPORARY):
        return False
    token = _TOKEN.fullmatch(name[len(prefix) : -len(TEMPORARY)])  # `Coast.v2` is another book than `Coast`
    return token is not None and not _is_alive(int(token[1], 16))


def _is_alive(process: int) -> bool:
    """Whether a process of this machine has that number; ``False`` where asking would end it (Windows)."""
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True


def _is_whole(folder: Path) -> bool:
    """Whether all files are there that the manifest lists."""
    try:
        chapters = read_manifest(folder)["chapters"]
        return bool(chapters) and all((folder / str(chapter["file_path"])).is_file() for chapter in chapters)
    except (BookFormatError, KeyError, TypeError):
        return False
