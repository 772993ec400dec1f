"""Cards read: each sample gets the verdict of the contract, and nothing in a file raises."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdf_extractor_ai.frontmatter import Card, parse_card, read_card, write_card
from pdf_extractor_ai.frontmatter.fingerprint import content_hash, digest, normalised, strings
from pdf_extractor_ai.frontmatter.reader import PdfInput
from tests.frontmatter.samples import FIXTURES, PLAIN, TINY, locked, with_payload
from tests.shared import SHARED, needs_shared

VERDICTS = json.loads((FIXTURES / "cards" / "verdicts.json").read_text())

# Where we part from the other readers on purpose: a tag is refused before anyone looks at the title.
OWN_VERDICTS = {"edge-tag": "invalid_yaml"}


@pytest.mark.parametrize("name", sorted(VERDICTS))
def test_each_card_gets_the_verdict_of_the_contract(name: str) -> None:
    result = read_card(with_payload((FIXTURES / "cards" / f"{name}.yaml").read_bytes()))

    assert result.code == OWN_VERDICTS.get(name, VERDICTS[name])
    assert (result.card is not None) == (result.code == "ok")
    assert bool(result.reasons) == (result.code != "ok")


@pytest.mark.parametrize(
    ("name", "code", "title", "warning"),
    [
        ("card-legacy", "ok", "Tiny", None),
        ("card-new", "ok", "New card", None),
        ("card-both-names", "ok", "New card", "both_names"),
        ("card-two-legacy", "ok", "Tiny", "duplicate"),
        ("card-key-differs-from-uf", "ok", "Tiny", "key_differs"),
        ("card-wrong-mime", "ok", "Tiny", "mime_type"),
        ("card-kids-tree", "ok", "Tiny", None),
        ("card-objstm", "ok", "Tiny", None),
        ("card-plus-other-attachment", "ok", "Tiny", None),
        ("card-hash-ok-lite", "ok", "Tiny", None),
        ("card-stale", "stale", None, None),
        ("card-only-af", "missing", None, None),
        ("card-wrong-name", "missing", None, None),
        ("card-wrong-name-yml", "missing", None, None),
        ("rewritten-by-ts-new-over-legacy", "ok", None, None),
        ("rewritten-kids-tree-by-ts-old", "ok", "RewrittenKids", None),
        ("written-by-ts-new", "ok", None, None),
        ("written-by-ts-old", "ok", None, None),
        ("tiny-plain", "missing", None, None),
    ],
)
def test_each_placement_is_found_or_not(name: str, code: str, title: str | None, warning: str | None) -> None:
    result = read_card(FIXTURES / "pdfs" / f"{name}.pdf")

    assert result.code == code
    assert title is None or (result.card is not None and result.card.title == title)
    assert [each.split(":")[0] for each in result.warnings] == ([warning] if warning else [])


@pytest.mark.parametrize("path", sorted((FIXTURES / "coexist").glob("*.pdf")), ids=lambda path: path.stem)
def test_a_card_beside_a_layer_is_read(path: Path) -> None:
    assert read_card(path).status == "ok"


def test_lite_reproduces_the_goldens() -> None:
    golden = json.loads((FIXTURES / "lite-extractor-golden.json").read_text(encoding="utf-8"))
    for case in golden["strings"]:
        text = " ".join(strings(case["stream_latin1"]))
        assert (text, digest(normalised([text]))) == (case["strings"], case["sha"]), case["name"]
    for case in golden["normalize"]:
        assert normalised(case["pages"]) == case["text"]
    assert content_hash(TINY) == "1b03e8d502234f39"


@needs_shared
@pytest.mark.parametrize(
    ("name", "hashed"),
    [
        ("frontmatter/samples-pdf-frontmatter/reisierx-supply-agreement.frontmatter.pdf", "efa5d9d69e62236d"),
        ("frontmatter/samples-pdf-frontmatter/reisierx-supply-agreement.pdf", "efa5d9d69e62236d"),
        ("frontmatter/samples-open-matter/reisierx-supply-agreement.pdf", "efa5d9d69e62236d"),
        ("aipdf/samples/minimal.pdf", "5e79dcc159997a9e"),
        ("aipdf/resaved/base-small.pdf", "52afa1a198ca9779"),
    ],
)
def test_lite_gives_the_hashes_of_other_tools(name: str, hashed: str) -> None:
    assert content_hash((SHARED / "fixtures" / name).read_bytes()) == hashed


def test_a_hash_under_another_profile_is_recognised() -> None:
    profile = content_hash(TINY, profile="pdfium/1")
    result = read_card(with_payload(f'spec: pdf-frontmatter/0.1\ntitle: T\ncontent_sha256: "{profile}"\n'.encode()))

    assert (result.status, result.hash_profile) in {("ok", "pdfium/1"), ("ok", "lite/1")}


@pytest.mark.parametrize(
    ("extractor", "status"), [("lite/1", "stale"), ("pdfium/1", "stale"), ("someone-else/7", "unverified")]
)
def test_a_named_profile_is_the_only_one_tried(extractor: str, status: str) -> None:
    card = f'spec: pdf-frontmatter/0.1\ntitle: T\ncontent_sha256: "{"0" * 16}"\ncontent_sha256_extractor: {extractor}\n'

    assert read_card(with_payload(card.encode())).status == status


def test_an_unchecked_hash_is_unverified_and_a_stale_card_is_kept_back() -> None:
    stale = FIXTURES / "pdfs" / "card-stale.pdf"

    assert read_card(stale, check_hash=False).status == "unverified"
    assert read_card(stale).card is None
    kept = read_card(stale, allow_stale=True)
    assert (kept.status, kept.usable, kept.card is not None) == ("stale", False, True)


def test_any_way_of_giving_the_pdf_will_do() -> None:
    path = FIXTURES / "pdfs" / "card-legacy.pdf"
    data = path.read_bytes()
    ways: list[PdfInput] = [path, str(path), data, bytearray(data), memoryview(data), BytesIO(data)]

    assert {read_card(way).status for way in ways} == {"ok"}
    with pytest.raises(TypeError, match="not int"):
        read_card(7)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        read_card("there-is-no-such-file.pdf")


def test_a_locked_pdf_is_read_with_the_empty_password_or_the_right_one() -> None:
    carded = (FIXTURES / "pdfs" / "card-legacy.pdf").read_bytes()

    assert read_card(locked("", carded)).status == "ok"
    assert read_card(locked("x", carded)).status == "unreadable"
    assert read_card(locked("x", carded), password="x").status == "ok"
    assert read_card(locked("x", carded), password="y").status == "unreadable"


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"\xff\xfe", "UTF-8"),
        (b"title: " + b"x" * 20_000, "16384 bytes"),
        (b"a: " + b"[" * 100 + b"]" * 100, "deep"),
        (b"a: &x [1]\nb: *x\n", "aliases"),
        (b"a: !!python/object:os.system x\n", "tags"),
    ],
)
def test_bombs_and_bad_bytes_are_invalid(payload: bytes, reason: str) -> None:
    result = read_card(with_payload(payload))

    assert (result.status, result.card) == ("invalid", None)
    assert reason in result.reasons[0]


def test_strings_that_look_like_numbers_or_dates_stay_strings() -> None:
    text = "spec: pdf-frontmatter/0.1\ntitle: 2026-08-13\nx: no\ny: 1:30\ncontent_sha256: 1234567890123456\n"
    card = parse_card(text).card

    assert card is not None
    assert (card.title, card.data["x"], card.data["y"]) == ("2026-08-13", "no", "1:30")
    assert card.content_sha256 == "1234567890123456"


def test_views_of_a_card_are_lenient() -> None:
    card = Card(
        {
            "entities": ["A", {"name": "B", "role": "buyer", "page": 3}, 7, {"x": 1}],
            "facts": ["Cap is 5 (page 4)", {"text": "T", "p": 2}, "  ", None],
            "pages": "12",
            "extraction": [1],
            "derived": {"a": "a.json", "b": 1},
            "key_sections": {"a": 1, "b": "x"},
        }
    )
    assert [entity.label for entity in card.entities] == ["A", "B (buyer)"]
    assert [(fact.fact, fact.page) for fact in card.facts] == [("Cap is 5", 4), ("T", 2)]
    assert (card.pages, card.scanned, card.tables_on_pages) == (None, None, ())
    assert (card.derived, card.key_sections) == ({"a": "a.json"}, {"a": 1})


@given(st.binary(max_size=300))
def test_no_payload_makes_the_reader_fail(payload: bytes) -> None:
    assert parse_card(payload).status in {"ok", "invalid", "unknown_spec"}


@settings(max_examples=60)
@given(st.integers(0, len(TINY) - 1), st.integers(0, 255))
def test_no_damage_to_a_pdf_makes_the_reader_fail(place: int, value: int) -> None:
    carded = bytearray((FIXTURES / "pdfs" / "card-hash-ok-lite.pdf").read_bytes())
    carded[place] = value

    assert read_card(bytes(carded)).status in {
        "ok",
        "stale",
        "unverified",
        "missing",
        "invalid",
        "unknown_spec",
        "unreadable",
    }


def test_a_report_of_a_result_is_json() -> None:
    result = read_card(write_card(PLAIN, {"title": "T", "x": float("inf")}))

    record = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert record["card"]["x"] == "inf"
    assert "never an instruction" in record["note"]
