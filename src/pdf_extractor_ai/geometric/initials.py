"""Dropped capitals: a letter as high as two lines or more that begins the first of them."""

from __future__ import annotations

from collections.abc import Sequence

from pdf_extractor_ai.geometric.lexicon import is_common_word
from pdf_extractor_ai.geometric.merge import merge_row
from pdf_extractor_ai.geometric.page import Line

_LARGE = 1.8  # times the type size of the text
# Text begins this near to the letter, in heights of the letter.
_NEAR = 0.6


def join_initials(lines: Sequence[Line], body: float) -> list[Line]:
    """The lines of a page with each large initial put in front of the first line that stands beside it.

    ``body`` is the body text's size in points. It is done before the order is made: the initial often stands on the
    baseline of the last line beside it.
    """
    out = list(lines)
    for cap in [line for line in lines if _is_cap(line, body)]:
        beside = [
            line
            for line in out
            if line is not cap
            and line.y0 < cap.y1
            and line.y1 > cap.y0
            and cap.size > _LARGE * line.size
            and -2 <= line.x0 - cap.x1 < _NEAR * cap.size
        ]
        if not beside:
            continue
        target = min(beside, key=lambda line: line.baseline)
        joined = merge_row([cap, target])
        joined.baseline, joined.size, joined.y1 = target.baseline, target.size, target.y1
        joined.tag, joined.mcid = target.tag, target.mcid
        joined.runs = (joined.runs[0]._replace(style=target.runs[0].style), *joined.runs[1:])
        # The initial and the rest are one word, unless the initial is a word.
        if cap.text not in ("A", "I", "O") or not _parted(cap, target):
            _close_up(joined, len(cap.text))
        out = [joined if line is target else line for line in out if line is not cap]
    return out


def _is_cap(line: Line, body: float) -> bool:
    return len(line.text) <= 2 and line.text[:1].isupper() and line.size > _LARGE * body


def _parted(cap: Line, target: Line) -> bool:
    """Whether `A`, `I` or `O` is a word of its own: `A boat` is no `Aboat`, but `n the winter` needs its `I`."""
    first = target.text.split(" ", 1)[0].strip(",.;:!?")
    if first[:1].isupper() and not first.isupper():
        return True
    return is_common_word(first.lower()) and not is_common_word((cap.text + first).lower())


def _close_up(line: Line, position: int) -> None:
    """Take out the space at ``position``."""
    line.text = line.text[:position] + line.text[position + 1 :]
    line.xs.pop(position)
    line.runs = tuple(run._replace(start=run.start - 1) if run.start > position else run for run in line.runs)
    line.links = tuple(link._replace(start=max(link.start - 1, 0), end=link.end - 1) for link in line.links)
