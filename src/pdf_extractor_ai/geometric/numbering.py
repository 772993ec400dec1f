"""The number a heading begins with: decimal, roman, lettered, spelled out, in several languages."""

from __future__ import annotations

import re
import unicodedata

_NUMBER = re.compile(
    r"(?:§\s*(?=(?:\d+|[A-Z])\.\d))?(?P<decimal>(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){1,5})(?P<dot>[.):]?)\s+(?=\S)"
    r"|(?P<word>chapter|part|appendix|annex|section|article|kapitel|teil|anhang|abschnitt|chapitre|partie|annexe|capítulo|parte"
    r"|apéndice|capitolo|appendice|глава|часть|приложение|раздел)\s+(?P<which>[\dA-ZIVXLC]{1,5}|[ivxlc]{1,6})\b[.:]?\s*"
    r"|第\s*[\d一二三四五六七八九十百]+\s*(?P<cjk>[章节節部編])\s*"
    r"|(?P<roman>[IVXL]{1,6})[.)]\s+(?=\S)"
    r"|(?P<letter>[A-H])[.)]\s+(?=\S)",
    re.IGNORECASE,
)
_PART_WORDS = frozenset(["part", "teil", "partie", "parte", "часть"])
_CHAPTER_WORDS = frozenset(
    ["chapter", "appendix", "annex", "kapitel", "anhang", "chapitre", "annexe", "capítulo", "apéndice", "capitolo",
     "appendice", "глава", "приложение"]
)  # fmt: skip


def heading_number(text: str) -> tuple[int, str]:
    """Depth (1 for ``1``, 2 for ``1.1``) and kind of the number a heading begins with; depth 0 for none."""
    match = _NUMBER.match(text)
    if match is None:
        return 0, ""
    if match["decimal"]:
        parts = match["decimal"].split(".")
        if not match["dot"] and len(parts) == 1 and (len(parts[0]) > 2 or not text[match.end() :][:1].isalpha()):
            return 0, ""
        return len(parts), "decimal"
    if match["word"]:
        word = match["word"].lower()
        return (0, "part") if word in _PART_WORDS else (1, "chapter") if word in _CHAPTER_WORDS else (1, "section")
    if match["cjk"]:
        return (1, "part of chapter") if match["cjk"] in "节節" else (1, "decimal")
    return (
        (1, "roman")
        if match["roman"] and match["roman"].isupper()
        else (2, "letter")
        if match["letter"] and match["letter"].isupper()
        else (0, "")
    )


def bare_title(text: str) -> str:
    """A title without its number, blanks and punctuation, case folded: for comparing titles from two places."""
    text = unicodedata.normalize("NFKC", text)
    if match := _NUMBER.match(text):
        text = text[match.end() :] or text
    # `A Glossary` is appendix A to the page and `Glossary` to the bookmark; both sides lose the letter.
    text = re.sub(r"^[A-Z]\s+(?=[^\W\d_]{3})", "", text)
    return re.sub(r"[\W_]+", "", text).casefold()
