"""A structure tree whose elements do not name their parents: PDFium finds nothing in it, so it is walked from above.

``/P`` is required (ISO 32000-1, table 323), and some producers leave it out all the same.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from pdf_extractor_ai.geometric.page import Tag
from pdf_extractor_ai.geometric.reader.structure import MAX_DEPTH, MAX_ELEMENTS, Walk, tag_of

_MAX_HOPS = 8  # of a role map
PageTags = dict[int, dict[int, Tag]]
"""Page (1-based) -> marked-content id -> tag."""


def read_orphans(data: bytes) -> PageTags:
    """The tags of all pages; empty when the elements do name their parents, or when the tree cannot be read."""
    import pikepdf

    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            root = pdf.Root.get("/StructTreeRoot")
            if not isinstance(root, pikepdf.Dictionary) or any("/P" in kid for kid in _kids(root)[:1]):
                return {}
            pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
            walker = _Walker(pages, root.get("/RoleMap"))
            for kid in _kids(root):
                walker.visit(kid, Tag("", 0, 0), 0, 0)
            return walker.found
    except (pikepdf.PdfError, AttributeError, TypeError, ValueError, KeyError):
        return {}


def _kids(element: Any) -> list[Any]:
    import pikepdf

    kids = element.get("/K")
    return list(kids) if isinstance(kids, pikepdf.Array) else [] if kids is None else [kids]


class _Walker:
    """Goes down the elements as ``structure`` does, here over all pages at once."""

    def __init__(self, pages: dict[tuple[int, int], int], roles: Any) -> None:
        self._pages, self._roles = pages, roles
        self._walk = Walk()
        self.found: PageTags = {}

    def visit(self, element: Any, above: Tag, page: int, depth: int) -> None:
        """Note the marked content of an element of ``page`` (0: not known yet) and of what is below it."""
        import pikepdf

        self._walk.count += 1
        if depth > MAX_DEPTH or self._walk.count > MAX_ELEMENTS or not isinstance(element, pikepdf.Dictionary):
            return
        page = self._page_of(element, page)
        tag = tag_of(self._role(str(element.get("/S", ""))), lambda: _spans(element), above, self._walk)
        for kid in _kids(element):
            if isinstance(kid, int):
                self._note(kid, tag, page)
            elif isinstance(kid, pikepdf.Dictionary) and "/MCID" in kid:
                self._note(int(kid.MCID), tag, self._page_of(kid, page))
            else:
                self.visit(kid, tag, page, depth + 1)

    def _page_of(self, element: Any, page: int) -> int:
        own = element.get("/Pg")
        return self._pages.get(own.objgen, page) if own is not None else page

    def _role(self, name: str) -> str:
        for _ in range(_MAX_HOPS):
            mapped = self._roles.get(name) if self._roles is not None and name else None
            if mapped is None:
                break
            name = str(mapped)
        return name.removeprefix("/")

    def _note(self, mark: int, tag: Tag, page: int) -> None:
        tags = self.found.setdefault(page, {})
        if page and mark >= 0 and mark not in tags:
            tags[mark] = tag._replace(order=len(tags))


def _spans(element: Any) -> tuple[int, int]:
    import pikepdf

    given = element.get("/A")
    spans = [1, 1]
    for attributes in given if isinstance(given, pikepdf.Array) else [given]:
        for index, name in enumerate(("/RowSpan", "/ColSpan")):
            value = attributes.get(name) if isinstance(attributes, pikepdf.Dictionary) else None
            if isinstance(value, int) and 1 <= value <= 100:
                spans[index] = value
    return spans[0], spans[1]
