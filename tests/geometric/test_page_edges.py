"""Running heads and feet against text that merely begins or ends a page."""

from __future__ import annotations

from tests.geometric.paper import Text, bold, headings, markdown, prose, typeset


def _pages(count: int) -> list[list[Text]]:
    """Pages under a running head, on which `Parameters` heads sections and now and then begins the page."""
    pages = []
    for number in range(1, count + 1):
        y = 90.0 if number % 2 else 130.0
        page = [Text(40, "Reference of the pump", 9.0), Text(800, f"Page {number} of {count}", 9.0, x=260)]
        page += [] if number % 2 else prose(90, about=f"Page {number} begins here")
        for part in range(3):
            page += [bold(y + 150.0 * part, "Parameters", 11.0), *prose(y + 150.0 * part + 20, 4, about=f"{part}")]
        pages.append(page)
    return pages


def test_words_that_the_text_says_again_and_again_may_begin_pages() -> None:
    assert headings(typeset(_pages(8))) == ["## Parameters"] * 24


def test_the_running_head_above_them_goes() -> None:
    text = markdown(typeset(_pages(8)))
    assert "Reference of the pump" not in text
    assert "Page 3 of 8" not in text


def test_a_page_that_holds_a_counted_running_head_alone_is_empty() -> None:
    pages = [[bold(50, f"{n}", 10.0), bold(50, "Tanks in use", 10.0, x=380), *prose(90, 8)] for n in range(1, 8)]
    pages[4] = pages[4][:2]
    assert "Tanks in use" not in markdown(typeset(pages))


def test_numbered_headings_that_begin_pages_are_no_running_heads() -> None:
    pages = []
    for number in range(1, 9):
        page = [
            Text(40, "News of the pump", 9.0),
            bold(90, f"2.{number} Release 3.{number} of 2019-0{number}-11", 13.0),
        ]
        page += [*prose(115, 8), bold(260, f"2.{number + 10} Release 4.{number} of 2020-0{number}-02", 13.0)]
        pages.append([*page, *prose(285, 8), Text(800, f"{number}", 9.0, x=290)])
    text = markdown(typeset(pages))
    assert len([line for line in text.splitlines() if line.startswith("#")]) == 16
    assert "News of the pump" not in text
