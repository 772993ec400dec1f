"""PDFium's text page -> glyphs in the order of the content stream.

One text object of a PDF (one ``Tj`` or ``TJ``) has one font, one size, one colour and one baseline, so all of
that is asked for once per object; only the code point and the box are asked for per character.
"""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium_c

from pdf_extractor_ai.geometric.characters import REPLACEMENT, clean
from pdf_extractor_ai.geometric.glyph import SUPPOSED_SPACE
from pdf_extractor_ai.geometric.page import Style
from pdf_extractor_ai.geometric.reader.ligatures import LigatureMender

_BOLD = re.compile(
    r"bold|black|heavy|semibold|demi(?!t)|[-,]bd\b|ptmb|-medi\b|medi(?:ital)?$"
    # TeX's bold faces: `CMBX12`, `CMB10`, `CMSSBX10`, `SFBX1000`, `ecrb1095`
    r"|cmb(?:x|\d)|cmss(?:bx|dc)|\b(?:sf|ec)(?:rb|bx)",
    re.IGNORECASE,
)
_ITALIC = re.compile(r"ital|obliq|slanted|cmti|cmsl|cmmi|sfti|-it\b|(?:bold|medi|regu)it", re.IGNORECASE)
_MONO = re.compile(
    r"mono|courier|consol|typewriter|cmtt|sftt|cmsltt|menlo|monaco|inconsolata|fixed|nimbusmon|lmtt|lmmono"
    r"|\btt\b|source ?code|firacode|cursor\b|cursor-|cousine|cascadia|andale|letter ?gothic|pcr[rb]\d"
    # TeX's typewriter faces: `t1xtt`, `txbtt`, `ectt1000`, `cmitt10`
    r"|^(?:t1|ec|cm|lm|sf|tx|px|ae)[a-z]{0,3}tt\d{0,4}$",
    re.IGNORECASE,
)
_MODE_INVISIBLE, _MODE_CLIP = 3, 7
_FLAG_FIXED, _FLAG_ITALIC, _FLAG_FORCE_BOLD = 1, 64, 1 << 18
_SEMIBOLD = 600
# An opacity (of 255) that leaves no trace on the paper: watermarks that are meant to be seen start at 5 %.
_CLEAR = 7
_MOST_MADE = 20_000  # looks kept by what was asked for; sizes that are never twice the same must not pile up


Glyph = tuple[str, float, float, float, float, int]
"""One character as painted: text, box (x0, y0, x1, y1) in user space, index of its text object.

A plain tuple: half a million of them are made for a book, and a named one costs six times as much.
"""


@dataclass(slots=True)
class TextRun:
    """What a text object's characters share.

    ``origin`` is the start of its baseline and ``angle`` its direction in whole degrees counter-clockwise, both
    in user space; ``invisible`` is the reason why no viewer shows it, or ``""``. ``first`` is the place of its first
    character among those of PDFium's text page.
    """

    style: Style
    origin: tuple[float, float]
    angle: int
    mcid: int = -1
    address: int = 0
    font: int = 0
    vertical: bool = False
    invisible: str = ""
    color: int = 0
    glyphs: int = 0
    first: int = 0


class Affine(NamedTuple):
    """``x' = a*x + c*y + e``, ``y' = b*x + d*y + f``: user space of a page to its shown top-left frame."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        """The upright box round the image of a box; good for quarter turns."""
        px, py = self.a * x0 + self.c * y0 + self.e, self.b * x0 + self.d * y0 + self.f
        qx, qy = self.a * x1 + self.c * y1 + self.e, self.b * x1 + self.d * y1 + self.f
        return (px if px < qx else qx), (py if py < qy else qy), (qx if px < qx else px), (qy if py < qy else py)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The image of a point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


def page_frame(rotation: int, crop: tuple[float, float, float, float]) -> tuple[Affine, float, float]:
    """User space -> shown frame for /Rotate and the crop box, with the shown width and height."""
    x0, y0, x1, y1 = crop
    width, height = x1 - x0, y1 - y0
    if rotation == 1:
        return Affine(0, 1, 1, 0, -y0, -x0), height, width
    if rotation == 2:
        return Affine(-1, 0, 0, 1, x1, -y0), width, height
    if rotation == 3:
        return Affine(0, -1, -1, 0, y1, x1), height, width
    return Affine(1, 0, 0, -1, -x0, y1), width, height


def turned(frame: Affine, width: float, height: float, turn: int) -> tuple[Affine, float, float]:
    """The frame turned clockwise by a quarter, a half or three quarters, with its new width and height."""
    a, b, c, d, e, f = frame
    if turn == 90:
        return Affine(-b, a, -d, c, height - f, e), height, width
    if turn == 180:
        return Affine(-a, -b, -c, -d, width - e, height - f), width, height
    if turn == 270:
        return Affine(b, -a, d, -c, f, width - e), height, width
    return frame, width, height


@dataclass(slots=True)
class FontTable:
    """Fonts and styles of one document, each look made once."""

    styles: dict[Style, Style] = field(default_factory=dict)
    made: dict[tuple[int, float, int, int], Style] = field(default_factory=dict)
    fonts: dict[int, tuple[str, bool, bool, bool]] = field(default_factory=dict)
    unmapped: dict[tuple[int, int], bool] = field(default_factory=dict)
    ligatures: LigatureMender = field(default_factory=lambda: LigatureMender(None))

    def style(self, font: Any, key: int, size: float, color: int, mode: int) -> Style:
        """The interned style for a font (``key``: its address) at this effective size in points."""
        asked = (key, size, color, mode)
        made = self.made.get(asked)
        if made is not None:
            return made
        known = self.fonts.get(key)
        if known is None:
            known = self.fonts[key] = _describe(font) if font else ("", False, False, False)
        name, bold, italic, mono = known
        style = Style(name, round(size, 1), bold or mode == 2, italic, mono, color)
        if len(self.made) >= _MOST_MADE:
            self.made.clear()
        made = self.made[asked] = self.styles.setdefault(style, style)
        return made


def says_bold(name: str) -> bool:
    """True when a face's name says that it is bold."""
    return bool(_BOLD.search(name))


def _describe(font: Any) -> tuple[str, bool, bool, bool]:
    buffer = ctypes.create_string_buffer(256)
    length = pdfium_c.FPDFFont_GetBaseFontName(font, buffer, 256)
    name = buffer.value.decode("utf-8", "replace") if 0 < length <= 256 else ""
    name = re.sub(r"^[A-Z]{6}\+", "", name)
    flags = max(pdfium_c.FPDFFont_GetFlags(font), 0)
    bold = says_bold(name) or bool(flags & _FLAG_FORCE_BOLD) or pdfium_c.FPDFFont_GetWeight(font) >= _SEMIBOLD
    italic = bool(_ITALIC.search(name)) or bool(flags & _FLAG_ITALIC)
    mono = bool(_MONO.search(name)) or bool(flags & _FLAG_FIXED)
    return name, bold, italic, mono


def read_runs(textpage: Any, fonts: FontTable) -> tuple[list[TextRun], list[Glyph], int]:
    """Text runs, glyphs in user space (y up), and how many characters have no Unicode value.

    Line ends that PDFium makes up are left out; a space that it supposes is marked as such, since it is weaker
    evidence than a real one.
    """
    textpage = textpage.raw
    count = pdfium_c.FPDFText_CountChars(textpage)
    code_at, box_at, object_at = (
        pdfium_c.FPDFText_GetUnicode,
        pdfium_c.FPDFText_GetLooseCharBox,
        pdfium_c.FPDFText_GetTextObject,
    )
    box = pdfium_c.FS_RECTF()
    addressof = ctypes.addressof
    room = _Room()
    runs: list[TextRun] = []
    glyphs: list[Glyph] = []
    index_of: dict[int, int] = {}
    unmapped = 0
    leaning: list[int] = []
    last_address, run, font = 0, -1, 0
    counts: list[int] = []
    mapped = fonts.unmapped.get
    high = 0  # first half of a surrogate pair: PDFium counts in UTF-16
    for index in range(count):
        code = code_at(textpage, index)
        if code in (13, 10):
            continue
        if 0xD800 <= code < 0xE000:
            if code < 0xDC00:
                high = code
                continue
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else 0xFFFD
            high = 0
        text_object = object_at(textpage, index)
        if code == 32 and (not text_object or pdfium_c.FPDFText_IsGenerated(textpage, index)):
            if run >= 0:
                box_at(textpage, index, box)
                glyphs.append((SUPPOSED_SPACE, box.left, box.bottom, box.right, box.top, run))
            continue
        if not text_object:
            continue
        address = addressof(text_object.contents)
        if address != last_address:
            last_address = address
            run = index_of.get(address, -1)
            if run < 0:
                run = index_of[address] = len(runs)
                runs.append(_read_run(textpage, index, text_object, address, fonts, room))
                counts.append(0)
            font = runs[run].font
        box_at(textpage, index, box)
        known = code >= 32 and mapped((font, code)) is False
        text = chr(code if known else _text_code(code, textpage, index, font, fonts))
        if text == "f":
            leaning.append(len(glyphs))
        elif text == REPLACEMENT:
            text = fonts.ligatures.unmapped(runs[run].style.font, code) or text
            unmapped += text == REPLACEMENT
        elif "\ue000" <= text <= "\uf8ff":
            unmapped += clean(text) == REPLACEMENT
        glyphs.append((text, box.left, box.bottom, box.right, box.top, run))
        counts[run] += 1
    for each, painted in zip(runs, counts, strict=True):
        each.glyphs = painted
    _mend_ligatures(leaning, runs, glyphs, fonts)
    return runs, glyphs, unmapped


def _mend_ligatures(places: list[int], runs: list[TextRun], glyphs: list[Glyph], fonts: FontTable) -> None:
    """Give ligatures that pass for an `f` their other letters."""
    seen = []
    for place in places:
        _, x0, _, x1, _, index = glyphs[place]
        style = runs[index].style
        # A ligature whose map holds all its letters comes as several characters in one box.
        alone = all(glyph[1] != x0 for glyph in (*glyphs[place - 1 : place], *glyphs[place + 1 : place + 2]))
        if alone and runs[index].angle == 0 and style.size > 0:
            seen.append((place, style.font, (x1 - x0) / style.size))
    fonts.ligatures.see((font, width) for _, font, width in seen)
    for place, font, width in seen:
        if text := fonts.ligatures.wide(font, "f", width):
            glyphs[place] = (text, *glyphs[place][1:])


def _text_code(code: int, textpage: Any, index: int, font: int, fonts: FontTable) -> int:
    """The code point of a character, U+FFFD when its font gives it none."""
    if code < 32 or code == 0xFFFD:
        # 2 is PDFium's mark for a hyphen at a line end.
        return {2: 45, 9: 32}.get(code, 0xFFFD)
    # A font maps a code always or never, so one question for each of its codes is enough.
    bad = fonts.unmapped.get((font, code))
    if bad is None:
        bad = fonts.unmapped[font, code] = pdfium_c.FPDFText_HasUnicodeMapError(textpage, index) == 1
    return 0xFFFD if bad else code


class _Room:
    """Where PDFium puts its answers: made once a page, since some producers paint every letter as a run of its own."""

    __slots__ = ("color", "matrix", "x", "y")

    def __init__(self) -> None:
        self.matrix = pdfium_c.FS_MATRIX()
        self.x, self.y = ctypes.c_double(), ctypes.c_double()
        self.color = tuple(ctypes.c_uint() for _ in range(4))


def _read_run(textpage: Any, index: int, text_object: Any, address: int, fonts: FontTable, room: _Room) -> TextRun:
    matrix, x, y = room.matrix, room.x, room.y
    pdfium_c.FPDFText_GetMatrix(textpage, index, matrix)
    given = pdfium_c.FPDFText_GetFontSize(textpage, index)
    size = given * math.hypot(matrix.c, matrix.d)
    pdfium_c.FPDFText_GetCharOrigin(textpage, index, x, y)
    # A negative size turns the text by half a circle, and a matrix often turns it back.
    angle = round(math.degrees(math.atan2(matrix.b, matrix.a)) + 180 * (given < 0)) % 360
    mode = pdfium_c.FPDFTextObj_GetTextRenderMode(text_object)
    red, green, blue, alpha = room.color
    getter = pdfium_c.FPDFPageObj_GetStrokeColor if mode == 1 else pdfium_c.FPDFPageObj_GetFillColor
    color = 0
    invisible = ""
    if getter(text_object, red, green, blue, alpha):
        color = red.value << 16 | green.value << 8 | blue.value
        if alpha.value <= _CLEAR:
            invisible = "transparent"
    if mode in (_MODE_INVISIBLE, _MODE_CLIP):
        invisible = "invisible"
    font = pdfium_c.FPDFTextObj_GetFont(text_object)
    key = ctypes.addressof(font.contents) if font else 0
    style = fonts.style(font, key, abs(size), color, mode)
    mcid = pdfium_c.FPDFPageObj_GetMarkedContentID(text_object)
    return TextRun(style, (x.value, y.value), angle, mcid, address, key, False, invisible, color, first=index)
