"""A chapter cut into passages of a few paragraphs, each with the heading and the page it stands under."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from pdf_extractor_ai.book.shelf.terms import index_text

_WANTED = 1_200  # characters: about what a person reads before deciding whether it is the place
_MOST = 4_000

_HEADING = re.compile(r"#{1,6}[ \t]+(\S.*)")
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_PAGE_MARK = re.compile(r"[ \t]*<!--[ \t]*page[ \t]+(\d{1,6})[ \t]*-->")

_MARKUP = (
    (re.compile(r"<!--.*?-->", re.DOTALL), " "),
    (re.compile(r"!?\[([^\[\]]{0,500})\]\([^()\s]{0,500}\)"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>]{0,200}>"), ""),
    (re.compile(r"^[ \t]*(?:#{1,6}|[-*+]|>)[ \t]+", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:`{3,}|~{3,}).*$", re.MULTILINE), ""),
    (re.compile(r"^(?=[ \t:|]*-)[ \t:|-]+$", re.MULTILINE), ""),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
    (re.compile(r"\*\*|__|`"), ""),
    (re.compile(r"[ \t]*\|[ \t]*"), " "),
    (re.compile(r"\s+"), " "),
)


@dataclass(frozen=True, slots=True)
class Passage:
    """``body[start:stop]`` of a chapter; it begins on no page before ``page`` and on none after ``last_page``.

    ``heading`` has the headings above it, outermost first.
    """

    start: int
    stop: int
    heading: str
    page: int
    last_page: int


@dataclass(slots=True)
class _Line:
    """A line of the body; ``kind`` is ``blank``, ``heading``, ``page`` or ``text`` (inside a fence always so)."""

    start: int
    stop: int
    kind: str
    value: str = ""


def plain(markdown: str) -> str:
    """The words of ``markdown`` on one line, marks, link targets and comments left out."""
    for pattern, replacement in _MARKUP:
        markdown = pattern.sub(replacement, markdown)
    return markdown.strip()


def cut_passages(
    body: str, sections: Sequence[tuple[str, int]] = (), start_page: int = 1, end_page: int = 1
) -> list[Passage]:
    """All of ``body`` in passages, in order, without those that hold no words.

    Pages come from page marks where there are any, else from the pages of ``sections`` as their headings pass by.
    """
    pages: dict[str, deque[int]] = defaultdict(deque)
    for title, page in sections:
        pages[index_text(title)].append(page)
    marked = any(line.kind == "page" for line in _lines(body))
    path: list[tuple[int, str]] = []
    page, found = start_page, []
    for start, stop, lines in _groups(_lines(body)):
        for line in takewhile(lambda line: line.kind != "text", lines):
            if line.kind == "page":
                page = int(line.value)
            elif line.kind == "heading":
                level, title = _heading(line.value)
                path = [(depth, above) for depth, above in path if depth < level] + [(level, title)]
                page = page if marked else _section_page(title, pages) or page
        found.append(Passage(start, stop, " > ".join(title for _, title in path), page, end_page))
        page = max([page, *(int(line.value) for line in lines if line.kind == "page")])
    return _with_last_pages([passage for passage in found if plain(body[passage.start : passage.stop])], end_page)


def _heading(line: str) -> tuple[int, str]:
    title = line.lstrip("#")
    return len(line) - len(title), plain(title)


def _section_page(title: str, pages: dict[str, deque[int]]) -> int | None:
    """The page of the next section with this title; a heading may repeat the number that the section has apart."""
    wanted = index_text(title)
    waiting = pages.get(wanted)
    if not waiting:
        endings = (known for known in pages if known and pages[known] and wanted.endswith(f" {known}"))
        waiting = pages.get(max(endings, key=len, default=""))
    return waiting.popleft() if waiting else None


def _with_last_pages(passages: Iterable[Passage], end_page: int) -> list[Passage]:
    """Each passage ends where a later one is known to begin."""
    out: list[Passage] = []
    following = end_page
    for passage in reversed(list(passages)):
        out.append(replace(passage, last_page=max(passage.page, following)))
        following = min(following, passage.page) if passage.page else following
    return out[::-1]


def _groups(lines: Iterable[_Line]) -> Iterator[tuple[int, int, list[_Line]]]:
    """Runs of lines: a new one at a heading, at a blank line when there is enough, anywhere when there is too much."""
    group: list[_Line] = []
    for line in lines:
        size = line.start - group[0].start if group else 0
        only_headings = all(held.kind in ("heading", "blank", "page") for held in group)
        full = (line.kind == "blank" and size >= _WANTED) or size >= _MOST
        if group and (full or (line.kind == "heading" and not only_headings)):
            yield group[0].start, line.start, group
            group = []
        if group or line.kind != "blank":
            group.append(line)
    if group:
        yield group[0].start, group[-1].stop, group


def _lines(body: str) -> Iterator[_Line]:
    fence, start = "", 0
    for text in _bounded(body.splitlines(keepends=True)):
        stop = start + len(text)
        opened = _FENCE.match(text)
        if fence:
            yield _Line(start, stop, "text")
            if opened and opened[1].startswith(fence) and not text[opened.end() :].strip():
                fence = ""
        elif opened:
            fence = opened[1]
            yield _Line(start, stop, "text")
        elif heading := _HEADING.match(text):
            yield _Line(start, stop, "heading", heading.group().rstrip())
        elif mark := _PAGE_MARK.match(text):
            yield _Line(start, stop, "page", mark[1])
        else:
            yield _Line(start, stop, "text" if text.strip() else "blank")
        start = stop


def _bounded(lines: Iterable[str]) -> Iterator[str]:
    """Lines of endless length in pieces: no passage, and no pattern that looks for markup, shall meet one whole."""
    for line in lines:
        for start in range(0, len(line), _MOST):
            yield line[start : start + _MOST]
