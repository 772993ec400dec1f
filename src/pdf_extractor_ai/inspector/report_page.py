"""The inspection page: all text in it comes from strangers, so nothing is put into HTML but by ``_text``."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from pdf_extractor_ai.inspector.marks import Mark, find_marks
from pdf_extractor_ai.inspector.overlay import overlay
from pdf_extractor_ai.inspector.pictures import Sheet, render_sheets
from pdf_extractor_ai.inspector.style import COLORS, color_class, style_sheet
from pdf_extractor_ai.report import DOUBTFUL, NOT_ASSESSED, ExtractionReport, Flag, PageReport, Quality

if TYPE_CHECKING:
    from pdf_extractor_ai.converters import Engine

MAX_PAGES = 40
"""Pages shown unless the caller says otherwise: each is a picture of some 100 kB."""

_MARKDOWN, _ITEM = 40_000, 240  # characters of a page's Markdown and of an item that are shown
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def inspect_pdf(
    data: bytes,
    *,
    name: str = "document.pdf",
    password: str | None = None,
    pages: str | None = None,
    max_pages: int | None = MAX_PAGES,
    do_ocr: bool = False,
    engine: Engine = "geometric",
    scale: float = 1.5,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """A PDF's pages with what the engine found on them, as one HTML page that loads nothing.

    ``scale`` is pixels per point of the page pictures. ``progress`` is called with the number of pictures made and
    the number of pages. Raises what ``PdfExtractor.extract_result`` raises.
    """
    from pdf_extractor_ai.extractor import PdfExtractor
    from pdf_extractor_ai.markdown import split_pages, to_markdown
    from pdf_extractor_ai.source import open_source

    with PdfExtractor(engine=engine) as extractor:
        result = extractor.extract_result(
            data, do_ocr=do_ocr, name=name, password=password, pages=pages, max_pages=max_pages, use_layer="never"
        )
    source = open_source(data, name=name, password=password)
    numbers = [page.page for page in result.report.pages]
    sheets: list[Sheet] = []
    for sheet in render_sheets(source.data, numbers, scale):
        sheets.append(sheet)
        if progress is not None:
            progress(len(sheets), len(numbers))
    markdown = split_pages(to_markdown(result.document))
    marks = find_marks(result.document, result.report)
    return page_of(name, result.report, sheets, marks, markdown, total=source.page_count)


def page_of(
    name: str,
    report: ExtractionReport,
    sheets: Sequence[Sheet],
    marks: Sequence[Mark],
    markdown: dict[int, str],
    *,
    total: int,
) -> str:
    """The HTML for pages that are read and rendered; ``total`` is the number of pages that the PDF has."""
    style = style_sheet()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    by_page = {page.page: page for page in report.pages}
    sections = [
        _section(sheet, by_page[sheet.page], [m for m in marks if m.page == sheet.page], markdown, report.flags)
        for sheet in sheets
    ]
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="referrer" content="no-referrer">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{_text(name)}</title>\n<style>{style}</style>\n</head>\n<body>",
            _head(name, report, {mark.label for mark in marks}, total),
            "<main>",
            *sections,
            "</main>\n</body>\n</html>\n",
        ]
    )


def _text(text: str, limit: int | None = None) -> str:
    """``text`` for HTML: escaped, without characters that HTML does not allow, cut at ``limit``."""
    cut = text if limit is None or len(text) <= limit else text[:limit] + " […]"
    return html.escape(_UNSHOWABLE.sub("\ufffd", cut))


def _head(name: str, report: ExtractionReport, labels: set[str], total: int) -> str:
    shown = f"{len(report.pages)} of {total} pages" if len(report.pages) < total else f"pages: {total}"
    legend = "".join(
        f'<span class="chip {color_class(label)}">{_text(label)}</span>'
        for label in [*(label for label in COLORS if label in labels), *sorted(labels - COLORS.keys())]
    )
    whole = [flag for flag in report.flags if flag.page is None]
    return "\n".join(
        [
            f"<header>\n<h1><bdi>{_text(name)}</bdi></h1>",
            f"<p>{_text(report.engine)}, <strong>{report.status}</strong>, {shown}</p>",
            '<p><label><input type="checkbox" id="boxes" checked>boxes</label>'
            '<label><input type="checkbox" id="order" checked>reading order</label>'
            '<label><input type="checkbox" id="furniture" checked>furniture and hidden text</label></p>',
            f"<p>{legend}</p>",
            _flags(whole),
            _counts(report.pages),
            "</header>",
        ]
    )


def _flags(flags: Iterable[Flag]) -> str:
    rows = [
        f"<li><strong>{_text(flag.code)}</strong> <bdi>{_text(flag.message, _ITEM)}</bdi>"
        + (f' <span class="muted">{_text(flag.remedy)}</span>' if flag.remedy else "")
        + "</li>"
        for flag in flags
    ]
    return f'<ul class="flags wide">{"".join(rows)}</ul>' if rows else ""


def _counts(pages: Sequence[PageReport]) -> str:
    """Where the characters went, a row for each page."""
    head = "".join(
        f"<th>{name}</th>" for name in ("text layer", "body", "furniture", "hidden", "figures", "unaccounted")
    )
    rows = []
    for page in pages:
        count = page.characters
        numbers = (count.text_layer, count.body, count.furniture, count.hidden, count.figure)
        bad = ' class="bad"' if count.unaccounted else ""
        status = ' class="l bad"' if page.status in ("failed", "image_only") else ' class="l"'
        rows.append(
            f'<tr><td><a href="#page-{page.page}">{page.page}</a></td><td class="l">{_text(page.label)}</td>'
            f"<td{status}>{page.status}{' (OCR)' if page.ocr else ''}</td>"
            + "".join(f"<td>{number}</td>" for number in numbers)
            + f"<td{bad}>{count.unaccounted}</td></tr>"
        )
    title = "Where the characters went, page by page"
    return (
        f"<details><summary>{title}</summary><table>\n<tr><th>page</th><th>label</th><th>status</th>{head}</tr>\n"
        + "\n".join(rows)
        + "\n</table></details>"
    )


def _quality(quality: Quality) -> str:
    """The page's score and what it is made of."""
    told = quality.to_dict()
    reasons = ", ".join(told.pop("reasons"))
    doubtful = quality.score is not None and quality.score < DOUBTFUL
    parts = ", ".join(f"{name} {value}" for name, value in told.items() if name != "score" and value != NOT_ASSESSED)
    score = f"<strong{' class=bad' if doubtful else ''}>quality {told['score']}</strong>"
    return f"<p>{score} {_text(parts)}" + (f' <span class="muted">{_text(reasons)}</span>' if reasons else "") + "</p>"


def _section(
    sheet: Sheet, page: PageReport, marks: Sequence[Mark], markdown: dict[int, str], flags: Iterable[Flag]
) -> str:
    label = f" ({_text(page.label)})" if page.label and page.label != str(page.page) else ""
    picture = (
        f'<img src="{sheet.picture}" alt="Page {sheet.page}">'
        if sheet.picture
        else '<p class="none">This page cannot be rendered.</p>'
    )
    return "\n".join(
        [
            f'<section class="page" id="page-{sheet.page}">',
            f"<h2>Page {sheet.page}{label}: {page.status}</h2>",
            _quality(page.quality),
            _flags(flag for flag in flags if flag.page == sheet.page),
            f'<div class="sheet">{picture}\n{overlay(sheet, marks, lambda text: _text(text, _ITEM))}</div>',
            f'<div>\n<pre dir="auto">{_text(markdown.get(sheet.page, ""), _MARKDOWN)}</pre>',
            f'<ol class="items">\n{_items(marks)}\n</ol>\n</div>\n</section>',
        ]
    )


def _items(marks: Sequence[Mark]) -> str:
    return "\n".join(
        f'<li id="item-{mark.page}-{index}"{"" if mark.number else " class=off"}><a href="#box-{mark.page}-{index}">'
        f'<span class="chip {color_class(mark.label)}">{mark.number or "–"} {_text(mark.label)}</span></a> '
        f"<bdi>{_text(mark.text, _ITEM)}</bdi></li>"
        for index, mark in enumerate(marks)
    )
