"""The document's own words, and what they say of a hyphen at a line end."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pdf_extractor_ai.geometric.lexicon import is_common_word
from pdf_extractor_ai.geometric.page import Page

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_SOFT = "\u00ad"
# First parts that English never writes together with what follows.
_ALWAYS_HYPHENED = frozenset(["e", "self", "well", "ex", "all", "half", "quasi", "vice", "x"])
# Short words that stand between the parts of a chain: line-by-line, end-to-end, mise-en-place, Stand-by-Betrieb.
_LINKS = frozenset(
    (
        *("to", "by", "of", "in", "the", "and", "or", "for", "on", "at", "as", "a", "an", "up", "out", "off", "with"),
        *("de", "du", "des", "la", "le", "les", "à", "en", "et", "al", "y", "da", "do", "das", "und", "auf"),
    )
)
# What French hangs on a verb or pronoun with a hyphen, and no syllable of French that begins a line by hyphenation.
_FRENCH_TAILS = frozenset(
    ["même", "mêmes", "vous", "nous", "moi", "toi", "elle", "elles", "eux", "être", "dessus", "dessous"]
)
_FRENCH = frozenset(["les", "des", "une", "est", "dans", "pour", "que", "qui", "avec"])
# What English makes compounds with; no hyphenated word ends in one of these unless it is a common word as a whole.
_ENGLISH_TAILS = frozenset(
    (
        *("based", "specific", "oriented", "driven", "related", "dependent", "independent", "compatible", "compliant"),
        *("aware", "readable", "defined", "style", "only", "wide", "side", "level", "free", "compressed", "sensitive"),
    )
)
# What English hangs on a verb to make a noun; no syllable of two letters begins a line.
_PARTICLES = frozenset(["up", "off", "out", "in", "by", "down"])
_STEM = 5


@dataclass(slots=True)
class Vocabulary:
    """The document's own words, in lower case, with how often each occurs unbroken."""

    words: Counter[str]
    _sorted: list[str] = field(default_factory=list)
    _is_french: bool | None = None

    def keeps_hyphen(self, left: str, right: str) -> bool:
        """Whether the hyphen between two halves at a line end belongs to the word.

        ``left`` and ``right`` are the halves with all that hangs on them by further hyphens. The document decides
        when it has the word elsewhere; then common English words; a hyphen between two words that both stand alone
        is kept, any other goes.
        """
        if not left[-1:].isalpha() or not right[:1].isalpha():
            return True
        head, tail = left.rpartition("-")[2].lower(), right.partition("-")[0].lower()
        whole, chain = left.lower(), right.lower()
        joined = self._count({head + tail, whole + chain, whole + tail, head + chain})
        hyphened = self._count({f"{head}-{tail}", f"{whole}-{chain}", f"{whole}-{tail}", f"{head}-{chain}"})
        if joined or hyphened:
            return not joined > hyphened if head in _ALWAYS_HYPHENED else hyphened >= joined
        if not right[:1].islower() or (len(left) > 1 and left.isupper()):
            # Capitals throughout hide whether a new word begins.
            return not (left.isupper() and right.isupper() and is_common_word(head + tail))
        known = is_common_word(head + tail)
        if known and head in _ALWAYS_HYPHENED and (head == "ex" or not is_common_word(tail)):
            return False  # `exchange` and `selfish` are broken words, `e-mail` and `half-way` have two spellings
        if head in _ALWAYS_HYPHENED or (head != whole and head in _LINKS) or (tail != chain and tail in _LINKS):
            return True
        if known:
            return False
        if len(head) == 1 and (left[-1].isupper() or head not in "aeiou"):
            return True  # no syllable: `T-shirt`, `n-dimensional`
        if tail in _PARTICLES and left.islower() and len(head) > 2 and is_common_word(head):
            return True
        if (tail in _FRENCH_TAILS and self._french()) or (tail in _ENGLISH_TAILS and len(head) > 2):
            return True
        if (stem := self._by_stem(head, tail)) is not None:
            return stem
        return len(head) > 2 and len(tail) > 2 and self._stands_alone(head) and self._stands_alone(tail)

    def is_whole(self, left: str, right: str) -> bool:
        """Whether the last part of ``left`` and the first of ``right`` are the halves of one known word."""
        word = (left.rpartition("-")[2] + right.partition("-")[0]).lower()
        return self.words[word] > 0 or is_common_word(word)

    def _count(self, spellings: set[str]) -> int:
        return sum(self.words[spelling] for spelling in spellings)

    def _stands_alone(self, word: str) -> bool:
        return is_common_word(word) or self.words[word] > 1

    def _by_stem(self, head: str, tail: str) -> bool | None:
        """What another form of the word says: `re-aggregation` of `re-` and `aggregated`; ``None`` without one."""
        if len(tail) <= _STEM:
            return None
        hyphened, joined = self._begins(f"{head}-{tail[:_STEM]}"), self._begins(head + tail[:_STEM])
        return None if hyphened == joined else hyphened

    def _begins(self, stem: str) -> bool:
        if not self._sorted:
            self._sorted = sorted(self.words)
        place = bisect_left(self._sorted, stem)
        return place < len(self._sorted) and self._sorted[place].startswith(stem)

    def _french(self) -> bool:
        if self._is_french is None:
            found = sum(self.words[word] for word in _FRENCH)
            self._is_french = found > 0.04 * self.words.total()
        return self._is_french


def collect_vocabulary(pages: Iterable[Page]) -> Vocabulary:
    """All words of the visible lines, the halves of broken words left out."""
    words: Counter[str] = Counter()
    for page in pages:
        broken = False
        for line in page.lines:
            found = _WORD.findall(line.text.lower())
            if broken and found:
                found = found[1:]
            broken = line.text.endswith(("-", "‐", _SOFT))
            if broken and found:
                found.pop()
            words.update(found)
    return Vocabulary(words)
