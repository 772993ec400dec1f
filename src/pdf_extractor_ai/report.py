"""What happened to every page and every character: ``ExtractionReport``. Imports nothing of ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

SCHEMA_VERSION = "1"
NOT_ASSESSED = "not_assessed"
"""What plain data says in the place of a score that nobody measured."""

DOUBTFUL = 0.7
"""Pages and tables with a lower score should be compared with the PDF before they are used."""

PageStatus = Literal["ok", "blank", "image_only", "failed"]
DocumentStatus = Literal["complete", "partial", "failed"]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Flag:
    """One thing a reader should know: a stable ``code``, a sentence, where it is, what to do about it.

    ``page`` is 1-based (``None``: the whole document), ``box`` is (left, top, right, bottom) in points from
    the page's top-left corner.
    """

    code: str
    message: str
    page: int | None = None
    box: Box | None = None
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class CharacterCount:
    """Where the non-blank characters of a page's text layer went; the parts add up to ``text_layer``."""

    text_layer: int = 0
    body: int = 0
    furniture: int = 0
    hidden: int = 0
    figure: int = 0

    @property
    def unaccounted(self) -> int:
        """Characters of the text layer that are in no part; anything but 0 is a bug."""
        return self.text_layer - self.body - self.furniture - self.hidden - self.figure


@dataclass(frozen=True, slots=True)
class RemovedText:
    """A run of text that is not in the body, with the role that took it out; ``reason`` says why text is hidden."""

    text: str
    role: Literal["page_header", "page_footer", "page_number", "line_number", "watermark", "hidden"]
    page: int
    box: Box
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Quality:
    """How far what was read of a page can be trusted, 0 to 1. ``None`` is what nobody measured, never 1.

    ``text`` is how much the letters look like language (0.0 for a page of which nothing could be read), ``ocr`` the
    mean confidence of OCR, ``tables`` the confidence of the least sure table. ``reasons`` names what lowered them:
    codes of flags, and the reasons of tables.
    """

    text: float | None = None
    ocr: float | None = None
    tables: float | None = None
    reasons: tuple[str, ...] = ()

    @property
    def score(self) -> float | None:
        """The least of what was measured."""
        return min((value for value in (self.text, self.ocr, self.tables) if value is not None), default=None)

    def to_dict(self) -> dict[str, Any]:
        """The score and its parts; ``"not_assessed"`` for ``None``."""
        parts = {"score": self.score, "text": self.text, "ocr": self.ocr, "tables": self.tables}
        return {**{key: _told(value) for key, value in parts.items()}, "reasons": list(self.reasons)}


@dataclass(frozen=True, slots=True)
class PageReport:
    """One page: its status, where its characters went, how far they can be trusted."""

    page: int
    status: PageStatus = "ok"
    characters: CharacterCount = field(default_factory=CharacterCount)
    label: str = ""
    ocr: bool = False
    quality: Quality = field(default_factory=Quality)


def status_of_whole(statuses: Sequence[PageStatus]) -> DocumentStatus:
    """The document's status as its pages' make it: ``failed`` when all of them are."""
    if statuses and all(status == "failed" for status in statuses):
        return "failed"
    return "partial" if any(status in ("failed", "image_only") for status in statuses) else "complete"


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the PDF's outline: its depth (0 is the outermost), title, and page (0: it leads nowhere)."""

    depth: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A link inside the document: the words on ``page``, those before them in the line, the page it leads to."""

    page: int
    text: str
    before: str
    target: int


@dataclass(frozen=True, slots=True)
class ExtractionReport:
    """The whole extraction, page by page.

    ``status`` is ``complete`` when every page gave all its text, ``partial`` when some page did not
    (failed, a scan without OCR, a form we cannot see), ``failed`` when none did. ``card`` is what the file's index
    card says and whether it may be used (``frontmatter.card_summary``), empty without one: untrusted data, which
    has changed nothing in the document.
    """

    name: str
    engine: str
    status: DocumentStatus = "complete"
    page_count: int = 0
    pages: tuple[PageReport, ...] = ()
    flags: tuple[Flag, ...] = ()
    removed: tuple[RemovedText, ...] = ()
    outline: tuple[Bookmark, ...] = ()
    card: dict[str, Any] = field(default_factory=dict)
    schema_version: str = SCHEMA_VERSION

    @property
    def quality(self) -> float | None:
        """The mean of the pages' scores; ``None`` when no page was assessed."""
        scores = [score for page in self.pages if (score := page.quality.score) is not None]
        return round(sum(scores) / len(scores), 2) if scores else None

    def pages_below(self, least: float) -> tuple[int, ...]:
        """The pages with a score less than ``least``; a page that was not assessed is not among them."""
        return tuple(page for page, score in self.scores().items() if score < least)

    def scores(self) -> dict[int, float]:
        """Page -> score, of the pages that were assessed."""
        return {page.page: page.quality.score for page in self.pages if page.quality.score is not None}

    def to_dict(self) -> dict[str, Any]:
        """The report as plain dicts, lists, strings and numbers, ready for JSON."""
        told = asdict(self)
        for record, page in zip(told["pages"], self.pages, strict=True):
            record["quality"] = page.quality.to_dict()
        return {**told, "quality": _told(self.quality)}


def _told(score: float | None) -> float | str:
    return NOT_ASSESSED if score is None else score
