"""What runs on over the end of a column or page, and how list items nest."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.geometric.block import Block
from pdf_extractor_ai.geometric.blocks import runs_on
from pdf_extractor_ai.geometric.markers import Marker, marker_of
from pdf_extractor_ai.geometric.page import Line

_SENTENCE_END = re.compile(r"[.!?:。！？：…][\"'”’»)\]]*$")
_GOES_ON = re.compile(r"[\"'“‘«(\[]*[a-zà-öø-ÿα-ωа-я,;)\]–—]")
# Blocks that may stand between the two halves of a paragraph.
_BETWEEN = frozenset(["picture", "table", "footnote", "caption", "index", "aside"])
_MAX_DEPTH = 6
_ROW_GAP = 3.0  # em
_INITIAL = re.compile(r"[A-Z]\.")
_NEAR = 6  # items of nested lists may stand between A. and B.


def join_over_breaks(blocks: list[Block]) -> list[Block]:
    """Blocks with the second half of a broken paragraph, list item or code put back to its first half."""
    out: list[Block] = []
    for block in blocks:
        first = _first_half(out, block)
        if first is not None:
            first.lines.extend(block.lines)
            first.where.extend(block.where)
            first.column = block.column
            first.right = block.right
            continue
        out.append(block)
    return out


def _first_half(out: list[Block], block: Block) -> Block | None:
    if not block.lines or (block.kind not in ("text", "code") and not _is_rest_of_item(block)):
        return None
    between = 0
    for candidate in reversed(out):
        if candidate.kind in _BETWEEN and candidate.kind != block.kind:
            between += 1
            if between > 6:
                return None
            continue
        return candidate if _continues(candidate, block, between > 0) else None
    return None


def _is_rest_of_item(block: Block) -> bool:
    """An item of the structure tree that begins without the marker that all others print."""
    return block.kind == "list_item" and bool(block.role) and marker_of(block.lines[0]) is None


def _continues(first: Block, block: Block, interrupted: bool) -> bool:
    if first.kind not in ("text", "list_item", "code") or not first.lines:
        return False
    last, line = first.lines[-1], block.lines[0]
    if block.role and first.role and block.role != first.role and (block.role[0], first.role[0]) != ("L", "L"):
        return False
    if (first.column == block.column and not interrupted) or (interrupted and _is_row(last)):
        return False
    if block.page - first.where[-1].page > 1:
        return False
    if block.kind == "code" or first.kind == "code":
        return first.kind == block.kind == "code" and first.column != block.column and abs(last.size - line.size) <= 0.6
    if runs_on(last.text, line.text) and abs(last.runs[-1].style.size - line.runs[0].style.size) <= 0.6:
        return True
    if abs(last.size - line.size) > 0.6:
        return False
    if _face(first, last) != _face(block, line):
        return False
    text = last.text
    if text.endswith(("-", "\u00ad", "‐")) and line.text[:1].isalpha():
        return True
    if _SENTENCE_END.search(text) or marker_of(line):
        return False
    if _GOES_ON.match(line.text):
        return True
    # A capital may still go on with the sentence when the line before runs to the edge of its column.
    full = last.x1 > first.right - 2.5 * last.size if not last.rtl else last.x0 < first.left + 2.5 * last.size
    if not full:
        return False
    if first.kind == "list_item":
        return _is_rest_of_item(block) if block.kind == "list_item" else _hangs(first, block)
    return block.kind == "text" and line.x0 <= block.left + 0.7 * line.size and len(first.lines) > 1


def _face(block: Block, line: Line) -> tuple[bool, bool]:
    """Weight and pitch of the line at the break, or of its block where the line is of both: code among words."""
    style = line.style if all(run.style.mono == line.style.mono for run in line.runs) else block.style
    return style.bold, style.mono


def _is_row(line: Line) -> bool:
    """Words wide apart on one line: names over columns, a label and its value; no sentence breaks off there."""
    gaps = (line.xs[at + 1] - line.xs[at] for at, char in enumerate(line.text) if char == " ")
    return not line.rtl and max(gaps, default=0.0) > _ROW_GAP * line.size


def _hangs(item: Block, block: Block) -> bool:
    """The lines of a block are set in as far as those of a list item are behind its marker."""
    line, marker = item.lines[0], marker_of(item.lines[0])
    if marker is None or line.rtl:
        return False
    text = item.lines[1].x0 if len(item.lines) > 1 else line.xs[marker.end]
    shift = block.left - item.left if block.column != item.column else 0.0
    set_in = text - item.left > 0.7 * line.size
    return set_in and abs(block.lines[0].x0 - shift - text) < 0.3 * line.size


def nest_lists(blocks: Sequence[Block]) -> None:
    """Set the depth of every list item from its indent and its marker; ``stack`` holds the lists that are open."""
    _spare_initials(blocks)
    stack: list[tuple[float, str]] = []
    last: Block | None = None
    for block in blocks:
        if block.kind in ("list_item", "checkbox"):
            if last is not None and stack and last.page == block.page and block.left > last.right:
                # In the next column beside it the same indent lies further to the right.
                stack[:] = [(x + block.left - last.left, kind) for x, kind in stack]
            last = block
        if block.kind not in ("list_item", "checkbox"):
            outside = block.kind == "text" and stack and block.where[0].x0 < stack[0][0] + 2
            if block.kind in ("heading", "title") or outside:
                stack.clear()
        elif block.role in ("LI", "LBody", "Lbl"):
            stack.clear()  # the structure tree has set the depth
        elif block.lines:
            _place_item(block, stack)
            block.level = max(len(stack) - 1, 0)


def _spare_initials(blocks: Sequence[Block]) -> None:
    """A capital that no item before or behind it counts on with is the initial of a name: `K. Grill`, `C. elegans`."""
    items = [block for block in blocks if block.kind == "list_item" and block.lines]
    markers = [marker_of(block.lines[0]) for block in items]
    for index, (block, marker) in enumerate(zip(items, markers, strict=True)):
        if marker is None or block.role or not _INITIAL.fullmatch(marker.text):
            continue
        near = markers[max(index - _NEAR, 0) : index] + markers[index + 1 : index + 1 + _NEAR]
        if not any(other is not None and _counts_on(marker, other) for other in near):
            block.kind, block.marker, block.ordered = "text", "", False


def _counts_on(marker: Marker, other: Marker) -> bool:
    """Two capitals, or two roman numerals, one apart."""
    letters = _INITIAL.fullmatch(other.text) and abs(ord(marker.text[0]) - ord(other.text[0])) == 1
    return bool(letters) or (marker.kind == other.kind and abs(marker.value - other.value) == 1)


def _place_item(block: Block, stack: list[tuple[float, str]]) -> None:
    """Close and open lists until the last of ``stack`` is the one that the item belongs to."""
    line = block.lines[0]
    marker = marker_of(line)
    kind = marker.kind if marker else "box"
    x, near = line.x0, 0.5 * line.size
    if line.rtl:
        del stack[1:]
    while stack and x < stack[-1][0] - near:
        stack.pop()
    if not stack:
        stack.append((x, kind))
    elif abs(x - stack[-1][0]) <= near:
        _same_indent(stack, x, kind)
    else:
        counts_on = kind.startswith("number") and marker is not None and marker.value > 1
        same = next((i for i, (_, other) in enumerate(stack) if other == kind and counts_on), None)
        if same is not None:
            del stack[same + 1 :]
        elif len(stack) < _MAX_DEPTH:
            stack.append((x, kind))


def _same_indent(stack: list[tuple[float, str]], x: float, kind: str) -> None:
    last = stack[-1][1]
    if kind == last:
        return
    if any(kind == other for _, other in stack[:-1]):
        while stack[-1][1] != kind:
            stack.pop()
    elif _deeper(last, kind):
        stack.append((x, kind))
    else:
        stack[-1] = (x, kind)


def _deeper(outer: str, inner: str) -> bool:
    """Markers at one indent that are known to nest: 1. then a) then (i)."""
    order = ("number", "letter", "roman")
    a, b = outer.split(":")[0], inner.split(":")[0]
    return a in order and b in order and order.index(b) > order.index(a)
