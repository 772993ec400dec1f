"""One extraction as it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.extraction.page_choice import PageChoice
from pdf_extractor_ai.job import Job

UseLayer = Literal["auto", "never", "require"]
"""``auto``: take a semantic layer that agrees with the pages. ``require``: take it in any case, or raise. ``never``."""


@dataclass(frozen=True, slots=True)
class Request:
    """Bytes and options of one document, checked; ``job`` carries cancel and progress.

    Without ``retain_images`` pictures lose the images that they bring along; ``cut_images`` gives those that bring none
    a crop of their page. ``use_layer`` says when a semantic layer in the
    file stands in for its pages.
    """

    data: bytes
    name: str = "document.pdf"
    do_ocr: bool = False
    max_pages: int | None = None
    choice: PageChoice | None = None
    password: str | None = field(default=None, repr=False)
    job: Job = field(default_factory=Job)
    retain_images: bool = True
    cut_images: bool = False
    use_layer: UseLayer = "auto"


def checked_bytes(pdf_bytes: object) -> bytes:
    """The bytes of any bytes-like object; a ``TypeError`` for all else, a path in particular."""
    if isinstance(pdf_bytes, bytes):
        return pdf_bytes
    if isinstance(pdf_bytes, bytearray | memoryview):
        return bytes(pdf_bytes)
    raise TypeError(f"a PDF must be given as bytes, not {type(pdf_bytes).__name__}; extract_file() reads a path")


def checked_max_pages(max_pages: int | None, name: str) -> int | None:
    """``max_pages`` when it is ``None`` or at least 1."""
    if max_pages is not None and max_pages < 1:
        raise InvalidOptionError(
            f"PDF has no pages: {name} (max_pages is {max_pages})", remedy="Let max_pages be 1 or more."
        )
    return max_pages


def checked_use_layer(use_layer: str) -> UseLayer:
    """``use_layer`` when there is such a mode, else ``InvalidOptionError``."""
    for mode in get_args(UseLayer):
        if use_layer == mode:
            found: UseLayer = mode
            return found
    modes = ", ".join(get_args(UseLayer))
    raise InvalidOptionError(f"{use_layer!r} is no way to use a layer", remedy=f"Choose one of: {modes}.")
