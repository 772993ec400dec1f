from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pikepdf
import pytest
from PIL import Image

from pdf_extractor_ai import aipdf
from pdf_extractor_ai.aipdf import AIPDF, build, build_pdf, export, extract_images, ingest, read_layer
from pdf_extractor_ai.aipdf.render.browser import find_browser
from pdf_extractor_ai.aipdf.render.images import safe_name
from pdf_extractor_ai.aipdf.validate import check
from pdf_extractor_ai.attachments import add_attachment, attachments
from pdf_extractor_ai.cli.main import main
from pdf_extractor_ai.errors import (
    InvalidOptionError,
    LayerNotFoundError,
    LayerXmlError,
    MissingDependencyError,
    RenderError,
    SourceFormatError,
)
from tests.aipdf.samples import COEXIST, FIXTURES, XML, contents, plain_pdf, saved, written
from tests.shared import needs_shared

LONG = "# Report\n\n" + "A sentence that fills the page. " * 900 + "\n\n| A | B |\n|---|---|\n" + (
    "| " + "word " * 120 + "| x |\n"
) * 12  # fmt: skip


def _qpdf_is_content(path: Path) -> bool:
    return not shutil.which("qpdf") or subprocess.run(["qpdf", "--check", path], capture_output=True).returncode == 0


def _picture(path: Path, colour: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (30, 20), colour).save(path)


@pytest.mark.parametrize("render", ["minimal", "full"])
@pytest.mark.parametrize("page_size", ["letter", "a4"])
def test_a_text_becomes_pages_with_its_layer(tmp_path: Path, render: str, page_size: str) -> None:
    source = written(tmp_path, "paper.md", LONG)
    target = build(source, render=render, page_size=page_size)  # type: ignore[arg-type]
    assert target == tmp_path / "paper.ai.pdf"
    assert _qpdf_is_content(target)
    document = AIPDF.open(target)
    assert document.validate(strict=True)
    with pikepdf.open(target) as pdf:
        width = float(pdf.pages[0].mediabox[2])
        assert width == (595 if page_size == "a4" else 612)
        assert len(pdf.pages) > 2
        pages = len(pdf.pages)
    if render == "full":
        blocks = [block for block in document.get_reading_order() if block.kind in {"title", "paragraph"}]
        for block in blocks:
            assert block.bbox is not None
            x0, y0, x1, y1 = map(float, block.bbox.split(","))
            assert 72 <= x0 < x1 <= width - 72 + 0.1
            assert 71.9 <= y0 < y1 <= 842 - 71.9
        table = document.root.find_all("table")[0]
        assert 1 < int(table.get("page")) < pages  # it goes on over the page's end


def test_the_same_source_gives_the_same_file(tmp_path: Path) -> None:
    source = written(tmp_path, "a.md", "# A\n\ntext")
    assert build(source, tmp_path / "1.pdf").read_bytes() == build(source, tmp_path / "2.pdf").read_bytes()
    first = build(source, tmp_path / "3.pdf", render="full").read_bytes()
    assert first == build(source, tmp_path / "4.pdf", render="full").read_bytes()


def test_a_full_build_has_an_outline_and_the_words_on_its_pages(tmp_path: Path) -> None:
    import pypdfium2

    source = written(tmp_path, "a.md", "# First\n\nwords on a page\n\n## Second\n\n日本語 עברית")
    target = build(source, render="full")
    with pikepdf.open(target) as pdf:
        assert [item.title for item in pdf.open_outline().root] == ["First"]
    document = pypdfium2.PdfDocument(target)
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert "words on a page" in text


def test_images_go_in_and_come_out_by_name(tmp_path: Path) -> None:
    _picture(tmp_path / "doc" / "img" / "red.png", "red")
    _picture(tmp_path / "doc" / "blue.jpg", "blue")
    _picture(tmp_path / "secret.png", "black")
    source = written(
        tmp_path / "doc",
        "a.md",
        "# T\n\n![m](missing.png)\n\n![b](blue.jpg)\n\n![r](img/red.png)\n\n![s](../secret.png)\n\n"
        f"![a]({tmp_path}/secret.png)\n\n![n](https://example.org/x.png)\n\n![r2](img/red.png)",
    )
    target = build(source, render="full")
    images = extract_images(target, tmp_path / "out")
    assert [path.relative_to(tmp_path / "out").as_posix() for path in images] == ["blue.jpg", "img/red.png"]
    assert (tmp_path / "out" / "blue.jpg").read_bytes() == (tmp_path / "doc" / "blue.jpg").read_bytes()
    with Image.open(tmp_path / "out" / "img" / "red.png") as image:
        assert image.convert("RGB").getpixel((5, 5)) == (255, 0, 0)
    assert (tmp_path / "out" / "a.md").read_text(encoding="utf-8").startswith("# T")


@needs_shared
def test_images_of_earlier_files_are_not_paired_wrongly(tmp_path: Path) -> None:
    assert extract_images(FIXTURES / "built" / "fig.full.ai.pdf", tmp_path) == []


@pytest.mark.parametrize(
    "src", ["../../x.png", "/etc/x.png", "C:\\x\\..\\y.png", "a/../../b.png", "...", "", "data:x", "a\0b"]
)
def test_an_image_name_never_leaves_its_folder(tmp_path: Path, src: str) -> None:
    path = safe_name(src, 1)
    assert (tmp_path / path).resolve().is_relative_to(tmp_path.resolve())
    assert path.suffix in {".png", ".jpg", ".jpeg"}


def test_a_link_in_the_folder_does_not_lead_out(tmp_path: Path) -> None:
    _picture(tmp_path / "doc" / "img" / "red.png", "red")
    target = build(written(tmp_path / "doc", "a.md", "![r](img/red.png)"), render="full")
    out, outside = tmp_path / "out", tmp_path / "outside"
    out.mkdir()
    outside.mkdir()
    (out / "img").symlink_to(outside)
    assert extract_images(target, out) == []
    assert list(outside.iterdir()) == []


def test_titles_come_from_the_document_or_the_caller(tmp_path: Path) -> None:
    source = written(tmp_path, "a.md", "---\ntitle: Über uns\n---\n\ntext")
    for title, expected in ((None, "Über uns"), ("Given", "Given")):
        with pikepdf.open(build(source, title=title)) as pdf:
            assert str(pdf.docinfo["/Title"]) == expected


@pytest.mark.parametrize("name", ["a.docx", "a.png", "a"])
def test_unknown_sources_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceFormatError):
        build(written(tmp_path, name, "x"))


def test_faults_of_a_build_are_told_and_leave_nothing_behind(tmp_path: Path) -> None:
    bad = written(tmp_path, "a.xml", "<document/>")
    with pytest.raises(LayerXmlError):
        build(bad)
    (tmp_path / "b.md").write_bytes(b"\xff\xfe")
    with pytest.raises(SourceFormatError, match=r"b\.md is not UTF-8"):
        build(tmp_path / "b.md")
    with pytest.raises(InvalidOptionError, match="unknown render 'fast'"):
        build(bad, render="fast")  # type: ignore[arg-type]
    with pytest.raises(InvalidOptionError, match="no font"):
        build(written(tmp_path, "c.md", "x"), font=tmp_path / "none.ttf", render="full")
    with pytest.raises(FileNotFoundError):
        build(tmp_path / "none.md")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.xml", "b.md", "c.md"]


def test_without_typst_a_full_build_names_the_extra() -> None:
    with patch.dict(sys.modules, {"typst": None}), pytest.raises(MissingDependencyError) as caught:
        build_pdf(XML, render="full")
    assert "pdf-extractor-ai[render]" in caught.value.remedy
    with patch.dict(sys.modules, {"typst": None}):
        assert read_layer(build_pdf(XML.replace("Two", "日本語")))


def test_a_missing_browser_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AIPDF_CHROME", str(tmp_path / "no-chrome"))
    with pytest.raises(MissingDependencyError, match="no Chromium"):
        find_browser()
    with pytest.raises(InvalidOptionError, match="only HTML"):
        build(written(tmp_path, "a.md", "x"), render="browser")


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands in for the browser")
def test_a_browser_prints_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "page.pdf").write_bytes(plain_pdf())
    browser = written(
        tmp_path,
        "browser",
        f'#!/bin/sh\nfor a; do case "$a" in --print-to-pdf=*) cp "{tmp_path}/page.pdf" "${{a#*=}}";; esac; done\n',
    )
    browser.chmod(0o755)
    monkeypatch.setenv("AIPDF_CHROME", str(browser))
    source = written(tmp_path, "a.html", "<html><head></head><body><h1>Hi</h1></body></html>")
    target = build(source, render="browser")
    assert "<title" in read_layer(target.read_bytes())
    assert contents(target.read_bytes()) == contents(plain_pdf())
    browser.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    with pytest.raises(RenderError, match="printed nothing"):
        build(source, render="browser")
    assert not list(tmp_path.glob(".aipdf-print-*"))


def test_ingest_keeps_pages_and_attachments(tmp_path: Path) -> None:
    with pikepdf.open(BytesIO(plain_pdf(2))) as pdf:
        add_attachment(pdf, "data.csv", b"1,2", mime="text/csv", description="numbers")
        original = saved(pdf)
    (tmp_path / "in.pdf").write_bytes(original)
    target = ingest(tmp_path / "in.pdf", ocr="never", lang="deu+eng")
    data = target.read_bytes()
    assert contents(data) == contents(original)
    assert (tmp_path / "in.pdf").read_bytes() == original
    document = AIPDF.open(target)
    assert document.root.get("lang") == "de"
    assert document.xml.index("Page 1") < document.xml.index("Page 2")
    with pikepdf.open(target) as pdf:
        assert [entry.key for entry in attachments(pdf)] == ["aipdf-semantic.xml.br", "data.csv"]
    with pytest.raises(InvalidOptionError, match="replace its own source"):
        ingest(target, ocr="never")
    built = build(tmp_path / "in.pdf", tmp_path / "again.pdf", render="attach", title="Two pages")
    assert contents(built.read_bytes()) == contents(original)
    with pikepdf.open(built) as pdf:
        assert pdf.open_metadata()["dc:title"] == "Two pages"
    with pytest.raises(InvalidOptionError, match="only to a PDF"):
        build(written(tmp_path, "a.md", "x"), render="attach")


@needs_shared
def test_ingest_keeps_a_card(tmp_path: Path) -> None:
    target = ingest(COEXIST / "card-and-layer.pdf", tmp_path / "x.ai.pdf", ocr="never")
    with pikepdf.open(target) as pdf:
        assert len(attachments(pdf)) == 2
    assert _qpdf_is_content(target)


def test_the_seeds_example_runs(tmp_path: Path) -> None:
    target = build(written(tmp_path, "paper.md", "# Head\n\nSome words\n\n> cited"), render="full")
    doc = AIPDF.open(target)
    assert doc.to_xml().startswith("<?xml")
    assert doc.to_markdown() == "# Head\n\nSome words\n\n> cited"
    assert doc.to_onto().startswith("Document[1]:")
    assert json.loads(doc.to_markdown_ast())["type"] == "root"
    for block in doc.get_reading_order():
        assert block.page == 1
    assert doc.find_citations() == ["cited"]
    assert doc.get_tables() == []
    assert doc.get_structure().tag == "document"


def test_a_plain_pdf_opens_and_every_view_tells_why(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(plain_pdf())
    document = AIPDF.open(tmp_path / "a.pdf")
    assert (document.is_pdf, document.has_semantic_layer) == (True, False)
    with pytest.raises(LayerNotFoundError, match=r"a\.pdf"):
        document.to_markdown()
    with pytest.raises(LayerNotFoundError):
        export(tmp_path / "a.pdf", "onto")
    assert document.inspect().code == "layer_not_found"


def test_exported_names_are_all_there() -> None:
    for name in aipdf.__all__:
        assert getattr(aipdf, name) is not None
    assert dir(aipdf) == sorted(aipdf.__all__)
    with pytest.raises(AttributeError):
        aipdf.nothing  # noqa: B018


def test_reading_imports_nothing_heavy() -> None:
    code = (
        "import sys; from pdf_extractor_ai.aipdf import AIPDF; import io\n"
        "try: AIPDF.from_bytes(b'%PDF-1.7').to_xml()\n"
        "except ValueError: pass\n"
        "heavy = {'docling', 'docling_core', 'pandas', 'numpy', 'scipy', 'torch', 'pydantic'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["aipdf", *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = written(tmp_path, "paper.md", "# Head\n\nwords")
    target = tmp_path / "paper.ai.pdf"
    assert run(capsys, "build", source) == (0, f"{target}\n", "")
    size = len(read_layer(target.read_bytes()))
    code, out, _ = run(capsys, "inspect", target)
    assert (code, out.splitlines()[:2]) == (0, ["is_pdf: true", "has_semantic_layer: true"])
    assert out.splitlines()[3] == f"semantic_xml_bytes: {size}"
    assert run(capsys, "validate", target, "--strict") == (0, "valid\n", "")
    assert run(capsys, "extract", target)[1] == read_layer(target.read_bytes()) + "\n"
    assert run(capsys, "export", target, "--format", "markdown")[1] == "# Head\n\nwords\n"
    assert json.loads(run(capsys, "export", target, "--format", "markdown-ast")[1])["type"] == "root"
    code, out, _ = run(capsys, "export", target, "--format", "onto", "--save", tmp_path / "out")
    assert out == f"saved: {tmp_path / 'out' / 'paper.onto'}\n"
    record = json.loads(run(capsys, "inspect", target, "--json")[1])
    assert (record["has_semantic_layer"], record["version"]) == (True, "1.0")
    record = json.loads(run(capsys, "images", target, tmp_path / "img", "--json")[1])
    assert record == {"schema_version": "1", "input": str(target), "images": [], "error": None}
    assert re.fullmatch(r"xml_bytes: \d+\n(?s:.*)", run(capsys, "bench", source)[1])


def test_the_command_line_tells_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plain.pdf").write_bytes(plain_pdf())
    code, out, _ = run(capsys, "inspect", tmp_path / "plain.pdf")
    assert code == 0
    assert "has_semantic_layer: false" in out
    code, out, err = run(capsys, "extract", tmp_path / "plain.pdf")
    assert (code, out) == (1, "")
    assert "semantic layer not found: plain.pdf" in err
    assert run(capsys, "validate", tmp_path / "plain.pdf")[0] == 1
    code, out, _ = run(capsys, "validate", tmp_path / "plain.pdf", "--json")
    assert (code, json.loads(out)["code"]) == (1, "layer_not_found")
    assert run(capsys, "export", tmp_path / "plain.pdf", "--format", "docx")[0] == 2
    assert run(capsys, "build", tmp_path / "none.md")[0] == 1
    for command in ("build", "ingest", "inspect", "validate", "export", "bench"):
        code, out, err = run(capsys, command, tmp_path / "none.pdf", "--json")
        record = json.loads(out)
        assert (code, record["error"]["code"], err) == (1, "file_not_found", ""), command
        assert record["input"] == str(tmp_path / "none.pdf")
    assert main(["aipdf", "--help"]) == 0


def test_a_password_from_a_file_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    locked, key = tmp_path / "locked.pdf", tmp_path / "key"
    with pikepdf.open(BytesIO(aipdf.attach_layer(plain_pdf(), XML))) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="o", user="open-me"))
    key.write_text("open-me\n")
    assert run(capsys, "validate", locked, "--password-file", key) == (0, "valid\n", "")
    code, out, _ = run(capsys, "validate", locked, "--json")
    assert (code, json.loads(out)["code"]) == (1, "password_required")
    assert run(capsys, "extract", locked, "--password-file", tmp_path / "none")[0] == 2


def test_positions_are_those_of_the_strict_rules(tmp_path: Path) -> None:
    layer = read_layer(build_pdf(XML, render="full"))
    assert check(layer, strict=True).root.find_all("paragraph")[0].get("bbox")
