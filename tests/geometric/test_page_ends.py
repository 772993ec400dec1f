"""What stands at the end of a page: paragraphs that go on over it, notes that are nothing but a link."""

from __future__ import annotations

from tests.geometric.paper import LEFT, PROSE, Text, markdown, prose, typeset


def _ends_in_code(face: str) -> list[Text]:
    """A paragraph at the foot of a page whose last line is mostly in another face."""
    return [
        *prose(80, 4),
        *(Text(700 + 12.0 * row, PROSE[:96]) for row in range(3)),
        Text(736, "Use", x=LEFT),
        Text(736, "fill_tank drain_tank clean_tank weigh_tank and_so_on", 10.0, face, LEFT + 25),
    ]


def test_a_paragraph_goes_on_over_the_page_though_its_last_line_is_mostly_code() -> None:
    text = markdown(
        typeset([_ends_in_code("Courier"), [Text(80, "commands for that, and no others."), *prose(120, 4)]])
    )
    assert "and_so_on` commands for that, and no others." in text


def test_code_at_the_end_of_a_page_does_not_take_up_the_words_that_begin_the_next() -> None:
    first = [*prose(80, 4), *(Text(700 + 12.0 * row, "fill_tank --all", 10.0, "Courier") for row in range(3))]
    text = markdown(typeset([first, [Text(80, "commands for that, and no others."), *prose(120, 4)]]))
    assert "```\nfill_tank --all\nfill_tank --all\nfill_tank --all\n```" in text
    assert "\ncommands for that, and no others." in text


def _with_foot(foot: str, face: str = "Courier") -> bytes:
    raised = [Text(736, "1", 6.0, face, LEFT + 12), Text(740, foot, 8.0, face, LEFT + 16)]
    first = [*prose(80, 4), *(Text(600 + 12.0 * row, PROSE[:96]) for row in range(4)), *raised]
    return typeset([first, [Text(80, "and the rest of it, as ever."), *prose(120, 4)]])


def test_a_link_in_a_typewriter_face_at_the_foot_is_a_note() -> None:
    text = markdown(_with_foot("https://example.org/tanks/list.html"))
    assert "```" not in text
    assert f"{PROSE[:96].split()[-1]} and the rest of it, as ever." in text


def test_a_command_at_the_foot_stays_code() -> None:
    text = markdown(_with_foot("fill_tank --all=list.html"))
    assert "```" in text
