"""More pages without a table: title pages, slides, words set off by colour, algorithms, terminals, boxes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from typeset_kinds import REGIONS, VERBS, WORDS, label, paragraph, sentence

if TYPE_CHECKING:
    from typeset_others import Paper

RNG = random.Random


def title_page(paper: Paper, rng: RNG) -> None:
    """Who, what and when in columns under a large title; the values may stand on lines."""
    paper.down(8)
    paper.put(120, label(rng, 3).title(), bold=True, size=24)
    paper.down(rng.choice((8, 14)))
    labels = rng.sample(["Author", "Supervisor", "Second reader", "Department", "Submitted", "Degree", "Place"], 4)
    groups, lined, colon = rng.choice((1, 2)), rng.random() < 0.4, rng.choice(("", "", ":"))
    for index in range(0, 4, groups):
        for group in range(groups):
            x = 80 + 240 * group
            paper.put(x, labels[index + group] + colon)
            paper.put(x + 100, label(rng, 2).title())
            if lined:
                paper.canvas.line(x + 95, 842 - paper.y - 3, x + 220, 842 - paper.y - 3)
        paper.down(1.8)


def slide(paper: Paper, rng: RNG) -> None:
    """Head, margin and foot on grounds that run off the page."""
    side, top = rng.choice((80, 120)), rng.choice((130, 160))
    paper.canvas.setFillGray(0.8)
    paper.canvas.rect(0, 842 - top, 595, top - 95, stroke=0, fill=1)
    paper.canvas.setFillGray(0.9)
    paper.canvas.rect(0, 60, side, 842 - top - 60, stroke=0, fill=1)
    paper.canvas.setFillGray(0.7)
    paper.canvas.rect(0, 0, 595, 60, stroke=0, fill=1)
    paper.canvas.setFillGray(0)
    paper.y = top - 15
    paper.put(side + 20, label(rng, 3), bold=True, size=15)
    paper.y = top + 40
    for _ in range(rng.randint(3, 6)):
        paper.put(12, label(rng, 1))
        paper.put(side + 40, "• " + label(rng, 3))
        paper.down(2.2)
    paper.y = 842 - 25
    paper.put(20, label(rng, 2).title())
    paper.put(540, f"{rng.randint(1, 9)}/{rng.randint(10, 30)}")


def badges(paper: Paper, rng: RNG) -> None:
    """A text in which some words lie on grounds of their own."""
    paper.prose()
    for _ in range(rng.randint(2, 4)):
        x = 60.0
        for word in paragraph(rng, 2).split():
            width = paper.canvas.stringWidth(word, paper.face[0], paper.size)
            if x + width > 480:
                break
            if rng.random() < 0.3:
                paper.canvas.setFillGray(0.85)
                paper.canvas.rect(x - 1.5, 842 - paper.y - 3, width + 3, paper.size + 4, stroke=0, fill=1)
                paper.canvas.setFillGray(0)
            paper.put(x, word)
            x += width + 0.28 * paper.size
        paper.down(1.3)
    paper.prose()


def algorithm(paper: Paper, rng: RNG) -> None:
    """Numbered steps between rules under a title."""
    paper.prose()
    rule = paper.canvas.line
    rule(60, 842 - paper.y + 10, 460, 842 - paper.y + 10)
    paper.down(0.4)
    paper.put(64, f"{rng.choice(('Algorithm', 'Listing'))} {rng.randint(1, 9)}: {sentence(rng, 4)}", bold=True)
    rule(60, 842 - paper.y - 4, 460, 842 - paper.y - 4)
    paper.down(1.3)
    depth = 0
    for number in range(1, rng.randint(6, 14)):
        kind = rng.random()
        text = f"{rng.choice(VERBS)} the {rng.choice(WORDS)};"
        if kind < 0.2 and depth < 3:
            text = rng.choice(("if {} then", "while {} do")).format(label(rng, 2).lower())
        elif kind < 0.4 and depth:
            depth, text = depth - 1, "end"
        paper.put(64, str(number) + rng.choice(("", ":")))
        paper.put(84 + 18 * depth, text)
        depth += text.endswith(("then", "do"))
        paper.down()
    rule(60, 842 - paper.y + 6, 460, 842 - paper.y + 6)
    paper.down()
    paper.prose()


def terminal(paper: Paper, rng: RNG) -> None:
    """What a command prints in columns."""
    paper.prose()
    paper.put(60, f"$ {rng.choice(('ls -l', 'df', 'ps', 'pip list'))}", font="Courier")
    paper.down()
    wide = rng.randint(10, 18)
    for _ in range(rng.randint(4, 12)):
        cells = [f"{rng.choice(WORDS):<{wide}}", f"{rng.randint(1, 90000):>8}", f"{rng.choice(WORDS)}.txt"]
        paper.put(60, "  ".join(cells), font="Courier")
        paper.down()
    paper.prose()


def joined_boxes(paper: Paper, rng: RNG) -> None:
    """A few boxes under each other with a stroke between them."""
    paper.prose()
    paper.down(2)
    for index in range(rng.randint(2, 4)):
        paper.canvas.rect(150, 842 - paper.y - 6, 90 + rng.choice((0, 12)), 20)
        paper.put(156, rng.choice(WORDS))
        if index:
            paper.canvas.line(170, 842 - paper.y + 14, 170, 842 - paper.y + 40)
        paper.y += 46
    paper.prose()


def margin_notes(paper: Paper, rng: RNG) -> None:
    """Notes between rules in the margin of a text."""
    for _ in range(3):
        top = paper.y
        paper.flow(170, f"{rng.choice(WORDS)} = {rng.choice(REGIONS)}. " + paragraph(rng, 3), 360)
        low = paper.y
        paper.y = top
        for row, text in enumerate((rng.choice(WORDS), f"Updated: {rng.randint(2010, 2026)}")):
            paper.canvas.line(60, 842 - paper.y + 10, 150, 842 - paper.y + 10)
            paper.put(60, text, bold=not row, size=paper.size - row * 2)
            paper.down(1.2)
        paper.canvas.line(60, 842 - paper.y + 10, 150, 842 - paper.y + 10)
        paper.y = max(low, paper.y) + 10


def source_beside(paper: Paper, rng: RNG) -> None:
    """A box whose left half is a source and whose right half is what comes of it."""
    paper.prose()
    paper.down()
    name, count = rng.choice(WORDS), rng.randint(3, 9)
    source = [f"\\begin{{{name}}}", *(f"  {label(rng, 3)}" for _ in range(count)), f"\\end{{{name}}}"]
    top, height = paper.y - 14, 1.25 * paper.size * len(source) + 10
    paper.canvas.setFillGray(0.85)
    paper.canvas.rect(58, 842 - top - height, 230, height, stroke=rng.randint(0, 1), fill=1)
    paper.canvas.setFillGray(0)
    paper.canvas.rect(288, 842 - top - height, 190, height)
    for row, text in enumerate(source):
        paper.put(64, text, font=rng.choice(("Courier",)))
        if row < count:
            paper.put(300, source[row + 1].strip())
        paper.down()
    paper.down(2)
    paper.prose()


def exercise_box(paper: Paper, rng: RNG) -> None:
    """A bar with a name and marks at its ends over a few tasks with blanks."""
    for number in range(1, rng.randint(2, 4)):
        paper.canvas.setFillGray(0.85)
        paper.canvas.rect(58, 842 - paper.y - 6, 480, 20, stroke=0, fill=1)
        paper.canvas.setFillGray(0)
        paper.put(64, f"Task {number}", bold=True)
        paper.put(532, f"{rng.randint(2, 20)} marks", bold=True, right=True)
        paper.down(1.8)
        for letter in "abc"[: rng.randint(2, 3)]:
            paper.put(80, f"{letter}) {sentence(rng, 5)}")
            if rng.random() < 0.6:
                paper.put(400, ".")
            paper.down(1.2)
        paper.down()


def to_sign(paper: Paper, rng: RNG) -> None:
    """Posts and names, and under lines in small type what to write on them."""
    paper.prose()
    paper.down()
    for _ in range(rng.randint(3, 4)):
        paper.put(60, label(rng, 1))
        paper.put(420, label(rng, 2).title())
        for x, words in ((240, "(signature, date)"), (420, "(initials, name)")):
            paper.canvas.line(x, 842 - paper.y - 3, x + 90, 842 - paper.y - 3)
            paper.y += 10
            paper.put(x + 12, words, size=6)
            paper.y -= 10
        paper.down(2.8)


PARTS = (
    title_page, slide, badges, algorithm, terminal, joined_boxes, margin_notes, source_beside, exercise_box, to_sign,
)  # fmt: skip
