"""Paragraphs set with a hanging indent: references, glossaries and indexes, where only the first line stands out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pdf_extractor_ai.geometric.markers import marker_of
from pdf_extractor_ai.geometric.page import Line

# In units of the type size (em).
_AT = 0.15  # lines begin at one place
_LEAST, _MOST = 0.8, 4.0  # how far the lines hang
_STEP = 2.2  # between the baselines of two lines, white between entries included
_TURNS = 2  # entries of more than one line: one alone may be a paragraph with a line set in


def hanging_lines(
    lines: Sequence[Line], *, begins: Callable[[Line], bool], has_room: Callable[[Line, Line], bool]
) -> dict[int, bool]:
    """By the ``id`` of a line that stands among hanging paragraphs: whether it is the first line of one.

    ``begins`` tells a line that may open a sentence, ``has_room`` whether the first word of its second line would
    have fitted on the first. Where first lines are set in instead, a line goes back to the margin without an end
    and the line before a set-in one is short: that tells the two apart.
    """
    found: dict[int, bool] = {}
    for run in _runs(lines):
        left = min(line.x0 for line in run)
        out = [line.x0 - left < _AT * line.size for line in run]
        turns = list(zip(run, run[1:], out, out[1:], strict=False))
        hung = [not has_room(before, line) for before, line, was, now in turns if was and not now]
        back = [begins(line) for _, line, was, now in turns if now and not was]
        level = [begins(line) and before.text[-1:] in ".]" for before, line, was, now in turns if was and now]
        if len(hung) >= _TURNS and back and all(hung) and all(back) and all(level):
            found.update((id(line), first) for line, first in zip(run, out, strict=True))
    return found


def _runs(lines: Sequence[Line]) -> list[list[Line]]:
    """Stretches of lines in one size that begin at one of two places, the first of them at the outer one."""
    runs: list[list[Line]] = []
    for line in lines:
        plain = not line.rtl and not line.style.mono and marker_of(line) is None
        if plain and runs and runs[-1] and _belongs(runs[-1], line):
            runs[-1].append(line)
        else:
            runs.append([line] if plain else [])
    return [run for run in runs if run]


def _belongs(run: list[Line], line: Line) -> bool:
    last, em, left = run[-1], line.size, run[0].x0
    if abs(last.size - em) > 0.5 or not 0.3 * em < line.baseline - last.baseline < _STEP * em:
        return False
    hang = line.x0 - left
    if abs(hang) < _AT * em:
        return True
    known = next((other.x0 - left for other in run if other.x0 - left >= _LEAST * em), None)
    return _LEAST * em <= hang <= _MOST * em and (known is None or abs(hang - known) < _AT * em)
