"""Score our Markdown of the whole development corpus, set by set, and the recipes.

    python benchmarks/fidelity.py [--set NAME]... [--only GLOB] [--worst N] [--keep DIR] [--compare OLD.json]

Converts every document in worker processes, scores it with the corpus's own ``eval/score.py`` and prints one row
a set, ready for RESULTS.md. A document that fails or hangs scores 0 and is named. Needs the ``bench`` group:
``uv run --group bench python benchmarks/fidelity.py``.
"""

from __future__ import annotations

import argparse
import fnmatch
import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))  # spawned workers import ``conversion`` too

from conversion import ENGINES, SHARED, Source, convert, sources, truth_of
from scanned import scanned

from pdf_extractor_ai.workers import run_in_processes

SCORED = ("synth", "tables", "books", "tagged", "academic", "docling")
SETS = (*SCORED, "robust", "recipes")
NAMES = ("words", "order", "unbroken", "headings", "tree", "tables", "grid", "cells", "clean")


@dataclass(frozen=True, slots=True)
class Task:
    source: Source
    out: Path
    scorer: Path
    engine: str = "ours"
    ocr: bool = False
    scan: int = 0


@dataclass(slots=True)
class Outcome:
    """Scores, cost and findings of one document."""

    scores: dict[str, float] = field(default_factory=dict)
    pages: int = 0
    cpu_seconds: float = 0.0
    error: str = ""
    code: str = ""
    status: str = ""
    unaccounted: int = 0


@cache
def scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("corpus_score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["corpus_score"] = module
    spec.loader.exec_module(module)
    return module


def run_one(task: Task, tell: Callable[[Any], None]) -> Outcome:
    """Convert one document, write its Markdown, score it."""
    source = task.source
    data = source.path.read_bytes()
    if task.scan:
        data = scanned(data, password=source.password, dpi=task.scan)
    done = convert(data, password=source.password, name=source.path.name, engine=task.engine, do_ocr=task.ocr)
    if done.markdown:
        (task.out / source.group).mkdir(parents=True, exist_ok=True)
        (task.out / source.group / f"{source.name}.md").write_text(done.markdown, encoding="utf-8")
    outcome = Outcome(pages=done.pages, cpu_seconds=done.cpu_seconds, error=done.error, code=done.code)
    outcome.status = done.report.get("status", "failed")
    for page in done.report.get("pages", ()):
        parts = dict(page["characters"])
        outcome.unaccounted += abs(parts.pop("text_layer") - sum(parts.values()))
    if source.group in SCORED:
        tell("scoring")
        outcome.scores = score(task, done.markdown)
    return outcome


def score(task: Task, markdown: str) -> dict[str, float]:
    truth_md = task.source.path.with_name(f"{task.source.name}.truth.md")
    text = truth_md.read_text(encoding="utf-8") if truth_md.exists() else ""
    return dict(scorer(task.scorer).score(text, truth_of(task.source.path), markdown))


def run_all(tasks: list[Task], jobs: int, timeout: float, quiet: bool) -> dict[str, Outcome]:
    """Outcome per ``set/id``; a death or a hang scores 0 like an empty text."""
    outcomes: dict[str, Outcome] = {}
    with closing(run_in_processes(run_one, tasks, jobs, timeout=timeout)) as notes:
        for note in notes:
            task = tasks[note.index]
            if note.kind in ("started", "message"):
                continue
            outcome = note.value if note.kind == "done" else Outcome(error=f"{note.kind}: {note.value}", code=note.kind)
            if note.kind != "done" and task.source.group in SCORED:
                outcome.scores = score(task, "")
            outcomes[f"{task.source.group}/{task.source.name}"] = outcome
            if not quiet:
                print(f"\r{len(outcomes)}/{len(tasks)} {task.source.name:50.50}", end="", file=sys.stderr, flush=True)
    if not quiet:
        print("\r" + " " * 70 + "\r", end="", file=sys.stderr)
    return dict(sorted(outcomes.items()))


def mean(values: Iterable[float]) -> str:
    known = list(values)
    return f"{sum(known) / len(known):.3f}" if known else "-"


def print_table(outcomes: dict[str, Outcome], groups: list[str]) -> None:
    print("| set | docs | " + " | ".join(NAMES) + " | failed | pages/CPU-s |")
    print("|---" * (len(NAMES) + 4) + "|")
    for group in groups:
        rows = [o for key, o in outcomes.items() if key.startswith(f"{group}/")]
        cells = [mean(o.scores[name] for o in rows if name in o.scores) for name in NAMES]
        seconds = sum(o.cpu_seconds for o in rows)
        speed = f"{sum(o.pages for o in rows) / seconds:.0f}" if seconds else "-"
        failed = sum(bool(o.error) for o in rows)
        print(f"| {group} | {len(rows)} | " + " | ".join(cells) + f" | {failed} | {speed} |")


def print_worst(outcomes: dict[str, Outcome], groups: list[str], count: int) -> None:
    for group in groups:
        for name in NAMES:
            rows = sorted(
                (o.scores[name], key.partition("/")[2])
                for key, o in outcomes.items()
                if key.startswith(f"{group}/") and name in o.scores
            )
            if rows:
                print(f"{group} {name}: " + ", ".join(f"{doc} {value:.2f}" for value, doc in rows[:count]))


def print_failures(outcomes: dict[str, Outcome]) -> None:
    for key, outcome in outcomes.items():
        if outcome.error and not key.startswith(("robust/", "recipes/")):
            print(f"failed {key}: {outcome.error[:200]}")
        if outcome.unaccounted:
            print(f"unaccounted {key}: {outcome.unaccounted} characters")


def print_robust(outcomes: dict[str, Outcome], corpus: Path) -> None:
    """Who opens what others open; a typed error is fine where they fail, an untyped one never."""
    good = 0
    rows = {key: o for key, o in outcomes.items() if key.startswith("robust/")}
    for key, outcome in rows.items():
        expect = truth_of(corpus / f"{key}.pdf").get("expect", {})
        opens = bool(expect.get("poppler_opens") or expect.get("pdfium_opens"))
        problem = ""
        if outcome.code in ("unexpected", "died", "timeout", "error"):
            problem = outcome.error
        elif opens and outcome.error:
            problem = f"others open it: {outcome.error}"
        elif opens and expect.get("pages") and outcome.pages != expect["pages"]:
            problem = f"{outcome.pages} pages, others see {expect['pages']}"
        good += not problem
        if problem:
            print(f"{key}: {problem[:200]}")
    print(f"robust: {good} of {len(rows)} as expected")


def print_recipes(out: Path, outcomes: dict[str, Outcome]) -> None:
    for key, outcome in outcomes.items():
        if key.startswith("recipes/") and outcome.error:
            print(f"{key}: {outcome.error[:200]}")
    command = [sys.executable, str(SHARED / "recipes" / "check.py"), str(out / "recipes"), "--failed"]
    (out / "recipes").mkdir(exist_ok=True)
    print(subprocess.run(command, check=True, capture_output=True, text=True).stdout, end="")


def print_changes(outcomes: dict[str, Outcome], old_path: Path, least: float = 0.005) -> None:
    """Every score that moved since an earlier ``--json``, worst first."""
    old = json.loads(old_path.read_text(encoding="utf-8"))
    moved = [
        (value - old[key]["scores"][name], key, name)
        for key, outcome in outcomes.items()
        if key in old
        for name, value in outcome.scores.items()
        if abs(value - old[key]["scores"].get(name, value)) >= least
    ]
    for delta, key, name in sorted(moved):
        print(f"{delta:+.3f} {name:9} {key}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", choices=SETS, dest="sets", help="only this set; may be repeated")
    parser.add_argument("--only", default="*", help="a glob of document ids")
    parser.add_argument("--worst", type=int, default=0, help="list the N worst documents of every score")
    parser.add_argument("--keep", type=Path, help="keep the Markdown in this folder, as <set>/<id>.md")
    parser.add_argument("--json", type=Path, help="write every document's outcome here")
    parser.add_argument("--compare", type=Path, help="an earlier --json: list what moved")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds per document, scoring included")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="whose text to score")
    parser.add_argument("--ocr", action="store_true", help="with OCR of scanned pages")
    parser.add_argument("--scan", type=int, default=0, metavar="DPI", help="scan every document first; implies --ocr")
    parser.add_argument("--corpus", type=Path, default=SHARED / "corpus")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    groups = args.sets or list(SETS)
    with tempfile.TemporaryDirectory() as temporary:
        out = args.keep or Path(temporary)
        tasks = [
            Task(
                source, out, args.corpus.parent / "eval" / "score.py", args.engine, args.ocr or args.scan > 0, args.scan
            )
            for group in groups
            for source in sources(group, args.corpus)
            if fnmatch.fnmatch(source.name, args.only)
        ]
        # The long ones first, so that the last worker is not left alone with a book.
        tasks.sort(key=lambda task: -task.source.path.stat().st_size)
        out.mkdir(parents=True, exist_ok=True)
        outcomes = run_all(tasks, args.jobs, args.timeout, quiet=not sys.stderr.isatty())
        print_table(outcomes, [group for group in groups if group in SCORED])
        print_failures(outcomes)
        if args.worst:
            print_worst(outcomes, groups, args.worst)
        if "robust" in groups:
            print_robust(outcomes, args.corpus)
        if "recipes" in groups:
            print_recipes(out, outcomes)
    if args.compare:
        print_changes(outcomes, args.compare)
    if args.json:
        args.json.write_text(json.dumps({k: asdict(o) for k, o in outcomes.items()}, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
