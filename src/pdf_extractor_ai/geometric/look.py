"""How a block is set: what tells one kind of heading from another."""

from __future__ import annotations

from dataclasses import dataclass

from pdf_extractor_ai.geometric.block import Block


@dataclass(frozen=True, slots=True)
class Look:
    """Size in half points, weight, capitals, slant of a block."""

    size: float
    bold: bool
    caps: bool
    italic: bool

    def rank(self) -> tuple[float, bool, bool, bool]:
        """Sorts the strongest look first."""
        return -self.size, not self.bold, not self.caps, self.italic


def look_of(block: Block) -> Look:
    """The look of most of the block's characters; of the initials where it is set in small capitals."""
    style = block.style
    text = "".join(line.text for line in block.lines)
    letters = [char for char in text if char.isalpha()]
    caps = len(letters) > 2 and sum(char.isupper() for char in letters) > 0.9 * len(letters)
    size = style.size
    if caps:
        # Small capitals: the size is that of the initials.
        size = max(run.style.size for line in block.lines for run in line.runs if run.style.script == 0)
    return Look(round(size * 2) / 2, style.bold, caps, style.italic)
