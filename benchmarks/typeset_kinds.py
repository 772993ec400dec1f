"""Kinds of tables as documents have them, with chance in all that may vary: each makes a `Sheet` from a generator."""

from __future__ import annotations

import random
from collections.abc import Callable

from typeset_pages import RULES, Cell, Sheet


def _list(words: str) -> list[str]:
    return words.split()


WORDS = _list(
    "river stone market garden engine winter copper signal harbour paper cotton valley bridge mirror silver forest "
    "timber canvas meadow basket lantern orchard pepper quarry ribbon saddle tunnel velvet willow anchor barley candle"
)
VERBS = _list("holds brings shows needs follows leaves covers opens grows measures keeps reaches changes supports")
SMALL = _list("the of and in with for a to from by under over between after at")
NAMES = _list(
    "Total Mean Share Count Rate Value Cost Price Weight Size Year Area Length Score Index Change Range Group"
)
UNITS = ("(kg)", "(%)", "(mm)", "(EUR)", "(in thousands)", "(n)", "(tonnes)")
REGIONS = _list("North South East West Centre Coast Upland Island Plain Delta Highland Border")
RNG = random.Random


def sentence(rng: RNG, words: int) -> str:
    out = [rng.choice((WORDS, VERBS, SMALL)[index % 3]) for index in range(words)]
    return " ".join(out).capitalize()


def paragraph(rng: RNG, sentences: int = 4) -> str:
    return " ".join(sentence(rng, rng.randint(7, 16)) + "." for _ in range(sentences))


def label(rng: RNG, words: int = 0) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(words or rng.randint(1, 3))).capitalize()


def name(rng: RNG) -> str:
    return rng.choice(NAMES) + (f" {rng.choice(WORDS)}" if rng.random() < 0.4 else "")


def _thousands(value: int, mark: str) -> str:
    return f"{value:,}".replace(",", mark)


def values(rng: RNG, count: int) -> tuple[list[str], str]:
    """A column of values of one sort, and how it is aligned."""
    sort = rng.choice(("int", "int", "dec", "dec", "pct", "money", "change", "date", "short", "word", "plus"))
    mark = rng.choice((",", ",", " ", "."))
    places, high = rng.choice((1, 2, 3)), rng.choice((9, 99, 999))

    def one() -> str:
        if sort == "int":
            return _thousands(rng.randint(1, rng.choice((50, 900, 90_000))), mark)
        if sort == "dec":
            return f"{rng.uniform(0, high):.{places}f}"
        if sort == "pct":
            return f"{rng.uniform(0, 99):.1f}%"
        if sort == "money":
            amount = _thousands(rng.randint(10, 90_000), ",")
            return f"({amount})" if rng.random() < 0.2 else amount
        if sort == "change":
            return f"{rng.choice('+−')}{rng.uniform(0, 9):.1f}"
        if sort == "date":
            return f"{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.20{rng.randint(10, 26)}"
        if sort == "short":
            return rng.choice(("yes", "no", "–", "A1", "B2", "n/a"))
        if sort == "plus":
            return f"{rng.uniform(0, high):.1f} ± {rng.uniform(0, 3):.1f}"
        return rng.choice(WORDS)

    align = "l" if sort == "word" else rng.choice("rrrc") if sort != "short" else rng.choice("lc")
    return [one() for _ in range(count)], align


def plain(rng: RNG, n_rows: int = 0, n_cols: int = 0, numbers: bool = False) -> Sheet:
    """A label column and columns of values under one row of names."""
    n_rows, n_cols = n_rows or rng.randint(4, 12), n_cols or rng.randint(3, 7)
    columns, aligns = [[label(rng) for _ in range(n_rows)]], ["l"]
    while len(columns) < n_cols:
        column, align = values(rng, n_rows)
        if numbers and align == "l":
            continue
        columns.append(column)
        aligns.append(align)
    head = [name(rng) for _ in range(n_cols)]
    if rng.random() < 0.3:
        head[0] = ""
    if rng.random() < 0.15:
        head[1:] = [str(2026 - n_cols + index) for index in range(1, n_cols)]
    rows = [[Cell(text) for text in head], *([Cell(text) for text in row] for row in zip(*columns, strict=True))]
    sheet = Sheet(rows, aligns)
    sheet.rules = rng.choice(RULES)
    sheet.size, sheet.face = rng.choice((7.0, 8.0, 8.5, 9.0, 10.0, 11.0)), rng.choice(("serif", "serif", "sans"))
    sheet.gutter, sheet.gap = rng.choice((6.0, 8.0, 12.0, 18.0)), rng.choice((2.0, 4.0, 6.0, 9.0))
    sheet.bold_head = rng.random() < 0.4
    sheet.repeat, sheet.middle = rng.random() < 0.6, rng.random() < 0.3
    sheet.before = [paragraph(rng) for _ in range(rng.randint(1, 2))]
    sheet.after = [paragraph(rng) for _ in range(rng.randint(1, 2))]
    sheet.distance = rng.choice((8.0, 12.0, 18.0))
    if rng.random() < 0.5:
        sheet.caption = f"Table {rng.randint(1, 9)}: {sentence(rng, rng.randint(4, 14))}"
        sheet.caption_below = rng.random() < 0.3
    return sheet


def spans(rng: RNG) -> Sheet:
    """Names over groups of columns."""
    sheet = plain(rng, n_cols=rng.choice((5, 7)), numbers=True)
    group = rng.choice((2, 3)) if sheet.n_cols == 7 else 2
    upper = [Cell("", rows=1)] if rng.random() < 0.6 else [Cell(name(rng), rows=2)]
    lower = sheet.rows[0]
    if upper[0].rows == 2:
        lower = lower[1:]
    upper += [Cell(label(rng, 2), cols=group) for _ in range((sheet.n_cols - 1) // group)]
    if len(upper) == 1 or sum(cell.cols for cell in upper) != sheet.n_cols:
        return spans(rng)
    sheet.rows = [upper, lower, *sheet.rows[1:]]
    sheet.head = 2
    return sheet


def stub(rng: RNG) -> Sheet:
    """Indented labels under section rows without values; or a section label over all columns."""
    sheet = plain(rng, n_rows=rng.randint(6, 14), numbers=True)
    over, deep = rng.random() < 0.5, rng.random() < 0.7
    rows = [sheet.rows[0]]
    for index, row in enumerate(sheet.rows[1:]):
        if index % 4 == 0:
            first = Cell(label(rng, 2), bold=rng.random() < 0.5)
            first.cols = sheet.n_cols if over else 1
            rows.append([first] if over else [first, *(Cell("") for _ in row[1:])])
        row[0].indent = int(deep)
        rows.append(row)
    sheet.rows = rows
    return sheet


def units(rng: RNG) -> Sheet:
    """A row of units under the names."""
    sheet = plain(rng, numbers=True)
    sheet.rows.insert(1, [Cell(""), *(Cell(rng.choice(UNITS)) for _ in range(sheet.n_cols - 1))])
    sheet.head = 2
    return sheet


def wrapped(rng: RNG, columns: int = 1) -> Sheet:
    """Short first columns and columns of wrapped text: options and what they do."""
    sheet = plain(rng, n_rows=rng.randint(3, 8), n_cols=rng.choice((2, 3)))
    columns = min(columns, sheet.n_cols - 1)
    width = 200.0 if columns == 1 else 140.0
    sheet.widths = [None if index == 0 else 60.0 for index in range(sheet.n_cols)]
    for col in range(sheet.n_cols - columns, sheet.n_cols):
        sheet.widths[col], sheet.aligns[col] = width, "l"
        for row in sheet.rows[1:]:
            row[col].text = sentence(rng, rng.randint(3, 22)) + rng.choice((".", ""))
    sheet.aligns[0] = "l"
    if rng.random() < 0.5:
        for row in sheet.rows[1:]:
            row[0].text = f"--{rng.choice(WORDS)}"
    return sheet


def wrapped_words(rng: RNG) -> Sheet:
    return wrapped(rng, 2)


def long_label(rng: RNG) -> Sheet:
    """A first column of wrapped labels before values."""
    sheet = plain(rng, n_rows=rng.randint(4, 9), n_cols=rng.randint(3, 5), numbers=True)
    sheet.widths = [rng.choice((90.0, 120.0)), *[None] * (sheet.n_cols - 1)]
    for row in sheet.rows[1:]:
        row[0].text = sentence(rng, rng.randint(2, 9))
    return sheet


def centred(rng: RNG) -> Sheet:
    """Wrapped cells with the other cells of their row half-way down, and no rules between the rows."""
    sheet = rng.choice((wrapped, wrapped_words, long_label))(rng)
    sheet.middle, sheet.rules = True, rng.choice(("booktabs", "headfoot", "headonly", "frame", "ground", "uprights"))
    return sheet


def framed_text(rng: RNG) -> Sheet:
    """Wrapped text in a frame with uprights and a rule under the head, row close to row."""
    sheet = wrapped(rng, rng.choice((1, 2)))
    sheet.rules, sheet.gap, sheet.middle = "uprights", rng.choice((0.0, 1.0, 2.0)), False
    return sheet


def row_spans(rng: RNG) -> Sheet:
    """A first column of names that each hold for several rows."""
    sheet = plain(rng, n_rows=rng.choice((4, 6, 9)), n_cols=rng.randint(3, 5))
    step = rng.choice((2, 3))
    sheet.rows[0].insert(0, Cell(name(rng)))
    sheet.aligns.insert(0, "l")
    body = sheet.rows[1:]
    for index in range(0, len(body), step):
        body[index].insert(0, Cell(label(rng, 1), rows=min(step, len(body) - index)))
        if index and sheet.rules in ("booktabs", "uprights", "frame"):
            sheet.sums.add(index + 1)
    return sheet


def turned(rng: RNG) -> Sheet:
    """Names that run up the page."""
    sheet = plain(rng, n_cols=rng.randint(4, 8), numbers=True)
    for cell in sheet.rows[0][1:]:
        cell.turned = True
    return sheet


def narrow(rng: RNG) -> Sheet:
    """Columns close to each other."""
    sheet = plain(rng, n_rows=rng.randint(6, 14), n_cols=rng.randint(4, 8))
    sheet.gutter = rng.choice((3.0, 4.0, 5.0))
    return sheet


def side_by_side(rng: RNG) -> Sheet:
    """Two small tables beside each other."""
    sheet = plain(rng, n_rows=rng.randint(4, 7), n_cols=3, numbers=True)
    other = plain(rng, n_rows=rng.randint(4, 7), n_cols=3, numbers=True)
    sheet.size = other.size = min(sheet.size, 8.5)
    other.rules, other.face, other.gap, sheet.beside = sheet.rules, sheet.face, sheet.gap, other
    return sheet


def in_column(rng: RNG) -> Sheet:
    """A table in one of two columns of text."""
    sheet = plain(rng, n_cols=rng.choice((3, 4)), numbers=True)
    sheet.two_columns, sheet.size, sheet.gutter = True, min(sheet.size, 8.5), min(sheet.gutter, 10.0)
    sheet.before = [paragraph(rng, 6) for _ in range(rng.randint(1, 4))]
    sheet.after = [paragraph(rng, 6) for _ in range(rng.randint(5, 9))]
    for row in sheet.rows[1:]:
        row[0].text = label(rng, rng.randint(1, 2))
    return sheet


def notes(rng: RNG) -> Sheet:
    """Notes right below, marks in cells."""
    sheet = plain(rng, numbers=True)
    sheet.notes = rng.sample(
        ["Note: " + sentence(rng, 12) + ".", "* p < .05. ** p < .01.", "Source: " + sentence(rng, 5) + ".",
         "a " + sentence(rng, 8) + ".", "Standard errors in parentheses."], rng.randint(1, 2))  # fmt: skip
    for row in sheet.rows[1:]:
        for cell in row:
            if rng.random() < 0.2:
                cell.mark = rng.choice("ab*")
    return sheet


def near_text(rng: RNG) -> Sheet:
    """Paragraphs close above and below."""
    sheet = plain(rng)
    sheet.distance, sheet.caption = rng.choice((2.0, 4.0)), ""
    return sheet


def over_pages(rng: RNG) -> Sheet:
    """A table that goes on over a page end."""
    sheet = plain(rng, n_rows=rng.randint(30, 60), numbers=rng.random() < 0.7)
    sheet.before, sheet.push = sheet.before[:1], rng.choice((0.0, 100.0, 300.0))
    sheet.caption_below = False
    return sheet


def page_foot(rng: RNG) -> Sheet:
    """Few rows at the page's foot and the others on the next page."""
    sheet = plain(rng, n_rows=rng.randint(12, 20), numbers=rng.random() < 0.7)
    sheet.before, sheet.caption, sheet.size, sheet.gap = [], "", 9.0, 4.0
    sheet.push = 722.0 - 50.0 - 16.0 * rng.randint(3, 5) - 8
    return sheet


def currency(rng: RNG) -> Sheet:
    """Money with signs of its own column, negatives in parentheses, a dash for nothing, sums."""
    sheet = plain(rng, n_cols=3, n_rows=rng.randint(5, 11), numbers=True)
    own = rng.random() < 0.5
    for col in (1, 2):
        sheet.aligns[col] = "r"
        for index, row in enumerate(sheet.rows[1:]):
            amount = _thousands(rng.randint(10, 900_000), ",")
            text = rng.choice((amount, amount, amount, f"({amount})", "–"))
            first = index in (0, len(sheet.rows) - 2)
            row[col].text = ("$ " if own else "$") + text if first and text != "–" else text
    sheet.rows[-1][0].text = "Total"
    sheet.sums.add(len(sheet.rows) - 1)
    for cell in sheet.rows[-1]:
        cell.bold = True
    return sheet


def small(rng: RNG) -> Sheet:
    """Two or three rows and columns."""
    sheet = plain(rng, n_rows=rng.randint(1, 2), n_cols=rng.choice((2, 3, 4)))
    sheet.bold_head = sheet.rules in ("none", "headonly") or sheet.bold_head
    return sheet


def sums(rng: RNG) -> Sheet:
    """A last row under a rule."""
    sheet = plain(rng, numbers=True)
    sheet.rows[-1][0].text = rng.choice(("Total", "Sum", "All"))
    sheet.sums.add(len(sheet.rows) - 1)
    return sheet


def wide(rng: RNG) -> Sheet:
    """Many columns on a landscape page."""
    sheet = plain(rng, n_rows=rng.randint(6, 16), n_cols=rng.randint(8, 12), numbers=True)
    sheet.landscape, sheet.size, sheet.gutter = True, min(sheet.size, 8.0), min(sheet.gutter, 8.0)
    for index, cell in enumerate(sheet.rows[0]):
        cell.text = cell.text.split()[0] if cell.text and index else cell.text
    return sheet


def invoice(rng: RNG) -> Sheet:
    """Items, amounts and prices with rules under the head and at the foot, sums below."""
    sheet = plain(rng, n_rows=rng.randint(2, 6), n_cols=4, numbers=True)
    sheet.rules, sheet.caption, sheet.aligns = rng.choice(("headfoot", "headonly", "ground")), "", ["l", "r", "r", "r"]
    for cell, text in zip(sheet.rows[0], ("Item", "Quantity", "Price", "Amount"), strict=True):
        cell.text = text
    for row in sheet.rows[1:]:
        row[0].text, row[1].text = label(rng, 3), str(rng.randint(1, 40))
        row[2].text, row[3].text = f"{rng.uniform(1, 90):.2f}", f"{rng.uniform(90, 900):.2f}"
    for text in ("Subtotal", "VAT 19 %", "Total"):
        sheet.rows.append([Cell(""), Cell(""), Cell(text), Cell(f"{rng.uniform(90, 900):.2f}")])
    return sheet


def sparse(rng: RNG) -> Sheet:
    """Many empty cells."""
    sheet = plain(rng, n_rows=rng.randint(6, 12), n_cols=rng.randint(4, 6))
    for row in sheet.rows[1:]:
        for cell in row[1:]:
            if rng.random() < 0.45:
                cell.text = ""
    return sheet


def words(rng: RNG) -> Sheet:
    """Columns of short words only."""
    sheet = plain(rng, n_cols=rng.choice((2, 3, 4)))
    for row in sheet.rows[1:]:
        for col, cell in enumerate(row[1:], 1):
            cell.text, sheet.aligns[col] = label(rng, rng.randint(1, 3)), "l"
    return sheet


def regression(rng: RNG) -> Sheet:
    """Estimates with stars, standard errors under them, statistics under a rule."""
    sheet = plain(rng, n_rows=2, n_cols=rng.randint(3, 6), numbers=True)
    sheet.rows = [[Cell(""), *(Cell(f"({index})") for index in range(1, sheet.n_cols))]]
    sheet.aligns = ["l", *[rng.choice("cr")] * (sheet.n_cols - 1)]
    for _ in range(rng.randint(3, 6)):
        some = [rng.random() < 0.8 for _ in range(sheet.n_cols - 1)]
        stars = [rng.choice(("", "*", "**", "***")) for _ in some]
        means = [f"{rng.uniform(-3, 3):.3f}{star}" if use else "" for use, star in zip(some, stars, strict=True)]
        sheet.rows.append([Cell(label(rng, 1)), *map(Cell, means)])
        sheet.rows.append([Cell(""), *(Cell(f"({rng.uniform(0, 1):.3f})" if use else "") for use in some)])
    sheet.sums.add(len(sheet.rows))
    for text in ("Observations", "R2"):
        sheet.rows.append([Cell(text), *(Cell(str(rng.randint(100, 9000))) for _ in range(sheet.n_cols - 1))])
    sheet.rules = rng.choice(("booktabs", "booktabs", "headonly", "none"))
    return sheet


KINDS: dict[str, Callable[[RNG], Sheet]] = {
    kind.__name__: kind
    for kind in (
        plain, spans, stub, units, wrapped, wrapped_words, long_label, centred, framed_text, row_spans, turned, narrow,
        side_by_side,
        in_column, notes, near_text, over_pages, page_foot, currency, small, sums, wide, invoice, sparse, words,
        regression,
    )
}  # fmt: skip
