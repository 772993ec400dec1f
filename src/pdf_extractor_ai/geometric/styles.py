"""What the name of a face does not say: words struck out by a rule, faces whose characters are equally wide."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pdf_extractor_ai.geometric.page import Line, Page, Rule, Run

_MAX_RULES = 3000
_NARROW = frozenset("iljtfI.,:;'|!()[]-\"/ ")
MEASURABLE = 6
"""Characters of a line at least whose advances tell of the pitch."""
_SAMPLE = 60  # lines of a face
_ENOUGH = 4
_TELLING = 16  # characters


def fixed_pitch(line: Line) -> bool:
    """True when the face says so, or when narrow and wide letters advance alike (faces without a telling name)."""
    if line.style.mono:
        return True
    if line.rtl or len(line.text) < MEASURABLE:
        return False
    steps = [b - a for a, b in pairwise(line.xs)][:60]
    usual = median(steps)
    if not 0.4 * line.size < usual < 0.75 * line.size:
        return False
    # Digits are alike in most faces; only narrow letters as wide as the others tell.
    narrow = [step for step, char in zip(steps, line.text, strict=False) if char in _NARROW and char != " "]
    if len(narrow) < 2 or len(narrow) > len(steps) - 2 or sum(abs(s - usual) < 0.04 * usual for s in narrow) < 2:
        return False
    # Gaps of several spaces were closed up, so a blank may be as wide as it likes.
    letters = [step for step, char in zip(steps, line.text, strict=False) if char != " "]
    return sum(1 for step in letters if abs(step - usual) < 0.04 * usual) >= 0.85 * len(letters)


def mark_fixed_pitch(pages: Sequence[Page]) -> None:
    """Set ``mono`` on the runs of faces that advance by one width, where neither name nor flag said so."""
    votes: dict[str, list[bool]] = {}
    for page in pages:
        for line in page.lines:
            style = line.runs[0].style
            if style.mono or len(line.text) < _TELLING or any(run.style.font != style.font for run in line.runs):
                continue
            seen = votes.setdefault(style.font, [])
            if len(seen) < _SAMPLE:
                seen.append(fixed_pitch(line))
    faces = {face for face, seen in votes.items() if len(seen) >= _ENOUGH and sum(seen) >= 0.8 * len(seen)}
    if not faces:
        return
    for page in pages:
        for line in page.lines:
            if any(run.style.font in faces for run in line.runs):
                line.runs = tuple(
                    run._replace(style=run.style._replace(mono=True)) if run.style.font in faces else run
                    for run in line.runs
                )


def mark_strokes(page: Page) -> None:
    """Set ``strike`` on the runs that a rule crosses at half the x-height, and drop those rules.

    At that height of the line a raised or lowered run is only underlined, or is half of a fraction.
    """
    strokes = [rule for rule in page.rules[:_MAX_RULES] if rule.horizontal and rule.thickness < 2.5]
    if not strokes or not page.lines:
        return
    lines = sorted(page.lines, key=lambda line: line.baseline)
    used: set[int] = set()
    for rule in strokes:
        for line in lines:
            if line.baseline - 0.6 * line.size > rule.y0:
                break
            if _strikes(rule, line):
                span = _covered(rule, line)
                if span is not None:
                    _apply(line, *span)
                    used.add(id(rule))
    page.rules = [rule for rule in page.rules if id(rule) not in used]


def _strikes(rule: Rule, line: Line) -> bool:
    height = line.baseline - rule.y0
    return (
        0.15 * line.size < height < 0.48 * line.size
        and rule.x0 >= line.x0 - 0.3 * line.size
        and rule.x1 <= line.x1 + 0.3 * line.size
        and rule.length > 0.4 * line.size
    )


def _covered(rule: Rule, line: Line) -> tuple[int, int] | None:
    inside = [
        index
        for index in range(len(line.text))
        if rule.x0 - 0.5 <= (line.xs[index] + line.xs[index + 1]) / 2 <= rule.x1 + 0.5 and line.text[index] != " "
    ]
    return (inside[0], inside[-1] + 1) if inside else None


def _apply(line: Line, start: int, end: int) -> None:
    runs: list[Run] = []
    edges = [run.start for run in line.runs[1:]] + [len(line.text)]
    for run, stop in zip(line.runs, edges, strict=True):
        for a, b, hit in (
            (run.start, min(stop, start), False),
            (max(run.start, start), min(stop, end), True),
            (max(run.start, end), stop, False),
        ):
            if a < b:
                runs.append(Run(a, run.style._replace(strike=True) if hit and not run.style.script else run.style))
    line.runs = tuple(runs)
