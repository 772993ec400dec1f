"""The inspection page: well-formed, quiet, proof against its content, boxes where the items are."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import lxml.html
import pytest
from docling_core.types.doc import (
    BoundingBox,
    ContentLayer,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    ProvenanceItem,
    Size,
)

from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.inspector import Mark, find_marks, inspect_pdf
from pdf_extractor_ai.inspector.pictures import Sheet, render_sheets
from pdf_extractor_ai.inspector.report_page import page_of
from pdf_extractor_ai.report import CharacterCount, ExtractionReport, Flag, PageReport, RemovedText
from pdf_extractor_ai.runs import WITH_BLANKS
from tests.shared import DATA

REPORT = DATA / "samples" / "report.pdf"
HIDDEN = DATA / "recipes" / "hidden_text.pdf"
EVIL = "\"'></title></pre></style><script>alert(1)</script><img src=x onerror=alert(2)>&lt;b&gt;\x00\x1b\ud800\u202e"
_VOID = frozenset(["meta", "img", "input", "rect", "polyline"])


class Balanced(HTMLParser):
    """Fails on an end tag that does not close the last element, and on an attribute given twice."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        self.tags.add(tag)
        self.attributes.update(names)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag


def parsed(page: str) -> Balanced:
    parser = Balanced()
    parser.feed(page)
    parser.close()
    assert not parser.open
    return parser


def tree_of(page: str) -> Any:
    """The page as lxml's HTML parser understands it; ``Any``, since its types know no kind of result of XPath."""
    return lxml.html.fromstring(page)


@cache
def sample() -> str:
    return inspect_pdf(REPORT.read_bytes(), name=REPORT.name)


def hostile() -> str:
    flags = (Flag(EVIL, EVIL, 1, (1, 2, 3, 4), EVIL), Flag(EVIL, EVIL, remedy=EVIL))
    page = PageReport(1, "ok", CharacterCount(9, 8), EVIL)
    report = ExtractionReport(EVIL, EVIL, "partial", 1, (page,), flags, (RemovedText(EVIL, "hidden", 1, (0, 0, 9, 9)),))
    marks = [Mark(1, 1, EVIL, (10, 20, 30, 40), EVIL), Mark(1, 0, "hidden", (-5, float("nan"), 9e9, 7), EVIL)]
    return page_of(EVIL, report, [Sheet(1, 100.0, 200.0, "")], marks, {1: EVIL * 3}, total=7)


def test_what_a_document_says_stays_text() -> None:
    page = hostile()
    seen = parsed(page)
    assert not seen.tags & {"script", "b", "iframe", "object", "link", "img"}
    assert not [name for name in seen.attributes if name.startswith("on") or name == "style"]
    tree = tree_of(page)
    shown = EVIL.replace("\x00", "\ufffd").replace("\x1b", "\ufffd").replace("\ud800", "\ufffd")
    assert tree.xpath("//h1/bdi")[0].text == shown
    assert tree.xpath("//pre")[0].text == shown * 3
    assert tree.xpath("//svg/a/title")[0].text_content() == f"1 {shown}: {shown}"
    page.encode("utf-8")


def test_boxes_that_make_no_sense_stay_on_the_page() -> None:
    rects = tree_of(hostile()).xpath("//svg/a/rect[not(contains(@class, 'tag'))]")
    for rect in rects:
        x, y, width, height = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
        assert 0 <= x <= x + width <= 100
        assert 0 <= y <= y + height <= 200


def test_nothing_is_loaded_and_nothing_runs() -> None:
    page = sample()
    seen = parsed(page)
    assert not seen.tags & {"script", "link", "iframe", "object", "embed", "form", "base"}
    tree = tree_of(page)
    for address in tree.xpath("//@src"):
        assert address.startswith("data:image/jpeg;base64,")
    for address in tree.xpath("//@href"):
        assert tree.xpath(f"//*[@id='{address[1:]}']"), address
    policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    style = tree.xpath("//style")[0].text
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'")
    assert "url(" not in style
    assert "@import" not in style


def test_the_same_file_gives_the_same_page() -> None:
    assert inspect_pdf(REPORT.read_bytes(), name=REPORT.name, pages="2") == inspect_pdf(
        REPORT.read_bytes(), name=REPORT.name, pages="2"
    )


def test_boxes_lie_where_the_items_are() -> None:
    with PdfExtractor() as extractor:
        document = extractor.extract(REPORT.read_bytes())
    title = next(item for item in document.texts if item.label == DocItemLabel.TITLE)
    box = title.prov[0].bbox
    tree = tree_of(sample())
    svg = tree.xpath("//section[@id='page-1']//svg")[0]
    size = document.pages[1].size
    assert [float(number) for number in svg.get("viewbox").split()] == pytest.approx(
        [0, 0, size.width, size.height], abs=0.01
    )
    found = next(a for a in svg.xpath("./a") if a.xpath("./title")[0].text_content().startswith("1 title: "))
    rect = found.xpath("./rect")[0]
    drawn = [float(rect.get(name)) for name in ("x", "y", "width", "height")]
    assert drawn == pytest.approx([box.l, box.t, box.r - box.l, box.b - box.t], abs=0.01)
    # and on the picture there is ink under the box
    (sheet,) = render_sheets(REPORT.read_bytes(), [1], 1.0)
    assert _ink(sheet, (box.l, box.t, box.r, box.b)) > 0.05
    assert _ink(sheet, (2, 2, 40, 40)) == 0


def _ink(sheet: Sheet, box: tuple[float, float, float, float]) -> float:
    from io import BytesIO

    from PIL import Image

    image = Image.open(BytesIO(base64.b64decode(sheet.picture.partition(",")[2]))).convert("L")
    assert image.size == pytest.approx((sheet.width, sheet.height), abs=1)
    left, top, right, bottom = (round(edge) for edge in box)
    part = image.crop((left, top, right, bottom))
    return sum(part.histogram()[:128]) / (part.width * part.height)


def test_numbers_follow_the_reading_order_over_all_pages() -> None:
    tree = tree_of(sample())
    numbers = [
        int(match[1])
        for text in tree.xpath("//ol[@class='items']/li/a/span/text()")
        if (match := re.match(r"(\d+) ", text))
    ]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, max(numbers) + 1))
    assert len(tree.xpath("//section")) == 4
    assert tree.xpath("//section[1]//pre")[0].text.startswith("# Rain for a dry town")


def test_running_heads_are_shown_as_furniture() -> None:
    tree = tree_of(sample())
    assert any("Water board" in text for text in tree.xpath("//li[contains(@class, 'off')]/bdi/text()"))
    assert tree.xpath("//svg/a[@class='off']/rect[contains(@class, 'c-page_header furniture')]")


@pytest.mark.skipif(not HIDDEN.exists(), reason="the recipe is not in this clone")
def test_hidden_text_and_its_flag_are_shown() -> None:
    tree = tree_of(inspect_pdf(HIDDEN.read_bytes()))
    assert tree.xpath("//svg/a/rect[contains(@class, 'hidden')]")
    assert tree.xpath("//ul[contains(@class, 'flags')]//strong[text()='hidden_text']")


def test_a_choice_of_pages() -> None:
    tree = tree_of(inspect_pdf(REPORT.read_bytes(), pages="2-", max_pages=2))
    assert tree.xpath("//section/@id") == ["page-2", "page-3"]
    assert "2 of 4 pages" in tree.xpath("//header")[0].text_content()


def document() -> DoclingDocument:
    tree = DoclingDocument(name="d")
    tree.add_page(1, Size(width=100, height=200))

    def at(top: float) -> ProvenanceItem:
        # counted from the bottom, as other converters do
        box = BoundingBox(l=10, t=200 - top, r=50, b=190 - top, coord_origin=CoordOrigin.BOTTOMLEFT)
        return ProvenanceItem(page_no=1, bbox=box, charspan=(0, 1))

    tree.add_text(DocItemLabel.PAGE_HEADER, "head", prov=at(0), content_layer=ContentLayer.FURNITURE)
    heading = tree.add_heading("H", level=2, prov=at(20))
    group = tree.add_inline_group(parent=heading)
    for run in ("a ", "b"):
        tree.add_text(DocItemLabel.TEXT, run, parent=group, prov=at(40))
    items = tree.add_list_group(parent=heading)
    item = tree.add_list_item("", parent=items, prov=at(60))
    runs = tree.add_inline_group(parent=item)
    tree.add_text(DocItemLabel.TEXT, "c", parent=runs, prov=at(60))
    inner = tree.add_list_group(parent=item)
    tree.add_list_item("d", parent=inner, prov=at(80))
    picture = tree.add_picture(prov=at(100))
    tree.add_text(DocItemLabel.TEXT, "on it", parent=picture, prov=at(100))
    return tree


def test_marks_of_any_tree() -> None:
    marks = find_marks(document())
    assert [(mark.number, mark.label, mark.text, mark.box[1]) for mark in marks] == [
        (1, "section_header", "## H", 20),
        (2, "text", "a b", 40),
        (3, "list_item", "c", 60),
        (4, "list_item", "d", 80),
        (5, "picture", "on it", 100),
        (0, "page_header", "head", 0),
    ]


def test_runs_that_another_producer_stripped_are_words_apart() -> None:
    tree = DoclingDocument(name="d")
    tree.add_page(1, Size(width=100, height=200))
    place = ProvenanceItem(page_no=1, bbox=BoundingBox(l=10, t=20, r=50, b=30), charspan=(0, 1))
    for name in ("group", WITH_BLANKS):
        group = tree.add_inline_group(name=name)
        for run in ("see", "code"):
            tree.add_text(DocItemLabel.TEXT, run, parent=group, prov=place)
    assert [mark.text for mark in find_marks(tree)] == ["see code", "seecode"]


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium here")
def test_a_browser_lays_the_boxes_over_the_picture(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(inspect_pdf(REPORT.read_bytes(), pages="1"), encoding="utf-8")
    dumped = subprocess.run(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'p'}",
         "--dump-dom", page.as_uri()],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    if not dumped.stdout:
        pytest.skip("the browser does not start here")
    tree = tree_of(dumped.stdout)
    assert len(tree.xpath("//section[@id='page-1']//svg/a")) == len(tree_of(page.read_text()).xpath("//svg/a"))
    assert "Content Security Policy" not in dumped.stderr
