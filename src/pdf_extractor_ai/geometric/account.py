"""Where every character of the text layer went: the engine's side of ``ExtractionReport``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pdf_extractor_ai.geometric.block import Block, Where
from pdf_extractor_ai.geometric.page import Comment, Entry, Line, Page
from pdf_extractor_ai.geometric.quality import Measured
from pdf_extractor_ai.geometric.tables import Table
from pdf_extractor_ai.report import (
    DOUBTFUL,
    CharacterCount,
    ExtractionReport,
    Flag,
    PageReport,
    PageStatus,
    RemovedText,
    status_of_whole,
)

if TYPE_CHECKING:
    from pdf_extractor_ai.geometric.layout import PageLayout
    from pdf_extractor_ai.geometric.recognize import Recognised

_OCR_REMEDY = 'extract with OCR: do_ocr=True, or --ocr on the command line (pip install "pdf-extractor-ai[ocr]")'

_NAMED = 12  # pages that a note on many of them names


@dataclass(slots=True)
class _PageAccount:
    number: int
    label: str
    total: int = 0
    body: int = 0
    furniture: int = 0
    hidden: int = 0
    figure: int = 0
    status: PageStatus = "ok"
    ocr: bool = False
    scan: bool = False
    measured: Measured = field(default_factory=Measured)


@dataclass(slots=True)
class Account:
    """Collects counts, flags and removed text while the pipeline runs."""

    name: str
    labels: Sequence[str]
    pages: dict[int, _PageAccount] = field(default_factory=dict)
    flags: list[Flag] = field(default_factory=list)
    removed: list[RemovedText] = field(default_factory=list)
    failed: dict[int, str] = field(default_factory=dict)
    suspects: bool = False
    untrusted: list[int] = field(default_factory=list)
    comments: list[tuple[Where, Comment]] = field(default_factory=list)

    def see_page(self, page: Page) -> None:
        """Count what the reader gave."""
        label = self.labels[page.number - 1] if page.number <= len(self.labels) else ""
        entry = self.pages[page.number] = _PageAccount(page.number, label)
        if page.error:
            self.fail(page, page.error)
        if page.tags_ignored:
            self.untrusted.append(page.number)
        self.comments.extend((Where(page.number, *_box(comment, page)), comment) for comment in page.comments)
        entry.hidden = _count(line for _, line in page.hidden)
        entry.total = _all(page) + entry.hidden
        for reason, line in page.hidden:
            self._remove(line, page, "hidden", reason)
            self.flags.append(
                Flag(
                    "hidden_text",
                    f"text that no viewer shows ({reason}): {line.text[:80]}",
                    page.number,
                    _box(line, page),
                )
            )
        if page.unmapped:
            entry.measured.unmapped(page.unmapped, max(entry.total, page.characters))
            self.flags.append(
                Flag(
                    "unmapped_glyphs",
                    f"{page.unmapped} characters have no Unicode value",
                    page.number,
                    None,
                    _OCR_REMEDY,
                )
            )

    def fail(self, page: Page, cause: str) -> None:
        """Note that a page could not be read, and why."""
        self.pages[page.number].status = "failed"
        self.failed[page.number] = cause
        self.pages[page.number].measured.unread("page_failed")
        self.flags.append(Flag("page_failed", f"the page could not be read: {cause}", page.number))

    def see_cut(self, page: Page) -> None:
        """Note that the content of a page breaks off: what stands behind that place is missing."""
        self.pages[page.number].measured.cut()
        self.flags.append(
            Flag("page_incomplete", "the page's content is damaged and breaks off; text may be missing", page.number)
        )

    def see_status(self, page: Page, status: str, quality: float | None = None) -> None:
        """Note what kind of page it is: text, scan, bad_layer or blank; and how good its text is."""
        entry = self.pages[page.number]
        if entry.status == "failed":
            return
        entry.measured.letters(quality)
        if status == "blank" and not page.notes:
            entry.status = "blank"
        entry.scan = status in ("scan", "bad_layer")

    def without_ocr(self, page: Page, status: str) -> Page:
        """A page that needs OCR and does not get it: its useless text layer is set apart, it is flagged."""
        entry = self.pages[page.number]
        if status == "bad_layer":
            # Where single characters have no Unicode value the lines without such ones are still good.
            bad = [line for line in page.lines if "\ufffd" in line.text] if page.unmapped else page.lines
            page.hidden.extend(("bad_layer", line) for line in bad)
            entry.hidden += _count(bad)
            for line in bad:
                self._remove(line, page, "hidden", "bad_layer")
            gone = {id(line) for line in bad}
            page.lines = [line for line in page.lines if id(line) not in gone]
            self.flags.append(
                Flag("bad_text_layer", "the page's text layer is no language", page.number, None, _OCR_REMEDY)
            )
        entry.status = "image_only"
        entry.measured.unread("bad_text_layer" if status == "bad_layer" else "image_only")
        self.flags.append(
            Flag("image_only", "the page is a picture without readable text", page.number, None, _OCR_REMEDY)
        )
        return page

    def see_ocr(self, page: Page, recognised: Recognised) -> None:
        """Count again after OCR: its lines are the page's text now."""
        entry = self.pages[page.number]
        entry.ocr = True
        done = recognised.page
        entry.hidden = _count(line for _, line in done.hidden)
        entry.total = _all(done) + entry.hidden
        entry.status = "ok" if done.lines or done.turned else "image_only"
        if entry.status == "image_only" and any(flag.code == "blank" for flag in recognised.flags):
            entry.status = "blank"
        entry.measured.recognised(entry.status, recognised.confidence, [flag.code for flag in recognised.flags])
        for reason, line in done.hidden:
            if reason == "bad_layer":
                self._remove(line, done, "hidden", reason)
        self.flags.extend(recognised.flags)

    def see_furniture(self, pages: Iterable[Page]) -> None:
        """Note what was taken out as running heads and the like."""
        for page in pages:
            for role, line in page.furniture:
                self._remove(line, page, role)
            self.pages[page.number].furniture = _count(line for _, line in page.furniture)

    def see_layout(self, page: Page, layout: PageLayout) -> None:
        """Count what went into blocks and figures."""
        entry = self.pages[page.number]
        entry.figure = _count(layout.labels)
        entry.body = sum(_in_block(block) for block in layout.blocks)
        entry.measured.tables([block.data for block in layout.blocks if isinstance(block.data, Table)])
        self.flags.extend(_doubtful(block) for block in layout.blocks if _in_doubt(block))

    def report(self) -> ExtractionReport:
        """The finished report."""
        pages = tuple(
            PageReport(
                entry.number, entry.status,
                CharacterCount(entry.total, entry.body, entry.furniture, entry.hidden, entry.figure),
                entry.label, entry.ocr, entry.measured.quality(),
            )
            for entry in self.pages.values()
        )  # fmt: skip
        status = status_of_whole([page.status for page in pages])
        if status == "complete" and any(flag.code == "page_incomplete" for flag in self.flags):
            status = "partial"
        return ExtractionReport(
            self.name, "geometric", status, len(pages), pages,
            (*self._of_tags(), *self.flags), tuple(self.removed),
        )  # fmt: skip

    def _of_tags(self) -> Iterator[Flag]:
        """That a structure tree was not believed, once for the whole document."""
        remedy = "Headings, order and tables were found from the layout instead."
        if self.suspects:
            message = "The PDF calls its own structure tags suspect; they were not trusted."
            yield Flag("tags_not_trusted", message, remedy=remedy)
        elif self.untrusted:
            some = ", ".join(map(str, self.untrusted[:_NAMED])) + (" ..." if len(self.untrusted) > _NAMED else "")
            count = len(self.untrusted)
            message = f"The structure tags of {count} pages do not cover their text; they were not trusted ({some})."
            yield Flag("tags_not_trusted", message, remedy=remedy)

    def _remove(self, line: Line, page: Page, role: str, reason: str = "") -> None:
        removed = RemovedText(line.text, role, page.number, _box(line, page), reason)  # type: ignore[arg-type]
        self.removed.append(removed)


def _all(page: Page) -> int:
    """Visible characters; artifacts of a tagged page have become furniture while it was read."""
    return _count(page.lines) + _count(page.turned) + _count(line for _, line in page.furniture)


def _in_doubt(block: Block) -> bool:
    return isinstance(block.data, Table) and block.data.confidence < DOUBTFUL


def _doubtful(block: Block) -> Flag:
    """That a table's grid may be wrong, and what speaks against it."""
    table, spot = block.data, block.where[0]
    reasons = ", ".join(table.reasons)
    message = (
        f"A table of {table.n_rows} rows and {table.n_cols} columns is in doubt ({table.confidence:.2f}): {reasons}."
    )
    remedy = "Compare it with the page before its numbers are used."
    return Flag("doubtful_table", message, spot.page, (spot.x0, spot.y0, spot.x1, spot.y1), remedy)


def _in_block(block: Block) -> int:
    """Characters of the text layer that a block holds, in its lines, its cells and its captions."""
    cells, marks = (block.data.cells, block.data.marks) if isinstance(block.data, Table) else ((), ())
    return (
        _count(block.lines)
        + _count(marks)
        + sum(_count(cell.lines) for cell in cells)
        + sum(_in_block(part) for part in (*block.caption, *block.notes))
    )


def _box(line: Line | Comment, page: Page) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = page.to_paper(line.x0, line.y0, line.x1, line.y1)
    return round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2)


def _count(lines: Iterable[Line]) -> int:
    return sum(len(line.text) - line.text.count(" ") for line in lines if not isinstance(line, Entry))
