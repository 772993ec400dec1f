"""What the title of a part says of it: chapter, part, appendix, front or back matter; its number and bare title."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pdf_extractor_ai.book import words

TitleKind = Literal["", "part", "chapter", "appendix", "front", "back", "contents", "lists"]

_NUMBER = r"(?:\d{1,3}(?:\.\d{1,3})*|[IVXLCivxlc]{1,8}|[^\W\d_](?:\.\d{1,3})*)"
_WORDED = r"[^\W\d_]{2,13}"
_LABEL_WORDS = "|".join(
    # A word of letters must end before the number begins; 章 and 付録 need no blank.
    f"{word}(?![^\\W\\d_])" if word[0] < "\u2e80" else word
    for word in sorted(words.CHAPTER + words.PART + words.APPENDIX, key=len, reverse=True)
)
_LABEL = re.compile(
    rf"(?P<word>{_LABEL_WORDS})\s*(?P<number>{_NUMBER}|{_WORDED})?"
    r"(?P<mark>\s*[.:)\-–—]+)?(?:\s+|$)",
    re.IGNORECASE,
)
_ORDINAL_FIRST = re.compile(rf"(?P<number>{_WORDED})\s+(?P<word>kapitel|teil|partie|parte|глава|часть)\b[.:]?\s*")
_CJK = re.compile(
    r"第\s*(?P<number>[\d０-９一二三四五六七八九十百〇零两兩]{1,6})\s*(?P<word>[章回讲講課课部編编篇卷])\s*[.:：、]?\s*"
)
_CJK_APPENDIX = re.compile(r"(?:附录|附錄|付録)\s*(?P<number>[A-Za-zＡ-Ｚ\d一二三四五六七八九十]{0,3})\s*[.:：、]?\s*")
_DECIMAL = re.compile(
    r"(?:(?P<number>\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)(?P<mark>[.)]?)\s+(?=\S)"
    r"|(?P<tight>[\dA-Z]{1,3}(?:\.\d{1,3})+)\.(?=[^\W\d_]))"
)
_LETTERED = re.compile(r"(?P<number>[A-Z]|[IVXL]{1,6})[.):]\s+(?=\S)")
_ROMAN = re.compile(r"(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_CJK_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_CHAPTERS = frozenset(words.CHAPTER) | frozenset("章回讲講課课")
_PARTS = frozenset(words.PART) | frozenset("部編编篇卷")
_CACHED = 8192  # short texts: the same lines of a book are looked at again and again


@dataclass(frozen=True, slots=True)
class Title:
    """A title taken apart.

    ``label`` is the word and number in front (``CHAPTER 4``), ``number`` the number alone as printed, ``bare``
    the rest. ``kind`` is ``""`` where the words do not tell. ``depth`` counts the levels of a decimal number
    (1 for ``3`` and for ``Chapter 3``, 2 for ``3.1``), 0 without one.
    """

    text: str
    kind: TitleKind = ""
    label: str = ""
    number: str = ""
    bare: str = ""
    depth: int = 0

    @property
    def shown(self) -> str:
        """The title as chapters carry it: label, colon, rest."""
        return f"{self.label}: {self.bare}" if self.label and self.bare else self.text


@lru_cache(maxsize=_CACHED)
def read_title(text: str) -> Title:
    """The parts of the heading ``text``."""
    text = " ".join(text.split())
    labelled = _labelled(text)
    if labelled is not None:
        return labelled
    plain = words.folded(text)
    kind = _titled(plain)
    if kind:
        return Title(text, kind, bare=text)
    numbered = _DECIMAL.match(text)
    number = (numbered["number"] or numbered["tight"]) if numbered is not None else ""
    if numbered is not None and _opens_title(text[numbered.end() :], number, numbered["mark"] or ""):
        bare = text[numbered.end() :]
        depth = number.count(".") + 1
        kind = _titled(words.folded(bare))
        return Title(text, kind if kind in ("back", "front") else "", "", number, bare, depth)
    lettered = _LETTERED.match(text)
    if lettered is not None:
        bare = text[lettered.end() :]
        kind = _titled(words.folded(bare))
        return Title(text, kind if kind == "back" else "", "", lettered["number"], bare, 1)
    return Title(text, bare=text)


def _titled(plain: str) -> TitleKind:
    if words.CONTENTS.fullmatch(plain):
        return "contents"
    if words.LISTS.fullmatch(plain):
        return "lists"
    if words.FRONT.fullmatch(plain) and not words.BACK.fullmatch(plain):
        return "front"
    return "back" if words.BACK.fullmatch(plain) else ""


def _labelled(text: str) -> Title | None:
    """A title that begins with a word such as ``Chapter`` and a number, or is that word alone for appendices."""
    flat = _unaccented(text)
    match = _CJK.match(text)
    if match is not None:
        kind: TitleKind = "part" if match["word"] in _PARTS else "chapter"
        return _built(text, match.end(), kind, match[0].rstrip(" .:：、"), match["number"])
    match = _CJK_APPENDIX.match(text)
    if match is not None:
        return _built(text, match.end(), "appendix", match[0].rstrip(" .:：、"), match["number"])
    match = _ORDINAL_FIRST.match(flat)
    if match is not None and number_value(match["number"]):
        kind = "part" if match["word"] in _PARTS else "chapter"
        return _built(text, match.end(), kind, text[: match.end("word")], match["number"])
    match = _LABEL.match(flat)
    if match is None:
        return None
    word, number, rest = match["word"], match["number"] or "", text[match.end() :]
    kind = "chapter" if word in _CHAPTERS else "part" if word in _PARTS else "appendix"
    if not number or not (number_value(number) or (kind == "appendix" and len(number) == 1)):
        alone = words.folded(text)
        if kind == "appendix" and (alone == word or (match["mark"] and rest[:1].isupper())):
            return Title(text, "appendix", text if alone == word else text[: match.end("word")], "", rest or "")
        return None
    if len(number) == 1 and number.isalpha() and kind != "appendix" and number not in "ivxlc":
        return None
    if rest and not match["mark"] and _goes_on(rest):
        return None
    label = text[: match.end("number")]
    return _built(text, match.end(), kind, label, text[match.start("number") : match.end("number")])


def _built(text: str, end: int, kind: TitleKind, label: str, number: str) -> Title:
    bare = text[end:].strip()
    if kind == "chapter" and _titled(words.folded(bare)) == "back":
        kind = "back"
    elif kind == "chapter" and words.folded(bare) in words.APPENDIX:
        kind = "appendix"
    return Title(text, kind, label, number, bare, 0 if kind == "part" else 1)


def _goes_on(rest: str) -> bool:
    """Whether what follows the number is a sentence that goes on: ``of the kernel is loaded.``, ``, where we``."""
    return rest[0] in ",;()" or (rest[0].islower() and (rest.endswith((".", ",", ";")) or len(rest.split()) > 10))


def _opens_title(rest: str, number: str, mark: str) -> bool:
    """Whether a number and ``rest`` are a title: ``2.5 GHz is``, ``3D``, ``1.4 million users`` are none."""
    if not rest[:1].isalnum() and rest[:1] not in "\"'“‘«„¿¡(<-_/.$@#[{《「『":
        return False
    if not mark and "." not in number and len(number) > 2:
        return False
    return not (rest[0].islower() and not mark and "." in number and rest.endswith("."))


def _unaccented(text: str) -> str:
    """Lower case without accents, as long as ``text`` itself, so that positions agree."""
    if text.isascii():
        return text.lower()
    return "".join(
        unicodedata.normalize("NFKD", char)[0].lower()[0] if char.isalpha() and char != "đ" else char for char in text
    )


def number_value(text: str) -> int:
    """The value of a number in digits, roman, letters, words or Chinese; 0 for what is none."""
    low = words.folded(text)
    if not low:
        return 0
    if low.replace(".", "").isdecimal():
        return int(low.split(".")[0] or 0)
    if _ROMAN.fullmatch(low):
        values = [_ROMAN_VALUES[char] for char in low]
        return sum(-v if v < max(values[i + 1 :], default=0) else v for i, v in enumerate(values))
    for form in (low, low.rstrip("rsn"), re.sub("e?re$|a$", "o" if low.endswith("a") else "er", low)):
        if form in words.NUMBER_WORDS:  # erstes, première, prima
            return words.NUMBER_WORDS[form]
    if len(low) == 1 and low.isascii() and low.isalpha():
        return ord(low) - ord("a") + 1
    return _chinese(low)


def _chinese(text: str) -> int:
    total, digit = 0, 0
    for char in text:
        if char in _CJK_DIGITS:
            digit = _CJK_DIGITS[char]
        elif char in "十百":
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        else:
            return 0
    return total + digit


@lru_cache(maxsize=_CACHED)
def bare_key(text: str) -> str:
    """``text`` without label, number, blanks and punctuation, case folded: titles from two places compare equal."""
    title = read_title(text)
    bare = unicodedata.normalize("NFKC", title.bare or title.text)
    return re.sub(r"[\W_]+", "", bare).casefold()
