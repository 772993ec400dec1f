"""The JSON Schema in the package says what the writer says."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pdf_extractor_ai.frontmatter import Card, card_schema, draft_card
from pdf_extractor_ai.frontmatter.card import DOC_TYPES, KNOWN_KEYS, SPECS
from pdf_extractor_ai.frontmatter.validation import writing_faults
from tests.frontmatter.samples import PLAIN, SPECIMEN

VALIDATOR = jsonschema.Draft202012Validator(card_schema())

_WORD = st.sampled_from(["", " ", "a", "Zoë Ltd", "snake_case"])
_ANYTHING = st.none() | st.booleans() | st.integers(-1, 3) | st.just(2.5) | _WORD
_KEYS: dict[str, st.SearchStrategy[Any]] = {
    "spec": st.sampled_from([*SPECS.values(), "pdf-frontmatter/0.2", 1]),
    "title": _ANYTHING,
    "doc_type": _ANYTHING,
    "language": st.sampled_from(["en", "pt-PT", "zh-Hant-TW", "e", "en_GB", "", 7]),
    "pages": _ANYTHING,
    "summary": _ANYTHING,
    "key_sections": st.dictionaries(_WORD, _ANYTHING, max_size=2) | _ANYTHING,
    "entities": st.lists(_ANYTHING | st.fixed_dictionaries({"name": _ANYTHING}), max_size=2) | _ANYTHING,
    "facts": st.lists(
        _ANYTHING | st.dictionaries(st.sampled_from(["fact", "text", "value", "page"]), _WORD, max_size=3), max_size=2
    ),
    "extraction": st.fixed_dictionaries(
        {}, optional={"scanned": _ANYTHING, "tables_on_pages": st.lists(_ANYTHING, max_size=2) | _ANYTHING}
    )
    | _ANYTHING,
    "derived": st.dictionaries(_WORD, _ANYTHING, max_size=2) | _ANYTHING,
    "content_sha256": st.sampled_from(["0123456789abcdef", "0123456789ABCDEF", "012", 7]),
    "content_sha256_extractor": _ANYTHING,
    "generated_by": _ANYTHING,
    "generated_at": st.sampled_from(["2026-08-13", "2026-13-01", "2026-8-1", "13.8.2026", 20260813]),
}


def test_it_is_a_schema_and_knows_every_key() -> None:
    jsonschema.Draft202012Validator.check_schema(card_schema())
    assert tuple(card_schema()["properties"]) == KNOWN_KEYS
    assert tuple(card_schema()["properties"]["doc_type"]["examples"]) == DOC_TYPES
    assert tuple(card_schema()["properties"]["spec"]["enum"]) == tuple(SPECS.values())
    assert files("pdf_extractor_ai.frontmatter").joinpath("card.schema.json").is_file()


def test_cards_of_ours_follow_it() -> None:
    for card in (SPECIMEN, draft_card(PLAIN), Card.new("T", convention="open-matter", entities=[{"name": "A"}])):
        VALIDATOR.validate(card.data)


@settings(max_examples=400)
@given(st.fixed_dictionaries({}, optional=_KEYS))
@example({"spec": SPECS["pdf-frontmatter"], "title": "T", "entities": None})
def test_schema_and_writer_refuse_the_same(data: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid(data) == (not writing_faults(Card(data)))


@pytest.mark.parametrize("key", KNOWN_KEYS)
def test_each_key_alone_is_judged_alike(key: str) -> None:
    @settings(max_examples=40, database=None)
    @given(_KEYS[key])
    def judge(value: Any) -> None:
        data = {"spec": "open-matter/0.1", "title": "T", key: value}
        assert VALIDATOR.is_valid(data) == (not writing_faults(Card(data)))

    judge()
