"""Margin notes, counted lines and lists side by side, and the near cases in which their rules must rest."""

from __future__ import annotations

import io
import re

from reportlab.pdfgen.canvas import Canvas

from tests.geometric.paper import HEIGHT, PROSE, WIDTH, Text, bold, markdown, prose, typeset


def flat(pdf: bytes) -> str:
    return re.sub(r"\s+", " ", markdown(pdf))


def test_notes_in_the_margin_stand_outside_of_the_sentence() -> None:
    text = [Text(80 + 12 * row, PROSE[:70]) for row in range(30)]
    notes = [Text(128 + 10 * row, words, 8, x=420) for row, words in enumerate(("The old pumps", "were sold later."))]
    assert "The old pumps were sold later." in flat(typeset([[*text, *notes, Text(320, "See page four.", 8, x=420)]]))


def test_a_value_in_small_type_stays_beside_its_name() -> None:
    names = ("Rated voltage of the first pump", "Rated current of the first pump", "Ambient range of the first pump")
    values = ("230 V", "16 A", "-25 to +70")
    rows = [
        part
        for row, (name, value) in enumerate(zip(names, values, strict=True))
        for part in (Text(100 + 20 * row, name), Text(100 + 20 * row, value, 8, x=400))
    ]
    text = re.sub(r"[|*\s]+", " ", markdown(typeset([[*prose(40), *rows]])))
    assert "first pump 230 V Rated current of the first pump 16 A" in text


def counted(step: int, lead: float = 18.0) -> bytes:
    text = [Text(80 + lead * row, PROSE[:80], x=90) for row in range(30)]
    return typeset([text + [Text(80 + lead * (row - 1), str(row), 7, x=60) for row in range(step, 31, step)]])


def test_every_fifth_line_is_numbered() -> None:
    assert not re.search(r"\b(5|10|15|20|25|30)\b", flat(counted(5)))


def test_numbers_that_do_not_count_the_lines_stay() -> None:
    assert re.search(r"\b28\b", flat(counted(7)))
    rows = [Text(100 + 14 * row, f"{5 + 5 * row}") for row in range(6)]
    names = [
        Text(100 + 14 * row, name, x=110) for row, name in enumerate(("Rope", "Lamp", "Sail", "Oar", "Net", "Hook"))
    ]
    text = flat(typeset([rows + names]))
    assert all(f"{value}" in text for value in (5, 10, 15, 20, 25, 30))


def slide(marks: tuple[str, str]) -> str:
    items = (
        ("Wind lifts the grains", "Grains fall again", "Ripples travel"),
        ("Salt keeps it", "Rain binds", "Grass holds"),
    )
    page = [bold(70, "Why dunes move", 30, 50)]
    for side, words in enumerate(items):
        for row, item in enumerate(words):
            page += [
                Text(150 + 40 * row, marks[side], 16, x=50 + 270 * side),
                Text(150 + 40 * row, item, 16, x=75 + 270 * side),
            ]
    return markdown(typeset([page]))


def test_two_lists_side_by_side_are_two_lists() -> None:
    text = slide(("•", "•"))
    assert "|" not in text
    found = re.findall(r"^- (.*)$", text, re.MULTILINE)
    assert found == [
        "Wind lifts the grains",
        "Grains fall again",
        "Ripples travel",
        "Salt keeps it",
        "Rain binds",
        "Grass holds",
    ]


def test_answers_side_by_side_are_read_in_rows() -> None:
    words = ("A. a sea breeze", "B. a land breeze", "C. a storm", "D. a calm")
    page = [Text(100 + 16 * (index // 2), answer, x=80 + 200 * (index % 2)) for index, answer in enumerate(words)]
    assert re.findall(r"[ABCD]\.", markdown(typeset([[Text(80, "7. Which wind moves the most sand?"), *page]]))) == [
        "A.",
        "B.",
        "C.",
        "D.",
    ]


def test_a_nested_list_beside_no_other_stays_nested() -> None:
    page = [
        Text(100, "•"),
        Text(100, "Outer item of the list", x=90),
        Text(115, "•", x=100),
        Text(115, "Inner item", x=118),
    ]
    assert re.search(r"^ {2,}- Inner item", markdown(typeset([[*prose(40), *page, *prose(HEIGHT / 2)]])), re.MULTILINE)


def boxed(head: bool) -> bytes:
    """Three pages that begin with a ruled row: a running head in a box, or a table's header over its rows."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    for number in range(1, 4):
        rows = [("Dune Trust", "Document no. DH-17", f"Page {number} of 3")] if head else [("Place", "Depth", "Mark")]
        rows += [] if head else [(f"Place {number}-{row}", f"{row}.5", f"m{number}{row}") for row in range(20)]
        canvas.setFont("Helvetica", 9)
        for row, cells in enumerate(rows):
            for place, cell in enumerate(cells):
                canvas.rect(60 + 150 * place, HEIGHT - 60 - 16 * row, 150, 16)
                canvas.drawString(66 + 150 * place, HEIGHT - 55 - 16 * row, cell)
        canvas.setFont("Times-Roman", 10)
        for row in range(30 if head else 0):
            canvas.drawString(60, HEIGHT - 100 - 14 * row, f"{number} {PROSE[:80]}")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_a_running_head_in_a_box_goes() -> None:
    assert "DH-17" not in markdown(boxed(head=True))


def test_a_table_over_pages_keeps_its_header() -> None:
    text = markdown(boxed(head=False))
    assert "| Place | Depth | Mark |" in text
    assert all(f"m{page}{row} " in text for page in (1, 2, 3) for row in range(20))
