"""List markers at the start of a line: bullets, dashes, numbers, letters, roman numerals, legal numbers."""

from __future__ import annotations

import re
from typing import NamedTuple

from pdf_extractor_ai.geometric.page import Line

NOTE_MARK = re.compile(r"\d{1,3}|[*∗†‡§¶]{1,3}|[a-z]")
"""The mark of a note, raised or standing by itself, as a whole."""

BULLETS = "•◦▪▫●○■□◆◇❖➢➤►▶‣⁃∙·✓✔✗✘★☆→⇒⇨➔❑❒✦✧\uf0b7"
_BOXES = {"☐": False, "☑": True, "☒": True}
_DASHES = "-–—*∗+"
_BULLET = re.compile(rf"([{re.escape(BULLETS)}])\s*(?=\S)")
_DASH = re.compile(rf"([{re.escape(_DASHES)}])\s+(?=\S)")
_ROMAN = r"(?:x{0,3}(?:ix|iv|v?i{1,3}|v|x))"
_NUMBER = re.compile(
    rf"((?:\(?(?:\d{{1,3}}|[a-zA-Z]|{_ROMAN}|{_ROMAN.upper()})[.)]|\(\d{{1,3}}\)|\[\d{{1,3}}\]"
    rf"|\d{{1,2}}(?:\.\w{{1,2}}){{1,3}}[.)](?:\([ivx\d]+\))?|\(?(?:\d{{1,2}}|[a-z])\.?\([a-z]+\)|[①-⑳]))\s+(?=\S)"
)
# Initials of a person begin like a letter of a list: `A. B. Smith`, `A. Smith, C. Jones`, `A. Smith and C. Jones`.
_INITIALS = re.compile(
    r"[A-ZÀ-Þ]\.\s?(?:[A-ZÀ-Þ]\.[\s-]|[A-ZÀ-Þ][\w'’-]+(?:,\s[A-ZÀ-Þ]\.|,?\s(?:and|und|et|y|e|en|&)\s[A-ZÀ-Þ]\.))"
)
# A day of a month, or a century: `12. Mai 2020`, `19. Jahrhundert`.
_DATE = re.compile(
    r"\d{1,2}\.\s(?:jan|feb|m[äa]r|apr|ma[ij]|jun|jul|aug|sep|o[kc]t|nov|de[zcs])[a-zä]*\.?\s(?:1[5-9]|20)\d\d"
    r"|\d{1,2}\.\s(?:jahrhundert|århundre|stolet|század)",
    re.IGNORECASE,
)


class Marker(NamedTuple):
    """A list marker: its text, where the item's own text begins, and the kind of sequence it belongs to."""

    text: str
    end: int
    ordered: bool
    kind: str
    value: int = 0


def find_marker(text: str) -> Marker | None:
    """The marker that a line begins with, or ``None``. A year, a decimal, a date or an initial is none."""
    first = text[:1]
    if first in _BOXES:
        end = len(text) - len(text[1:].lstrip())
        return Marker(first, end, False, "box", int(_BOXES[first]))
    if match := _BULLET.match(text):
        return Marker(match[1], match.end(), False, "bullet:" + match[1])
    if match := _DASH.match(text):
        return Marker(match[1], match.end(), False, "dash:" + match[1])
    if (match := _NUMBER.match(text)) and not _INITIALS.match(text) and not _DATE.match(text):
        return _numbered(match[1], match.end())
    return None


def begins_with_initials(text: str) -> bool:
    """True for the names of several persons, of the first of whom an initial is given."""
    return bool(_INITIALS.match(text))


def marker_of(line: Line) -> Marker | None:
    """The marker that a line begins with, as a character or drawn before it, or ``None``."""
    return Marker(line.bullet, 0, False, "bullet:" + line.bullet) if line.bullet else find_marker(line.text)


def _numbered(text: str, end: int) -> Marker:
    core = text.strip("()[].")
    shape = re.sub(r"\w+", "#", text)
    if core.isdecimal():
        return Marker(text, end, True, f"number:{shape}", int(core))
    if re.fullmatch(_ROMAN, core, re.IGNORECASE) and (len(core) > 1 or core in "ivxIVX"):
        return Marker(text, end, True, f"roman:{shape}:{core.islower()}", roman_value(core))
    if len(core) == 1 and core.isalpha():
        return Marker(text, end, True, f"letter:{shape}:{core.islower()}", ord(core.lower()) - 96)
    return Marker(text, end, True, f"legal:{shape}")


def roman_value(text: str) -> int:
    """The value of a roman numeral, 0 for anything else."""
    digits = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    total = 0
    values = [digits.get(char, 0) for char in text.lower()]
    for value, after in zip(values, [*values[1:], 0], strict=True):
        total += -value if value < after else value
    return total
