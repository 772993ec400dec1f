"""``Library``: what is found and what is read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pdf_extractor_ai.book.shelf import Library
from pdf_extractor_ai.errors import BookNotFoundError, ChapterNotFoundError, InvalidOptionError
from tests.book.shelf import WATER, WIND, write_book_folder


def test_importing_it_is_cheap(shelf: Path) -> None:
    code = (
        "import sys; from pdf_extractor_ai.book import Library; print(Library(sys.argv[1]).read('Coast', 1).title);"
        "print([name for name in ('docling', 'docling_core', 'numpy', 'pandas', 'PIL', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(shelf)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["Wind", "[]"]


def test_books_are_found_below_the_root_and_the_root_may_be_one(shelf: Path) -> None:
    assert [(book.name, book.total_chapters) for book in Library(shelf).books()] == [("Batch/Cluster", 1), ("Coast", 2)]
    assert [book.name for book in Library(shelf / "Coast").books()] == ["Coast"]
    assert Library(shelf / "Coast").search("gust").hits[0].file_path == "Coast/01_wind.md"


def test_a_hit_says_where_it_is(shelf: Path) -> None:
    found = Library(shelf).search("threshold speed")
    hit = found.hits[0]
    assert (hit.book, hit.chapter_id, hit.title, hit.file_path) == ("Coast", 1, "Wind", "Coast/01_wind.md")
    assert (hit.start_page, hit.end_page, hit.page, hit.last_page) == (3, 7, 4, 6)
    assert hit.heading == "Wind > Gusts"
    assert "The threshold speed of a gust" in hit.snippet
    assert found.total == 2  # the code of the other chapter has a threshold too
    assert Library(shelf).read(hit.book, hit.chapter_id, offset=hit.offset).text.startswith("## Gusts")


def test_page_marks_give_the_page(tmp_path: Path) -> None:
    first = "<!-- page 11 -->\n\n# Marks\n\nOne.\n\n## A\n\n<!-- page 12 -->\n\nApples."
    body = f"{first}\n\n<!-- page 14 -->\n\n## B\n\nPears."
    write_book_folder(tmp_path / "Book", [("Marks", 11, 15, body)])
    library = Library(tmp_path)
    assert [(hit.page, hit.last_page) for hit in library.search("pears").hits] == [(14, 15)]
    assert "page" not in library.search("pears").hits[0].snippet


@pytest.mark.parametrize(
    "query",
    [
        "ETUDE",
        "Étude",
        "currents",
        "current",
        "网络插件",
        "地址",
        "网",
        "micro services",
        '"threshold speed"',
        "ﬁle gusts",
    ],
)
def test_case_accents_endings_and_scripts_without_spaces(shelf: Path, query: str) -> None:
    assert Library(shelf).search(query).hits


def test_other_scripts(tmp_path: Path) -> None:
    texts = {
        "Japanese": "開発者はパッケージを保守する。",
        "Korean": "패키지를 관리하는 개발자 문서",
        "Hindi": "हिन्दी भाषा में पुस्तक",
        "Thai": "ภาษาไทยเขียนติดกัน",
        "Russian": "Ёлка стоит в лесу",
        "Arabic": "كِتَابٌ جديد",
        "German": "Die Straße über den Fluß",
    }
    for name, text in texts.items():
        write_book_folder(tmp_path / name, [("One", 1, 1, text)])
    library = Library(tmp_path)
    queries = {
        "Japanese": "パッケージ",
        "Korean": "패키지",
        "Hindi": "पुस्तक",
        "Thai": "ไทย",
        "Russian": "елка",
        "Arabic": "كتاب",
        "German": "STRASSE",
    }
    assert {name: library.search(query).hits[0].book for name, query in queries.items()} == {
        name: name for name in texts
    }


def test_headings_weigh_more_than_text(tmp_path: Path) -> None:
    filler = "Words and words about other things altogether. " * 5
    write_book_folder(
        tmp_path / "Book", [("One", 1, 1, f"# One\n\nvolcano {filler}"), ("Two", 2, 2, f"# Volcano\n\nashes {filler}")]
    )
    assert [hit.chapter_id for hit in Library(tmp_path).search("volcano").hits] == [2, 1]


def test_a_phrase_in_quotation_marks_counts(tmp_path: Path) -> None:
    write_book_folder(
        tmp_path / "Book",
        [
            ("A", 1, 1, "red green blue x red x blue"),
            ("B", 2, 2, "green blue red, then x"),
            ("C", 3, 3, "blue x green red"),
        ],
    )
    assert Library(tmp_path).search('"blue red"').hits[0].chapter_id == 2


def test_a_query_is_text_and_never_an_expression(shelf: Path) -> None:
    library = Library(shelf)
    for query in (
        'wind" OR "',
        "NEAR(wind sand",
        "title:wind",
        "wind*",
        "wind AND NOT",
        "(((wind",
        "wind'; DROP TABLE book",
    ):
        assert library.search(query).hits, query
    for query in ("", "  ", "-- '' **"):
        with pytest.raises(InvalidOptionError, match="no words"):
            library.search(query)
    assert library.search("zebra").hits == ()
    assert library.search("zebra").total == 0
    assert library.search("wind " * 5_000).hits


def test_one_book_and_limits(shelf: Path) -> None:
    library = Library(shelf)
    assert {hit.book for hit in library.search("sand wind").hits} == {"Coast", "Batch/Cluster"}
    assert {hit.book for hit in library.search("sand wind", book="Coast").hits} == {"Coast"}
    assert len(library.search("sand wind", limit=1).hits) == 1
    for limit in (0, 51):
        with pytest.raises(InvalidOptionError, match="limit"):
            library.search("sand", limit=limit)
    with pytest.raises(BookNotFoundError, match="Nowhere"):
        library.search("sand", book="Nowhere")


def test_ties_go_by_book_and_place(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        write_book_folder(tmp_path / name, [("One", 1, 1, "same words"), ("Two", 2, 2, "same words")])
    hits = Library(tmp_path).search("words").hits
    assert [(hit.book, hit.chapter_id) for hit in hits] == [(name, number) for name in "abc" for number in (1, 2)]


@pytest.mark.parametrize("chapter", [1, "1", "01_wind.md", "01_wind", "wind", "Wind", "WIND"])
def test_a_chapter_goes_by_many_names(shelf: Path, chapter: int | str) -> None:
    text = Library(shelf).read("Coast", chapter)
    assert text.text == WIND.strip()
    assert text.metadata["title"] == "Wind"
    assert (text.file_path, text.start_page, text.end_page, text.complete) == ("Coast/01_wind.md", 3, 7, True)
    assert text.next_call == {"book": "Coast", "chapter": "02_water.md", "max_tokens": 20_000, "offset": 0}


def test_pieces_join_to_the_whole_book(shelf: Path) -> None:
    library = Library(shelf)
    for tokens in (1, 3, 20, 40):
        call, pieces = {"book": "Coast", "chapter": "01_wind.md", "max_tokens": tokens, "offset": 0}, []
        while call is not None:
            piece = library.read(**call)  # type: ignore[arg-type]
            assert piece.estimated_tokens <= tokens
            pieces.append(piece.text)
            call = piece.next_call  # type: ignore[assignment]
        assert "".join(pieces) == WIND.strip() + WATER.strip()


@pytest.fixture
def parts(tmp_path: Path) -> Library:
    """A book whose second chapter has three files."""
    bodies = [
        "# Wind\n\ngusts",
        "# Water\n\nwaves",
        "## Tides\n\nebb and flood",
        "## Rivers\n\ncurrents",
        "# Fire\n\nash",
    ]
    titles = ["Wind", "Water", "Water", "Water", "Fire"]
    files = ["01_wind.md", "02_water.md", "02b_water.md", "02c_water.md", "03_fire.md"]
    chapters = [(title, page, page + 1, body) for page, (title, body) in enumerate(zip(titles, bodies, strict=True), 1)]
    write_book_folder(tmp_path / "shelf" / "Coast", chapters, files=files, numbers=[1, 2, 2, 2, 3])
    return Library(tmp_path / "shelf")


@pytest.mark.parametrize("name", [2, "2", "Water", "water"])
def test_a_chapter_in_several_files_is_one_chapter(parts: Library, name: int | str) -> None:
    text = parts.read("Coast", name)
    assert text.text == "# Water\n\nwaves\n\n## Tides\n\nebb and flood\n\n## Rivers\n\ncurrents"
    assert (text.start_page, text.end_page, text.file_path) == (2, 5, "Coast/02_water.md")
    assert text.next_call == {"book": "Coast", "chapter": "03_fire.md", "max_tokens": 20_000, "offset": 0}


def test_a_hit_in_a_later_file_is_read_from_its_offset(parts: Library) -> None:
    hit = parts.search("ebb").hits[0]
    assert (hit.chapter_id, hit.file_path, hit.start_page) == (2, "Coast/02b_water.md", 3)
    piece = parts.read(hit.book, hit.chapter_id, max_tokens=8, offset=hit.offset)
    assert piece.text == "## Tides\n\nebb and flood\n\n"
    assert piece.next_call == {"book": "Coast", "chapter": 2, "max_tokens": 8, "offset": hit.offset + len(piece.text)}


def test_a_file_may_be_read_alone(parts: Library) -> None:
    text = parts.read("Coast", "02b_water")
    assert (text.text, text.start_page, text.end_page) == ("## Tides\n\nebb and flood", 3, 4)
    assert text.next_call is not None
    assert text.next_call["chapter"] == "02c_water.md"
    start = parts.read("Coast", 1).next_call
    assert start is not None
    assert start["chapter"] == 2


def test_a_piece_ends_at_a_paragraph_and_not_in_code(shelf: Path) -> None:
    library = Library(shelf)
    assert library.read("Coast", "Wind", max_tokens=20).text.endswith("grains.\n\n")
    assert library.read("Coast", "Water", max_tokens=24).text.endswith("currents.\n\n")


def test_unknown_names_tell_the_known_ones(shelf: Path) -> None:
    library = Library(shelf)
    with pytest.raises(BookNotFoundError) as no_book:
        library.read("Nowhere", 1)
    assert "Batch/Cluster, Coast" in no_book.value.remedy
    with pytest.raises(ChapterNotFoundError) as no_chapter:
        library.read("Coast", 9)
    assert "1 (01_wind.md), 2 (02_water.md)" in no_chapter.value.remedy
    assert library.manifest("cluster")["document_title"] == "Cluster"
    write_book_folder(shelf / "Other" / "Cluster", [("One", 1, 1, "x")])
    with pytest.raises(BookNotFoundError, match="several"):
        library.manifest("cluster")


@pytest.mark.parametrize("tokens", [0, -1])
def test_options_out_of_range(shelf: Path, tokens: int) -> None:
    with pytest.raises(InvalidOptionError):
        Library(shelf).read("Coast", 1, max_tokens=tokens)
    with pytest.raises(InvalidOptionError):
        Library(shelf).read("Coast", 1, offset=tokens - 1)
    with pytest.raises(InvalidOptionError):
        Library(shelf).read("Coast", 1, offset=100_000)
    with pytest.raises(InvalidOptionError):
        Library(shelf / "AGENTS.md")
