"""The parts of the library: words, passages, pieces, for any text at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.book.shelf.passages import cut_passages, plain
from pdf_extractor_ai.book.shelf.reading import cut
from pdf_extractor_ai.book.shelf.terms import index_text, query_expression, spans

MARKDOWN = st.lists(
    st.sampled_from(
        [
            "# One",
            "## Two",
            "text of words",
            "```py",
            "```",
            "x = 1",
            "",
            "",
            "<!-- page 7 -->",
            "| a | b |",
            "- item",
            "語句の話",
        ]
    ),
    max_size=40,
).map("\n".join)


@pytest.fixture(scope="module")
def table() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (body, tokenize = 'porter ascii')")
    connection.execute("INSERT INTO words VALUES ('a b')")
    yield connection
    connection.close()


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Étude of dpkg-dev", "etude of dpkg dev"),
        ("C++ and C# and F#m", "cplusplus and csharp and f m"),
        ("co\u00adoperate ﬁle Straße ½", "cooperate file strasse 1 2"),
        ("网络插件 x", "网络 络插 插件 件 x"),
        ("中", "中"),
        ("हिन्दी", "हिन्दी"),
        ("Ёлка й", "елка и"),
        ("snake_case CamelCase v1.2", "snake case camelcase v1 2"),
        ("", ""),
        ("—…·", ""),
    ],
)
def test_words(text: str, terms: str) -> None:
    assert index_text(text) == terms


@pytest.mark.parametrize(
    ("query", "expression"),
    [
        ("wind sand", '"wind" OR "sand"'),
        ("wind wind", '"wind"'),
        ('"blue sand"', '"blue" OR "sand" OR "blue sand"'),
        ("„blue sand“", '"blue" OR "sand" OR "blue sand"'),
        ("dpkg-dev", '"dpkg" OR "dev" OR "dpkg dev"'),
        ("网络插", '"网络" OR "络插"'),
        ("网", '"网" *'),
        ("NOT (a*", '"not" OR "a"'),
        ("…", ""),
    ],
)
def test_queries(query: str, expression: str) -> None:
    assert query_expression(query) == expression


@given(st.text(max_size=200))
def test_any_query_can_be_asked(table: sqlite3.Connection, query: str) -> None:
    expression = query_expression(query)
    if expression:
        table.execute(
            "SELECT count(*) FROM words WHERE words MATCH ?", (expression.encode("utf-8", "replace").decode(),)
        )


@given(st.text(max_size=200))
def test_terms_hold_nothing_that_sqlite_would_cut(text: str) -> None:
    for term, start, stop in spans(text):
        assert term
        assert 0 <= start < stop <= len(text)
        assert all(char.isalnum() or ord(char) > 127 for char in term)
        assert term == term.casefold() or not term.isascii()


@given(MARKDOWN)
def test_passages_hold_all_words_once_and_in_order(body: str) -> None:
    passages = cut_passages(body, [("One", 3), ("Two", 5)], 2, 9)
    assert [passage.start for passage in passages] == sorted(passage.start for passage in passages)
    assert all(first.stop <= second.start for first, second in pairwise(passages))
    words = [word for passage in passages for word in plain(body[passage.start : passage.stop]).split()]
    assert sorted(words) == sorted(plain(body).split()) or "```" in body
    assert all(passage.page <= passage.last_page for passage in passages)


def test_pages_come_from_sections_as_their_headings_pass_by() -> None:
    body = "# 1 Sand\n\nFirst.\n\n## Dunes\n\nSecond.\n\n## Dunes\n\nThird."
    found = cut_passages(body, [("Sand", 3), ("Dunes", 4), ("Dunes", 8)], 3, 9)
    assert [(passage.heading, passage.page, passage.last_page) for passage in found] == [
        ("1 Sand", 3, 4),
        ("1 Sand > Dunes", 4, 8),
        ("1 Sand > Dunes", 8, 9),
    ]


def test_a_long_chapter_is_many_passages_and_code_stays_together() -> None:
    code = "```\n" + "\n\n".join(f"line {number} = {number}" for number in range(60)) + "\n```"
    prose = "\n\n".join("Grains of sand creep before they leap. " * 12 for _ in range(8))
    text = f"{prose}\n\n{code}\n\n{prose}"
    found = cut_passages(text, (), 1, 1)
    assert len(found) > 5
    (held,) = (
        text[passage.start : passage.stop] for passage in found if "line 0 " in text[passage.start : passage.stop]
    )
    assert "line 59 " in held


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("## A **bold** [link](http://x.y/z)", "A bold link"),
        ("- item `code`\n> quote", "item code quote"),
        ("| a | b |\n|---|:--|\n| c | d |", "a b c d"),
        ("![alt](img.png) x<sup>2</sup><!-- page 4 -->", "alt x2"),
        ("2 \\* 3 \\_x\\_", "2 * 3 _x_"),
        ("```py\nx = 1\n```", "x = 1"),
    ],
)
def test_plain_text_of_markdown(markdown: str, text: str) -> None:
    assert plain(markdown) == text


@given(MARKDOWN, st.integers(1, 60))
def test_pieces_join_to_the_whole_and_keep_to_the_limit(body: str, most: int) -> None:
    offset, pieces = 0, []
    while offset < len(body):
        stop = cut(body, offset, most)
        assert offset < stop <= offset + most
        pieces.append(body[offset:stop])
        offset = stop
    assert "".join(pieces) == body


@pytest.mark.parametrize(
    ("body", "most", "piece"),
    [
        ("One two. Three four.", 12, "One two. "),
        ("One two three four", 12, "One two "),
        ("first line\nsecond line", 16, "first line\n"),
        ("aaaaaaaaaaaaaaaaaaaa", 7, "aaaaaaa"),
        ("para one\n\npara two", 14, "para one\n\n"),
        ("para\n\nlong text is here\n\n## Next\n\nmore", 33, "para\n\nlong text is here\n\n"),
        ("これは文です。次の文は長いです。", 10, "これは文です。"),
        ("ab\u0301cde\u0301fg", 6, "ab\u0301cd"),
    ],
)
def test_where_a_piece_ends(body: str, most: int, piece: str) -> None:
    assert body[: cut(body, 0, most)] == piece


def test_endless_lines_and_unclosed_marks_cost_no_more_than_others() -> None:
    for line in ("word " * 200_000, "<!--" * 100_000, "[" * 200_000, "-" * 200_000 + "x", "#" * 200_000):
        passages = cut_passages(line, (), 1, 1)
        assert max((passage.stop - passage.start for passage in passages), default=0) <= 8_000
        assert sum(len(plain(line[passage.start : passage.stop])) for passage in passages) <= len(line)
