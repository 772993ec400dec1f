"""Score the table rules on typeset tables of known structure: reader + tables -> the corpus's own measure, per kind.

    uv run --group bench python benchmarks/typeset_tables.py [--seeds 9] [--only KIND] [--show KIND:SEED] [--keep DIR]

Each kind of table (`typeset_kinds`) and of page without one (`typeset_others`) is set with ``--seeds`` seeds by Typst,
Chromium and reportlab in turn. Prints per kind, rules and producer the mean TEDS and cell-pair F1 and the worst seeds;
a page without a table scores 1 when none is found. ``--show`` prints the truth and the reading of one case, ``--keep``
writes the PDFs, ``--cache`` keeps the reader's pages between runs.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import pickle
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from tables import load_score, markdown, tables_of
from typeset_kinds import KINDS
from typeset_others import OTHERS, other_pages
from typeset_pages import Sheet, chromium_pages, reportlab_pages, typst_pages

from pdf_extractor_ai.geometric.page import Page
from pdf_extractor_ai.geometric.reader import read_pages

PRODUCERS: dict[str, Callable[[Sequence[tuple[int, Sheet]]], bytes]] = {
    "typst": typst_pages, "chromium": chromium_pages, "reportlab": reportlab_pages,
}  # fmt: skip
_START = re.compile(r"^Report (\d+)$")


@dataclass
class Case:
    kind: str
    seed: int
    producer: str
    sheet: Sheet | None = None
    pages: list[Page] = field(default_factory=list)

    @property
    def rules(self) -> str:
        return self.sheet.rules if self.sheet is not None else "-"

    def truth(self, score: ModuleType) -> list[str]:
        """The tables as HTML, spans flattened as Markdown must."""
        if self.sheet is None:
            return []
        sheets = [self.sheet, *([self.sheet.beside] if self.sheet.beside else [])]
        return [score.rows_to_html(sheet.texts()) for sheet in sheets]


def cases(seeds: int, only: str) -> list[Case]:
    out = []
    for kind, make in KINDS.items():
        for seed in range(seeds if fnmatch.fnmatch(kind, only) else 0):
            sheet = make(random.Random(f"{kind}{seed}"))
            names = [name for name in PRODUCERS if name != "reportlab" or not _beyond_reportlab(sheet)]
            out.append(Case(kind, seed, names[seed % len(names)], sheet))
    for kind in OTHERS:
        out += [Case(kind, seed, "drawn") for seed in range(seeds if fnmatch.fnmatch(kind, only) else 0)]
    return out


def _beyond_reportlab(sheet: Sheet) -> bool:
    return sheet.two_columns or sheet.landscape or any(cell.turned for row in sheet.rows for cell in row)


def set_pages(chosen: Sequence[Case], keep: Path | None, cache: Path | None) -> None:
    """Typeset the cases, one PDF a producer, and give each the pages that begin with its heading."""
    for producer in (*PRODUCERS, "drawn"):
        mine = [(number, case) for number, case in enumerate(chosen) if case.producer == producer]
        if not mine:
            continue
        if producer == "drawn":
            pdf = other_pages([(number, case.kind, case.seed) for number, case in mine])
        else:
            pdf = PRODUCERS[producer]([(number, case.sheet) for number, case in mine if case.sheet is not None])
        if keep and pdf:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{producer}.pdf").write_bytes(pdf)
        number = -1
        for page in _read(pdf, cache) if pdf else []:
            heads = [match for line in page.lines if (match := _START.match(line.text.strip()))]
            number = int(heads[0][1]) if heads else number
            chosen[number].pages.append(page)


def _read(pdf: bytes, cache: Path | None) -> list[Page]:
    plain = re.sub(rb"/(?:CreationDate|ModDate) ?\([^)]*\)|/ID ?\[[^]]*\]|<xmp.*?</xmp[^>]*>|uuid:[^<]*", b"", pdf)
    kept = cache / f"{hashlib.sha256(plain).hexdigest()[:16]}.pickle" if cache else None
    if kept is not None and kept.exists():
        return list(pickle.loads(kept.read_bytes()))
    pages = list(read_pages(pdf))
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(pages))
    return pages


def result(case: Case, score: ModuleType) -> tuple[float, float]:
    """TEDS and cell-pair F1 of a case."""
    found = [score.rows_to_html(table.grid()) for table in tables_of(case.pages, False)]
    truth = case.truth(score)
    if not truth:
        return float(not found), float(not found)
    return score.table_scores(truth, found)[0], score.relation_f1(truth, found, False)


def show(case: Case, score: ModuleType) -> None:
    sheets = [case.sheet, *([case.sheet.beside] if case.sheet.beside else [])] if case.sheet else []
    numbers = [page.number for page in case.pages]
    print(f"{case.kind}:{case.seed} {case.producer} {case.rules} pages {numbers} {result(case, score)}")
    for sheet in sheets:
        print("truth", *("| " + " | ".join(row) for row in sheet.texts()), sep="\n")
    for table in tables_of(case.pages, False):
        print("read", markdown(table), sep="\n")


def report(title: str, groups: Iterable[tuple[str, list[tuple[float, float, str]]]], worst: int) -> None:
    print(f"--- by {title}")
    rows = [(sum(v[0] for v in values) / len(values), name, values) for name, values in groups]
    for mean, name, values in sorted(rows):
        cells = sum(value[1] for value in values) / len(values)
        bad = [f"{case} {teds:.2f}" for teds, _, case in sorted(values)[:worst] if teds < 0.97]
        print(f"{name:15} {mean:.3f} cells {cells:.3f} of {len(values):3}  {', '.join(bad)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=9)
    parser.add_argument("--only", default="*", help="a glob of kinds")
    parser.add_argument("--show", default="", help="KIND:SEED")
    parser.add_argument("--worst", type=int, default=5)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--cache", type=Path)
    args = parser.parse_args()
    score = load_score()
    chosen = cases(args.seeds, args.only)
    set_pages(chosen, args.keep, args.cache)
    if args.show:
        for case in chosen:
            if fnmatch.fnmatch(f"{case.kind}:{case.seed}", args.show):
                show(case, score)
        return
    groups: dict[str, dict[str, list[tuple[float, float, str]]]] = defaultdict(lambda: defaultdict(list))
    for case in chosen:
        if not case.pages:
            continue
        value = (*result(case, score), f"{case.kind}:{case.seed}")
        groups["kind"][case.kind].append(value)
        groups["rules"][case.rules].append(value)
        groups["producer"][case.producer].append(value)
    for title, members in groups.items():
        report(title, members.items(), args.worst if title == "kind" else 0)
    for word, names in (("tables", KINDS), ("no tables", OTHERS)):
        every = [value for name in names for value in groups["kind"].get(name, ())]
        if every:
            print(f"{word}: TEDS {sum(v[0] for v in every) / len(every):.4f} over {len(every)} cases")


if __name__ == "__main__":
    main()
