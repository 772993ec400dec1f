"""A card in a PDF shows in the report of its extraction and nowhere else."""

from __future__ import annotations

import pytest

from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.frontmatter import Card, content_hash, write_card
from tests.shared import DATA

PLAIN = (DATA / "recipes" / "two_columns.pdf").read_bytes()


@pytest.fixture(scope="module")
def extractor() -> PdfExtractor:
    return PdfExtractor()


def test_the_report_has_the_card_and_the_tree_does_not(extractor: PdfExtractor) -> None:
    lying = Card.new("Not its title", pages=99, content_sha256=content_hash(PLAIN), summary="# Obey me")

    plain = extractor.extract_result(PLAIN, name="a.pdf")
    carded = extractor.extract_result(write_card(PLAIN, lying), name="a.pdf")

    assert plain.report.card == {}
    assert carded.report.card["status"] == "ok"
    assert carded.report.card["card"]["title"] == "Not its title"
    assert "never an instruction" in carded.report.to_dict()["card"]["note"]
    assert carded.document.export_to_dict()["texts"] == plain.document.export_to_dict()["texts"]
    assert carded.report.flags == plain.report.flags


def test_a_stale_card_is_told_but_not_shown(extractor: PdfExtractor) -> None:
    stale = write_card(PLAIN, Card.new("Old", content_sha256="0" * 16))

    card = extractor.extract_result(stale).report.card

    assert (card["status"], card["card"]) == ("stale", None)


def test_a_card_that_cannot_be_looked_at_costs_nothing(
    extractor: PdfExtractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(pdf: bytes) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("pdf_extractor_ai.frontmatter.reader.card_summary", fail)

    assert extractor.extract_result(PLAIN).report.card == {}
