"""Pages without a table whose text aligns all the same: lists, letters, code, contents, an index, key figures."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from typeset_kinds import REGIONS, WORDS, label, paragraph, sentence
from typeset_parts import PARTS

RNG = random.Random
Canvas = Any


class Paper:
    """A canvas that is written on from the top down."""

    def __init__(self, canvas: Canvas, rng: RNG) -> None:
        self.canvas, self.rng = canvas, rng
        self.face = rng.choice((("Times-Roman", "Times-Bold"), ("Helvetica", "Helvetica-Bold")))
        self.size = rng.choice((8.5, 9.0, 10.0, 11.0))
        self.y = 72.0

    def put(
        self, x: float, text: str, *, bold: bool = False, font: str = "", size: float = 0, right: bool = False
    ) -> None:
        self.canvas.setFont(font or self.face[bold], size or self.size)
        (self.canvas.drawRightString if right else self.canvas.drawString)(x, 842 - self.y, text)

    def down(self, lines: float = 1.0) -> None:
        self.y += lines * 1.25 * self.size

    def fit(self, text: str, width: float) -> list[str]:
        from reportlab.lib.utils import simpleSplit

        return list(simpleSplit(text, self.face[0], self.size, width))

    def flow(self, x: float, text: str, width: float) -> None:
        for line in self.fit(text, width):
            self.put(x, line)
            self.down()
        self.down(0.4)

    def prose(self) -> None:
        self.flow(60, paragraph(self.rng, 5), 475)


def list_columns(paper: Paper, rng: RNG) -> None:
    paper.prose()
    marks = rng.choice((["•"] * 12, [f"{n}." for n in range(1, 13)], ["–"] * 12))
    for row in range(rng.randint(4, 6)):
        for col in range(2):
            paper.put(70 + 240 * col, f"{marks[2 * row + col]} {label(rng, rng.randint(2, 5))}")
        paper.down(1.1)


def particulars(paper: Paper, rng: RNG) -> None:
    gap = rng.choice((70, 100, 130))
    for key in rng.sample(["Author", "Version", "Date", "Status", "Reference", "Contact", "Owner", "Place"], 5):
        paper.put(60, key + ":", bold=rng.random() < 0.3)
        paper.put(60 + gap, rng.choice((label(rng, 2), f"{rng.randint(1, 28)} May 20{rng.randint(10, 26)}")))
        paper.down(1.2)
    paper.prose()


def letter(paper: Paper, rng: RNG) -> None:
    left = [
        label(rng, 2).title(),
        f"{rng.randint(1, 99)} {label(rng, 1)} Street",
        f"{rng.randint(10000, 99999)} {label(rng, 1)}",
    ]
    right = [
        "Phone 555 " + str(rng.randint(1000, 9999)),
        f"{rng.choice(WORDS)}@example.org",
        f"{rng.randint(1, 28)}.05.2026",
    ]
    for a, b in zip(left, right, strict=True):
        paper.put(60, a)
        paper.put(rng.choice((380, 380, 390)) if rng.random() < 0.2 else 380, b)
        paper.down()
    paper.down(3)
    for _ in range(3):
        paper.prose()


def code(paper: Paper, rng: RNG) -> None:
    paper.prose()
    for _ in range(rng.randint(6, 12)):
        paper.put(70, f"{rng.choice(WORDS)} = {rng.choice(WORDS)}({rng.randint(0, 99)})", font="Courier")
        if rng.random() < 0.8:
            paper.put(300, f"# {sentence(rng, rng.randint(3, 5))}", font="Courier")
        paper.down()
    paper.prose()


def contents(paper: Paper, rng: RNG) -> None:
    paper.put(60, "Contents", bold=True, size=15)
    paper.down(2)
    page, dots = 1, rng.random() < 0.6
    for number in range(1, rng.randint(9, 20)):
        title = f"{number} {label(rng, rng.randint(2, 5))}"
        page += rng.randint(1, 9)
        paper.put(60, title)
        start = 66 + paper.canvas.stringWidth(title, paper.face[0], paper.size)
        if dots:
            paper.put(start, ". " * int((500 - start) / paper.canvas.stringWidth(". ", paper.face[0], paper.size)))
        paper.put(535, str(page), right=True)
        paper.down(1.2)


def _entries(rng: RNG, count: int) -> list[tuple[str, str, int]]:
    """Section numbers that count on, names and pages."""
    keys, page = [rng.choice((1, 1, 4, 9))], rng.randint(1, 9)
    out = []
    for _ in range(count):
        out.append((".".join(map(str, keys)), label(rng, rng.randint(1, 4)), page))
        page += rng.choice((0, 0, 1, 1, 3))
        deeper = len(keys) < 3 and rng.random() < 0.35
        keys = [*keys, 1] if deeper else keys[: rng.randint(1, len(keys))]
        keys[-1] += not deeper
    return out


def contents_columns(paper: Paper, rng: RNG) -> None:
    """Numbered contents in two columns, or beside running text; the two columns' lines may be shifted."""
    paper.prose()
    paper.put(60, rng.choice(("Contents", "CONTENTS")), bold=True)
    paper.down(1.6)
    top, size, dots = paper.y, paper.size, rng.random() < 0.3
    beside, indent = rng.random() < 0.35, rng.choice((0, 10, 18))
    for col in range(1 if beside else 2):
        paper.y = top + (rng.choice((0, 0, 4)) if col else 0)
        for number, title, page in _entries(rng, rng.randint(6, 18)):
            x = 60 + 250 * col + indent * number.count(".")
            paper.put(x, number)
            paper.put(x + 26, title)
            start = x + 32 + paper.canvas.stringWidth(title, paper.face[0], size)
            if dots and "." in number:
                paper.put(
                    start, ". " * int((270 + 250 * col - start) / paper.canvas.stringWidth(". ", "Times-Roman", size))
                )
            paper.put(285 + 250 * col, str(page), right=True)
            paper.down()
    if beside:
        paper.y = top
        for _ in range(3):
            paper.flow(310, paragraph(rng, 4), 225)


def parts(paper: Paper, rng: RNG) -> None:
    """The end of contents: a few parts with a word before their letter."""
    page = rng.randint(30, 90)
    for letter_ in "ABCD"[: rng.randint(2, 4)]:
        paper.put(60, f"Appendix {letter_}.", bold=True)
        paper.put(135, label(rng, 2), bold=True)
        paper.put(535, str(page), right=True, bold=True)
        page += rng.randint(1, 9)
        paper.down(rng.choice((1.2, 1.7)))
    paper.put(60, "Bibliography", bold=True)
    paper.put(535, str(page), right=True, bold=True)


def exam(paper: Paper, rng: RNG) -> None:
    for number in range(1, 5):
        paper.flow(60, f"{number}. {sentence(rng, 9)}?", 475)
        for pair in ("AB", "CD"):
            for col, letter_ in enumerate(pair):
                paper.put(75 + 200 * col, f"{letter_}) {rng.choice((label(rng, 2), str(rng.randint(2, 99))))}")
            paper.down(1.1)
        paper.down()


def key_figures(paper: Paper, rng: RNG) -> None:
    paper.prose()
    paper.down(2)
    texts = [label(rng, 2) for _ in range(3)]
    for col in range(3):
        paper.put(70 + 160 * col, f"{rng.randint(1, 99)}%", bold=True, size=22)
    paper.down(1.6)
    for col in range(3):
        paper.put(70 + 160 * col, texts[col])
    paper.down(3)
    paper.prose()


def index(paper: Paper, rng: RNG) -> None:
    paper.put(60, "Index", bold=True, size=15)
    paper.down(2)
    gap, columns = rng.choice((", ", "  ")), rng.choice((2, 3))
    entries = sorted(label(rng, rng.randint(1, 2)) for _ in range(columns * rng.randint(5, 25)))
    per = len(entries) // columns
    for row in range(per):
        for col in range(columns):
            paper.put(60 + 480 / columns * col, f"{entries[col * per + row]}{gap}{rng.randint(2, 300)}")
        paper.down()


def columns_of_text(paper: Paper, rng: RNG) -> None:
    top, even = paper.y, rng.random() < 0.7
    for col in range(2):
        paper.y = top + (0 if even else 4 * col)
        for _ in range(4):
            paper.flow(60 + 250 * col, paragraph(rng, 5), 230)


def definitions(paper: Paper, rng: RNG) -> None:
    for _ in range(6):
        paper.put(60, label(rng, 2), bold=True)
        paper.down()
        paper.flow(90, paragraph(rng, 2), 440)


def equations(paper: Paper, rng: RNG) -> None:
    for number in range(1, 4):
        paper.prose()
        for _ in range(rng.randint(1, 3)):
            paper.put(200, f"{rng.choice('xyz')} = {rng.choice('abc')} + {rng.randint(2, 9)} {rng.choice('uvw')}")
            paper.put(535, f"({number})", right=True)
            paper.down(1.4)


def chart(paper: Paper, rng: RNG) -> None:
    paper.prose()
    top, steps = paper.y + 20, rng.randint(4, 6)
    heights = [rng.randint(20, 30 * steps) for _ in range(5)]
    foot = top + 30 * steps
    paper.canvas.line(90, 842 - foot, 400, 842 - foot)
    for step in range(steps + 1):
        paper.y = foot - 30 * step + 3
        paper.put(84, str(20 * step), right=True)
    for col, height in enumerate(heights):
        paper.canvas.setFillGray(0.6)
        paper.canvas.rect(105 + 60 * col, 842 - foot, 35, height, stroke=0, fill=1)
        paper.canvas.setFillGray(0)
        paper.y = foot + 12
        paper.put(105 + 60 * col, rng.choice(REGIONS))
    paper.y = foot + 50
    paper.prose()


def agenda(paper: Paper, rng: RNG) -> None:
    """Hanging items with a wrapped text each, numbers far from their text."""
    for number in range(1, 6):
        paper.put(60, f"{number}.{rng.randint(1, 3)}")
        paper.flow(110, paragraph(rng, 2), 420)


def signatures(paper: Paper, rng: RNG) -> None:
    for _ in range(2):
        paper.prose()
    paper.down(3)
    for texts in (["_" * 24] * 2, [label(rng, 2).title() for _ in range(2)], ["Place, date", "Signature"]):
        for col, text in enumerate(texts):
            paper.put(70 + 250 * col, text)
        paper.down(1.2)


def authors(paper: Paper, rng: RNG) -> None:
    paper.put(150, sentence(rng, 6), bold=True, size=16)
    paper.down(3)
    lines = [[label(rng, 2).title() for _ in range(3)], ["University of " + rng.choice(REGIONS) for _ in range(3)]]
    lines.append([f"{rng.choice(WORDS)}@example.org" for _ in range(3)])
    for row in lines:
        for col, text in enumerate(row):
            paper.put(80 + 160 * col, text)
        paper.down()
    paper.down()
    for _ in range(3):
        paper.prose()


OTHERS: dict[str, Callable[[Paper, RNG], None]] = {
    draw.__name__: draw
    for draw in (
        list_columns, particulars, letter, code, contents, contents_columns, parts, exam, key_figures, index,
        columns_of_text, definitions, equations, chart, agenda, signatures, authors, *PARTS,
    )
}  # fmt: skip


def other_pages(wanted: Sequence[tuple[int, str, int]]) -> bytes:
    """One PDF of a page for every number, kind and seed."""
    from reportlab.pdfgen.canvas import Canvas as Drawn

    target = BytesIO()
    canvas = Drawn(target, pagesize=(595, 842), invariant=1)
    for number, kind, seed in wanted:
        rng = random.Random(f"{kind}{seed}")
        paper = Paper(canvas, rng)
        paper.put(60, f"Report {number}", bold=True, size=15)
        paper.y += 36
        OTHERS[kind](paper, rng)
        canvas.showPage()
    canvas.save()
    return target.getvalue()
