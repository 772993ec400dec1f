"""Underscores that TeX draws: its old roman faces have none, so ``\\_`` is a short rule on the baseline."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from pdf_extractor_ai.geometric.page import Line, Rule

# TeX's underscore, in ems: from the face's own em (bold ones are wider than their size), on the baseline, hair-thin.
_SHORTEST, _LONGEST, _THICKEST = 0.27, 0.37, 0.08
_HIGHEST, _LOWEST = 0.09, 0.05
# How far the letters beside it may reach in, and how far off they stand at a line's end.
_SLACK, _NEAR = 0.12, 0.2
_LARGEST = 40.0  # points of type
_MOST = 2000  # rules


def type_underscores(lines: list[Line], rules: Sequence[Rule]) -> list[Rule]:
    """Put an underscore into the lines, in place, for every rule that is one; returns the other rules.

    Where a blank was read for the gap with the rule in it, the underscore takes its place.
    """
    short = [rule for rule in rules if rule.horizontal and rule.length < _LONGEST * _LARGEST]
    if not short or len(short) > _MOST:
        return list(rules)
    order = sorted(range(len(lines)), key=lambda index: lines[index].baseline)
    heights = [lines[index].baseline for index in order]
    typed: set[int] = set()
    for rule in sorted(short, key=lambda rule: rule.x0):
        start = bisect_right(heights, rule.y0 - _LOWEST * _LARGEST)
        for index in order[start:]:
            line = lines[index]
            if line.baseline - rule.y0 > _HIGHEST * _LARGEST:
                break
            if _is_underscore(rule, line) and (made := _with_underscore(line, rule)) is not None:
                lines[index] = made
                typed.add(id(rule))
                break
    return [rule for rule in rules if id(rule) not in typed]


def _is_underscore(rule: Rule, line: Line) -> bool:
    size = line.size
    return (
        not line.rtl
        and -_LOWEST * size < line.baseline - rule.y0 < _HIGHEST * size
        and _SHORTEST * size < rule.length < _LONGEST * size
        and rule.thickness < _THICKEST * size
        and line.x0 - _NEAR * size < rule.x1
        and rule.x0 < line.x1 + _NEAR * size
    )


def _with_underscore(line: Line, rule: Rule) -> Line | None:
    """The line with the underscore where the rule lies, ``None`` when a letter stands over it."""
    slack = _SLACK * line.size
    text, xs = line.text, line.xs
    if rule.x1 <= line.x0 + slack:
        return _inserted(line, 0, rule)
    if rule.x0 >= line.x1 - slack:
        return _inserted(line, len(text), rule)
    # The first character that begins behind the rule.
    after = bisect_right(xs, rule.x1 - slack, 0, len(text))
    if not 0 < after < len(text):
        return None
    if text[after - 1] == " " and xs[after - 1] <= rule.x0 + slack:
        edges = array(xs.typecode, xs)
        edges[after - 1] = rule.x0
        return replace(line, text=f"{text[: after - 1]}_{text[after:]}", xs=edges)
    return _inserted(line, after, rule) if xs[after - 1] < rule.x0 - slack else None


def _inserted(line: Line, at: int, rule: Rule) -> Line:
    edges = array(line.xs.typecode, line.xs)
    edges.insert(at, rule.x0)
    if at == len(line.text):
        edges[-1] = rule.x1
    runs = tuple(run._replace(start=run.start + 1) if run.start >= at and run.start else run for run in line.runs)
    return replace(
        line, text=f"{line.text[:at]}_{line.text[at:]}", xs=edges, runs=runs,
        x0=min(line.x0, rule.x0), x1=max(line.x1, rule.x1),
    )  # fmt: skip
