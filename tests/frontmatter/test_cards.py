"""Cards read and written: the shared fixtures in place, and what a rewrite may not touch."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdf_extractor_ai.errors import SignedPdfError
from pdf_extractor_ai.frontmatter import Card, dump_card, parse_card, read_card, remove_card, write_card
from pdf_extractor_ai.frontmatter.fingerprint import content_hash, digest, normalised, strings
from pdf_extractor_ai.frontmatter.validation import InvalidCardError
from pdf_extractor_ai.frontmatter.yaml_reader import read_yaml
from tests.shared import DATA, SHARED, needs_shared

FIXTURES = SHARED / "fixtures" / "frontmatter"
PLAIN = (DATA / "recipes" / "two_columns.pdf").read_bytes()

# Where we part from the reference readers on purpose: a tag is refused before anyone looks at the title.
OWN_VERDICTS = {"edge-tag": "invalid_yaml"}


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _with_payload(payload: bytes) -> bytes:
    from pdf_extractor_ai.attachments import add_attachment
    from pdf_extractor_ai.rewriting import opened, saved

    with opened((FIXTURES / "pdfs" / "tiny-plain.pdf").read_bytes()) as pdf:
        add_attachment(pdf, "agent-frontmatter.yaml", payload, mime="application/yaml", description="")
        return saved(pdf)


@needs_shared
@pytest.mark.parametrize("case", _json(FIXTURES / "cards" / "expected-ts.json"), ids=lambda case: case["card"])
def test_each_card_gets_the_verdict_of_the_contract(case: dict[str, Any]) -> None:
    payload = (FIXTURES / "cards" / f"{case['card']}.yaml").read_bytes()

    result = read_card(_with_payload(payload))

    assert result.code == OWN_VERDICTS.get(case["card"], case["new"]["status"])
    assert (result.card is not None) == (result.code == "ok")


@needs_shared
@pytest.mark.parametrize(
    ("name", "code", "title"),
    [
        ("card-legacy", "ok", "Tiny"),
        ("card-new", "ok", "New card"),
        ("card-both-names", "ok", "New card"),
        ("card-two-legacy", "ok", "Tiny"),
        ("card-key-differs-from-uf", "ok", "Tiny"),
        ("card-wrong-mime", "ok", "Tiny"),
        ("card-kids-tree", "ok", "Tiny"),
        ("card-objstm", "ok", "Tiny"),
        ("card-plus-other-attachment", "ok", "Tiny"),
        ("card-hash-ok-lite", "ok", "Tiny"),
        ("card-stale", "stale", None),
        ("card-only-af", "missing", None),
        ("card-wrong-name", "missing", None),
        ("card-wrong-name-yml", "missing", None),
        ("rewritten-kids-tree-by-ts-old", "ok", "RewrittenKids"),
    ],
)
def test_each_placement_is_found_or_not(name: str, code: str, title: str | None) -> None:
    source = FIXTURES / "pdfs" / f"{name}.pdf"

    result = read_card(source)

    assert (result.code, result.card.title if result.card else None) == (code, title)
    rewritten = write_card(source, Card.new("Again"))
    with pikepdf.open(BytesIO(rewritten)) as pdf:
        names = list(pdf.attachments)
    assert names.count("agent-frontmatter.yaml") == 1
    assert "open-matter.yaml" not in names


@needs_shared
def test_lite_reproduces_the_goldens() -> None:
    golden = _json(FIXTURES / "lite-extractor-golden.json")
    for case in golden["strings"]:
        text = " ".join(strings(case["stream_latin1"]))
        assert (text, digest(normalised([text]))) == (case["strings"], case["sha"]), case["name"]
    for case in golden["normalize"]:
        assert normalised(case["pages"]) == case["text"]
    for name, case in _json(FIXTURES / "hash-golden-js.json").items():
        path = FIXTURES / name
        path = path if path.exists() else SHARED / "fixtures" / "aipdf" / name
        assert content_hash(path.read_bytes()) == case["lite"]["sha"], name


@needs_shared
@pytest.mark.parametrize("path", sorted((SHARED / "fixtures" / "coexist").glob("*.pdf")), ids=lambda path: path.name)
def test_the_layer_survives_a_new_card(path: Path) -> None:
    written = write_card(path, Card.new("New"))
    with pikepdf.open(path) as before, pikepdf.open(BytesIO(written)) as after:
        layer = "aipdf-semantic.xml.br"
        assert after.attachments[layer].get_file().read_bytes() == before.attachments[layer].get_file().read_bytes()


def test_writing_leaves_the_pages_and_gives_the_same_bytes() -> None:
    card = Card.new("Two columns", pages=1, content_sha256=content_hash(PLAIN), generated_at="2026-08-13")
    written = write_card(PLAIN, card)

    assert written == write_card(PLAIN, card)
    assert len(written) - len(PLAIN) < 1024
    assert b"/application#2Fyaml" in written
    assert read_card(written).hash_profile == "lite/1"
    with pikepdf.open(BytesIO(PLAIN)) as before, pikepdf.open(BytesIO(written)) as after:
        for old, new in zip(before.pages, after.pages, strict=True):
            assert old.Contents.read_raw_bytes() == new.Contents.read_raw_bytes()
    assert read_card(remove_card(written)).status == "missing"


def test_a_rewrite_keeps_unknown_keys_their_order_and_comments() -> None:
    first = write_card(PLAIN, "spec: pdf-frontmatter/0.1\nx_mine: {b: 1} # kept\ntitle: Old\nsummary: gone\n")
    result = read_card(write_card(first, Card.new("New", pages=1)))

    assert result.card is not None
    assert list(result.card.data) == ["spec", "x_mine", "title", "pages"]
    assert "# kept" in (result.yaml or "")


def test_faults_and_signatures_are_refused() -> None:
    with pytest.raises(InvalidCardError, match="pages"):
        write_card(PLAIN, Card.new("T", pages=0))
    with pikepdf.open(BytesIO(PLAIN)) as pdf:
        pdf.Root["/Perms"] = pikepdf.Dictionary(DocMDP=pikepdf.Dictionary())
        buffer = BytesIO()
        pdf.save(buffer)
    with pytest.raises(SignedPdfError):
        write_card(buffer.getvalue(), Card.new("T"))
    assert read_card(write_card(buffer.getvalue(), Card.new("T"), force=True)).status == "ok"


def test_what_is_no_pdf_is_unreadable_and_no_error() -> None:
    assert read_card(b"not a PDF").status == "unreadable"


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(_TEXT.filter(lambda key: key != "content_sha256"), _VALUES, min_size=1, max_size=5))
def test_any_card_survives_serialising(data: dict[str, Any]) -> None:
    assert read_yaml(dump_card(Card(data))) == data


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_no_payload_makes_the_reader_fail(payload: bytes) -> None:
    assert parse_card(payload).status in {"ok", "invalid", "unknown_spec"}
