"""Plain pages with the text of the document in Helvetica: small, and made without any typesetter."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from pdf_extractor_ai.aipdf.exports.blocks import reading_order
from pdf_extractor_ai.aipdf.model import Element
from pdf_extractor_ai.aipdf.render import PAGE_SIZES, Look, Rendered

_MARGIN, _SIZE, _LEADING = 72, 12, 14
_KINDS = frozenset(["title", "paragraph", "caption", "citation", "item", "note", "footnote", "reference", "codeBlock"])
_NARROW = {
    **dict.fromkeys("fIijlt !,./:;[]\\|", 278),
    **dict.fromkeys("()r-`'\"", 345),
    **dict.fromkeys("mwMW@%", 950),
    **dict.fromkeys("ABCDEFGHKNOPQRSTUVXYZ&", 740),
}
"""Widths in thousandths of the type size, rounded up, so that a line never runs out of the page."""


def fits_helvetica(root: Element) -> bool:
    """Whether every character to be shown is in the built-in fonts' encoding."""
    return all(_encoded(line) is not None for line in _texts(root))


def render_minimal(root: Element, look: Look) -> Rendered:
    """Pages of wrapped lines; characters outside the encoding of the built-in fonts become question marks."""
    import pikepdf

    width, height = PAGE_SIZES[look.page_size]
    lines = [line for text in _texts(root) for line in _wrapped(text, width - 2 * _MARGIN)]
    per_page = int((height - 2 * _MARGIN) // _LEADING)
    with pikepdf.new() as pdf:
        font = pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.Type1,
                BaseFont=pikepdf.Name.Helvetica,
                Encoding=pikepdf.Name.WinAnsiEncoding,
            )
        )
        for start in range(0, max(len(lines), 1), per_page):
            page = pdf.add_blank_page(page_size=(width, height))
            page.obj["/Resources"] = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
            page.obj["/Contents"] = pdf.make_stream(_content(lines[start : start + per_page], height))
        pdf.docinfo["/Title"] = look.title
        pdf.docinfo["/Producer"] = "pdf-extractor-ai"
        buffer = BytesIO()
        pdf.save(buffer, deterministic_id=True)
    return Rendered(buffer.getvalue(), root)


def _texts(root: Element) -> Iterator[str]:
    for block in reading_order(root):
        if block.kind in _KINDS:
            yield from block.text.expandtabs(4).split("\n")
    for table in root.find_all("table"):
        for row in table.find_all("row"):
            yield "   ".join(cell.text() for cell in row.find_all("cell")).replace("\n", " ")


def _wrapped(text: str, width: float) -> Iterator[str]:
    """Lines no wider than ``width`` points; a word longer than a line is cut."""
    line, used, space = "", 0.0, 278 * _SIZE / 1000
    for word in text.split(" "):
        for part in _cut(word, width):
            wide = _width(part)
            if line and used + space + wide > width:
                yield line
                line, used = part, wide
            else:
                line, used = (f"{line} {part}", used + space + wide) if line else (part, wide)
    yield line


def _cut(word: str, width: float) -> Iterator[str]:
    while _width(word) > width:
        keep = max(int(len(word) * width / _width(word)) - 1, 1)
        yield word[:keep]
        word = word[keep:]
    yield word


def _width(text: str) -> float:
    return sum(_NARROW.get(character, 600) for character in text) * _SIZE / 1000


def _encoded(text: str) -> bytes | None:
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError:
        return None


def _content(lines: list[str], height: float) -> bytes:
    parts = [f"BT\n/F1 {_SIZE} Tf\n{_MARGIN} {height - _MARGIN - _SIZE + 20:g} Td\n{_LEADING} TL\n".encode()]
    parts += [b"<" + line.encode("cp1252", "replace").hex().upper().encode() + b"> Tj\nT*\n" for line in lines]
    return b"".join([*parts, b"ET\n"])
