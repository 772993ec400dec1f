"""Runs of one paragraph come together without a blank too many, in Markdown, in titles and in plain text."""

from __future__ import annotations

import pytest
from docling_core.types.doc import DocItemLabel
from reportlab.pdfbase.pdfmetrics import stringWidth

from pdf_extractor_ai import to_markdown
from pdf_extractor_ai.markdown.items import plain_text
from pdf_extractor_ai.markdown.titles import headings
from pdf_extractor_ai.runs import WITH_BLANKS
from tests.geometric.paper import Text, markdown, prose, typeset
from tests.markdown.build import document


def run_on(*runs: tuple[str, str]) -> list[Text]:
    """Words in several faces, each where the one before ends."""
    placed, x = [], 72.0
    for words, face in runs:
        placed.append(Text(100, words, face=face, x=x))
        x += stringWidth(words, face, 10)
    return placed


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ((("It (", "Times-Roman"), ("whole", "Times-Bold"), (") is.", "Times-Roman")), "It (**whole**) is."),
        ((("first", "Times-Italic"), (":", "Times-Roman"), ("second", "Times-Bold")), "*first*:**second**"),
        ((("one ", "Times-Roman"), ("two", "Times-Bold"), (", three", "Times-Roman")), "one **two**, three"),
        ((("say", "Times-Roman"), (" `it` ", "Times-Bold"), ("now", "Times-Roman")), "say **`it`** now"),
    ],
)
def test_no_blank_is_made_up_and_none_is_lost(runs: tuple[tuple[str, str], ...], expected: str) -> None:
    assert expected in markdown(typeset([[*run_on(*runs), *prose(200, 6)]]))


@pytest.mark.parametrize(("name", "expected"), [(WITH_BLANKS, "(code)"), ("group", "( code )")])
def test_the_name_of_the_group_decides(name: str, expected: str) -> None:
    made = document()
    heading = made.add_heading("")
    for parent in (heading, None):
        group = made.add_inline_group(name=name, parent=parent)
        for text in ("(", "code", ")"):
            made.add_text(DocItemLabel.TEXT, text, parent=group)
    assert to_markdown(made) == f"## {expected}\n\n{expected}"
    assert [each.text for each in headings(made)] == [expected]
    assert plain_text(group, made) == expected
