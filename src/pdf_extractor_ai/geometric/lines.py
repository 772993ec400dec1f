"""Glyphs -> lines: baselines found, scripts attached, words spaced, wide gaps split, logical order restored."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from operator import attrgetter
from unicodedata import normalize

from pdf_extractor_ai.geometric.bidi import has_rtl, logical_order, mirrored
from pdf_extractor_ai.geometric.characters import clean, combine, is_accent, is_combining
from pdf_extractor_ai.geometric.chunks import SPLIT, Chunk, chunk_rows
from pdf_extractor_ai.geometric.glyph import BLANK, SUPPOSED_SPACE, Painted
from pdf_extractor_ai.geometric.page import Line, Run, Style
from pdf_extractor_ai.geometric.spacing import letterspaced, spaces_before, stretched_words, tracking

_LEFT, _ORDER = attrgetter("x0"), attrgetter("order")
_PLAIN = frozenset(chr(code) for code in range(32, 127) if not is_accent(chr(code)) and chr(code) != "`")
_LAM_ALEF = frozenset(pair for alef in "\u0622\u0623\u0625\u0627" for pair in (alef + "\u0644", "\u0644" + alef))


def build_lines(glyphs: Sequence[Painted], cells: Mapping[int, int] | None = None) -> list[Line]:
    """Lines in the order in which the content stream began them.

    ``cells`` gives the table cell of a marked-content id: no line runs over the edge of a cell.
    """
    lines: list[Line] = []
    rtl = sum("\u0590" <= glyph.text[:1] <= "\u08ff" for glyph in glyphs)
    rtl_page = rtl > 0 and rtl > 0.5 * sum(glyph.text[:1].isalpha() for glyph in glyphs)
    for row in chunk_rows(glyphs):
        lines.extend(_row_lines(row, cells or {}, rtl_page))
    lines.sort(key=lambda line: line.order)
    return lines


def _row_lines(row: list[Chunk], cells: Mapping[int, int], rtl_page: bool) -> list[Line]:
    items = _in_row_order(row)
    lines: list[Line] = []
    part: list[tuple[Painted, int]] = []
    right, cell = 0.0, -1
    split = 0.0
    stretched: frozenset[int] | None = None
    for item in items:
        glyph = item[0]
        if glyph.text in BLANK:
            part.append(item)
            continue
        wide = part and glyph.x0 - right > SPLIT * min(glyph.style.size, part[-1][0].style.size) and right > 0
        if wide:
            split = split or SPLIT + 2 * tracking([item[0] for item in items if item[0].text not in BLANK])
            wide = glyph.x0 - right > split * min(glyph.style.size, part[-1][0].style.size)
            if wide:
                stretched = stretched_words([item[0] for item in items]) if stretched is None else stretched
                wide = id(glyph) not in stretched
        before, cell = cell, cells.get(glyph.mcid, -1) if cells else -1
        if wide or (part and before != cell):
            if line := _line(part, rtl_page):
                lines.append(line)
            part = []
        part.append(item)
        right = glyph.x1 if not part[:-1] else max(right, glyph.x1)
    if line := _line(part, rtl_page):
        lines.append(line)
    return lines


def _in_row_order(row: list[Chunk]) -> list[tuple[Painted, int]]:
    """The glyphs of a row from left to right; of an index and an exponent over each other first the whole index."""
    if not any(chunk.extra for chunk in row):
        return [(glyph, 0) for glyph in sorted((g for chunk in row for g in chunk.glyphs), key=_LEFT)]
    items: list[tuple[float, int, float, Painted, int]] = []
    for chunk in row:
        items.extend((glyph.x0, 0, glyph.x0, glyph, 0) for glyph in chunk.glyphs)
        for small in chunk.extra:
            stack = [other for other in chunk.extra if other.x0 < small.x1 and other.x1 > small.x0]
            start = min(other.x0 for other in stack) if len({other.script for other in stack}) > 1 else None
            items.extend(
                (glyph.x0 if start is None else start, small.script, glyph.x0, glyph, small.script)
                for glyph in small.glyphs
            )
    items.sort(key=lambda item: item[:3])
    return [(glyph, script) for *_, glyph, script in items]


def _line(items: list[tuple[Painted, int]], rtl_page: bool) -> Line | None:
    solid = [item for item in items if item[0].text not in BLANK]
    if not solid:
        return None
    solid = _joined_ligatures(_without_doubles(solid))
    texts = [_cleaned(item[0].text) for item in solid]
    arabic = any("\u0590" <= text[:1] <= "\u08ff" for text in texts)
    if arabic:
        solid = _marks_on_letters(solid)
        texts = [_cleaned(item[0].text) for item in solid]
    blanks = [item[0] for item in items if item[0].text == " "]
    glyphs = [item[0] for item in solid]
    # In Arabic the parser's guesses are no better than the gaps themselves.
    supposed = [item[0] for item in items if item[0].text == SUPPOSED_SPACE and not arabic]
    spaced = spaces_before(glyphs, blanks, supposed)
    rtl = False
    order: list[int] = list(range(len(solid)))
    if arabic:
        if letterspaced(spaced):
            spaced = [False] * len(spaced)
        order, rtl, texts, spaced = _to_logical(texts, spaced, rtl_page)
    main = [item for item in solid if item[1] == 0] or solid
    return _assemble(solid, order, texts, spaced, main, rtl)


def _cleaned(text: str) -> str:
    if len(text) == 1:
        return text if text <= "~" else clean(text)
    cleaned = "".join(map(clean, text))
    # A letter and its accent in one glyph, as some producers map `é`: one character.
    return normalize("NFC", cleaned) if any(map(is_combining, cleaned[1:])) and not has_rtl(cleaned) else cleaned


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
    last_style: Style | None = None
    last_script = 0
    last: Painted | None = None
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
        # Of two plain characters none is an accent: the usual case, told here without a call.
        if last is not None and not (text in _PLAIN and out[-1] in _PLAIN) and _compose(out, text, last, glyph):
            continue
        last = glyph
        if glyph.style is not last_style or script != last_script:
            last_style, last_script = glyph.style, script
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
                xs.append(glyph.x1 - step_x * position if rtl else glyph.x0 + step_x * position)
    while out and out[-1] == " ":
        out.pop()
        xs.pop()
    if not out:
        return None
    glyphs = [glyph for glyph, _ in solid]
    x0, x1 = min([glyph.x0 for glyph in glyphs]), max([glyph.x1 for glyph in glyphs])
    xs.append(x0 if rtl else x1)
    sizes: dict[float, int] = {}
    for glyph, _ in main:
        sizes[glyph.style.size] = sizes.get(glyph.style.size, 0) + 1
    size = max(sizes, key=lambda key: (sizes[key], key))
    baseline = sorted(glyph.baseline for glyph, _ in main)[len(main) // 2]
    first = min(glyphs, key=_ORDER)
    y0, y1 = min([glyph.y0 for glyph, _ in main]), max([glyph.y1 for glyph, _ in main])
    return Line(
        "".join(out), x0, y0, x1, y1, baseline, size, array("f", xs), tuple(runs), 0, rtl, first.mcid, (), first.order
    )


def _compose(out: list[str], text: str, before: Painted, glyph: Painted) -> bool:
    """Join an accent with the letter it is printed over, whichever was painted first; True when that is done."""
    if len(text) != 1 or (text < "\x7f" and not is_accent(out[-1]) and text != "`"):
        return False
    last = out[-1]
    if is_accent(last) and text.isalpha() and _over(before, glyph):
        composed = combine(text, last)
    elif is_combining(text) or (is_accent(text) and last.isalpha() and _over(glyph, before)):
        composed = combine(last, text)
    else:
        return False
    if composed:
        out[-1] = composed
    return bool(composed)


def _over(accent: Painted, letter: Painted) -> bool:
    """True when most of the narrower of two glyphs stands over the other: a backtick before a word does not."""
    shared = min(accent.x1, letter.x1) - max(accent.x0, letter.x0)
    return shared > 0.5 * min(accent.x1 - accent.x0, letter.x1 - letter.x0)


def _marks_on_letters(solid: list[tuple[Painted, int]]) -> list[tuple[Painted, int]]:
    """Vowel signs and points of Arabic and Hebrew put behind the letter that they stand over, as one glyph."""
    out: list[tuple[Painted, int]] = []
    for index, item in enumerate(solid):
        mark = item[0]
        if out and is_combining(mark.text[:1]):
            letter = out[-1][0]
            middle = (mark.x0 + mark.x1) / 2
            # In the ligature of lam and alef nobody can tell whose half a mark stands over: it is the lam's.
            lam = letter.text == "\u0627" and index + 1 < len(solid) and solid[index + 1][0].text == "\u0644"
            if letter.x0 <= middle < letter.x1 and not lam and not is_combining(letter.text[:1]):
                out[-1] = (letter._replace(text=letter.text + mark.text), out[-1][1])
                continue
        out.append(item)
    return out


def _without_doubles(solid: list[tuple[Painted, int]]) -> list[tuple[Painted, int]]:
    """Fake bold and shadows paint the same letter twice, a fraction of its width apart."""
    out: list[tuple[Painted, int]] = []
    recent: tuple[str, ...] = ()  # the texts of the last three in `out`
    for item in solid:
        glyph = item[0]
        if glyph.text not in recent:  # the usual case
            recent = (*recent[-2:], glyph.text)
            out.append(item)
            continue
        for other, _ in out[-3:]:
            if (
                other.text == glyph.text
                and abs(other.x0 - glyph.x0) < 0.3 * max(glyph.x1 - glyph.x0, 0.1)
                and abs(other.baseline - glyph.baseline) < 0.25 * glyph.style.size
                and glyph.order != other.order
            ):
                break
        else:
            recent = (*recent[-2:], glyph.text)
            out.append(item)
    return out


def _joined_ligatures(solid: list[tuple[Painted, int]]) -> list[tuple[Painted, int]]:
    """Several characters in one and the same box are one glyph, whose text is already in reading order."""
    out: list[tuple[Painted, int]] = []
    for glyph, script in solid:
        if out:
            last = out[-1][0]
            if (
                glyph.text > "~"
                and last.order == glyph.order
                and last.text + glyph.text in _LAM_ALEF
                and _over(glyph, last)
            ):
                # Only lam before alef makes a ligature, however the producer names its two letters.
                text = "".join(sorted(last.text + glyph.text, reverse=True))
                out[-1] = (last._replace(text=text, x1=max(last.x1, glyph.x1)), script)
                continue
            if last.x0 == glyph.x0 and last.x1 == glyph.x1 and last.order == glyph.order and glyph.x1 > glyph.x0:
                out[-1] = (last._replace(text=last.text + glyph.text), script)
                continue
        out.append((glyph, script))
    return out


def _to_logical(texts: list[str], spaced: list[bool], rtl_page: bool) -> tuple[list[int], bool, list[str], list[bool]]:
    units: list[int | None] = []
    for index, gap in enumerate(spaced):
        if gap:
            units.append(None)
        units.append(index)
    seen = [" " if unit is None else (texts[unit][:1] or " ") for unit in units]
    order, rtl = logical_order(seen, rtl_page=rtl_page)
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
