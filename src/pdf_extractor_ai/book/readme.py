"""``README.md``: of a book folder for people, of a batch folder for both."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pdf_extractor_ai.book.manifest import title_cell
from pdf_extractor_ai.book.model import Book, Chapter, ContentsEntry

_MAX_CONTENTS = 2000


def readme_markdown(book: Book, page_files: Mapping[int, str]) -> str:
    """The README of a book: the table of chapters, the title page's text, what is left out, the printed contents."""
    name = re.sub(r"[_-]+", " ", book.name).strip() or book.name
    sections = [
        f"# {_plain(name)}",
        f"The text of `{_code(book.source)}`"
        + (f", *{_plain(book.title)}*" if book.title and book.title != name else "")
        + ", a chapter a file.",
        "> [!TIP]\n> Agents start at [AGENTS.md](./AGENTS.md): an index in JSON with page ranges and token counts.",
        "---",
        *([f"## Title Page\n\n{book.front}"] if book.front else []),
        "## Table of Contents\n\n" + _table(book),
        *_left_out(book),
        *_contents(book, page_files),
        "---",
        _summary(book),
    ]
    return "\n\n".join(sections) + "\n"


def _table(book: Book) -> str:
    width = max(2, len(str(max((chapter.index for chapter in book.chapters), default=0))))
    lines = [
        "| # | Chapter Title | Start Page | Words | Est. Tokens | Notes File |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    group = ""
    for chapter in book.chapters:
        if chapter.group and chapter.group != group:
            lines.append(f"| | *{_plain(chapter.group).replace('|', '&#124;')}* | | | | |")
        group = chapter.group
        lines.append(_table_row(chapter, width))
    return "\n".join(lines)


def _table_row(chapter: Chapter, width: int) -> str:
    return (
        f"| **{chapter.index:0{width}d}** | {title_cell(chapter)} | Page {chapter.start_page} | {chapter.words} "
        f"| ~{chapter.tokens} | [`{chapter.file}`](./{chapter.file}) |"
    )


def _left_out(book: Book) -> list[str]:
    if not book.left_out:
        return []
    lines = []
    for part in book.left_out:
        where = (
            f"page {part.start_page}"
            if part.start_page == part.end_page
            else f"pages {part.start_page}-{part.end_page}"
        )
        lines.append(f"- {_plain(part.title)} ({where}): {part.reason}")
    return ["## Left Out\n\n" + "\n".join(lines)]


def _contents(book: Book, page_files: Mapping[int, str]) -> list[str]:
    if not book.contents:
        return []
    lines: list[str] = []
    depth = -1
    for entry in book.contents[:_MAX_CONTENTS]:
        depth = min(entry.depth, depth + 1)
        lines.append(f"{'  ' * depth}- {_entry(entry, page_files)}")
    if len(book.contents) > _MAX_CONTENTS:
        lines.append(f"- ... and {len(book.contents) - _MAX_CONTENTS} more")
    return ["## Printed Contents\n\n" + "\n".join(lines)]


def _entry(entry: ContentsEntry, page_files: Mapping[int, str]) -> str:
    title = _plain(entry.title)
    file = page_files.get(entry.page or 0, "")
    linked = f"[{title}](./{file})" if file else title
    return f"{linked} … {_plain(entry.label)}" if entry.label else linked


def _summary(book: Book) -> str:
    chapters = len({chapter.index for chapter in book.chapters})
    lines = [
        f"- Chapters: {chapters} in {len(book.chapters)} files",
        f"- PDF pages: {book.page_count}",
        f"- Words: {book.words} (~{book.tokens} tokens, {book.tokenizer})",
        f"- Noise: {book.noise} folios, running heads and notices taken out beside what the layout engine removed",
        *(f"- Note: {warning}" for warning in book.warnings),
    ]
    return "\n".join(lines)


def batch_markdown(
    name: str, rows: Sequence[tuple[str, str, int, int]], failed: Sequence[tuple[str, str]], *, stamp: str = ""
) -> str:
    """The README of a batch folder.

    ``rows`` are (document, folder, chapters, pages), ``failed`` (document, reason); both are sorted by name here.
    ``stamp`` is a line on when and how long, left out when empty, so that the same books give the same file.
    """
    from pdf_extractor_ai.markdown.inline import path_link

    lines = [
        f"# Batch Library: {_plain(name)}",
        "",
        f"{len(rows)} books." + (f" {stamp}" if stamp else ""),
        "",
        "| # | Document | Chapters | Pages | Notes |",
        "| --- | --- | --- | --- | --- |",
    ]
    for number, (document, folder, chapters, pages) in enumerate(sorted(rows, key=_by_name), start=1):
        cell = _plain(document).replace("|", "&#124;")
        link = f"[README](./{path_link(folder)}/README.md)"
        lines.append(f"| **{number:02d}** | {cell} | {chapters} | {pages} | {link} |")
    if failed:
        lines += ["", "## Failed Extractions", ""]
        lines += [f"- {_plain(document)}: {_plain(reason)}" for document, reason in sorted(failed)]
    return "\n".join(lines) + "\n"


def _by_name(row: tuple[str, str, int, int]) -> tuple[str, str]:
    return row[0].casefold(), row[1]


def _plain(text: str) -> str:
    from pdf_extractor_ai.markdown.inline import escape

    return escape(" ".join(text.split())).replace("[", "\\[").replace("]", "\\]").replace("*", "\\*")


def _code(text: str) -> str:
    return " ".join(text.replace("`", "'").split())
