"""How glyphs stand to their line where neither size nor matrix tells: raised, lowered, one below the other."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import pypdfium2.raw as pdfium_c

from pdf_extractor_ai.geometric.characters import is_cjk
from pdf_extractor_ai.geometric.reader.glyphs import FontTable, Glyph, TextRun

_PLAIN = re.compile(r"[-+\u2212\u2013,.()*]*[0-9A-Za-z][-+\u2212\u2013,.()*0-9A-Za-z]*")
_SHORT = 6  # glyphs; an exponent or a note's mark is no longer
_GLYPHS_A_RUN = 3
# In units of the font size, over the baseline.
_RAISED, _RAISED_TOP = 0.22, 0.5
_LOWERED, _LOWERED_TOP, _LOWERED_HEIGHT = -0.06, 0.5, 0.52
# Of a column of single glyphs: the step down, how even it is, and how many make one.
_STEP, _WIDE_STEP, _EVEN, _COLUMN = 0.9, 1.35, 0.04, 3
_DESCENT = 0.12


def find_scripts(textpage: Any, runs: list[TextRun], glyphs: list[Glyph], fonts: FontTable) -> None:
    """Set ``script`` of runs whose glyphs are superior or inferior ones of a font, in full size and on the baseline.

    OpenType fonts have such glyphs (features ``sups``, ``subs``), and a text layer gives their plain letter: only
    the ink tells `H2O` from `H\u2082O`.
    """
    if len(glyphs) < _GLYPHS_A_RUN * len(runs):
        return  # every letter is a run of its own
    texts: dict[int, str] = {}
    for text, *_, index in glyphs:
        if runs[index].glyphs <= _SHORT and text > " ":
            texts[index] = texts.get(index, "") + text
    for index, text in texts.items():
        run = runs[index]
        if run.angle or not _PLAIN.fullmatch(text) or run.style.size <= 0:
            continue
        if script := _script(textpage.raw, run, text):
            style = run.style._replace(script=script)
            run.style = fonts.styles.setdefault(style, style)


def _script(textpage: Any, run: TextRun, text: str) -> int:
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raised = lowered = True
    for place, char in enumerate(text):
        if not char.isalnum():
            continue
        if pdfium_c.FPDFText_GetUnicode(textpage, run.first + place) != ord(char):
            return 0
        if not pdfium_c.FPDFText_GetCharBox(textpage, run.first + place, left, right, bottom, top):
            return 0
        foot, head = ((edge.value - run.origin[1]) / run.style.size for edge in (bottom, top))
        raised = raised and foot > _RAISED and head > _RAISED_TOP
        lowered = lowered and foot < _LOWERED and head < _LOWERED_TOP and 0.1 < head - foot < _LOWERED_HEIGHT
    return 1 if raised else -1 if lowered else 0


def find_vertical(runs: list[TextRun], glyphs: list[Glyph]) -> None:
    """Mark runs set in vertical writing mode: no turn in the matrix, yet each glyph stands below the last."""
    down = [0] * len(runs)
    last_run, last_bottom = -1, 0.0
    for text, _, y0, _, y1, index in glyphs:
        if text <= " ":
            continue
        if last_run == index and y1 <= last_bottom + 0.1 * (y1 - y0):
            down[index] += 1
        last_run, last_bottom = index, y0
    for run, steps in zip(runs, down, strict=True):
        run.vertical = run.angle == 0 and steps >= 1 and steps >= 0.6 * (run.glyphs - 1)
    _find_columns(runs, glyphs)


def _find_columns(runs: list[TextRun], glyphs: list[Glyph]) -> None:
    """Mark single ideographs painted evenly below each other, as browsers set vertical text in a horizontal font."""
    text_of = {
        glyph[5]: (place, glyph[0])
        for place, glyph in enumerate(glyphs)
        if glyph[0] > "\u2e00" and runs[glyph[5]].glyphs == 1 and not runs[glyph[5]].angle and is_cjk(glyph[0])
    }
    if len(text_of) < _COLUMN:
        return
    column: list[int] = []
    for index, run in enumerate(runs):
        if index in text_of and _below(runs, column, run):
            column.append(index)
            continue
        _stand(runs, glyphs, column, text_of)
        column = [index] if index in text_of else []
    _stand(runs, glyphs, column, text_of)


def _below(runs: list[TextRun], column: list[int], run: TextRun) -> bool:
    if not column:
        return False
    last, size = runs[column[-1]], run.style.size
    step = last.origin[1] - run.origin[1]
    even = len(column) < 2 or abs(runs[column[-2]].origin[1] - last.origin[1] - step) < _EVEN * size
    return (
        abs(last.origin[0] - run.origin[0]) < 0.05 * size
        and abs(last.style.size - size) < 0.05 * size
        and _STEP * size < step < _WIDE_STEP * size
        and even
    )


def _stand(runs: list[TextRun], glyphs: list[Glyph], column: list[int], text_of: dict[int, tuple[int, str]]) -> None:
    if len(column) < _COLUMN:
        return
    for index in column:
        run, (place, text) = runs[index], text_of[index]
        (x, y), size = run.origin, run.style.size
        run.vertical = True
        # The ink of a full stop fills a corner of its square only.
        glyphs[place] = (text, x, y - _DESCENT * size, x + size, y + (1 - _DESCENT) * size, index)
