"""What ``extract`` does with figures when it is asked to: write them to files, have them summarised."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.report import Flag

if TYPE_CHECKING:
    from docling_core.types.doc.document import DoclingDocument

    from pdf_extractor_ai.image_summarizer import FigureReport
    from pdf_extractor_ai.job import Progress


@dataclass(frozen=True, slots=True)
class FigureOptions:
    """What the command line asks for: a model (``""``: none), a cache for it, a folder for the images.

    ``stem`` starts the names of one document's image files; ``links_from`` is the folder of its Markdown.
    """

    model: str = ""
    concurrency: int = 3
    cache: str = ""
    images: str = ""
    link: bool = False
    stem: str = "figure"
    links_from: str = ""

    def for_document(self, stem: str, target: Path | None) -> FigureOptions:
        """The same for one document, whose output goes to ``target`` or to standard output."""
        return replace(self, stem=stem, links_from=str(target.parent) if target is not None else "")


def checked_model(spec: str) -> str:
    """``spec`` again, when a client can be made of it; raises a ``PdfExtractorError``."""
    from pdf_extractor_ai.models import model_from_spec

    model_from_spec(spec)
    return spec


def with_figures(
    document: DoclingDocument,
    pdf: bytes,
    options: FigureOptions,
    *,
    password: str | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> tuple[DoclingDocument, dict[str, Any]]:
    """The document with what was asked for, and what to add to its report: ``images``, ``figures``, ``flags``.

    Images are written first, so that there is a file of summarised figures too. Raises ``OSError`` when one
    cannot be written.
    """
    from pdf_extractor_ai.image_summarizer import save_pictures

    extra: dict[str, Any] = {}
    if options.images:
        paths = save_pictures(
            document,
            Path(options.images),
            stem=options.stem,
            links_from=Path(options.links_from),
            pdf=pdf,
            password=password,
        )
        extra["images"] = [str(path) for path in paths]
    if options.model:
        document, report = asyncio.run(_summarized(document, pdf, options, password, progress))
        extra["figures"] = report.to_dict()
        extra["flags"] = [asdict(flag) for flag in _flags(report)]
    return document, extra


async def _summarized(
    document: DoclingDocument,
    pdf: bytes,
    options: FigureOptions,
    password: str | None,
    progress: Callable[[Progress], None] | None,
) -> tuple[DoclingDocument, FigureReport]:
    from pdf_extractor_ai.image_summarizer import summarize_images
    from pdf_extractor_ai.job import Job
    from pdf_extractor_ai.models import model_from_spec

    model = model_from_spec(options.model)
    return await summarize_images(
        document,
        model,
        model_name=model.label,
        concurrency=options.concurrency,
        pdf=pdf,
        password=password,
        cache=options.cache or None,
        job=Job(progress=progress),
        report=True,
    )


def _flags(report: FigureReport) -> list[Flag]:
    """One flag per page and reason for figures that stayed pictures."""
    return [
        Flag(
            "figure_not_summarized",
            f"A figure has no summary: {failure.message} ({failure.code}).",
            failure.page,
            remedy="Try again; with --figure-cache the figures that are done cost nothing.",
        )
        for failure in report.failed
    ]
