"""PDFs into book folders with news on standard error and a table, or JSON lines, on standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pdf_extractor_ai.book.batch import BatchNews, BookOutcome, make_books
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.cli.conversion import REMEDIES
from pdf_extractor_ai.cli.display import Display, listed, make_display, printable
from pdf_extractor_ai.cli.inputs import STDIN, Input, find_inputs, names_one_file
from pdf_extractor_ai.cli.output import write_json, write_stdout

DEFAULT_OUT = Path("~/Documents/ytpmd")
"""Where books go unless the caller says otherwise."""

JSON_SCHEMA_VERSION = "1"
INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class BookPlan:
    """What is wanted of all books together; see `make_books` for its names. ``out`` may begin with ``~``."""

    out: Path = DEFAULT_OUT
    options: BookOptions = field(default_factory=BookOptions)
    name: str | None = None
    jobs: int = 0
    replace: bool = False
    resume: bool = False
    timeout: float | None = None
    as_json: bool = False
    quiet: bool = False
    min_quality: float = 0.0


def run(arguments: Sequence[str], plan: BookPlan) -> int:
    """Make the books that ``arguments`` name and say what became of them; the exit code.

    Several PDFs, or a folder of them, become a batch folder, named after the one folder, else ``batch``. An
    interrupt is no exception to the caller: it is exit code 130, after everything has been cleaned up.
    """
    found = find_inputs(arguments)
    name = plan.name
    if name is None and not names_one_file(arguments):
        only = Path(arguments[0]) if len(arguments) == 1 else None
        name = only.resolve().name if only is not None and only.is_dir() else "batch"
    talk = _Talk(found, plan)
    try:
        with make_display(len(found), quiet=plan.quiet, telling=True) as display:
            talk.display = display
            for item in found:
                if item.problem is not None:
                    code, message = item.problem
                    talk.ended(item.label, BookOutcome(item.label, "failed", code=code, message=message))
            make_books(
                talk.paths,
                plan.out.expanduser(),
                plan.options,
                batch_name=name,
                jobs=plan.jobs,
                replace=plan.replace,
                resume=plan.resume,
                timeout=plan.timeout,
                on_news=talk.news,
            )
    except (KeyboardInterrupt, SystemExit):
        talk.close()
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    talk.close()
    return _exit_code(talk.outcomes, plan.min_quality)


def refuses(arguments: Sequence[str]) -> str:
    """Why ``arguments`` make no sense together, ``""`` when they do."""
    if STDIN in arguments:
        return "a book needs a file with a name; standard input has none"
    return ""


class _Talk:
    """Passes news on to the display and keeps the outcomes for the table."""

    def __init__(self, found: Sequence[Input], plan: BookPlan) -> None:
        self.paths = [item.path for item in found if item.problem is None and item.path is not None]
        self.outcomes: list[BookOutcome] = []
        self.display: Display | None = None
        self._plan = plan
        self._total = len(found)

    def news(self, news: BatchNews) -> None:
        """What `make_books` tells."""
        label = str(self.paths[news.index])
        if news.outcome is not None:
            self.ended(label, news.outcome, news.index)
        elif self.display is not None and news.step is not None:
            self.display.moved(news.index, news.step)
        elif self.display is not None:
            self.display.started(news.index, label)

    def ended(self, label: str, outcome: BookOutcome, index: int = -1) -> None:
        """One input is through."""
        outcome = replace(outcome, remedy=REMEDIES.get(outcome.code, outcome.remedy))
        self.outcomes.append(outcome)
        if self.display is not None:
            self.display.ended(index, self._lines(label, outcome))
        if self._plan.as_json:
            write_json(_record(outcome, self._plan.min_quality))

    def close(self) -> None:
        """The table, when there is anything to compare."""
        if not self._plan.as_json and not self._plan.quiet and len(self.outcomes) > 1:
            write_stdout(table(sorted(self.outcomes, key=lambda outcome: outcome.document)))

    def _lines(self, label: str, outcome: BookOutcome) -> list[str]:
        if outcome.status == "failed":
            lines = [f"{label}: error: {outcome.message} [{outcome.code}]"]
            return lines + ([f"  {outcome.remedy}"] if outcome.remedy else [])
        if self._plan.quiet or outcome.status == "cancelled":
            return []
        place = f"[{len(self.outcomes)}/{self._total}] " if self._total > 1 else ""
        counts = f"{_count(outcome.chapters, 'chapter')}, {_count(outcome.pages, 'page')}"
        word = "is there already" if outcome.status == "skipped" else f"{outcome.seconds:.1f} s"
        lines = [f"{place}{label}: {counts}, {word} -> {outcome.folder}", *(f"  {line}" for line in outcome.warnings)]
        if below := _below(outcome, self._plan.min_quality):
            least = min(outcome.scores[page] for page in below)
            lines.append(f"  page {listed(below)}: quality down to {least:.2f} [below_min_quality]")
        return lines


def table(outcomes: Sequence[BookOutcome]) -> str:
    """A row per document and one of totals, in columns of plain text."""
    head = ("document", "status", "chapters", "pages", "words", "~tokens", "seconds", "folder")
    rows = [head, *(_row(outcome) for outcome in outcomes), _totals(outcomes)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if 2 <= column <= 6 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def _row(outcome: BookOutcome) -> tuple[str, ...]:
    name = printable(Path(outcome.document).name)
    last = printable(outcome.folder or outcome.message)
    numbers = (outcome.chapters, outcome.pages, outcome.words, outcome.tokens)
    shown = [f"{number:,}" if outcome.folder else "-" for number in numbers]
    return (name, outcome.status, *shown, f"{outcome.seconds:.1f}", last)


def _totals(outcomes: Sequence[BookOutcome]) -> tuple[str, ...]:
    count = {status: sum(outcome.status == status for outcome in outcomes) for status in ("done", "skipped", "failed")}
    left = len(outcomes) - sum(count.values())
    said = ", ".join(
        f"{number} {status}" for status, number in [*count.items(), ("cancelled", left)] if number or status == "done"
    )
    numbers = (sum(getattr(outcome, key) for outcome in outcomes) for key in ("chapters", "pages", "words", "tokens"))
    return (f"all {len(outcomes)}", said, *(f"{number:,}" for number in numbers), "", "")


def _record(outcome: BookOutcome, least: float) -> dict[str, Any]:
    """The JSON object of one input; docs/reference/cli.md describes it."""
    record = asdict(outcome)
    record["below"] = _below(outcome, least)
    del record["scores"]
    error = {key: record.pop(key) for key in ("code", "message", "remedy")}
    return {
        "schema_version": JSON_SCHEMA_VERSION,
        "input": record.pop("document"),
        **record,
        "error": error if outcome.status == "failed" else None,
    }


def _below(outcome: BookOutcome, least: float) -> list[int]:
    return [page for page, score in sorted(outcome.scores.items()) if score < least]


def _exit_code(outcomes: Sequence[BookOutcome], least: float) -> int:
    failed = sum(outcome.status == "failed" for outcome in outcomes)
    if failed == len(outcomes):
        return 1
    return 3 if failed or any(_below(outcome, least) for outcome in outcomes) else 0


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
