"""Form fields and tick boxes as blocks, each with the label that is printed beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.geometric.block import Block, Pair, Where, where
from pdf_extractor_ai.geometric.page import Line, Note, Page
from pdf_extractor_ai.geometric.tables import Table

# Between a box and its label, in units of the label's size (em): to the right of it a space or two, to the left
# as far as the widest label of the column stands out.
_BEHIND = 1.2
_BEFORE = 4.0
_SLACK = 2.0
# A label over its field.
_OVER, _FLUSH, _SHORT = 0.8, 4.0, 48
# A label in a column of labels, left of a column of fields.
_ACROSS = 20.0
# `form1[0].#subform[0].CheckBox1[0]` is no name for people.
_PATH = re.compile(r"[\[\]#]")
_INDEX = re.compile(r"\[\d+\]$")
_MAX_LABEL = 6  # lines
_WORDS = re.compile(r"[^\W\d_]{3}(?:[^\W\d_]|[ '’.,:/()-])*")  # `Town`, and not `f7` or `p2-t124`

Box = tuple[float, float, float, float]


def is_form(table: Table, notes: Sequence[Note]) -> bool:
    """True for words that align without a grid, two of which or more have a tick box or an entry among them."""
    box = (table.x0 - _SLACK, table.y0 - _SLACK, table.x1 + _SLACK, table.y1 + _SLACK)
    return not table.ruled and sum(note.kind != "freetext" and _inside(note, [box]) for note in notes) >= 2


def new_notes(page: Page) -> list[Note]:
    """The fields whose value the page does not print; to be asked while the page still has all of its lines."""
    return [note for note in page.notes if _is_new(page, note)]


def form_blocks(page: Page, taken: Sequence[Box]) -> list[Block]:
    """The fields of a page (see `new_notes`), with their labels taken out of ``page.lines``.

    ``taken`` are the boxes of tables: an empty tick box in one says nothing that its table does not.
    """
    notes = new_notes(page)
    labels = _in_columns(page.lines, notes)
    out: list[Block] = []
    for note in sorted(notes, key=lambda note: (note.y0, note.x0)):
        if note.kind == "freetext":
            out.append(Block("field", [], [_place(page, note, [])], data=note))
            continue
        label = _label(page, note, notes) or [line for line in labels.get(id(note), ()) if line in page.lines]
        gone = {id(line) for line in label}
        page.lines = [line for line in page.lines if id(line) not in gone]
        if note.kind == "checkbox":
            if label or note.text or not (_PATH.search(note.name) or _inside(note, taken)):
                out.append(_tick_box(page, note, label))
        else:
            out.append(_field(page, note, label))
    return out


def _tick_box(page: Page, note: Note, label: list[Line]) -> Block:
    marker = "☒" if note.text else "☐"
    named = None if label else Note(note.x0, note.y0, note.x1, note.y1, note.kind, note.text, _for_people(note.name))
    block = Block("checkbox", label, [_place(page, note, label)], marker=marker, data=named)
    return _paired(block, page, note, label, "" if named is None else named.name, marker)


def _field(page: Page, note: Note, label: list[Line]) -> Block:
    name = " ".join(line.text for line in label).rstrip(" :") if label else _for_people(note.name)
    value = Note(note.x0, note.y0, note.x1, note.y1, note.kind, note.text, name)
    block = Block("field", label, [_place(page, note, label)], data=value)
    return _paired(block, page, note, label, name, " ".join(note.text.split()))


def _paired(block: Block, page: Page, note: Note, label: list[Line], name: str, value: str) -> Block:
    """The block of a field with its label and value as a pair; none without a label or a name that reads as one."""
    key = " ".join(line.text for line in label) or (name if _WORDS.fullmatch(name) else "")
    if key.strip(" :") and value:
        pair = Pair(key, value, where(page.number, label) if label else None, _place(page, note, []))
        block.keys = block.values = (pair,)
    return block


def _for_people(name: str) -> str:
    """The last part of a qualified name, without its index when it is one of a program's making."""
    return _INDEX.sub("", name.rpartition(".")[2]) if _PATH.search(name) else name


def _place(page: Page, note: Note, label: Sequence[Line]) -> Where:
    return Where(
        page.number, min([note.x0, *(line.x0 for line in label)]), min([note.y0, *(line.y0 for line in label)]),
        max([note.x1, *(line.x1 for line in label)]), max([note.y1, *(line.y1 for line in label)]),
    )  # fmt: skip


def _label(page: Page, note: Note, notes: Sequence[Note]) -> list[Line]:
    """The lines of the nearest label on the field's own row; behind a tick box, before any field."""
    beside = [line for line in page.lines if note.y0 - _SLACK <= (line.y0 + line.y1) / 2 <= note.y1 + _SLACK]
    behind = [line for line in beside if -_SLACK <= line.x0 - note.x1 <= _BEHIND * line.size]
    if note.kind == "checkbox" and behind:
        return _with_rest(page, min(behind, key=lambda line: line.x0), notes)
    before = [line for line in beside if -_SLACK <= note.x0 - line.x1 <= _BEFORE * line.size]
    nearest = max(before, key=lambda line: line.x1, default=None)
    if nearest is None or any(_between(other, nearest, note) for other in notes):
        return _above(page, note, notes) if note.kind == "field" else []
    # A word before a tick box may be the label of the box before it, unless it says that something follows.
    return [nearest] if note.kind != "checkbox" or nearest.text.endswith(":") else []


def _in_columns(lines: Sequence[Line], notes: Sequence[Note]) -> dict[int, list[Line]]:
    """The labels of fields, by the fields' id, that stand in a column left of a column of fields: two or more."""
    found: dict[int, tuple[Note, Line]] = {}
    for note in (note for note in notes if note.kind == "field"):
        row = [
            line
            for line in lines
            if note.y0 - _SLACK <= (line.y0 + line.y1) / 2 <= note.y1 + _SLACK and line.x0 < note.x0
        ]
        nearest = max(row, key=lambda line: line.x1, default=None)
        if (
            nearest is not None
            and -_SLACK <= note.x0 - nearest.x1 <= _ACROSS * nearest.size
            and len(nearest.text) <= _SHORT
            and not any(_between(other, nearest, note) for other in notes)
        ):
            found[id(note)] = note, nearest
    return {
        key: [line]
        for key, (note, line) in found.items()
        if any(
            other is not note and abs(other.x0 - note.x0) <= _FLUSH and abs(label.x0 - line.x0) <= _FLUSH
            for other, label in found.values()
        )
    }


def _above(page: Page, note: Note, notes: Sequence[Note]) -> list[Line]:
    """A short line that stands close over a field, flush with its left edge, and over nothing else."""
    near = [
        line
        for line in page.lines
        if -_SLACK <= note.y0 - line.y1 <= _OVER * line.size
        and abs(line.x0 - note.x0) <= _FLUSH
        and line.x1 <= note.x1 + _SLACK
        and len(line.text) <= _SHORT
    ]
    label = max(near, key=lambda line: line.baseline, default=None)
    if label is None or any(
        other is not note and other.x0 < label.x1 and other.x1 > label.x0 and label.y1 - _SLACK < other.y1 < note.y0
        for other in notes
    ):
        return []
    return [label]


def _between(other: Note, line: Line, note: Note) -> bool:
    """Another field stands on the row between a line and a field, or right before the line, which is its label."""
    if other is note or other.y1 < note.y0 or other.y0 > note.y1:
        return False
    return line.x1 - _SLACK <= other.x0 < note.x0


def _with_rest(page: Page, first: Line, notes: Sequence[Note]) -> list[Line]:
    """A label over several lines, up to the next line that has a box of its own."""
    out = [first]
    for line in sorted(page.lines, key=lambda line: line.baseline):
        last = out[-1]
        step = line.baseline - last.baseline
        if step <= 0.5 * first.size or abs(line.x0 - first.x0) > 0.5 * first.size or abs(line.size - first.size) > 0.3:
            continue
        own = any(
            note.kind == "checkbox"
            and note.y0 - _SLACK <= (line.y0 + line.y1) / 2 <= note.y1 + _SLACK
            and -_SLACK <= line.x0 - note.x1 <= _BEHIND * line.size
            for note in notes
        )
        if own or step > 1.5 * first.size or len(out) == _MAX_LABEL:
            break
        out.append(line)
    return out


def _inside(note: Note, boxes: Sequence[Box]) -> bool:
    x, y = (note.x0 + note.x1) / 2, (note.y0 + note.y1) / 2
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes)


def _is_new(page: Page, note: Note) -> bool:
    """False when the page's own text already shows the value at that place."""
    if note.kind == "checkbox":
        return True
    words = "".join(note.text.split()).casefold()
    shown = "".join(
        "".join(line.text.split())
        for line in page.lines
        if line.x0 < note.x1 and line.x1 > note.x0 and line.y0 < note.y1 and line.y1 > note.y0
    ).casefold()
    return bool(words) and words not in shown
