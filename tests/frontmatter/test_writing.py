"""Cards written: one card afterwards, and nothing else changed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdf_extractor_ai.aipdf.carrier import read_layer
from pdf_extractor_ai.errors import (
    CardError,
    InvalidCardError,
    InvalidPdfError,
    PasswordRequiredError,
    PdfExtractorError,
    SignedPdfError,
)
from pdf_extractor_ai.frontmatter import (
    Card,
    attach_derived,
    content_hash,
    dump_card,
    lint_card,
    read_card,
    remove_card,
    write_card,
)
from pdf_extractor_ai.frontmatter.yaml_reader import read_yaml
from pdf_extractor_ai.pdfium import opened as opened_by_pdfium
from tests.frontmatter.samples import (
    FIXTURES,
    PLAIN,
    SPECIMEN,
    TINY,
    as_bytes,
    attached,
    locked,
    packed,
    page_contents,
    signed,
)
from tests.shared import DATA, SHARED, needs_shared

PLACEMENTS = sorted((FIXTURES / "pdfs").glob("*.pdf"))
COEXISTENCE = sorted((FIXTURES / "coexist").glob("*.pdf"))


@pytest.mark.parametrize("path", [*PLACEMENTS, *COEXISTENCE], ids=lambda path: path.stem)
def test_a_rewrite_leaves_one_card_and_the_rest_as_it_was(path: Path) -> None:
    written = write_card(path, SPECIMEN, keep_unknown=False)

    with pikepdf.open(BytesIO(written)) as pdf:
        tree = pdf.Root.Names.EmbeddedFiles  # looked at before pikepdf mends what it does not like
        assert "/Kids" not in tree
        keys = [bytes(tree.Names[at]) for at in range(0, len(tree.Names), 2)]
        names = list(pdf.attachments)
        associated = [str(each.UF) for each in pdf.Root.AF.as_list()]
    assert names.count("agent-frontmatter.yaml") == 1
    assert "open-matter.yaml" not in [*names, *associated]
    assert associated.count("agent-frontmatter.yaml") == 1
    assert keys == sorted(keys)
    assert attached(path).items() <= attached(written).items()  # pikepdf finds fewer of them in a broken tree
    assert page_contents(written) == page_contents(path)
    assert b"/application#2Fyaml" in written
    card = read_card(written, check_hash=False).card
    assert card is not None
    assert dump_card(card) == dump_card(SPECIMEN)


@pytest.mark.parametrize("path", COEXISTENCE, ids=lambda path: path.stem)
def test_a_layer_outlives_a_new_card_and_its_removal(path: Path) -> None:
    before = read_layer(path.read_bytes())
    written = write_card(path, Card.new("New"))

    assert read_layer(written) == before
    assert read_layer(remove_card(written)) == before


@pytest.mark.parametrize("before", [PLAIN, packed(), TINY], ids=["tables", "object-streams", "no-line-end"])
def test_a_card_is_appended_and_removed_without_a_trace(before: bytes) -> None:
    small, other = Card.new("A title", pages=1, language="en"), Card.new("Another", pages=2)
    written = write_card(before, small)

    assert written == write_card(before, small)
    assert written.startswith(before)
    assert write_card(written, other) == write_card(before, other)
    assert remove_card(written) == before


@pytest.mark.parametrize("before", [PLAIN, packed(), TINY], ids=["tables", "object-streams", "no-line-end"])
def test_a_usual_card_costs_less_than_a_kilobyte(before: bytes) -> None:
    written = write_card(before, SPECIMEN)

    assert written == write_card(before, SPECIMEN)
    assert len(written) - len(before) < 1024


def test_what_seems_appended_is_believed_only_if_it_is_the_same_again() -> None:
    with pikepdf.open(BytesIO(write_card(PLAIN, SPECIMEN))) as pdf:
        other = as_bytes(pdf)
    forged = PLAIN + b"\n1 0 obj\n<<>>\nendobj\n" + other

    for pdf_bytes in (other, forged):
        assert read_card(remove_card(pdf_bytes)).status == "missing"
        assert page_contents(remove_card(pdf_bytes)) == page_contents(PLAIN)


def test_another_writers_card_is_gone_from_the_bytes() -> None:
    payload = b"spec: pdf-frontmatter/0.1\ntitle: A secret name\n"
    with pikepdf.open(BytesIO(PLAIN)) as pdf:
        pdf.attachments["agent-frontmatter.yaml"] = payload
        foreign = as_bytes(pdf, compress_streams=False)
    assert b"A secret name" in foreign

    for changed in (write_card(foreign, Card.new("New")), remove_card(foreign)):
        assert b"A secret name" not in changed
        assert page_contents(changed) == page_contents(foreign)


def test_object_streams_stay_packed_when_a_file_is_written_anew() -> None:
    before = (DATA / "samples" / "report.pdf").read_bytes()
    with pikepdf.open(BytesIO(before)) as pdf:
        pdf.attachments["agent-frontmatter.yaml"] = b"spec: pdf-frontmatter/0.1\ntitle: Foreign\n"
        foreign = packed(as_bytes(pdf))

    assert len(write_card(foreign, SPECIMEN)) < len(foreign) + 1024
    assert len(remove_card(foreign)) < len(foreign)


def test_a_locked_file_stays_locked() -> None:
    written = write_card(locked(""), SPECIMEN)
    secret = write_card(locked("x"), SPECIMEN, password="x")

    with pikepdf.open(BytesIO(written)) as pdf:
        assert pdf.is_encrypted
    assert read_card(written, check_hash=False).usable
    assert read_card(secret).status == "unreadable"
    assert read_card(secret, password="x", check_hash=False).usable
    assert read_card(remove_card(secret, password="x"), password="x").status == "missing"
    with pytest.raises(PasswordRequiredError):
        write_card(locked("x"), SPECIMEN)


def test_a_signed_file_is_refused_and_when_forced_appended_to(tmp_path: Path) -> None:
    before = signed()
    with pytest.raises(SignedPdfError):
        write_card(before, SPECIMEN)
    with pytest.raises(SignedPdfError):
        attach_derived(before, {"a.json": b"{}"})
    path = tmp_path / "contract.pdf"
    path.write_bytes(before)
    with pytest.raises(SignedPdfError, match=r"contract\.pdf"):
        write_card(path, SPECIMEN)
    with pytest.raises(SignedPdfError, match=r"contract\.pdf"):
        attach_derived(path, {"a.json": b"{}"})

    written = write_card(before, SPECIMEN, force=True)

    assert written.startswith(before)
    assert remove_card(written) == before
    foreign = signed((FIXTURES / "pdfs" / "written-by-ts-old.pdf").read_bytes())
    with pytest.raises(SignedPdfError):
        remove_card(foreign)
    assert write_card(foreign, SPECIMEN, force=True).startswith(foreign)
    assert remove_card(foreign, force=True).startswith(foreign)
    assert read_card(remove_card(foreign, force=True)).status == "missing"


def test_a_rewrite_keeps_unknown_keys_their_order_and_comments() -> None:
    first = write_card(PLAIN, "spec: pdf-frontmatter/0.1\nx_mine: {b: 1} # kept\ntitle: Old\nsummary: gone\n")
    second = read_card(write_card(first, Card.new("New", pages=1)))
    third = read_card(write_card(first, "title: As text\nspec: pdf-frontmatter/0.1\n"))
    fresh = read_card(write_card(first, Card.new("New"), keep_unknown=False))

    assert second.card is not None
    assert list(second.card.data) == ["spec", "x_mine", "title", "pages"]
    assert "# kept" in (second.yaml or "")
    assert third.card is not None
    assert list(third.card.data) == ["title", "spec", "x_mine"]
    assert fresh.card is not None
    assert list(fresh.card.data) == ["spec", "title"]


def test_the_convention_decides_name_and_specification_together() -> None:
    written = write_card(PLAIN, Card.new("T", convention="open-matter", facts=["Cap is 5 (page 1)"]))

    result = read_card(written)
    assert (result.file_name, result.convention, result.warnings) == ("open-matter.yaml", "open-matter", ())
    back = read_card(write_card(written, {"title": "T", "spec": "pdf-frontmatter/0.1"}))
    assert back.file_name == "agent-frontmatter.yaml"
    with pytest.raises(InvalidCardError, match=r"open-matter/0\.1"):
        write_card(PLAIN, Card.new("T"), convention="open-matter")


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"title": " "}, "title"),
        ({"pages": 0}, "pages"),
        ({"pages": True}, "pages"),
        ({"language": "not a tag"}, "language"),
        ({"entities": [""]}, "entities"),
        ({"entities": [{"name": "A"}]}, "plain names"),
        ({"key_sections": {"a": 0}}, "key_sections"),
        ({"extraction": {"scanned": "yes"}}, "scanned"),
        ({"extraction": {"tables_on_pages": [0]}}, "tables_on_pages"),
        ({"derived": {"a": ""}}, "derived"),
        ({"content_sha256": "XYZ"}, "content_sha256"),
        ({"generated_at": "13.8.2026"}, "generated_at"),
        ({"facts": [{"page": 1}]}, "facts"),
        ({"doc_type": 7}, "doc_type"),
        ({"x": object()}, "object"),
        ({"x": "y" * 20_000}, "bytes"),
    ],
)
def test_writing_is_strict(keys: dict[str, Any], fault: str) -> None:
    with pytest.raises(CardError, match=fault):
        write_card(PLAIN, {"title": "T", **keys})


def test_advice_goes_beyond_the_rules() -> None:
    card = Card.new(
        "T",
        doc_type="poem",
        pages=3,
        summary="word " * 41,
        entities=[f"E{number}" for number in range(9)],
        key_sections={"Not Snake": 9, "目录": 1},
        derived={"doclang": "absent.json"},
        facts=["Costs 5"],
    )
    codes = {fault.code for fault in lint_card(card, page_count=2, attachment_names=[])}

    assert codes == {
        *("doc_type_unknown", "summary_long", "many_entities", "section_name", "derived_missing", "pages_differ"),
        *("page_out_of_range", "fact_without_page"),
    }
    assert lint_card(SPECIMEN, page_count=40, attachment_names=["doc.doclang.json"]) == []


def test_derived_files_are_attached_beside_the_card_and_exchanged() -> None:
    first = attach_derived(PLAIN, {"doc.docling.json": b'{"a": 1}', "doc.doclang.json": b"{}"})
    carded = write_card(first, Card.new("T", derived={"docling": "doc.docling.json"}))
    second = attach_derived(carded, {"doc.docling.json": b'{"a": 2}'})

    assert attached(second) == {"doc.docling.json": b'{"a": 2}', "doc.doclang.json": b"{}"}
    assert first.startswith(PLAIN)
    assert read_card(second).usable
    assert attach_derived(PLAIN, {"a.json": b"{}"}) == attach_derived(PLAIN, {"a.json": b"{}"})
    extended = attach_derived(carded, {"table.csv": b"1,2"}, mime="text/csv")
    assert remove_card(extended) == attach_derived(first, {"table.csv": b"1,2"}, mime="text/csv")
    with pikepdf.open(BytesIO(second)) as pdf:
        spec = pdf.attachments["doc.docling.json"].obj
        assert str(spec.AFRelationship) == "/Alternative"
        assert spec.objgen in [each.objgen for each in pdf.Root.AF.as_list()]
    for name in ("agent-frontmatter.yaml", "open-matter.yaml", "ä.json", " "):
        with pytest.raises(CardError):
            attach_derived(PLAIN, {name: b""})


def test_source_date_epoch_dates_what_has_no_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert b"CreationDate" not in write_card(PLAIN, Card.new("T"))[len(PLAIN) :]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1786579200")
    assert b"(D:20260813)" in write_card(PLAIN, Card.new("T"))
    assert b"(D:20250102)" in write_card(PLAIN, Card.new("T", generated_at="2025-01-02"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    assert b"CreationDate" not in write_card(PLAIN, Card.new("T"))[len(PLAIN) :]


def test_what_is_no_pdf_or_has_no_card_is_an_error_of_ours() -> None:
    with pytest.raises(InvalidPdfError):
        write_card(b"not a PDF", SPECIMEN)
    with pytest.raises(CardError, match="no card"):
        remove_card(PLAIN)


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=12,
)
_KNOWN = st.fixed_dictionaries(
    {"title": _TEXT.filter(lambda text: text.strip() != "")},
    optional={
        "doc_type": _TEXT,
        "language": st.sampled_from(["en", "pt-PT", "zh-Hant-TW"]),
        "pages": st.integers(1, 10**6),
        "summary": _TEXT,
        "key_sections": st.dictionaries(_TEXT, st.integers(1, 500), max_size=4),
        "entities": st.lists(_TEXT.filter(lambda text: text.strip() != ""), max_size=4),
        "extraction": st.fixed_dictionaries({"scanned": st.booleans()}),
        "content_sha256": st.from_regex(r"[0-9a-f]{16}", fullmatch=True),
        "generated_at": st.dates().map(lambda day: day.isoformat()).filter(lambda text: text >= "1000"),
        "x_unknown": _VALUES,
    },
)


@given(st.dictionaries(_TEXT.filter(lambda key: key != "content_sha256"), _VALUES, min_size=1, max_size=5))
def test_any_data_survives_serialising(data: dict[str, Any]) -> None:
    assert read_yaml(dump_card(Card(data))) == data


@settings(max_examples=60)
@given(_KNOWN, st.sampled_from([TINY, PLAIN]))
def test_any_card_survives_writing_and_reading(keys: dict[str, Any], pdf: bytes) -> None:
    wanted = {"spec": "pdf-frontmatter/0.1", **keys}

    result = read_card(write_card(pdf, wanted), check_hash=False)

    assert result.card is not None
    assert result.card.data == wanted
    assert list(result.card.data) == list(wanted)


def _opens(path: Path) -> bool:
    try:
        with pikepdf.open(path) as pdf:
            return len(pdf.pages) > 0
    except (pikepdf.PdfError, pikepdf.PasswordError, RuntimeError):
        return False


@needs_shared
@pytest.mark.parametrize("path", sorted((SHARED / "corpus" / "robust").glob("*.pdf")), ids=lambda path: path.stem)
def test_any_pdf_that_opens_keeps_its_pages_and_attachments(path: Path) -> None:
    if not _opens(path):
        with pytest.raises(PdfExtractorError):
            write_card(path, SPECIMEN, force=True)
        return
    if path.stem == "pypdf-r4-aes-v2-no-key-length":  # qpdf can read this encryption and not write it
        with pytest.raises(InvalidPdfError, match="cannot be written"):
            write_card(path, SPECIMEN)
        return
    written = write_card(path, SPECIMEN, force=True)

    assert read_card(written, check_hash=False).usable
    assert attached(written) == attached(path)
    if not _is_encrypted(path):
        assert page_contents(written) == page_contents(path)
        assert _pages_by_pdfium(path.read_bytes()) in (None, _pages_by_pdfium(written))
    assert read_card(remove_card(written, force=True)).status == "missing"


def _is_encrypted(path: Path) -> bool:
    with pikepdf.open(path) as pdf:
        return bool(pdf.is_encrypted)


def _pages_by_pdfium(data: bytes) -> int | None:
    import pypdfium2

    try:
        with opened_by_pdfium(data) as document:
            return len(document)
    except pypdfium2.PdfiumError:
        return None


def test_the_hash_outlives_packing_and_writing() -> None:
    with pikepdf.open(BytesIO(PLAIN)) as pdf:
        unpacked = as_bytes(pdf, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized)

    assert {content_hash(each) for each in (PLAIN, packed(), unpacked, write_card(PLAIN, SPECIMEN))} == {
        content_hash(PLAIN)
    }


@pytest.mark.parametrize("before", [PLAIN, packed()], ids=["tables", "object-streams"])
def test_an_appended_revision_is_sound(before: bytes) -> None:
    with pikepdf.open(BytesIO(before)) as pdf:
        pdf.Root["/Number"] = pdf.make_indirect(7)  # type: ignore[call-overload]  # the highest object is a number
        before = as_bytes(pdf, object_stream_mode=pikepdf.ObjectStreamMode.preserve)
    written = attach_derived(write_card(before, Card.new("T")), {"a.json": b"{}" * 3_000})

    with pikepdf.open(BytesIO(written)) as pdf:
        assert pdf.get_warnings() == []
        assert pdf.check_pdf_syntax() == []
        assert int(pdf.Root.Number) == 7
        numbers = [each.objgen[0] for each in pdf.objects if isinstance(each, pikepdf.Object)]
        assert max(numbers) < int(pdf.trailer.Size)
        assert len(numbers) == len(set(numbers))
        assert bytes(pdf.trailer.ID[0]) != b""
    assert _pages_by_pdfium(written) == _pages_by_pdfium(before)
    assert remove_card(written) == attach_derived(before, {"a.json": b"{}" * 3_000})
