"""Pages printed by the Chromium on this machine, where there is one."""

from __future__ import annotations

import socket
from http.client import HTTPConnection
from pathlib import Path

import pypdfium2
import pytest

from pdf_extractor_ai.aipdf import AIPDF, build
from pdf_extractor_ai.aipdf.render.browser import find_browser
from pdf_extractor_ai.aipdf.render.folder_server import offered
from pdf_extractor_ai.errors import MissingDependencyError
from tests.aipdf.samples import written


def _found() -> bool:
    try:
        return bool(find_browser())
    except MissingDependencyError:
        return False


def shown(pdf_file: Path) -> str:
    """The text of the pages, on one line."""
    with pypdfium2.PdfDocument(pdf_file) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in pdf).split())


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


def test_files_of_its_folder_are_shown_and_no_others(tmp_path: Path) -> None:
    folder = tmp_path / "site with spaces"
    (folder / "inner").mkdir(parents=True)
    secret = written(tmp_path, "secret.html", "<p>Secret words</p>")
    (folder / "link.html").symlink_to(secret)
    written(folder / "inner", "part.html", "<p>Inner part</p>")
    written(folder / "inner", "late.css", ".late{display:none}")
    frames = [secret.as_uri(), "../secret.html", "%2e%2e/secret.html", "link.html", "inner", "inner/part.html", "."]
    html = "".join(f"<iframe src='{frame}'></iframe><object data='{frame}'></object>" for frame in frames)
    source = written(
        folder,
        "page.html",
        "<!-- first --><!DOCTYPE html><html><head><link rel=stylesheet href=inner/late.css></head><body><h1>Top</h1>"
        f"<p class=late>Not shown.</p>{html}<script>document.body.append(document.compatMode)</script></body></html>",
    )
    text = shown(build(source, render="browser"))
    assert "Inner part" in text
    assert "Secret" not in text
    assert "Not shown" not in text
    assert "Index of" not in text
    assert "Directory listing" not in text
    assert "CSS1Compat" in text


@pytest.mark.timeout(50)  # the browser itself is given a minute
def test_a_dialog_does_not_wait_for_a_person(tmp_path: Path) -> None:
    source = written(tmp_path, "page.html", "<script>alert(1)</script><p>Words</p><script>confirm(prompt())</script>")
    assert "Words" in shown(build(source, render="browser"))


def test_the_page_may_lie_where_nothing_can_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "read only"
    folder.mkdir()
    source = written(folder, "page.html", "<p>Words</p>")
    folder.chmod(0o500)
    try:
        assert "Words" in shown(build(source, tmp_path / "page.ai.pdf", render="browser"))
    finally:
        folder.chmod(0o700)


def test_only_the_browser_is_served(tmp_path: Path) -> None:
    written(tmp_path, "a.txt", "Words")
    with offered("<p>Page</p>", tmp_path) as (address, rules):
        port = int(rules.partition(",")[0].rpartition(":")[2])
        host = address.split("/")[2]
        assert _answer(port, host, "/a.txt") == (200, b"Words")
        assert _answer(port, host, "/" + address.rpartition("/")[2]) == (200, b"<p>Page</p>")
        assert _answer(port, f"127.0.0.1:{port}", "/a.txt")[0] == 403
        for path in ("/", "/..", "/../a.txt/..", "/%2e%2e/", "//etc/passwd", "/etc/passwd", "/a.txt/"):
            assert _answer(port, host, path)[0] == 404, path


def _answer(port: int, host: str, path: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Host": host})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, data
