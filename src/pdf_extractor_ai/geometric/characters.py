"""What one painted character is as text: ligatures, symbols, presentation forms, accents set apart."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Symbol and dingbat fonts put their bullets into the private use area (0xF000 + the font's own code).
_PRIVATE = {
    0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF076: "❖", 0xF06F: "○", 0xF0E0: "→", 0xF0E8: "➔",
    0xF0A8: "□", 0xF06E: "■", 0xF02D: "-", 0xF0B0: "°", 0xF0B4: "×", 0xF0B1: "±", 0xF0A3: "≤", 0xF0B3: "≥",
    0xF0AE: "→", 0xF061: "α", 0xF062: "β", 0xF067: "γ", 0xF064: "δ", 0xF06D: "μ", 0xF070: "π", 0xF073: "σ",
    0xF020: " ", 0xF03D: "=", 0xF02B: "+", 0xF0FE: "☒", 0xF0FF: "□", 0xF0F0: "⇨", 0xF0DE: "⇒",
}  # fmt: skip
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_BLANKS = {
    0x00A0,
    0x2000,
    0x2001,
    0x2002,
    0x2003,
    0x2004,
    0x2005,
    0x2006,
    0x2007,
    0x2008,
    0x2009,
    0x200A,
    0x202F,
    0x205F,
    0x3000,
}
_NOTHING = {0x200B, 0x200C, 0x200E, 0x200F, 0x2060, 0xFEFF, 0xFFFE, 0xFFFF, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E}
# Spacing accents that old typesetters print over the next letter, with their combining twins.
_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c", "˘": "\u0306",
    "˚": "\u030a", "¯": "\u0304", "˙": "\u0307", "˝": "\u030b", "¸": "\u0327", "˛": "\u0328",
}  # fmt: skip
REPLACEMENT = "\ufffd"


@lru_cache(maxsize=8192)
def clean(character: str) -> str:
    """The text of one character above ASCII: ``""`` for marks that carry none, ``" "`` for any blank."""
    code = ord(character)
    if code in _LIGATURES:
        return _LIGATURES[code]
    if code in _BLANKS:
        return " "
    if code in _NOTHING or 0x7F <= code < 0xA0:
        return ""
    if 0xE000 <= code <= 0xF8FF:
        return _PRIVATE.get(code, _PRIVATE.get(0xF000 | (code & 0xFF), REPLACEMENT) if code >= 0xF000 else REPLACEMENT)
    if 0xFB50 <= code <= 0xFDFF or 0xFE70 <= code <= 0xFEFC or 0xFB1D <= code <= 0xFB4F or 0x2F00 <= code <= 0x2FDF:
        return unicodedata.normalize("NFKC", character).strip()
    return character


def combine(letter: str, mark: str) -> str:
    """``letter`` with a combining or spacing accent as one character, or ``""`` when there is no such letter."""
    composed = unicodedata.normalize("NFC", letter + _ACCENTS.get(mark, mark))
    return composed if len(composed) == 1 else ""


def is_accent(character: str) -> bool:
    """True for a spacing accent that may belong over a neighbour."""
    return character in _ACCENTS


def is_combining(character: str) -> bool:
    """True for a mark that modifies the character before it."""
    return unicodedata.combining(character) != 0


@lru_cache(maxsize=8192)
def direction(character: str) -> str:
    """``R`` for Hebrew, Arabic and kin, ``L`` for other letters, ``N`` for digits, ``""`` for the rest."""
    kind = unicodedata.bidirectional(character)
    if kind in ("R", "AL"):
        return "R"
    if kind in ("EN", "AN"):
        return "N"
    return "L" if kind == "L" else ""


@lru_cache(maxsize=8192)
def is_cjk(character: str) -> bool:
    """True for scripts that are set without spaces between words."""
    code = ord(character)
    return (
        0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFE30 <= code <= 0xFE4F
        or 0xFF00 <= code <= 0xFFEF or 0x20000 <= code <= 0x3FFFF
    )  # fmt: skip
