"""Initials, letterspaced words and text that nobody sees, each with the near case in which the rule must rest."""

from __future__ import annotations

import io
import re

import pytest
import typst
from reportlab.pdfgen.canvas import Canvas

from tests.geometric.paper import HEIGHT, LEFT, PROSE, WIDTH, Text, bold, markdown, prose, typeset


def flat(pdf: bytes) -> str:
    return re.sub(r"\s+", " ", markdown(pdf))


def dropped(letter: str, rest: str, lines: int = 3) -> bytes:
    """A chapter that begins with an initial on the baseline of the last line beside it."""
    page = [Text(100 + 14 * (lines - 1), letter, 16.5 * lines, "Times-Bold", 60)]
    page += [
        Text(100 + 14 * row, (f"{rest} {PROSE}" if row == 0 else PROSE)[:70], 11, x=60 + 13 * lines)
        for row in range(lines)
    ]
    return typeset([[*page, *[Text(100 + 14 * row, PROSE[:84], 11, x=60) for row in range(lines, lines + 8)]]])


@pytest.mark.parametrize("lines", [2, 3, 4])
@pytest.mark.parametrize(
    ("letter", "rest", "whole"),
    [
        ("T", "he harbour was", "The harbour was"),
        ("I", "n the winter", "In the winter"),
        ("A", "boat came in", "A boat came in"),
        ("O", "NCE THE TIDE", "ONCE THE TIDE"),
        ("I", "WAS BORN", "I WAS BORN"),
    ],
)
def test_an_initial_begins_its_word(letter: str, rest: str, whole: str, lines: int) -> None:
    assert f" {whole} {PROSE[:20]}" in flat(dropped(letter, rest, lines))


def test_a_large_letter_that_stands_alone_is_no_initial() -> None:
    text = flat(typeset([[Text(120, "B", 40, "Times-Bold", 60), *prose(200), *prose(260)]]))
    assert re.search(r"\bB\b", text)
    assert f"B{PROSE[:20]}" not in text


def spaced(words: str, space: float, size: float = 14.0) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    text = canvas.beginText(LEFT, HEIGHT - 80)
    text.setFont("Times-Roman", size)
    text.setCharSpace(space)
    text.textOut(words)
    canvas.drawText(text)
    canvas.setFont("Times-Roman", 10)
    for row in range(8):
        canvas.drawString(LEFT, HEIGHT - 120 - 12 * row, PROSE[:96])
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize("space", [2.0, 4.0, 5.0, 6.0])
def test_a_letterspaced_line_keeps_its_words(space: float) -> None:
    assert "CHAPTER ONE" in flat(spaced("CHAPTER ONE", space))


def test_columns_of_single_letters_are_not_letterspaced() -> None:
    rows = [Text(100 + 14 * row, letter, x=72 + 30 * place) for row in range(4) for place, letter in enumerate("ABC")]
    assert "ABC" not in flat(typeset([[*rows, *prose(200)]]))


def test_words_side_by_side_are_not_letterspaced() -> None:
    page = [bold(100, "Wind"), bold(100, "Water", x=110), *prose(130)]
    assert "WindWater" not in flat(typeset([page]))


LISTING = "```python\ndef outer(items):\n    for item in items:\n        print(item)\n\n    return 0\n```\n"


def test_a_listing_tagged_line_by_line_is_one_listing() -> None:
    text = markdown(typst.compile(f"Some words before the listing.\n{LISTING}Words after it.".encode()))
    assert text.count("```") == 2
    assert "\n        print(item)\n\n    return 0\n" in text


def test_two_tagged_listings_stay_two() -> None:
    assert markdown(typst.compile(f"{LISTING}Words stand between them.\n{LISTING}".encode())).count("```") == 4


def test_a_particle_after_a_verb_keeps_its_hyphen() -> None:
    lines = ("This is the follow-", "up of the old trade-", "off that we had, and the cab-", "in is made of wood.")
    assert "the follow-up of the old trade-off that we had, and the cabin" in flat(
        typeset([[Text(100 + 12 * row, words) for row, words in enumerate(lines)]])
    )
