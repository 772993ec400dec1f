"""Text that no viewer shows, one way of hiding at a time, and its visible twin that must stay."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from pdf_extractor_ai import PdfExtractor, to_markdown

SEEN = "BT /F1 12 Tf 72 740 Td (Invoice total 100.00) Tj ET\n"

WAYS = {
    "invisible": "BT /F1 12 Tf 3 Tr 72 700 Td (secret words) Tj ET",
    "transparent": "q /Clear gs BT /F1 12 Tf 72 700 Td (secret words) Tj ET Q",
    "same_color": "1 0 0 rg 70 695 200 20 re f BT /F1 12 Tf 72 700 Td (secret words) Tj ET",
    "covered": "BT /F1 12 Tf 72 700 Td (secret words) Tj ET 0.8 g 70 695 200 20 re f",
    "tiny": "BT /F1 0.1 Tf 72 700 Td (secret words) Tj ET",
    "off_page": "BT /F1 12 Tf 72 2000 Td (secret words) Tj ET",
    "clipped": "q 0 0 10 10 re W n BT /F1 12 Tf 72 700 Td (secret words) Tj ET Q",
    "layer_off": "/OC /Off BDC BT /F1 12 Tf 72 700 Td (secret words) Tj ET EMC",
}

SETS = {
    # policy, members, seen
    ("AnyOn", "Off"): False,
    ("AnyOn", "On Off"): True,
    ("AllOn", "On Off"): False,
    ("AllOff", "Off"): True,
    ("AnyOff", "On"): False,
}

NEARLY = {
    "transparent": "q /Trace gs BT /F1 12 Tf 72 700 Td (secret words) Tj ET Q",
    "same_color": "0.2 0.3 0.6 rg 70 695 200 20 re f 0.21 0.3 0.6 rg BT /F1 12 Tf 72 700 Td (secret words) Tj ET",
}

TWINS = {
    "on white": "1 1 1 rg 70 695 200 20 re f 0 g BT /F1 12 Tf 72 700 Td (secret words) Tj ET",
    "white on a dark ground": "0 g 70 695 200 20 re f 1 g BT /F1 12 Tf 72 700 Td (secret words) Tj ET",
    "box first": "0.8 g 70 695 200 20 re f 0 g BT /F1 12 Tf 72 700 Td (secret words) Tj ET",
    "inside the clip": "q 60 690 300 30 re W n BT /F1 12 Tf 72 700 Td (secret words) Tj ET Q",
    "small print": "BT /F1 5 Tf 72 700 Td (secret words) Tj ET",
    "half transparent": "q /Half gs BT /F1 12 Tf 72 700 Td (secret words) Tj ET Q",
    "pale": "q 0.9 g BT /F1 12 Tf 72 700 Td (secret words) Tj ET Q",
    "tone in tone": "0.9 g 70 695 200 20 re f 0.8 g BT /F1 12 Tf 72 700 Td (secret words) Tj ET",
    "layer on": "/OC /On BDC BT /F1 12 Tf 72 700 Td (secret words) Tj ET EMC",
}


@pytest.fixture(scope="module")
def extractor() -> Iterator[PdfExtractor]:
    with PdfExtractor() as shared:
        yield shared


def page(content: str, policy: str = "AnyOn", members: str = "On") -> bytes:
    pdf = pikepdf.new()
    sheet = pdf.add_blank_page(page_size=(612, 792))
    font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    on, off = (pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for name in ("shown", "not shown"))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([on, off]), D=Dictionary(OFF=Array([off]), ON=Array([on])))
    sheet.Resources = Dictionary(
        Font=Dictionary(F1=font),
        ExtGState=Dictionary(Clear=Dictionary(ca=0), Half=Dictionary(ca=0.5), Trace=Dictionary(ca=0.01)),
        Properties=Dictionary(On=on, Off=off, Set=pdf.make_indirect(_membership(policy, members, on, off))),
    )
    sheet.Contents = pdf.make_stream((SEEN + content).encode())
    out = BytesIO()
    pdf.save(out)
    return out.getvalue()


def _membership(policy: str, members: str, on: Any, off: Any) -> Dictionary:
    groups = [{"On": on, "Off": off}[name] for name in members.split()]
    return Dictionary(Type=Name.OCMD, OCGs=Array(groups), P=Name(f"/{policy}"))


@pytest.mark.parametrize(("policy", "members"), SETS)
def test_content_of_several_layers(extractor: PdfExtractor, policy: str, members: str) -> None:
    content = "/OC /Set BDC BT /F1 12 Tf 72 700 Td (secret words) Tj ET EMC"
    markdown = to_markdown(extractor.extract_result(page(content, policy, members)).document)
    assert ("secret" in markdown) == SETS[policy, members]


@pytest.mark.parametrize("reason", WAYS)
def test_a_way_of_hiding(extractor: PdfExtractor, reason: str) -> None:
    result = extractor.extract_result(page(WAYS[reason]))
    markdown = to_markdown(result.document)
    assert "Invoice total 100.00" in markdown
    assert "secret" not in markdown
    assert [(flag.code, f"({reason})" in flag.message, flag.page) for flag in result.report.flags] == [
        ("hidden_text", True, 1)
    ]
    assert [(removed.role, removed.text) for removed in result.report.removed] == [("hidden", "secret words")]
    assert result.report.pages[0].characters.hidden == len("secretwords")


@pytest.mark.parametrize("reason", NEARLY)
def test_what_hardly_leaves_a_trace_is_hidden(extractor: PdfExtractor, reason: str) -> None:
    result = extractor.extract_result(page(NEARLY[reason]))
    assert "secret" not in to_markdown(result.document)
    assert f"({reason})" in result.report.flags[0].message


@pytest.mark.parametrize("way", TWINS)
def test_what_a_viewer_shows_stays(extractor: PdfExtractor, way: str) -> None:
    result = extractor.extract_result(page(TWINS[way]))
    assert "secret words" in to_markdown(result.document)
    assert result.report.flags == ()


def test_white_on_the_bare_paper(extractor: PdfExtractor) -> None:
    result = extractor.extract_result(page("1 g BT /F1 12 Tf 72 700 Td (secret words) Tj ET"))
    assert "secret" not in to_markdown(result.document)
    assert "(same_color)" in result.report.flags[0].message


@pytest.mark.parametrize("member", [False, True], ids=["of a layer", "of several layers"])
def test_a_form_that_belongs_to_a_layer_as_a_whole(extractor: PdfExtractor, member: bool) -> None:
    with pikepdf.open(BytesIO(page("q /Plain Do Q /Second Do q 1 0 0 1 0 -40 cm /First Do Q", members="Off"))) as pdf:
        resources = pdf.pages[0].Resources
        layers = {
            "Plain": None,
            "First": resources.Properties.On,
            "Second": resources.Properties.Set if member else resources.Properties.Off,
        }
        forms = Dictionary()
        for name, layer in layers.items():
            form = pdf.make_stream(f"BT /F1 12 Tf 72 700 Td ({name} words) Tj ET".encode())
            form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 612, 792])
            form.Resources = Dictionary(Font=resources.Font)
            if layer is not None:
                form.OC = layer
            forms[f"/{name}"] = form
        resources.XObject = forms
        out = BytesIO()
        pdf.save(out)
    result = extractor.extract_result(out.getvalue())
    markdown = to_markdown(result.document)
    assert "Plain words" in markdown
    assert "First words" in markdown
    assert "Second" not in markdown
    assert [(removed.role, removed.text) for removed in result.report.removed] == [("hidden", "Second words")]
