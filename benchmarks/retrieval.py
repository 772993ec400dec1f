"""How well a place in a book is found: chapters of our folders against plain text and fixed windows, by BM25.

    python benchmarks/retrieval.py [CORPUS] [--books FOLDER] [--only GLOB] [--keep-back-matter] [--seed N]

Queries come from the truth of the books set, which is not ours: headings, sentences, and four words of a
sentence. A unit of text answers a query when it holds the page on which the heading or sentence stands; for
sentences that is the one page on which PDFium finds all their letters. What is ranked, per book cut into units of
the same mean size:

* ``pdftotext``: the text of ``pdftotext``, cut at that size wherever it falls
* ``windows``: our text, cut at that size wherever it falls
* ``chapters``: our chapter files, as text like the others
* ``chapters + headings``: the same, titles and headings counting more
* ``..., best piece``: a unit by its best piece of 1,200 characters
* ``Library.search``: what a user gets, which is chapters by best piece with headings

All are ranked by SQLite's BM25 over the same terms. Figures are MRR over the first 20 and the share of queries
with an answer among the first 5, in a library of all books and in the right book alone; then once more without
the queries whose pages the folders leave out on purpose, as they do with appendices by default.
"""

from __future__ import annotations

import argparse
import fnmatch
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from conversion import SHARED, Source, sources, truth_of

from pdf_extractor_ai.book.batch import make_books
from pdf_extractor_ai.book.chapter_file import chapter_body
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.book.shelf import Library
from pdf_extractor_ai.book.shelf.folders import find_books
from pdf_extractor_ai.book.shelf.passages import plain
from pdf_extractor_ai.book.shelf.terms import index_text, query_expression

PER_BOOK = 20  # queries of a kind
DEPTH = 20
HEADINGS_ON_A_PAGE = 12  # with more, the truth has the page of the printed contents, not of the heading
PIECE = 1_200  # characters
CHARACTERS_PER_TOKEN = 3.8
MARK = re.compile(r"<!-- page (\d+) -->\n*")
NUMBER = re.compile(r"^(?:[A-Z]|[0-9]+)(?:\.[0-9]+)*\.?\s+")


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of text that can be found, and the pages it has text of."""

    book: str
    text: str
    pages: frozenset[int]
    title: str = ""
    headings: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    kind: str
    book: str
    text: str
    page: int


class Ranking:
    """Units in an FTS5 table; ``weights`` are those of title, headings and text, ``piece`` the size of a row's text.

    A unit of several rows stands where its best row does.
    """

    def __init__(
        self, units: Sequence[Unit], weights: tuple[float, float, float] = (0.0, 0.0, 1.0), piece: int = sys.maxsize
    ) -> None:
        self.units = units
        self._rank = f"-bm25(words, 0, 0, {', '.join(map(str, weights))})"
        self._connection = sqlite3.connect(":memory:")
        self._connection.execute(
            "CREATE VIRTUAL TABLE words USING fts5 "
            "(unit UNINDEXED, book UNINDEXED, title, headings, body, tokenize = 'porter ascii')"
        )
        for number, unit in enumerate(units):
            fields = [index_text(text) if any(weights[:2]) else "" for text in (unit.title, unit.headings)]
            for text in pieces(unit.text, piece):
                row = (number, unit.book, *fields, index_text(text))
                self._connection.execute("INSERT INTO words VALUES (?, ?, ?, ?, ?)", row)

    def find(self, query: Query, *, inside: bool) -> list[bool]:
        """Whether each unit found answers the query, best first."""
        rows = self._connection.execute(
            f"SELECT unit FROM words WHERE words MATCH ? AND (? IS NULL OR book = ?) "
            f"ORDER BY {self._rank} DESC, rowid LIMIT 400",
            (query_expression(query.text), *([query.book] * 2 if inside else [None] * 2)),
        )
        found = [self.units[number] for number in dict.fromkeys(number for (number,) in rows)]
        return [unit.book == query.book and query.page in unit.pages for unit in found[:DEPTH]]


def pieces(text: str, size: int) -> Iterable[str]:
    """``text`` cut at spaces into pieces of about ``size`` characters."""
    start = 0
    while start < len(text):
        stop = text.rfind(" ", start + 1, start + size) if start + size < len(text) else len(text)
        stop = stop if stop > start else start + size
        yield text[start:stop]
        start = stop


class Search:
    """``Library.search`` with the same face."""

    def __init__(self, root: Path) -> None:
        self._library = Library(root)
        self.units = [book for book in find_books(root) for _ in book.chapters()]

    def find(self, query: Query, *, inside: bool) -> list[bool]:
        result = self._library.search(query.text, book=query.book if inside else None, limit=DEPTH)
        return [hit.book == query.book and hit.start_page <= query.page <= hit.end_page for hit in result.hits]


# --- units ---------------------------------------------------------------------------------------------------------


def chapter_units(root: Path) -> list[Unit]:
    units = []
    for book in find_books(root):
        for entry in book.chapters():
            body = chapter_body(book.read_text(entry.file))
            headings = "\n".join(re.findall(r"^#{1,6} .*", body, re.MULTILINE))
            pages = frozenset(range(entry.start_page, entry.end_page + 1))
            units.append(Unit(book.name, plain(body), pages, entry.title, headings))
    return units


def our_pages(root: Path, book: str) -> list[tuple[int, str]]:
    """(page, text) in order, from the page marks of our chapters."""
    (folder,) = (found for found in find_books(root) if found.name == book)
    pages: list[tuple[int, str]] = []
    for entry in folder.chapters():
        page = entry.start_page
        pieces = MARK.split(chapter_body(folder.read_text(entry.file)))
        for number, text in zip([page, *map(int, pieces[1::2])], pieces[::2], strict=True):
            pages.append((number, plain(text)))
    return pages


def pdftotext_pages(source: Source) -> list[tuple[int, str]]:
    command = ["pdftotext", "-enc", "UTF-8", str(source.path), "-"]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    return list(enumerate(text.split("\f"), 1))


def windows(book: str, pages: Iterable[tuple[int, str]], characters: int) -> list[Unit]:
    """The text of the pages in one row, cut every so many characters at a space."""
    units: list[Unit] = []
    text, held = "", set[int]()
    for page, more in pages:
        for word in more.split():
            if len(text) + len(word) >= characters:
                units.append(Unit(book, text, frozenset(held)))
                text, held = "", set()
            text = f"{text} {word}"
            held.add(page)
    return [*units, Unit(book, text, frozenset(held))] if text else units


# --- queries -------------------------------------------------------------------------------------------------------


def squashed(text: str) -> str:
    """Letters and digits alone: what stays the same however lines are broken."""
    return "".join(char for char in text.casefold() if char.isalnum())


def pdfium_pages(source: Source) -> list[str]:
    from pypdfium2 import PdfDocument

    with PdfDocument(source.path, password=source.password) as document:
        found = []
        for page in document:
            text_page = page.get_textpage()
            found.append(squashed(text_page.get_text_bounded()))
            text_page.close()
            page.close()
    return found


def heading_queries(source: Source, common: Counter[str], chance: random.Random) -> list[Query]:
    """Headings that no other heading of the corpus repeats, without their numbers."""
    found = []
    headings = truth_of(source.path).get("headings", [])
    crowd = Counter(heading.get("page") for heading in headings)
    for heading in headings:
        text = NUMBER.sub("", heading["text"]).strip()
        if not heading.get("page") or crowd[heading["page"]] > HEADINGS_ON_A_PAGE:
            continue
        if common[squashed(text)] == 1 and query_expression(text):
            found.append(Query("heading", source.name, text, heading["page"]))
    return chance.sample(found, min(PER_BOOK, len(found)))


def sentence_queries(source: Source, chance: random.Random) -> list[Query]:
    """Sentences of running text that stand on one page and on no other."""
    markdown = source.path.with_name(f"{source.name}.truth.md").read_text(encoding="utf-8")
    prose = re.sub(r"^(```|~~~).*?^\1", "", markdown, flags=re.MULTILINE | re.DOTALL)
    blocks = [block for block in prose.split("\n\n") if block.strip() and block.lstrip()[0] not in "#|<>-*+:!["]
    sentences = [
        sentence.strip()
        for block in blocks
        for sentence in re.split(r"(?<=[.!?])\s+(?=\w)|(?<=[。！？])", plain(block))
    ]
    wide = [sentence for sentence in dict.fromkeys(sentences) if 40 <= len(squashed(sentence)) <= 200]
    wide += [
        s for s in dict.fromkeys(sentences) if not s.isascii() and 15 <= len(squashed(s)) < 40 and s[-1:] in "。！？"
    ]
    chance.shuffle(wide)
    pages = pdfium_pages(source)
    found: list[Query] = []
    for sentence in wide:
        letters = squashed(sentence)
        places = [number for number, page in enumerate(pages, 1) if letters in page]
        if len(places) == 1:
            found.append(Query("sentence", source.name, sentence, places[0]))
        if len(found) == PER_BOOK:
            break
    return found


def keyword_queries(queries: Iterable[Query], chance: random.Random) -> list[Query]:
    """Four words, or for scripts without spaces two runs of four characters, out of each sentence."""
    found = []
    for query in queries:
        words = [word for word in re.findall(r"\w+", query.text) if len(word) > 3]
        if len(words) >= 4:
            text = " ".join(chance.sample(words, 4))
        else:
            starts = [chance.randrange(max(1, len(query.text) - 4)) for _ in range(2)]
            text = " ".join(query.text[start : start + 4] for start in starts)
        if query_expression(text):
            found.append(Query("four words", query.book, text, query.page))
    return found


def all_queries(chosen: Sequence[Source], everything: Sequence[Source], seed: int) -> list[Query]:
    common = Counter(
        squashed(NUMBER.sub("", heading["text"]).strip())
        for source in everything
        for heading in truth_of(source.path).get("headings", [])
    )
    queries: list[Query] = []
    for source in chosen:
        chance = random.Random(f"{seed} {source.name}")
        queries += heading_queries(source, common, chance)
        sentences = sentence_queries(source, chance)
        queries += [*sentences, *keyword_queries(sentences, chance)]
    return queries


# --- figures -------------------------------------------------------------------------------------------------------


def measure(
    ranking: Ranking | Search, queries: Sequence[Query], *, inside: bool
) -> dict[str, tuple[float, float, int]]:
    """MRR, recall@5 and number of queries by kind, and over all kinds with equal weight."""
    firsts: dict[str, list[int]] = defaultdict(list)
    for query in queries:
        answers = ranking.find(query, inside=inside)
        firsts[query.kind].append(answers.index(True) + 1 if True in answers else 0)
    out = {
        kind: (
            sum(1 / place for place in places if place) / len(places),
            sum(0 < place <= 5 for place in places) / len(places),
            len(places),
        )
        for kind, places in firsts.items()
    }
    mean = tuple(sum(values[index] for values in out.values()) / len(out) for index in (0, 1))
    return {**out, "all": (mean[0], mean[1], len(queries))}


def build(chosen: Sequence[Source], folder: Path, keep_back_matter: bool) -> None:
    options = BookOptions(page_marks=True, images="placeholders", keep_back_matter=keep_back_matter)
    outcomes = make_books([source.path for source in chosen], folder, options, resume=True)
    for outcome in outcomes:
        if outcome.status == "failed":
            print(f"{outcome.document}: {outcome.message}", file=sys.stderr)


def rankings_of(chosen: Sequence[Source], root: Path, chapters: Sequence[Unit]) -> dict[str, Ranking | Search]:
    sizes: dict[str, list[int]] = defaultdict(list)
    for unit in chapters:
        sizes[unit.book].append(len(unit.text))
    mean = {book: sum(found) // len(found) for book, found in sizes.items()}
    plain_text = [unit for s in chosen for unit in windows(s.name, pdftotext_pages(s), mean[s.name])]
    our_text = [unit for s in chosen for unit in windows(s.name, our_pages(root, s.name), mean[s.name])]
    return {
        "pdftotext": Ranking(plain_text),
        "windows": Ranking(our_text),
        "chapters": Ranking(chapters),
        "chapters + headings": Ranking(chapters, (4.0, 4.0, 1.0)),
        "pdftotext, best piece": Ranking(plain_text, piece=PIECE),
        "chapters, best piece": Ranking(chapters, piece=PIECE),
        "Library.search": Search(root),
    }


def report(chosen: Sequence[Source], root: Path, queries: Sequence[Query]) -> None:
    chapters = chapter_units(root)
    rankings = rankings_of(chosen, root, chapters)
    tokens = sum(len(unit.text) for unit in chapters) / CHARACTERS_PER_TOKEN / len(chapters)
    print(f"{len(chosen)} books, {len(chapters)} chapter files of {tokens:.0f} tokens on average\n")
    held = {(unit.book, page) for unit in chapters for page in unit.pages}
    kept = [query for query in queries if (query.book, query.page) in held]
    for inside in (False, True):
        show("in the right book" if inside else "in all books", rankings, queries, inside=inside)
    left = len(queries) - len(kept)
    if left:
        show(f"in all books, without the {left} queries on pages left out", rankings, kept, inside=False)


def show(title: str, rankings: dict[str, Ranking | Search], queries: Sequence[Query], *, inside: bool) -> None:
    results = {name: measure(ranking, queries, inside=inside) for name, ranking in rankings.items()}
    kinds = list(results["pdftotext"])
    print(f"{title}\n\n| MRR, recall@5 | units |" + "".join(f" {k} ({results['pdftotext'][k][2]}) | |" for k in kinds))
    print("|---|---|" + "---|---|" * len(kinds))
    for name, values in results.items():
        cells = []
        for kind in kinds:
            gain = values[kind][0] / results["pdftotext"][kind][0] - 1
            said = f" ({gain:+.1%})" if name != "pdftotext" else ""
            cells.append(f" {values[kind][0]:.3f}{said} | {values[kind][1]:.3f} |")
        print(f"| {name} | {len(rankings[name].units)} |" + "".join(cells), flush=True)
    print()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?", default=SHARED / "corpus")
    parser.add_argument("--books", type=Path, help="keep the book folders here, and use those that are there")
    parser.add_argument("--only", default="*", help="a glob of document ids")
    parser.add_argument("--keep-back-matter", action="store_true", help="appendices and the like are chapters too")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    everything = sources("books", args.corpus)
    chosen = [source for source in everything if fnmatch.fnmatch(source.name, args.only)]
    if not chosen:
        print(f"no PDFs of books in {args.corpus}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        root = args.books or Path(temporary)
        root.mkdir(parents=True, exist_ok=True)
        build(chosen, root, args.keep_back_matter)
        made = {book.name for book in find_books(root)}
        report([s for s in chosen if s.name in made], root, all_queries(chosen, everything, args.seed))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
