"""Visual order -> logical order for lines that hold Hebrew or Arabic.

A cut-down inverse of the Unicode bidirectional algorithm (UAX #9) for a single line: the base direction is that of
most letters, runs against it are turned round, numbers keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pdf_extractor_ai.geometric.characters import direction

_MIRRORED = {"(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "<": ">", ">": "<", "«": "»", "»": "«"}
_BEHIND = frozenset(":.)-–")


def has_rtl(text: str) -> bool:
    """True when some letter is written from right to left."""
    return any("\u0590" <= char <= "\u08ff" or "\ufb1d" <= char <= "\ufefc" for char in text)


def logical_order(characters: Sequence[str], *, rtl_page: bool = False) -> tuple[list[int], bool]:
    """Indices of ``characters`` (left to right as seen) in reading order, and whether the line is right-to-left.

    On a page that is mostly so (``rtl_page``) a line that begins at the right with such a letter is, however many
    foreign words follow.
    """
    kinds = [direction(char) for char in characters]
    first = next((kind for kind in reversed(kinds) if kind in ("R", "L")), "")
    rtl = kinds.count("R") >= kinds.count("L") or (rtl_page and first == "R")
    levels = _levels(kinds, characters, rtl)
    order = list(range(len(characters)))
    if rtl:
        order.reverse()
        return _reverse_runs(order, lambda index: levels[index] == "L"), True
    return _reverse_runs(order, lambda index: levels[index] == "R"), False


def mirrored(character: str) -> str:
    """The partner of a bracket, else the character itself."""
    return _MIRRORED.get(character, character)


def _levels(kinds: list[str], characters: Sequence[str], rtl: bool) -> list[str]:
    """``L`` or ``R`` for every character: neutrals take the side both neighbours share, else the base.

    A number behind a right-to-left word does not belong to the foreign words behind it (W7, N1): of `1: Dune` only
    the number and the words keep their order, each for itself.
    """
    base = "R" if rtl else "L"
    resolved = _with_numbers(kinds, characters, rtl)
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
    return ["L" if kind == "N" else kind for kind in resolved]


def _with_numbers(kinds: list[str], characters: Sequence[str], rtl: bool) -> list[str]:
    """``L`` for numbers, ``N`` for those of a right-to-left line that the words to their left do not belong to.

    Seen alone, `PDF 1` may be read either way; a mark close to the left of a number and far from the word, as in
    `Dune :1`, stands behind that number.
    """
    out = ["L" if kind == "N" else kind for kind in kinds]
    for index in range(2, len(kinds)) if rtl else ():
        if kinds[index] == "N" and characters[index - 1] in _BEHIND and characters[index - 2] == " ":
            end = index
            while end < len(kinds) and kinds[end] == "N":
                end += 1
            if "L" not in kinds[end : next((i for i in range(end, len(kinds)) if kinds[i] == "R"), end)]:
                out[index:end] = ["N"] * (end - index)
    return out


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
