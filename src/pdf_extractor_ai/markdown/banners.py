"""The lines that mark where a page starts and ends, and the two functions that read them."""

from __future__ import annotations

import re

BANNER = re.compile(r"={10} page (\d+) (start|end) ={10}")
"""One banner line without the white space round it: page number and ``start`` or ``end``."""

IMAGE = "<!-- image -->"
"""What stands for a picture that has no summary."""

_LOOKALIKE = re.compile(r"^([ \t]*)(={10} page \d+ (?:start|end) ={10}[ \t]*)$", re.M)
_BANNER_LINE = re.compile(rf"^{BANNER.pattern}$", re.M)
_PLACEHOLDER = re.compile(r"<!--\s*(?:image|visual:.*?)\s*-->")


def start_banner(page: int) -> str:
    """The line that opens a page."""
    return f"========== page {page} start =========="


def end_banner(page: int) -> str:
    """The line that closes a page."""
    return f"========== page {page} end =========="


def defused(text: str) -> str:
    """``text`` with a backslash before each line that would pass for a banner."""
    return _LOOKALIKE.sub(r"\1\\\2", text) if "========== page " in text else text


def lines_of(markdown: str) -> list[str]:
    """The lines of ``markdown``; only line feeds part them, as form feeds and U+2028 are text."""
    return markdown.replace("\r\n", "\n").split("\n")


def split_pages(markdown: str) -> dict[int, str]:
    """Page number -> the text between its banners, stripped.

    Text outside banners is left out. A start banner closes the page before it, a last page may lack its end, and
    of two pages with the same number the last is kept.
    """
    pages: dict[int, str] = {}
    page: int | None = None
    held: list[str] = []
    for line in lines_of(markdown):
        match = BANNER.fullmatch(line.strip())
        if match is None:
            held.append(line)
            continue
        if page is not None:
            pages[page] = "\n".join(held).strip()
        held = []
        page = int(match[1]) if match[2] == "start" else None
    if page is not None:
        pages[page] = "\n".join(held).strip()
    return pages


def is_low_text(markdown: str, min_chars: int = 200) -> bool:
    """Whether less than ``min_chars`` characters are left without banners and image placeholders."""
    bare = _BANNER_LINE.sub("", _PLACEHOLDER.sub("", markdown))
    return len(bare.strip()) < min_chars
