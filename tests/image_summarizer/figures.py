"""Documents with pictures and models that answer as told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from docling_core.types.doc import (
    BoundingBox,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    ImageRef,
    PictureItem,
    ProvenanceItem,
    Size,
    TextItem,
)
from PIL import Image

from pdf_extractor_ai.image_summarizer import SectionVisual


def prov(page: int, box: tuple[float, float, float, float]) -> ProvenanceItem:
    left, top, right, bottom = box
    bbox = BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT)
    return ProvenanceItem(page_no=page, bbox=bbox, charspan=(0, 0))


def new_document(pages: int = 1) -> DoclingDocument:
    document = DoclingDocument(name="report.pdf")
    for page in range(1, pages + 1):
        document.add_page(page_no=page, size=Size(width=600, height=800))
    return document


def add_figure(
    document: DoclingDocument,
    parent: Any = None,
    *,
    page: int = 1,
    box: tuple[float, float, float, float] = (40, 120, 280, 360),
    colour: str | tuple[int, int, int] | None = "steelblue",
    caption: TextItem | None = None,
) -> PictureItem:
    image = None if colour is None else ImageRef.from_pil(Image.new("RGB", (160, 140), colour), dpi=144)
    picture: PictureItem = document.add_picture(image=image, prov=prov(page, box), parent=parent, caption=caption)
    return picture


def charts() -> DoclingDocument:
    """The seed's figure example before the summary."""
    document = new_document()
    heading = document.add_heading("Charts", level=1, prov=prov(1, (30, 20, 210, 44)))
    document.add_text(DocItemLabel.TEXT, "Chart context", prov=prov(1, (30, 60, 210, 90)), parent=heading)
    add_figure(document, heading)
    return document


def many(count: int) -> DoclingDocument:
    """``count`` sections with one figure each, all different."""
    document = new_document()
    for number in range(count):
        heading = document.add_heading(f"Section {number}", level=1, prov=prov(1, (30, 20, 210, 44)))
        add_figure(document, heading, colour=(number, 10, 20))
    return document


@dataclass
class Told:
    """A model that gives ``answer`` for every figure, or what ``answer`` makes of the visual; raises exceptions."""

    answer: str | Exception | Callable[[SectionVisual], Any] | None = "A summary of it."
    calls: list[dict[str, Any]] = field(default_factory=list)
    running: int = 0
    peak: int = 0

    async def describe_section(
        self, *, section_title: str, section_text: str, visuals: list[SectionVisual]
    ) -> dict[str, str]:
        self.calls.append({"title": section_title, "text": section_text, "visuals": visuals})
        self.running += 1
        self.peak = max(self.peak, self.running)
        try:
            await asyncio.sleep(0.002)
            if isinstance(self.answer, Exception):
                raise self.answer
            if self.answer is None:
                return None  # type: ignore[return-value]
            answer = self.answer
            return {v.visual_id: answer(v) if callable(answer) else answer for v in visuals}
        finally:
            self.running -= 1


def ids(calls: Iterable[dict[str, Any]]) -> list[list[str]]:
    return [[visual.visual_id for visual in call["visuals"]] for call in calls]
