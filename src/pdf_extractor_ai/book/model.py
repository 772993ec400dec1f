"""A book in memory: chapters, sections, what was left out, and the files of the folder. Imports nothing heavy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Kind = Literal["front", "part", "chapter", "appendix", "back"]
"""What a part of a book is. ``back``: index, bibliography, glossary, colophon and the like."""

Evidence = Literal["outline", "contents", "headings", "size", "none"]
"""Where chapter starts come from: bookmarks, printed contents, headings, the token limit, nothing at all."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the plan: ``level`` 1 is a chapter's; ``page`` is physical, 1-based; ``number`` as printed."""

    title: str
    page: int
    level: int = 1
    number: str = ""


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of the printed contents: its depth, title, printed page, and the physical page if it was found."""

    depth: int
    title: str
    label: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter file.

    ``index`` counts chapters from 1 (0: pages before the first chapter); a chapter over the token limit is
    several files with the same ``index``, ``part`` of ``parts``. ``start_page`` and ``end_page`` are the physical
    pages its text lies on, ``pages`` those that belong to this file and to no other (a page belongs to the file
    in which it begins). ``labels`` are the printed page numbers of first and last page, ``""`` where unknown.
    ``body`` is Markdown without frontmatter and navigation; words, characters and tokens are counted on it.
    """

    index: int
    part: int
    parts: int
    kind: Kind
    title: str
    file: str
    start_page: int
    end_page: int
    pages: tuple[int, ...]
    labels: tuple[str, str]
    group: str
    sections: tuple[Section, ...]
    words: int
    characters: int
    tokens: int
    instructions: str
    body: str = field(repr=False, default="")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Pages that are in no chapter file, and why: ``contents`` pages, ``back`` matter, ``blank`` pages ..."""

    title: str
    kind: str
    start_page: int
    end_page: int
    pages: tuple[int, ...]
    reason: str


class Images(Protocol):
    """The figures of a book: their paths in the folder, and their PNG bytes, made one page at a time."""

    def __len__(self) -> int: ...

    def paths(self) -> list[str]:
        """Paths relative to the folder, in page order."""
        ...

    def pngs(self) -> Iterator[tuple[str, bytes]]:
        """Path and bytes of each."""
        ...


class NoImages:
    """No figures."""

    def __len__(self) -> int:
        return 0

    def paths(self) -> list[str]:
        """Nothing."""
        return []

    def pngs(self) -> Iterator[tuple[str, bytes]]:
        """Nothing."""
        return iter(())


@dataclass(frozen=True, slots=True)
class Book:
    """Everything of a book folder, in memory.

    ``name`` is the folder's name, ``title`` the document's, ``source`` the PDF's base name, ``sha256`` what the
    folder is known by when it is written again. ``sections`` is the whole plan in order, left-out parts included;
    ``contents`` the printed contents; ``front`` the Markdown of pages before the first chapter that are too short
    for a file (it stands in the README). ``tokenizer`` says how tokens were counted. ``noise`` is the number of
    blocks of page furniture that were taken out here, ``scores`` maps pages that were assessed to their quality in
    the report, 0 to 1. ``files`` maps names in the folder to bytes: README.md,
    AGENTS.md, chapters. ``images`` holds the figures, which are drawn when they are written: a long book has more
    of them than memory should hold.
    """

    name: str
    title: str
    source: str
    sha256: str
    page_count: int
    evidence: Evidence
    chapters: tuple[Chapter, ...]
    left_out: tuple[LeftOut, ...]
    sections: tuple[Section, ...]
    contents: tuple[ContentsEntry, ...]
    front: str
    front_pages: tuple[int, ...]
    tokenizer: str
    warnings: tuple[str, ...] = ()
    noise: int = 0
    scores: Mapping[int, float] = field(default_factory=dict)
    images: Images = field(repr=False, default_factory=NoImages)
    files: dict[str, bytes] = field(repr=False, default_factory=dict)

    @property
    def words(self) -> int:
        """The sum over the chapter files."""
        return sum(chapter.words for chapter in self.chapters)

    @property
    def tokens(self) -> int:
        """The sum over the chapter files."""
        return sum(chapter.tokens for chapter in self.chapters)
