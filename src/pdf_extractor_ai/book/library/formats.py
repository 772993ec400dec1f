"""What a manifest and a chapter file say, from their text."""

from __future__ import annotations

import json
import re
from typing import Any

from pdf_extractor_ai.errors import BookFormatError

_JSON_BLOCK = re.compile(r"^```json[ \t]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FRONTMATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?^---[ \t]*\n", re.MULTILINE | re.DOTALL)
_MOST_FRONTMATTER = 65_536  # characters
_TOP = re.compile(r"\s*<div[^>]*>.*?</div>\s*?\n\s*---[ \t]*\n\s*", re.DOTALL)
_BOTTOM = re.compile(r"\n---[ \t]*\n\s*<div[^>]*>(?:(?!</?div).)*</div>\s*\Z", re.DOTALL)


def manifest_in(text: str, name: str) -> dict[str, Any]:
    """The JSON object of an ``AGENTS.md``. Raises ``BookFormatError``; ``name`` is what it calls the book."""
    block = _JSON_BLOCK.search(text.replace("\r\n", "\n"))
    try:
        found = json.loads(block[1]) if block else None
    except (ValueError, RecursionError) as error:
        raise BookFormatError(f"the JSON block of the manifest is damaged: {name} ({error})") from None
    if not isinstance(found, dict):
        raise BookFormatError(f"the manifest has no JSON block: {name}", remedy="Convert the PDF again.")
    return found


def frontmatter(text: str) -> dict[str, Any]:
    """The frontmatter of a chapter file; empty when there is none that can be understood."""
    import yaml

    front = _FRONTMATTER.match(text.replace("\r\n", "\n")[:_MOST_FRONTMATTER])
    try:
        found = yaml.safe_load(front.group().strip().strip("-")) if front else None
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def chapter_body(text: str) -> str:
    """The body of a chapter file: no frontmatter, no navigation."""
    text = text.replace("\r\n", "\n")
    front = _FRONTMATTER.match(text)
    if front is None:
        return text
    rest = text[front.end() :]
    top = _TOP.match(rest)
    rest = rest[top.end() :] if top else rest
    bottom = _BOTTOM.search(rest, max(0, len(rest) - 4_096))
    return (rest[: bottom.start()] if bottom else rest).strip("\n") + "\n"
