"""Many PDFs into book folders at once: ``make_books``. One bad file never stops the rest."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pdf_extractor_ai.book.naming import folder_names
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.errors import BookExistsError, BookFormatError, PdfExtractorError
from pdf_extractor_ai.files import refusal
from pdf_extractor_ai.workers import Note, death, run_in_processes

if TYPE_CHECKING:
    from pdf_extractor_ai.extractor import PdfExtractor

BATCH_HEADING = "# Batch Library: "
"""How the README of a batch folder begins."""

Status = Literal["done", "skipped", "failed", "cancelled"]
Step = tuple[str, int, int]
"""Stage, page, pages in all."""


@dataclass(frozen=True, slots=True)
class BookOutcome:
    """What became of one PDF.

    ``status`` is ``done``, ``skipped`` (its folder is there already), ``failed`` or ``cancelled`` (not begun, or
    stopped). ``folder`` is set in the first two cases, ``code``, ``message`` and ``remedy`` in the third. ``scores``
    maps pages to their quality, 0 to 1; without those that were not assessed, and empty for what was skipped.
    """

    document: str
    status: Status
    folder: str = ""
    chapters: int = 0
    files: int = 0
    pages: int = 0
    words: int = 0
    tokens: int = 0
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()
    scores: Mapping[int, float] = field(default_factory=dict)
    code: str = ""
    message: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class BatchNews:
    """News of PDF number ``index``: with neither ``step`` nor ``outcome`` work on it has begun."""

    index: int
    step: Step | None = None
    outcome: BookOutcome | None = None


@dataclass(frozen=True, slots=True)
class BookTask:
    """One PDF for a worker process."""

    path: str
    out: str
    folder: str | None
    options: BookOptions
    replace: bool = False
    resume: bool = False


def make_books(
    paths: Sequence[Path],
    out: Path,
    options: BookOptions | None = None,
    *,
    batch_name: str | None = None,
    jobs: int = 0,
    replace: bool = False,
    resume: bool = False,
    timeout: float | None = None,
    on_news: Callable[[BatchNews], None] = lambda news: None,
) -> list[BookOutcome]:
    """The outcome of every PDF of ``paths``, in their order; their folders are under ``out``.

    With ``batch_name`` they are under ``out/batch_name``, beside a README that lists them; PDFs of one name get
    different folders. ``jobs`` processes (0: one per CPU) draw from a queue of 64; ``timeout`` is in seconds per
    PDF. ``replace`` takes the place of other books of that name; ``resume`` leaves alone what was made from the
    same bytes, whatever the options were. Ctrl-C (or ``SystemExit`` from a signal handler) stops the workers,
    tells of the rest as ``cancelled``, and is raised again. Raises ``BookExistsError`` when the batch's README is
    not ours.
    """
    directory = out if batch_name is None else out / batch_name
    if batch_name is not None:
        _check_readme(directory / "README.md")
    named = batch_name is not None or len(paths) > 1
    names = folder_names(paths) if named else {}
    settings = options or BookOptions()
    tasks = [BookTask(str(path), str(directory), names.get(path), settings, replace, resume) for path in paths]
    run = _Run(tasks, on_news)
    try:
        with closing(run_in_processes(convert, tasks, jobs or os.cpu_count() or 1, timeout=timeout)) as notes:
            for note in notes:
                run.hear(note)
    except BaseException:
        run.cancel()
        with suppress(OSError, PdfExtractorError):  # what stopped the run is the news, not this
            _write_readme(directory, batch_name, run.outcomes)
        raise
    _write_readme(directory, batch_name, run.outcomes)
    return [run.outcomes[index] for index in range(len(paths))]


class _Run:
    """Turns the notes of the workers into news and outcomes."""

    def __init__(self, tasks: Sequence[BookTask], on_news: Callable[[BatchNews], None]) -> None:
        self.outcomes: dict[int, BookOutcome] = {}
        self._tasks = tasks
        self._tell = on_news
        self._begun: dict[int, float] = {}

    def hear(self, note: Note[BookOutcome]) -> None:
        """Pass a note on."""
        if note.kind == "started":
            self._begun[note.index] = time.monotonic()
            self._tell(BatchNews(note.index))
        elif note.kind == "message":
            self._tell(BatchNews(note.index, step=note.value))
        else:
            if note.kind in ("died", "timeout"):
                _clean_up(self._tasks[note.index])
            seconds = round(time.monotonic() - self._begun[note.index], 3)
            self._settle(note.index, replace_fields(_settled(note, self._tasks[note.index].path), seconds=seconds))

    def cancel(self) -> None:
        """Settle what is not settled; nobody works on it any more."""
        for index, task in enumerate(self._tasks):
            if index not in self.outcomes:
                if index in self._begun:
                    _clean_up(task)
                self._settle(index, BookOutcome(task.path, "cancelled"))

    def _settle(self, index: int, outcome: BookOutcome) -> None:
        self.outcomes[index] = outcome
        self._tell(BatchNews(index, outcome=outcome))


def convert(task: BookTask, tell: Callable[[Any], None]) -> BookOutcome:
    """What a worker process does with one PDF; never raises for a bad one."""
    from pdf_extractor_ai.book.conversion import book_from_pdf

    try:
        if task.resume and (folder := _made_before(task)) is not None:
            return _from_manifest(task, folder)
        folder, book = book_from_pdf(
            Path(task.path),
            Path(task.out),
            task.options,
            folder=task.folder,
            replace=task.replace,
            progress=lambda step: tell((step.stage, step.page, step.total)),
            extractor=_extractor(task.options.engine),
        )
    except PdfExtractorError as error:
        return BookOutcome(task.path, "failed", code=error.code, message=str(error), remedy=error.remedy)
    except OSError as error:
        code, message = refusal(error, task.path)
        return BookOutcome(task.path, "failed", code=code, message=message)
    except MemoryError:
        message, remedy = "there was not enough memory", "Try fewer jobs, or a range of pages."
        return BookOutcome(task.path, "failed", code="out_of_memory", message=message, remedy=remedy)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        return BookOutcome(task.path, "failed", code="internal_error", message=message)
    return BookOutcome(
        task.path,
        "done",
        str(folder),
        len({chapter.index for chapter in book.chapters}),
        len(book.chapters),
        book.page_count,
        book.words,
        book.tokens,
        warnings=book.warnings,
        scores=dict(book.scores),
    )


@cache
def _extractor(engine: Literal["geometric", "neural"]) -> PdfExtractor:
    """One extractor per process, for all PDFs that the process gets."""
    from pdf_extractor_ai.extractor import PdfExtractor

    return PdfExtractor(num_workers=1, engine=engine)


def _settled(note: Note[BookOutcome], document: str) -> BookOutcome:
    """The outcome that a task's last note brings, or stands for."""
    if note.kind == "done":
        outcome: BookOutcome = note.value
        return outcome
    if note.kind == "timeout":
        code, message, remedy = "timeout", "the time limit was reached", "Give more time, or a range of pages."
    elif note.kind == "died":
        code, message, remedy = "worker_died", death(note.value), "If memory is short, try one job at a time."
    else:
        code, message, remedy = "internal_error", str(note.value), ""
    return BookOutcome(document, "failed", code=code, message=message, remedy=remedy)


def _clean_up(task: BookTask) -> None:
    """Take away what a worker that is gone left of this task."""
    from pdf_extractor_ai.book.leftovers import clean_up

    clean_up(Path(task.out), _folder(task))


def _folder(task: BookTask) -> str:
    path = Path(task.path)
    return task.folder or folder_names([path])[path]


def _made_before(task: BookTask) -> Path | None:
    """The folder that an earlier run made from the same bytes."""
    from pdf_extractor_ai.book.manifest import read_manifest

    path, out = Path(task.path), Path(task.out)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    name = _folder(task)
    for folder in (out / name, out / f"{name}-{digest[:8]}"):
        try:
            if read_manifest(folder).get("source_sha256") == digest:
                return folder
        except (BookFormatError, OSError):
            continue
    return None


def _from_manifest(task: BookTask, folder: Path) -> BookOutcome:
    from pdf_extractor_ai.book.manifest import read_manifest

    manifest = read_manifest(folder)
    chapters, files, pages, words, tokens = (
        int(manifest.get(key, 0))
        for key in ("total_chapters", "total_files", "total_pages", "total_words", "estimated_tokens")
    )
    return BookOutcome(task.path, "skipped", str(folder), chapters, files, pages, words, tokens)


def _check_readme(path: Path) -> None:
    """Raise ``BookExistsError`` when a file of somebody else's would be written over."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        if not file.readline().startswith(BATCH_HEADING):
            raise BookExistsError(f"{path} is not the list of a batch", remedy="Choose another name for the batch.")


def _write_readme(directory: Path, name: str | None, outcomes: Mapping[int, BookOutcome]) -> None:
    """The list of a batch, if it is one and there is a book in it."""
    from pdf_extractor_ai.book.writer import write_batch_readme

    if name is None or not any(outcome.folder for outcome in outcomes.values()):
        return
    ordered = [outcome for _, outcome in sorted(outcomes.items())]
    failed = [
        (Path(outcome.document).name, outcome.message or "not converted: the run was stopped")
        for outcome in ordered
        if not outcome.folder
    ]
    done = [(Path(outcome.document).name, Path(outcome.folder), None) for outcome in ordered if outcome.folder]
    write_batch_readme(directory, name, [*done], failed)
