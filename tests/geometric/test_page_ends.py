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


def _numbered(first_foot: str) -> bytes:
    pages = [[*prose(100, 6), Text(780, first_foot, x=290)]]
    pages += [[Text(40, f"{n} On Tanks"), *prose(100, 6)] for n in range(2, 9)]
    return typeset(pages)


def test_the_number_at_the_foot_of_the_first_page_counts_as_those_in_the_heads_do() -> None:
    text = markdown(_numbered("1"))
    assert "\n1\n" not in text
    assert "On Tanks" not in text


def test_a_number_at_the_foot_that_does_not_count_the_pages_is_text() -> None:
    assert "\n17\n" in markdown(_numbered("17"))


def test_the_last_bold_row_of_contents_is_no_note() -> None:
    rows = [Text(500 + 20.0 * n, f"{n} {title} . . . . . . . . . . . . . . . {n + 3}", 12.0) for n, title in
            ((1, "Filling"), (2, "Draining"))]  # fmt: skip
    contents = [Text(460, "Contents", 16.0, "Times-Bold"), *rows, Text(580, "3 References 18", 11.0, "Times-Bold")]
    text = markdown(typeset([contents, [*prose(80, 20, 12.0)]]))
    assert "- 3 References … 18" in text


def test_a_bold_note_under_the_text_stays_a_note() -> None:
    first = [*prose(80, 30, 12.0), Text(700, "1 Not filled by hand.", 9.0, "Times-Bold")]
    text = markdown(typeset([first, [Text(80, "and the rest of it, as ever.", 12.0), *prose(120, 9, 12.0)]]))
    assert "had and the rest" in text


def _ragged(last: str) -> list[Text]:
    lines = [
        "The tanks were filled by hand each morning, and cleaned.",
        "Pumps were started at noon, and the levels were read,",
        "Once more in the evening, by two persons at a time,",
        "Who had to write them down in a book of their own.",
        last,
    ]
    return [Text(80 + 14.0 * row, words, 12.0) for row, words in enumerate(lines)]


def test_text_narrower_than_the_small_print_below_is_not_torn_at_its_sentences() -> None:
    small = [Text(600 + 10.0 * row, PROSE, 8.0) for row in range(6)]
    text = markdown(typeset([[*_ragged("Nobody read that book again in all the years to come"), *small]]))
    assert "each morning, and cleaned. Pumps were started" in text


def test_a_sentence_that_ends_early_in_its_own_measure_ends_a_paragraph() -> None:
    full = "The tanks were filled by hand each morning, and the levels"
    lines = [full, "were read again before the pumps had started.", "Nobody", full, "were read again."]
    lines.append("Pumps were started at noon, and the levels were read, and")
    page = [Text(80 + 14.0 * row, words, 12.0) for row, words in enumerate(lines)]
    assert "were read again.\n\nPumps were started" in markdown(typeset([page]))
