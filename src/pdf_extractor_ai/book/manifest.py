"""``AGENTS.md`` of a book folder: the manifest in JSON, and how it is read again."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

from pdf_extractor_ai.book.chapter_file import link_text
from pdf_extractor_ai.book.model import Book, Chapter, LeftOut, Section
from pdf_extractor_ai.errors import BookFormatError

MANIFEST = "AGENTS.md"
_JSON = re.compile(r"^```json\n(?P<json>.*?)\n```$", re.DOTALL | re.MULTILINE)
_MAX_BYTES = 64 << 20
_USE = """\
1. Read this file only; do not read the whole folder.
2. Choose chapters by title, sections and estimated_tokens from the JSON below; mind your budget.
3. Open a chapter by its file_path. Its frontmatter says how to cite it and what to keep verbatim.
4. A chapter with parts > 1 goes on in the next file with the same chapter_index.
5. Page numbers are those of the PDF, counted from 1; page_labels are the printed ones.
6. What is under left_out is in no file; say so instead of guessing."""


def manifest(book: Book) -> dict[str, Any]:
    """The JSON object of ``AGENTS.md``: the keys of the format first, then those that this program adds."""
    return {
        "document_title": book.title,
        "total_chapters": len({chapter.index for chapter in book.chapters}),
        "total_pages": book.page_count,
        "total_words": book.words,
        "estimated_tokens": book.tokens,
        "source_document": book.source,
        "source_sha256": book.sha256,
        "tokenizer": book.tokenizer,
        "chapter_evidence": book.evidence,
        "total_files": len(book.chapters),
        "chapters": [_chapter(chapter) for chapter in book.chapters],
        "left_out": [_left_out(part) for part in book.left_out],
        "front_pages": list(book.front_pages),
        "images": len(book.images),
        "noise_blocks_removed": book.noise,
        "warnings": list(book.warnings),
    }


def _chapter(chapter: Chapter) -> dict[str, Any]:
    return {
        "chapter_index": chapter.index,
        "part": chapter.part,
        "parts": chapter.parts,
        "kind": chapter.kind,
        "title": chapter.title,
        "group": chapter.group,
        "file_path": chapter.file,
        "start_page": chapter.start_page,
        "end_page": chapter.end_page,
        "pages": list(chapter.pages),
        "page_labels": list(chapter.labels),
        "word_count": chapter.words,
        "estimated_tokens": chapter.tokens,
        "sections": [_section(section) for section in chapter.sections if section.level <= 2],
    }


def _section(section: Section) -> dict[str, Any]:
    return {"title": section.title, "page": section.page, "level": section.level}


def _left_out(part: LeftOut) -> dict[str, Any]:
    return {
        "title": part.title,
        "kind": part.kind,
        "start_page": part.start_page,
        "end_page": part.end_page,
        "pages": list(part.pages),
        "reason": part.reason,
    }


def agents_markdown(book: Book) -> str:
    """``AGENTS.md``: what this is, how to use it, the JSON object, a table of the files."""
    data = json.dumps(manifest(book), ensure_ascii=False, indent=2)
    data = re.sub("[\ud800-\udfff]", "\ufffd", _compact(data))
    rows = "\n".join(_row(chapter) for chapter in book.chapters)
    return (
        f"# Agent manifest: {_cell(book.title)}\n\n"
        f"A PDF of {book.page_count} pages as {len(book.chapters)} Markdown files, to be read one at a time.\n\n"
        f"```text\n{_USE}\n```\n\n```json\n{data}\n```\n\n"
        f"| Index | File | Start Page | Est. Tokens | Scope |\n| --- | --- | --- | --- | --- |\n{rows}\n"
    )


def _compact(text: str) -> str:
    """Lists of plain numbers and pairs of labels on one line: a page list is no reason for a thousand lines."""
    return re.sub(
        r"\[\s+((?:-?\d+|\"[^\"\\\n]{0,20}\")(?:,\s+(?:-?\d+|\"[^\"\\\n]{0,20}\"))*)\s+\]",
        lambda found: "[" + re.sub(r",\s+", ", ", found[1]) + "]",
        text,
    )


def _row(chapter: Chapter) -> str:
    topics = "; ".join(section.title for section in chapter.sections if section.level == 2)
    scope = topics[:150] if topics else chapter.kind
    return (
        f"| {chapter.index} | [{chapter.file}](./{chapter.file}) | {chapter.start_page} | ~{chapter.tokens} "
        f"| {_cell(scope)} |"
    )


def _cell(text: str) -> str:
    from pdf_extractor_ai.markdown.tables import escape_cell

    return escape_cell(" ".join(text.split()))


def title_cell(chapter: Chapter) -> str:
    """A chapter's title fit for a table's cell."""
    return link_text(chapter).replace("|", "&#124;")


def read_manifest(folder: Path) -> dict[str, Any]:
    """The JSON object of ``AGENTS.md`` in ``folder``.

    Keys: ``document_title``, ``source_document``, ``source_sha256``, ``tokenizer``, ``chapter_evidence``,
    ``total_chapters``, ``total_files``, ``total_pages``, ``total_words``, ``estimated_tokens``, ``chapters`` (one
    object a file: ``chapter_index``, ``part``, ``parts``, ``kind``, ``title``, ``group``, ``file_path``,
    ``start_page``, ``end_page``, ``pages``, ``page_labels``, ``word_count``, ``estimated_tokens``, ``sections``),
    ``left_out``, ``front_pages``, ``images``, ``noise_blocks_removed``, ``warnings``. Raises ``BookFormatError``
    when ``folder`` is no book folder.
    """
    path = folder / MANIFEST
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise BookFormatError(f"{path} is too large to be a manifest")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BookFormatError(f"{folder} is no book folder: {MANIFEST} cannot be read ({error})") from error
    return manifest_in(text, str(path))


def _refused(constant: str) -> float:
    """JSON has no infinity, and no client of ours could be told of one."""
    raise ValueError(constant)


def _finite(number: str) -> float:
    value = float(number)
    return value if math.isfinite(value) else _refused(number)


def manifest_in(text: str, where: str) -> dict[str, Any]:
    """As `read_manifest`, for the text of an ``AGENTS.md``; ``where`` is what errors call it."""
    match = _JSON.search(text.replace("\r\n", "\n"))
    try:
        data = json.loads(match["json"], parse_constant=_refused, parse_float=_finite) if match else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("chapters"), list):
        raise BookFormatError(f"{where} holds no manifest of a book", remedy="Make the book again.")
    return data
