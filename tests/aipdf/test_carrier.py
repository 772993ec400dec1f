from __future__ import annotations

import hashlib
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import brotli
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from pdf_extractor_ai.aipdf import markdown_to_xml
from pdf_extractor_ai.aipdf.carrier import (
    FILE_NAME,
    MAX_XML_BYTES,
    attach_layer,
    find_layer,
    pack,
    read_layer,
    remove_layer,
    unpack,
)
from pdf_extractor_ai.attachments import add_attachment, attachments
from pdf_extractor_ai.errors import (
    LayerDataError,
    LayerNotFoundError,
    LayerTooLargeError,
    PasswordRequiredError,
    SignedPdfError,
    WrongPasswordError,
)
from tests.aipdf.samples import COEXIST, FIXTURES, SAMPLES, XML, contents, plain_pdf, saved
from tests.shared import DATA, needs_shared

RESAVED = sorted((SAMPLES / "resaved").glob("*.pdf"))
MARKER = b"/Subtype /application#2Faipdf+xml+br"


@pytest.mark.parametrize("path", RESAVED, ids=lambda path: path.stem)
def test_every_resaved_file_gives_its_layer(path: Path) -> None:
    layer = find_layer(path.read_bytes(), name=path.name)
    if "corrupt" in path.stem:
        assert isinstance(layer.problem, LayerDataError)
        assert path.name in str(layer.problem)
        assert layer.compressed_bytes == 435
    else:
        assert layer.problem is None
        assert (len(layer.xml.encode()), layer.compressed_bytes) == (1107, 435)


def test_where_a_layer_was_found_is_told() -> None:
    where = {path.stem: find_layer(path.read_bytes()).where for path in RESAVED}
    assert where["base-small"] == "catalog"
    assert where["variant-no-af-no-names"] == "filespec"
    assert where["variant-truncated-no-xref"] == "scan"


@pytest.mark.parametrize("path", RESAVED, ids=lambda path: path.stem)
def test_an_old_layer_is_replaced_for_good(path: Path) -> None:
    data = attach_layer(path.read_bytes(), XML, password="")
    assert read_layer(data) == XML
    assert data.count(b"aipdf+xml+br ") == data.count(MARKER + b" ") == 1
    with pikepdf.open(BytesIO(data)) as pdf:
        specs = [each for each in pdf.objects if isinstance(each, Dictionary) and "/EF" in each]
        assert len(specs) == 1
        assert not pdf.get_warnings()


def test_the_layer_lies_as_the_format_says() -> None:
    data = attach_layer(plain_pdf(), XML, title="Ä (title)", source_format="markdown")
    packed = pack(XML)
    assert MARKER in data
    assert b"stream\n" + packed + b"\nendstream" in data
    with pikepdf.open(BytesIO(data)) as pdf:
        (spec,) = pdf.Root.AF
        assert pdf.Root.Names.EmbeddedFiles.Names[1].objgen == spec.objgen
        assert (str(spec.F), str(spec.UF), spec.AFRelationship) == (FILE_NAME, FILE_NAME, Name.Data)
        assert str(spec.Desc) == "Ä (title) semantic XML"
        stream = spec.EF.F
        assert stream.objgen == spec.EF.UF.objgen
        assert "/Filter" not in stream
        assert stream.Params.Size == len(XML.encode())
        assert bytes(stream.Params.CheckSum) == hashlib.sha256(packed).digest()
        xmp = pdf.Root.Metadata.read_bytes().decode()
    assert ">markdown</aipdf:SourceFormat>" in xmp
    assert f">{len(XML.encode())}</aipdf:SemanticXmlBytes>" in xmp
    assert "Ä (title)" in xmp


def test_size_and_checksum_as_iso_32000_has_them_on_request() -> None:
    with pikepdf.open(BytesIO(attach_layer(plain_pdf(), XML, conformant=True))) as pdf:
        params = pdf.Root.AF[0].EF.F.Params
        assert params.Size == len(pack(XML))
        assert bytes(params.CheckSum) == hashlib.md5(pack(XML)).digest()


def test_what_was_in_the_file_stays() -> None:
    with pikepdf.open(BytesIO(plain_pdf(2))) as pdf:
        add_attachment(pdf, "zeta.txt", b"z", mime="text/plain", description="last", relationship="Source")
        add_attachment(pdf, "alpha.txt", b"a", mime="text/plain", description="first")
        with pdf.open_metadata() as record:
            record["dc:title"] = "Kept"
            record["pdfaid:part"] = "3"
        with pdf.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Chapter", 0))
        pdf.Root["/Names"]["/Dests"] = Dictionary(Names=Array([String("here"), Array([pdf.pages[0].obj, Name.Fit])]))
        before = saved(pdf)
    data = attach_layer(before, XML)
    assert contents(data) == contents(before)
    with pikepdf.open(BytesIO(data)) as pdf:
        assert [entry.key for entry in attachments(pdf)] == [FILE_NAME, "alpha.txt", "zeta.txt"]
        assert len(pdf.Root.AF) == 3
        assert "/Dests" in pdf.Root.Names
        assert [item.title for item in pdf.open_outline().root] == ["Chapter"]
        with pdf.open_metadata() as record:
            assert (record["dc:title"], record["pdfaid:part"]) == ("Kept", "3")
    bare = remove_layer(data)
    with pikepdf.open(BytesIO(bare)) as pdf:
        assert [entry.key for entry in attachments(pdf)] == ["alpha.txt", "zeta.txt"]
        assert b"aipdf:" not in pdf.Root.Metadata.read_bytes()
    with pytest.raises(LayerNotFoundError):
        read_layer(bare)


def test_the_same_input_gives_the_same_bytes() -> None:
    assert attach_layer(plain_pdf(), XML) == attach_layer(plain_pdf(), XML)


def test_a_name_tree_with_kids_and_a_circle_is_walked() -> None:
    with pikepdf.open(BytesIO(attach_layer(plain_pdf(), XML))) as pdf:
        spec = pdf.Root.AF[0]
        leaf = pdf.make_indirect(Dictionary(Names=Array([String(FILE_NAME), spec])))
        node = pdf.make_indirect(Dictionary(Kids=Array([leaf])))
        node.Kids.append(node)
        pdf.Root.Names["/EmbeddedFiles"] = node
        del pdf.Root["/AF"]
        data = saved(pdf)
    assert read_layer(data) == XML


def test_the_newest_of_several_layers_wins() -> None:
    with pikepdf.open(BytesIO(attach_layer(plain_pdf(), XML.replace("Two", "Old")))) as pdf:
        for text, relationship in (("New", "Data"), ("Other", "Alternative")):
            stream = pdf.make_stream(pack(XML.replace("Two", text)))
            spec = Dictionary(Type=Name.Filespec, F=String(FILE_NAME), EF=Dictionary(F=stream))
            spec["/AFRelationship"] = Name("/" + relationship)
            pdf.Root.AF.append(pdf.make_indirect(spec))
        data = saved(pdf)
    assert "New" in read_layer(data)


def test_a_signed_file_is_refused_unless_forced() -> None:
    with pikepdf.open(BytesIO(plain_pdf())) as pdf:
        field = Dictionary(FT=Name.Sig, T=String("s"), V=Dictionary(Type=Name.Sig, Filter=Name("/Adobe.PPKLite")))
        pdf.Root["/AcroForm"] = Dictionary(SigFlags=3, Fields=Array([pdf.make_indirect(field)]))
        data = saved(pdf)
    with pytest.raises(SignedPdfError, match=r"contract\.pdf"):
        attach_layer(data, XML, name="contract.pdf")
    assert read_layer(attach_layer(data, XML, force=True)) == XML


def test_a_locked_file_needs_its_password() -> None:
    buffer = BytesIO()
    with pikepdf.open(BytesIO(attach_layer(plain_pdf(), XML))) as pdf:
        pdf.save(buffer, encryption=pikepdf.Encryption(user="u", owner="o"))
    data = buffer.getvalue()
    with pytest.raises(PasswordRequiredError):
        find_layer(data)
    with pytest.raises(WrongPasswordError):
        find_layer(data, password="x")
    with pytest.raises(PasswordRequiredError):
        attach_layer(data, XML)
    assert read_layer(data, password="u") == XML
    assert read_layer(attach_layer(data, XML.replace("Two", "Three"), password="o")).count("Three") == 1


def test_a_bomb_is_stopped_early() -> None:
    bomb = brotli.compress(b"a" * (512 * 1024 * 1024), quality=1)
    with pytest.raises(LayerTooLargeError, match="16 MiB"):
        unpack(bomb)


def test_exactly_sixteen_mebibytes_are_read() -> None:
    text = "x" * MAX_XML_BYTES
    assert unpack(pack(text)) == text


@pytest.mark.parametrize("packed", [b"", b"\x00", b"not brotli at all", pack(XML)[:-4]], ids=["0", "1", "junk", "cut"])
def test_broken_brotli_is_told(packed: bytes) -> None:
    with pytest.raises(LayerDataError, match=r"paper\.pdf"):
        unpack(packed, name="paper.pdf")


def test_text_in_another_encoding_is_told() -> None:
    with pytest.raises(LayerDataError, match="not UTF-8"):
        unpack(brotli.compress("é".encode("latin-1")))


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n", b"\x00" * 100, b"%PDF-1.7\n" + MARKER + b" stream\nrubbish"])
def test_what_is_no_pdf_is_reported_not_raised(data: bytes) -> None:
    assert find_layer(data).problem is not None


def _resavers() -> list[tuple[str, list[str]]]:
    return [
        ("qpdf", ["qpdf", "in.pdf", "out.pdf"]),
        ("qpdf-objects", ["qpdf", "--object-streams=generate", "--linearize", "in.pdf", "out.pdf"]),
        ("mutool", ["mutool", "clean", "-z", "in.pdf", "out.pdf"]),
        ("ghostscript", ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-sOutputFile=out.pdf", "in.pdf"]),
    ]


@pytest.mark.parametrize(("name", "command"), _resavers(), ids=[name for name, _ in _resavers()])
def test_a_layer_survives_other_programs(name: str, command: list[str], tmp_path: Path) -> None:
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    plain = plain_pdf(3)
    assert b"/Info" not in plain, "Ghostscript treats such a file in its own way"
    (tmp_path / "in.pdf").write_bytes(attach_layer(plain, XML))
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert read_layer((tmp_path / "out.pdf").read_bytes()) == XML


def test_a_layer_survives_pikepdf() -> None:
    with pikepdf.open(BytesIO(attach_layer(plain_pdf(), XML))) as pdf:
        assert read_layer(saved(pdf)) == XML


@needs_shared
@pytest.mark.parametrize("name", ["card-and-layer", "card-and-layer-pikepdf-raw", "layer-then-card-by-ts-old"])
def test_a_card_beside_the_layer_stays(name: str) -> None:
    before = (COEXIST / f"{name}.pdf").read_bytes()
    with pikepdf.open(BytesIO(before)) as pdf:
        cards = {entry.key: entry.read(100_000) for entry in attachments(pdf) if entry.key != FILE_NAME}
    after = attach_layer(before, XML)
    with pikepdf.open(BytesIO(after)) as pdf:
        assert {entry.key: entry.read(100_000) for entry in attachments(pdf) if entry.key != FILE_NAME} == cards
    assert cards
    assert b"#2f" not in after


@needs_shared
def test_the_catalog_decides_between_two_layers() -> None:
    data = (FIXTURES / "built" / "reingested-two-layers.ai.pdf").read_bytes()
    assert 'id="ingested"' in read_layer(data)


def test_object_streams_stay_packed_around_a_layer() -> None:
    with pikepdf.open(DATA / "samples" / "report.pdf") as pdf:
        before = saved(pdf, pikepdf.ObjectStreamMode.generate)
    xml = markdown_to_xml("# Sand\n\n" + "grains " * 3_000)
    after = attach_layer(before, xml)
    assert len(after) - len(before) < len(pack(xml)) + 4_096
    place = after.find(pack(xml))
    assert b"Filter" not in after[after.rfind(b" obj", 0, place) : place]
    assert after.count(b"/Subtype /application#2Faipdf+xml+br") == 1
    assert read_layer(after) == xml
    again = attach_layer(after, xml)
    assert len(again) - len(after) < 64
