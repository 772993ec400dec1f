"""Book folders per wall second on all cores, with ``pdftotext -layout`` beside it in the same run.

    python benchmarks/book_speed.py [CORPUS] [--only GLOB] [--jobs N] [--repeat N] [--images]

Both read the same PDFs with the same number of processes and write their files to a folder of their own. ``book``
is the command as a user calls it, from the start of the interpreter on. The best of the repeats counts; memory is
the highest resident set of the largest process of a run, as the kernel reports it. ``--images`` cuts figures out,
which ``pdftotext`` cannot.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from conversion import SHARED, Source, sources


@dataclass(frozen=True, slots=True)
class Run:
    """One pass over all documents."""

    pages: int
    seconds: float
    cpu_seconds: float
    peak_mb: float
    documents: int
    failed: int = 0


def watched(command: list[str], **options: int) -> tuple[int, float, float]:
    """Exit code, CPU seconds and peak memory in MB of a command and the processes that it waited for."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def books(chosen: list[Source], jobs: int, images: bool) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [sys.executable, "-m", "pdf_extractor_ai", "book", *(str(source.path) for source in chosen)]
        command += ["-o", folder, "--jobs", str(jobs), "--json", "-q"]
        command += ["--images", "crops" if images else "placeholders"]
        start = time.perf_counter()
        with log.open("wb") as out:
            _, cpu, peak = watched(command, stdout=out.fileno())
        seconds = time.perf_counter() - start
        records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    good = [record for record in records if record["error"] is None]
    return Run(sum(r["pages"] for r in good), seconds, cpu, peak, len(good), len(records) - len(good))


def pdftotext(chosen: list[Source], jobs: int, pages: int) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        commands = [
            ["pdftotext", "-layout", str(source.path), str(Path(folder) / f"{source.name}.txt")] for source in chosen
        ]
        start = time.perf_counter()
        with ThreadPoolExecutor(jobs) as pool:
            done = list(pool.map(watched, commands))
        seconds = time.perf_counter() - start
    failed = sum(code != 0 for code, _, _ in done)
    cpu, peak = sum(cpu for _, cpu, _ in done), max(peak for _, _, peak in done)
    return Run(pages, seconds, cpu, peak, len(done) - failed, failed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?", default=SHARED / "corpus")
    parser.add_argument("--only", default="*", help="a glob of document ids")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--images", action="store_true", help="cut figures out too")
    args = parser.parse_args()
    chosen = [source for source in sources("books", args.corpus) if fnmatch.fnmatch(source.name, args.only)]
    if not chosen:
        print(f"no PDFs of books in {args.corpus}", file=sys.stderr)
        return 2
    ours = [books(chosen, args.jobs, args.images) for _ in range(args.repeat)]
    theirs = [pdftotext(chosen, args.jobs, ours[0].pages) for _ in range(args.repeat)]
    print(f"{args.jobs} processes, best of {args.repeat}, load {os.getloadavg()[0]:.1f}\n")
    print("| | documents | failed | pages | wall s | pages/s | CPU s | peak MB (largest process) |")
    print("|---|---|---|---|---|---|---|---|")
    for name, runs in (("book folders", ours), ("pdftotext -layout", theirs)):
        best = min(runs, key=lambda run: run.seconds)
        peak = max(run.peak_mb for run in runs)
        print(
            f"| {name} | {best.documents} | {best.failed} | {best.pages} | {best.seconds:.1f} "
            f"| {best.pages / best.seconds:.0f} | {best.cpu_seconds:.1f} | {peak:.0f} |"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
