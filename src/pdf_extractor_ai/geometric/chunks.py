"""Glyphs -> rows of chunks: what follows on one baseline in the content stream, raised and lowered text attached."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.geometric.characters import REPLACEMENT
from pdf_extractor_ai.geometric.glyph import BLANK, SUPPOSED_SPACE, Painted

# All in units of the font size (em).
SPLIT = 0.75  # a wider gap may be a column gutter (LaTeX: 10 pt at 10 pt type) or a table's
_STEP_BACK = 0.6  # more than kerning: the pen jumped
_SAME_BASELINE = 0.12
_SAME_ROW = 0.3
_SCRIPT_SIZE = 0.88
_SCRIPT_REACH = 0.4
_LOWEST, _LOWEST_BEHIND = 0.45, 0.55
_INITIAL = 1.8  # a dropped capital is larger than the text by this factor at least
_INITIAL_MIN = 18.0  # points: over two lines of small type
_REACHES_OUT = 0.2  # how far the ink of an italic f or j stands out before its advance
_LETTERS = 2
_TOUCHES = 0.3
_STRUCK = 3  # letters of one text over letters of another


@dataclass(slots=True)
class Chunk:
    """Glyphs that follow each other on one baseline in the content stream."""

    glyphs: list[Painted]
    x0: float
    x1: float
    baseline: float
    size: float
    index: int
    host: Chunk | None = None
    script: int = 0
    extra: list[Chunk] = field(default_factory=list)


def chunk_rows(glyphs: Sequence[Painted]) -> list[list[Chunk]]:
    """Rows of chunks on one baseline, from top to bottom; texts printed over each other are rows of their own."""
    chunks = _chunks(glyphs)
    _attach_scripts(chunks)
    rows = _rows([chunk for chunk in chunks if chunk.host is None])
    return [layer for row in rows for layer in _layers(row)]


def _chunks(glyphs: Sequence[Painted]) -> list[Chunk]:
    chunks: list[Chunk] = []
    current: Chunk | None = None
    for glyph in glyphs:
        if current is not None and glyph.text == SUPPOSED_SPACE:
            # Its place is counted in a size of the parser's own: it follows the last letter, wherever it says it is.
            current.glyphs.append(glyph)
            continue
        if current is not None:
            if current.glyphs[-1].text == SUPPOSED_SPACE:
                current.glyphs[-1] = _at_origin(current.glyphs[-1], glyph, current.x1)
            size = glyph.style.size
            em = current.size if current.size > size else size
            drop = glyph.baseline - current.baseline
            if (
                -_SAME_BASELINE * em < drop < _SAME_BASELINE * em
                and glyph.x0 - current.x1 < SPLIT * em
                and current.x0 - glyph.x1 < SPLIT * em
                and (glyph.x0 > current.x1 - _STEP_BACK * em or glyph.x1 < current.x0 + _STEP_BACK * em)
                and 0.8 < size / (current.size or 1.0) < 1.25
            ):
                current.glyphs.append(glyph)
                if glyph.x0 < current.x0:
                    current.x0 = glyph.x0
                if glyph.x1 > current.x1:
                    current.x1 = glyph.x1
                continue
        current = Chunk([glyph], glyph.x0, glyph.x1, glyph.baseline, glyph.style.size, len(chunks))
        chunks.append(current)
    return [chunk for chunk in chunks if any(glyph.text not in BLANK for glyph in chunk.glyphs)]


def _at_origin(space: Painted, after: Painted, end: float) -> Painted:
    """A supposed space where the next letter's advance begins, or else at its ink or behind what is before it.

    ``end`` is the right edge of what stands before the space: the next letter may be in another place altogether.
    """
    size = after.style.size
    if after.x0 < end - 0.5 * size or after.x0 > end + 4 * size:
        x = end
    else:
        x = space.x0 if 0 <= space.x0 - after.x0 <= _REACHES_OUT * size else after.x0
        x = min(x, 0.6 * after.x0 + 0.4 * after.x1)
    return Painted(space.text, x, space.y0, x, space.y1, space.style, space.baseline, space.order, space.mcid)


def _attach_scripts(chunks: list[Chunk]) -> None:
    """Give every superscript and subscript its host: the larger text that it touches."""
    by_baseline = sorted(chunks, key=lambda chunk: chunk.baseline)
    keys = [chunk.baseline for chunk in by_baseline]
    sizes = sorted(chunk.size for chunk in chunks)
    largest = sizes[(len(sizes) * 19) // 20] if sizes else 0.0
    for chunk in chunks:
        if len(chunk.glyphs) > 24:
            continue
        low, high = bisect_left(keys, chunk.baseline - 0.5 * largest), bisect_left(keys, chunk.baseline + largest)
        best, nearest = None, (True, _SCRIPT_REACH)
        for host in by_baseline[low:high]:
            if host is chunk or chunk.size > _SCRIPT_SIZE * host.size:
                continue
            shift = host.baseline - chunk.baseline
            lowest = _LOWEST_BEHIND if _is_behind(chunk, host) else _LOWEST
            if not -lowest * host.size < shift < 0.8 * host.size or abs(shift) < 0.08 * host.size:
                continue
            gap = max(chunk.x0 - host.x1, host.x0 - chunk.x1) / host.size
            inside = gap < -0.5
            if inside and not _over_blank(chunk, host):
                continue
            # A letter that it follows is its own rather than a line with a blank in that place.
            if (inside, gap) < nearest and gap < _SCRIPT_REACH:
                best, nearest = host, (inside, gap)
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


def _is_behind(small: Chunk, host: Chunk) -> bool:
    """Where an index stands; what is as low under the text is the limit of a sum or of a `lim`.

    Characters that nobody knows may be the strokes of a large bracket.
    """
    known = REPLACEMENT not in (small.glyphs[0].text, host.glyphs[-1].text)
    return known and small.x0 > host.x1 - _TOUCHES * host.size


def _over_blank(chunk: Chunk, host: Chunk) -> bool:
    """True when the chunk lies inside the host's extent but over a gap between its glyphs."""
    middle = (chunk.x0 + chunk.x1) / 2
    return all(glyph.text in BLANK or not glyph.x0 < middle < glyph.x1 for glyph in host.glyphs)


def _rows(chunks: list[Chunk]) -> list[list[Chunk]]:
    rows: list[list[Chunk]] = []
    base, size = 0.0, 0.0
    initials = [chunk for chunk in chunks if chunk.size > _INITIAL_MIN and _is_initial(chunk, chunks)]
    if initials:
        apart = {chunk.index for chunk in initials}
        chunks = [chunk for chunk in chunks if chunk.index not in apart]
    levels = _levels(chunks)
    for chunk in sorted(chunks, key=lambda chunk: levels.get(chunk.index, chunk.baseline)):
        level = levels.get(chunk.index, chunk.baseline)
        if rows and level - base < _SAME_ROW * min(size, chunk.size):
            rows[-1].append(chunk)
        else:
            rows.append([chunk])
            base, size = level, chunk.size
    return [*rows, *([chunk] for chunk in initials)]


def _levels(chunks: Sequence[Chunk]) -> dict[int, float]:
    """By ``index`` of a letter that is set a little lower or higher (the E of TeX): the baseline of what it touches.

    Otherwise it may be too far from the line of the column beside, which happens to begin the row.
    """
    single = [chunk for chunk in chunks if len(chunk.glyphs) <= _LETTERS]
    if not single:
        return {}
    ordered = sorted(chunks, key=lambda chunk: chunk.baseline)
    keys = [chunk.baseline for chunk in ordered]
    found: dict[int, float] = {}
    for chunk in single:
        reach = _SAME_ROW * chunk.size
        near = ordered[bisect_left(keys, chunk.baseline - reach) : bisect_left(keys, chunk.baseline + reach)]
        for host in near:
            touches = min(abs(chunk.x0 - host.x1), abs(host.x0 - chunk.x1)) < _TOUCHES * chunk.size
            if touches and len(host.glyphs) > len(chunk.glyphs) and host.baseline != chunk.baseline:
                found[chunk.index] = host.baseline
                break
    return found


def _is_initial(chunk: Chunk, chunks: Sequence[Chunk]) -> bool:
    """A dropped capital: it reaches down to the baseline of its last line, but belongs to the first beside it."""
    text = "".join(glyph.text for glyph in chunk.glyphs if glyph.text not in BLANK)
    if len(text) > 2 or not text[:1].isupper():
        return False
    beside = [
        other.baseline
        for other in chunks
        if chunk.size > _INITIAL * other.size
        and chunk.baseline - 0.8 * chunk.size < other.baseline < chunk.baseline + 0.1 * other.size
        and -0.1 * chunk.size < other.x0 - chunk.x1 < 0.8 * chunk.size
    ]
    return bool(beside) and min(beside) < chunk.baseline - 0.3 * chunk.size


def _layers(row: list[Chunk]) -> list[list[Chunk]]:
    """A row parted where one text is printed over another: their letters must not be mixed."""
    if len(row) < 2:
        return [row]
    layers: list[list[Chunk]] = []
    for chunk in row:
        home = next((layer for layer in layers if not any(_is_over(chunk, other) for other in layer)), None)
        if home is None:
            layers.append([chunk])
        else:
            home.append(chunk)
    return layers


def _is_over(a: Chunk, b: Chunk) -> bool:
    """Two different texts stand over each other: neither a shadow of the same letters nor a word on its leaders."""
    if min(a.x1, b.x1) - max(a.x0, b.x0) < 1.5 * min(a.size, b.size):
        return False
    struck = same = 0
    for glyph in a.glyphs:
        middle = (glyph.x0 + glyph.x1) / 2
        if not glyph.text.isalnum() or not b.x0 < middle < b.x1:
            continue
        under = [other.text for other in b.glyphs if other.x0 < middle < other.x1 and other.text.isalnum()]
        same += glyph.text in under
        struck += bool(under) and glyph.text not in under
    return struck >= _STRUCK and struck > same
