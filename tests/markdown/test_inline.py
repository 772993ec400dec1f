"""Styled runs: no blank lost or made up, marks that are read as marks, links that are links."""

from __future__ import annotations

import html
import re

import pytest
from docling_core.types.doc import Formatting
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.markdown.build import BOLD, ITALIC, LOWERED, RAISED, STRUCK, runs_of, text_of


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([("mc", None), ("2", RAISED), (" is", None)], "mc<sup>2</sup> is"),
        ([("H", None), ("2", LOWERED), ("O", None)], "H<sub>2</sub>O"),
        ([("was ", None), ("$400", STRUCK), (" now", None)], "was ~~$400~~ now"),
        ([("pay", None), (" now ", BOLD), ("or", None)], "pay **now** or"),
        ([("a", BOLD), ("b", BOLD), (" c", None)], "**ab** c"),
        ([("a", Formatting(bold=True, italic=True)), (" b", None)], "***a*** b"),
        ([("stripped", None), ("runs", BOLD), ("get blanks", None)], "stripped **runs** get blanks"),
        ([("x", ITALIC)], "*x*"),
        ([("Note:", BOLD), ("text ", None)], "<b>Note:</b>text"),
        ([("wind", None), (".", ITALIC), ("Then ", None)], "wind.Then"),
        ([("2 * 3", BOLD), (" ", None), ("* 4", None)], "**2 \\* 3** * 4"),
        ([("  ", BOLD), ("a", None)], "a"),
        ([("snake_case", BOLD), (" <x>", None)], "**snake\\_case** &lt;x&gt;"),
    ],
)
def test_runs(runs: list[tuple[str, Formatting | None]], expected: str) -> None:
    assert runs_of(*runs) == expected


def test_a_whole_paragraph_in_one_style() -> None:
    assert text_of("Warning", formatting=BOLD) == "**Warning**"


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("https://example.org/a?b=1|2&c=(x)[y]", "[m](https://example.org/a?b=1%7C2&c=%28x%29%5By%5D)"),
        ("https://example.org/a_b", "[m](https://example.org/a_b)"),
        ("https://example.org/?copy=1&copy;=2", "[m](https://example.org/?copy=1&amp;copy;=2)"),
        ("mailto:a@example.org", "[m](mailto:a@example.org)"),
        ("#page-2", "[m](#page-2)"),
        ("javascript:alert(1)", "m"),
        ("data:text/html,x", "m"),
        ("file:///etc/passwd", "m"),
    ],
)
def test_links(link: str, expected: str) -> None:
    assert runs_of(("m", None, link)) == expected


def test_brackets_in_a_link_text_stay() -> None:
    markdown = runs_of(("see [1](x)", None, "https://example.org/"))
    assert html.unescape(re.sub(r"<[^>]+>", "", MarkdownIt().render(markdown))).strip() == "see [1](x)"


STYLES = st.sampled_from([None, BOLD, ITALIC, STRUCK, RAISED, LOWERED])
WORDS = st.text(alphabet="ab1.,:;!?()'\"-é ", min_size=1, max_size=6)


@given(st.lists(st.tuples(WORDS, STYLES), min_size=1, max_size=6))
def test_the_rendered_text_is_the_text_of_the_runs(runs: list[tuple[str, Formatting | None]]) -> None:
    plain = "".join(text for text, _ in runs)
    carried = any(text != text.strip() for text, _ in runs)
    markdown = runs_of(*runs)
    rendered = html.unescape(re.sub(r"<[^>]+>", "", MarkdownIt("gfm-like", {"linkify": False}).renderInline(markdown)))
    if carried:
        assert rendered.split() == plain.split()
    else:
        assert re.sub(r"\s", "", rendered) == re.sub(r"\s", "", plain)
