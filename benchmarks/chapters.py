"""Chapter starts of our books against the corpus's truth, and whether every page is in exactly one part.

    uv run benchmarks/chapters.py [--corpus DIR] [--only GLOB] [--without outline,contents] [--misses]

A start is a title and a physical page. Ours are the top levels of a book's plan: parts, chapters, their sections.
The truth's are its two highest heading levels. Titles are compared without their numbers, case and punctuation, as
one side may print them and the other not. ``--without outline`` takes the bookmarks out of the files first,
``--without outline,contents`` hides the printed contents from the planner too.

A truth page that lies on one of the book's own contents pages is a fault of the truth (the corpus's README: contents
pages are not in it), so the figures are printed with and without the books in which most pages are such.
"""

from __future__ import annotations

import argparse
import fnmatch
import io
import json
import os
import resource
import time
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

SHARED = Path(os.environ.get("PDF_EXTRACTOR_SHARED", Path(__file__).resolve().parents[2] / "shared"))


@dataclass
class Score:
    """One book: hits, predicted, true; the same by title alone; what went wrong."""

    name: str
    evidence: str
    pages: int
    hit: int
    said: int
    true: int
    by_title: int
    on_contents: int
    once: bool
    files: int
    largest: int
    seconds: float
    missed: list[tuple[str, int]] = field(default_factory=list)
    extra: list[tuple[str, int]] = field(default_factory=list)

    @property
    def f1(self) -> float:
        return 2 * self.hit / max(1, self.said + self.true)

    @property
    def title_f1(self) -> float:
        return 2 * self.by_title / max(1, self.said + self.true)

    @property
    def doubtful(self) -> bool:
        return self.on_contents > 0.5 * self.true


def without_outline(data: bytes) -> bytes:
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        if "/Outlines" in pdf.Root:
            del pdf.Root.Outlines
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def score(path: Path, hidden: set[str]) -> Score:
    from pdf_extractor_ai import PdfExtractor
    from pdf_extractor_ai.book import build, contents, make_book
    from pdf_extractor_ai.book.kinds import bare_key

    data = path.read_bytes()
    data = without_outline(data) if "outline" in hidden else data
    with PdfExtractor() as extractor:
        result = extractor.extract_result(data, name=path.name)
    began = time.perf_counter()
    nothing = mock.patch.object(build, "read_contents", return_value=contents.Printed())
    with nothing if "contents" in hidden else mock.MagicMock():
        book = make_book(result.document, source_name=path.name, report=result.report)
    seconds = time.perf_counter() - began
    truth = json.loads(path.with_suffix("").with_suffix(".truth.json").read_text(encoding="utf-8"))["headings"]
    wanted = Counter((bare_key(row["text"]), row["page"]) for row in truth if row["level"] <= 2)
    said = Counter((bare_key(section.title), section.page) for section in book.sections if section.level <= 2)
    titles = Counter(title for title, _ in said.elements()) & Counter(title for title, _ in wanted.elements())
    listed = {page for part in book.left_out if part.kind == "contents" for page in part.pages}
    owned = [page for chapter in book.chapters for page in chapter.pages]
    owned += [page for part in book.left_out for page in part.pages] + list(book.front_pages)
    return Score(
        path.stem,
        book.evidence,
        book.page_count,
        (said & wanted).total(),
        said.total(),
        wanted.total(),
        titles.total(),
        sum(count for (_, page), count in wanted.items() if page in listed),
        sorted(owned) == list(range(1, book.page_count + 1)),
        len(book.chapters),
        max(chapter.tokens for chapter in book.chapters),
        seconds,
        sorted((wanted - said).elements(), key=lambda row: row[1]),
        sorted((said - wanted).elements(), key=lambda row: row[1]),
    )


def summary(scores: list[Score], what: str) -> None:
    if not scores:
        return
    hit, said, true = (sum(getattr(row, name) for row in scores) for name in ("hit", "said", "true"))
    titles = sum(row.by_title for row in scores)
    print(
        f"{what}: {len(scores)} books, mean F1 {sum(row.f1 for row in scores) / len(scores):.3f}, pooled F1 "
        f"{2 * hit / max(1, said + true):.3f} (by title alone {2 * titles / max(1, said + true):.3f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=SHARED / "corpus" / "books")
    parser.add_argument("--only", default="*")
    parser.add_argument("--without", default="")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    scores = []
    for path in sorted(options.corpus.glob("*.pdf")):
        if not fnmatch.fnmatch(path.stem, options.only):
            continue
        row = score(path, set(options.without.split(",")))
        scores.append(row)
        print(
            f"{row.name:26} {row.evidence:9} {row.pages:4} pages  F1 {row.f1:.3f}  title {row.title_f1:.3f}  "
            f"hit {row.hit:3} said {row.said:3} true {row.true:3}  files {row.files:3} largest {row.largest:5}  "
            f"{row.seconds:.1f} s  {'' if row.once else 'PAGES NOT ONCE  '}{'truth on contents pages' * row.doubtful}",
            flush=True,
        )
        if options.misses:
            print("   missed", row.missed[:20], "\n   extra ", row.extra[:20])
    summary(scores, "all")
    summary([row for row in scores if not row.doubtful], "without doubtful truth")
    print(f"pages in exactly one part: {sum(row.once for row in scores)} of {len(scores)} books")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
