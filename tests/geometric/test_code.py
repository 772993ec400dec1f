"""Source text out of lines: indents, empty lines, and what only the page's width broke."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.code import code_text
from pdf_extractor_ai.geometric.page import Line, Style
from tests.geometric.paper import PROSE, Text, markdown, typeset
from tests.geometric.setting import line

MONO = Style("Mono", 10.0, mono=True)


def rows(*texts: str, step: float = 12.0) -> list[Line]:
    """Lines of code at their indents, 5 pt a column."""
    made = []
    for number, text in enumerate(texts):
        inner = text.lstrip()
        if inner:
            indent = len(text) - len(inner)
            made.append(line(inner, 72 + 5 * indent, 100 + step * number, style=MONO))
    return made


def test_indents_and_empty_lines() -> None:
    source = ("def f():", "    if x:", "        return 1", "", "    return 2")
    assert code_text(rows(*source)) == "\n".join(source)


def test_marked_breaks_are_undone() -> None:
    broken = rows("f(numerator: int, factor: int,", "↪ denominator: int) -> int:")
    assert code_text(broken) == "f(numerator: int, factor: int, denominator: int) -> int:"
    inside = rows("rlp(0x1dcc4de8dec75d7aab⌋", "↪→ fd40d49347)")
    assert code_text(inside) == "rlp(0x1dcc4de8dec75d7aabfd40d49347)"


def test_sphinx_shows_the_blank_that_it_breaks_at() -> None:
    assert code_text(rows("-DCMAKE_", "˓→MAKE_PROGRAM=ninja")) == "-DCMAKE_MAKE_PROGRAM=ninja"
    assert code_text(rows("run --all␣", "˓→--now")) == "run --all --now"


def test_a_token_that_fills_the_width_goes_on() -> None:
    first = '"data": "0xd46e8dd67c5d32be8d46e8dd67c5d32be8058bb8'
    broken = rows(first, 'eb970870f072445675",', '"gas": 1')
    assert code_text(broken, right=broken[0].x1) == first + 'eb970870f072445675",\n"gas": 1'
    # In a wider column the line has ended by itself.
    assert code_text(broken, right=500) == "\n".join(part.text for part in broken)


def test_full_lines_of_short_tokens_stay_lines() -> None:
    source = ("let a = one + two + three", "let b = one + two + other")
    assert code_text(rows(*source), right=197) == "\n".join(source)
    mails = ("lukasz.kaiser.the.second@example.org", "illia.polosukhin@example.org")
    assert code_text(rows(*mails), right=257) == "\n".join(mails)
    hashes = ("0xd46e8dd67c5d32be8d46e8dd67c5d32be8", "0xaaaa8dd67c5d32be8d46e8dd67c5d32be8")
    assert code_text(rows(*hashes), right=242) == "\n".join(hashes)


@given(st.lists(st.text(alphabet="ab(){}=;", min_size=1, max_size=18), min_size=1, max_size=6))
def test_every_short_line_stays_one(texts: list[str]) -> None:
    assert [text.strip() for text in code_text(rows(*texts)).split("\n")] == texts


def printed(*source: str) -> list[str]:
    """The code blocks of a page on which this stands in a monospaced face, between two lines of prose."""
    step = 12
    lines = [
        Text(100 + step * row, text.lstrip(), face="Courier", x=100.0 + 6 * (len(text) - len(text.lstrip())))
        for row, text in enumerate(source)
        if text
    ]
    page = [Text(80, PROSE), *lines, Text(140 + step * len(source), PROSE)]
    return re.findall(r"```\w*\n(.*?)\n```", markdown(typeset([page])), re.DOTALL)


def test_two_empty_lines_before_a_definition_do_not_end_a_program() -> None:
    source = ("import os", "", "", "def one():", "    return 1", "", "", "class Two:", "    three = 3")
    (code,) = printed(*source)
    assert code.split("\n") == list(source)
    assert len(printed("ls -l", "", "", "cd /tmp")) == 2
