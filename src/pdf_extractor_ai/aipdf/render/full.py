"""Set pages with Typst, which also tells where each block came to stand.

The template is fixed; the document reaches it as data, never as markup, so no text of the source can run anything.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from pdf_extractor_ai.aipdf.exports.walk import LISTS, cells_of, entries, image_of, inner_lists, item_text, level_of
from pdf_extractor_ai.aipdf.model import Element, trimmed, unsigned
from pdf_extractor_ai.aipdf.render import PAGE_SIZES, Look, Rendered
from pdf_extractor_ai.aipdf.render.images import Picture, load_picture, mark_pictures
from pdf_extractor_ai.errors import InvalidOptionError, MissingDependencyError, RenderError

_MARGIN = 72.0
_MAX_SPAN = 100
_TEXTS = frozenset(["title", "paragraph", "citation", "note", "footnote", "annotation", "caption", "equation"])
_FONT_SUFFIXES = frozenset([".ttf", ".otf", ".ttc", ".otc"])


def render_full(root: Element, look: Look) -> Rendered:
    """Pages with outline and page numbers, and the tree with ``page`` and ``bbox`` on every block that was set.

    Raises ``MissingDependencyError`` without the extra ``render``, ``RenderError`` when the setting fails.
    """
    try:
        import typst
    except ImportError:
        raise MissingDependencyError(
            "setting full pages needs Typst", remedy='pip install "pdf-extractor-ai[render]"'
        ) from None
    with _workplace(look) as place:
        collector = _Collector(place, look.base)
        collector.visit(root, None)
        width, height = PAGE_SIZES[look.page_size]
        data = {"width": width, "height": height, "margin": _MARGIN, "title": _title(root, look)}
        data |= {"lang": _language(root), "fonts": _families(look, place), "blocks": collector.blocks}
        (place / "data.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        source, root_folder, fonts = str(place / "main.typ"), str(place), [str(place / "fonts")]
        try:
            found = typst.query(source, "<pos>", field="value", root=root_folder, font_paths=fonts)
            pdf = typst.Compiler(source, root=root_folder, font_paths=fonts).compile(format="pdf", timestamp=0)
        except RuntimeError as error:
            raise RenderError(f"the pages could not be set ({str(error)[:300]})") from error
    if not isinstance(pdf, bytes):
        raise RenderError("the pages could not be set (Typst gave no PDF)")
    _write_back(collector.placed, json.loads(found), width, height)
    return Rendered(mark_pictures(pdf, collector.pictures, look.title), root, tuple(collector.notes))


@contextmanager
def _workplace(look: Look) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="aipdf-") as folder:
        place = Path(folder)
        (place / "fonts").mkdir()
        template = files("pdf_extractor_ai.aipdf.render").joinpath("template.typ").read_text(encoding="utf-8")
        (place / "main.typ").write_text(template, encoding="utf-8")
        if look.font:
            if look.font.suffix.lower() not in _FONT_SUFFIXES or not look.font.is_file():
                raise InvalidOptionError(f"no font file: {look.font}", remedy="Give a .ttf, .otf or .ttc file.")
            shutil.copyfile(look.font, place / "fonts" / f"given{look.font.suffix.lower()}")
        yield place


def _title(root: Element, look: Look) -> str:
    metadata = root.first("metadata")
    title = metadata.first("title") if metadata is not None else None
    return trimmed(title.text()) if title is not None else ""


def _language(root: Element) -> str:
    language = root.get("lang").split("-")[0].lower()
    return language if language.isascii() and language.isalpha() and len(language) in {2, 3} else "en"


def _families(look: Look, place: Path) -> list[str]:
    """The given font first, then those that come with Typst; anything else it finds only for what they lack."""
    import typst

    own: list[str] = []
    if look.font:
        fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[place / "fonts"])
        own = sorted(fonts.families())
        if not own:
            raise InvalidOptionError(f"no font in: {look.font}", remedy="Give a .ttf, .otf or .ttc file.")
    return [*own, "Libertinus Serif", "New Computer Modern", "DejaVu Sans Mono"]


class _Collector:
    """The blocks of a tree as data for the template; ``placed`` are the elements whose positions it will tell."""

    def __init__(self, place: Path, base: Path | None) -> None:
        self.place = place
        self.base = base
        self.blocks: list[dict[str, Any]] = []
        self.placed: list[Element] = []
        self.pictures: list[Picture] = []
        self.notes: list[str] = []
        self.level = 1

    def visit(self, element: Element, figure: Element | None) -> None:
        """Add one element and all below it."""
        tag = element.tag
        if tag == "metadata":
            return
        if tag in {"section", "appendix"}:
            self.level = level_of(element)
        if tag in _TEXTS:
            self.add(element, tag, text=trimmed(element.text()), level=min(max(self.level, 1), 6))
        elif tag == "codeBlock":
            self.add(element, "code", text=trimmed(element.text()))
        elif tag in LISTS or tag in {"item", "reference", "definition"}:
            listing = element if tag in LISTS else Element("list", {}, [element])
            self.add(element, "list", items=_items(listing, 0))
        elif tag == "table":
            self.table(element)
        elif tag in {"figure", "image"}:
            self.figure(element)
        else:
            for child in element.elements:
                self.visit(child, figure)

    def add(self, element: Element, kind: str, **values: Any) -> None:
        """One block for the template."""
        self.blocks.append({"kind": kind, "n": len(self.placed), **values})
        self.placed.append(element)

    def table(self, table: Element) -> None:
        """A table; cells keep their spans as far as they fit the grid."""
        rows = table.find_all("row")
        taken: set[tuple[int, int]] = set()
        cells: list[dict[str, Any]] = []
        width, head = 1, 0
        for top, row in enumerate(rows):
            left, found = 0, list(cells_of(row))
            if top == head and found and all(cell.get("header") == "true" for cell in found):
                head += 1
            for cell in found:
                while (top, left) in taken:
                    left += 1
                across, down = _span(cell, "colspan"), min(_span(cell, "rowspan"), len(rows) - top)
                spots = {(top + y, left + x) for y in range(down) for x in range(across)}
                if spots & taken:
                    across = down = 1
                    spots = {(top, left)}
                taken |= spots
                header = cell.get("header") == "true"
                cells.append(
                    {"x": left, "y": top, "w": across, "h": down, "text": trimmed(cell.text()), "header": header}
                )
                width = max(width, left + across)
        captions = [trimmed(caption.text()) for caption in table.find_all("caption")]
        self.add(table, "table", columns=width, cells=cells, caption=" ".join(captions))

    def figure(self, figure: Element) -> None:
        """A figure; an image that cannot be had leaves a frame with its alternative text."""
        images = figure.find_all("image")
        captions = [trimmed(caption.text()) for caption in figure.find_all("caption")]
        shown = []
        for element in images:
            image = image_of(element, figure if figure.tag == "figure" else None)
            picture, cause = load_picture(image.src, self.base, self.place, len(self.pictures) + 1)
            if picture:
                self.pictures.append(picture)
            elif image.src:
                self.notes.append(f"image left out: {image.src} ({cause})")
            shown.append({"file": picture.file if picture else "", "alt": image.alt or f"[Figure: {image.src}]"})
        if not images and not captions:
            shown.append({"file": "", "alt": figure.get("alt") or "[Figure]"})
        self.add(figure, "figure", images=shown, caption=" ".join(captions))


def _items(listing: Element, depth: int) -> list[dict[str, Any]]:
    found = []
    ordered = listing.tag == "list" and listing.get("type") == "ordered"
    for number, entry in enumerate(entries(listing), start=1):
        term = f"{entry.get('term')}: " if entry.tag == "definition" and entry.get("term") else ""
        marker = f"{number}." if ordered else "\u2022"
        found.append({"marker": marker, "text": term + item_text(entry), "depth": min(depth, 8)})
        for inner in inner_lists(entry):
            found += _items(inner, depth + 1)
    return found


def _span(cell: Element, name: str) -> int:
    return min(max(unsigned(cell.get(name)) or 1, 1), _MAX_SPAN)


def _write_back(placed: list[Element], positions: list[dict[str, Any]], width: float, height: float) -> None:
    """Page and box on each element: where it begins; a block that runs on gets the box of its first page."""
    begins = {each["n"]: each for each in positions if not each["end"]}
    ends = {each["n"]: each for each in positions if each["end"]}
    for number, element in enumerate(placed):
        begin, end = begins.get(number), ends.get(number)
        if begin is None or end is None:
            continue
        bottom = end["y"] if end["page"] == begin["page"] else height - _MARGIN
        bottom = max(bottom, begin["y"] + 1)
        attributes = {key: value for key, value in element.attributes.items() if key not in {"page", "bbox"}}
        box = f"{_MARGIN:.1f},{height - bottom:.1f},{width - _MARGIN:.1f},{height - begin['y']:.1f}"
        element.attributes = {**attributes, "page": str(begin["page"]), "bbox": box}
