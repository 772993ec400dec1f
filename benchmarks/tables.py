"""Score the table rules alone: reader, running heads out, tables -> their Markdown -> the corpus's own measure.

    uv run python benchmarks/tables.py SET [SET ...] [--corpus DIR] [--worst N] [--keep DIR] [--cache DIR] [--split]

Prints TEDS and cell-pair F1 per set, how many documents without a table in their truth got one, and the CPU
time per page of the table rules. ``--keep`` writes the Markdown of every document; ``--cache`` keeps the
reader's pages between runs, for work on the rules.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import pickle
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from pdf_extractor_ai.geometric.furniture import take_furniture
from pdf_extractor_ai.geometric.page import Page
from pdf_extractor_ai.geometric.reader import read_pages
from pdf_extractor_ai.geometric.styles import mark_fixed_pitch
from pdf_extractor_ai.geometric.tables import Table, find_tables, join_over_pages, tables_over_ends

SHARED = Path(os.environ.get("PDF_EXTRACTOR_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def load_score() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", SHARED / "eval" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["score"] = module
    spec.loader.exec_module(module)
    return module


def pages_of(pdf: Path, cache: Path | None) -> list[Page]:
    kept = cache / f"{pdf.parent.name}-{pdf.stem}.pickle" if cache else None
    if kept is not None and kept.exists():
        return list(pickle.loads(kept.read_bytes()))
    try:
        pages = list(read_pages(pdf.read_bytes()))
    except Exception as error:
        print(f"unread: {pdf.name}: {error}", file=sys.stderr)
        pages = []
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(pages))
    return pages


def body_size(pages: Sequence[Page]) -> float:
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            sizes[round(line.size, 1)] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def markdown(table: Table) -> str:
    rows = [
        [cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;") for cell in row] for row in table.grid()
    ]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + " --- |" * table.n_cols)
    return "\n".join(lines)


def tables_of(pages: Sequence[Page], split: bool) -> list[Table]:
    size = body_size(pages)
    given = tables_over_ends(pages, size)
    found = [(page.number, table) for page in pages for table in find_tables(page, size, given.get(page.number, ()))]
    return [table for _, table in found] if split else [table for _, table in join_over_pages(found)]


def run(name: str, args: argparse.Namespace, score: ModuleType) -> None:
    folder = args.corpus / name
    results: dict[str, dict[str, float]] = {}
    false, without, n_pages, spent = [], 0, 0, 0.0
    for pdf in sorted(folder.glob(args.only + ".pdf")):
        truth_path, text_path = folder / f"{pdf.stem}.truth.json", folder / f"{pdf.stem}.truth.md"
        extra = json.loads(truth_path.read_text()) if truth_path.exists() else {}
        pages = pages_of(pdf, args.cache)
        mark_fixed_pitch(pages)
        take_furniture(pages, body_size(pages))
        started = time.process_time()
        tables = tables_of(pages, args.split)
        spent += time.process_time() - started
        n_pages += len(pages)
        text = "\n\n".join(markdown(table) for table in tables)
        if args.keep:
            (args.keep / name).mkdir(parents=True, exist_ok=True)
            (args.keep / name / f"{pdf.stem}.md").write_text(text)
        truth_md = text_path.read_text() if text_path.exists() else ""
        result = score.score(truth_md, extra, text)
        results[pdf.stem] = result
        if "tables" not in result:
            without += 1
            if tables:
                false.append(f"{pdf.stem}:{len(tables)}")
    for key in ("tables", "grid", "cells"):
        values = sorted((result[key], doc) for doc, result in results.items() if key in result)
        if not values:
            continue
        print(f"{name:9} {key:7} {sum(v for v, _ in values) / len(values):.4f}  over {len(values)}")
        if args.worst:
            print("          " + ", ".join(f"{doc} {value:.2f}" for value, doc in values[: args.worst]))
    print(f"{name:9} false   {len(false)} of {without} documents without tables: {' '.join(false)}")
    print(f"{name:9} time    {1000 * spent / max(1, n_pages):.2f} ms a page over {n_pages} pages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--corpus", type=Path, default=SHARED / "corpus")
    parser.add_argument("--only", default="*")
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--split", action="store_true", help="do not join tables over pages")
    args = parser.parse_args()
    score = load_score()
    for name in args.sets:
        run(name, args, score)


if __name__ == "__main__":
    main()
