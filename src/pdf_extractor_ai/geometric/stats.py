"""Figures of the whole document from which the rules derive their thresholds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdf_extractor_ai.geometric.block import Block
from pdf_extractor_ai.geometric.page import Page, Style


@dataclass(slots=True)
class DocumentStats:
    """``body`` is the commonest style of running text, ``sizes`` counts characters per size in half points."""

    body: Style
    sizes: Counter[float] = field(default_factory=Counter)
    rtl: bool = False
    indents: frozenset[int] = frozenset()
    """Distances of paragraphs from the left edge of their column, in points, that hold a fifth of the text or more."""
    bold_code: bool = False
    """True when code is set in a bold face throughout, so that its weight makes no line of it a heading."""

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
    body, sizes = _commonest(styles)
    return DocumentStats(body, sizes, rtl > total / 2)


def prose_stats(blocks: Sequence[Block], stats: DocumentStats) -> DocumentStats:
    """The statistics of what stands outside of tables, contents and captions, once that is known.

    A reference whose pages are mostly tables has its body in the sentences between them. Fewer than a twentieth of
    the document's characters (and fewer than 400) tell nothing; then ``stats`` come back as they are.
    """
    styles: Counter[Style] = Counter()
    indents: Counter[int] = Counter()
    for block in blocks:
        if block.kind not in ("text", "list_item", "code"):
            continue
        if block.kind == "text":
            indents[round(min(line.x0 for line in block.lines) - block.left)] += len(block.text)
        for line in block.lines:
            weight = 2 if len(line.text) > 40 else 1
            for style, part in line.pieces():
                styles[style._replace(color=0, script=0, strike=False)] += weight * len(part)
    if styles.total() < max(400, 0.05 * stats.sizes.total()):
        return stats
    body, sizes = _commonest(styles)
    usual = frozenset(
        indent + step for indent, count in indents.items() if count >= 0.2 * indents.total() for step in (-1, 0, 1)
    )
    return DocumentStats(body, sizes, stats.rtl, usual, _is_code_bold(blocks))


def _is_code_bold(blocks: Sequence[Block]) -> bool:
    """Whether most code is bold that stands in blocks of several lines or among other words."""
    weights: Counter[bool] = Counter()
    for block in blocks:
        if block.kind in ("text", "list_item", "code") and not (block.kind == "code" and len(block.lines) == 1):
            for style, part in (piece for line in block.lines for piece in line.pieces()):
                weights[style.bold] += len(part) if style.mono else 0
    return weights[True] > weights[False]


def _commonest(styles: Counter[Style]) -> tuple[Style, Counter[float]]:
    """The body's style and the characters per size; code counts only where there is little else."""
    prose = Counter({style: weight for style, weight in styles.items() if not style.mono})
    if prose.total() > 0.15 * styles.total():
        # A manual may hold more code than text; the text is still its body.
        styles = prose
    sizes: Counter[float] = Counter()
    for style, weight in styles.items():
        sizes[round(style.size * 2) / 2] += weight
    size = sizes.most_common(1)[0][0]
    near = (style for style in styles if abs(style.size - size) <= 0.5)
    return max(near, key=lambda style: (styles[style], style.font), default=next(iter(styles))), sizes
