"""Blocks -> ``DoclingDocument``: headings as parents, nested list groups, tables, pictures, furniture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docling_core.types.doc import (
    BoundingBox,
    ContentLayer,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    Formatting,
    NodeItem,
    ProvenanceItem,
    Script,
    TableCell,
    TableData,
    TableItem,
    TextItem,
)

from pdf_extractor_ai.cells import MarkedCell, mark_cells
from pdf_extractor_ai.geometric.block import Block, Pair, Where
from pdf_extractor_ai.geometric.code import code_text
from pdf_extractor_ai.geometric.keyvalues import add_key_values
from pdf_extractor_ai.geometric.markers import marker_of
from pdf_extractor_ai.geometric.notes import ContentsIndex
from pdf_extractor_ai.geometric.page import Note, Style
from pdf_extractor_ai.geometric.tables import Table
from pdf_extractor_ai.geometric.text import Piece, cell_pieces, cell_text, inline_pieces, join_lines, mended
from pdf_extractor_ai.geometric.thrift import Thrift
from pdf_extractor_ai.geometric.vocabulary import Vocabulary
from pdf_extractor_ai.runs import WITH_BLANKS

_TO_PAGE = re.compile(r"#page=\d{1,7}")
_SAFE_URI = re.compile(r"(?:https?|ftp|mailto|tel):", re.IGNORECASE)


class Assembler:
    """Builds one document; blocks are added in reading order."""

    def __init__(self, document: DoclingDocument, body: Style, vocabulary: Vocabulary) -> None:
        self.document, self.body, self.vocabulary = document, body, vocabulary
        self.thrift = Thrift(document)
        self._open: list[tuple[int, NodeItem]] = []
        self._lists: list[tuple[NodeItem, NodeItem | None]] = []
        self._parts: dict[int, TableItem] = {}
        self._pairs: list[Pair] = []

    def prepare(self, block: Block) -> None:
        """Turn a block's lines into text and let them go: a long book is not held twice."""
        for part in (*block.caption, *block.notes):
            self.prepare(part)
        if block.kind in ("title", "heading", "caption", "checkbox"):
            block.ready = join_lines(block.lines, self.vocabulary)
        elif block.kind == "code":
            block.ready = code_text(block.lines, block.right)
        elif block.kind == "table":
            table: Table = block.data
            block.ready, block.data = table_data(table, self.vocabulary), marked_cells(table, self.vocabulary)
            self.thrift.share(*block.ready.table_cells)
        elif block.kind == "picture":
            labels = getattr(block.data, "labels", None) or []
            block.ready = " ".join(
                line.text for line in sorted(labels, key=lambda line: (round(line.baseline), line.x0))
            )
            block.data = None
        elif block.kind not in ("index", "field"):
            marker = marker_of(block.lines[0]) if block.kind == "list_item" else None
            block.ready = inline_pieces(block.lines, self.vocabulary, self.body, marker.end if marker else 0)
        block.lines = []

    def place(self, blocks: Sequence[Block]) -> None:
        """Turn the places of prepared blocks into Docling's and let the numbers go.

        First all of the one, then all of the other, when no line is left: so the numbers that stay stand together
        in memory, instead of one in each of the pools that the lines have left, which then could not be used again.
        """
        parts = [part for block in blocks for part in (block, *block.caption, *block.notes)]
        for part in parts:
            part.places = [self._place(spot) for spot in part.where]
        for part in parts:
            part.where = []

    def add(self, block: Block) -> None:
        """Put a block that is prepared and placed under the heading that is open."""
        # A list goes on in a new group behind a picture or a note: the tree keeps the order of the pages.
        if block.kind not in ("list_item", "checkbox"):
            self._lists.clear()
        getattr(self, f"_{block.kind}")(block)
        self.thrift.settle()

    def _parent(self) -> NodeItem | None:
        return self._open[-1][1] if self._open else None

    def _title(self, block: Block) -> None:
        text = block.ready
        self._put(self.document.add_title(text=text), block, len(text))
        # Sections do not nest under the title: they stand beside it.
        self._open.clear()

    def _heading(self, block: Block) -> None:
        while self._open and self._open[-1][0] >= block.level:
            self._open.pop()
        text = block.ready
        item = self.document.add_heading(text=text, level=block.level, parent=self._parent())
        self._put(item, block, len(text))
        self._open.append((block.level, item))

    def _text(self, block: Block) -> None:
        self._runs(block, DocItemLabel.TEXT)

    def _field(self, block: Block) -> None:
        note: Note = block.data
        label = f"{note.name}: " if note.kind == "field" and note.name else ""
        text = label + " ".join(note.text.split())
        self._put(self.document.add_text(DocItemLabel.TEXT, text, parent=self._parent()), block, len(text))

    def _aside(self, block: Block) -> None:
        self._runs(block, DocItemLabel.TEXT)

    def _footnote(self, block: Block) -> None:
        self._runs(block, DocItemLabel.FOOTNOTE)

    def _code(self, block: Block) -> None:
        text = block.ready
        self._put(self.document.add_code(text=text, parent=self._parent()), block, len(text))

    def _checkbox(self, block: Block) -> None:
        ticked = block.marker in ("☑", "☒")
        label = DocItemLabel.CHECKBOX_SELECTED if ticked else DocItemLabel.CHECKBOX_UNSELECTED
        text = block.data.name if isinstance(block.data, Note) else block.ready.lstrip("☐☑☒ ")
        self._put(self.document.add_text(label, text, parent=self._parent()), block, len(text))

    def _list_item(self, block: Block) -> None:
        group = self._list_group(block)
        pieces: list[Piece] = block.ready
        text = "".join(piece.text for piece in pieces)
        plain = _is_plain(pieces)
        item = self.document.add_list_item(
            text if plain else "", enumerated=block.ordered, marker=block.marker, parent=group
        )
        if not plain:
            self._inline(pieces, block, DocItemLabel.TEXT, item)
        self._put(item, block, len(text))
        self._lists[-1] = (group, item)

    def _list_group(self, block: Block) -> Any:
        depth = min(block.level, len(self._lists))
        while len(self._lists) > depth + 1:
            self._lists.pop()
        if len(self._lists) == depth + 1:
            return self._lists[-1][0]
        parent = self._lists[-1][1] if self._lists else self._parent()
        group = self.document.add_list_group(parent=parent)
        self._lists.append((group, None))
        return group

    def _runs(self, block: Block, label: DocItemLabel) -> None:
        pieces: list[Piece] = block.ready
        if len(pieces) == 1:
            piece = pieces[0]
            item = self.document.add_text(
                label, piece.text, parent=self._parent(), formatting=self._look(piece), hyperlink=_uri(piece)
            )
            self._put(item, block, len(piece.text))
        elif _is_plain(pieces):
            text = "".join(piece.text for piece in pieces)
            self._put(self.document.add_text(label, text, parent=self._parent()), block, len(text))
        elif pieces:
            self._inline(pieces, block, label, self._parent())

    def _inline(self, pieces: list[Piece], block: Block, label: DocItemLabel, parent: NodeItem | None) -> None:
        group = self.document.add_inline_group(name=WITH_BLANKS, parent=parent)
        # All runs of a paragraph have its place and its parent: they share both, which halves what a run costs.
        length = sum(len(piece.text) for piece in pieces)
        places = self._provs(block, length)
        above = group.get_ref()
        for piece in pieces:
            if _is_code(piece):
                item = self.document.add_code(text=piece.text, parent=group, hyperlink=_uri(piece))
            else:
                item = self.document.add_text(
                    label, piece.text, parent=group, formatting=self._look(piece), hyperlink=_uri(piece)
                )
            item.prov.extend(places)
            item.parent = above
        self._pair(group, block)

    def _caption_item(self, block: Block, parent: NodeItem | None) -> Any:
        parts = block.caption
        if not parts:
            return None
        text = " ".join(part.ready for part in parts)
        item = self.document.add_text(DocItemLabel.CAPTION, text, parent=parent)
        self._put(item, parts[0], len(text))
        return item

    def _table(self, block: Block) -> None:
        caption = self._caption_item(block, self._parent())
        item = self.document.add_table(data=block.ready, caption=caption, parent=self._parent())
        self._put(item, block, 0)
        mark_cells(self.document, item, block.data)
        before = self._parts.get(block.part)
        if before is not None:
            before.references.append(item.get_ref())
        if block.part:
            self._parts[block.part] = item
        for note in block.notes:
            self._runs(note, DocItemLabel.FOOTNOTE)

    def _index(self, block: Block) -> None:
        index: ContentsIndex = block.data
        rows = [
            TableCell(
                text="  " * row.depth + mended(row.title, self.vocabulary) if column == 0 else row.page,
                start_row_offset_idx=number, end_row_offset_idx=number + 1,
                start_col_offset_idx=column, end_col_offset_idx=column + 1,
            )
            for number, row in enumerate(index.rows)
            for column in (0, 1)
        ]  # fmt: skip
        self.thrift.share(*rows)
        data = TableData(table_cells=rows, num_rows=len(index.rows), num_cols=2)
        item = self.document.add_table(data=data, parent=self._parent(), label=DocItemLabel.DOCUMENT_INDEX)
        self._put(item, block, 0)

    def _picture(self, block: Block) -> None:
        parent = self._parent()
        picture = self.document.add_picture(parent=parent)
        self._put(picture, block, 0)
        caption = self._caption_item(block, parent)
        if caption is not None:
            picture.captions.append(caption.get_ref())
        if block.ready:
            labels = self.document.add_text(DocItemLabel.TEXT, block.ready, parent=picture)
            self._put(labels, block, len(block.ready))

    def aside(self, label: DocItemLabel, text: str, spot: Where, layer: ContentLayer, orig: str = "") -> TextItem:
        """A text in a layer of its own, beside the body; ``orig`` is what stands on the page where that differs."""
        item: TextItem = self.document.add_text(label, text, orig=orig or None, content_layer=layer)
        item.prov.append(self._prov(self._place(spot), len(text)))
        self.thrift.settle()
        return item

    def _put(self, item: Any, block: Block, length: int) -> None:
        """Say where an item of so many characters stands."""
        item.prov.extend(self._provs(block, length))
        self._pair(item, block)

    def _pair(self, item: NodeItem, block: Block) -> None:
        """Note that the labels and values of a form that stand in the block are those of the item."""
        for pair in block.keys:
            pair.key_ref = item.get_ref()
        for pair in block.values:
            pair.value_ref = item.get_ref()
            self._pairs.append(pair)

    def finish(self) -> None:
        """What is said of the items when all of them are there: the pairs of forms."""
        self._pairs.sort(key=lambda pair: pair.value_spot.page)
        add_key_values(self.document, self._pairs, lambda spot, length: self._prov(self._place(spot), length))

    def _provs(self, block: Block, length: int) -> list[ProvenanceItem]:
        return [self._prov(place, length) for place in block.places]

    def _prov(self, place: tuple[int, BoundingBox], length: int) -> ProvenanceItem:
        prov = ProvenanceItem(page_no=place[0], bbox=place[1], charspan=(0, length))
        self.thrift.share(prov)
        return prov

    def _place(self, spot: Where) -> tuple[int, BoundingBox]:
        # Sums are numbers of their own, not the reader's objects.
        l, t, r, b = (number + 0.0 for number in (spot.x0, spot.y0, spot.x1, spot.y1))  # noqa: E741
        box = BoundingBox(l=l, t=t, r=r, b=b, coord_origin=CoordOrigin.TOPLEFT)
        self.thrift.share(box)
        return spot.page, box

    def _look(self, piece: Piece) -> Formatting | None:
        formatting = _formatting(piece)
        return self.thrift.look(formatting) if formatting else None


def table_data(table: Table, vocabulary: Vocabulary) -> TableData:
    """The cells of a table as Docling keeps them, words made whole that a line end broke."""
    cells = [
        TableCell(
            text=cell_text(cell.lines, vocabulary),
            row_span=cell.row_span,
            col_span=cell.col_span,
            start_row_offset_idx=cell.row,
            end_row_offset_idx=cell.row + cell.row_span,
            start_col_offset_idx=cell.col,
            end_col_offset_idx=cell.col + cell.col_span,
            column_header=cell.column_header,
            row_header=cell.row_header,
            row_section=cell.row_section,
        )
        for cell in table.cells
    ]
    return TableData(table_cells=cells, num_rows=table.n_rows, num_cols=table.n_cols)


def marked_cells(table: Table, vocabulary: Vocabulary) -> list[MarkedCell]:
    """The cells of a table that hold links, or words that look different from the rest of their cell."""
    found = []
    for cell in table.cells:
        runs = [_run(piece) for piece in cell_pieces(cell.lines, vocabulary)]
        if any(len(run) > 1 for run in runs):
            found.append(MarkedCell(cell.row, cell.col, runs))
    return found


def _run(piece: Piece) -> dict[str, Any]:
    """A piece with what it is more than text, named as in Docling; code has no other look but a link."""
    uri = _uri(piece)
    if _is_code(piece):
        return {"text": piece.text, "code": True, **({"hyperlink": str(uri)} if uri else {})}
    marks = {
        "bold": piece.bold,
        "italic": piece.italic,
        "strikethrough": piece.strike,
        "script": {1: "super", -1: "sub"}.get(piece.script, ""),
        "hyperlink": str(uri) if uri else "",
    }
    return {"text": piece.text, **{name: mark for name, mark in marks.items() if mark}}


def _is_code(piece: Piece) -> bool:
    text = piece.text.strip()
    return piece.mono and bool(text) and not (piece.uri and _is_address(text, piece.uri))


def _is_address(text: str, uri: str) -> bool:
    """An address that is set in a typewriter face is no code: `https://a.org`, `www.a.org`, `a.org/b`, `me@a.org`."""
    begins = "." in text and uri.partition("://")[2].startswith(text)
    return begins or "://" in text or "@" in text or text.startswith("www.")


def _is_plain(pieces: Sequence[Piece]) -> bool:
    return not any(any(piece[1:]) for piece in pieces)


def _formatting(piece: Piece) -> Formatting | None:
    if not (piece.bold or piece.italic or piece.strike or piece.script):
        return None
    script = {1: Script.SUPER, -1: Script.SUB}.get(piece.script, Script.BASELINE)
    return Formatting(bold=piece.bold, italic=piece.italic, strikethrough=piece.strike, script=script)


def _uri(piece: Piece) -> Any:
    if _TO_PAGE.fullmatch(piece.uri):
        return Path(piece.uri)  # Docling's word for a link that is no URL
    if not piece.uri or not _SAFE_URI.match(piece.uri):
        return None
    from pydantic import AnyUrl, ValidationError

    try:
        return AnyUrl(piece.uri)
    except ValidationError:
        return None
