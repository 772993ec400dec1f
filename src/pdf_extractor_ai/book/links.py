"""References from chapter to chapter, rewritten as links to files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from pdf_extractor_ai.book import words
from pdf_extractor_ai.book.kinds import bare_key, number_value
from pdf_extractor_ai.book.placing import Start
from pdf_extractor_ai.book.references import PROTECTED
from pdf_extractor_ai.report import Reference

_CHAPTER = "|".join(word.capitalize() for word in (*words.CHAPTER, "appendix", "annex", "anhang", "annexe", "apéndice",
                                                   "capítulo", "приложение") if word[0] < "\u2e80")  # fmt: skip
_SECTION = "Section|Sec\\.|Abschnitt|Sección|Sezione|Seção|Secção|Раздел|§"
_REFERENCE = re.compile(
    rf"(?P<word>{_CHAPTER}|{_SECTION})\s?(?P<number>\d{{1,3}}(?:\.\d{{1,3}})*|[A-Z](?:\.\d{{1,3}})*|[IVXL]{{1,6}})"
    rf"(?![\w.]*\d|[^\W\d_])|第\s?(?P<cjk>[\d一二三四五六七八九十]{{1,4}})\s?[章部]",
    re.IGNORECASE,
)
_PAGE_LINK = re.compile(r"\]\(#page=(\d{1,6})\)")


class Targets:
    """Which file holds the chapter or section of a number, and which file a page."""

    def __init__(self, files: Sequence[tuple[Start, str]], page_files: Mapping[int, Sequence[str]]) -> None:
        self._page_files = page_files
        found: dict[str, set[str]] = defaultdict(set)
        self._titles: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for start, file in files:
            number = start.title.number
            self._titles[start.page].append((bare_key(start.title.text), file))
            if number:
                found[_key(number)].add(file)
        # A number that two chapters have (appendices that count from 1 again) names neither.
        self._files = {key: next(iter(names)) for key, names in found.items() if len(names) == 1}

    def file(self, number: str) -> str:
        """The file of a number as it is written in the text, ``""`` when none or several have it."""
        return self._files.get(_key(number), "")

    def on_page(self, page: int) -> str:
        """The file that begins on ``page``, else the one that is open there; ``""`` for a page that is left out."""
        return next(iter(self._page_files.get(page, ())), "")

    def of(self, reference: Reference, here: str) -> str:
        """The file that a link of the PDF leads to; ``""`` when it is the one it stands in, or in none."""
        files = self._page_files.get(reference.target, ())
        file = files[0] if files else ""
        if len(files) > 1:
            words = bare_key(reference.text)
            named = [name for title, name in self._titles[reference.target] if title and title in words]
            numbered = _REFERENCE.search(reference.text)
            file = (numbered and self.file(numbered["number"] or "")) or (named[0] if named else file)
        return file if file != here else ""


def _key(number: str) -> str:
    number = number.strip(".").casefold()
    if number.isdecimal() or "." in number or (len(number) == 1 and number not in "ivxlc"):
        return number
    value = number_value(number)
    return str(value) if value else number


def with_links(text: str, here: str, targets: Targets) -> str:
    """``text`` with links at its references to other files than ``here``; code and links are left alone."""
    if "(#page=" in text:
        text = _PAGE_LINK.sub(lambda match: _to_page(match, targets), text)
    if not _REFERENCE.search(text):
        return text
    out: list[str] = []
    begin = 0
    for kept in PROTECTED.finditer(text):
        out.append(_linked(text[begin : kept.start()], here, targets))
        out.append(kept[0])
        begin = kept.end()
    out.append(_linked(text[begin:], here, targets))
    return "".join(out)


def _to_page(match: re.Match[str], targets: Targets) -> str:
    file = targets.on_page(int(match[1]))
    return f"](./{file})" if file else match[0]


def _linked(text: str, here: str, targets: Targets) -> str:
    def link(match: re.Match[str]) -> str:
        if not match[0][:1].isupper() and match[0][0] not in "§第":
            return match[0]
        file = targets.file(match["number"] or str(number_value(match["cjk"])))
        return f"[{match[0]}](./{file})" if file and file != here else match[0]

    return _REFERENCE.sub(link, text)
