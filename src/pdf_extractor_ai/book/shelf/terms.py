"""Words as the index knows them: ``spans``, ``index_text`` and ``query_expression``. Pure functions over strings.

SQLite's own tokenizers take a run of Chinese for one word and drop the vowel signs of Hindi, so the text is cut
here and SQLite gets ASCII spaces between terms. Scripts that put no spaces between words, and Korean, whose
particles hang on them, become overlapping pairs of characters; a single one is looked up as the start of a pair.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

MAX_QUERY_CHARACTERS = 2_000
MAX_QUERY_TERMS = 64
_MAX_TERM = 64  # characters; longer ones are data, not words

_PAIRED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u302f\u3040-\u318f\u31a0-\u31bf\u31f0-\u31ff"  # jamo, kana
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc"  # Han, Hangul
    "\U00020000-\U0003ffff"
)
_PAIRED_RUN = re.compile(f"[{_PAIRED}]+|[^{_PAIRED}]+")
_SILENT = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]")
"""Accents, Hebrew points, Arabic vowel signs and the Arabic stretcher: written or not, the word is the same."""

_QUOTED = re.compile(r'["“”«»„]([^"“”«»„]+)["“”«»„]')
_SIGNS = {"++": "plusplus", "#": "sharp"}
_LAST_MARKED = 0x1F000  # no combining marks above, but for variation selectors, which no word needs


@cache
def _word() -> re.Pattern[str]:
    """Letters, digits and marks; ``re`` itself would cut words of India at their vowel signs."""
    marks = "".join(
        re.escape(chr(code)) for code in range(0x300, _LAST_MARKED) if unicodedata.category(chr(code))[0] == "M"
    )
    return re.compile(rf"\b[^\W\d_](?:\+\+|#)(?!\w)|[^\W_]+(?:[{marks}\u00ad\u200c\u200d]+[^\W_]*)*")


def spans(text: str) -> Iterator[tuple[str, int, int]]:
    """The terms of ``text`` in order, each with start and end of what it stands for in ``text``."""
    for found in _word().finditer(text):
        start, word = found.start(), found.group()
        if word.isascii() and word.isalnum():  # most words of most books, and ten times as fast
            yield word.lower()[:_MAX_TERM], start, found.end()
            continue
        for run in _PAIRED_RUN.finditer(word):
            if _is_paired(run.group()):
                yield from _pairs(run.group(), start + run.start())
            else:
                for term in _normal(run.group()):
                    yield term, start + run.start(), start + run.end()


def index_text(text: str) -> str:
    """The terms of ``text`` with a space between any two; the n-th is the n-th of ``spans``."""
    return " ".join(term for term, _, _ in spans(text))


def query_expression(query: str) -> str:
    """``query`` for SQLite's MATCH: any of its words, better with more; empty when there is no word in it.

    What stands in quotation marks, or is written without a space (``dpkg-dev``), counts once more as a phrase.
    There are no operators: every character of ``query`` is text.
    """
    query = query[:MAX_QUERY_CHARACTERS]
    single = query_terms(query)
    phrases = [index_text(found) for found in _QUOTED.findall(query)]
    phrases += [index_text(piece) for piece in query.split() if _joined(piece)]
    wanted = [f'"{term}"' for term in single if not term.endswith("*")]
    wanted += [f'"{term[:-1]}" *' for term in single if term.endswith("*")]
    wanted += [f'"{phrase}"' for phrase in phrases if " " in phrase]
    return " OR ".join(dict.fromkeys(wanted[:MAX_QUERY_TERMS]))


def query_terms(query: str) -> list[str]:
    """The words of ``query`` without repeats; a star marks the beginning of one, where a single character stands."""
    return list(dict.fromkeys(term for term in _query_terms(query[:MAX_QUERY_CHARACTERS]) if term))


def _query_terms(query: str) -> Iterator[str]:
    """As ``spans``; the last character of a run is only looked up when it is alone in it, then as a prefix."""
    for found in _word().finditer(query):
        for run in _PAIRED_RUN.finditer(found.group()):
            if not _is_paired(run.group()):
                yield from _normal(run.group())
                continue
            pairs = [term for term, _, _ in _pairs(run.group(), 0)]
            yield from pairs[:-1] or [f"{pairs[0]}*"]


def _joined(piece: str) -> bool:
    """Whether a piece of a query without spaces is several words that belong together."""
    return len([word for word in _word().findall(piece) if not _is_paired(word)]) > 1


def _is_paired(run: str) -> bool:
    return re.match(f"[{_PAIRED}]", run) is not None


def _pairs(run: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Overlapping pairs of characters, then the last one alone, so that it can be found too."""
    letters = [_normal_letter(letter) for letter in run]
    for number, letter in enumerate(letters):
        following = letters[number + 1 : number + 2]
        yield "".join([letter, *following]), start + number, start + number + 1 + len(following)


@lru_cache(maxsize=16_384)
def _normal_letter(letter: str) -> str:
    plain = unicodedata.normalize("NFKC", letter).casefold()
    return "".join(char for char in plain if char.isalnum() or unicodedata.category(char)[0] == "M") or "x"


@lru_cache(maxsize=65_536)
def _normal(word: str) -> tuple[str, ...]:
    """The term or terms of one word: no case, no accents, no ligatures, no soft hyphens."""
    for sign, name in _SIGNS.items():
        if word.endswith(sign):
            word = word.removesuffix(sign) + name
    plain = unicodedata.normalize("NFKD", word.replace("\u00ad", "").replace("\u200c", "").replace("\u200d", ""))
    plain = unicodedata.normalize("NFC", _SILENT.sub("", plain.casefold()))
    return tuple(part[:_MAX_TERM] for part in _word().findall(plain))
