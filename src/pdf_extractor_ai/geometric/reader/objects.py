"""PDFium's page objects -> rules, fills, shapes, bitmaps, and the painting order of text objects."""

from __future__ import annotations

import ctypes
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium_c

from pdf_extractor_ai.geometric.page import Bitmap, Fill, Rule, Shape
from pdf_extractor_ai.geometric.reader.glyphs import Affine
from pdf_extractor_ai.geometric.reader.layers import MEMBERSHIP

# A page with more is a map or a plot: what lies beyond cannot be a table and only costs time.
_MAX_OBJECTS = 20_000
_MAX_SEGMENTS = 60_000
_MAX_DEPTH = 12
# A bar thinner than this is a rule drawn as a rectangle; cell backgrounds are at least a line of text high.
_THIN = 3.0
_STRAIGHT = 0.6
_SIDE_POINTS, _SLENDER = 6, 4.0

Box = tuple[float, float, float, float]
Point = tuple[float, float]


class PaintedText(NamedTuple):
    """When a text object was painted, its clip box (``None``: none), whether its layer is switched off.

    ``artifact`` says that the producer marked it as no content of the document (ISO 32000-1, 14.8.2.2).
    """

    order: int
    clip: Box | None
    off: bool
    artifact: bool = False


@dataclass(slots=True)
class Drawing:
    """Everything on a page that is no text, in the shown frame; ``covers`` are opaque fills with their order."""

    rules: list[Rule] = field(default_factory=list)
    fills: list[Fill] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    bitmaps: list[Bitmap] = field(default_factory=list)
    covers: list[tuple[int, Fill]] = field(default_factory=list)
    texts: dict[int, PaintedText] = field(default_factory=dict)


class _Walker:
    def __init__(
        self,
        frame: Affine,
        size: tuple[float, float],
        layers_off: frozenset[str],
        forms_off: frozenset[int],
        tagged: bool,
    ) -> None:
        self.frame, self.size, self.tagged = frame, size, tagged
        self.layers_off, self.forms_off = layers_off, forms_off
        self.forms = 0
        self.drawing = Drawing()
        self.order = 0
        self.segments = 0
        self.floats = [ctypes.c_float() for _ in range(4)]

    def walk(self, objects: Iterator[Any], matrix: Affine | None, depth: int, off: bool) -> None:
        for item in objects:
            self.order += 1
            if self.order > _MAX_OBJECTS:
                return
            kind = pdfium_c.FPDFPageObj_GetType(item)
            hidden = off or (bool(self.layers_off) and self.layer_off(item))
            if kind == pdfium_c.FPDF_PAGEOBJ_TEXT:
                address = ctypes.addressof(item.contents)
                self.drawing.texts[address] = PaintedText(
                    self.order, self.clip_box(item, matrix), hidden, self.tagged and self.artifact(item)
                )
            elif hidden:
                continue
            elif kind == pdfium_c.FPDF_PAGEOBJ_PATH:
                self.path(item, matrix)
            elif kind == pdfium_c.FPDF_PAGEOBJ_IMAGE:
                self.image(item, matrix)
            elif kind == pdfium_c.FPDF_PAGEOBJ_SHADING:
                if box := self.bounds(item, matrix):
                    self.drawing.shapes.append(Shape(*box, stroke=False))
            elif kind == pdfium_c.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
                if depth == 0:
                    hidden = hidden or self.forms in self.forms_off
                    self.forms += 1
                self.walk(_form_objects(item), _compose(_matrix(item), matrix), depth + 1, hidden)

    def layer_off(self, item: Any) -> bool:
        for index in range(pdfium_c.FPDFPageObj_CountMarks(item)):
            mark = pdfium_c.FPDFPageObj_GetMark(item, index)
            # A membership dictionary has no name.
            if _mark_name(mark) == "OC" and (_mark_param(mark, b"Name") or MEMBERSHIP) in self.layers_off:
                return True
        return False

    def artifact(self, item: Any) -> bool:
        marks = range(pdfium_c.FPDFPageObj_CountMarks(item))
        return any(_mark_name(pdfium_c.FPDFPageObj_GetMark(item, index)) == "Artifact" for index in marks)

    def shown(self, x: float, y: float, matrix: Affine | None) -> Point:
        if matrix is not None:
            x, y = matrix.point(x, y)
        return self.frame.point(x, y)

    def bounds(self, item: Any, matrix: Affine | None) -> Box | None:
        left, bottom, right, top = self.floats
        if not pdfium_c.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            return None
        return self.on_page(left.value, bottom.value, right.value, top.value, matrix)

    def on_page(self, x0: float, y0: float, x1: float, y1: float, matrix: Affine | None) -> Box | None:
        if matrix is not None:
            x0, y0, x1, y1 = matrix.box(x0, y0, x1, y1)
        x0, y0, x1, y1 = self.frame.box(x0, y0, x1, y1)
        width, height = self.size
        x0, y0, x1, y1 = max(x0, 0.0), max(y0, 0.0), min(x1, width), min(y1, height)
        return (x0, y0, x1, y1) if x1 >= x0 and y1 >= y0 else None

    def clip_box(self, item: Any, matrix: Affine | None) -> Box | None:
        """The box that all the object's clip paths have in common; an empty one comes back as a point."""
        clip = pdfium_c.FPDFPageObj_GetClipPath(item)
        paths = pdfium_c.FPDFClipPath_CountPaths(clip) if clip else 0
        if not 0 < paths <= 4:
            return None
        box: Box | None = None
        x, y = self.floats[:2]
        for path in range(paths):
            count = pdfium_c.FPDFClipPath_CountPathSegments(clip, path)
            if not 0 < count <= 40:
                continue
            points = []
            for index in range(count):
                segment = pdfium_c.FPDFClipPath_GetPathSegment(clip, path, index)
                if pdfium_c.FPDFPathSegment_GetPoint(segment, x, y):
                    points.append(self.shown(x.value, y.value, matrix))
            if not points:
                continue
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            part = (min(xs), min(ys), max(xs), max(ys))
            box = part if box is None else _intersect(box, part)
        return box

    def image(self, item: Any, matrix: Affine | None) -> None:
        box = self.bounds(item, matrix)
        if box is None:
            return
        if clip := self.clip_box(item, matrix):
            box = _intersect(box, clip)
        if box[2] - box[0] < 1 or box[3] - box[1] < 1:
            return
        width, height = ctypes.c_uint(), ctypes.c_uint()
        pdfium_c.FPDFImageObj_GetImagePixelSize(item, width, height)
        self.drawing.bitmaps.append(Bitmap(*box, pixels=(width.value, height.value)))

    def path(self, item: Any, matrix: Affine | None) -> None:
        fill_mode, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium_c.FPDFPath_GetDrawMode(item, fill_mode, stroke)
        filled, stroked = bool(fill_mode.value), bool(stroke.value)
        count = pdfium_c.FPDFPath_CountSegments(item)
        if not (filled or stroked) or count <= 0:
            return
        self.segments += count
        if self.segments > _MAX_SEGMENTS or count > 2000:
            if box := self.bounds(item, matrix):
                self.drawing.shapes.append(Shape(*box, stroke=stroked and not filled))
            return
        color, alpha = _color(item, stroked and not filled)
        own = _compose(_matrix(item), matrix)
        width = 0.0
        if stroked:
            value = self.floats[0]
            pdfium_c.FPDFPageObj_GetStrokeWidth(item, value)
            # In the units of the path, which its matrix scales: a width of 9525 may be three quarters of a point.
            width = value.value * math.sqrt(abs(own.a * own.d - own.b * own.c))
        for points, curved in self.subpaths(item, count, own):
            self.subpath(points, curved, filled and alpha > 0, stroked, width, color, alpha)

    def subpaths(self, item: Any, count: int, matrix: Affine) -> Iterator[tuple[list[Point], bool]]:
        x, y = self.floats[:2]
        points: list[Point] = []
        curved = False
        for index in range(count):
            segment = pdfium_c.FPDFPath_GetPathSegment(item, index)
            kind = pdfium_c.FPDFPathSegment_GetType(segment)
            pdfium_c.FPDFPathSegment_GetPoint(segment, x, y)
            if kind == pdfium_c.FPDF_SEGMENT_MOVETO:
                if len(points) > 1:
                    yield points, curved
                points, curved = [], False
            elif kind == pdfium_c.FPDF_SEGMENT_BEZIERTO:
                curved = True
            points.append(self.shown(x.value, y.value, matrix))
            if pdfium_c.FPDFPathSegment_GetClose(segment) and len(points) > 2 and points[-1] != points[0]:
                points.append(points[0])
        if len(points) > 1:
            yield points, curved

    def subpath(
        self, points: list[Point], curved: bool, filled: bool, stroked: bool, width: float, color: int, alpha: int
    ) -> None:
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        x0, y0, x1, y1 = (
            max(min(xs), -1.0),
            max(min(ys), -1.0),
            min(max(xs), self.size[0] + 1),
            min(max(ys), self.size[1] + 1),
        )
        if x1 < x0 or y1 < y0:
            return
        straight = not curved and all(
            abs(p[0] - q[0]) < _STRAIGHT or abs(p[1] - q[1]) < _STRAIGHT for p, q in itertools.pairwise(points)
        )
        out = self.drawing
        thin, long = sorted((x1 - x0, y1 - y0))
        if filled and not curved and len(points) <= _SIDE_POINTS and thin <= _THIN and long > _SLENDER * thin:
            # The side of a bevelled border has slanted ends.
            self.thin(x0, y0, x1, y1, color)
            return
        if not straight or (len(points) > 6 and filled):
            if _rounded_box(points, curved, x0, y0, x1, y1) and filled:
                self.fill(Fill(x0, y0, x1, y1, color), alpha)
            else:
                out.shapes.append(Shape(x0, y0, x1, y1, stroke=not filled))
            return
        if filled and len(points) >= 3:
            if min(x1 - x0, y1 - y0) <= _THIN:
                self.thin(x0, y0, x1, y1, color)
                return
            self.fill(Fill(x0, y0, x1, y1, color), alpha)
        if stroked:
            for (px, py), (qx, qy) in itertools.pairwise(points):
                self.edge(px, py, qx, qy, width, color)

    def fill(self, fill: Fill, alpha: int) -> None:
        self.drawing.fills.append(fill)
        if alpha == 255:
            self.drawing.covers.append((self.order, fill))

    def thin(self, x0: float, y0: float, x1: float, y1: float, color: int) -> None:
        if x1 - x0 >= y1 - y0:
            y = (y0 + y1) / 2
            self.drawing.rules.append(Rule(x0, y, x1, y, y1 - y0, color))
        else:
            x = (x0 + x1) / 2
            self.drawing.rules.append(Rule(x, y0, x, y1, x1 - x0, color))

    def edge(self, px: float, py: float, qx: float, qy: float, width: float, color: int) -> None:
        if abs(py - qy) < _STRAIGHT and abs(px - qx) > _STRAIGHT:
            y = (py + qy) / 2
            self.drawing.rules.append(Rule(min(px, qx), y, max(px, qx), y, width, color))
        elif abs(px - qx) < _STRAIGHT and abs(py - qy) > _STRAIGHT:
            x = (px + qx) / 2
            self.drawing.rules.append(Rule(x, min(py, qy), x, max(py, qy), width, color))


def read_drawing(
    page: Any,
    frame: Affine,
    size: tuple[float, float],
    layers_off: frozenset[str],
    *,
    forms_off: frozenset[int] = frozenset(),
    tagged: bool = False,
) -> Drawing:
    """All rules, fills, shapes and bitmaps of a page, in its shown frame of ``size`` points.

    ``layers_off`` and ``forms_off`` say what no viewer shows: see ``Catalog``.

    Only for a ``tagged`` document it is worth asking which text is an artifact.
    """
    walker = _Walker(frame, size, layers_off, forms_off, tagged)
    count = pdfium_c.FPDFPage_CountObjects(page)
    walker.walk((pdfium_c.FPDFPage_GetObject(page, index) for index in range(count)), None, 0, False)
    return walker.drawing


def _form_objects(form: Any) -> Iterator[Any]:
    for index in range(max(pdfium_c.FPDFFormObj_CountObjects(form), 0)):
        yield pdfium_c.FPDFFormObj_GetObject(form, index)


def _matrix(item: Any) -> Affine:
    matrix = pdfium_c.FS_MATRIX()
    if not pdfium_c.FPDFPageObj_GetMatrix(item, matrix):
        return Affine(1, 0, 0, 1, 0, 0)
    return Affine(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _compose(inner: Affine, outer: Affine | None) -> Affine:
    if outer is None:
        return inner
    a, b, c, d, e, f = inner
    return Affine(
        outer.a * a + outer.c * b, outer.b * a + outer.d * b, outer.a * c + outer.c * d, outer.b * c + outer.d * d,
        outer.a * e + outer.c * f + outer.e, outer.b * e + outer.d * f + outer.f,
    )  # fmt: skip


def _color(item: Any, stroke: bool) -> tuple[int, int]:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    getter = pdfium_c.FPDFPageObj_GetStrokeColor if stroke else pdfium_c.FPDFPageObj_GetFillColor
    if not getter(item, red, green, blue, alpha):
        return 0, 128  # a pattern: neither invisible nor surely opaque
    return red.value << 16 | green.value << 8 | blue.value, alpha.value


def _intersect(a: Box, b: Box) -> Box:
    x0, y0 = max(a[0], b[0]), max(a[1], b[1])
    return x0, y0, max(x0, min(a[2], b[2])), max(y0, min(a[3], b[3]))


def _rounded_box(points: list[Point], curved: bool, x0: float, y0: float, x1: float, y1: float) -> bool:
    """A rectangle with round corners: every point lies close to one of the four sides."""
    if not curved or not 8 <= len(points) <= 24:
        return False
    return all(min(abs(x - x0), abs(x - x1), abs(y - y0), abs(y - y1)) < 1.0 for x, y in points)


def _mark_name(mark: Any) -> str:
    buffer, length = ctypes.create_string_buffer(128), ctypes.c_ulong()
    if not pdfium_c.FPDFPageObjMark_GetName(mark, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), 128, length):
        return ""
    return buffer.raw[: max(min(length.value, 128) - 2, 0)].decode("utf-16-le", "replace")


def _mark_param(mark: Any, key: bytes) -> str:
    buffer, length = ctypes.create_string_buffer(512), ctypes.c_ulong()
    target = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    if not pdfium_c.FPDFPageObjMark_GetParamStringValue(mark, key, target, 512, length):
        return ""
    return buffer.raw[: max(min(length.value, 512) - 2, 0)].decode("utf-16-le", "replace")
