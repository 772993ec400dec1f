"""Pages with tables of known structure, set by three producers: Typst, Chromium and reportlab.

`Sheet` is what a page shows; `typst_pages`, `chromium_pages` and `reportlab_pages` set many of them in one PDF, each
from a new page on that begins with a heading ``Report N``.
"""

from __future__ import annotations

import html
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

# Which rules a table has: all, between all rows, top + head + foot, under the head and at the foot, ...
RULES = ("grid", "rows", "booktabs", "headfoot", "headonly", "frame", "none", "zebra", "ground", "short", "uprights")
SIDES = {"l": "left", "r": "right", "c": "center"}
FACES = {
    "serif": ("Libertinus Serif", "Nimbus Roman", "Times-Roman", "Times-Bold"),
    "sans": ("DejaVu Sans", "Nimbus Sans", "Helvetica", "Helvetica-Bold"),
    "mono": ("DejaVu Sans Mono", "Nimbus Mono PS", "Courier", "Courier-Bold"),
}


@dataclass
class Cell:
    text: str
    cols: int = 1
    rows: int = 1
    indent: int = 0
    bold: bool = False
    turned: bool = False
    mark: str = ""
    align: str = ""


@dataclass
class Sheet:
    """A table and what stands round it; ``rows`` leave out the places that a span covers, as HTML does."""

    rows: list[list[Cell]]
    aligns: list[str]
    head: int = 1
    rules: str = "booktabs"
    widths: list[float | None] = field(default_factory=list)
    size: float = 9.0
    face: str = "serif"
    gutter: float = 12.0
    gap: float = 4.0
    bold_head: bool = False
    sums: set[int] = field(default_factory=set)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    caption: str = ""
    caption_below: bool = False
    notes: list[str] = field(default_factory=list)
    distance: float = 10.0
    two_columns: bool = False
    landscape: bool = False
    push: float = 0.0
    repeat: bool = True
    middle: bool = False
    beside: Sheet | None = None

    @property
    def n_cols(self) -> int:
        return len(self.aligns)

    def rules_over(self) -> list[tuple[int, int, int]]:
        """Rules across: over which row (their number: under the last), from which column, to which."""
        n, last = self.n_cols, len(self.rows)
        whole = {
            "rows": range(last + 1), "booktabs": (0, self.head, last), "headfoot": (self.head, last),
            "headonly": (self.head,), "frame": (0, last), "uprights": (0, self.head, last),
        }.get(self.rules, ())  # fmt: skip
        out = [(row, 0, n) for row in whole if row or self.rules != "headfoot"]
        if self.rules != "none":
            out += [(row, 0, n) for row in self.sums]
        if self.rules == "short":
            out += [(self.head, col, col + 1) for col in range(n)]
        if self.rules in ("booktabs", "headfoot"):
            for row, col, cell in self.placed():
                if row + cell.rows < self.head and cell.cols > 1:
                    out.append((row + 1, col, col + cell.cols))
        return sorted(set(out))

    def placed(self) -> list[tuple[int, int, Cell]]:
        """Every cell with its row and column."""
        out, taken = [], set()
        for number, row in enumerate(self.rows):
            col = 0
            for cell in row:
                while (number, col) in taken:
                    col += 1
                taken.update((number + r, col + c) for r in range(cell.rows) for c in range(cell.cols))
                out.append((number, col, cell))
                col += cell.cols
        return out

    def texts(self) -> list[list[str]]:
        """The table's texts by row and column, a span's in its first place."""
        grid = [[""] * self.n_cols for _ in self.rows]
        for row, col, cell in self.placed():
            grid[row][col] = cell.text + cell.mark
        return grid


def _filled(sheet: Sheet, row: int) -> str:
    if sheet.rules == "zebra" and (row < sheet.head or (row - sheet.head) % 2):
        return "#d5dbe5" if row < sheet.head else "#eeeeee"
    return "#d5dbe5" if sheet.rules == "ground" and row < sheet.head else ""


# --- Typst ------------------------------------------------------------------------------------


def _string(text: str) -> str:
    return '#"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _typst_cell(sheet: Sheet, row: int, col: int, cell: Cell) -> str:
    body = _string(cell.text) + (f"#super[{_string(cell.mark)}]" if cell.mark else "")
    if cell.bold or (sheet.bold_head and row < sheet.head):
        body = f"#strong[{body}]"
    if cell.indent:
        body = f"#h({cell.indent * 10}pt){body}"
    if cell.turned:
        body = f"#rotate(-90deg, reflow: true)[#box[{body}]]"
    options = [f"x: {col}, y: {row}, colspan: {cell.cols}, rowspan: {cell.rows}"]
    align = cell.align or ("c" if cell.cols > 1 and row < sheet.head else sheet.aligns[col])
    upright = "bottom" if cell.turned else "horizon" if sheet.middle else "top"
    options.append(f"align: {SIDES[align]} + {upright}")
    if fill := _filled(sheet, row):
        options.append(f'fill: rgb("{fill}")')
    return f"table.cell({', '.join(options)})[{body}]"


def _typst_table(sheet: Sheet) -> str:
    widths = ["auto" if width is None else f"{width:.0f}pt" for width in sheet.widths or [None] * sheet.n_cols]
    stroke = {"grid": "0.5pt"}.get(sheet.rules, "none")
    parts = [
        f"columns: ({', '.join(widths)},), stroke: {stroke}, inset: (x: {sheet.gutter / 2:.1f}pt, y: {sheet.gap / 2}pt)"
    ]
    head, body = [], []
    for row, col, cell in sheet.placed():
        (head if row < sheet.head else body).append(_typst_cell(sheet, row, col, cell))
    if head and sheet.repeat:
        parts.append(f"table.header({', '.join(head)})")
    else:
        body = head + body
    parts += body
    parts += [f"table.hline(y: {y}, start: {a}, end: {b}, stroke: 0.6pt)" for y, a, b in sheet.rules_over()]
    if sheet.rules == "uprights":
        parts += [f"table.vline(x: {x}, stroke: 0.5pt)" for x in range(1, sheet.n_cols)]
    return f"#[#set text({sheet.size}pt)\n#set par(justify: false)\n#table({', '.join(parts)})]"


def _typst_block(sheet: Sheet) -> str:
    table = _typst_table(sheet)
    if sheet.beside is not None:
        table = f"#grid(columns: 2, gutter: 24pt, [{table}], [{_typst_table(sheet.beside)}])"
    caption = [f"#text({sheet.size}pt)[{_string(sheet.caption)}]"] if sheet.caption else []
    notes = [f"#text({sheet.size - 1}pt)[{_string(note)}]" for note in sheet.notes]
    parts = [*([] if sheet.caption_below else caption), table, *(caption if sheet.caption_below else []), *notes]
    space = f"#v({sheet.distance}pt, weak: true)"
    return "\n\n".join([*map(_string, sheet.before), space, *parts, space, *map(_string, sheet.after)])


def typst_pages(sheets: Sequence[tuple[int, Sheet]]) -> bytes:
    """One PDF of all the sheets, set by Typst; each comes with its number."""
    import typst

    out = []
    for number, sheet in sheets:
        font = FACES[sheet.face][0]
        page = "margin: 60pt, footer: align(center)[#context counter(page).display()]"
        page += ", flipped: true" if sheet.landscape else ""
        page += ", columns: 2" if sheet.two_columns else ""
        push = f"#v({sheet.push}pt)" if sheet.push else ""
        style = (
            f'#set text(font: "{font}", size: {sheet.size + 0.5}pt)\n#set par(justify: true)\n#set block(spacing: 7pt)'
        )
        out.append(f"#page({page})[{style}\n= Report {number}\n{push}\n{_typst_block(sheet)}\n]")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "sheets.typ"
        source.write_text("\n".join(out))
        return bytes(typst.compile(str(source)))


# --- Chromium ---------------------------------------------------------------------------------


def _html_cell(sheet: Sheet, row: int, col: int, cell: Cell, rules: Sequence[tuple[int, int, int]]) -> str:
    align = cell.align or ("c" if cell.cols > 1 and row < sheet.head else sheet.aligns[col])
    style = [f"text-align:{SIDES[align]}"]
    if any(y == row and a <= col < b for y, a, b in rules):
        style.append("border-top:0.8px solid #000")
    if any(y == row + cell.rows == len(sheet.rows) and a <= col < b for y, a, b in rules):
        style.append("border-bottom:0.8px solid #000")
    if sheet.rules == "uprights" and col:
        style.append("border-left:0.8px solid #000")
    if sheet.rules == "grid":
        style.append("border:0.8px solid #000")
    if fill := _filled(sheet, row):
        style.append(f"background:{fill}")
    if cell.indent:
        style.append(f"padding-left:{sheet.gutter / 2 + cell.indent * 10}pt")
    if sheet.widths and cell.cols == 1 and (width := sheet.widths[col]):
        style.append(f"width:{width:.0f}pt")
    body = html.escape(cell.text) + (f"<sup>{html.escape(cell.mark)}</sup>" if cell.mark else "")
    if cell.turned:
        body = f'<span style="writing-mode:vertical-rl;transform:rotate(180deg)">{body}</span>'
    bold = cell.bold or (sheet.bold_head and row < sheet.head)
    style.append(f"font-weight:{'bold' if bold else 'normal'}")
    style.append(f"vertical-align:{'bottom' if cell.turned else 'middle' if sheet.middle else 'top'}")
    return f'<td colspan="{cell.cols}" rowspan="{cell.rows}" style="{";".join(style)}">{body}</td>'


def _html_table(sheet: Sheet, number: str) -> str:
    rules = sheet.rules_over()
    rows: list[str] = ["" for _ in sheet.rows]
    for row, col, cell in sheet.placed():
        rows[row] += _html_cell(sheet, row, col, cell, rules)
    lines = [f"<tr>{row}</tr>" for row in rows]
    head = f"<thead>{''.join(lines[: sheet.head])}</thead>" if sheet.repeat else "".join(lines[: sheet.head])
    fixed = f"padding:{sheet.gap / 2}pt {sheet.gutter / 2}pt"
    body = "".join(lines[sheet.head :])
    return f'<table class="t{number}"><style>.t{number} td{{{fixed}}}</style>{head}{body}</table>'


def _html_section(number: int, sheet: Sheet) -> str:
    def paragraphs(texts: Sequence[str], style: str = "") -> str:
        return "".join(f'<p style="{style}">{html.escape(text)}</p>' for text in texts)

    table = _html_table(sheet, f"{number}a")
    if sheet.beside is not None:
        table = f'<div style="display:flex;gap:24pt">{table}{_html_table(sheet.beside, f"{number}b")}</div>'
    caption = paragraphs([sheet.caption] if sheet.caption else [], f"font-size:{sheet.size}pt")
    notes = paragraphs(sheet.notes, f"font-size:{sheet.size - 1}pt")
    inner = f"{table}{caption}{notes}" if sheet.caption_below else f"{caption}{table}{notes}"
    style = f"font-family:'{FACES[sheet.face][1]}';font-size:{sheet.size + 0.5}pt;"
    style += "page:wide;" if sheet.landscape else ""
    body = f"{paragraphs(sheet.before)}<div style='margin:{sheet.distance}pt 0'>{inner}</div>{paragraphs(sheet.after)}"
    if sheet.two_columns:
        body = f'<div style="columns:2;column-gap:20pt">{body}</div>'
    push = f'<div style="height:{sheet.push}pt"></div>'
    return f'<section style="{style}"><h1>Report {number}</h1>{push}{body}</section>'


def chromium_pages(sheets: Sequence[tuple[int, Sheet]]) -> bytes:
    """One PDF of all the sheets, printed by Chromium; empty where there is none."""
    browser = shutil.which("chromium")
    if browser is None:
        return b""
    css = (
        "@page{size:A4;margin:60pt}@page wide{size:A4 landscape}section{break-before:page;line-height:1.25}"
        "p{margin:5pt 0;text-align:justify}h1{font-size:15pt}table{border-collapse:collapse;font-size:calc(1em - .5pt)}"
        "tr{break-inside:avoid}td{line-height:1.15}"
    )
    body = "".join(_html_section(number, sheet) for number, sheet in sheets)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "sheets.html", Path(folder) / "sheets.pdf"
        source.write_text(f"<!doctype html><meta charset=utf-8><style>{css}</style>{body}")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}"]
        command = [browser, *options, f"--print-to-pdf={target}", source.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        return target.read_bytes()


# --- reportlab --------------------------------------------------------------------------------


def _reportlab_table(sheet: Sheet) -> Any:
    from reportlab.lib.colors import HexColor, black
    from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph, Table, TableStyle

    plain, bold = FACES[sheet.face][2:]
    data: list[list[object]] = [[""] * sheet.n_cols for _ in sheet.rows]
    upright = "MIDDLE" if sheet.middle else "TOP"
    pad = sheet.gutter / 2
    style: list[tuple[object, ...]] = [
        ("LEFTPADDING", (0, 0), (-1, -1), pad), ("RIGHTPADDING", (0, 0), (-1, -1), pad),
        ("TOPPADDING", (0, 0), (-1, -1), sheet.gap / 2), ("BOTTOMPADDING", (0, 0), (-1, -1), sheet.gap / 2),
        ("VALIGN", (0, 0), (-1, -1), upright), ("FONT", (0, 0), (-1, -1), plain, sheet.size, sheet.size * 1.2),
    ]  # fmt: skip
    if sheet.rules == "grid":
        style.append(("GRID", (0, 0), (-1, -1), 0.5, black))
    if sheet.rules == "uprights":
        style += [("LINEAFTER", (col, 0), (col, -1), 0.5, black) for col in range(sheet.n_cols - 1)]
    for row, start, end in sheet.rules_over():
        above = ("LINEABOVE", (start, row), (end - 1, row))
        style.append((*(above if row < len(sheet.rows) else ("LINEBELOW", (start, -1), (end - 1, -1))), 0.6, black))
    for row, col, cell in sheet.placed():
        here = (col, row)
        end = (col + cell.cols - 1, row + cell.rows - 1)
        align = cell.align or ("c" if cell.cols > 1 and row < sheet.head else sheet.aligns[col])
        font = bold if cell.bold or (sheet.bold_head and row < sheet.head) else plain
        width = sheet.widths[col] if sheet.widths and cell.cols == 1 else None
        if width:
            text = html.escape(cell.text) + (f"<super>{cell.mark}</super>" if cell.mark else "")
            where = {"l": TA_LEFT, "r": TA_RIGHT, "c": TA_CENTER}[align]
            look = ParagraphStyle("c", fontName=font, fontSize=sheet.size, leading=sheet.size * 1.2, alignment=where)
            look.leftIndent = 10 * cell.indent
            data[row][col] = Paragraph(text, look)
        else:
            data[row][col] = cell.text + cell.mark
            style.append(("LEFTPADDING", here, here, pad + 10 * cell.indent))
        style += [("SPAN", here, end), ("FONT", here, here, font, sheet.size, sheet.size * 1.2)]
        style.append(("ALIGN", here, here, SIDES[align].upper()))
        if fill := _filled(sheet, row):
            style.append(("BACKGROUND", here, end, HexColor(fill)))
    widths = [None if width is None else width + 2 * pad for width in sheet.widths or [None] * sheet.n_cols]
    table = Table(data, colWidths=widths, repeatRows=sheet.head if sheet.repeat else 0, hAlign="LEFT")
    table.setStyle(TableStyle(style))
    return table


def reportlab_pages(sheets: Sequence[tuple[int, Sheet]]) -> bytes:
    """One PDF of all the sheets, set by reportlab; all are portrait and of one text column."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

    story: list[object] = []
    for number, sheet in sheets:
        plain, bold = FACES[sheet.face][2:]
        size = sheet.size + 0.5
        text = ParagraphStyle("p", fontName=plain, fontSize=size, leading=size * 1.25, spaceAfter=5, alignment=4)
        small = ParagraphStyle("s", fontName=plain, fontSize=sheet.size - 1, leading=sheet.size * 1.1)
        title = ParagraphStyle("h", fontName=bold, fontSize=15, leading=18, spaceAfter=8)
        caption = [Paragraph(html.escape(sheet.caption), text)] if sheet.caption else []
        table = _reportlab_table(sheet)
        if sheet.beside is not None:
            table = Table(
                [[table, _reportlab_table(sheet.beside)]], hAlign="LEFT", style=[("VALIGN", (0, 0), (-1, -1), "TOP")]
            )
        story += [PageBreak()] if story else []
        story += [Paragraph(f"Report {number}", title), Spacer(1, sheet.push + 0.1)]
        story += [Paragraph(html.escape(part), text) for part in sheet.before] + [Spacer(1, sheet.distance)]
        story += [*([] if sheet.caption_below else caption), table, *(caption if sheet.caption_below else [])]
        story += [Paragraph(html.escape(note), small) for note in sheet.notes] + [Spacer(1, sheet.distance)]
        story += [Paragraph(html.escape(part), text) for part in sheet.after]
    target = BytesIO()
    SimpleDocTemplate(target, margin=60, invariant=1).build(story)
    return target.getvalue()
