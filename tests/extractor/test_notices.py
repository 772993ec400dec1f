"""The note on an XFA form stands in the text of the shell that other programs see, and of nothing else."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from pdf_extractor_ai import PdfExtractor, to_markdown
from tests.geometric.paper import prose, typeset


def _xfa(pdf: bytes) -> bytes:
    with pikepdf.open(BytesIO(pdf)) as made:
        made.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(), XFA=made.make_stream(b"<xdp/>"))
        out = BytesIO()
        made.save(out)
    return out.getvalue()


@pytest.mark.parametrize(("lines", "shown"), [(2, True), (40, False)], ids=["a shell", "a form with its text"])
def test_the_note_stands_where_the_pages_do_not_hold_the_text(lines: int, shown: bool) -> None:
    with PdfExtractor() as extractor:
        result = extractor.extract_result(_xfa(typeset([prose(80, lines)])), name="form.pdf")
    assert "xfa_form" in [flag.code for flag in result.report.flags]
    assert ("XFA" in to_markdown(result.document)) is shown
