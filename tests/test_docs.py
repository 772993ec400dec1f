"""The documentation holds together: every page is in the index, every link leads to something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pdf_extractor_ai import errors
from tests.shared import ROOT

DOCS = ROOT / "docs"
PAGES = sorted([ROOT / "README.md", *DOCS.rglob("*.md")])
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`[^`\n]*`")


def anchors(page: Path) -> set[str]:
    """The names that a code forge gives to the headings of a page."""
    text = _CODE.sub("", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in _HEADING.findall(text)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_something(page: Path) -> None:
    for link in _LINK.findall(_SPAN.sub("", _CODE.sub("", page.read_text(encoding="utf-8")))):
        target, _, anchor = link.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), link
        if anchor and path.suffix == ".md":
            assert anchor in anchors(path), link


def test_the_index_has_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    linked = {(DOCS / link.partition("#")[0]).resolve() for link in _LINK.findall(index)}
    assert not [str(page.relative_to(DOCS)) for page in PAGES if page not in linked and page.name != "README.md"]


def test_every_code_of_a_flag_is_explained() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    codes = set(re.findall(r"\bFlag\(\s*\"([a-z_]+)\"", sources))
    explained = (DOCS / "reference" / "report.md").read_text(encoding="utf-8")
    assert len(codes) > 10
    assert not [code for code in sorted(codes) if f"`{code}`" not in explained]


def test_pictures_are_small() -> None:
    for picture in DOCS.rglob("*.png"):
        assert picture.stat().st_size < 100_000, picture


def test_every_error_is_explained_with_its_code() -> None:
    page = (DOCS / "reference" / "errors.md").read_text(encoding="utf-8")
    known = [
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.PdfExtractorError)
    ]
    assert len(known) > 30
    assert not [kind for kind in known if f"{kind.__name__}`" not in page]
    assert not [kind.code for kind in known if f"`{kind.code}`" not in page]
