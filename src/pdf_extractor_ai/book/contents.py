"""The printed contents: told from the text, read as data, its page numbers turned into physical pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.kinds import bare_key, number_value, read_title
from pdf_extractor_ai.book.model import ContentsEntry

_INLINE_ENTRY = re.compile(r"(?P<title>\S.{0,160}?)[\s.·…]+(?P<page>\d{1,4}|[ivxlc]{1,7})(?=\s|$)")
_TRAILING = re.compile(r"(?P<title>\S.*?)(?:[\s.·…_]{3,}|\s)(?P<page>\d{1,4}|[ivxlc]{1,7})")
_MIN_VOTES = 2


@dataclass(slots=True)
class Printed:
    """The contents of a book: entries in order, the blocks (by position) that held them, whole pages of them."""

    entries: list[ContentsEntry] = field(default_factory=list)
    blocks: set[int] = field(default_factory=set)
    pages: set[int] = field(default_factory=set)


def read_contents(flow: Sequence[FlowBlock], labels: Mapping[int, str]) -> Printed:
    """The printed contents in ``flow``; ``labels`` maps physical pages to printed page numbers.

    Tables of the kind ``index``, and text under a heading such as `Contents`. Lists of figures and tables are
    taken out of the text too, but are no entries. An index that stands alone in a chapter stays in the text.
    """
    printed = Printed()
    title = ""
    rows: list[tuple[int, str, str]] = []
    for position, block in enumerate(flow):
        opened = _contents_title(block)
        if opened:
            title = opened
            printed.blocks.add(position)
            rows.extend(_inline_rows(block) if title == "contents" else ())
        elif block.kind == "index":
            if title or _is_early(flow, position):
                printed.blocks.add(position)
                rows.extend(_table_rows(block) if title != "lists" else ())
        elif title and block.kind == "table" and (found := _ruled_rows(block)):
            printed.blocks.add(position)
            rows.extend(found if title == "contents" else ())
        elif title and (line := _line_row(block)) is not None:
            printed.blocks.add(position)
            rows.extend([line] if title == "contents" else ())
        elif block.kind != "picture":
            title = ""
    printed.pages = _whole_pages(flow, printed.blocks)
    printed.blocks.update(position for position, block in enumerate(flow) if block.page in printed.pages)
    printed.entries = _located(rows, flow, printed.blocks, labels)
    return printed


def _contents_title(block: FlowBlock) -> str:
    """``contents`` or ``lists`` when the block is such a heading, or a paragraph that begins with one."""
    if block.kind not in ("heading", "text") or not block.plain:
        return ""
    kind = read_title(block.plain[:80]).kind
    if kind in ("contents", "lists") and len(block.plain) <= 80:
        return kind
    if block.kind == "text" and len(_inline_rows(block)) >= _MIN_VOTES:
        return "contents"
    return ""


def _inline_rows(block: FlowBlock) -> list[tuple[int, str, str]]:
    """Rows of a contents page whose lines were run together: a contents word, then titles with rising numbers."""
    for words in (1, 2, 3):
        head = " ".join(block.plain.split()[:words])
        if read_title(head).kind == "contents":
            break
    else:
        return []
    rows: list[tuple[int, str, str]] = []
    last = 0
    for match in _INLINE_ENTRY.finditer(block.plain, len(head)):
        page = number_value(match["page"])
        if page < last or not re.search(r"[^\W\d_]{2}", match["title"]):
            continue
        last = page
        rows.append((0, match["title"].strip(" .·…"), match["page"]))
    return rows


def _line_row(block: FlowBlock) -> tuple[int, str, str] | None:
    if block.kind not in ("text", "list") or len(block.plain) > 200 or is_lone_label(block):
        return None
    match = _TRAILING.fullmatch(block.plain)
    return (0, match["title"], match["page"]) if match else None


def is_lone_label(block: FlowBlock) -> bool:
    """Whether the block is ``Chapter 1`` and no more: an opening, not the line of a contents page."""
    title = block.title
    return bool(title.label) and not title.bare


def _cells(block: FlowBlock) -> list[dict[int, str]]:
    """The rows of a table: column -> text."""
    cells: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in block.item.data.table_cells:
        cells[cell.start_row_offset_idx][cell.start_col_offset_idx] = cell.text
    return [row for _, row in sorted(cells.items())]


def _ruled_rows(block: FlowBlock) -> list[tuple[int, str, str]]:
    """The rows of a contents page that was taken for a table; none when it is one: most rows must end in a page."""
    rows = []
    filled = 0
    for row in _cells(block):
        texts = [(column, text.strip(" .·…")) for column, text in sorted(row.items()) if text.strip(" .·…")]
        filled += bool(texts)
        if len(texts) > 1 and number_value(texts[-1][1]) and len(texts[-1][1]) <= 7:
            rows.append((texts[0][0], " ".join(text for _, text in texts[:-1]), texts[-1][1]))
    return rows if len(rows) >= 0.7 * filled and len(rows) > 1 else []


def _table_rows(block: FlowBlock) -> list[tuple[int, str, str]]:
    """Depth, title and printed page of the rows of an index table."""
    rows = []
    for row in _cells(block):
        title = row.get(0, "")
        depth = (len(title) - len(title.lstrip(" "))) // 2
        label = row.get(max(row), "") if len(row) > 1 else ""
        if title.strip():
            rows.append((depth, " ".join(title.split()), label.strip()))
    return rows


def _is_early(flow: Sequence[FlowBlock], position: int) -> bool:
    """An index table without a heading counts as contents where no running text stands before it."""
    prose = sum(len(block.plain) for block in flow[:position] if block.kind == "text" and len(block.plain) > 300)
    return prose < 2000


def _whole_pages(flow: Sequence[FlowBlock], taken: set[int]) -> set[int]:
    """Pages on which nearly all text is contents."""
    inside: Counter[int] = Counter()
    total: Counter[int] = Counter()
    for position, block in enumerate(flow):
        pages = range(block.page, block.last_page + 1)
        for page in pages:
            size = max(1, len(block.text) // len(pages))
            total[page] += size
            inside[page] += size if position in taken else 0
    return {page for page, size in total.items() if inside[page] > 0.8 * size}


def _located(
    rows: Sequence[tuple[int, str, str]], flow: Sequence[FlowBlock], taken: set[int], labels: Mapping[int, str]
) -> list[ContentsEntry]:
    """The rows as entries, each with the physical page that its title, the labels and the others agree on."""
    where: dict[str, list[int]] = defaultdict(list)
    for position, block in enumerate(flow):
        if position not in taken and block.kind in ("heading", "text", "list") and 0 < len(block.plain) <= 300:
            where[bare_key(block.plain)].append(block.page)
    by_label: dict[str, int] = {}
    for page, label in sorted(labels.items()):
        if label:
            by_label.setdefault(label.casefold(), page)
    offset = _offset(rows, where)
    last_page = max((block.last_page for block in flow), default=0)
    own = _whole_pages(flow, taken)
    entries = []
    for depth, title, label in rows:
        page = _page_of(label, by_label, offset, last_page)
        found = where.get(bare_key(title), [])
        if found:
            near = min(found, key=lambda candidate: abs(candidate - page)) if page else found[-1]
            if not page or abs(near - page) <= 1:
                page = near
        listed = page in own  # the contents page itself: the label was taken for a physical page
        entries.append(ContentsEntry(depth, title, label, None if listed else page or None))
    return entries


def _offset(rows: Sequence[tuple[int, str, str]], where: Mapping[str, list[int]]) -> int | None:
    """Physical minus printed page number, as most titles found in the text say; ``None`` when too few do."""
    votes: Counter[int] = Counter()
    for _, title, label in rows:
        if label.isdecimal():
            votes.update({page - int(label) for page in where.get(bare_key(title), ())})
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] >= min(_MIN_VOTES, max(1, len(rows) // 2)) else None


def _page_of(label: str, by_label: Mapping[str, int], offset: int | None, last_page: int) -> int:
    if label.isdecimal() and offset is not None:
        page = int(label) + offset
    elif label.casefold() in by_label:
        page = by_label[label.casefold()]
    else:
        page = int(label) if label.isdecimal() else 0
    return page if 1 <= page <= last_page else 0
