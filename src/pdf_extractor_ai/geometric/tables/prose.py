"""Running text of a page: lines that fill one measure, and the gutters between columns of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pdf_extractor_ai.geometric.page import Line

_LABEL = 14.0  # ems


@dataclass(slots=True)
class Prose:
    """Running text of a page: ``ids`` of its lines, and the box of each run of lines that fill one measure."""

    ids: frozenset[int]
    boxes: list[tuple[float, float, float, float]]

    def gutters(self) -> list[tuple[float, float, float]]:
        """The x of every strip between two runs side by side, with the top and bottom of what it parts."""
        found: list[tuple[float, float, float]] = []
        boxes = sorted(self.boxes)[:200]
        for index, (x0, y0, x1, y1) in enumerate(boxes):
            for a0, b0, a1, b1 in boxes[index + 1 :]:
                if (
                    a0 > x1 - 1
                    and a0 - x1 < 0.8 * (x1 - x0)
                    and min(y1, b1) > max(y0, b0)
                    and a1 - a0 > 0.6 * (x1 - x0)
                ):
                    found.append(((x1 + a0) / 2, min(y0, b0), max(y1, b1)))
        return _merged(found)

    def widened(self) -> list[tuple[float, float, float]]:
        """The gutters, each as tall as all prose on its two sides."""
        out = []
        for x, low, high in self.gutters():
            sides = [box for box in self.boxes if box[2] <= x + 4 or box[0] >= x - 4]
            out.append((x, min([low, *(b[1] for b in sides)]), max([high, *(b[3] for b in sides)])))
        return out


def _merged(found: Sequence[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    out: list[tuple[float, float, float]] = []
    for x, low, high in sorted(found):
        if out and x - out[-1][0] < 12:
            out[-1] = (out[-1][0], min(low, out[-1][1]), max(high, out[-1][2]))
        else:
            out.append((x, low, high))
    return out


def find_prose(lines: Sequence[Line]) -> Prose:
    """The lines that stand in runs of three or more and fill a measure as running text does."""
    out: list[list[Line]] = []
    open_runs: list[list[Line]] = []
    first: dict[int, Line] = {}
    for line in lines:
        place = round(line.baseline)
        if place not in first or line.x0 < first[place].x0:
            first[place] = line
    for line in sorted(lines, key=lambda line: line.baseline):
        # Letters of a fixed pitch are wider, so that as many of them make no long line yet.
        if line.width < (20 if line.style.mono else 13) * line.size or " " not in line.text:
            continue
        for run in open_runs:
            last = run[-1]
            step = line.baseline - last.baseline
            same = abs(line.size - last.size) < 0.6 and abs(line.x0 - last.x0) < 3 * line.size
            if 0.8 * line.size < step < 2.2 * line.size and same and abs(line.x1 - last.x1) < 0.25 * last.width:
                run.append(line)
                break
        else:
            open_runs = [
                run for run in open_runs if line.baseline - run[-1].baseline < 3 * line.size or _keep(run, out)
            ]
            open_runs.append([line])
    for run in open_runs:
        _keep(run, out)
    # Two long lines with a short label each are rows of a table.
    out = [run for run in out if len(run) > 2 or not all(_labelled(line, first) for line in run)]
    boxes = [(min(line.x0 for line in run), run[0].y0, max(line.x1 for line in run), run[-1].y1) for run in out]
    return Prose(frozenset(id(line) for run in out for line in run), boxes)


def _labelled(line: Line, first: dict[int, Line]) -> bool:
    """True when a short piece stands to the left of a line, at its height."""
    label = first.get(round(line.baseline))
    return label is not None and label.x1 < line.x0 - line.size and label.width < _LABEL * line.size


def _keep(run: list[Line], out: list[list[Line]]) -> bool:
    # Line after line a whole sentence: descriptions in the rows of a table.
    whole = sum(1 for line in run if line.text.endswith(".") and not line.text[:1].islower())
    if whole < 0.6 * len(run) and (len(run) >= 3 or (len(run) == 2 and run[0].width > 28 * run[0].size)):
        out.append(run)
    return False
