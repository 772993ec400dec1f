"""Page numbers in many tongues, artifacts of tagged pages, lines across columns; and what must stay where it is."""

from __future__ import annotations

import re

import pytest
import typst

from tests.geometric.paper import PROSE, Text, bold, headings, markdown, typeset


def pages(count: int, foot: str, head: str = "") -> str:
    """Pages of prose with a foot in which ``{}`` is the number of the page."""
    made = []
    for number in range(1, count + 1):
        page = [Text(100 + 12 * row, f"{PROSE[:80]} {row}") for row in range(50)]
        page.append(Text(815, foot.format(number, count), 9, x=280))
        made.append([Text(30, head.format(number), 12), *page] if head else page)
    return markdown(typeset(made))


@pytest.mark.parametrize(
    "foot",
    ["Seite {} von {}", "Page {} sur {}", "Strona {} z {}", "Pág. {} de {}", "{} | {}", "- {} -", "Sida {} av {}"],
)
@pytest.mark.parametrize("count", [2, 4])
def test_page_numbers_go(foot: str, count: int) -> None:
    assert foot.format(2, count) not in pages(count, foot)


def test_the_running_number_of_a_file_goes() -> None:
    assert "ABC000" not in pages(5, "ABC00012{}")


def foot_in_parts(numbers: tuple[str, str]) -> str:
    return markdown(
        typeset(
            [
                [*[Text(100 + 12 * row, f"{PROSE[:80]} {row}") for row in range(40)],
                 Text(815, "Dune Days 2026", 8), Text(815, number, 8, x=500)]
                for number in numbers
            ]
        )
    )  # fmt: skip


def test_two_pages_with_a_foot_and_a_number_beside_it() -> None:
    assert "Dune Days" not in foot_in_parts(("1", "2"))


def test_two_pages_whose_last_lines_differ_keep_them() -> None:
    assert foot_in_parts(("on Monday", "on Friday")).count("Dune Days 2026") == 2


def test_rows_of_numbers_that_count_no_pages_stay() -> None:
    text = pages(3, "", head="{}7.5 kg")
    assert all(f"{number}7.5 kg" in text for number in (1, 2, 3))


HEADED = (
    "#set page(height: 400pt, header: [Quarterly overview], footer: context align(center)[#counter(page).display()])\n"
)


def test_artifacts_of_a_page_with_one_paragraph_go() -> None:
    text = markdown(typst.compile(f"{HEADED}{PROSE}\n#pagebreak()\n{PROSE}\n\n{PROSE}".encode()))
    assert "Quarterly overview" not in text
    assert not re.search(r"^\d$", text, re.MULTILINE)


def test_a_heading_at_the_edge_is_no_artifact() -> None:
    text = markdown(typst.compile(f"#set page(margin: 20pt)\n= Quarterly overview\n{PROSE}".encode()))
    assert "# Quarterly overview" in text


def columns(top: float, names: str, rows: int = 15) -> list[Text]:
    return [
        Text(top + 12 * row, f"{name}{row + 1:02d} {PROSE[:40]}", x=60 + 250 * side)
        for side, name in enumerate(names)
        for row in range(rows)
    ]


def order(page: list[Text], rule: float | None = None) -> list[str]:
    found = re.findall(r"[LRMN]\d\d", markdown(with_rule(typeset([page]), rule)))
    return list(dict.fromkeys(name[0] for name in found))


def with_rule(pdf: bytes, y: float | None) -> bytes:
    """The PDF with a line across its text, ``y`` points below the top of the page."""
    import io

    import pikepdf

    if y is None:
        return pdf
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        opened.pages[0].contents_add(f"60 {842 - y} m 540 {842 - y} l S".encode())
        opened.save(out)
    return out.getvalue()


def test_a_line_across_parts_two_bands_of_columns() -> None:
    page = [bold(60, "1 First part of it", 14), *columns(90, "LR"), bold(310, "2 Second part", 14), *columns(335, "MN")]
    assert order(page, rule=315) == ["L", "R", "M", "N"]
    assert order([*columns(90, "LR"), *columns(335, "MN")], rule=300) == ["L", "R", "M", "N"]


def test_without_a_line_each_column_is_read_to_its_end() -> None:
    assert order([*columns(90, "LR"), *columns(285, "MN")]) == ["L", "M", "R", "N"]


def test_a_line_over_or_under_the_columns_changes_nothing() -> None:
    assert order([*columns(90, "LR", 30)], rule=75) == ["L", "R"]
    assert order([*columns(90, "LR", 30), Text(470, "1 A note on it.", 8)], rule=458) == ["L", "R"]


def test_names_under_a_title_are_no_heading() -> None:
    page = [Text(60, "The Walking Dunes", 20, centred=True), Text(85, "A. Writer and B. Reader", 12, centred=True)]
    page += [bold(130, "1 Introduction", 12), *[Text(150 + 12 * row, PROSE[:90]) for row in range(6)]]
    assert headings(typeset([page])) == ["# The Walking Dunes", "## 1 Introduction"]


def test_a_line_at_the_left_under_a_title_is_a_heading() -> None:
    page = [Text(60, "The Walking Dunes", 20), Text(85, "How sand is moved", 14)]
    page += [Text(110 + 12 * row, PROSE[:90]) for row in range(6)]
    page += [Text(200, "How water is moved", 14), *[Text(222 + 12 * row, PROSE[:90]) for row in range(6)]]
    assert headings(typeset([page]))[1:] == ["## How sand is moved", "## How water is moved"]


def capitals(*names: str) -> list[str]:
    page = []
    for index, name in enumerate(names):
        page += [Text(60 + 150 * index, name, 11)]
        page += [Text(82 + 150 * index + 13 * row, PROSE[:84], 11) for row in range(8)]
    return headings(typeset([page]))


def test_the_first_line_in_capitals_is_a_heading_as_the_others_are() -> None:
    assert capitals("INTRODUCTION", "METHODS", "RESULTS") == ["## INTRODUCTION", "## METHODS", "## RESULTS"]


def test_a_single_line_in_capitals_is_none() -> None:
    assert capitals("DEAR FRIENDS") == []


def with_table_between(above: list[Text]) -> str:
    """A line, three rows with rules between them, and words in small letters below."""
    page = [Text(60 + 12 * row, PROSE[:90]) for row in range(4)] + above
    page += [Text(200 + 18 * row, cell, x=76 + 120 * place)
             for row, cells in enumerate((("Bolt", "12"), ("Nut", "7"), ("Pin", "19")))
             for place, cell in enumerate(cells)]  # fmt: skip
    page.append(Text(270, "and the rest of it is written here."))
    pdf = typeset([page])
    for y in (186, 206, 224, 242):
        pdf = with_rule(pdf, y)
    return markdown(pdf)


def test_a_row_of_names_does_not_go_on_behind_the_table() -> None:
    names = [Text(170, "Artikel der Liste hier"), Text(170, "Betrag der Zeilen", x=440)]
    assert not re.search(r"Betrag der Zeilen and the rest", with_table_between(names))


def test_a_sentence_goes_on_behind_the_table() -> None:
    full = "The tanks were filled by hand in the early hours of each and every single day in the morning,"
    assert re.search(r"morning, and the rest of it", with_table_between([Text(170, full)]))
