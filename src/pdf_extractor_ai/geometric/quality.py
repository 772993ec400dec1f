"""What is measured of a page while it is read, and the score that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.geometric.scans import PLAIN
from pdf_extractor_ai.geometric.tables import Table
from pdf_extractor_ai.report import PageStatus, Quality

_CUT = 0.5  # of a page that breaks off nobody knows how much is missing


@dataclass(slots=True)
class Measured:
    """Collects the measures of one page; ``quality`` gives them as they stand in the report."""

    text: float | None = None
    ocr: float | None = None
    least_table: float | None = None
    reasons: list[str] = field(default_factory=list)

    def letters(self, quality: float | None) -> None:
        """How much the text layer looks like language, as ``scans.examine`` has it."""
        if quality is None:
            return
        self._lower(min(1.0, quality / PLAIN), "odd_letters" if quality < PLAIN else "")

    def unmapped(self, count: int, of: int) -> None:
        """That ``count`` of the page's ``of`` characters have no Unicode value."""
        self._lower(max(0.0, 1 - count / max(1, of)), "unmapped_glyphs")

    def cut(self) -> None:
        """That the page's content breaks off."""
        self._lower(_CUT, "page_incomplete")

    def unread(self, reason: str) -> None:
        """That nothing of the page could be read."""
        self._lower(0.0, reason)

    def recognised(self, status: PageStatus, confidence: float, codes: Sequence[str]) -> None:
        """That OCR has read the page: what was measured of its text layer says nothing of the result any more."""
        self.text, self.reasons = None, list(codes)
        if status == "image_only":
            self.unread("image_only")
        elif confidence:
            self.ocr = confidence

    def tables(self, tables: Sequence[Table]) -> None:
        """The confidence of the page's tables: that of the least sure one counts."""
        if tables:
            least = min(tables, key=lambda table: table.confidence)
            self.least_table = least.confidence
            self.reasons.extend(least.reasons)

    def quality(self) -> Quality:
        """What the report says."""
        text, ocr, tables = (
            None if value is None else round(value, 2) for value in (self.text, self.ocr, self.least_table)
        )
        return Quality(text, ocr, tables, tuple(dict.fromkeys(self.reasons)))

    def _lower(self, text: float, reason: str) -> None:
        self.text = text if self.text is None else min(self.text, text)
        if reason:
            self.reasons.append(reason)
