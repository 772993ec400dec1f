"""Cards: time to read one (cold and warm), what it adds to a file, and how that compares to a full parse.

    python benchmarks/cards.py [PDF]... [--runs N] [--no-parse]

Without PDFs, the samples of the tests and, where the shared corpus lies beside, its books of 100 to 200 pages. A
usual card (490 bytes of YAML, every key of the specification) with the file's own hash is put into a copy of each.
Cold is the time a whole process takes, ``pdf-extractor-ai card read``, in turn with ``python -c "import pikepdf"``;
warm is the CPU time of ``read_card`` in one process, with the hash checked and without, and the full parse's is CPU
time as well. Medians of N runs.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.errors import PdfExtractorError
from pdf_extractor_ai.frontmatter import Card, content_hash, read_card, remove_card, write_card
from pdf_extractor_ai.frontmatter.facts import pages_and_attachments

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "tests" / "data" / "samples"
BOOKS = ROOT.parent / "shared" / "corpus" / "books"

CLI = (sys.executable, "-m", "pdf_extractor_ai", "card", "read")
YARDSTICK = (sys.executable, "-c", "import pikepdf")


@dataclass(frozen=True, slots=True)
class Row:
    """Seconds (of CPU where warm), bytes that the card adds, and whether its removal gives the old file back."""

    name: str
    pages: int
    cold: float
    yardstick: float
    ratio: float
    checked: float
    unchecked: float
    added: int
    restored: bool
    parse: float | None


def usual_card(pdf: bytes) -> Card:
    return Card.new(
        "Supply agreement",
        doc_type="contract",
        language="pt-PT",
        pages=40,
        summary="Supply agreement between two parties; liability cap and termination terms are the sensitive clauses.",
        key_sections={"liability_cap": 4, "termination": 5},
        entities=["REISIERX Lda"],
        extraction={"scanned": False, "tables_on_pages": [2, 7]},
        derived={"doclang": "doc.doclang.json"},
        content_sha256=content_hash(pdf),
        generated_by="pdf-extractor-ai/0.1.0",
        generated_at="2026-08-13",
    )


def cpu_seconds(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def process(*command: str) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def measure(path: Path, runs: int, folder: Path, extractor: PdfExtractor | None) -> Row:
    before = path.read_bytes()
    written = write_card(before, usual_card(before), keep_unknown=False)
    copy = folder / path.name
    copy.write_bytes(written)
    process(*CLI, str(copy))  # the first one pays for byte code and the disk
    process(*YARDSTICK)
    pairs = [(process(*CLI, str(copy)), process(*YARDSTICK)) for _ in range(runs)]
    parse = None
    if extractor is not None:
        parse = cpu_seconds(lambda: extractor.extract(before, name=path.name))
    return Row(
        path.stem,
        pages_and_attachments(before)[0],
        statistics.median(cold for cold, _ in pairs),
        statistics.median(base for _, base in pairs),
        statistics.median(cold / base for cold, base in pairs),
        statistics.median(cpu_seconds(lambda: read_card(copy)) for _ in range(runs)),
        statistics.median(cpu_seconds(lambda: read_card(copy, check_hash=False)) for _ in range(runs)),
        len(written) - len(before),
        remove_card(written) == before,
        parse,
    )


def overheads(paths: list[Path]) -> str:
    """What a usual card adds to each of the files that can be written, in one line."""
    added = []
    for path in paths:
        data = path.read_bytes()
        try:
            added.append(len(write_card(data, usual_card(data), keep_unknown=False, force=True)) - len(data))
        except PdfExtractorError:
            continue
    if not added:
        return ""
    added.sort()
    small = sum(each < 1024 for each in added)
    return (
        f"{len(added)} files: median {statistics.median_low(added)} bytes, "
        f"9 of 10 below {added[int(0.9 * len(added))]}, most {added[-1]}; {small / len(added):.0%} below 1 KB"
    )


def default_paths() -> list[Path]:
    found = sorted(SAMPLES.glob("*.pdf"))
    books = [path for path in sorted(BOOKS.glob("*.pdf")) if 100 <= pages_and_attachments(path)[0] <= 200]
    return found + books


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pdfs", nargs="*", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--no-parse", action="store_true", help="leave the full parse out")
    parser.add_argument("--overhead", type=Path, metavar="FOLDER", help="only what a card adds to every PDF below")
    options = parser.parse_args()
    if options.overhead:
        print(overheads(sorted(options.overhead.rglob("*.pdf"))))
        return
    extractor = None if options.no_parse else PdfExtractor()
    if extractor is not None:
        extractor.extract((SAMPLES / "crop-prospects.pdf").read_bytes())  # imports and caches
    print(
        "| document | pages | cold s | of import pikepdf | warm ms | unchecked ms | added B | restored | parse s | x |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for path in options.pdfs or default_paths():
            row = measure(path, options.runs, Path(folder), extractor)
            parse = f"{row.parse:.2f} | {row.parse / row.checked:.0f}" if row.parse is not None else "|"
            print(
                f"| {row.name} | {row.pages} | {row.cold:.2f} | {row.ratio:.2f} | {1000 * row.checked:.1f} "
                f"| {1000 * row.unchecked:.1f} | {row.added} | {'yes' if row.restored else 'no'} | {parse} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
