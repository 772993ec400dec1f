"""How a book is cut and written: ``BookOptions``. Plain values, so that they can be sent to another process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pdf_extractor_ai.errors import InvalidOptionError

MAX_TOKENS = 20_000
"""Tokens of one chapter file unless the caller says otherwise."""

MIN_TOKENS = 200
"""The least ``max_tokens``: below it every block would be a file of its own."""

Images = Literal["crops", "placeholders"]


@dataclass(frozen=True, slots=True)
class BookOptions:
    """What a caller may choose.

    ``max_tokens`` is the size of one file, never reached by cutting inside a block (a single larger block is a
    file of its own). ``keep_back_matter`` keeps index, bibliography, glossary, appendices and the like as
    chapters, ``keep_appendices`` the appendices alone. ``page_marks`` puts ``<!-- page N -->`` before the first
    block of each page. ``images`` cuts figures out into ``images/`` or leaves ``<!-- image -->``. ``tokenizer``
    names a tiktoken encoding or model to count with (extra ``tokens``); empty: characters / 3.8, rounded up.

    ``pages``, ``do_ocr``, ``password`` and ``engine`` are those of `PdfExtractor`; ``model`` is the spec of a
    vision model that summarises figures and ``figure_cache`` the folder of its answers. They are for
    `book_from_pdf`.
    """

    max_tokens: int = MAX_TOKENS
    keep_back_matter: bool = False
    keep_appendices: bool = False
    page_marks: bool = False
    images: Images = "crops"
    tokenizer: str = ""
    pages: str | None = None
    do_ocr: bool = False
    password: str | None = field(default=None, repr=False)
    engine: Literal["geometric", "neural"] = "geometric"
    model: str = ""
    figure_cache: str = ""

    def __post_init__(self) -> None:
        if self.max_tokens < MIN_TOKENS:
            raise InvalidOptionError(
                f"max_tokens is {self.max_tokens}", remedy=f"Let max_tokens be {MIN_TOKENS} or more."
            )
        if self.images not in ("crops", "placeholders"):
            raise InvalidOptionError(f"images is {self.images!r}", remedy="Choose crops or placeholders.")
