"""One chapter file: frontmatter, navigation, body; written and read."""

from __future__ import annotations

from typing import Any


def read_chapter_file(text: str) -> tuple[dict[str, Any], str]:
    """Frontmatter and body of a chapter file, navigation left out; ``({}, text)`` for any other file."""
    raise NotImplementedError
