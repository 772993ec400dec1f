"""The visible pages of an `.ai.pdf` made from a source: a plain text page, a set document, or a browser's print."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pdf_extractor_ai.aipdf.model import Element

Mode = Literal["minimal", "full", "browser", "attach"]
PageSize = Literal["letter", "a4"]

PAGE_SIZES: dict[str, tuple[float, float]] = {"letter": (612.0, 792.0), "a4": (595.0, 842.0)}
"""Width and height in points, as earlier writers have them."""

DEFAULT_TITLE = "AIPDF Document"


@dataclass(frozen=True, slots=True)
class Look:
    """How pages are made. ``base`` is the only folder images are taken from; ``None`` takes none."""

    title: str = DEFAULT_TITLE
    page_size: PageSize = "letter"
    font: Path | None = None
    base: Path | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """The PDF without its layer, the tree with ``page`` and ``bbox`` where the layout knows them, and remarks."""

    pdf: bytes
    root: Element
    notes: tuple[str, ...] = ()
