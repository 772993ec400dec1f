"""A ``DocumentRecord`` made of an extraction."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.mcp.record import (
    BlockRecord,
    BookmarkRecord,
    DocumentRecord,
    FigureRecord,
    FlagRecord,
    PageRecord,
    SectionRecord,
    TableRecord,
)
from pdf_extractor_ai.mcp.tokens import count_tokens

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.extraction.result import ExtractionResult
    from pdf_extractor_ai.markdown.blocks import Block
    from pdf_extractor_ai.report import ExtractionReport

_MAX_TITLE = 200
_MAX_BOOKMARKS = 5000
_HIDDEN_REMEDY = "Text that no viewer shows was left out; look at the page's picture if it matters."


def record_of(result: ExtractionResult, *, identifier: str, fallback: str, layer: bool = False) -> DocumentRecord:
    """The record of an extraction; ``fallback`` is the title of a document that has none."""
    from pdf_extractor_ai.markdown import document_title
    from pdf_extractor_ai.markdown.blocks import blocks
    from pdf_extractor_ai.markdown.notes import with_linked_notes

    document = result.document
    found = _placed(with_linked_notes(list(blocks(document)), document), result.report)
    return DocumentRecord(
        id=identifier,
        title=_line(document_title(document, fallback) or fallback),
        status=result.report.status,
        pages=_pages(result.report, document, {page for page, _ in found}),
        blocks=tuple(BlockRecord(page=page, text=block.text) for page, block in found),
        sections=_sections(found, document),
        bookmarks=tuple(
            BookmarkRecord(depth=max(0, mark.depth), title=_line(mark.title), page=mark.page)
            for mark in result.report.outline[:_MAX_BOOKMARKS]
        ),
        tables=_tables(found, document),
        figures=_figures(found, document),
        flags=_flags(result.report),
        card=str(result.report.card.get("status", "")),
        layer=layer,
        quality=result.report.quality,
    )


def _placed(found: list[Block], report: ExtractionReport) -> list[tuple[int, Block]]:
    """The blocks that say something, each with its page; one without a page is on that of the block before it."""
    page = report.pages[0].page if report.pages else 1
    placed = []
    for block in found:
        page = block.page if block.page is not None else page
        if block.text:
            placed.append((page, block))
    return placed


def _pages(report: ExtractionReport, document: DoclingDocument, with_blocks: set[int]) -> tuple[PageRecord, ...]:
    runs_from: dict[int, int] = {}
    for item in (*document.texts, *document.tables):
        places = [prov.page_no for prov in item.prov]
        for place in places[1:]:
            if place not in with_blocks:
                runs_from.setdefault(place, places[0])
    return tuple(
        PageRecord(
            number=page.page,
            status=page.status,
            hidden=page.characters.hidden,
            runs_from=runs_from.get(page.page, 0),
            quality=page.quality.score,
        )
        for page in report.pages
    )


def _sections(found: list[tuple[int, Block]], document: DoclingDocument) -> tuple[SectionRecord, ...]:
    from pdf_extractor_ai.markdown.titles import item_text

    starts = [
        (index, 0 if label == "title" else max(1, block.item.level), item_text(block.item, document))
        for index, (_, block) in enumerate(found)
        if (label := _label(block)) in ("title", "section_header")
    ]
    tokens = [count_tokens(block.text) for _, block in found]
    sections = []
    for number, (start, level, title) in enumerate(starts):
        end = next((later for later, depth, _ in starts[number + 1 :] if depth <= level), len(found))
        sections.append(
            SectionRecord(
                id=f"s{number + 1}",
                level=level,
                title=_line(title),
                page=found[start][0],
                last_page=max(page for page, _ in found[start:end]),
                start=start,
                end=end,
                tokens=sum(tokens[start:end]),
            )
        )
    return tuple(sections)


def _tables(found: list[tuple[int, Block]], document: DoclingDocument) -> tuple[TableRecord, ...]:
    tables: list[TableRecord] = []
    for page, block in found:
        if _label(block) != "table" or block.item.data is None:
            continue
        grid = block.item.data.grid
        if not grid:
            continue
        headers = 0
        while headers < len(grid) and all(cell.column_header for cell in grid[headers]):
            headers += 1
        tables.append(
            TableRecord(
                id=f"t{len(tables) + 1}",
                page=page,
                caption=_line(block.item.caption_text(document)),
                header_rows=headers,
                rows=tuple(tuple(" ".join(cell.text.split()) for cell in row) for row in grid),
            )
        )
    return tuple(tables)


def _figures(found: list[tuple[int, Block]], document: DoclingDocument) -> tuple[FigureRecord, ...]:
    pictures = [(page, block.item) for page, block in found if _label(block) in ("picture", "chart")]
    return tuple(
        FigureRecord(id=f"f{number}", page=page, caption=_line(item.caption_text(document)))
        for number, (page, item) in enumerate(pictures, 1)
    )


def _flags(report: ExtractionReport) -> tuple[FlagRecord, ...]:
    """Flags by code. Their messages stay out: some quote the document, hidden text in particular."""
    pages: dict[str, set[int]] = defaultdict(set)
    remedies: dict[str, str] = {}
    for flag in report.flags:
        pages[flag.code].update(() if flag.page is None else (flag.page,))
        remedies.setdefault(flag.code, flag.remedy)
    for page in report.pages:
        if page.characters.hidden:
            pages["hidden_text"].add(page.page)
    if "hidden_text" in pages:
        remedies["hidden_text"] = _HIDDEN_REMEDY
    return tuple(
        FlagRecord(code=code, pages=tuple(sorted(pages[code])), remedy=remedies.get(code, "")) for code in sorted(pages)
    )


def _label(block: Block) -> str:
    item: Any = block.item
    return item.label.value if item is not None else ""


def _line(text: str) -> str:
    """One line of at most 200 characters."""
    text = " ".join(text.split())
    return text if len(text) <= _MAX_TITLE else text[: _MAX_TITLE - 1] + "…"
