"""Whether a structure tree is believed, and that the report says when it is not."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from pdf_extractor_ai.report import ExtractionReport
from tests.geometric.paper import read

_LINES = [(1, 700, "Second in tag order and first in the stream."), (0, 730, "Tagged heading")]


def tagged(
    *, suspects: bool = False, parents: bool = True, untagged: str = "", listed: bool = False, artifact: int = 0
) -> bytes:
    """A page whose tags say: H1 (mark 0), P (mark 1); ``untagged`` is a line outside the tree, an ``artifact`` is one
    at this height that the producer says is no content."""
    pdf = pikepdf.new()
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    page = pdf.add_blank_page(page_size=(612, 792))
    page.Resources = Dictionary(Font=Dictionary(F1=pdf.make_indirect(font)))
    content = "".join(
        f"/P <</MCID {mark}>> BDC BT /F1 11 Tf 72 {y} Td ({text}) Tj ET EMC\n" for mark, y, text in _LINES
    )
    content += f"BT /F1 11 Tf 72 400 Td ({untagged}) Tj ET\n"
    if artifact:
        content += (
            f"/Artifact <</Type /Pagination>> BDC BT /F1 11 Tf 72 {artifact} Td (A long running head) Tj ET EMC\n"
        )
    page.Contents = pdf.make_stream(content.encode())
    page.StructParents = 0
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))

    def element(kind: str, kids: Any) -> Any:
        return pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name(f"/{kind}"), Pg=page.obj, K=kids))

    inner = [element("H1", 0), element("P", Dictionary(Type=Name.MCR, Pg=page.obj, MCID=1) if listed else 1)]
    whole = element("Document", Array(inner))
    if parents:
        whole.P = root
        for part in inner:
            part.P = whole
    root.K = whole
    root.ParentTree = Dictionary(Nums=Array([0, Array(inner)]))
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True, Suspects=suspects)
    out = BytesIO()
    pdf.save(out)
    return out.getvalue()


def codes(report: ExtractionReport) -> list[str]:
    return [flag.code for flag in report.flags]


@pytest.mark.parametrize("parents", [True, False], ids=["parents named", "parents left out"])
@pytest.mark.parametrize("listed", [True, False], ids=["marks by reference", "marks by number"])
def test_tags_that_cover_the_page_are_believed(parents: bool, listed: bool) -> None:
    markdown, report = read(tagged(parents=parents, listed=listed))
    assert "# Tagged heading" in markdown
    assert markdown.index("Tagged heading") < markdown.index("Second in tag order")
    assert codes(report) == []


@pytest.mark.parametrize("suspects", [True, False])
def test_suspect_tags_are_not_and_the_report_says_so(suspects: bool) -> None:
    markdown, report = read(tagged(suspects=suspects))
    assert ("# Tagged heading" in markdown) is not suspects
    assert ("tags_not_trusted" in codes(report)) is suspects
    assert report.status == "complete"


def test_tags_of_a_small_part_of_the_page_are_not_and_the_report_names_the_page() -> None:
    _, report = read(tagged(untagged="Much more text than this stands outside the structure tree of the page. " * 3))
    (flag,) = report.flags
    assert flag.code == "tags_not_trusted"
    assert "(1)" in flag.message


def test_artifacts_are_no_text_that_the_tree_fails_to_cover() -> None:
    markdown, report = read(tagged(artifact=770))
    assert "running head" not in markdown
    assert "# Tagged heading" in markdown
    assert [(text.role, text.text) for text in report.removed] == [("page_header", "A long running head")]


def test_an_artifact_in_the_middle_of_the_page_stays() -> None:
    markdown, report = read(tagged(artifact=500))
    assert "running head" in markdown
    assert report.removed == ()
