"""What the body leaves out and a caller may ask for: hidden text, marked as such, and the comments of readers."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pdf_extractor_ai import PdfExtractor, to_markdown
from pdf_extractor_ai.cli.main import main
from pdf_extractor_ai.extractor import ExtractionResult
from tests.shared import DATA

HIDDEN = DATA / "recipes" / "hidden_text.pdf"
MARKED = DATA / "recipes" / "annotations.pdf"


@cache
def extracted(name: str, asked: bool) -> ExtractionResult:
    with PdfExtractor() as extractor:
        data = (DATA / "recipes" / f"{name}.pdf").read_bytes()
        return extractor.extract_result(data, keep_hidden=asked, annotations=asked)


def texts(name: str, asked: bool, layer: str) -> list[str]:
    items = extracted(name, asked).document.texts
    return [item.text for item in items if item.content_layer.value == layer]


def annotated(**entries: Any) -> bytes:
    """The sample with one more annotation over its first words."""
    out = BytesIO()
    with pikepdf.open(MARKED) as pdf:
        annotation = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Rect=[60, 740, 200, 790], **entries)
        pdf.pages[0].Annots.append(pdf.make_indirect(annotation))
        pdf.save(out)
    return out.getvalue()


class TestHiddenText:
    def test_it_is_nowhere_in_the_tree_unless_asked_for(self) -> None:
        assert texts("hidden_text", False, "invisible") == []
        assert "H1" not in to_markdown(extracted("hidden_text", False).document, keep_hidden=True)

    def test_it_comes_back_in_a_layer_of_its_own_marked_and_whole(self) -> None:
        document = extracted("hidden_text", True).document
        back = [item for item in document.texts if item.content_layer.value == "invisible"]
        assert sorted(item.orig[:2] for item in back) == [f"H{number}" for number in range(1, 10)]
        assert all(item.text.startswith("[hidden text, ") and item.text.endswith(item.orig) for item in back)
        assert all(item.prov for item in back)
        assert texts("hidden_text", True, "body") == texts("hidden_text", False, "body")

    def test_markdown_quotes_it_on_demand_only(self) -> None:
        document = extracted("hidden_text", True).document
        assert "H1" not in to_markdown(document)
        assert "H1" not in document.export_to_markdown()
        assert to_markdown(document, keep_hidden=True).count("> [hidden text, ") == 9

    def test_the_report_says_why(self) -> None:
        removed = [text for text in extracted("hidden_text", False).report.removed if text.role == "hidden"]
        assert len(removed) == 9
        assert all(text.reason for text in removed)


class TestComments:
    def test_they_are_not_read_unless_asked_for(self) -> None:
        assert texts("annotations", False, "notes") == []

    def test_a_highlight_has_its_words_and_what_was_said(self) -> None:
        assert texts("annotations", True, "notes") == [
            'Highlight (Reviewer) "highlighted words": why these?',
            "Note (Reviewer): sticky note",
        ]

    def test_typed_text_is_body_and_no_comment(self) -> None:
        assert "typed on the page" in texts("annotations", True, "body")

    def test_the_words_refer_to_their_comment(self) -> None:
        document = extracted("annotations", True).document
        commented = [item for item in document.texts if item.comments]
        assert len(commented) == 1
        reference = commented[0].comments[0]
        assert reference.range is not None
        assert commented[0].text[slice(*reference.range)] == "highlighted words"
        assert reference.resolve(document).orig == "why these?"

    @pytest.mark.parametrize(
        ("entries", "told"),
        [
            ({"Subtype": pikepdf.Name.Square, "Contents": "this box"}, "Drawing: this box"),
            ({"Subtype": pikepdf.Name.Square}, ""),
            ({"Subtype": pikepdf.Name.Text, "Contents": "not for you", "F": 2}, ""),
            ({"Subtype": pikepdf.Name.Popup, "Contents": "again"}, ""),
            ({"Subtype": pikepdf.Name.StrikeOut, "QuadPoints": [0, 0, 9, 0, 0, 9, 9, 9]}, ""),
            ({"Subtype": pikepdf.Name.Caret, "Contents": "a\nword  here", "T": "Ada"}, "Insertion (Ada): a word here"),
        ],
    )
    def test_kinds_and_what_says_nothing(self, entries: dict[str, Any], told: str) -> None:
        with PdfExtractor() as extractor:
            document = extractor.extract(annotated(**entries), annotations=True)
        notes = [item.text for item in document.texts if item.content_layer.value == "notes"]
        assert [text for text in notes if "Reviewer" not in text] == ([told] if told else [])

    def test_of_marked_boxes_without_end_only_so_many_are_read(self) -> None:
        quads = [82, 772, 180, 772, 82, 756, 180, 756] * 6000
        with PdfExtractor() as extractor:
            data = annotated(Subtype=pikepdf.Name.Highlight, QuadPoints=quads, Contents="all of it")
            document = extractor.extract(data, annotations=True)
        assert 'Highlight "highlighted words": all of it' in [item.text for item in document.texts]

    def test_a_comment_cannot_leave_its_quotation(self) -> None:
        with PdfExtractor() as extractor:
            data = annotated(Subtype=pikepdf.Name.Text, Contents="one\n\n# Heading\n\n<script>x</script>")
            text = to_markdown(extractor.extract(data, annotations=True), annotations=True)
        assert "\n# Heading" not in text
        assert "<script>" not in text


@pytest.mark.parametrize("to", ["markdown", "html", "text"])
def test_no_pair_of_a_form_is_said_twice(to: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(DATA / "recipes" / "acroform.pdf"), "--to", to, "-q", "--keep-hidden"]) == 0
    out = capsys.readouterr().out
    assert out.count("Ada Lovelace") == 1
    assert "missing" not in out


@pytest.mark.parametrize("to", ["markdown", "html", "text", "json"])
def test_the_command_line_brings_both_in_every_format(to: str, capsys: pytest.CaptureFixture[str]) -> None:
    def run(path: Path, *options: str) -> str:
        assert main(["extract", str(path), "--to", to, "-q", *options]) == 0
        out = capsys.readouterr().out
        return json.dumps(json.loads(out)["texts"]) if to == "json" else out

    assert "H1 inv" not in run(HIDDEN)
    assert "[hidden text, invisible] H1 inv" in run(HIDDEN, "--keep-hidden")
    assert "why these?" not in run(MARKED)
    assert "why these?" in run(MARKED, "--annotations")
