"""Pages that are pictures of text, and text layers that are none: told from geometry and letters alone.

No model, no word list: what separates language from rubbish here is the shape of words and the pairs of letters
in them. Of the letter pairs in real text at least 95 % are in the table below (measured on nine languages), of text
whose codes are shifted 77 % at most.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from pdf_extractor_ai.geometric.page import Bitmap, Line, Page

ScanStatus = Literal["text", "scan", "bad_layer", "blank"]

COVERAGE = 0.85
"""Share of the page that images must cover for its text layer to be that of a scan."""

_COVERAGE_ALONE = 0.5  # enough when the page has no text at all: scans with wide white margins
_OUTLINES = 60  # this many curves and no text: text that was turned into outlines
_STAMP_BAND, _STAMP_CHARS = 0.09, 150  # a running number or stamp on a scan: this near the edge, no longer
_UNMAPPED = 0.2  # share of glyphs without a Unicode value
_GOOD_ON_SCAN, _GOOD = 0.6, 0.45  # an OCR layer must be better than text that a program typeset
_ENOUGH = 8  # with fewer letters there is nothing to judge

_GRID = 64

# Letter -> letters that follow it in Latin-script languages, accents folded: pairs with a share of 0.15 % or more
# in some language of the development corpus, and the usual ones of Dutch, Polish, Czech, Finnish, Hungarian,
# Turkish and Scandinavian spelling.
_FOLLOWS = {
    "a": "abcdefghijklmnoprstuvwyz", "b": "abcdeilorsuy", "c": "acdehikloprstuyz", "d": "adehijlmoprsuvyz",
    "e": "abcdefghijklmnoprstuvwxyz", "f": "aefijloprtu", "g": "aegehijlnorstuy", "h": "aeijklmnorstuvwy",
    "i": "abcdefgijklmnoprstvyz", "j": "aeijknoqu", "k": "aeghiklnorstuvy", "l": "adefgijklmoptsuvyz",
    "m": "abdeilmnopuy", "n": "acdefghijklnostuyz", "o": "abcdefgijklmnoprstuvwyz", "p": "aehikloprstuy",
    "q": "u", "r": "acdeghiklmnorstuvyz", "s": "acehijklmopqrstuvyz", "t": "acdehijklmorstuvwyz",
    "u": "abcdefghiklmnoprstuvxyz", "v": "aeiklnoruy", "w": "aehilnorsyz", "x": "aceit", "y": "acdeiklmnorstwz",
    "z": "abcdeilnostuyz",
}  # fmt: skip
_PAIRS = frozenset(first + second for first, seconds in _FOLLOWS.items() for second in seconds)
_LETTERS = re.compile(r"[a-z]+")
_SPELT_OUT = str.maketrans(
    {"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_EDGES = "\"'“”‘’«»‹›„‚()[]{}<>.,:;!?…·•*-–—/|=+"
_ADDRESS = re.compile(r"://|www\.|[@/\\_=<>{}()$]")
# A digit or a mark between letters, as in "rn0v&d" or "d~ne"; the apostrophes, dots and hyphens of real words no.
_BROKEN = re.compile(r"[^\W\d_][\d~!#%&§¶¦|^¬¤°£¥]+[^\W\d_]|^[01|!][^\W\d_]{1,}$|[^\W\d_][~#§¶¦^¬¤]$")
_LONGEST = 24  # letters; longer words exist, but a page that is full of them has lost its spaces
_HEX = re.compile(r"(?:0x)?[0-9a-f]{6,}", re.IGNORECASE)

_SAMPLE = 800
_DOUBT = 0.1  # margin for the sample being kinder than the page

PLAIN = 0.8
"""Quality from which on text is language without a doubt: 97 of 100 pages of the development corpus have more."""


class Examined(NamedTuple):
    """What kind of page it is, and the quality of its text (0 to 1; ``None``: there was nothing to judge)."""

    status: ScanStatus
    quality: float | None = None


def scan_status(page: Page) -> ScanStatus:
    """What kind of page it is: the status that ``examine`` finds."""
    return examine(page).status


def examine(page: Page) -> Examined:
    """What kind of page it is, and so whether OCR could give more than its text layer does.

    ``text``: read the text layer. ``scan``: images cover at least ``COVERAGE`` of it and there is no text but
    perhaps a stamp at the edge. ``bad_layer``: there is a text layer, but it is no language (a failed OCR, codes
    without a Unicode value, codes shifted). ``blank``: nothing is on it. Only ``scan`` and ``bad_layer`` pages
    are worth an OCR engine's time.
    """
    lines = page.lines + page.turned
    text = "\n".join(line.text for line in lines)
    count = len("".join(text.split()))
    covered = coverage(page.bitmaps, page.width, page.height)
    if not count:
        return Examined(_without_text(page, covered))
    if page.unmapped > _UNMAPPED * max(page.characters, count):
        return Examined("bad_layer", text_quality(text))
    scanned = covered >= COVERAGE
    least = _GOOD_ON_SCAN if scanned else _GOOD
    # A sample acquits nearly every page; only a page it casts doubt on is read in full.
    quality = text_quality(text[:_SAMPLE])
    if len(text) > _SAMPLE and (quality is None or quality < PLAIN):
        quality = text_quality(text)
    if quality is not None and quality < least:
        return Examined("bad_layer", quality)
    stamped = scanned and count <= _STAMP_CHARS and _at_the_edge(lines, page.height)
    return Examined("scan" if stamped else "text", quality)


def is_scan(page: Page) -> bool:
    """True for a page that is a picture of text: see ``scan_status``."""
    return scan_status(page) == "scan"


def _without_text(page: Page, covered: float) -> ScanStatus:
    if covered >= _COVERAGE_ALONE or len(page.shapes) >= _OUTLINES:
        return "scan"
    if page.bitmaps or page.shapes or page.rules or page.fills or page.notes:
        return "text"
    return "blank"


def _at_the_edge(lines: list[Line], height: float) -> bool:
    band = _STAMP_BAND * height
    return all(line.y1 <= band or line.y0 >= height - band for line in lines)


def coverage(bitmaps: Iterable[Bitmap], width: float, height: float) -> float:
    """Share of the page, 0 to 1, that the images cover together; measured on a grid, to 2 % or so."""
    if width <= 0 or height <= 0:
        return 0.0
    rows = [0] * _GRID
    for bitmap in bitmaps:
        left, right = (_cell(x, width) for x in (bitmap.x0, bitmap.x1))
        top, bottom = (_cell(y, height) for y in (bitmap.y0, bitmap.y1))
        if right > left:
            mask = (1 << right) - (1 << left)
            for row in range(top, bottom):
                rows[row] |= mask
    return sum(row.bit_count() for row in rows) / (_GRID * _GRID)


def _cell(value: float, length: float) -> int:
    """The first grid cell whose centre lies at or behind ``value``."""
    return min(_GRID, max(0, round(value / length * _GRID)))


def text_quality(text: str) -> float | None:
    """How much ``text`` looks like language, 0 (rubbish) to 1; ``None`` when there is too little to judge.

    Characters that no text has (replacement, private use, control) count against any script, the shape of words
    only against Latin ones, so text in another script without such characters is not judged. Numbers, addresses,
    code, hexadecimal digits and long keys are left out of the judgement.
    """
    solid = [char for char in text if not char.isspace()]
    odd = sum(_is_odd(char) for char in solid) / max(1, len(solid))
    judged = weight = latin = 0.0
    for token in text.split():
        score, letters, is_latin = _word(token)
        judged += score * letters
        weight += letters
        latin += letters * is_latin
    if latin < _ENOUGH and not odd:
        return None
    words = judged / weight if weight >= _ENOUGH else 1.0
    return max(0.0, 1 - 2 * odd) * words


def _is_odd(char: str) -> bool:
    return char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn", "Cc", "Cs")


@lru_cache(maxsize=8192)
def _word(token: str) -> tuple[float, int, bool]:
    """Score of one blank-separated token, the number of its letters (0: it is not judged), whether they are Latin."""
    bare = token.strip(_EDGES)
    letters = sum(char.isalpha() for char in bare)
    broken = _BROKEN.search(bare) is not None
    if (letters < 2 and not broken) or _is_key(bare):
        return 0.0, 0, False
    if broken:
        return (0.0, len(bare), True) if letters * 2 >= len(bare) else (0.0, 0, False)
    if _ADDRESS.search(bare):
        return 0.0, 0, False
    folded = unicodedata.normalize("NFKD", bare.lower().translate(_SPELT_OUT))
    runs = _LETTERS.findall("".join(char for char in folded if not unicodedata.combining(char)))
    latin = sum(map(len, runs))
    if latin < letters:
        return (1.0, letters, False) if latin == 0 else (0.0, 0, False)
    pairs = [run[at : at + 2] for run in runs for at in range(len(run) - 1)]
    if not pairs:
        return 0.0, 0, False
    known = sum(pair in _PAIRS for pair in pairs) / len(pairs)
    # 0.71 to 0.77 of the pairs are known by chance, 0.95 and more in language
    score = min(1.0, max(0.0, (known - 0.68) / 0.24))
    return (score if max(map(len, runs)) <= _LONGEST else score * 0.5), letters, True


def _is_key(token: str) -> bool:
    """True for a hash, an identifier, a line of base64: letters and digits mixed, and no word of any language."""
    if not any(char.isdigit() for char in token) or not token.isascii():
        return False
    return _HEX.fullmatch(token) is not None or (len(token) > _LONGEST and any(char.isalpha() for char in token))
