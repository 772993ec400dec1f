"""The golden layout cases: what the seed and the contract show, and what their verdicts call a defect."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from pdf_extractor_ai import document_title, split_pages, to_markdown
from pdf_extractor_ai.markdown import layout_from_markdown
from tests.golden_layout import assembled, load, tree
from tests.shared import needs_shared

CASES = load()
AGREED = [case for case in CASES if case["verdict"] != "quirk"]

MENDED = {
    "full_width_heading_mid_page": (
        "## Full Title\n\nL1\n\nL2\n\nR1\n\nR2\n\n## Mid full heading\n\nL3\n\nR3",
        ["Full Title", "Mid full heading"],
    ),
    "caption_within_slack_dropped": (
        "## Pic\n\n<!-- image -->\n\nFigure 1: tight caption\n\nFigure 1: loose caption",
        ["Pic"],
    ),
    "heading_escaping": ("## my\\_var &amp; &lt;b&gt;\n\n## Plain", ["my_var & <b>", "Plain"]),
}


@needs_shared
@pytest.mark.parametrize("case", AGREED, ids=lambda case: case["name"])
def test_a_golden_case(case: dict[str, Any]) -> None:
    document = assembled(case)
    expected = case["expect"]
    markdown = to_markdown(document)
    assert tree(document) == expected["tree"]
    assert markdown == expected["markdown"]
    assert document_title(document, fallback="fallback.pdf") == expected["title"]
    assert split_pages(markdown) == {int(page): text for page, text in expected["split_pages"].items()}
    layout = _plain(asdict(layout_from_markdown(markdown, document)))
    if case["name"] == "headings_levels":
        # Sections from level 6 on were never found; their lines belonged to the section before.
        assert [section["title"] for section in layout["sections"]] == ["L1", "L2", "L3", "L4", "L5", "L6", "L7"]
        assert layout["sections"][:4] == expected["layout"]["sections"][:4]
    else:
        assert layout == expected["layout"]


@needs_shared
@pytest.mark.parametrize("case", [case for case in CASES if case["verdict"] == "quirk"], ids=lambda case: case["name"])
def test_a_golden_defect_is_mended(case: dict[str, Any]) -> None:
    document = assembled(case)
    markdown = to_markdown(document)
    body, titles = MENDED[case["name"]]
    assert split_pages(markdown) == {1: body}
    assert [section.title for section in layout_from_markdown(markdown, document).sections] == titles


def _plain(layout: dict[str, Any]) -> dict[str, Any]:
    pages = [[span["page"], span["start_line"], span["end_line"]] for span in layout["pages"]]
    sections = [{**section, "heading_path": list(section["heading_path"])} for section in layout["sections"]]
    return {**layout, "pages": pages, "sections": sections}
