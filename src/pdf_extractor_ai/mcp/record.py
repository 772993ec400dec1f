"""What a server keeps of a document: its blocks by page, and where sections, tables and figures are in them."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict

from pdf_extractor_ai.markdown.banners import end_banner, start_banner

SCHEMA = 4
"""Part of the cache key; to be raised with every change of these classes."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BlockRecord(_Frozen):
    """One block of Markdown and its 1-based page."""

    page: int
    text: str


class PageRecord(_Frozen):
    """A page: ``status`` and ``quality`` as in the report; characters no viewer shows; the page that runs into it.

    ``runs_from``, the page whose paragraph or table does, is set only for a page without any block of its own.
    ``quality`` is ``None`` where nothing could be assessed.
    """

    number: int
    status: str
    hidden: int = 0
    runs_from: int = 0
    quality: float | None = None


class SectionRecord(_Frozen):
    """A heading and what is under it: blocks ``start`` to ``end`` (not included). A title has level 0."""

    id: str
    level: int
    title: str
    page: int
    last_page: int
    start: int
    end: int
    tokens: int


class BookmarkRecord(_Frozen):
    """An entry of the file's own outline; ``depth`` counts from 0."""

    depth: int
    title: str
    page: int


class TableRecord(_Frozen):
    """A table's cells, row by row; the first ``header_rows`` of them are its header."""

    id: str
    page: int
    caption: str
    header_rows: int
    rows: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.rows[0]) if self.rows else 0


class FigureRecord(_Frozen):
    """A picture: its page and caption."""

    id: str
    page: int
    caption: str


class FlagRecord(_Frozen):
    """What a reader should know, without a word of the document: code, pages (none: all of it), what to do."""

    code: str
    pages: tuple[int, ...] = ()
    remedy: str = ""


class DocumentRecord(_Frozen):
    """A document as the tools see it.

    ``id`` is the beginning of a hash of its bytes and options, ``card`` the status of its index card, if it has one,
    ``layer`` whether it carries a semantic layer, which is another text than the pages' and not in here;
    ``quality`` is the mean of its pages'.
    """

    id: str
    title: str
    status: str
    pages: tuple[PageRecord, ...]
    blocks: tuple[BlockRecord, ...]
    sections: tuple[SectionRecord, ...] = ()
    bookmarks: tuple[BookmarkRecord, ...] = ()
    tables: tuple[TableRecord, ...] = ()
    figures: tuple[FigureRecord, ...] = ()
    flags: tuple[FlagRecord, ...] = ()
    card: str = ""
    layer: bool = False
    quality: float | None = None

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return len(self.pages)

    @property
    def size(self) -> int:
        """About how many bytes of memory the text takes."""
        cells = sum(len(cell) + 60 for table in self.tables for row in table.rows for cell in row)
        return sum(len(block.text) + 200 for block in self.blocks) + cells + 300 * len(self.pages)

    def page_texts(self) -> dict[int, str]:
        """Page number -> the Markdown of its blocks, for every page."""
        found: dict[int, list[str]] = {page.number: [] for page in self.pages}
        for block in self.blocks:
            found.setdefault(block.page, []).append(block.text)
        return {page: "\n\n".join(parts) for page, parts in found.items()}

    def section_text(self, section: SectionRecord) -> str:
        """The Markdown of a section, a banner before each page and after it."""
        return "\n\n".join(_with_banners(self.blocks[section.start : section.end]))


def bannered(page: int, text: str) -> str:
    """A page's Markdown between its banners."""
    return "\n\n".join(part for part in (start_banner(page), text, end_banner(page)) if part)


def _with_banners(blocks: tuple[BlockRecord, ...]) -> Iterator[str]:
    page = 0
    for block in blocks:
        if block.page != page:
            if page:
                yield end_banner(page)
            page = block.page
            yield start_banner(page)
        yield block.text
    if page:
        yield end_banner(page)
