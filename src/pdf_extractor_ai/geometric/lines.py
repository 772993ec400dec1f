"""Glyphs -> lines: baselines found, scripts attached, words spaced, wide gaps split, logical order restored."""

from __future__ import annotations

import itertools
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pdf_extractor_ai.geometric.bidi import has_rtl, logical_order, mirrored
from pdf_extractor_ai.geometric.characters import clean, combine, is_accent, is_cjk, is_combining
from pdf_extractor_ai.geometric.page import Line, Run, Style

# All in units of the font size (em).
_SPLIT = 0.75  # a wider gap may be a column gutter (LaTeX: 10 pt at 10 pt type) or a table's
_STEP_BACK = 0.6  # more than kerning: the pen jumped
_SAME_BASELINE = 0.12
_SAME_ROW = 0.3
_WORD_GAP = 0.17  # TeX squeezes a word space to 0.22 em, pair kerning opens up to 0.12 em
_REAL_SPACE_GAP = 0.06  # a space character whose neighbours touch was not meant as one
_SUPPOSED_SPACE_GAP = 0.085  # a squeezed word space less the overhang of an `f` before it
_SCRIPT_SIZE = 0.88
_SCRIPT_REACH = 0.4


SUPPOSED_SPACE = "\x1f"
"""Stands for a space that the parser supposes between two glyphs without one in the file."""
_LEADER = frozenset(".·…_")
_BLANK = frozenset((" ", SUPPOSED_SPACE))


class Painted(NamedTuple):
    """A glyph in an upright frame (y down), with the style, baseline and text object it belongs to."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    style: Style
    baseline: float
    order: int
    mcid: int


@dataclass(slots=True)
class _Chunk:
    """Glyphs that follow each other on one baseline in the content stream."""

    glyphs: list[Painted]
    x0: float
    x1: float
    baseline: float
    size: float
    index: int
    host: _Chunk | None = None
    script: int = 0
    extra: list[_Chunk] = field(default_factory=list)


def build_lines(glyphs: Sequence[Painted], cells: Mapping[int, int] | None = None) -> list[Line]:
    """Lines in the order in which the content stream began them.

    ``cells`` gives the table cell of a marked-content id: no line runs over the edge of a cell.
    """
    chunks = _chunks(glyphs)
    _attach_scripts(chunks)
    lines: list[Line] = []
    for row in _rows([chunk for chunk in chunks if chunk.host is None]):
        lines.extend(_row_lines(row, cells or {}))
    lines.sort(key=lambda line: line.order)
    return lines


def _chunks(glyphs: Sequence[Painted]) -> list[_Chunk]:
    chunks: list[_Chunk] = []
    current: _Chunk | None = None
    for glyph in glyphs:
        if current is not None:
            em = current.size if current.size > glyph.style.size else glyph.style.size
            drop = glyph.baseline - current.baseline
            if (
                -_SAME_BASELINE * em < drop < _SAME_BASELINE * em
                and glyph.x0 - current.x1 < _SPLIT * em
                and current.x0 - glyph.x1 < _SPLIT * em
                and (glyph.x0 > current.x1 - _STEP_BACK * em or glyph.x1 < current.x0 + _STEP_BACK * em)
                and 0.8 < glyph.style.size / (current.size or 1.0) < 1.25
            ):
                current.glyphs.append(glyph)
                if glyph.x0 < current.x0:
                    current.x0 = glyph.x0
                if glyph.x1 > current.x1:
                    current.x1 = glyph.x1
                continue
        current = _Chunk([glyph], glyph.x0, glyph.x1, glyph.baseline, glyph.style.size, len(chunks))
        chunks.append(current)
    return [chunk for chunk in chunks if any(glyph.text not in _BLANK for glyph in chunk.glyphs)]


def _attach_scripts(chunks: list[_Chunk]) -> None:
    """Give every superscript and subscript its host: the larger text that it touches."""
    by_baseline = sorted(chunks, key=lambda chunk: chunk.baseline)
    keys = [chunk.baseline for chunk in by_baseline]
    sizes = sorted(chunk.size for chunk in chunks)
    largest = sizes[(len(sizes) * 19) // 20] if sizes else 0.0
    for chunk in chunks:
        if len(chunk.glyphs) > 24:
            continue
        low, high = bisect_left(keys, chunk.baseline - 0.5 * largest), bisect_left(keys, chunk.baseline + largest)
        best, best_gap = None, 1e9
        for host in by_baseline[low:high]:
            if host is chunk or chunk.size > _SCRIPT_SIZE * host.size:
                continue
            shift = host.baseline - chunk.baseline
            if not -0.45 * host.size < shift < 0.8 * host.size or abs(shift) < 0.08 * host.size:
                continue
            gap = max(chunk.x0 - host.x1, host.x0 - chunk.x1)
            if gap < -0.5 * host.size and not _over_blank(chunk, host):
                continue
            if gap < _SCRIPT_REACH * host.size and gap < best_gap:
                best, best_gap = host, gap
        if best is not None:
            chunk.host = best
            chunk.script = 1 if best.baseline > chunk.baseline else -1
    for chunk in chunks:
        if chunk.host is not None:
            root = chunk.host
            for _ in range(4):
                if root.host is None:
                    break
                root = root.host
            if root.host is not None or root is chunk:
                chunk.host = None
                chunk.script = 0
            else:
                root.extra.append(chunk)


def _over_blank(chunk: _Chunk, host: _Chunk) -> bool:
    """True when the chunk lies inside the host's extent but over a gap between its glyphs."""
    middle = (chunk.x0 + chunk.x1) / 2
    return all(glyph.text in _BLANK or not glyph.x0 < middle < glyph.x1 for glyph in host.glyphs)


def _rows(chunks: list[_Chunk]) -> list[list[_Chunk]]:
    rows: list[list[_Chunk]] = []
    base, size = 0.0, 0.0
    for chunk in sorted(chunks, key=lambda chunk: chunk.baseline):
        if rows and chunk.baseline - base < _SAME_ROW * min(size, chunk.size):
            rows[-1].append(chunk)
        else:
            rows.append([chunk])
            base, size = chunk.baseline, chunk.size
    return rows


def _row_lines(row: list[_Chunk], cells: Mapping[int, int]) -> list[Line]:
    items: list[tuple[Painted, int]] = []
    for chunk in row:
        items.extend((glyph, 0) for glyph in chunk.glyphs)
        for small in chunk.extra:
            items.extend((glyph, small.script) for glyph in small.glyphs)
    items.sort(key=lambda item: item[0].x0)
    lines: list[Line] = []
    part: list[tuple[Painted, int]] = []
    right, cell = 0.0, -1
    for item in items:
        glyph = item[0]
        if glyph.text in _BLANK:
            part.append(item)
            continue
        wide = part and glyph.x0 - right > _SPLIT * min(glyph.style.size, part[-1][0].style.size) and right > 0
        before, cell = cell, cells.get(glyph.mcid, -1) if cells else -1
        if wide or (part and before != cell):
            if line := _line(part):
                lines.append(line)
            part = []
        part.append(item)
        right = glyph.x1 if not part[:-1] else max(right, glyph.x1)
    if line := _line(part):
        lines.append(line)
    return lines


def _line(items: list[tuple[Painted, int]]) -> Line | None:
    solid = [item for item in items if item[0].text not in _BLANK]
    if not solid:
        return None
    solid = _joined_ligatures(_without_doubles(solid))
    blanks = [item[0].x0 for item in items if item[0].text == " "]
    glyphs = [item[0] for item in solid]
    supposed = [item[0].x0 for item in items if item[0].text == SUPPOSED_SPACE]
    texts = [
        "".join(map(clean, glyph.text)) if glyph.text > "~" or len(glyph.text) > 1 else glyph.text for glyph in glyphs
    ]
    arabic = any("\u0590" <= text[:1] <= "\u08ff" for text in texts)
    spaced = _space_before(glyphs, blanks, [] if arabic else supposed)
    rtl = False
    order: list[int] = list(range(len(solid)))
    if arabic:
        if _letterspaced(glyphs, spaced):
            spaced = [False] * len(spaced)
        order, rtl, texts, spaced = _to_logical(texts, spaced)
    main = [item for item in solid if item[1] == 0] or solid
    return _assemble(solid, order, texts, spaced, main, rtl)


def _assemble(
    solid: list[tuple[Painted, int]],
    order: list[int],
    texts: list[str],
    spaced: list[bool],
    main: list[tuple[Painted, int]],
    rtl: bool,
) -> Line | None:
    out: list[str] = []
    xs: list[float] = []
    runs: list[Run] = []
    last_key: tuple[Style, int] | None = None
    for step, index in enumerate(order):
        glyph, script = solid[index]
        text = texts[index]
        if not text:
            continue
        if spaced[step] and out and out[-1] != " ":
            out.append(" ")
            xs.append(solid[order[step - 1]][0].x0 if rtl else solid[order[step - 1]][0].x1)
        if text == " ":
            if out and out[-1] != " ":
                out.append(" ")
                xs.append(glyph.x1 if rtl else glyph.x0)
            continue
        if _compose(out, xs, text, glyph):
            continue
        if (glyph.style, script) != last_key:
            last_key = (glyph.style, script)
            style = glyph.style._replace(script=script) if script else glyph.style
            if not runs or runs[-1].style != style:
                runs.append(Run(len(out), style))
        if len(text) == 1:
            out.append(text)
            xs.append(glyph.x1 if rtl else glyph.x0)
        else:
            step_x = (glyph.x1 - glyph.x0) / len(text)
            for position, character in enumerate(text):
                out.append(character)
                xs.append(glyph.x0 + step_x * position)
    while out and out[-1] == " ":
        out.pop()
        xs.pop()
    if not out:
        return None
    glyphs = [glyph for glyph, _ in solid]
    x0, x1 = min(glyph.x0 for glyph in glyphs), max(glyph.x1 for glyph in glyphs)
    xs.append(x0 if rtl else x1)
    sizes: dict[float, int] = {}
    for glyph, _ in main:
        sizes[glyph.style.size] = sizes.get(glyph.style.size, 0) + 1
    size = max(sizes, key=lambda key: (sizes[key], key))
    baseline = sorted(glyph.baseline for glyph, _ in main)[len(main) // 2]
    first = min(glyphs, key=lambda glyph: glyph.order)
    return Line(
        "".join(out), x0, min(glyph.y0 for glyph, _ in main), x1, max(glyph.y1 for glyph, _ in main), baseline, size,
        array("f", xs), tuple(runs), 0, rtl, first.mcid, (), first.order,
    )  # fmt: skip


def _compose(out: list[str], xs: list[float], text: str, glyph: Painted) -> bool:
    """Join an accent with its letter, whichever of the two was painted first; True when that is done."""
    if not out or len(text) != 1 or (text < "\x7f" and not is_accent(out[-1]) and text != "`"):
        return False
    last = out[-1]
    if is_combining(text) or (is_accent(text) and last.isalpha() and glyph.x0 < xs[-1] + 0.2 * glyph.style.size):
        if composed := combine(last, text):
            out[-1] = composed
            return True
        return False
    if (
        is_accent(last)
        and text.isalpha()
        and glyph.x0 < xs[-1] + 0.3 * glyph.style.size
        and (composed := combine(text, last))
    ):
        out[-1] = composed
        return True
    return False


def _without_doubles(solid: list[tuple[Painted, int]]) -> list[tuple[Painted, int]]:
    """Fake bold and shadows paint the same letter twice, a fraction of its width apart."""
    out: list[tuple[Painted, int]] = []
    for item in solid:
        glyph = item[0]
        for other, _ in out[-3:]:
            if (
                other.text == glyph.text
                and abs(other.x0 - glyph.x0) < 0.3 * max(glyph.x1 - glyph.x0, 0.1)
                and abs(other.baseline - glyph.baseline) < 0.25 * glyph.style.size
                and glyph.order != other.order
            ):
                break
        else:
            out.append(item)
    return out


def _joined_ligatures(solid: list[tuple[Painted, int]]) -> list[tuple[Painted, int]]:
    """Several characters in one and the same box are one glyph, whose text is already in reading order."""
    out: list[tuple[Painted, int]] = []
    for glyph, script in solid:
        if out:
            last = out[-1][0]
            if last.x0 == glyph.x0 and last.x1 == glyph.x1 and last.order == glyph.order and glyph.x1 > glyph.x0:
                out[-1] = (last._replace(text=last.text + glyph.text), script)
                continue
        out.append((glyph, script))
    return out


def _space_before(glyphs: list[Painted], blanks: list[float], supposed: list[float]) -> list[bool]:
    """For every glyph whether a word begins there. The line's own gaps decide how wide a word gap is."""
    gaps = [0.0]
    right = glyphs[0].x1
    for before, after in itertools.pairwise(glyphs):
        gaps.append((after.x0 - right) / (min(before.style.size, after.style.size) or 1.0))
        right = max(right, after.x1)
    # Leaders are spaced like nothing else in the line.
    telling = [
        gap
        for gap, before, after in zip(gaps[1:], glyphs, glyphs[1:], strict=False)
        if before.text not in _LEADER or after.text not in _LEADER
    ]
    threshold = _threshold(telling, len(blanks))
    spaced = [gap > threshold for gap in gaps]
    real = _gaps_with(glyphs, blanks)
    # Neither in letterspaced nor in Arabic lines are the parser's guesses better than the gaps themselves.
    likely = _gaps_with(glyphs, supposed) if supposed and threshold <= _WORD_GAP else frozenset()
    for index in range(1, len(glyphs)):
        gap = gaps[index]
        if (index in real and gap > _REAL_SPACE_GAP) or (index in likely and gap > _SUPPOSED_SPACE_GAP):
            spaced[index] = True
        elif spaced[index] and gap < 0.5 and _tight(glyphs[index - 1].text, glyphs[index].text):
            spaced[index] = False
    spaced[0] = False
    return spaced


def _gaps_with(glyphs: list[Painted], blanks: list[float]) -> frozenset[int]:
    """Indices of the glyphs before which one of ``blanks`` (left edges, ascending) stands."""
    found = set()
    position, count = 0, len(blanks)
    for index in range(1, len(glyphs)):
        while position < count and blanks[position] <= glyphs[index].x0 + 0.01:
            if blanks[position] >= glyphs[index - 1].x0:
                found.add(index)
            position += 1
        if position == count:
            break
    return frozenset(found)


def _tight(before: str, after: str) -> bool:
    """CJK characters next to each other are set solid: a small gap is only their own side bearing."""
    return is_cjk(before[-1]) and is_cjk(after[0])


def _threshold(gaps: list[float], blanks: int) -> float:
    if len(gaps) < 4:
        return _WORD_GAP if not blanks else 0.3
    ordered = sorted(gaps)
    middle = ordered[len(ordered) // 2]
    if middle > 0.07:
        # Letterspaced: most gaps are between letters of one word.
        tracked = [gap for gap in ordered if gap < middle + 0.12]
        return max(tracked[-1] + 0.08, middle + 0.14) if len(tracked) < len(ordered) or not blanks else middle + 0.25
    # With real spaces in the line a bare gap must be plain to count.
    return 0.26 if blanks >= len(gaps) / 12 else _WORD_GAP


def _letterspaced(glyphs: list[Painted], spaced: list[bool]) -> bool:
    """Every letter stands alone: the gaps are tracking, not words."""
    return len(glyphs) >= 3 and all(spaced[1:])


def _to_logical(texts: list[str], spaced: list[bool]) -> tuple[list[int], bool, list[str], list[bool]]:
    units: list[int | None] = []
    for index, gap in enumerate(spaced):
        if gap:
            units.append(None)
        units.append(index)
    order, rtl = logical_order([" " if unit is None else (texts[unit][:1] or " ") for unit in units])
    out: list[int] = []
    gaps: list[bool] = []
    pending = False
    for position in order:
        unit = units[position]
        if unit is None:
            pending = True
            continue
        out.append(unit)
        gaps.append(pending)
        pending = False
    if rtl and has_rtl("".join(texts)):
        texts = [mirrored(text) if _opens_wrong(texts, out) else text for text in texts]
    return out, rtl, texts, gaps


def _opens_wrong(texts: list[str], order: list[int]) -> bool:
    """Brackets that close before they open were stored as they look, not as they read."""
    for index in order:
        if texts[index] in "([{":
            return False
        if texts[index] in ")]}" and texts[index]:
            return True
    return False
