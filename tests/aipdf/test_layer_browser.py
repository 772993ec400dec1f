"""Pages printed by the Chromium on this machine, where there is one."""

from __future__ import annotations

import socket
from pathlib import Path

import pypdfium2
import pytest

from pdf_extractor_ai.aipdf import AIPDF, build
from pdf_extractor_ai.aipdf.render.browser import find_browser
from pdf_extractor_ai.errors import MissingDependencyError
from tests.aipdf.samples import written


def _found() -> bool:
    try:
        return bool(find_browser())
    except MissingDependencyError:
        return False


pytestmark = pytest.mark.skipif(not _found(), reason="no Chromium on this machine")


def test_a_page_is_printed_with_its_layer(tmp_path: Path) -> None:
    source = written(
        tmp_path,
        "page.html",
        "<html lang='de'><head><style>.late{display:none}</style></head><body><h1>Dünen</h1>"
        "<p>Sand moves.</p><p class=late>Not shown.</p><script>document.body.append('Written later.')</script></body>",
    )
    target = build(source, render="browser", page_size="a4")
    assert AIPDF.open(target).to_markdown() == "# Dünen\n\nSand moves.\n\nNot shown."
    with pypdfium2.PdfDocument(target) as pdf:
        assert pdf[0].get_size() == pytest.approx((595, 842), abs=1)
        shown = pdf[0].get_textpage().get_text_range()
    assert ("Sand moves." in shown, "Not shown." in shown, "Written later." in shown) == (True, False, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.ai.pdf", "page.html"]


def test_nothing_is_fetched(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        port = server.getsockname()[1]
        source = written(
            tmp_path,
            "page.html",
            f"<p>Words</p><img src=http://127.0.0.1:{port}/a.png><img src=http://localhost:{port}/b.png>"
            f"<script>fetch('http://127.0.0.1:{port}/c')</script>",
        )
        assert "Words" in AIPDF.open(build(source, render="browser")).to_markdown()
        with pytest.raises(TimeoutError):
            server.accept()
