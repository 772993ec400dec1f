"""The rows of one column -> paragraphs, list items and code, by leading, indents, line ends and markers."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field, replace

from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.code import reads_as_prose
from pdf_extractor_ai.geometric.columns import Column
from pdf_extractor_ai.geometric.hanging import hanging_lines
from pdf_extractor_ai.geometric.markers import NOTE_MARK, Marker, marker_of
from pdf_extractor_ai.geometric.merge import merge_row
from pdf_extractor_ai.geometric.page import Line

# In units of the line's size (em).
_PARAGRAPH_GAP = 0.22  # more leading than usual by this much parts two paragraphs
_INDENT = 0.7
_SIZE_STEP = 0.06
_DOUBLE_SPACED, _NARROW = 1.55, 28.0
_SENTENCE_END = re.compile(r"[.!?:;。！？：；…][\"'”’»)\]]*$")
_OPENS = re.compile(r"[\"'“‘«(\[¿¡]*[A-ZÀ-ÖØ-ÞΑ-ΩА-Я\d\u0590-\u08ff\u2e80-\u9fff]")

_KIND_LABEL = re.compile(r"(?P<before>\S)\s+(?P<label>\[[^\W\d_][^\[\]]{2,40}\])$")
_SHORT = 0.3  # of the column's width; ragged text does not leave as much white but before a very long word
_MEASURE, _COMMON = 0.6, 5  # of the column's width; lines
_GOING_ON = "-\u00ad‐,"


@dataclass(slots=True)
class _Context:
    """What the lines of a column have in common; ``typed`` when they are prose from a typewriter."""

    page: int
    column: int
    left: float
    right: float
    leading: dict[float, float]
    hanging: dict[int, bool] = field(default_factory=dict)
    edges: dict[float, float] = field(default_factory=dict)
    typed: bool = False


def build_blocks(column: Column, page: int, index: int, *, typed: bool = False) -> list[Block]:
    """The blocks of one column, top to bottom; ``typed`` when the whole document is set in a typewriter face."""
    out: list[Block] = []
    pending: list[Line] = []
    for row in column.rows:
        content = row[0].content
        if isinstance(content, Line):
            pending.append(merge_row([item.content for item in row]))
            continue
        out.extend(_group(pending, page, index, typed))
        pending = []
        out.append(content)
        content.column = index
    out.extend(_group(pending, page, index, typed))
    return out


def _group(lines: list[Line], page: int, column: int, typed: bool) -> list[Block]:
    if not lines:
        return []
    context = _Context(page, column, _left_edge(lines), max(line.x1 for line in lines), _leadings(lines))
    context.edges = _edges(lines, context)
    context.hanging = hanging_lines(lines, begins=_opens, has_room=lambda last, line: _has_room(last, line, context))
    blocks: list[Block] = []
    for block in _split(lines, context):
        prose = typed and block.kind == "code" and reads_as_prose(block.lines)
        blocks.extend(_split(block.lines, replace(context, typed=True)) if prose else [block])
    return blocks


def _split(lines: list[Line], context: _Context) -> list[Block]:
    blocks: list[Block] = []
    start = 0
    for index in range(1, len(lines) + 1):
        if index < len(lines) and not _breaks(lines[start:index], lines[index], context):
            continue
        blocks.append(_block(lines[start:index], context, lines[start - 1] if start else None))
        start = index
    return blocks


def _left_edge(lines: list[Line]) -> float:
    counts = Counter(round(line.x0) for line in lines)
    common = [x for x, n in counts.items() if n >= max(2, 0.15 * len(lines))]
    return float(min(common, default=min(line.x0 for line in lines)))


def _edges(lines: list[Line], context: _Context) -> dict[float, float]:
    """Where the longest line of every common size ends, in points: text set narrower than the small print below it."""
    ends: dict[float, list[float]] = {}
    for line in lines:
        ends.setdefault(_main_size(line), []).append(line.x1)
    least = context.left + _MEASURE * (context.right - context.left)
    return {size: max(found) for size, found in ends.items() if len(found) >= _COMMON and max(found) > least}


def _leadings(lines: list[Line]) -> dict[float, float]:
    """For every size the usual distance of two baselines, in points."""
    steps: dict[float, list[float]] = {}
    for before, after in itertools.pairwise(lines):
        step = after.baseline - before.baseline
        if abs(before.size - after.size) < 0.5 and 0.8 * after.size < step < 2.6 * after.size:
            steps.setdefault(after.size, []).append(step)
    usual: dict[float, float] = {}
    for size, found in steps.items():
        if len(found) < 3:
            continue  # two headings in a row say nothing of the leading within one
        counts = Counter(round(step * 2) / 2 for step in found)
        best = max(counts.values())
        # The smallest step that is common: paragraph gaps may be as frequent as lines in a list of one-liners.
        usual[size] = min(step for step, n in counts.items() if n >= 0.5 * best)
    return usual


# Before these Python has two empty lines (PEP 8) inside one and the same program.
_OUTERMOST = re.compile(r"(?:async )?def \w|class \w|@\w|if __name__")


def _breaks(block: list[Line], line: Line, context: _Context) -> bool:
    """True when ``line`` begins a new block after the lines in ``block``."""
    last, first = block[-1], block[0]
    if line.tag is not None and last.tag is not None:
        # A trusted structure tree knows where paragraphs end.
        return line.tag.block != last.tag.block
    size = max(line.size, last.size)
    if not line.bullet and runs_on(last.text, line.text) and 0.3 * size < line.baseline - last.baseline < 2.2 * size:
        return not _related(last, line)
    other_size = abs(line.size - last.size) > max(_SIZE_STEP * size, 0.4) and _main_size(line) != _main_size(last)
    weights = {_weight(last), _weight(line)}
    if weights == {True, False} or (other_size and not _goes_on_in_another_size(last, line, context)):
        return True
    style, old = line.style, last.style
    if style.mono != old.mono and (style.mono or old.mono) and _wholly(line) and _wholly(last):
        return True
    if style.mono and old.mono and not context.typed and _wholly(line) and _wholly(last):
        return line.baseline - last.baseline > (4.4 if _OUTERMOST.match(line.text) else 2.6) * size
    step = line.baseline - last.baseline
    usual = context.leading.get(last.size, 1.25 * last.size)
    if step > usual + _PARAGRAPH_GAP * size or step < 0.3 * size:
        return True
    if _is_roll(last, line, context):
        return True
    if _marker_of(line, last, first) or (_opens_note(line) and _opens_note(first)):
        return True
    if _is_definition(line) or (_is_definition(last) and _is_closed(last.text)):
        return True
    return _new_paragraph(block, line, context)


def _is_roll(last: Line, line: Line, context: _Context) -> bool:
    """Names below each other, wide apart in a narrow column: double spacing is for full lines."""
    usual = context.leading.get(last.size, 0.0)
    return (
        usual >= _DOUBLE_SPACED * last.size
        and context.right - context.left < _NARROW * last.size
        and _opens(line)
        and (last.text[-1].isalpha() or (last.text[-1].isdigit() and not line.text[-1].isdigit()))
    )


def runs_on(before: str, after: str) -> bool:
    """True when a word is broken between two lines: a hyphen after a letter, a small letter after it."""
    return before[-1:] in ("-", "\u00ad", "‐") and before[-2:-1].isalpha() and after[:1].islower()


def _related(last: Line, line: Line) -> bool:
    """The end of one line and the start of the next look like one text; inline code may be set smaller."""
    a, b = last.runs[-1].style, line.runs[0].style
    return abs(a.size - b.size) <= max(_SIZE_STEP * a.size, 0.4) or bool(_sizes(last) & _sizes(line))


def _goes_on_in_another_size(last: Line, line: Line, context: _Context) -> bool:
    """Lines of one paragraph whose commonest sizes differ, since one is mostly code in a smaller face."""
    if _wholly(line) and line.style.mono and (not last.runs[-1].style.mono or _has_room(last, line, context)):
        return False
    return bool(_sizes(last) & _sizes(line))


def _sizes(line: Line) -> set[float]:
    """The sizes (in half points) that a few letters at least are set in, raised and lowered ones left out."""
    weight: Counter[float] = Counter()
    for style, part in line.pieces():
        if not style.script:
            weight[round(style.size * 2) / 2] += sum(map(str.isalnum, part))
    return {size for size, count in weight.items() if count >= 3}


def _wholly(line: Line) -> bool:
    """True when one weight and pitch covers the whole line."""
    style = line.style
    other = sum(len(part.strip()) for run, part in line.pieces() if (run.bold, run.mono) != (style.bold, style.mono))
    return other == 0


def _weight(line: Line) -> bool | None:
    """Whether a line is bold as a whole, marks of notes left out; ``None`` when it is so in part."""
    if len(line.runs) == 1:
        return line.style.bold
    weights = {style.bold for style, part in line.pieces() if not style.script and any(map(str.isalnum, part))}
    return weights.pop() if len(weights) == 1 else None


def _main_size(line: Line) -> float:
    return round(line.size * 2) / 2


def _marker_of(line: Line, last: Line, first: Line) -> Marker | None:
    """The list marker of a line, when it is one: a number that only happens to begin a line is none."""
    marker = marker_of(line)
    if marker is None or line.bullet:
        return marker
    if not marker.ordered:
        if marker.kind.startswith("dash") and line.x0 > last.x0 + 0.1 and not marker_of(first):
            return marker
        return marker if marker.kind[:4] != "dash" or _fresh(line, last, first) else None
    return marker if _fresh(line, last, first) else None


def _is_definition(line: Line) -> bool:
    """`int open (path)            [Function]`: what manuals of programs set above the words that explain it."""
    label = _KIND_LABEL.search(line.text)
    return label is not None and line.xs[label.end("before")] + line.size < line.xs[label.start("label")]


def _is_closed(text: str) -> bool:
    return text.count("(") == text.count(")")


def _opens_note(line: Line) -> bool:
    """A raised mark begins the line: notes follow each other without more white than between their lines."""
    end = line.runs[1].start if len(line.runs) > 1 else 0
    return line.runs[0].style.script == 1 and bool(NOTE_MARK.fullmatch(line.text[:end].strip()))


def _fresh(line: Line, last: Line, first: Line) -> bool:
    """The line does not merely go on with its paragraph: it is set in or out, or the line before has ended."""
    if marker_of(first):
        return line.x0 <= first.x0 + 1.5 * line.size or abs(line.x0 - last.x0) > 1
    return (
        abs(line.x0 - last.x0) > 0.4 * line.size
        or bool(_SENTENCE_END.search(last.text))
        or last.x1 < line.x1 - 4 * line.size
    )


def _new_paragraph(block: list[Line], line: Line, context: _Context) -> bool:
    """Indents and short last lines; see Breuel (2003) on why both are needed."""
    last, first = block[-1], block[0]
    em = line.size
    if _is_heading_on(last, line):
        return False
    marker = marker_of(first)
    if marker is not None:
        hanging = first.xs[marker.end] if not first.rtl else first.x0
        if len(block) == 1:
            set_out = line.x0 < hanging - 0.5 * em
            ended = _has_room(last, line, context) and _opens(line)
            # The number of a paragraph whose first line is set in: the text goes on at the margin.
            goes_on = not (_opens(line) or _has_room(last, line, context) or _SENTENCE_END.search(last.text))
            return (line.x0 < first.x0 - 0.5 * em and not goes_on) or (set_out and ended)
        return abs(line.x0 - last.x0) > _INDENT * em and _ended(last, line, context)
    if (is_first := context.hanging.get(id(line))) is not None and id(last) in context.hanging:
        return is_first
    if line.rtl:
        indent = last.x1 - line.x1
        return indent > _INDENT * em and _ended(last, line, context)
    shift = line.x0 - (block[1].x0 if len(block) > 1 else last.x0)
    if _INDENT * em < shift < 6 * em and _opens(line) and (len(block) > 1 or _SENTENCE_END.search(last.text)):
        return True
    if abs(shift) > _INDENT * em and not _same_centre(last, line) and _ended(last, line, context):
        return len(block) > 1 or shift > 0
    if _opens(line) and not _same_centre(last, line) and _stops_short(last, line, context):
        return True
    return _ended(last, line, context) and _opens(line)


def _stops_short(last: Line, line: Line, context: _Context) -> bool:
    """Much more than the next word would have fitted: lines of a poem, an address or a list without markers."""
    if last.text[-1] in _GOING_ON:
        return False
    few = " ".join(line.text.split(" ")[:3])
    need = abs(line.xs[len(few)] - line.xs[0])
    return _room(last, context) > max(_SHORT * (context.right - context.left), need + line.size)


def _is_heading_on(last: Line, line: Line) -> bool:
    """The second line of a centred bold heading, though the first has a number or ends in a colon."""
    return (
        abs(line.x0 - last.x0) > _INDENT * line.size
        and _same_centre(last, line)
        and bool(_weight(last) and _weight(line))
    )


def _same_centre(a: Line, b: Line) -> bool:
    return abs((a.x0 + a.x1) - (b.x0 + b.x1)) < 2 * 0.3 * a.size


def _opens(line: Line) -> bool:
    return bool(_OPENS.match(line.text))


def _ended(last: Line, line: Line, context: _Context) -> bool:
    """The line before stops although the next word would have fitted, and stops like a sentence."""
    return bool(_SENTENCE_END.search(last.text)) and _has_room(last, line, context, context.edges.get(_main_size(last)))


def _has_room(last: Line, line: Line, context: _Context, edge: float | None = None) -> bool:
    """The first word of ``line`` would have fitted behind ``last``: somebody ended that line on purpose."""
    word = line.text.split(" ", 1)[0]
    need = (line.xs[len(word)] - line.xs[0] if not line.rtl else line.xs[0] - line.xs[len(word)]) + 0.3 * line.size
    room = edge - last.x1 if edge is not None and not last.rtl else _room(last, context)
    return room > need + 0.4 * line.size


def _room(line: Line, context: _Context) -> float:
    """Points between the end of a line and the edge of the column."""
    return (line.x0 - context.left) if line.rtl else (context.right - line.x1)


def _block(lines: list[Line], context: _Context, before: Line | None) -> Block:
    gap = lines[0].baseline - before.baseline if before else 0.0
    block = Block(
        "text", lines, [where(context.page, lines)], context.column, context.left, context.right, gap,
    )  # fmt: skip
    if (tag := lines[0].tag) is not None:
        block.role, block.level = tag.role, max(tag.depth - 1, 0)
    style = block.style
    marked = marker_of(lines[0]) is not None
    if (
        style.mono
        and not context.typed
        and not block.role.startswith("H")
        and not (marked and (block.role.startswith("L") or not lines[0].runs[0].style.mono))
        and all(_mono_line(line) for line in lines)
    ):
        block.kind = "code"
        return block
    marker = marker_of(lines[0])
    if marker is not None and marker.end < len(lines[0].text):
        block.kind = "checkbox" if marker.kind == "box" else "list_item"
        block.marker, block.ordered = marker.text, marker.ordered
    elif block.role in ("LI", "LBody") and not marker:
        block.kind, block.marker = "list_item", "-"
    return block


def _mono_line(line: Line) -> bool:
    mono = sum(len(part.strip()) for style, part in line.pieces() if style.mono)
    return mono >= 0.8 * len(line.text.replace(" ", ""))
