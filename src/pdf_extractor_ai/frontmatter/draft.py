"""A card written from the document itself: ``draft_card``. What there is no evidence for is left out."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai import __version__
from pdf_extractor_ai.errors import CardError, LimitExceededError
from pdf_extractor_ai.frontmatter.card import Card, Convention
from pdf_extractor_ai.frontmatter.evidence import Evidence, doc_type, is_contents, key_sections
from pdf_extractor_ai.frontmatter.facts import PdfFacts, facts_of
from pdf_extractor_ai.frontmatter.fingerprint import LITE, content_hash, digest
from pdf_extractor_ai.frontmatter.reader import PdfInput
from pdf_extractor_ai.frontmatter.summary import MAX_TEXT, CardNotes, CardSummarizer, capped
from pdf_extractor_ai.frontmatter.writer import pdf_bytes, source_date
from pdf_extractor_ai.language import tag_for
from pdf_extractor_ai.report import DOUBTFUL

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.extractor import ExtractionResult, PdfExtractor
    from pdf_extractor_ai.report import ExtractionReport

GENERATOR = f"pdf-extractor-ai/{__version__}"

_MAX_TITLE = 200
_START = 4_000
_MAX_PAGES_NAMED = 300


def draft_card(
    source: DoclingDocument | ExtractionResult | PdfInput,
    pdf: PdfInput | None = None,
    *,
    summarizer: CardSummarizer | None = None,
    extractor: PdfExtractor | None = None,
    do_ocr: bool = False,
    convention: Convention = "pdf-frontmatter",
    password: str | None = None,
) -> Card:
    """A card for a document: title, kind, language, pages, sections, tables, hash, date, as far as they are evident.

    ``source`` is a PDF, which is extracted (by ``extractor``, if given), or what was extracted already; ``pdf`` is
    then the file it came from, without which page count, hash, metadata and pointers to attachments are left out.
    ``summarizer`` is a model for ``summary`` and ``entities``; without it nothing leaves this machine and both are
    absent. ``generated_at`` is the day of ``SOURCE_DATE_EPOCH`` if that is set, else today in UTC.

    Raises what the extraction raises, what ``summarizer`` raises, ``CardError`` for a document without any title,
    and ``TypeError`` for a ``source`` of another kind.
    """
    data = None if pdf is None else pdf_bytes(pdf)
    given: Any = source
    if not hasattr(given, "export_to_dict") and not hasattr(given, "report"):
        data = pdf_bytes(given)
        name = Path(given).name if isinstance(given, str | Path) else "document.pdf"
        given = _extracted(data, name, extractor, do_ocr, password)
    report: ExtractionReport | None = getattr(given, "report", None)
    document: DoclingDocument = given if report is None else given.document
    facts = facts_of(data, password=password) if data is not None else None
    text = _text(document)
    title = _title(document, text, facts)
    notes = _notes(summarizer, document, title)
    return Card.new(
        title,
        convention=convention,
        doc_type=doc_type(_evidence(document, title, text, facts)),
        language=tag_for(facts.language if facts else None, text),
        summary=notes.summary or None,
        key_sections=key_sections(document, title) or None,
        entities=list(notes.entities) or None,
        extraction=_extraction(document, report) or None,
        generated_by=_generator(summarizer),
        generated_at=(source_date() or datetime.now(UTC).date()).isoformat(),
        **({} if data is None or facts is None else _of_file(data, facts, title, password)),
    )


def _of_file(data: bytes, facts: PdfFacts, title: str, password: str | None) -> dict[str, Any]:
    """The keys that only the file can fill; those without evidence are ``None``."""
    hashed = _hash(data, password)
    return {
        "pages": facts.pages,
        "derived": facts.derived or None,
        "content_sha256": hashed,
        "content_sha256_extractor": LITE if hashed else None,
        "metadata": facts.metadata.to_dict(title) or None,
    }


def _hash(data: bytes, password: str | None) -> str | None:
    """``None`` for a text beyond the limits, pages that cannot be read at all, and no text: any scan has as much."""
    import pikepdf

    try:
        found = content_hash(data, password=password)
    except (LimitExceededError, pikepdf.PdfError, RuntimeError):
        return None
    return found if found != digest("") else None


def _extracted(
    data: bytes, name: str, extractor: PdfExtractor | None, do_ocr: bool, password: str | None
) -> ExtractionResult:
    from pdf_extractor_ai.extractor import PdfExtractor

    if extractor is not None:
        return extractor.extract_result(data, name=name, do_ocr=do_ocr, password=password)
    with PdfExtractor() as own:
        return own.extract_result(data, name=name, do_ocr=do_ocr, password=password)


def _text(document: DoclingDocument) -> str:
    return "\n".join(item.text for item in document.texts if item.content_layer.value == "body" and item.text)


def _title(document: DoclingDocument, text: str, facts: PdfFacts | None) -> str:
    """The title of the metadata if the pages say it too; else the one on the pages, the metadata's, the file's name."""
    from pdf_extractor_ai.markdown import document_title

    known = facts.metadata.title if facts else ""
    if known and " ".join(known.casefold().split()) in " ".join(text[:_START].casefold().split()):
        return known
    printed = document_title(document) or ""
    title = " ".join(("" if is_contents(printed) else printed).split()) or known or Path(document.name or "").stem
    if not title.strip():
        raise CardError("The document has no title.", remedy="Write a card with a title of your own.")
    return title if len(title) <= _MAX_TITLE else title[:_MAX_TITLE].rsplit(" ", 1)[0] + "…"


def _evidence(document: DoclingDocument, title: str, text: str, facts: PdfFacts | None) -> Evidence:
    from pdf_extractor_ai.markdown.titles import headings

    return Evidence(
        title,
        [" ".join(each.text.split()) for each in headings(document)],
        text[:_START],
        facts.pages if facts else len(document.pages),
        len(text.split()),
        facts.fields if facts else 0,
        facts.landscape if facts else False,
    )


def _extraction(document: DoclingDocument, report: ExtractionReport | None) -> dict[str, Any]:
    told: dict[str, Any] = {}
    scanned = None if report is None else _scanned(report)
    if scanned is not None:
        told["scanned"] = scanned
    if report is not None and report.quality is not None:
        told["quality"] = report.quality
        below = report.pages_below(DOUBTFUL)
        told |= {"doubtful_pages": list(below)} if 0 < len(below) <= _MAX_PAGES_NAMED else {}
    tables = sorted({place.page_no for table in document.tables for place in table.prov})
    # a longer list says no more than that there are many, and may be more than a card holds
    return {**told, "tables_on_pages": tables} if 0 < len(tables) <= _MAX_PAGES_NAMED else told


def _scanned(report: ExtractionReport) -> bool | None:
    """Whether half of the pages or more needed OCR; ``None`` where nobody looked."""
    written = [page for page in report.pages if page.status != "blank"]
    pictures = sum(page.ocr or page.status == "image_only" for page in written)
    if written and 2 * pictures >= len(written):
        return True
    looked = not any(flag.code == "not_assessed" for flag in report.flags)
    return False if written and looked else None


def _notes(summarizer: CardSummarizer | None, document: DoclingDocument, title: str) -> CardNotes:
    if summarizer is None:
        return CardNotes()
    from pdf_extractor_ai.markdown import to_markdown

    text = to_markdown(document)[:MAX_TEXT]
    return capped(summarizer.summarize(title=title, text=text), text)


def _generator(summarizer: CardSummarizer | None) -> str:
    model = getattr(summarizer, "label", None) or getattr(summarizer, "name", None)
    return f"{GENERATOR} with {model}" if isinstance(model, str) and model else GENERATOR
