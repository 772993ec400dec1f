"""Names of files and folders, safe on any file system."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path, PurePath

from pdf_extractor_ai.book.kinds import read_title

_LABEL = re.compile(r"(?:chapter|part|module|section)\s*\d+\s*[:.]?\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})*[.)]?\s+(?=[^\W\d_])")
_BREAKS = re.compile(r"[:./\\_\-\u2010-\u2015\s]+")
_MAX_WORDS = 6
_MAX_SLUG_BYTES = 120
_MAX_FOLDER_BYTES = 200
_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\]")


def slug(title: str) -> str:
    """The first six words of ``title`` in lower case, joined by ``_``: letters and digits of any script.

    A number in front, with or without a word such as ``Chapter``, is left out; roman numbers and appendices keep
    theirs. ``chapter`` when nothing is left.
    """
    text = unicodedata.normalize("NFC", " ".join(title.split()))
    label = _LABEL.match(text)
    parts = read_title(text)
    if label:
        text = text[label.end() :]
    elif parts.kind in ("chapter", "part") and parts.label and parts.number.isdecimal():
        text = parts.bare
    else:
        text = _NUMBER.sub("", text, count=1) if _NUMBER.match(text) else text
    words = ["".join(filter(_kept, word)) for word in _BREAKS.split(text.lower())]
    name = "_".join([word for word in words if word][:_MAX_WORDS])
    return _shortened(name, _MAX_SLUG_BYTES).strip("_") or "chapter"


def _kept(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNM"


def _shortened(name: str, limit: int) -> str:
    return name.encode("utf-8", "ignore")[:limit].decode("utf-8", "ignore")


def part_letters(part: int) -> str:
    """What stands behind a chapter's number in the name of its ``part``-th file: nothing, ``b`` ... ``z``, ``za`` ...

    In the order of their names files stand as in the book.
    """
    if part <= 1:
        return ""
    full, rest = divmod(part - 2, 25)
    return (
        "z" * full + "bcdefghijklmnopqrstuvwxyz"[rest] if not full else "z" * full + "abcdefghijklmnopqrstuvwxy"[rest]
    )


def chapter_file_name(index: int, part: int, title: str, total: int) -> str:
    """``02_networking.md``, ``02b_networking.md`` for the second part; three digits when ``total`` needs them."""
    return f"{index:0{max(2, len(str(total)))}d}{part_letters(part)}_{slug(title)}.md"


def folder_name(source_name: str) -> str:
    """The name of a book's folder: that of the file without its extension, changed only where it could not be one."""
    stem = PurePath(source_name.replace("\\", "/")).name
    stem = stem[:-4] if stem.lower().endswith(".pdf") else stem
    name = _UNSAFE.sub("_", unicodedata.normalize("NFC", stem)).strip().strip(".").strip()
    return _shortened(name, _MAX_FOLDER_BYTES).strip() or "book"


def folder_names(paths: Sequence[Path]) -> dict[Path, str]:
    """A folder name for each PDF, all different (case ignored), the same whatever the order of ``paths``.

    The name is the file's without its extension; of several with one name the first in sorted order keeps it and
    the others are called by their parent folder too.
    """
    names: dict[Path, str] = {}
    taken: set[str] = set()
    for path in sorted(set(paths), key=lambda path: (path.name.casefold(), len(path.parts), str(path))):
        plain = folder_name(path.name)
        options = [plain, f"{folder_name(path.parent.name)}-{plain}"] if path.parent.name else [plain]
        name = next((option for option in options if option.casefold() not in taken), "")
        number = 2
        while not name or name.casefold() in taken:
            name, number = f"{plain}-{number}", number + 1
        taken.add(name.casefold())
        names[path] = name
    return names
