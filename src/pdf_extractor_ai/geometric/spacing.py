"""Where words begin in a line of glyphs: the gaps of the line itself decide how wide a word gap is."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Sequence
from statistics import median

from pdf_extractor_ai.geometric.characters import direction, is_cjk
from pdf_extractor_ai.geometric.glyph import BLANK, Painted

# All in units of the font size (em).
_WORD_GAP = 0.17  # TeX squeezes a word space to 0.22 em, pair kerning opens up to 0.12 em
_BARE_GAP = 0.26  # with real spaces in the line a bare gap must be plain to count
_MONO_GAP = 0.3  # half of a typewriter face's advance
_REAL_SPACE_GAP = 0.06  # a space character whose neighbours touch was not meant as one
_SUPPOSED_SPACE_GAP = 0.085  # a squeezed word space less the overhang of a letter beside it
_ASIAN_GAP = 0.15  # word processors set a quarter of an em between Chinese and Latin; within both there is none
_SOLID_GAP = 0.5  # less between two CJK characters is their own side bearing
_SHARE_OF_REAL = 0.75  # a gap this near to the line's real spaces is one of them
_EVEN = 0.05  # the white between the words of one line differs by no more, in em
_TOUCHING, _LEAST_WHITE = 0.05, 0.1  # in em: letters of one word are this near, words this far apart at least
_STRETCHED, _UNLIKE = 4, 1.5  # so many words at least, the widest and the narrowest as different as this
# TeX's math italic leaves the white of the overhang between the letters of a name, too.
_MATH = re.compile(r"cmmi|\w*math", re.IGNORECASE)
_LEADER = frozenset(".·…_")
# Letters whose ink leans out of their advance to the right, most of all in italics; what white they leave of a space.
_OVERHANGING = {"f": 0.02, "ſ": 0.02, **dict.fromkeys("TVWYFPK", 0.04)}


def spaces_before(glyphs: Sequence[Painted], blanks: Sequence[Painted], supposed: Sequence[Painted]) -> list[bool]:
    """For every glyph (left to right) whether a word begins there.

    ``blanks`` are the space characters of the file, ``supposed`` those that the parser makes up; both ascending.
    """
    gaps = _gaps(glyphs)
    # Leaders are spaced like nothing else in the line.
    telling = [
        gap
        for gap, before, after in zip(gaps[1:], glyphs, glyphs[1:], strict=False)
        if before.text not in _LEADER or after.text not in _LEADER
    ]
    mono = all(glyph.style.mono for glyph in glyphs)
    threshold = _MONO_GAP if mono else _threshold(telling, len(blanks))
    spaced = [gap > threshold for gap in gaps]
    real = _gaps_with(glyphs, blanks)
    likely = _likely(glyphs, gaps, supposed, real, threshold)
    for index in range(1, len(glyphs)):
        gap, before, after = gaps[index], glyphs[index - 1], glyphs[index]
        if index in likely or (index in real and gap > _least_real(before)):
            spaced[index] = True
        elif not spaced[index]:
            spaced[index] = gap > _WORD_GAP and _turns(before.text, after.text)
        elif gap < _SOLID_GAP and after.text > "~" and _tight(before.text, after.text):
            spaced[index] = False
    spaced[0] = False
    return spaced


def letterspaced(spaced: Sequence[bool]) -> bool:
    """Every letter stands alone: the gaps are tracking, not words."""
    return len(spaced) >= 3 and all(spaced[1:])


def tracking(glyphs: Sequence[Painted]) -> float:
    """How far apart the letters of a letterspaced line stand, in em (glyphs left to right); 0 for any other line."""
    if len(glyphs) < 6:
        return 0.0
    gaps = sorted(_gaps(glyphs)[1:])
    middle = gaps[len(gaps) // 2]
    # Evenly set: the lower three quarters hardly differ but for the kerning of pairs.
    even = gaps[(3 * len(gaps)) // 4] - gaps[len(gaps) // 8] < 0.12
    return middle if middle > _WORD_GAP / 2 and even else 0.0


def stretched_words(glyphs: Sequence[Painted]) -> frozenset[int]:
    """The ``id`` of each first glyph of a word before which the line is only stretched (glyphs left to right).

    A loosely justified line has one white between all its words, though they differ in length. Columns of words have
    their white where a word is short.
    """
    solid = [glyph for glyph in glyphs if glyph.text not in BLANK]
    firsts = [index for index, gap in enumerate(_gaps(solid)) if index == 0 or gap > _WORD_GAP / 2] if solid else []
    words = [(solid[start], solid[end - 1]) for start, end in itertools.pairwise([*firsts, len(solid)])]
    whites = [
        (after[0].x0 - before[1].x1) / (after[0].style.size or 1.0) for before, after in itertools.pairwise(words)
    ]
    found: set[int] = set()
    start = 0
    while start < len(whites):
        end = start + 1
        while end < len(whites) and abs(whites[end] - whites[start]) <= _EVEN:
            end += 1
        # Where the white changes, the line of another column may begin: the gap there may be the gutter.
        first, last = start + (start > 0), end - (end < len(whites))
        if _are_of_one_line(words[first : last + 1]):
            found.update(id(word[0]) for word in words[first + 1 : last + 1])
        start = end
    return frozenset(found)


def _are_of_one_line(words: Sequence[tuple[Painted, Painted]]) -> bool:
    if len(words) < _STRETCHED:
        return False
    widths = [last.x1 - first.x0 for first, last in words]
    letters = sum(first.text[:1].isalpha() for first, _ in words)
    return max(widths) >= _UNLIKE * min(widths) and letters >= 0.7 * len(words)


def _gaps(glyphs: Sequence[Painted]) -> list[float]:
    """The white before every glyph, in em."""
    gaps = [0.0]
    right, size = glyphs[0].x1, glyphs[0].style.size
    for glyph in glyphs[1:]:
        before, size = size, glyph.style.size
        gaps.append((glyph.x0 - right) / ((before if before < size else size) or 1.0))
        if glyph.x1 > right:
            right = glyph.x1
    return gaps


def _likely(
    glyphs: Sequence[Painted],
    gaps: Sequence[float],
    supposed: Sequence[Painted],
    real: dict[int, float],
    threshold: float,
) -> frozenset[int]:
    """Where a space that the parser supposes is to be believed."""
    if not supposed:
        return frozenset()
    # In letterspaced lines the parser's guesses are no better than the gaps themselves.
    tracked = threshold > _WORD_GAP and not real
    usual = median(gaps[index] for index in real) if real and threshold > _WORD_GAP else 0.0
    pairs = zip(gaps[1:], glyphs, glyphs[1:], strict=False)
    solid = [gap for gap, a, b in pairs if b.text > "~" and _tight(a.text, b.text)]
    stretch = median(solid) if solid else 0.0
    out = set()
    for index, x in _gaps_with(glyphs, supposed).items():
        before, after = glyphs[index - 1], glyphs[index]
        size = min(before.style.size, after.style.size) or 1.0
        # The supposed space stands where the next letter's own advance begins; its ink may reach out to the left.
        gap = max(gaps[index], (x - before.x1) / size)
        asian = is_cjk(before.text[-1:]) or is_cjk(after.text[:1])
        # Justified Chinese is stretched between all its characters.
        least = max(_ASIAN_GAP, 2 * stretch) if asian else _least(before, usual)
        if gap > least and not tracked:
            out.add(index)
    return frozenset(out)


def _least_real(before: Painted) -> float:
    return min(_REAL_SPACE_GAP, _OVERHANGING.get(before.text[-1:], _REAL_SPACE_GAP))


def _least(before: Painted, usual: float) -> float:
    """How wide a supposed space must be; ``usual`` is the width of the line's real spaces where it has many."""
    overhung = _OVERHANGING.get(before.text[-1:])
    if overhung is not None and not _MATH.match(before.style.font):
        return overhung
    return max(_SHARE_OF_REAL * usual, _WORD_GAP) if usual else _SUPPOSED_SPACE_GAP


def _gaps_with(glyphs: Sequence[Painted], blanks: Sequence[Painted]) -> dict[int, float]:
    """Index of the glyph before which one of ``blanks`` stands -> left edge of that blank.

    A blank belongs before the first glyph whose middle lies behind its left edge.
    """
    found: dict[int, float] = {}
    position, count = 0, len(blanks)
    for index in range(1, len(glyphs)):
        middle = (glyphs[index].x0 + glyphs[index].x1) / 2
        start = glyphs[index - 1].x0
        while position < count and blanks[position].x0 < middle:
            if blanks[position].x0 >= start:
                found[index] = blanks[position].x0
            position += 1
        if position == count:
            break
    return found


def _tight(before: str, after: str) -> bool:
    """CJK characters next to each other are set solid: a small gap is only their own side bearing."""
    return is_cjk(before[-1]) and is_cjk(after[0])


def _turns(before: str, after: str) -> bool:
    """The reading direction changes between two letters; the space there often stands elsewhere in the file."""
    return {direction(before[-1:]), direction(after[:1])} == {"L", "R"}


def _one_white(ordered: Sequence[float]) -> float:
    """Just below the white of a line set very tight, whose words all stand equally far apart; 0 for other lines."""
    first = bisect_right(ordered, _TOUCHING)
    words = ordered[first:]
    if len(words) < _STRETCHED or words[0] < _LEAST_WHITE or words[-1] - words[0] > _EVEN / 2:
        return 0.0
    return (ordered[first - 1] + words[0]) / 2 if first > 2 * len(words) else 0.0


def _threshold(gaps: list[float], blanks: int) -> float:
    if len(gaps) < 4:
        return _WORD_GAP if not blanks else 0.3
    ordered = sorted(gaps)
    middle = ordered[len(ordered) // 2]
    if not blanks and (tight := _one_white(ordered)):
        return tight
    if middle > 0.07:
        # Letterspaced: most gaps are between letters of one word.
        tracked = [gap for gap in ordered if gap < middle + 0.12]
        return max(tracked[-1] + 0.08, middle + 0.14) if len(tracked) < len(ordered) or not blanks else middle + 0.25
    return _BARE_GAP if blanks >= len(gaps) / 12 else _WORD_GAP
