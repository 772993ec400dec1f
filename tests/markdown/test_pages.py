"""``split_pages``, ``is_low_text``, ``document_title`` and ``layout_from_markdown``."""

from __future__ import annotations

import pytest
from docling_core.types.doc import DocItemLabel, DoclingDocument
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai import document_title, is_low_text, split_pages, to_markdown
from pdf_extractor_ai.markdown import PdfPageSpan, layout_from_markdown
from tests.markdown.build import BOLD, at, document


def banners(page: int, text: str) -> str:
    return f"========== page {page} start ==========\n{text}\n========== page {page} end =========="


@pytest.mark.parametrize(
    ("markdown", "pages"),
    [
        ("", {}),
        ("no banners", {}),
        (banners(1, "a\n\nb"), {1: "a\n\nb"}),
        (f"before\n{banners(1, 'a')}\nbetween\n{banners(2, 'b')}\nafter", {1: "a", 2: "b"}),
        ("========== page 1 start ==========\na", {1: "a"}),
        ("========== page 1 start ==========\na\n========== page 2 start ==========\nb", {1: "a", 2: "b"}),
        ("========== page 1 start ==========\na\n========== page 9 end ==========\nb", {1: "a"}),
        (f"{banners(1, 'a')}\n{banners(1, 'b')}", {1: "b"}),
        (f"  {banners(3, 'a')}  ", {3: "a"}),
        ("========== page 03 start ==========\na", {3: "a"}),
        (banners(1, "form\ffeed\u2028and\x85more"), {1: "form\ffeed\u2028and\x85more"}),
        (banners(1, "a\r\nb").replace("\n", "\r\n").replace("\r\r", "\r"), {1: "a\nb"}),
        ("===== page 1 start =====\na", {}),
    ],
)
def test_split_pages(markdown: str, pages: dict[int, str]) -> None:
    assert split_pages(markdown) == pages


@given(st.dictionaries(st.integers(1, 10**6), st.text(st.characters(codec="utf-8"), max_size=60), max_size=6))
def test_what_was_written_is_split_again(texts: dict[int, str]) -> None:
    made = DoclingDocument(name="x")
    for page, text in texts.items():
        made.add_text(DocItemLabel.TEXT, text, prov=at(page))
    pages = split_pages(to_markdown(made))
    assert pages.keys() == texts.keys()
    for page, text in texts.items():
        assert bool(pages[page]) == bool(text.strip())


@given(st.text(alphabet="=page 12startend\n", max_size=200))
def test_any_text_can_be_split(markdown: str) -> None:
    for text in split_pages(markdown).values():
        assert text == text.strip()
    layout_from_markdown(markdown, DoclingDocument(name="x"))


@pytest.mark.parametrize(
    ("markdown", "min_chars", "low"),
    [
        ("x" * 199, 200, True),
        ("x" * 200, 200, False),
        ("Hello <!-- image --> <!--image--> <!-- visual:s0-v1 -->", 5, False),
        ("Hello <!-- image --> <!--image--> <!-- visual:s0-v1 -->", 6, True),
        (banners(1, "Hello"), 6, True),
        ("  ========== page 1 start ==========\nHello", 6, False),
        ("", 1, True),
    ],
)
def test_is_low_text(markdown: str, min_chars: int, low: bool) -> None:
    assert is_low_text(markdown, min_chars=min_chars) is low


def headed(*headings: tuple[int, str, int]) -> DoclingDocument:
    """A document of (page, text, level) headings; level 0 is a title."""
    made = document(2)
    for page, text, level in headings:
        if level:
            made.add_heading(text, level=level, prov=at(page) if page else None)
        else:
            made.add_title(text, prov=at(page))
    return made


@pytest.mark.parametrize(
    ("headings", "title"),
    [
        ([(1, "Subtitle", 2), (1, "Main Title", 1), (1, "Other", 1)], "Main Title"),
        ([(1, "Hi", 0), (1, "A very long section header", 1)], "Hi"),
        ([(2, "Deep", 2), (2, "Later Title", 1), (2, "longer later title", 1)], "Later Title"),
        ([(2, "S1", 1), (2, "T", 0)], "S1"),
        ([(1, "same size", 1), (1, "size same", 1)], "same size"),
        ([(1, "  two\n lines  ", 1)], "two lines"),
        ([(2, "  kept  inside ", 1)], "kept  inside"),
        ([(1, "   ", 0), (2, "real", 3)], "real"),
        ([(0, "no page", 2)], "no page"),
        ([], None),
    ],
)
def test_document_title(headings: list[tuple[int, str, int]], title: str | None) -> None:
    made = headed(*headings)
    assert document_title(made) == title
    assert document_title(made, fallback="x.pdf") == (title or "x.pdf")


def test_the_title_may_be_made_of_runs() -> None:
    made = document()
    heading = made.add_heading("", prov=at())
    group = made.add_inline_group(parent=heading)
    made.add_text(DocItemLabel.TEXT, "The ", parent=group)
    made.add_text(DocItemLabel.TEXT, "wind", parent=group, formatting=BOLD)
    assert document_title(made) == "The wind"
    layout = layout_from_markdown(to_markdown(made), made)
    assert [(section.title, section.start_line) for section in layout.sections] == [("The wind", 3)]


@pytest.mark.parametrize("text", ["a_b & <c>", "two\nlines", "odd   blanks", "deep [x](y)", "*stars*"])
@pytest.mark.parametrize("level", [1, 5, 6, 8])
def test_a_heading_is_found_as_it_was_written(text: str, level: int) -> None:
    made = headed((1, text, level))
    layout = layout_from_markdown(to_markdown(made), made)
    assert [(section.title, section.level) for section in layout.sections] == [(text, level)]


def test_text_and_code_that_look_like_the_heading_are_not_taken_for_it() -> None:
    made = document()
    made.add_text(DocItemLabel.TEXT, "## Wind", prov=at())
    made.add_code("## Wind", prov=at())
    made.add_heading("Wind", prov=at())
    layout = layout_from_markdown(to_markdown(made), made)
    assert [section.start_line for section in layout.sections] == [9]


def test_a_heading_is_looked_for_on_its_own_page() -> None:
    made = document(2)
    made.add_text(DocItemLabel.TEXT, "one", prov=at(1))
    made.add_heading("Wind", prov=at(2))
    markdown = to_markdown(made).replace("one", "## Wind")
    assert layout_from_markdown(markdown, made).sections[0].page_start == 2


def test_a_heading_that_is_not_there_is_left_out() -> None:
    made = headed((1, "Gone", 1), (1, "Here", 1))
    markdown = to_markdown(made).replace("## Gone\n\n", "")
    assert [section.title for section in layout_from_markdown(markdown, made).sections] == ["Here"]


def test_without_banners_there_are_no_pages() -> None:
    made = headed((1, "Wind", 1))
    layout = layout_from_markdown("## Wind\n\ntext", made)
    assert layout.pages == ()
    assert [(s.start_line, s.end_line, s.page_start, s.page_end) for s in layout.sections] == [(1, 3, None, None)]


def test_an_open_page_ends_before_the_next_or_with_the_text() -> None:
    markdown = "========== page 1 start ==========\na\n========== page 2 start ==========\nb"
    assert layout_from_markdown(markdown, document()).pages == (PdfPageSpan(1, 1, 2), PdfPageSpan(2, 3, 4))


HEADINGS = st.lists(
    st.tuples(st.integers(1, 3), st.text(alphabet="ab _<&#*`", min_size=1, max_size=5), st.integers(0, 7)), max_size=8
)


@given(HEADINGS)
def test_every_heading_is_found_in_its_order(headings: list[tuple[int, str, int]]) -> None:
    made = headed(*sorted(headings, key=lambda heading: heading[0]))
    expected = [text.strip() for _, text, _ in sorted(headings, key=lambda h: h[0]) if text.strip()]
    layout = layout_from_markdown(to_markdown(made), made)
    assert [section.title for section in layout.sections] == expected
    starts = [section.start_line for section in layout.sections]
    assert starts == sorted(set(starts))
    assert all(section.heading_path[-1] == section.title for section in layout.sections)
