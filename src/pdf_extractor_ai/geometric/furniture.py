"""Running heads, feet, page numbers, margin line numbers and watermarks: known only by looking at many pages.

A row at the edge of a page is furniture when it comes back: the same words at the same height, or a number at its
end that counts the pages. Nothing that occurs once is furniture, and nothing in a one-page document.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pdf_extractor_ai.geometric.linenumbers import take_line_numbers
from pdf_extractor_ai.geometric.markers import roman_value
from pdf_extractor_ai.geometric.page import Line, Page, Role

# Share of the page's height in which a running head or foot stands; as far as the second one where the type area of
# the document begins that low.
_ZONE, _LOW_ZONE = 0.14, 0.25
_ROUNDING = 0.005
_ROWS = 3
_OFTEN = 5  # pages with the same head: one that holds nothing else is a blank one
_LONG = 150
_TELLING = 4  # letters
_NUMBER = re.compile(r"\d+")
_Words = tuple[str, int, bool]
"""What a row says, its rounded size in points, whether it is bold."""
_ROMAN = re.compile(r"\b[ivxlc]{1,7}\b", re.IGNORECASE)
_PAGE = (
    r"(?:page|seite|página|pagina|pág\.|pag\.|pg\.|p\.|s\.|стр(?:аница|\.)?|сторінка|с\.|strona|strana|str\.|sida|side|sivu|oldal"
    r"|sayfa|trang|blad(?:zijde)?|blz\.|blatt|σελ(?:ίδα|\.)?|עמוד|صفحة|صفحه|페이지|쪽|第)"
)
_OF = r"(?:/|of|von|de|di|sur|van|z|ze|av|af|из|από|מתוך|من|\||–|-|／|共)"
_NUMERAL = r"(?:\d{1,4}|[ivxlc]{1,7})"
_COUNT = r"[页頁ページ쪽]{1,3}|페이지"
_EDGE_NUMBER = re.compile(
    rf"^\W{{0,3}}({_NUMERAL})\b(?![.)]\S)|(?:^|[\s|·•/–—-])({_NUMERAL})\W{{0,3}}$|^\W{{0,2}}{_PAGE}\s*(\d{{1,4}})(?!\d)"
    rf"|^\W{{0,3}}(\d{{1,4}})\s*(?:{_COUNT})"
    r"|^[A-Z][A-Z_-]{0,9}(0\d{3,8})$",  # the running number of a file in court
    re.IGNORECASE,
)
# All that a row says is which page it is.
_PAGE_NUMBER = re.compile(
    rf"\W*(?:{_PAGE}\s*)?{_NUMERAL}\s*(?:{_COUNT})?(?:\s*{_OF}\s*{_NUMERAL}\s*(?:{_COUNT})?)?\W*", re.IGNORECASE
)


@dataclass(slots=True)
class _Row:
    """Lines on one baseline near the top or the bottom edge of a page."""

    page: int
    top: bool
    depth: int
    y: float
    lines: list[Line]
    text: str
    words: _Words
    key: str
    tableish: bool
    detached: bool
    display: bool
    role: Role | None = None
    counted: bool = False
    often: bool = False

    @property
    def size(self) -> float:
        return round(self.lines[0].size)


def take_furniture(pages: Sequence[Page], body: float) -> None:
    """Move the furniture of every page from ``lines`` and ``turned`` to ``furniture``."""
    _take_watermarks(pages, body)
    for page in pages:
        take_line_numbers(page)
    if len(pages) < 2:
        return
    inside: Counter[_Words] = Counter()
    zone_heights = _zone_heights(pages)
    rows = [row for page in pages for row in _edge_rows(page, body, inside, zone_heights)]
    at_edge = Counter(row.words for row in rows)
    # What the text itself says again and again (`Parameters`, `# Response`) may begin a page as well.
    rows = [row for row in rows if inside[row.words] < max(2, 0.25 * at_edge[row.words])]
    zones: dict[bool, list[_Row]] = {True: [], False: []}
    for row in rows:
        zones[row.top].append(row)
    for zone in zones.values():
        _mark_counting(zone, len(pages))
        _mark_repeated(zone, len(pages))
        _mark_companions(zone)
        _spare_attached(zone)
        _mark_in_grids(zone)
    _mark_moved_numbers(rows)
    by_page = {page.number: page for page in pages}
    gone_by_page = Counter(row.page for row in rows if row.role is not None for _ in row.lines)
    for row in rows:
        if row.role is None:
            continue
        if (
            gone_by_page[row.page] >= len(by_page[row.page].lines)
            and row.role != "page_number"
            and not (row.counted or row.often)
        ):
            continue  # a page that holds nothing else is not made of furniture
        by_page[row.page].furniture.extend((row.role, line) for line in row.lines)
    for page in pages:
        gone = {id(line) for _, line in page.furniture}
        page.lines = [line for line in page.lines if id(line) not in gone]


def _zone_heights(pages: Sequence[Page]) -> tuple[float, float]:
    """Shares of the page's height in which heads and feet stand: below the outermost line of a quarter of the pages.

    A small type area on a large sheet begins far from its edges.
    """
    tops = [min(line.baseline for line in page.lines) / page.height for page in pages if page.lines]
    feet = [1 - max(line.baseline for line in page.lines) / page.height for page in pages if page.lines]
    first, last = (sorted(edges)[len(edges) // 4] + _ROUNDING if edges else 0.0 for edges in (tops, feet))
    return max(_ZONE, min(first, _LOW_ZONE)), max(_ZONE, min(last, _LOW_ZONE))


def _edge_rows(page: Page, body: float, inside: Counter[_Words], zones: tuple[float, float]) -> list[_Row]:
    """The outermost rows of a page; the words of all its other rows are counted in ``inside``."""
    if not page.lines:
        return []
    rows: list[list[Line]] = []
    for line in sorted(page.lines, key=lambda line: line.baseline):
        if rows and line.baseline - rows[-1][0].baseline < 0.4 * min(line.size, rows[-1][0].size):
            rows[-1].append(line)
        else:
            rows.append([line])
    out: list[_Row] = []
    tops = [row for row in rows[:_ROWS] if row[0].baseline < zones[0] * page.height]
    bottoms = [row for row in reversed(rows[-_ROWS:]) if row[0].baseline > page.height - zones[1] * page.height]
    for top, chosen in ((True, tops), (False, bottoms)):
        for depth, lines in enumerate(chosen):
            index = rows.index(lines)
            inner = rows[index + 1] if top and index + 1 < len(rows) else rows[index - 1] if not top and index else None
            gap = abs(inner[0].baseline - lines[0].baseline) if inner else 1e9
            out.append(_row(page, top, depth, lines, inner, gap, body))
    edge = {id(row) for row in (*tops, *bottoms)}
    inside.update(_words(row) for row in rows if id(row) not in edge)
    return out


def _words(lines: list[Line]) -> _Words:
    text = " ".join(line.text for line in lines)
    key = _key(text)
    # `1.2 Release 3.4` and `1.3 Release 3.5` say the same; bare numbers say nothing.
    said = key if sum(char.isalpha() for char in key) >= _TELLING else text
    return said, round(lines[0].size), lines[0].style.bold


def _key(text: str) -> str:
    return _ROMAN.sub("#", _NUMBER.sub("#", text)).casefold()


def _row(
    page: Page, top: bool, depth: int, lines: list[Line], inner: list[Line] | None, gap: float, body: float
) -> _Row:
    lines = sorted(lines, key=lambda line: line.x0)
    text = " ".join(line.text for line in lines)
    key = _key(text)
    y = lines[0].baseline
    # A grid goes on below: a box round the running head alone is no table.
    crossed = bool(_walls(page, y) & (_walls(page, inner[0].baseline) if inner else set()))
    same_grid = (
        inner is not None
        and len(lines) >= 3
        and len(inner) >= len(lines)
        and (sum(any(abs(a.x0 - b.x0) < 2 or abs(a.x1 - b.x1) < 2 for b in inner) for a in lines) >= len(lines) - 1)
    )
    detached = gap > 1.6 * body or abs(lines[0].size - body) > 0.08 * body
    display = lines[0].size > 1.2 * body
    return _Row(page.number, top, depth, y, lines, text, _words(lines), key, crossed or same_grid, detached, display)


def _walls(page: Page, y: float) -> set[int]:
    """Where upright rules cross a baseline, in steps of 3 points."""
    return {round(rule.x0 / 3) for rule in page.rules if not rule.horizontal and rule.y0 < y - 2 < rule.y1}


def _edge_number(text: str) -> list[int]:
    values = []
    for match in _EDGE_NUMBER.finditer(text):
        found = next(group for group in match.groups() if group)
        values.append(int(found) if found.isdecimal() else roman_value(found))
    return [value for value in values if value > 0]


def _role(row: _Row) -> Role:
    if _PAGE_NUMBER.fullmatch(row.text):
        return "page_number"
    return "page_header" if row.top else "page_footer"


def _mark_counting(zone: list[_Row], page_count: int) -> None:
    """Rows whose outer number grows with the page."""
    offsets: dict[tuple[int, bool], list[_Row]] = defaultdict(list)
    for row in zone:
        if len(row.text) > _LONG or row.tableish or row.display:
            continue
        for number in set(_edge_number(row.text)):
            offsets[number - row.page, row.depth > 0].append(row)
    for rows in offsets.values():
        if len({row.page for row in rows}) < min(3, page_count):
            continue
        heights = Counter(round(row.y / 4) for row in rows)
        for row in rows:
            near = sum(heights[round(row.y / 4) + step] for step in (-1, 0, 1))
            alone = bool(_PAGE_NUMBER.fullmatch(row.text)) and any(map(str.isdigit, row.text))
            if near >= min(3, page_count) and (alone or page_count > 2) and (row.detached or alone or near >= 4):
                row.role = _role(row)
                row.counted = near >= 4


def _mark_repeated(zone: list[_Row], page_count: int) -> None:
    """Rows with the same words at the same height; numbers may differ when there are pages enough to tell."""
    groups: dict[str, list[_Row]] = defaultdict(list)
    for row in zone:
        if not row.tableish and len(row.text) <= _LONG:
            # A line in display size may be a chapter's heading: `1 Wind` and `2 Water` are no running head.
            # Nor are rows of numbers that do not count the pages: `x03 0.00` and `x13 0.00`.
            says = sum(map(str.isalpha, row.key)) >= _TELLING
            groups[row.key if page_count > 2 and not row.display and says else _uncounted(row)].append(row)
            if row.display:
                groups[row.key].append(row)
    for rows in groups.values():
        if len({row.page for row in rows}) < 2 or not re.search(r"\w\w|\d", _uncounted(rows[0])):
            continue
        for row in rows:
            mates = {
                other.page for other in rows if abs(other.y - row.y) < 4 and other.size == row.size and not row.display
            }
            said = _uncounted(row)
            exact = {other.page for other in rows if abs(other.y - row.y) < 4 and _uncounted(other) == said}
            if len(mates) >= 3 or len(exact) >= 3 or (len(exact) >= 2 and (row.detached or page_count > 3)):
                row.role = row.role or _role(row)
                row.often = len(exact) >= _OFTEN


def _uncounted(row: _Row) -> str:
    """What a row says without the number of its page, when that stands apart from its words."""
    if len(row.lines) < 2:
        return row.text
    return " ".join(line.text for line in row.lines if not _PAGE_NUMBER.fullmatch(line.text))


def _mark_companions(zone: list[_Row]) -> None:
    """Rows that stand where known furniture stands, in the same size: a chapter of one page has its head only once."""
    known = Counter((round(row.y), row.size, row.depth) for row in zone if row.role is not None)
    for row in zone:
        if row.role is None and not row.tableish and not row.display and row.detached and len(row.text) <= _LONG:
            mates = sum(known[round(row.y) + step, row.size, row.depth] for step in (-1, 0, 1))
            if mates >= 3:
                row.role = _role(row)
    outermost = {(row.page, row.depth): row for row in zone}
    for row in zone:
        # Nothing outside of furniture is body text.
        if row.role is None or row.depth == 0:
            continue
        for depth in range(row.depth):
            outer = outermost.get((row.page, depth))
            if (
                outer is not None
                and outer.role is None
                and not outer.tableish
                and not outer.display
                and len(outer.text) <= _LONG
            ):
                outer.role = _role(outer)


def _mark_in_grids(zone: list[_Row]) -> None:
    """Rows in a grid that say what furniture says at their very place: a frame that runs on over the page's edge."""
    known: Counter[tuple[object, int, float]] = Counter()
    for row in zone:
        if row.role is not None:
            known.update((said, round(row.y), row.size) for said in _said(row))
    for row in zone:
        if row.role is None and row.tableish:
            places = [(said, round(row.y) + step, row.size) for said in _said(row) for step in (-1, 0, 1)]
            if sum(known[place] for place in places) >= _OFTEN:
                row.role = _role(row)


def _mark_moved_numbers(rows: list[_Row]) -> None:
    """A page number at the foot of a first page, where all others stand in the head: it counts as they do."""
    offsets = Counter(
        number - row.page
        for row in rows
        if row.role is not None and row.counted
        for number in set(_edge_number(row.text))
    )
    common = {offset for offset, count in offsets.items() if count >= _OFTEN - 1}
    for row in rows:
        alone = row.role is None and row.depth == 0 and row.detached and _PAGE_NUMBER.fullmatch(row.text)
        if alone and not row.tableish and any(number - row.page in common for number in _edge_number(row.text)):
            row.role = "page_number"


def _said(row: _Row) -> set[object]:
    """What a row says, and by how much its outer numbers differ from the page's own."""
    return {row.key, *(number - row.page for number in _edge_number(row.text))}


def _spare_attached(zone: list[_Row]) -> None:
    """Lines that stand in the text's own leading and size are text, though every page begins with them."""
    by_page: dict[int, list[_Row]] = defaultdict(list)
    for row in zone:
        by_page[row.page].append(row)
    for rows in by_page.values():
        for row in sorted(rows, key=lambda row: -row.depth):
            if row.role is None:
                continue
            if row.detached or row.counted or row.role == "page_number":
                break
            row.role = None


def _take_watermarks(pages: Sequence[Page], body: float) -> None:
    """Slanted words across the page, and large pale ones that come back on page after page."""
    places: Counter[tuple[str, int, int]] = Counter(
        (line.text, round(line.x0 / 8), round(line.y0 / 8))
        for page in pages
        for line in page.lines
        if line.size > 2.2 * body
    )
    for page in pages:
        slanted = [line for line in page.turned if line.angle % 90 and (line.size > 1.8 * body or _pale(line))]
        pale = [
            line
            for line in page.lines
            if line.size > 2.2 * body and _pale(line) and places[line.text, round(line.x0 / 8), round(line.y0 / 8)] >= 2
        ]
        gone = {id(line) for line in (*slanted, *pale)}
        if gone:
            page.turned = [line for line in page.turned if id(line) not in gone]
            page.lines = [line for line in page.lines if id(line) not in gone]
            page.furniture.extend(("watermark", line) for line in (*slanted, *pale))


def _pale(line: Line) -> bool:
    color = line.style.color
    return min(color >> 16, color >> 8 & 255, color & 255) > 150
