"""Many documents through worker processes to files or standard output: what ``extract`` does after its options."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from pdf_extractor_ai.cli import conversion
from pdf_extractor_ai.cli.conversion import REPORT_IT, SUFFIXES, Failure, Options, Outcome, Task
from pdf_extractor_ai.cli.display import Display, listed, make_display
from pdf_extractor_ai.cli.figures import FigureOptions
from pdf_extractor_ai.cli.inputs import Input, unique_names
from pdf_extractor_ai.cli.output import write_json, write_stdout
from pdf_extractor_ai.files import replace_file
from pdf_extractor_ai.workers import Note, death, run_in_processes

FailOn = Literal["never", "failure", "partial"]
JSON_SCHEMA_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Plan:
    """Where results go and what is said about them.

    ``targets`` has a file per input, or is ``None`` for standard output; ``verbosity`` is -1 (errors only),
    0 or more.
    """

    options: Options
    targets: Sequence[Path] | None
    jobs: int = 1
    as_json: bool = False
    verbosity: int = 0
    timeout: float | None = None
    figures: FigureOptions | None = None


def run(inputs: Sequence[Input], plan: Plan) -> list[Outcome]:
    """The outcome of every input, in order, after its result is written and reported."""
    outcomes: dict[int, Outcome] = {}
    with make_display(len(inputs), quiet=plan.verbosity < 0) as display:
        order: list[int] = []
        tasks: list[Task] = []
        for index, (item, stem) in enumerate(zip(inputs, unique_names(inputs, ""), strict=True)):
            ready = _task(item, plan, stem, plan.targets[index] if plan.targets is not None else None)
            if isinstance(ready, Failure):
                outcomes[index] = Outcome("failed", failure=ready)
                _finish(index, item, outcomes[index], plan, display)
            else:
                order.append(index)
                tasks.append(ready)
        with closing(run_in_processes(conversion.convert, tasks, plan.jobs, timeout=plan.timeout)) as notes:
            for note in notes:
                index = order[note.index]
                outcome = _listen(index, inputs[index], note, display)
                if outcome is not None:
                    outcomes[index] = _finish(index, inputs[index], outcome, plan, display)
    return [outcomes[index] for index in range(len(inputs))]


def exit_code(outcomes: Sequence[Outcome], fail_on: FailOn) -> int:
    """0 when all is good by the standard of ``fail_on`` and of the least quality, 1 when everything failed, else 3."""
    if fail_on == "never":
        return 0
    failed = sum(outcome.failure is not None for outcome in outcomes)
    partial = sum(outcome.status == "partial" for outcome in outcomes)
    if failed == len(outcomes):
        return 1
    below = any(outcome.below for outcome in outcomes)
    return 3 if failed or below or (partial and fail_on == "partial") else 0


def targets_for(inputs: Sequence[Input], out: Path, to: conversion.Format) -> list[Path]:
    """One file in the folder ``out`` per input, no two the same."""
    return [out / name for name in unique_names(inputs, SUFFIXES[to])]


def _task(item: Input, plan: Plan, stem: str, target: Path | None) -> Task | Failure:
    if item.problem is not None:
        return Failure(*item.problem, "Check the path.")
    path = str(item.path) if item.path else None
    figures = plan.figures.for_document(stem, target) if plan.figures is not None else None
    try:
        return Task(item.name, path, None if path else item.read(), plan.options, figures)
    except OSError as error:
        return Failure("unreadable", error.strerror or str(error))


def _listen(index: int, item: Input, note: Note[Outcome], display: Display) -> Outcome | None:
    """Pass news on to the display; the outcome when the news is the last."""
    if note.kind == "started":
        display.started(index, item.label)
    elif note.kind == "message":
        display.moved(index, note.value)
    elif note.kind == "done":
        outcome: Outcome = note.value
        return outcome
    else:
        return Outcome("failed", failure=_process_failure(note))
    return None


def _process_failure(note: Note[Outcome]) -> Failure:
    if note.kind == "timeout":
        return Failure("timeout", "the time limit was reached", "Give more time with --timeout, or fewer --pages.")
    if note.kind == "died":
        return Failure("worker_died", death(note.value), "If memory is short, try --max-pages or --jobs 1.")
    return Failure("internal_error", str(note.value), REPORT_IT)


def _finish(index: int, item: Input, outcome: Outcome, plan: Plan, display: Display) -> Outcome:
    """Write the result, tell of it; the outcome again, or a failed one when the file cannot be written."""
    target = plan.targets[index] if plan.targets is not None else None
    if target is not None and outcome.content:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            replace_file(target, outcome.content.encode("utf-8", "replace"))
        except OSError as error:
            failure = Failure("cannot_write", f"{target}: {error.strerror or error}")
            outcome = Outcome("failed", report=outcome.report, failure=failure)
    display.ended(index, _lines(item, outcome, target, plan.verbosity))
    if plan.as_json:
        write_json(_record(item, outcome, target, plan))
    elif target is None and outcome.content:
        write_stdout(outcome.content)
    return outcome


def _record(item: Input, outcome: Outcome, target: Path | None, plan: Plan) -> dict[str, Any]:
    """The JSON object of one input; docs/reference/cli.md describes it."""
    written = target is not None and bool(outcome.content)
    record: dict[str, Any] = {
        "schema_version": JSON_SCHEMA_VERSION,
        "input": item.label,
        "status": outcome.status,
        "pages": (outcome.report or {}).get("page_count", 0),
        "outputs": [{"format": plan.options.to, "path": str(target)}] if written else [],
        "report": outcome.report,
        "error": asdict(outcome.failure) if outcome.failure else None,
    }
    if target is None and outcome.content:
        record["content"] = json.loads(outcome.content) if plan.options.to == "json" else outcome.content
    return record


def _lines(item: Input, outcome: Outcome, target: Path | None, verbosity: int) -> list[str]:
    """What standard error says of one document."""
    if outcome.failure is not None:
        lines = [f"{item.label}: error: {outcome.failure.message} [{outcome.failure.code}]"]
        return lines + ([f"  {outcome.failure.remedy}"] if outcome.failure.remedy else [])
    if verbosity < 0:
        return []
    report = outcome.report or {}
    pages = report.get("page_count", 0)
    count = f"{pages} page" if pages == 1 else f"{pages} pages"
    lines = [f"{item.label}: {outcome.status}, {count}" + (f" -> {target}" if target else "")]
    flags = report.get("flags", ())
    if outcome.below:
        lines.append(_below_line(outcome))
    if verbosity > 0:
        return lines + [_flag_line(flag, [flag["page"]]) for flag in flags]
    return lines + (_grouped(flags) if outcome.status == "partial" else [])


def _grouped(flags: Iterable[dict[str, Any]]) -> list[str]:
    """One line per code, with all its pages."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for flag in flags:
        groups.setdefault(flag["code"], []).append(flag)
    return [_flag_line(group[0], [flag["page"] for flag in group]) for group in groups.values()]


def _flag_line(flag: dict[str, Any], pages: list[int | None]) -> str:
    shown = listed(dict.fromkeys(page for page in pages if page is not None))
    place = f"page {shown}: " if shown else ""
    return f"  {place}{flag['message']} [{flag['code']}]" + (f" {flag['remedy']}" if flag["remedy"] else "")


def _below_line(outcome: Outcome) -> str:
    pages = {page["page"]: page["quality"] for page in (outcome.report or {}).get("pages", ())}
    least = min(pages[page]["score"] for page in outcome.below)
    reasons = dict.fromkeys(reason for page in outcome.below for reason in pages[page]["reasons"])
    return f"  page {listed(outcome.below)}: quality down to {least:.2f} ({', '.join(reasons)}) [below_min_quality]"


def report_totals(outcomes: Sequence[Outcome]) -> str:
    """One sentence over several documents."""
    failed = sum(outcome.failure is not None for outcome in outcomes)
    partial = sum(outcome.status == "partial" for outcome in outcomes)
    return f"{len(outcomes)} documents: {len(outcomes) - failed - partial} complete, {partial} partial, {failed} failed"


def say(text: str) -> None:
    """A line on standard error."""
    print(text, file=sys.stderr)
