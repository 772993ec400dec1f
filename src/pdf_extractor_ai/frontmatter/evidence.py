"""What the tree of a document gives away for its card: sections with their pages, and the kind of document.

Plain evidence only: what does not say it in so many words is left out, and so is what says two things at once.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

MAX_SECTIONS = 12
_MAX_NAME = 40

_NUMBER = re.compile(
    r"^(?:(?:chapter|kapitel|chapitre|capítulo|capitolo|hoofdstuk|глава|section|part)\s+(?:\d+|[ivxlc]+)"
    r"\b[.:]?\s+(?=\S))?(?:§+\s*)?(?:(?:\d{1,3}(?:\.\d{1,3})*[.):]?|[A-Z][.)]|[IVXLC]{1,6}[.)])\s+(?=\S))?",
    re.IGNORECASE,
)
_SPELT_OUT = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th"})
_CONTENTS = re.compile(
    "(?:table_of_)?contents|inhalt|inhaltsverzeichnis|sommaire|table_des_matieres|indice|contenido|sumario|inhoud|"
    "inhoudsopgave|spis_tresci|содержание|оглавление|目录|目次"
)
_APOSTROPHES = re.compile("['’ʼ]")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a kind is told from: the card's title, headings in order, the first page's text, and counts."""

    title: str
    headings: Sequence[str]
    start: str
    pages: int
    words: int
    fields: int = 0
    landscape: bool = False


def section_name(heading: str) -> str:
    """``heading`` in snake_case, without its number; accents of Latin letters are dropped, other scripts stay."""
    folded = "".join(map(_folded, _NUMBER.sub("", heading.strip()))).lower().translate(_SPELT_OUT)
    name = "_".join(re.findall(r"[^\W_]+", _APOSTROPHES.sub("", folded)))
    return name if len(name) <= _MAX_NAME else name[: _MAX_NAME + 1].rpartition("_")[0] or name[:_MAX_NAME]


def is_contents(heading: str) -> bool:
    """Whether ``heading`` stands above a table of contents."""
    return _CONTENTS.fullmatch(section_name(heading)) is not None


def _folded(char: str) -> str:
    parts = unicodedata.normalize("NFKD", char)
    return parts[0] if parts and parts[0].isascii() and len(parts) > 1 else unicodedata.normalize("NFKC", char)


def key_sections(document: DoclingDocument, title: str) -> dict[str, int]:
    """The names of the outermost sections with their 1-based first pages, at most ``MAX_SECTIONS`` of them.

    The outermost level is the first one with two headings or more; ``title`` and headings without a page are no
    sections. A name that comes again means its first page.
    """
    from pdf_extractor_ai.markdown.titles import headings

    known = section_name(title)
    found = [
        (each.level, name, each.page)
        for each in headings(document)
        if each.page
        and each.level
        and (name := section_name(each.text))
        and name != known
        and not is_contents(each.text)
    ]
    counts = Counter(level for level, _, _ in found)
    level = next((level for level in sorted(counts) if counts[level] > 1), None)
    sections: dict[str, int] = {}
    for each, name, page in found:
        if each == level and len(sections) < MAX_SECTIONS:
            sections.setdefault(name, page)
    return sections


def doc_type(evidence: Evidence) -> str | None:
    """One of the kinds of the schema; ``None`` when nothing says it, or more than one thing is said."""
    found = [kind for kind, holds in _KINDS.items() if holds(evidence)]
    return found[0] if len(found) == 1 else None


def _words(*words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


_INVOICE = re.compile(
    r"^\W*(?:tax |proforma |pro forma )?"
    r"(?:invoice|rechnung|facture|factura|fatura|fattura|factuur|faktura|請求書|发票)\b",
    re.IGNORECASE | re.MULTILINE,
)
_AMOUNT = re.compile(r"(?:[€$£¥]|EUR|USD|GBP|CHF)\s?\d|\d\s?(?:[€$£¥]|EUR|USD|GBP|CHF)")
_CONTRACT = _words(
    *("agreement", "contract", r"\w*vertrag", "contrat", "contrato", "contratto", "overeenkomst", "umowa", "договор"),
    *("合同", "契約書"),
)
_PARTIES = _words(
    "party", "parties", "parteien", "partes?", "partie", "parti", "partijen", "strony", "сторон[аы]", "甲方", "甲"
)
_ABSTRACT = _words("abstract", "zusammenfassung", "résumé", "resumen", "resumo", "摘要", "аннотация")
_REFERENCES = _words(
    *("references", "bibliography", "literature", "literatur", r"literaturverzeichnis", "références", "referencias"),
    *("bibliographie", "参考文献", "литература"),
)
_SALUTATION = re.compile(
    r"^(?:dear|sehr geehrte[rs]?|liebe[r]?|chère?|madame,|monsieur,|estimad[oa]s?|prezad[oa]s?|gentile|geachte)\b",
    re.IGNORECASE | re.MULTILINE,
)
_CLOSING = re.compile(
    r"^(?:yours (?:sincerely|faithfully|truly)|(?:kind|best) regards|sincerely|mit freundlichen grüßen|cordialement|"
    r"atentamente|atenciosamente|cordiali saluti|met vriendelijke groet)",
    re.IGNORECASE | re.MULTILINE,
)
_MANUAL = _words(
    *("manual", "handbook", "user'?s? guide", "user’s guide", "operating instructions", r"\w*handbuch"),
    *("bedienungsanleitung", "benutzerhandbuch", "manuel", "mode d'emploi", "manuale", "handleiding", "руководство"),
    *("手册", "マニュアル"),
)
_REPORT = _words(
    "report", r"\w*bericht", "rapport", "informe", "relatório", "relazione", "отчёт", "отчет", "报告", "報告書"
)
_THESIS = _words(
    "thesis", r"\w*dissertation", r"\w*arbeit", "thèse", "mémoire", "tesis", "tese", "tesi", "proefschrift"
)
_CHAPTER = re.compile(
    r"^(?:chapter|kapitel|chapitre|capítulo|capitolo|hoofdstuk|глава)\s+(?:\d+|[ivxlc]+)\b|^第.{1,3}章", re.IGNORECASE
)


def _is_presentation(given: Evidence) -> bool:
    return given.landscape and given.pages >= 3 and given.words < 120 * given.pages


def _has_heading(pattern: re.Pattern[str], given: Evidence) -> bool:
    return any(len(each.split()) <= 3 and pattern.search(each) for each in given.headings)


def _is_book(given: Evidence) -> bool:
    return (
        not _THESIS.search(given.start)
        and given.pages >= 60
        and sum(bool(_CHAPTER.match(each)) for each in given.headings) >= 3
    )


_KINDS: dict[str, Callable[[Evidence], bool]] = {
    "contract": lambda given: bool(_CONTRACT.search(given.title) and _PARTIES.search(given.start)),
    "invoice": lambda given: bool(given.pages <= 10 and _INVOICE.search(given.start) and _AMOUNT.search(given.start)),
    "report": lambda given: bool(_REPORT.search(given.title)),
    "paper": lambda given: _has_heading(_ABSTRACT, given) and _has_heading(_REFERENCES, given),
    "presentation": _is_presentation,
    "letter": lambda given: bool(given.pages <= 3 and _SALUTATION.search(given.start) and _CLOSING.search(given.start)),
    "form": lambda given: given.fields >= 8 and given.fields >= 3 * given.pages,
    "manual": lambda given: bool(_MANUAL.search(given.title)),
    "book": _is_book,
}
