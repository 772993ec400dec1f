"""PDF/A: what it allows is attached so that it stays PDF/A, all else is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from pdf_extractor_ai.aipdf import AIPDF, attach_layer
from pdf_extractor_ai.archival import claim_of
from pdf_extractor_ai.errors import ArchivePdfError
from pdf_extractor_ai.frontmatter import attach_derived, read_card, remove_card, write_card
from tests.shared import DATA

XML = (
    '<document version="1.0"><metadata><title>T</title></metadata>'
    '<section id="s" level="1"><title>T</title></section></document>'
)
CARD = {"title": "T"}
WRITERS: dict[str, Callable[..., bytes]] = {
    "layer": lambda data, **options: attach_layer(data, XML, title="Other title", **options),
    "card": lambda data, **options: write_card(data, CARD, **options),
    "derived": lambda data, **options: attach_derived(data, {"a.json": b"{}"}, **options),
}


def archived(part: str, level: str = "", *, attributes: bool = False) -> bytes:
    """A PDF that claims to be PDF/A of this part and level, in attributes or in elements of its XMP."""
    out = BytesIO()
    with pikepdf.open(DATA / "recipes" / "two_columns.pdf") as pdf:
        if attributes:
            level = f' pdfaid:conformance="{level}"' if level else ""
            packet = (
                '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
                '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"'
                f' pdfaid:part="{part}"{level}/></rdf:RDF></x:xmpmeta>'
            )
            pdf.Root.Metadata = pikepdf.Stream(
                pdf, packet.encode(), Type=pikepdf.Name.Metadata, Subtype=pikepdf.Name.XML
            )
        else:
            with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as record:
                record["dc:title"] = "Own title"
                record["pdfaid:part"] = part
                if level:
                    record["pdfaid:conformance"] = level
        pdf.trailer.Info = pikepdf.Dictionary(Title="Own title", ModDate="D:20260203040506+01'00'")
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def claimed(data: bytes) -> str:
    with pikepdf.open(BytesIO(data)) as pdf:
        return claim_of(pdf)


@pytest.mark.parametrize("attributes", [True, False])
@pytest.mark.parametrize("claim", [("1", "B"), ("2", "U"), ("3", "A"), ("4", ""), ("4", "F")])
def test_what_a_file_claims(claim: tuple[str, str], attributes: bool) -> None:
    assert claimed(archived(*claim, attributes=attributes)) == "".join(claim)


def test_a_file_without_a_claim_or_with_broken_metadata_has_none() -> None:
    assert claimed((DATA / "recipes" / "two_columns.pdf").read_bytes()) == ""
    with pikepdf.open(BytesIO(archived("1", "B"))) as pdf:
        pdf.Root.Metadata.write(b"\x78\x9cnoise" * 9, filter=pikepdf.Name.FlateDecode)
        assert claim_of(pdf) == ""
        pdf.Root.Metadata = pikepdf.Name.Lost
        assert claim_of(pdf) == ""


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("claim", [("1", "A"), ("1", "B"), ("2", "B"), ("4", "")])
def test_what_allows_no_attachment_is_refused(claim: tuple[str, str], writer: str) -> None:
    data = archived(*claim)
    with pytest.raises(ArchivePdfError, match=f"PDF/A-{''.join(claim).lower()}"):
        WRITERS[writer](data)
    forced = WRITERS[writer](data, force=True)
    with pikepdf.open(BytesIO(forced)) as pdf:
        assert len(pdf.Root.AF) == 1
        assert pdf.open_metadata()["dc:title"] == "Own title" or writer == "layer"
    if writer == "layer":
        assert claimed(forced) == ""


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("claim", [("3", "B"), ("3", "U"), ("4", "F"), ("4", "E")])
def test_what_allows_attachments_has_them_as_the_standard_wants(
    claim: tuple[str, str], writer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    data = archived(*claim)
    made = WRITERS[writer](data)
    with pikepdf.open(BytesIO(made)) as pdf, pikepdf.open(BytesIO(data)) as before:
        assert claim_of(pdf) == "".join(claim)
        assert bytes(pdf.Root.Metadata.read_bytes()) == bytes(before.Root.Metadata.read_bytes())
        (spec,) = list(pdf.Root.AF)
        tree: Any = pdf.Root.Names.EmbeddedFiles.Names
        assert [each.objgen for each in tree if isinstance(each, pikepdf.Dictionary)] == [spec.objgen]
        assert str(spec.AFRelationship) in ("/Data", "/Supplement", "/Alternative")
        assert {"/F", "/UF", "/EF"} <= set(spec.keys())
        stream = spec.EF.F
        assert "/" in str(stream.Subtype)[1:]
        assert str(stream.Params.ModDate) == "D:20260203040506+01'00'"
        if writer == "layer":
            assert bytes(stream.Params.CheckSum) == hashlib.md5(stream.read_bytes(), usedforsecurity=False).digest()
            assert int(stream.Params.Size) == len(stream.read_bytes())
    assert made == WRITERS[writer](data)


def test_a_layer_in_it_can_be_read_and_a_card_be_taken_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    data = archived("3", "B")
    assert AIPDF.from_bytes(attach_layer(data, XML)).to_xml() == XML
    carded = write_card(data, CARD)
    assert read_card(carded).usable
    assert remove_card(carded) == data
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with pikepdf.open(BytesIO(write_card(data, CARD))) as pdf:
        assert str(pdf.Root.AF[0].EF.F.Params.ModDate) == "D:20231114"


def test_a_card_can_be_taken_out_of_any() -> None:
    carded = write_card(archived("2", "B"), CARD, force=True)
    assert not read_card(remove_card(carded)).usable
