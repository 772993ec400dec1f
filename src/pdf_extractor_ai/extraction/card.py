"""The index card that a PDF may carry, for the report: ``with_card``. It is a hint and changes nothing in the tree.

What knows the format lies above this package, so it is imported when a card is looked for, and not before
(docs/decisions/0002-layer-in-extractor.md says why).
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pdf_extractor_ai.extraction.result import ExtractionResult
    from pdf_extractor_ai.source import Source

_log = logging.getLogger(__name__)


def with_card(result: ExtractionResult, source: Source) -> ExtractionResult:
    """``result`` with the card of ``source`` in its report, and as it was where there is none."""
    from pdf_extractor_ai.frontmatter.reader import card_summary

    try:
        card = card_summary(source.data)
    except Exception:  # whatever is in a card, it costs no extraction
        _log.exception("the card could not be looked at")
        return result
    return replace(result, report=replace(result.report, card=card)) if card else result
