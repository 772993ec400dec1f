"""A small document to write Markdown from, item by item."""

from __future__ import annotations

from typing import Any

from docling_core.types.doc import (
    BoundingBox,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    Formatting,
    ProvenanceItem,
    Script,
    Size,
    TableCell,
    TableData,
)
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pdf_extractor_ai import split_pages, to_markdown

BOLD = Formatting(bold=True)
ITALIC = Formatting(italic=True)
STRUCK = Formatting(strikethrough=True)
RAISED = Formatting(script=Script.SUPER)
LOWERED = Formatting(script=Script.SUB)


def document(pages: int = 1) -> DoclingDocument:
    made = DoclingDocument(name="test.pdf")
    for page in range(1, pages + 1):
        made.add_page(page_no=page, size=Size(width=600, height=800))
    return made


def at(page: int = 1, left: float = 30, top: float = 40, right: float = 300, bottom: float = 60) -> ProvenanceItem:
    box = BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT)
    return ProvenanceItem(page_no=page, bbox=box, charspan=(0, 0))


def text_of(content: str, label: DocItemLabel = DocItemLabel.TEXT, **more: Any) -> str:
    """The Markdown of one text item."""
    made = document()
    made.add_text(label, content, **more)
    return to_markdown(made)


def runs_of(*runs: tuple[str, Formatting | None] | tuple[str, Formatting | None, str]) -> str:
    """The Markdown of one inline group."""
    made = document()
    group = made.add_inline_group()
    for content, style, *link in runs:
        made.add_text(
            DocItemLabel.TEXT,
            content,
            parent=group,
            formatting=style,
            hyperlink=link[0] if link else None,  # type: ignore[arg-type]
        )
    return to_markdown(made)


def cell(text: str, row: int, column: int, down: int = 1, right: int = 1, header: bool = False) -> TableCell:
    return TableCell(
        text=text,
        row_span=down,
        col_span=right,
        start_row_offset_idx=row,
        end_row_offset_idx=row + down,
        start_col_offset_idx=column,
        end_col_offset_idx=column + right,
        column_header=header,
    )


def rows_data(rows: list[list[str]]) -> TableData:
    cells = [cell(text, r, c) for r, row in enumerate(rows) for c, text in enumerate(row)]
    return TableData(table_cells=cells, num_rows=len(rows), num_cols=len(rows[0]))


def table_of(data: TableData, label: DocItemLabel = DocItemLabel.TABLE, **options: Any) -> str:
    """The Markdown of one table."""
    made = document()
    made.add_table(data, label=label)
    return to_markdown(made, **options)


def parsed_cells(markdown: str) -> list[list[list[Token]]]:
    """Row by row what a GFM parser finds in each cell."""
    rows: list[list[list[Token]]] = []
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append(tokens[index + 1].children or [])
    return rows


def page_text(made: DoclingDocument, page: int = 1) -> str:
    """The Markdown between the banners of a page."""
    return split_pages(to_markdown(made))[page]
