"""The tree never goes back to an earlier page, whatever a list or a paragraph runs past."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pdf_extractor_ai import PdfExtractor, to_markdown
from tests.geometric.paper import PROSE, Text, markdown, prose, typeset
from tests.shared import DATA

PDFS = sorted(path for path in DATA.rglob("*.pdf") if path.stem != "encrypted")


def banners(text: str) -> list[int]:
    return [int(page) for page in re.findall(r"^=+ page (\d+) start =+$", text, re.MULTILINE)]


def items(y: float, *names: str) -> list[Text]:
    return [Text(y + 14 * row, f"• {name} {PROSE[:60]}", x=90) for row, name in enumerate(names)]


def test_a_list_over_a_page_goes_on_behind_the_note_at_its_foot() -> None:
    note = [Text(770, "1 See the second book on water, page 12.", 7.5)]
    first = [*prose(80, 3, about="These are"), *items(130, "One", "Two", "Three"), *note]
    text = markdown(typeset([first, [*items(80, "Four", "Five"), *prose(140)]]))
    assert banners(text) == [1, 2]
    assert [text.index(word) for word in ("One", "Three", "See the second", "Four", "Five")] == sorted(
        text.index(word) for word in ("One", "Three", "See the second", "Four", "Five")
    )
    assert text.index("Four") > text.index("page 2 start")


@pytest.mark.parametrize("path", PDFS, ids=lambda path: path.stem)
def test_every_page_has_one_banner_in_its_turn(path: Path) -> None:
    with PdfExtractor() as extractor:
        found = banners(to_markdown(extractor.extract(path.read_bytes(), max_pages=12)))
    assert found == sorted(set(found))
