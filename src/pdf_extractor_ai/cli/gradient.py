"""A progress bar that runs from one colour into another. Imports rich; to be imported only for a terminal."""

from __future__ import annotations

from rich.progress import ProgressColumn, Task
from rich.text import Text

_FROM, _TO = (20, 110, 140), (90, 220, 180)
_EMPTY = "grey37"


class GradientBar(ProgressColumn):
    """``width`` cells; rich leaves the colours out where the terminal or ``NO_COLOR`` wants none."""

    def __init__(self, width: int = 30) -> None:
        super().__init__()
        self._width = width

    def render(self, task: Task) -> Text:
        """The bar of one task; empty as long as its length is unknown."""
        full = int(self._width * task.completed / task.total) if task.total else 0
        full = min(self._width, max(0, full))
        bar = Text()
        for cell in range(full):
            bar.append("━", style=f"rgb({','.join(map(str, self._colour(cell)))})")
        return bar.append("─" * (self._width - full), style=_EMPTY)

    def _colour(self, cell: int) -> tuple[int, ...]:
        share = cell / max(1, self._width - 1)
        return tuple(round(start + (end - start) * share) for start, end in zip(_FROM, _TO, strict=True))
