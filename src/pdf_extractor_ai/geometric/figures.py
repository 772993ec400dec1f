"""Bitmaps and vector drawings as pictures, with the labels inside them and the captions beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.geometric.merge import merge_row
from pdf_extractor_ai.geometric.namewords import FIGURE, TABLE
from pdf_extractor_ai.geometric.page import Line, Page
from pdf_extractor_ai.geometric.tables.charts import chart_boxes

# A picture's shorter side; 80 pixels at two pixels a point.
MIN_SIDE = 40.0
_BACKGROUND = 0.7
_JOIN = 8.0
_MAX_PARTS = 3000
_AXIS_TITLE = 40  # characters
_HEADLINE, _HEADLINE_MIN = 1.5, 18.0
# Of a drawing that a caption tells: its parts at least, how many of them are no straight line, its least height, the
# longest label, how near the caption is (em), how far apart its parts stand.
_DRAWN, _SOLID, _FLAT, _LABEL, _NEAR, _LOOSE = 6, 3, 20.0, 35, 4.0, 30.0
# A number, or a letter or roman numeral in capitals: `Table sample` is no caption.
_NUMBER = r"\s*(?:S?\d+(?:[.\-–]\d+)*[a-z]?|(?-i:[A-Z](?:[.\-–]?\d+)*|[IVXLC]+))\s*(?:[.:–—|)-]|\s|$)"
CAPTION = re.compile(FIGURE + _NUMBER, re.IGNORECASE)
TABLE_CAPTION = re.compile(TABLE + _NUMBER, re.IGNORECASE)
# More than this times its own leading below a caption's last line, there is a paragraph.
_GROWN = 1.2
_APART = 3.0  # em


@dataclass(slots=True)
class Figure:
    """A picture on a page: its box in the page's upright frame, the lines inside it, the lines of its caption."""

    x0: float
    y0: float
    x1: float
    y1: float
    labels: list[Line] = field(default_factory=list)
    caption: list[Line] = field(default_factory=list)
    bitmap: bool = False


Box = tuple[float, float, float, float]


def find_figures(page: Page, taken: Sequence[Box], body: float) -> list[Figure]:
    """The pictures of a page; lines inside them and their captions leave ``page.lines``.

    ``taken`` are the boxes of tables, whose rules and fills belong to no drawing.
    """
    boxes = [(b.x0, b.y0, b.x1, b.y1) for b in page.bitmaps if not _is_background(b.x0, b.y0, b.x1, b.y1, page)]
    bitmaps = _cluster([box for box in boxes if not _inside_any(box, taken)], 2.0)
    figures = [Figure(*box, bitmap=True) for box, _ in bitmaps if _large(box)]
    figures += [Figure(*box) for box in _drawings(page, taken) if not _inside_any(box, [_box(f) for f in figures])]
    figures += _named_diagrams(page, figures)
    figures += _captioned(page, taken, figures)
    figures = _absorb(figures)
    _take_labels(page, figures, body)
    for figure in sorted(figures, key=lambda figure: (figure.y0, figure.x0)):
        _take_caption(page, figure, body)
    return figures


def _drawings(page: Page, taken: Sequence[Box]) -> list[Box]:
    solid = _solid(page)
    parts = _parts(page, taken)
    if len(parts) > _MAX_PARTS:
        parts = parts[:_MAX_PARTS]
    out = []
    axes = chart_boxes(page)
    for box, members in _cluster(parts, _JOIN):
        # A single curve is a drawing where an axis stands beside it.
        least = 1 if any(_overlap(box, axis) for axis in axes) else 2
        if _large(box) and members >= 3 and _is_drawing(box, solid, page, least):
            out.append(box)
    return out


def _solid(page: Page) -> list[Box]:
    """Everything drawn but straight lines and white areas."""
    solid = [(shape.x0, shape.y0, shape.x1, shape.y1) for shape in page.shapes]
    solid += [(fill.x0, fill.y0, fill.x1, fill.y1) for fill in page.fills if fill.color != 0xFFFFFF]
    return solid


def _parts(page: Page, taken: Sequence[Box]) -> list[Box]:
    """What a drawing may be made of: all that is drawn outside of tables and is no ground of the page."""
    rules = [(rule.x0, rule.y0, rule.x1, rule.y1) for rule in page.rules]
    return [box for box in _solid(page) + rules if not _is_background(*box, page) and not _inside_any(box, taken)]


def _named_diagrams(page: Page, figures: Sequence[Figure]) -> list[Figure]:
    """Boxes and lines that looked like a grid, where a caption right below says that they are a figure."""
    heads = [line for line in page.lines if CAPTION.match(line.text)]
    return [
        Figure(*box)
        for box in page.diagrams
        if not _inside_any(box, [_box(figure) for figure in figures])
        and any(_overlap_x(box, head) and -2 < head.y0 - box[3] < _NEAR * head.size for head in heads)
    ]


def _captioned(page: Page, taken: Sequence[Box], figures: Sequence[Figure]) -> list[Figure]:
    """Drawings too flat or too loose to be told as such, of which a caption below says that they are a figure.

    They fill the space between the caption and the text (table, picture) above it, with nothing but labels in it.
    """
    heads = [line for line in page.lines if CAPTION.match(line.text)]
    parts, solid = (_parts(page, taken), _solid(page)) if heads else ([], [])
    out: list[Figure] = []
    for head in heads if _DRAWN <= len(parts) <= _MAX_PARTS else ():
        above = [box[3] for box in (*taken, *map(_box, (*figures, *out))) if _overlap_x(box, head)]
        above += [line.y1 for line in page.lines if len(line.text) > _LABEL and _overlap_x(_line_box(line), head)]
        top = max((y for y in above if y <= head.y0 + 2), default=0.0)
        inside = [box for box in parts if top - 2 <= box[1] and box[3] <= head.y0 + 2]
        # Beside the caption's own column another may be drawn in.
        (x0, y0, x1, y1), count = max(
            (found for found in _cluster(inside, _LOOSE) if _overlap_x(found[0], head)),
            key=lambda found: found[1],
            default=((0.0, 0.0, 0.0, 0.0), 0),
        )
        if count < _DRAWN:
            continue
        large = x1 - x0 >= MIN_SIDE and y1 - y0 >= _FLAT and head.y0 - y1 < _NEAR * head.size
        if large and _is_drawing((x0, y0, x1, y1), solid, page, _SOLID):
            out.append(Figure(x0, y0, x1, y1))
    return out


def _overlap_x(box: Box, line: Line) -> bool:
    return box[0] < line.x1 and box[2] > line.x0


def _line_box(line: Line) -> Box:
    return line.x0, line.y0, line.x1, line.y1


def _is_drawing(box: Box, solid: list[Box], page: Page, least: int) -> bool:
    """A drawing has ``least`` shapes or bars inside, and what text it holds are labels, not sentences."""
    inside = sum(1 for part in solid if _contains(box, part, 1.0))
    if inside < least:
        return False
    lines = [line for line in page.lines if _contains(box, (line.x0, line.y0, line.x1, line.y1), 3.0)]
    area = (box[2] - box[0]) * (box[3] - box[1])
    prose = sum(line.width * line.size for line in lines if len(line.text) > 35)
    if prose > 0.12 * area or sum(len(line.text) > 35 for line in lines) > 3:
        return False
    ink = sum(line.width * line.size for line in lines)
    return ink < 0.4 * area


def _take_labels(page: Page, figures: list[Figure], body: float) -> None:
    if not figures:
        return
    kept: list[Line] = []
    for line in page.lines:
        middle_x, middle_y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
        home = next((f for f in figures if f.x0 - 1 <= middle_x <= f.x1 + 1 and f.y0 - 1 <= middle_y <= f.y1 + 1), None)
        if home is not None and home.bitmap and _is_title(line, body):
            home = None
        if home is None and len(line.text) <= 24 and not CAPTION.match(line.text):
            # Axis labels stand just outside the lines of a drawing.
            reach = 1.3 * body
            home = next(
                (
                    f
                    for f in figures
                    if not f.bitmap
                    and f.x0 - reach <= middle_x <= f.x1 + reach
                    and f.y0 - reach <= middle_y <= f.y1 + reach
                    and line.size < 0.95 * body
                ),
                None,
            )  # fmt: skip
        if home is None:
            kept.append(line)
        else:
            home.labels.append(line)
    page.lines = kept
    frames = [_with_labels(figure) for figure in figures]
    _take_axis_titles(page, figures, frames, body)
    loose = []
    for line in page.turned:
        middle_x, middle_y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
        home = next(
            (
                figure
                for figure, (x0, y0, x1, y1) in zip(figures, frames, strict=True)
                if x0 - 20 <= middle_x <= x1 + 20 and y0 - 20 <= middle_y <= y1 + 20
            ),
            None,
        )
        if home is None:
            loose.append(line)
        else:
            home.labels.append(line)
    page.turned = loose


def _is_title(line: Line, body: float) -> bool:
    """Words set over a photograph, much larger than the text: a headline and no label of the picture."""
    words = re.findall(r"[^\W\d_]{2,}", line.text)
    return line.size >= max(_HEADLINE * body, _HEADLINE_MIN) and len(words) >= 2 and sum(map(len, words)) >= 8


def _with_labels(figure: Figure) -> Box:
    """The box of a drawing with the numbers along its axes; of anything else its own."""
    numbers = [line for line in figure.labels if any(char.isdigit() for char in line.text)]
    if figure.bitmap or len(numbers) < 3:
        return _box(figure)
    return (
        min(figure.x0, *(line.x0 for line in numbers)), min(figure.y0, *(line.y0 for line in numbers)),
        max(figure.x1, *(line.x1 for line in numbers)), max(figure.y1, *(line.y1 for line in numbers)),
    )  # fmt: skip


def _take_axis_titles(page: Page, figures: list[Figure], frames: list[Box], body: float) -> None:
    """Small words in the middle under the numbers of an axis: what it measures."""
    kept: list[Line] = []
    for line in page.lines:
        middle = (line.x0 + line.x1) / 2
        small = len(line.text) <= _AXIS_TITLE and line.size < 0.95 * body and not CAPTION.match(line.text)
        home = next(
            (
                figure
                for figure, frame in zip(figures, frames, strict=True)
                if small
                and frame != _box(figure)
                and abs(2 * middle - figure.x0 - figure.x1) < 0.25 * (figure.x1 - figure.x0)
                and frame[3] - 2 <= line.baseline <= frame[3] + 2 * body
                and line.x1 - line.x0 < figure.x1 - figure.x0
            ),
            None,
        )
        (kept if home is None else home.labels).append(line)
    page.lines = kept


def _take_caption(page: Page, figure: Figure, body: float) -> None:
    """The lines under the picture (or over it) that begin with its number."""
    for below in (True, False):
        near = [
            line
            for line in page.lines
            if line.x1 > figure.x0 and line.x0 < figure.x1
            and (0 <= line.y0 - figure.y1 + 4 < 5 * body if below else 0 <= figure.y0 - line.y1 + 4 < 3 * body)
        ]  # fmt: skip
        heads = [line for line in near if CAPTION.match(line.text)]
        if heads:
            head = min(heads, key=lambda line: abs(line.y0 - figure.y1) if below else abs(figure.y0 - line.y1))
            figure.caption = caption_lines(page, head)
            gone = {id(line) for line in figure.caption}
            page.lines = [line for line in page.lines if id(line) not in gone]
            return


def join_labels(page: Page) -> None:
    """Put `Table 3-1` and the name of the table together, which some templates set apart in one line."""
    for label in [line for line in page.lines if len(line.text) <= _LABEL and _names_only(line.text)]:
        beside = [
            line
            for line in page.lines
            if abs(line.baseline - label.baseline) < 0.1 * label.size
            and 0 <= line.x0 - label.x1 < _APART * label.size
            and abs(line.size - label.size) < 0.3
            and not _names_only(line.text)
        ]
        if len(beside) == 1:
            page.lines[page.lines.index(label)] = merge_row([label, beside[0]])
            page.lines.remove(beside[0])


def _names_only(text: str) -> bool:
    found = CAPTION.match(text) or TABLE_CAPTION.match(text)
    return found is not None and not text[found.end() :].strip(" .:|–—-")


def caption_lines(page: Page, head: Line) -> list[Line]:
    """A caption from its first line on: lines of the same size that follow closely in the same column."""
    out = [head]
    following = sorted(
        (line for line in page.lines if line.baseline > head.baseline + 1), key=lambda line: line.baseline
    )
    for line in following:
        last = out[-1]
        step = line.baseline - last.baseline
        leading = last.baseline - out[-2].baseline if len(out) > 1 else 1.75 * head.size / _GROWN
        if step > min(1.75 * head.size, _GROWN * leading):
            break  # more space than between the caption's own lines
        if line.x1 < head.x0 - 2 or line.x0 > head.x1 + 2 or step < 0.5 * head.size:
            continue
        if abs(line.size - head.size) > 0.3 or CAPTION.match(line.text) or TABLE_CAPTION.match(line.text):
            break
        if line.width > 1.25 * max(member.width for member in out) + 30 and len(out) > 1:
            break
        if last.text.endswith(".") and last.x1 < max(m.x1 for m in out) - 3 * head.size:
            break
        if _ended(last, line) or (len(out) > 1 and step > 1.3 * (out[1].baseline - head.baseline)):
            break
        out.append(line)
        if len(out) > 12:
            break
    return out


def _ended(last: Line, line: Line) -> bool:
    """The next line's first word would have fitted behind the last one: the caption has ended there."""
    if line.rtl or abs((last.x0 + last.x1) - (line.x0 + line.x1)) < last.size:
        return False  # or it is centred
    word = line.text.partition(" ")[0]
    return line.x1 - last.x1 > line.xs[len(word)] - line.x0 + 0.7 * last.size


def _absorb(figures: list[Figure]) -> list[Figure]:
    """Figures that overlap are one; what is inside another is part of it."""
    out: list[Figure] = []
    for figure in sorted(figures, key=lambda f: -(f.x1 - f.x0) * (f.y1 - f.y0)):
        for other in out:
            if figure.x0 < other.x1 and figure.x1 > other.x0 and figure.y0 < other.y1 and figure.y1 > other.y0:
                other.x0, other.y0 = min(other.x0, figure.x0), min(other.y0, figure.y0)
                other.x1, other.y1 = max(other.x1, figure.x1), max(other.y1, figure.y1)
                break
        else:
            out.append(figure)
    return out


def _cluster(boxes: list[Box], reach: float) -> list[tuple[Box, int]]:
    """Boxes that touch when grown by ``reach`` points on each side, joined; with the number of members."""
    clusters: list[tuple[Box, int]] = []
    for box in sorted(boxes):
        merged, count = box, 1
        rest = []
        for other, members in clusters:
            if (
                other[0] <= merged[2] + reach and other[2] >= merged[0] - reach
                and other[1] <= merged[3] + reach and other[3] >= merged[1] - reach
            ):  # fmt: skip
                merged = (
                    min(merged[0], other[0]), min(merged[1], other[1]),
                    max(merged[2], other[2]), max(merged[3], other[3]),
                )  # fmt: skip
                count += members
            else:
                rest.append((other, members))
        rest.append((merged, count))
        clusters = rest
    return clusters


def _box(figure: Figure) -> Box:
    return figure.x0, figure.y0, figure.x1, figure.y1


def _large(box: Box) -> bool:
    return min(box[2] - box[0], box[3] - box[1]) >= MIN_SIDE


def _is_background(x0: float, y0: float, x1: float, y1: float, page: Page) -> bool:
    return (x1 - x0) * (y1 - y0) >= _BACKGROUND * page.width * page.height


def _contains(outer: Box, inner: Box, slack: float) -> bool:
    return (
        inner[0] >= outer[0] - slack and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack and inner[3] <= outer[3] + slack
    )  # fmt: skip


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


def _inside_any(box: Box, boxes: Sequence[Box]) -> bool:
    return any(_contains(outer, box, 3.0) for outer in boxes)
