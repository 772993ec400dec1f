"""Acceptance lines on small PDFs of our own, each made for one kind of fault, and cases where a rule must rest."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from pdf_extractor_ai import ExtractionResult, PdfExtractor, to_markdown
from tests.shared import DATA

RECIPES = DATA / "recipes"
NAMES = sorted(
    path.stem
    for path in RECIPES.glob("*.pdf")
    if path.stem not in {"encrypted", "flate_bomb", "image_bomb", "path_storm", "page_tree_loop", "truncated"}
)


@pytest.fixture(scope="module")
def extractor() -> Iterator[PdfExtractor]:
    with PdfExtractor() as made:
        yield made


@cache
def _result(extractor: PdfExtractor, name: str) -> ExtractionResult:
    return extractor.extract_result((RECIPES / f"{name}.pdf").read_bytes(), name=f"{name}.pdf")


def _text(extractor: PdfExtractor, name: str) -> str:
    markdown = to_markdown(_result(extractor, name).document)
    return re.sub(r"^=+ page \d+ (?:start|end) =+\n?", "", markdown, flags=re.MULTILINE)


def _in_order(text: str, words: list[str]) -> bool:
    places = [text.find(word) for word in words]
    return min(places) >= 0 and places == sorted(places)


def _headings(text: str) -> dict[str, int]:
    return {match[2].strip(): len(match[1]) for match in re.finditer(r"^(#{1,6})\s+(.*)$", text, re.MULTILINE)}


def _rows(text: str) -> list[list[str]]:
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"
    ]
    return [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("two_columns", [f"L{n:02d} " for n in range(1, 23)] + [f"R{n:02d} " for n in range(1, 41)]),
        ("three_columns", [f"{letter}{n:02d} " for letter in "ABC" for n in range(1, 46)]),
        ("sidebar", [f"M{n:02d} " for n in range(1, 46)]),
        ("sidebar", [f"S{n:02d} " for n in range(1, 13)]),
        ("exam_options", ["A. a sea", "B. a land", "C. a storm", "D. a calm"]),
        ("wide_gap_line", ["1.3.1 Rated voltage 230 V", "1.3.2 Rated current 16 A", "1.3.3 Ambient range -25"]),
        ("vertical_japanese", ["吾輩は猫である。", "名前はまだ無い。"]),
        ("heading_at_page_end", ["3 Orphan heading", "under-3-01"]),
        ("equation", ["before-01", "after-01"]),
        ("vector_chart", ["above-05", "<!-- image -->", "Figure 4. Sand moved per year"]),
    ],
)
def test_reading_order(extractor: PdfExtractor, name: str, words: list[str]) -> None:
    text = re.sub(r"[|\s]+", " ", _text(extractor, name)).replace("--- ", "")
    assert _in_order(text, words)


@pytest.mark.parametrize(
    "name", ["two_columns", "three_columns", "exam_options", "coloured_boxes", "lists", "toc_leaders"]
)
def test_what_is_no_table(extractor: PdfExtractor, name: str) -> None:
    assert not _result(extractor, name).document.tables or name == "toc_leaders"
    assert _rows(_text(extractor, name)) == []


@pytest.mark.parametrize(
    ("name", "present", "absent"),
    [
        ("drop_cap", ["Once the tide had gone the beach was wide"], []),
        (
            "hyphens",
            ["example", "price-determining", "well-known", "vracht- en", "COVID-19", "2019-2020", "e-mail"],
            [],
        ),
        ("kerned_words", ["Figure one shows the dune", "Tower Company AV", "tracked text"], []),
        ("ligatures", ["finance"], ["\ufb01", "\0"]),
        ("no_tounicode", ["Readable line."], ["ABCDE", "gid", "(cid:"]),
        ("running_heads", ["Coastal Notes 2026"], ["Confidential", "- Sand"]),
        ("watermark", ["w0-01"], ["DRAFT"]),
        ("odd_boxes", ["inside crop"], ["outside crop"]),
        ("acroform", ["Ada Lovelace"], []),
        ("annotations", ["typed on the page"], []),
        ("links", ["](", "example.org/manual"], []),
        ("hidden_text", ["VISIBLE invoice total 100.00"], [f"H{n} " for n in range(1, 10)]),
        ("one_bad_page", ["page1-20", "page3-20", "page 2 could not be read"], []),
        ("footnotes", ["(end of note 1)", "The first claim on page 1", "The first claim on page 2"], ["page 11"]),
        ("inline_styles", ["mc<sup>2</sup>", "H<sub>2</sub>O", "~~$400~~"], []),
        ("visible_injection", [], ["<|im_start|>"]),
        ("toc_leaders", ["Threshold speed"], ["......"]),
    ],
)
def test_what_is_read_and_what_is_not(
    extractor: PdfExtractor, name: str, present: list[str], absent: list[str]
) -> None:
    text = _text(extractor, name)
    assert [word for word in present if word not in text] == []
    assert [word for word in absent if word in text] == []


def test_levels_follow_numbers(extractor: PdfExtractor) -> None:
    levels = _headings(_text(extractor, "heading_levels"))
    assert levels["Handbook of Dunes"] < levels["1 Wind"] < levels["1.1 Threshold speed"] < levels["1.1.1 Wet sand"]
    assert levels["1.2 Gusts"] == levels["1.1 Threshold speed"]
    assert levels["2 Water"] == levels["1 Wind"]


@pytest.mark.parametrize("name", NAMES)
def test_levels_never_jump_and_no_character_is_unaccounted_for(extractor: PdfExtractor, name: str) -> None:
    result = _result(extractor, name)
    depth = 0
    for level in _headings(_text(extractor, name)).values():
        assert level <= max(depth, 1) + 1
        depth = level
    assert [page.page for page in result.report.pages if page.characters.unaccounted] == []
    size = {number: page.size for number, page in result.document.pages.items()}
    for item, _ in result.document.iterate_items():
        for prov in getattr(item, "prov", []):
            assert prov.bbox.r <= size[prov.page_no].width + 1
            assert prov.bbox.b <= size[prov.page_no].height + 1


def test_lists_keep_markers_and_levels(extractor: PdfExtractor) -> None:
    text = _text(extractor, "lists")
    assert re.search(r"^- first bullet", text, re.MULTILINE)
    assert re.search(r"^ {2}- nested dash", text, re.MULTILINE)
    assert "7. numbered" in text
    assert "8. eight" in text
    assert text.count("3.a.") == 1
    assert re.search(r"^1997 was a good year", text, re.MULTILINE)


def test_code_runs_after_extraction(extractor: PdfExtractor) -> None:
    source = re.search(r"```\n(.*?)```", _text(extractor, "code_block"), re.DOTALL)
    assert source is not None
    assert "    total = 0" in source[1]
    assert isinstance(ast.parse(source[1]).body[0], ast.FunctionDef)


def test_tables_keep_their_cells(extractor: PdfExtractor) -> None:
    numbers = _rows(_text(extractor, "numbers_table"))
    assert [len(row) for row in numbers] == [6] * 5
    assert {"00123", "1.10", "12345678901234567890", "1e5", "½"} <= {cell for row in numbers for cell in row}
    assert ["Tiny", "9M", "", "fast"] in _rows(_text(extractor, "borderless_table"))
    long = _rows(_text(extractor, "long_table_repeated_header"))
    assert [row[0] for row in long] == ["No", *map(str, range(1, 91))]


def test_removed_text_is_listed_and_can_be_kept(extractor: PdfExtractor) -> None:
    data = (RECIPES / "running_heads.pdf").read_bytes()
    result = extractor.extract_result(data, name="running_heads.pdf", keep_furniture=True)
    removed = [entry.text for entry in result.report.removed]
    assert sum("Confidential" in text for text in removed) == 5
    assert to_markdown(result.document, keep_furniture=True).count("Confidential") == 5


def test_hidden_runs_are_reported(extractor: PdfExtractor) -> None:
    flags = [flag for flag in _result(extractor, "hidden_text").report.flags if flag.code == "hidden_text"]
    assert len(flags) == 9
    assert all(flag.page == 1 and flag.box for flag in flags)


def test_a_scan_without_ocr_is_partial(extractor: PdfExtractor) -> None:
    report = _result(extractor, "mixed_scan").report
    assert report.status == "partial"
    assert [page.status for page in report.pages] == ["ok", "image_only", "blank", "ok"]
