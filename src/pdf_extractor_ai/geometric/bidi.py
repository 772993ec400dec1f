"""Visual order -> logical order for lines that hold Hebrew or Arabic.

A cut-down inverse of the Unicode bidirectional algorithm (UAX #9) for a single line: the base direction is that of
most letters, runs against it are turned round, numbers keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pdf_extractor_ai.geometric.characters import direction

_MIRRORED = {"(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "<": ">", ">": "<", "«": "»", "»": "«"}


def has_rtl(text: str) -> bool:
    """True when some letter is written from right to left."""
    return any("\u0590" <= char <= "\u08ff" or "\ufb1d" <= char <= "\ufefc" for char in text)


def logical_order(characters: Sequence[str]) -> tuple[list[int], bool]:
    """Indices of ``characters`` (left to right as seen) in reading order, and whether the line is right-to-left."""
    kinds = [direction(char) for char in characters]
    rtl = kinds.count("R") >= kinds.count("L")
    levels = _levels(kinds, rtl)
    order = list(range(len(characters)))
    if rtl:
        order.reverse()
        return _reverse_runs(order, lambda index: levels[index] == "L"), True
    return _reverse_runs(order, lambda index: levels[index] == "R"), False


def mirrored(character: str) -> str:
    """The partner of a bracket, else the character itself."""
    return _MIRRORED.get(character, character)


def _levels(kinds: list[str], rtl: bool) -> list[str]:
    """``L`` or ``R`` for every character: neutrals take the side both neighbours share, else the base."""
    base = "R" if rtl else "L"
    resolved = [("L" if kind == "N" else kind) for kind in kinds]
    size, index = len(resolved), 0
    while index < size:
        if resolved[index]:
            index += 1
            continue
        end = index
        while end < size and not resolved[end]:
            end += 1
        left = resolved[index - 1] if index else base
        right = resolved[end] if end < size else base
        side = left if left == right else base
        for position in range(index, end):
            resolved[position] = side
        index = end
    return resolved


def _reverse_runs(order: list[int], belongs: Callable[[int], bool]) -> list[int]:
    out: list[int] = []
    run: list[int] = []
    for index in order:
        if belongs(index):
            run.append(index)
            continue
        out.extend(reversed(run))
        run.clear()
        out.append(index)
    out.extend(reversed(run))
    return out
