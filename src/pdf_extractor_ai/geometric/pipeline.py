"""``GeometricPipeline``: a Docling pipeline that needs no model. The order of the steps, nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from docling.backend.abstract_backend import AbstractDocumentBackend
from docling.datamodel.base_models import ConversionStatus
from docling.datamodel.document import ConversionResult
from docling.pipeline.base_pipeline import BasePipeline, get_expected_page_nos

from pdf_extractor_ai.geometric.account import Account
from pdf_extractor_ai.geometric.backend import GeometricPdfBackend
from pdf_extractor_ai.geometric.document import build_document
from pdf_extractor_ai.geometric.furniture import take_furniture
from pdf_extractor_ai.geometric.heap import give_back_memory, settled_objects
from pdf_extractor_ai.geometric.layout import PageLayout, lay_out
from pdf_extractor_ai.geometric.logos import take_logos
from pdf_extractor_ai.geometric.ocr_lines import even_sizes
from pdf_extractor_ai.geometric.options import GeometricOptions
from pdf_extractor_ai.geometric.page import Page
from pdf_extractor_ai.geometric.references import MAX_REFERENCES, page_references
from pdf_extractor_ai.geometric.stats import document_stats
from pdf_extractor_ai.geometric.styles import mark_fixed_pitch
from pdf_extractor_ai.geometric.tables import tables_over_ends
from pdf_extractor_ai.geometric.vocabulary import collect_vocabulary
from pdf_extractor_ai.job import Job, current_job
from pdf_extractor_ai.report import Bookmark


class GeometricPipeline(BasePipeline):
    """Reads, orders, groups and assembles; works under any Docling ``DocumentConverter`` for PDF.

    Its backend must be `GeometricPdfBackend`. Progress, cancel and the report travel in the current job
    (`pdf_extractor_ai.job`); without one the pipeline works just the same.
    """

    def __init__(self, pipeline_options: GeometricOptions) -> None:
        super().__init__(pipeline_options)
        self.options = pipeline_options

    @settled_objects()
    def _build_document(self, conv_res: ConversionResult) -> ConversionResult:
        backend = conv_res.input._backend
        if not isinstance(backend, GeometricPdfBackend):
            raise TypeError(f"GeometricPipeline needs GeometricPdfBackend, not {type(backend).__name__}")
        job = current_job()
        numbers = [n for n in get_expected_page_nos(conv_res) if job.pages is None or n in job.pages]
        outline, labels = backend.outline_and_labels()
        account = Account(conv_res.input.file.name, labels, suspects=backend.catalog().suspects)
        pages = self._read(backend, numbers, job, account)
        # PDFium keeps what it has parsed; for a long book that is as much as our own records.
        backend.unload()
        give_back_memory()
        even_sizes(pages)
        mark_fixed_pitch(pages)
        stats = document_stats(pages)
        vocabulary = collect_vocabulary(pages)
        take_furniture(pages, stats.body_size)
        take_logos(pages)
        account.see_furniture(pages)
        given = tables_over_ends(pages, stats.body_size, job.check)
        layouts: list[PageLayout] = []
        columns = 0
        for index, page in enumerate(pages):
            layouts.append(lay_out(page, stats, columns, given.pop(page.number, ())))
            columns += layouts[-1].columns
            account.see_layout(page, layouts[-1])
            _release(page)
            job.tell("layout", index + 1, len(pages))
        conv_res.document = build_document(
            conv_res.input.file.stem, layouts, account, stats, vocabulary, outline, self.options, job
        )
        bookmarks = tuple(Bookmark(entry.depth, entry.title, entry.page) for entry in outline)
        job.report = replace(account.report(), outline=bookmarks)
        job.tell("done", len(pages), len(pages))
        return conv_res

    def _read(self, backend: GeometricPdfBackend, numbers: list[int], job: Job, account: Account) -> list[Page]:
        reader = backend.page_reader(comments=job.annotations, page_links=job.page_links)
        pages: list[Page] = []
        for index, number in enumerate(numbers):
            page = reader.read(number)
            if len(job.references) < MAX_REFERENCES:
                job.references.extend(page_references(page))
            account.see_page(page)
            page = self._recognise(backend, page, account, job)
            pages.append(page)
            job.tell("read", index + 1, len(numbers))
        return pages

    def _recognise(self, backend: GeometricPdfBackend, page: Page, account: Account, job: Job) -> Page:
        """OCR for exactly those pages whose text layer does not give their text, or for all when the job says so."""
        from pdf_extractor_ai.geometric.scans import Examined, examine

        status, quality = examine(page) if not page.error else Examined("text")
        if status == "blank" and (fault := backend.content_fault(page.number)):
            account.fail(page, fault)
            return page
        account.see_status(page, status, quality)
        if page.lines and backend.content_cut(page.number):
            account.see_cut(page)
        forced = job.force_ocr and status == "text" and not page.error
        if status not in ("scan", "bad_layer") and not forced:
            return page
        if not self.options.do_ocr:
            return account.without_ocr(page, status)
        from pdf_extractor_ai.geometric.recognize import ocr_page
        from pdf_extractor_ai.ocr import pick_engine, spoken_languages

        data = backend.source_bytes()
        languages = job.languages = job.languages or spoken_languages(data)
        recognised = ocr_page(
            data, page, pick_engine(languages), languages=languages, status="bad_layer" if forced else status
        )
        account.see_ocr(page, recognised)
        return recognised.page

    def _determine_status(self, conv_res: ConversionResult) -> ConversionStatus:
        report = current_job().report
        if report is not None and report.status != "complete":
            return ConversionStatus.PARTIAL_SUCCESS
        return ConversionStatus.SUCCESS

    def _unload(self, conv_res: ConversionResult) -> None:
        if conv_res.input._backend is not None:
            conv_res.input._backend.unload()  # type: ignore[no-untyped-call]

    @classmethod
    def get_default_options(cls) -> GeometricOptions:
        """Options as `build_converter` sets them."""
        return GeometricOptions()

    @classmethod
    def is_backend_supported(cls, backend: AbstractDocumentBackend) -> bool:
        """True for `GeometricPdfBackend` only."""
        return isinstance(backend, GeometricPdfBackend)


def _release(page: Page) -> None:
    """Let go of the records that only one page's rules need."""
    empty: list[Any] = []
    page.lines = page.turned = empty
    page.rules = page.fills = page.shapes = empty
    page.bitmaps = page.links = page.notes = page.hidden = page.furniture = empty
    page.tags = {}
