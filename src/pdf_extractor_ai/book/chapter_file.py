"""One chapter file: frontmatter, navigation, body; written and read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pdf_extractor_ai.book.model import Chapter

_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_FRONT = re.compile(r"---\n(?P<yaml>.*?\n)---\n", re.DOTALL)
_OPEN, _CLOSE = '<div align="center">', "</div>"
_MAX_FRONT = 1 << 20


def quoted(text: str) -> str:
    """``text`` as a double-quoted YAML string on one line, whatever is in it."""
    plain = json.dumps(_SURROGATE.sub("\ufffd", text), ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)


def frontmatter(chapter: Chapter, total_chapters: int, source: str) -> str:
    """The YAML block: the keys of the format in their order, then ``kind`` and what else is known."""
    values: dict[str, str | int] = {
        "title": chapter.title,
        "chapter": chapter.index,
        "total_chapters": total_chapters,
        "source_document": source,
        "start_page": chapter.start_page,
        "end_page": chapter.end_page,
        "word_count": chapter.words,
        "estimated_tokens": chapter.tokens,
        "agent_instructions": chapter.instructions,
        "kind": chapter.kind,
    }
    if chapter.parts > 1:
        values |= {"part": chapter.part, "parts": chapter.parts}
    if chapter.group:
        values["group"] = chapter.group
    if any(chapter.labels):
        values |= {"start_label": chapter.labels[0], "end_label": chapter.labels[1]}
    lines = [f"{key}: {quoted(value) if isinstance(value, str) else value}" for key, value in values.items()]
    return "\n".join(["---", *lines, "---"])


def navigation(before: Chapter | None, after: Chapter | None) -> str:
    """The links to the neighbours, the table of contents and the manifest, centred."""
    links = [
        f"[← {link_text(before)}](./{before.file})" if before else "",
        "[Table of Contents](./README.md)",
        "[Agent Manifest](./AGENTS.md)",
        f"[{link_text(after)} →](./{after.file})" if after else "",
    ]
    return f"{_OPEN}\n\n{' • '.join(filter(None, links))}\n\n{_CLOSE}"


def link_text(chapter: Chapter) -> str:
    """A chapter's title fit to stand in a link."""
    from pdf_extractor_ai.markdown.inline import escape

    title = escape(" ".join(chapter.title.split())).replace("[", "\\[").replace("]", "\\]")
    return title if chapter.parts == 1 else f"{title} ({chapter.part}/{chapter.parts})"


def chapter_markdown(
    chapter: Chapter, before: Chapter | None, after: Chapter | None, total_chapters: int, source: str
) -> str:
    """The whole file, ending in one line feed."""
    links = navigation(before, after)
    head = frontmatter(chapter, total_chapters, source)
    return f"{head}\n\n{links}\n\n---\n\n{chapter.body}\n\n---\n\n{links}\n"


def read_chapter_file(text: str) -> tuple[dict[str, Any], str]:
    """Frontmatter and body of a chapter file, navigation left out; ``({}, text)`` for any other file.

    Of the frontmatter those values are told that this program writes, texts and whole numbers, and truth values.
    """
    text = text.replace("\r\n", "\n")
    match = _FRONT.match(text)
    if match is None or match.end() > _MAX_FRONT:
        return {}, text
    meta = _mapping(match["yaml"])
    if meta is None or "chapter" not in meta:
        return {}, text
    plain = {key: value for key, value in meta.items() if isinstance(key, str) and isinstance(value, str | int)}
    sound = {key: _SURROGATE.sub("\ufffd", value) if isinstance(value, str) else value for key, value in plain.items()}
    return sound, _without_navigation(text[match.end() :].strip("\n"))


def chapter_body(text: str) -> str:
    """The body alone, whatever the frontmatter says: many times as fast."""
    text = text.replace("\r\n", "\n")
    match = _FRONT.match(text)
    return text if match is None else _without_navigation(text[match.end() :].strip("\n"))


def _mapping(yaml_text: str) -> Mapping[str, Any] | None:
    import yaml

    try:
        data = yaml.safe_load(yaml_text)
    except (yaml.YAMLError, ValueError, RecursionError):  # dates that do not exist, lists without end
        return None
    return data if isinstance(data, dict) else None


def _without_navigation(body: str) -> str:
    opening, mark, rest = body.partition(f"\n\n{_CLOSE}\n\n---\n\n")
    if mark and opening.startswith(f"{_OPEN}\n"):
        body = rest
    rest, mark, closing = body.rpartition(f"\n\n---\n\n{_OPEN}\n")
    if mark and closing.endswith(_CLOSE):
        body = rest
    return body
