"""What a person sees on standard error: a progress bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Step = tuple[str, int, int]
_TELL_SECONDS = 5.0
_LISTED = 10  # numbers that one line names


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


def listed(pages: Iterable[int]) -> str:
    """The first few numbers, and how many more there are."""
    known = [str(page) for page in pages]
    return ", ".join(known[:_LISTED]) + (f" and {len(known) - _LISTED} more" if len(known) > _LISTED else "")


class LineDisplay:
    """Lines on standard error: what is through, and with ``telling`` now and then how far a document is."""

    def __init__(self, *, telling: bool = False) -> None:
        self._telling = telling
        self._labels: dict[int, str] = {}
        self._told: dict[int, float] = {}

    def started(self, index: int, label: str) -> None:
        """The name, if asked to tell."""
        self._labels[index], self._told[index] = label, time.monotonic()
        if self._telling:
            print(f"{printable(label)}: begun", file=sys.stderr, flush=True)

    def moved(self, index: int, step: Step) -> None:
        """Stage and page, if asked to tell and nothing was told for a while."""
        if self._telling and time.monotonic() - self._told[index] >= _TELL_SECONDS:
            stage, page, total = step
            self._told[index] = time.monotonic()
            print(f"{printable(self._labels[index])}: {stage}, page {page} of {total}", file=sys.stderr, flush=True)

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
        self._pages: dict[int, int] = {}
        self._progress, self._overall = _rich_progress(total)

    def started(self, index: int, label: str) -> None:
        """A bar for the document, its length unknown as yet."""
        self._bars[index] = self._progress.add_task(printable(label)[-40:], total=None, stage="opening")

    def moved(self, index: int, step: Step) -> None:
        """The bar stands at the page."""
        stage, page, total = step
        if stage == "read":
            self._pages[index] = page
        self._progress.update(self._bars[index], completed=page, total=total, stage=stage)
        self._count()

    def ended(self, index: int, lines: list[str]) -> None:
        """The bar goes, the lines appear above the others."""
        from rich.text import Text

        if (bar := self._bars.pop(index, None)) is not None:
            self._progress.remove_task(bar)
        for line in lines:
            self._progress.console.print(Text(printable(line)), soft_wrap=True)
        if self._overall is not None:
            self._progress.advance(self._overall)
            self._count()

    def _count(self) -> None:
        if self._overall is not None and self._pages:
            self._progress.update(self._overall, stage=f"documents, {sum(self._pages.values()):,} pages read")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def _rich_progress(total: int) -> tuple[Progress, TaskID | None]:
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from pdf_extractor_ai.cli.gradient import GradientBar

    progress = Progress(
        TextColumn("{task.description}", markup=False),
        GradientBar(),
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


def make_display(total: int, *, quiet: bool, telling: bool = False) -> Display:
    """A bar on a terminal that can show one, else lines; ``quiet`` wants no bar either, ``telling`` more lines."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return LineDisplay(telling=telling and not quiet)
    return BarDisplay(total)
