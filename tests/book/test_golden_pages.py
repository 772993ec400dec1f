"""The forty page texts on which an earlier tool failed, as PDFs: what a book must make of each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.book import Book, make_book
from tests.book.typeset import typeset
from tests.shared import DATA

CASES: list[dict[str, Any]] = json.loads((DATA / "book" / "golden_pages.json").read_text(encoding="utf-8"))["cases"]
RUNS = [(case, plain) for case in CASES for plain in (False, True) if not plain or case["plain"]]


@pytest.fixture(scope="module")
def extractor() -> Any:
    with PdfExtractor() as running:
        yield running


def book_of(case: dict[str, Any], extractor: PdfExtractor, *, plain: bool) -> Book:
    pages = [[(line.partition(": ")[0], line.partition(": ")[2]) for line in page] for page in case["pages"]]
    data = typeset(pages, plain=plain)
    name = f"{case['name']}.pdf"
    result = extractor.extract_result(data, name=name)
    return make_book(result.document, source_name=name, report=result.report, pdf=data)


@pytest.mark.parametrize(("case", "plain"), RUNS, ids=[f"{case['name']}{'-plain' * plain}" for case, plain in RUNS])
def test_page_texts_give_the_wanted_book(case: dict[str, Any], plain: bool, extractor: PdfExtractor) -> None:
    book = book_of(case, extractor, plain=plain)
    wanted = case["wanted"]
    chapters = book.chapters
    text = "\n\n".join(chapter.body for chapter in chapters)
    for key, found in (
        ("files", [chapter.file for chapter in chapters]),
        ("titles", [chapter.title for chapter in chapters]),
        ("starts", [chapter.start_page for chapter in chapters]),
        ("ends", [chapter.end_page for chapter in chapters]),
        ("groups", [chapter.group for chapter in chapters]),
        ("left", [part.kind for part in book.left_out]),
        ("heading_count", sum(line.startswith("#") for line in text.split("\n"))),
    ):
        assert found == wanted.get(key, found), key
    assert [part for part in wanted.get("has", ()) if part not in text] == []
    assert [part for part in wanted.get("lacks", ()) if part in text] == []
    readme = book.files["README.md"].decode()
    assert [part for part in wanted.get("readme", ()) if part not in readme] == []


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_every_page_is_in_one_part(case: dict[str, Any], extractor: PdfExtractor) -> None:
    book = book_of(case, extractor, plain=False)
    pages = [page for chapter in book.chapters for page in chapter.pages]
    pages += [page for part in book.left_out for page in part.pages] + list(book.front_pages)
    assert sorted(pages) == list(range(1, len(case["pages"]) + 1))


def test_there_are_forty_of_them() -> None:
    assert len({case["name"] for case in CASES}) == 40


def test_tokens_are_counted_on_characters(extractor: PdfExtractor) -> None:
    case = next(case for case in CASES if case["name"] == "unicode_tokens")
    chapter = book_of(case, extractor, plain=False).chapters[0]
    assert chapter.characters == len(chapter.body)
    assert chapter.tokens == -(-chapter.characters * 10 // 38)
