"""PDFium -> ``Page`` records. The only package of the engine that knows the parser.

Why PDFium and not docling-parse: see docs/decisions/0001-reader.md.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import pypdfium2
import pypdfium2.raw as pdfium_c
from docling.utils.locks import pypdfium2_lock

from pdf_extractor_ai.geometric.glyph import Painted
from pdf_extractor_ai.geometric.lines import build_lines
from pdf_extractor_ai.geometric.page import Comment, Line, Link, LinkSpan, Note, Page, Tag
from pdf_extractor_ai.geometric.reader.annotations import read_links, read_notes
from pdf_extractor_ai.geometric.reader.comments import quote, read_comments
from pdf_extractor_ai.geometric.reader.glyphs import Affine, FontTable, Glyph, TextRun, page_frame, read_runs, turned
from pdf_extractor_ai.geometric.reader.ligatures import LigatureMender, LigatureTable, read_ligatures
from pdf_extractor_ai.geometric.reader.objects import Drawing, read_drawing
from pdf_extractor_ai.geometric.reader.orphans import PageTags
from pdf_extractor_ai.geometric.reader.posture import find_scripts, find_vertical
from pdf_extractor_ai.geometric.reader.structure import read_structure
from pdf_extractor_ai.geometric.reader.underscores import type_underscores
from pdf_extractor_ai.geometric.reader.visibility import mark_hidden
from pdf_extractor_ai.geometric.tagging import trust_tags

_STOPS = frozenset(".,;:!?()[]«»“”‘’\"'")
_EDGE = 0.5  # points that the area of a link may be off


@dataclass(slots=True)
class _Raw:
    """What PDFium gave for a page, before the lock is let go."""

    frame: Affine
    width: float
    height: float
    turn: int
    runs: list[TextRun]
    glyphs: list[Glyph]
    unmapped: int
    drawing: Drawing
    links: list[Link]
    notes: list[Note]
    comments: list[Comment]
    tags: dict[int, Tag]


class PageReader:
    """Reads the pages of one open document; every call holds the process-wide PDFium lock.

    ``comments`` says whether what readers have marked and written is wanted, ``page_links`` whether links to pages of
    the same document are to be those of the words that they cover, too.
    ``tagged`` says whether the structure tree is worth reading, ``layers_off`` names the layers that no viewer
    shows, ``forms_off`` the forms of each page that belong to one. ``orphans`` is asked for the tags of all pages
    when PDFium finds none on the first page that is read, ``ligatures`` for what fonts call their ligatures when a
    glyph looks like one that PDFium does not know.
    """

    def __init__(
        self,
        document: pypdfium2.PdfDocument,
        layers_off: frozenset[str] = frozenset(),
        *,
        forms_off: Mapping[int, frozenset[int]] = MappingProxyType({}),
        tagged: bool = True,
        comments: bool = False,
        page_links: bool = False,
        orphans: Callable[[], PageTags] | None = None,
        ligatures: Callable[[], LigatureTable] | None = None,
    ) -> None:
        self._document = document
        self._layers_off, self._forms_off = layers_off, forms_off
        self._fonts = FontTable(ligatures=LigatureMender(ligatures))
        self._orphans = orphans
        self._comments, self._page_links = comments, page_links
        self._tags: PageTags = {}
        with pypdfium2_lock:
            self._tagged = tagged and bool(pdfium_c.FPDFCatalog_IsTagged(document))
            if document.formenv is None and document.get_formtype() != pdfium_c.FORMTYPE_NONE:
                document.init_forms()

    def read(self, number: int) -> Page:
        """The records of page ``number`` (1-based); a page that cannot be read has ``error`` set."""
        with pypdfium2_lock:
            try:
                raw = self._load(number)
            except (pypdfium2.PdfiumError, OSError, ValueError) as error:
                return Page(number, 612.0, 792.0, error=str(error) or type(error).__name__)
        return _compose(number, raw, page_links=self._page_links)

    def _load(self, number: int) -> _Raw:
        page = self._document[number - 1]
        try:
            frame, width, height = page_frame(pdfium_c.FPDFPage_GetRotation(page), _shown(page))
            textpage = page.get_textpage()
            try:
                runs, glyphs, unmapped = read_runs(textpage, self._fonts)
                find_scripts(textpage, runs, glyphs, self._fonts)
                find_vertical(runs, glyphs)
            finally:
                textpage.close()
            frame, width, height, turn = _upright(runs, frame, width, height)
            forms = self._forms_off.get(number, frozenset())
            size = (width, height)
            drawing = read_drawing(page, frame, size, self._layers_off, forms_off=forms, tagged=self._tagged)
            links = read_links(self._document, page, frame)
            notes = read_notes(page, self._document.formenv, frame)
            comments = read_comments(page, frame) if self._comments else []
            tags = self._read_tags(page, number) if self._tagged else {}
        finally:
            page.close()
        return _Raw(frame, width, height, turn, runs, glyphs, unmapped, drawing, links, notes, comments, tags)

    def _read_tags(self, page: pypdfium2.PdfPage, number: int) -> dict[int, Tag]:
        tags = read_structure(page) or self._tags.get(number, {})
        if self._orphans is not None:
            if not tags:
                self._tags = self._orphans()
                tags = self._tags.get(number, {})
            self._orphans = None
        return tags


def _compose(number: int, raw: _Raw, *, page_links: bool = False) -> Page:
    page = Page(number, raw.width, raw.height, turn=raw.turn, links=raw.links, notes=raw.notes, unmapped=raw.unmapped)
    drawing = raw.drawing
    page.rules, page.fills, page.shapes, page.bitmaps = drawing.rules, drawing.fills, drawing.shapes, drawing.bitmaps
    page.characters = sum(1 for glyph in raw.glyphs if glyph[0] > " ")
    mark_hidden(raw.runs, raw.glyphs, raw.frame, (raw.width, raw.height), drawing)
    groups: dict[tuple[int, str], list[Glyph]] = {}
    angle = _text_turn(raw.frame)
    for glyph in raw.glyphs:
        run = raw.runs[glyph[5]]
        shown = ((270 if run.vertical else run.angle) + angle) % 360
        groups.setdefault((shown, run.invisible), []).append(glyph)
    for (shown, reason), members in groups.items():
        lines = _lines(members, raw, shown)
        if reason:
            page.hidden.extend((reason, line) for line in lines)
        elif shown == 0:
            page.lines.extend(lines)
        else:
            page.turned.extend(lines)
    page.rules = type_underscores(page.lines, page.rules)
    page.comments = quote(raw.comments, page.lines)
    links = [link for link in raw.links if link.uri]
    if page_links:
        links += [replace(link, uri=f"#page={link.page}") for link in raw.links if link.page > 0 and not link.uri]
    if links:
        for line in page.lines:
            line.links = _link_spans(line, links)
    painted = (drawing.texts.get(run.address) for run in raw.runs)
    artifacts = {index for index, text in enumerate(painted) if text is not None and text.artifact}
    trust_tags(page, raw.tags, artifacts)
    page.tags_ignored = not page.tags and bool(page.lines) and len({tag.block for tag in raw.tags.values()}) > 1
    return page


def read_pages(data: bytes) -> Iterator[Page]:
    """The pages of a PDF, one after the other; for tools and tests that need no Docling document."""
    with pypdfium2_lock:
        document = pypdfium2.PdfDocument(io.BytesIO(data))
        count = len(document)
    try:
        reader = PageReader(document, ligatures=lambda: read_ligatures(data))
        for number in range(1, count + 1):
            yield reader.read(number)
    finally:
        with pypdfium2_lock:
            document.close()


def _shown(page: pypdfium2.PdfPage) -> tuple[float, float, float, float]:
    """The part of the paper that a viewer shows: crop box within media box, both also as the page inherits them."""
    x0, y0, x1, y1 = page.get_bbox()
    return (x0, y0, x1, y1) if x1 - x0 > 1 and y1 - y0 > 1 else (0.0, 0.0, *page.get_size())


def _text_turn(frame: Affine) -> int:
    """What to add to an angle in user space to get the angle in the frame."""
    if frame.a == 1:
        return 0
    if frame.a == -1:
        return 180
    # b: x grows down the frame, so what ran to the right now runs down (270) or up (90).
    return 270 if frame.b == 1 else 90


def _upright(runs: list[TextRun], frame: Affine, width: float, height: float) -> tuple[Affine, float, float, int]:
    """Turn the frame so that the direction in which most text runs is to the right."""
    weight: dict[int, int] = {}
    base = _text_turn(frame)
    for run in runs:
        angle = ((270 if run.vertical else run.angle) + base) % 360
        if angle % 90 == 0:
            weight[angle] = weight.get(angle, 0) + run.glyphs
    if not weight:
        return frame, width, height, 0
    turn = max(weight, key=lambda angle: (weight[angle], -angle))
    if turn == 0 or weight[turn] <= 2 * weight.get(0, 0):
        return frame, width, height, 0
    return *turned(frame, width, height, turn), turn


def _lines(glyphs: list[Glyph], raw: _Raw, angle: int) -> list[Line]:
    quarter = round(angle / 90) * 90 % 360
    local, local_width, local_height = turned(raw.frame, raw.width, raw.height, quarter)
    runs = raw.runs
    baselines = [local.point(*run.origin)[1] for run in runs]
    painted = []
    upright, e, f = local[:4] == (1, 0, 0, -1), local.e, local.f
    for text, x0, y0, x1, y1, index in glyphs:
        run = runs[index]
        # As `Affine.box` has it; nearly all pages are upright, and here is where most of their time goes.
        box = (x0 + e, f - y1, x1 + e, f - y0) if upright and x0 <= x1 and y0 <= y1 else local.box(x0, y0, x1, y1)
        base = box[3] if run.vertical else baselines[index]
        painted.append(Painted(text, *box, run.style, base, index, run.mcid))
    lines = build_lines(painted, {mcid: tag.cell for mcid, tag in raw.tags.items() if tag.cell >= 0})
    if quarter:
        back = Page(0, local_width, local_height, turn=quarter)
        for line in lines:
            line.x0, line.y0, line.x1, line.y1 = back.to_paper(line.x0, line.y0, line.x1, line.y1)
    if angle:
        for line in lines:
            line.angle = angle
    return lines


def _link_spans(line: Line, links: Sequence[Link]) -> tuple[LinkSpan, ...]:
    spans: list[LinkSpan] = []
    middle = (line.y0 + line.y1) / 2
    for link in links:
        if not link.y0 - 1 <= middle <= link.y1 + 1 or link.x1 < line.x0 or link.x0 > line.x1:
            continue
        under = [index for index in range(len(line.text)) if _is_under(link, line, index)]
        inside = [index for index in under if line.text[index] not in _STOPS or _covers(link, line, index)] or under
        if inside:
            spans.append(LinkSpan(inside[0], inside[-1] + 1, link.uri))
    return tuple(sorted(spans))


def _is_under(link: Link, line: Line, index: int) -> bool:
    middle = (line.xs[index] + line.xs[index + 1]) / 2
    return link.x0 - _EDGE <= middle <= link.x1 + _EDGE


def _covers(link: Link, line: Line, index: int) -> bool:
    """TeX draws the area of a link a point wider than its words: half of a full stop behind them is not in it."""
    left, right = sorted((line.xs[index], line.xs[index + 1]))
    return link.x0 - _EDGE <= left and right <= link.x1 + _EDGE
