"""Footnotes whose mark stands apart from their text."""

from __future__ import annotations

from tests.geometric.paper import PROSE, Text, markdown, prose, typeset


def _page(mark_y: float, note_x: float = 86.0) -> list[Text]:
    body = [text for row in range(4) for text in prose(80 + 60.0 * row, 4)]
    return [
        *body, Text(640, "and the town was warned of what it"), Text(700 + mark_y, "4", 6.0, x=75.0),
        Text(700, "The pumps were sold in the spring.", 8.0, x=note_x),
    ]  # fmt: skip


def test_a_raised_mark_apart_from_its_note_comes_to_it_and_the_sentence_goes_on() -> None:
    following = [Text(80, "would cost to fill the tanks again."), *prose(120, 4), Text(300, PROSE[:60])]
    text = markdown(typeset([_page(-3.5, 82.0), following]))
    assert "<sup>4</sup> The pumps were sold in the spring." in text
    assert "warned of what it would cost to fill the tanks again." in text


def test_a_number_on_the_line_of_larger_text_far_away_stays_apart() -> None:
    text = markdown(typeset([_page(-3.5, 120.0)]))
    assert "<sup>4</sup> The pumps" not in text
