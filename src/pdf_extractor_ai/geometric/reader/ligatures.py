"""Ligatures that a font names by their letters (``f_i``) and that PDFium does not know, or knows by the first only.

The Adobe Glyph List Specification lets a glyph's name be the names of its letters with ``_`` between them. TeX sets
whole families like that (Linux Libertine, Biolinum). Without a ToUnicode map PDFium gives no letter for such a
glyph; some producers write a map that holds the first letter alone, so that ``fillable`` reads ``fllable``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import Any, NamedTuple

_NAME = re.compile(r"/[A-Za-z](?:_[A-Za-z])+")
_SUBSET = re.compile(r"^/?(?:[A-Z]{6}\+)?")
_MAX_PAGES, _MAX_FONTS = 2000, 500
# In em: two glyphs of one width are the same glyph.
_SAME_WIDTH = 0.03
_WIDER = 1.2


class Ligature(NamedTuple):
    """A code of a font, its advance in em (0 when unknown) and the letters that it stands for."""

    code: int
    width: float
    text: str


LigatureTable = dict[str, list[Ligature]]
"""Font name (without its subset tag) -> its ligatures."""


class LigatureMender:
    """Puts letters in the place of ligatures; the file's fonts are read when the first suspicious glyph turns up."""

    def __init__(self, load: Callable[[], LigatureTable] | None) -> None:
        self._load = load
        self._table: LigatureTable | None = None
        self._narrowest: dict[str, float] = {}

    def unmapped(self, font: str, code: int) -> str:
        """The letters of a code without a Unicode value, or ``""``."""
        return next((found.text for found in self._of(font) if found.code == code), "")

    def see(self, letters: Iterable[tuple[str, float]]) -> None:
        """Note how wide (in em) the same letter is in each font: the narrowest is the letter itself."""
        for font, width in letters:
            if width < self._narrowest.get(font, 9.0):
                self._narrowest[font] = width

    def wide(self, font: str, letter: str, width: float) -> str:
        """The letters of a glyph that passes for one ``letter`` and is ``width`` em wide, or ``""``."""
        if width < _WIDER * self._narrowest.get(font, width):
            return ""
        near = [
            found
            for found in self._of(font)
            if found.text.startswith(letter) and found.width and abs(found.width - width) < _SAME_WIDTH
        ]
        return min(near, key=lambda found: abs(found.width - width)).text if near else ""

    def _of(self, font: str) -> Sequence[Ligature]:
        if self._table is None:
            self._table = self._load() if self._load is not None else {}
        return self._table.get(font, ())


def read_ligatures(data: bytes) -> LigatureTable:
    """The ligatures that the encodings of a file's simple fonts name; empty when they cannot be read."""
    import pikepdf

    table: LigatureTable = {}
    seen: set[tuple[int, int]] = set()
    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            for number, page in enumerate(pdf.pages):
                if number >= _MAX_PAGES or len(seen) >= _MAX_FONTS:
                    break
                fonts: Any = page.resources.get("/Font")
                for font in fonts.values() if isinstance(fonts, pikepdf.Dictionary) else ():
                    if isinstance(font, pikepdf.Dictionary) and font.objgen not in seen:
                        seen.add(font.objgen)
                        _add(table, font)
    except (pikepdf.PdfError, AttributeError, TypeError, ValueError, KeyError):
        return {}
    return table


def _add(table: LigatureTable, font: Any) -> None:
    import pikepdf

    encoding = font.get("/Encoding")
    if not isinstance(encoding, pikepdf.Dictionary) or "/Differences" not in encoding:
        return
    name = _SUBSET.sub("", str(font.get("/BaseFont", "")))
    widths, first = list(font.get("/Widths", [])), int(font.get("/FirstChar", 0))
    known = table.setdefault(name, [])
    code = 0
    for entry in encoding["/Differences"]:
        if not isinstance(entry, pikepdf.Name):
            code = int(entry)
            continue
        if _NAME.fullmatch(str(entry)):
            place = code - first
            width = float(widths[place]) / 1000 if 0 <= place < len(widths) else 0.0
            known.append(Ligature(code, width, str(entry)[1:].replace("_", "")))
        code += 1
