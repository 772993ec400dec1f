"""What a person sees on standard error: a progress bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Step = tuple[str, int, int]


class Display(Protocol):
    """Hears of documents as they start, move and end."""

    def started(self, index: int, label: str) -> None:
        """Work on a document begins."""

    def moved(self, index: int, step: Step) -> None:
        """A document is at ``(stage, page, total)``."""

    def ended(self, index: int, lines: list[str]) -> None:
        """A document is through; ``lines`` are to be shown."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def printable(text: str) -> str:
    """``text`` with control characters escaped: names and messages may come from a hostile file."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


class LineDisplay:
    """Says nothing until a document is through."""

    def started(self, index: int, label: str) -> None:
        """Nothing."""

    def moved(self, index: int, step: Step) -> None:
        """Nothing."""

    def ended(self, index: int, lines: list[str]) -> None:
        """The lines, on standard error."""
        for line in lines:
            print(printable(line), file=sys.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stderr.flush()


class BarDisplay:
    """One bar per document in work, one for all of them, gone at the end."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._bars: dict[int, TaskID] = {}
        self._progress, self._overall = _rich_progress(total)

    def started(self, index: int, label: str) -> None:
        """A bar for the document, its length unknown as yet."""
        self._bars[index] = self._progress.add_task(printable(label)[-40:], total=None, stage="opening")

    def moved(self, index: int, step: Step) -> None:
        """The bar stands at the page."""
        stage, page, total = step
        self._progress.update(self._bars[index], completed=page, total=total, stage=stage)

    def ended(self, index: int, lines: list[str]) -> None:
        """The bar goes, the lines appear above the others."""
        from rich.text import Text

        if (bar := self._bars.pop(index, None)) is not None:
            self._progress.remove_task(bar)
        for line in lines:
            self._progress.console.print(Text(printable(line)), soft_wrap=True)
        if self._overall is not None:
            self._progress.advance(self._overall)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def _rich_progress(total: int) -> tuple[Progress, TaskID | None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    progress = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[stage]}", markup=False),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # standard output is the result's
        redirect_stderr=False,
    )
    overall = progress.add_task("all", total=total, stage="documents") if total > 1 else None
    return progress, overall


def make_display(total: int, *, quiet: bool) -> Display:
    """A bar on a terminal that can show one, else lines; ``quiet`` wants no bar either."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return LineDisplay()
    return BarDisplay(total)
