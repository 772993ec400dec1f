"""Lines in a monospaced face -> source text, its indentation rebuilt from where the lines begin."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from statistics import median

from pdf_extractor_ai.geometric.page import Line

# What typesetters print where they break a line of code: at its end, and before the part that goes on.
_BROKEN = ("⌋", "↩", "⏎", "␣")
_GOES_ON = re.compile(r"(?:[↪⤷↳]→?|˓→)\s*")
# A hash, a key or encoded bytes: nothing that ends like this is complete for that.
_KEY = re.compile(r"[0-9A-Za-z+/_-]{16,}$")
# A token that fills this share of the widest line was broken since it would fit into no line.
_LONG = 0.5

# Marks that programs are full of and prose is not.
_SYNTAX = re.compile(r"[{}()\[\]<>=_\\/#$|&;*+@^~`]")
_PROSE_WORDS, _PROSE_SYNTAX = 5, 0.025


def reads_as_prose(lines: Sequence[Line]) -> bool:
    """True when lines of a typewriter face are running text: full of words, with hardly a mark of any syntax."""
    words = [word for line in lines for word in line.text.split()]
    marks = sum(len(_SYNTAX.findall(line.text)) for line in lines)
    letters = sum(word.strip(".,:;!?'\"-()").isalpha() for word in words)
    if len(lines) <= 2 and not marks and len(words) > 1 and lines[0].text[0].isupper():
        return letters == len(words)
    return (
        len(words) >= _PROSE_WORDS * max(len(lines), 2)
        and letters >= 0.8 * len(words)
        and marks <= _PROSE_SYNTAX * sum(len(line.text) for line in lines)
    )


def code_text(lines: Sequence[Line], right: float = 0.0) -> str:
    """The lines with their indents and inner gaps as spaces; a gap of a line's height is an empty line.

    One column of a monospaced face is as wide as its commonest advance. What the page's width broke is one line
    again: where a mark says so, and where a single token runs up to ``right``, the edge of the column of text.
    """
    advance = _advance(lines)
    left = min(line.x0 for line in lines)
    steps = [b.baseline - a.baseline for a, b in itertools.pairwise(lines) if b.baseline > a.baseline]
    leading = min((step for step in steps if step > 0.5 * lines[0].size), default=0.0)
    out: list[str] = []
    previous: Line | None = None
    for line in lines:
        text = _spaced(line, advance)
        if previous is not None and (between := _unbroken(previous, line, left, right, advance)) is not None:
            out[-1] = out[-1].rstrip("".join(_BROKEN)) + between + _GOES_ON.sub("", text, count=1)
            previous = line
            continue
        if previous is not None and leading and 1.6 * leading < line.baseline - previous.baseline < 4.5 * leading:
            out.extend([""] * (round((line.baseline - previous.baseline) / leading) - 1))
        out.append(" " * round((line.x0 - left) / advance) + text)
        previous = line
    return "\n".join(out)


def _unbroken(before: Line, line: Line, left: float, right: float, advance: float) -> str | None:
    """What to put between two halves of one line of code; ``None`` when they are two lines."""
    if _GOES_ON.match(line.text):
        if line.text[0] == "˓":  # Sphinx shows the blank that it breaks at
            return " " if before.text.endswith("␣") else ""
        return "" if before.text.endswith(_BROKEN) else " "
    token, rest = before.text.rpartition(" ")[2], line.text.partition(" ")[0]
    if (key := _KEY.search(token)) is None or sum(map(str.isdecimal, key[0])) < 4:
        return None
    long = len(token) * advance > max(_LONG * (right - left), 20 * advance) and before.x1 > right - 2 * advance > left
    # Tokens of one length below each other are a list of keys, not one broken key.
    goes_on = token[-1:].isalnum() and rest[:1].isalnum() and len(rest) != len(token) and line.x0 <= before.x0
    return "" if long and goes_on else None


def _advance(lines: Sequence[Line]) -> float:
    widths = [
        line.xs[index + 1] - line.xs[index]
        for line in lines
        for index in range(min(len(line.text) - 1, 40))
        if line.text[index] != " " and line.text[index + 1] != " "
    ]
    usual = median(widths) if widths else 0.6 * lines[0].size
    return usual if usual > 0.2 * lines[0].size else 0.6 * lines[0].size


def _spaced(line: Line, advance: float) -> str:
    """The text with as many spaces as fit where it has one."""
    out: list[str] = []
    for index, char in enumerate(line.text):
        if char == " ":
            width = line.xs[index + 1] - line.xs[index]
            out.append(" " * max(1, round(width / advance)))
        else:
            out.append(char)
    return "".join(out)
