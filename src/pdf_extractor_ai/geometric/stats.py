"""Figures of the whole document from which the rules derive their thresholds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.geometric.page import Page, Style


@dataclass(slots=True)
class DocumentStats:
    """``body`` is the commonest style of running text, ``sizes`` counts characters per size in half points."""

    body: Style
    sizes: Counter[float] = field(default_factory=Counter)
    rtl: bool = False

    @property
    def body_size(self) -> float:
        """Size of the body text in points."""
        return self.body.size


def document_stats(pages: Sequence[Page]) -> DocumentStats:
    """Statistics over the visible upright lines of all pages; lines of prose weigh more than labels."""
    styles: Counter[Style] = Counter()
    rtl = total = 0
    for page in pages:
        for line in page.lines:
            count = len(line.text)
            total += count
            rtl += count if line.rtl else 0
            for style, part in line.pieces():
                weight = len(part) * (2 if count > 40 else 1)
                styles[style._replace(color=0, script=0, strike=False)] += weight
    if not styles:
        return DocumentStats(Style("", 10.0))
    prose = Counter({style: weight for style, weight in styles.items() if not style.mono})
    if prose.total() > 0.15 * styles.total():
        # A manual may hold more code than text; the text is still its body.
        styles = prose
    sizes: Counter[float] = Counter()
    for style, weight in styles.items():
        sizes[round(style.size * 2) / 2] += weight
    size = sizes.most_common(1)[0][0]
    best = max(
        (s for s in styles if abs(s.size - size) <= 0.5), key=lambda s: (styles[s], s.font), default=next(iter(styles))
    )
    return DocumentStats(best, sizes, rtl > total / 2)
