"""What a vision model is given and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SectionVisual:
    """One figure of a section, as it is handed to the model.

    ``png_bytes`` is a PNG file; ``caption`` may be empty; ``page`` is 1-based; ``bbox`` reads like
    ``l=40.0, t=120.0, r=280.0, b=360.0 (TOPLEFT)``, in points, or ``unknown``. The fields after it are context:
    the document's title and the headings above the figure, and the text right before and after it. They do not
    count when two visuals are compared.
    """

    visual_id: str
    png_bytes: bytes = field(repr=False)
    caption: str
    page: int | None
    bbox: str
    heading_path: tuple[str, ...] = field(default=(), compare=False)
    before: str = field(default="", compare=False, repr=False)
    after: str = field(default="", compare=False, repr=False)


class VisualLanguageModel(Protocol):
    """Anything with this one method; it may raise, which leaves the section's pictures as they are.

    ``section_text`` is the heading plus the other text of the section. The answer maps ``visual_id`` to a
    summary; a missing or blank one leaves that picture in place. Two optional attributes are looked at: a string
    ``cache_key`` (whatever else than the model's name changes its answers, such as its prompt) and, on an
    exception, a number ``retry_after`` (seconds to wait before the same call is made again).
    """

    async def describe_section(
        self, *, section_title: str, section_text: str, visuals: list[SectionVisual]
    ) -> dict[str, str]:
        """The summaries of ``visuals`` by their ``visual_id``."""
        ...
