"""Drawn markers, lists on slides, names below each other, typewritten text; and where these rules must rest."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from tests.geometric.paper import HEIGHT, PROSE, WIDTH, Text, bold, markdown, prose, typeset

ITEMS = (
    (60.0, "outer one is the first", True),
    (80.0, "inner one stands below it", False),
    (80.0, "inner two as well", False),
    (60.0, "outer two is the last", True),
)


def dotted(rows: Sequence[tuple[float, str, bool]], size: float = 11.0) -> str:
    """Lines behind drawn discs (filled) and rings."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Times-Roman", size)
    for row, (x, words, filled) in enumerate(rows):
        y = HEIGHT - 80 - 1.3 * size * row
        canvas.circle(x, y + 0.29 * size, 0.18 * size, fill=int(filled), stroke=int(not filled))
        canvas.drawString(x + 0.9 * size, y, words)
    canvas.setFont("Times-Roman", 10)
    for row in range(6):
        canvas.drawString(60, HEIGHT - 300 - 12 * row, PROSE[:90])
    canvas.save()
    return markdown(out.getvalue())


def test_drawn_discs_and_rings_make_a_nested_list() -> None:
    found = re.findall(r"^( *)- (\w+ \w+)", dotted(ITEMS), re.MULTILINE)
    assert [words for _, words in found] == ["outer one", "inner one", "inner two", "outer two"]
    assert [bool(indent) for indent, _ in found] == [False, True, True, False]


def test_one_dot_beside_a_line_makes_no_list() -> None:
    assert not re.search(r"^ *- ", dotted(ITEMS[:1]), re.MULTILINE)


def test_a_dot_before_large_lines_adorns_headings() -> None:
    text = dotted([(60.0, "The wind", True), (60.0, "The water", True)], size=20.0)
    assert not re.search(r"^ *- ", text, re.MULTILINE)


def slide(bullet: str) -> str:
    """Two boxes on a slide, each with a name and lines that begin with ``bullet``."""
    page = [bold(60, "The slide", 28, 50)]
    for side, name in enumerate(("Left box", "Right box")):
        page.append(bold(150, name, 18, 60 + 260 * side))
        page += [Text(190 + 30 * row, f"{bullet}{name[0]} item {row}", 16, x=60 + 260 * side) for row in range(3)]
    return markdown(typeset([page]))


def test_lists_in_boxes_side_by_side_are_no_table() -> None:
    text = slide("• ")
    assert "|" not in text
    assert re.findall(r"^- (\w) item (\d)", text, re.MULTILINE) == [
        (side, str(row)) for side in "LR" for row in range(3)
    ]


def test_names_wide_apart_stay_apart() -> None:
    names = ("Red lamp", "Blue lamp", "Green lamp", "White lamp")
    text = markdown(typeset([[Text(100 + 20 * row, name, 11) for row, name in enumerate(names)]]))
    assert [line for line in text.splitlines() if line and line[0] != "="] == list(names)


def test_double_spaced_text_stays_one_paragraph() -> None:
    lines = [Text(80 + 22 * row, f"Line {row} of it {PROSE[:70]}", 11) for row in range(12)]
    text = markdown(typeset([lines]))
    assert len([line for line in text.splitlines() if line and line[0] != "="]) == 1


SOURCE = ("def outer(items):", "    total = 0", "    for item in items:", "        total += item", "    return total")


def listing(cells: Sequence[Sequence[str]], size: float = 9.0) -> str:
    """Numbered rows in a typewriter face; a row's cells stand 90 points apart."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Times-Roman", 10)
    for row in range(6):
        canvas.drawString(60, HEIGHT - 60 - 12 * row, PROSE[:90])
    for row, parts in enumerate(cells):
        y = HEIGHT - 160 - 12 * row
        canvas.setFont("Courier", size)
        canvas.drawRightString(80, y, str(row + 1))
        canvas.setFont("Courier", 9)
        for place, part in enumerate(parts):
            indent = len(part) - len(part.lstrip())
            canvas.drawString(92 + 90 * place + 5.4 * indent, y, part.strip())
    canvas.save()
    return markdown(out.getvalue())


def test_the_numbers_of_a_listing_are_none_of_the_code() -> None:
    for size in (9.0, 5.0):
        found = re.search(r"```\n(.*?)\n```", listing([(row,) for row in SOURCE], size), re.DOTALL)
        assert found is not None
        assert found[1].splitlines() == list(SOURCE)


def test_the_numbers_of_rows_with_cells_stay() -> None:
    text = listing([(name, f"{3 * row}.50") for row, name in enumerate(("bolt", "nut", "pin", "cap", "rod", "key"))])
    assert all(re.search(rf"\b{row}\b", text) for row in range(1, 7))


def test_a_column_of_numbers_in_what_a_program_prints_stays() -> None:
    rows = [(f"[{row},]", str(row + 12), str(5 * row)) for row in range(1, 7)]
    page = [*prose(60)]
    page += [
        Text(140 + 12 * row, part, 9, "Courier", x=72 + 24 * place)
        for row, parts in enumerate(rows)
        for place, part in enumerate(parts)
    ]
    text = markdown(typeset([page]))
    assert all(re.search(rf"\b{number}\b", text) for number in range(13, 19))


def test_a_list_typed_with_its_numbers_keeps_them() -> None:
    lines = [f"{row + 1} turn the wheel {row}" for row in range(6)]
    text = markdown(
        typeset([[*prose(60), *[Text(140 + 12 * row, line, 9, "Courier") for row, line in enumerate(lines)]]])
    )
    assert all(line in text for line in lines)


def test_numbers_close_to_the_code_go_with_those_far_from_it() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setFont("Courier", 9)
    for row, line in enumerate(SOURCE):
        canvas.drawString(60, HEIGHT - 100 - 12 * row, f"{row + 1:2d} {line}".rstrip())
    canvas.save()
    found = re.search(r"```\n(.*?)\n```", markdown(out.getvalue()), re.DOTALL)
    assert found is not None
    assert found[1].splitlines() == list(SOURCE)


def typed(lines: Sequence[str]) -> str:
    return markdown(typeset([[Text(80 + 14 * row, words, 11, "Courier") for row, words in enumerate(lines)]]))


def test_a_letter_from_a_typewriter_is_no_code() -> None:
    text = typed(
        (
            "The sea was calm that day and we went out in the small",
            "boat, as we had done so often before, to look for the",
            "seals on the bank. Nobody saw them there.",
        )
    )
    assert "```" not in text
    assert "in the small boat, as we had done" in text


def test_a_program_alone_on_its_page_is_code() -> None:
    assert typed(SOURCE).count("```") == 2


def test_a_word_broken_in_typewritten_text_is_joined() -> None:
    text = typed(
        (
            "The sea was calm that day and we went out in the har-",
            "bour with the old boat, as we had done so often before",
            "when the wind blew from the west and the sky was clear.",
        )
    )
    assert "in the harbour with" in text


def test_prose_beside_code_is_not_read_as_typed() -> None:
    page = [
        *prose(60),
        *[Text(120 + 12 * row, f"take the {row} old boat out to sea now", 9, "Courier") for row in range(4)],
    ]
    assert markdown(typeset([page])).count("```") == 2
