"""``read_table``: the cells of one table."""

from __future__ import annotations

import re

from pydantic import Field

from pdf_extractor_ai.errors import NothingFoundError
from pdf_extractor_ai.mcp.answers import Answer
from pdf_extractor_ai.mcp.budget import fitted
from pdf_extractor_ai.mcp.record import DocumentRecord, TableRecord
from pdf_extractor_ai.mcp.tools.base import (
    LIST,
    NUMBER,
    OBJECT,
    TEXT,
    TRUTH,
    DocumentArguments,
    Request,
    Start,
    Tool,
    checked_start,
)


class TableArguments(DocumentArguments):
    """A table to read."""

    table: str = Field(description="id from open_document, as t2")
    start_row: Start = Field(0, description="body rows to skip")


async def read_table(arguments: TableArguments, request: Request) -> Answer:
    """The header and as many body rows as fit, each exactly once over a chain of calls."""
    record, origin = await request.document(arguments, "read_table")
    table = _table(arguments.table, record)
    header = _header(table)
    rows = table.rows[table.header_rows :]
    start = checked_start(arguments.start_row, len(rows), "start_row")

    def build(count: int) -> Answer:
        end = start + count
        shown = [list(row) for row in rows[start:end]]
        complete = end >= len(rows)
        return Answer(
            facts={
                "path": arguments.path,
                "document": record.id,
                "table": table.id,
                "page": table.page,
                "row_count": len(rows),
                "column_count": table.columns,
                "first_row": start,
                "complete": complete,
                "cached": origin != "extracted",
            },
            data={"caption": table.caption, "columns": header, "rows": shown},
            head=f"{arguments.path}, table {table.id} on page {table.page}: rows {start + 1}-{end} of {len(rows)}",
            body=_markdown(table.caption, header or [""] * table.columns, shown),
            cut="" if complete else f"{len(rows) - end} rows are left",
            next=None if complete else arguments.call("read_table", table=table.id, start_row=end),
        )

    return build(fitted(build, len(rows) - start, arguments.budget))


def _table(wanted: str, record: DocumentRecord) -> TableRecord:
    name = wanted.strip().lower()
    found = next((table for table in record.tables if name in (table.id, table.id[1:])), None)
    if found is None:
        raise NothingFoundError(
            f"no such table: {wanted[:40]}; the document has {len(record.tables)}",
            remedy="Take an id from open_document with view='tables'.",
        )
    return found


def _header(table: TableRecord) -> list[str]:
    """One name for each column: the cells above it, a merged one once; empty for a table without a header."""
    columns = zip(*table.rows[: table.header_rows], strict=False)
    return [" / ".join(dict.fromkeys(filter(None, column))) for column in columns]


def _markdown(caption: str, header: list[str], rows: list[list[str]]) -> str:
    lines = [caption, ""] if caption else []
    lines += [_line(header), "|" + "---|" * len(header)]
    return "\n".join([*lines, *map(_line, rows)])


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(re.sub(r"([\\|])", r"\\\1", cell) for cell in cells) + " |"


READ_TABLE = Tool(
    name="read_table",
    group="read",
    description="Read the cells of one table, row by row.",
    arguments=TableArguments,
    output={
        "table": TEXT,
        "page": NUMBER,
        "row_count": NUMBER,
        "columns": LIST,
        "rows": LIST,
        "complete": TRUTH,
        "next": OBJECT,
    },
    required=("rows", "columns", "complete"),
    run=read_table,
)
