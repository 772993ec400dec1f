"""Common English words, for the cases that a short document cannot decide from its own words."""

from __future__ import annotations

import lzma
from functools import cache
from importlib.resources import files


@cache
def _words() -> frozenset[str]:
    data = files("pdf_extractor_ai.geometric").joinpath("data", "english.txt.xz").read_bytes()
    return frozenset(lzma.decompress(data).decode("ascii").split("\n"))


def is_common_word(word: str) -> bool:
    """True for a lower-case word of the list (SCOWL, size 35; see data/NOTICE.txt)."""
    return word in _words()
