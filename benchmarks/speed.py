"""Pages per CPU-second and peak memory, ours beside PDFium's plain text, over the books and synth sets.

    python benchmarks/speed.py [CORPUS] [--set NAME]... [--only GLOB] [--limit N] [--memory]

Every document is converted in a fresh process, PDF bytes to Markdown (PDFium: to plain text), after a warm-up
document that pays for imports and caches. CPU time is that of all threads of the process, memory is the process's
highest resident set. ``--memory`` compares the longest book with its own first 50 pages instead.
"""

from __future__ import annotations

import argparse
import fnmatch
import multiprocessing
import resource
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # spawned workers import ``conversion`` too

from conversion import ENGINES, SHARED, Source, convert, sources

WARM_UP = Path(__file__).resolve().parents[1] / "tests" / "data" / "samples" / "crop-prospects.pdf"
FIRST_PAGES = 50


@dataclass(frozen=True, slots=True)
class Cost:
    """What one document took; ``base_mb`` is the process's peak before it."""

    pages: int
    cpu_seconds: float
    peak_mb: float
    base_mb: float
    error: str = ""


def peak_mb() -> float:
    value = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return value / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def measure(source: Source, engine: str, max_pages: int | None = None) -> Cost:
    """Runs in a process of its own."""
    convert(WARM_UP.read_bytes(), password=None, name="warm-up", engine=engine)
    data = source.path.read_bytes()
    base = peak_mb()
    done = convert(data, password=source.password, name=source.path.name, engine=engine, max_pages=max_pages)
    return Cost(done.pages, done.cpu_seconds, peak_mb(), base, done.error)


def alone(source: Source, engine: str, max_pages: int | None = None) -> Cost:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(measure, source, engine, max_pages).result()


def compare_engines(chosen: list[Source]) -> None:
    print("| set | engine | documents | pages | pages/CPU-s | median pages/CPU-s | peak MB | failed |")
    print("|---|---|---|---|---|---|---|---|")
    for group in dict.fromkeys(source.group for source in chosen):
        for engine in ENGINES:
            costs = [alone(source, engine) for source in chosen if source.group == group]
            good = [cost for cost in costs if not cost.error and cost.cpu_seconds > 0]
            if not good:
                continue
            pages, seconds = sum(cost.pages for cost in good), sum(cost.cpu_seconds for cost in good)
            median = statistics.median(cost.pages / cost.cpu_seconds for cost in good)
            peak = max(cost.peak_mb for cost in good)
            print(
                f"| {group} | {engine} | {len(good)} | {pages} | {pages / seconds:.1f} | {median:.1f} | {peak:.0f} "
                f"| {len(costs) - len(good)} |",
                flush=True,
            )


def compare_memory(chosen: list[Source]) -> None:
    """A long book must not need much more than its own beginning."""
    from pypdfium2 import PdfDocument

    def length(source: Source) -> int:
        with PdfDocument(source.path, password=source.password) as document:
            return len(document)

    book = max(chosen, key=length)
    whole, start = alone(book, ENGINES[0]), alone(book, ENGINES[0], FIRST_PAGES)
    for cost in (whole, start):
        print(
            f"{book.name}: {cost.pages} pages, peak {cost.peak_mb:.0f} MB (before it {cost.base_mb:.0f}) {cost.error}"
        )
    print(f"ratio {whole.peak_mb / start.peak_mb:.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?", default=SHARED / "corpus")
    parser.add_argument("--set", action="append", dest="sets", help="this set; may be repeated (books, synth)")
    parser.add_argument("--only", default="*", help="a glob of document ids")
    parser.add_argument("--limit", type=int, help="the first N documents of each set")
    parser.add_argument("--memory", action="store_true", help="the longest document against its first 50 pages")
    args = parser.parse_args()
    groups = args.sets or (["books"] if args.memory else ["books", "synth"])
    chosen = [
        source
        for group in groups
        for source in [s for s in sources(group, args.corpus) if fnmatch.fnmatch(s.name, args.only)][: args.limit]
    ]
    if not chosen:
        print(f"no PDFs of {', '.join(groups)} in {args.corpus}", file=sys.stderr)
        return 2
    if args.memory:
        compare_memory(chosen)
    else:
        compare_engines(chosen)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
