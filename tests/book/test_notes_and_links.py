"""Notes with ids of their own, links between files, figures, noise, section numbers."""

from __future__ import annotations

import re

import pytest

from pdf_extractor_ai.book import BookOptions, make_book
from pdf_extractor_ai.book.noise import is_folio, is_notice
from pdf_extractor_ai.book.text import section_number
from pdf_extractor_ai.cells import MarkedCell, mark_cells
from pdf_extractor_ai.report import Reference
from tests.book.trees import Tree, report


def noted() -> Tree:
    tree = Tree()
    for page, heading in ((1, "Chapter 1: Sand"), (2, "Chapter 2: Water")):
        tree.page(page).heading(heading).marked("Sand wanders", "1").marked("Water too", "2")
        tree.note("1", f"A note on page {page}.").note("2", "Another.").note("9", "One without a mark.")
    return tree


def test_notes_are_linked_with_ids_of_their_own() -> None:
    book = make_book(noted().document, source_name="coast.pdf")
    first, second = (chapter.body for chapter in book.chapters)
    assert "Sand wanders[^c1-1] as said." in first
    assert "\n\n[^c1-1]: A note on page 1.\n\n[^c1-2]: Another." in first
    assert "Sand wanders[^c2-1]" in second
    assert "[^c2-1]: A note on page 2." in second
    assert "9 One without a mark." in first
    text = first + second
    defined = re.findall(r"^\[\^([^\]]+)\]:", text, re.MULTILINE)
    assert len(defined) == len(set(defined)) == 4
    assert set(re.findall(r"\[\^([^\]]+)\](?!:)", text)) == set(defined)


def test_a_note_stands_in_the_file_of_its_mark() -> None:
    tree = Tree().page(1).heading("Chapter 1: Sand")
    for _ in range(3):
        tree.text(times=3)
    tree.marked("Marked here", "1").note("1", "The note.")
    for page in (2, 3):
        tree.page(page).heading(f"1.{page} More", 2).text(times=6).text(times=6)
    book = make_book(tree.document, source_name="c.pdf", options=BookOptions(max_tokens=400))
    assert len(book.chapters) > 1
    for chapter in book.chapters:
        assert ("[^c1-1]:" in chapter.body) == ("Marked here[^c1-1]" in chapter.body)


def test_cells_have_their_links_and_are_not_looked_through_for_the_marks_of_notes() -> None:
    tree = Tree().page(1).heading("Chapter 1: Sand").table([["Height"], ["12 m1 (see map)"]])
    runs = [{"text": "12 m"}, {"text": "1", "script": "super"}, {"text": " (see "}]
    runs += [{"text": "map", "hyperlink": "https://example.org/"}, {"text": ")"}]
    mark_cells(tree.document, tree.document.tables[0], [MarkedCell(1, 0, runs)])
    tree.marked("Sand wanders", "1").note("1", "A note.")
    (chapter,) = make_book(tree.document, source_name="c.pdf").chapters
    assert "| 12 m<sup>1</sup> (see [map](https://example.org/)) |" in chapter.body
    assert "Sand wanders[^c1-1]" in chapter.body


def linked(text: str, *references: Reference) -> str:
    tree = Tree().page(1).heading("1 Sand").text(text)
    tree.page(2).heading("2 Water").text(times=3).heading("2.1 Waves", 2).text(times=2)
    tree.page(3).heading("3 Salt").text(times=3)
    book = make_book(tree.document, source_name="coast.pdf", references=references)
    return book.chapters[0].body.partition("\n\n")[2]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("As Chapter 2 tells.", "As [Chapter 2](./02_water.md) tells."),
        ("See Section 2.1, too.", "See [Section 2.1](./02_water.md), too."),
        ("Siehe Kapitel 3.", "Siehe [Kapitel 3](./03_salt.md)."),
        ("As chapter 2 tells.", "As chapter 2 tells."),
        ("This is Chapter 1.", "This is Chapter 1."),
        ("See Chapter 27.", "See Chapter 27."),
        ("See Section 2.14.", "See Section 2.14."),
    ],
)
def test_references_in_words_lead_to_files(text: str, wanted: str) -> None:
    assert linked(text) == wanted


@pytest.mark.parametrize(
    ("text", "reference", "wanted"),
    [
        ("See On the waves for it.", ("On the waves", "See", 2), "See [On the waves](./02_water.md) for it."),
        ("salt and salt, see salt", ("salt", "and salt, see", 3), "salt and salt, see [salt](./03_salt.md)"),
        ("salt and salt", ("salt", "pepper", 3), "salt and salt"),
        ("on page 2", ("page 2", "on", 2), "on page 2"),
        ("here On this page it is", ("On this page", "here", 1), "here On this page it is"),
        ("a [x_y] b", ("[x_y]", "a", 2), "a [\\[x\\_y\\]](./02_water.md) b"),
    ],
)
def test_links_of_the_pdf_lead_to_files(text: str, reference: tuple[str, str, int], wanted: str) -> None:
    anchor, before, target = reference
    assert linked(text, Reference(1, anchor, before, target)) == wanted


def test_code_and_headings_are_not_linked() -> None:
    tree = Tree().page(1).heading("1 Sand").code("see Chapter 2").heading("1.1 Chapter 2 again", 2).text("Text.")
    tree.page(2).heading("2 Water").text(times=2)
    body = make_book(tree.document, source_name="c.pdf").chapters[0].body
    assert "](./" not in body


def test_a_number_that_two_chapters_have_leads_nowhere() -> None:
    tree = Tree()
    for page, heading in ((1, "1 Sand"), (2, "2 Water"), (3, "1 Early notes")):
        tree.page(page).heading(heading).text("See Chapter 1 and Chapter 2. " * 3)
    outline = [(0, "1 Sand", 1), (0, "2 Water", 2), (0, "1 Early notes", 3)]
    book = make_book(tree.document, source_name="c.pdf", report=report(3, outline=outline))
    assert "[Chapter 2](./02_water.md)" in book.chapters[0].body
    assert "[Chapter 1](" not in "".join(chapter.body for chapter in book.chapters)


def test_figures_without_pixels_stay_placeholders() -> None:
    tree = Tree().page(1).heading("Chapter 1: Sand").picture().text(times=2)
    book = make_book(tree.document, source_name="c.pdf")
    assert "<!-- image -->" in book.chapters[0].body
    assert book.images.paths() == []


@pytest.mark.parametrize(
    "text", ["Page 3", "page 12 of 45", "118 of 540", "1 | 2", "- 5 -", "iv", "Page iv", "Seite 9", "第 3 页"]
)
def test_folios_are_known(text: str) -> None:
    assert is_folio(text)


@pytest.mark.parametrize("text", ["42", "2024", "3 of them", "Page", "of", "a", "5 - 3", "civil", ""])
def test_other_short_lines_are_no_folios(text: str) -> None:
    assert not is_folio(text)


@pytest.mark.parametrize(
    "text", ["© Copyright IBM Corp. 2001", "Copyright 2026 Corporation", "Confidential", "All rights reserved."]
)
def test_notices_are_known(text: str) -> None:
    assert is_notice(text)


@pytest.mark.parametrize(
    "text",
    ["Confidential computing protects data in use.", "Copyright law is discussed next.", "Proprietary formats are"],
)
def test_sentences_are_no_notices(text: str) -> None:
    assert not is_notice(text)


@pytest.mark.parametrize(
    ("text", "chapter", "last", "wanted"),
    [
        ("1.1 Control Plane", 1, (), (1, 1)),
        ("1.2 Deep Part", 1, (1, 1), (1, 2)),
        ("1.1.1 Deeper", 1, (1, 1), (1, 1, 1)),
        ("2.5 GHz is the clock", 1, (1, 1), ()),
        ("3.14 Is pi", 1, (1, 1), ()),
        ("1.4 Million users", 1, (1, 1), ()),
        ("1.4 million users", 1, (1, 3), ()),
        ("1.1 Again", 1, (1, 2), ()),
        ("1.2 A sentence that ends.", 1, (1, 1), ()),
        ("1.1 No chapter number", 0, (), ()),
    ],
)
def test_section_numbers_go_on_from_one_another(
    text: str, chapter: int, last: tuple[int, ...], wanted: tuple[int, ...]
) -> None:
    assert section_number(text, chapter, last) == wanted


def test_running_heads_with_the_chapter_are_taken_out() -> None:
    tree = Tree().page(1).heading("Chapter 1: Sand").text(times=3)
    for page in range(2, 6):
        tree.page(page).text(f"Chapter 1: Sand {page + 20}" if page % 2 else f"{page + 20} The Coast").text(times=3)
    book = make_book(tree.document, source_name="c.pdf")
    assert [chapter.title for chapter in book.chapters] == ["Chapter 1: Sand"]
    assert "The Coast" not in book.chapters[0].body
    assert book.chapters[0].body.count("Chapter 1: Sand") == 1
    assert book.noise == 4
