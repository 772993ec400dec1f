"""Lines -> running text: words that a line end broke are made whole, styles become inline pieces."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pdf_extractor_ai.geometric.characters import is_cjk
from pdf_extractor_ai.geometric.page import Line, Run, Style
from pdf_extractor_ai.geometric.vocabulary import Vocabulary

_LAST = re.compile(r"([^\W_]+(?:-[^\W_]+)*)[-‐\u00ad]$")
_FIRST = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_NAME = re.compile(r"[A-Za-z0-9]_$")  # of a variable, which breaks behind its underscore; a line to write on has more
# The name of a command's option, most of whose hyphens are its own.
_OPTION = re.compile(r"(?:^|[\s(\[{|,=‘“'\"`])--?[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*-$")
_URL = re.compile(r"(?:https?://|www\.)\S*[/_.?&=%#-]$")
_PAIR = re.compile(r"(?:and|or|und|oder|bzw|sowie|en|of|y|e|o|et|ou|och|eller|og|lub|oraz|и|или|και|ή)(?![\w-])")
_SOFT = "\u00ad"
_RAISED = str.maketrans("0123456789+-()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ")
_LOWERED = str.maketrans("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎")


class Piece(NamedTuple):
    """A stretch of text in one look; ``uri`` makes it the anchor of a link."""

    text: str
    bold: bool = False
    italic: bool = False
    mono: bool = False
    strike: bool = False
    script: int = 0
    uri: str = ""


def joint(before: str, after: str, vocabulary: Vocabulary) -> tuple[int, str]:
    """How two lines become one text: how many characters to take off the first, and what to put between."""
    if not before or not after:
        return 0, ""
    last, first = before[-1], after[0]
    if last == _SOFT:
        return 1, ""
    if last in "-‐" and (match := _LAST.search(before)) and (word := _FIRST.match(after)):
        # `vracht- en` is one half of a pair: a blank stands after its hyphen.
        if _PAIR.match(after):
            return 0, " "
        if _OPTION.search(before):
            return (1, "") if vocabulary.is_whole(match[1], word[0]) else (0, "")
        return (0, "") if vocabulary.keeps_hyphen(match[1], word[0]) else (1, "")
    if is_cjk(last) and is_cjk(first):
        return 0, ""
    if last in "—–/" and _no_blank(before):
        return 0, ""
    if last == "_" and _NAME.search(before) and first.isascii() and first.isalnum():
        return 0, ""
    if _URL.search(before) and not first.isspace() and re.match(r"[\w/%?&=#.-]+", after):
        return 0, ""
    return 0, " "


def _no_blank(before: str) -> bool:
    return len(before) > 1 and before[-2] != " "


def join_lines(lines: Sequence[Line], vocabulary: Vocabulary) -> str:
    """The plain text of some lines, line ends mended; raised and lowered digits as Unicode has them."""
    return _joined((_plain(line) for line in lines), vocabulary)


def cell_text(lines: Sequence[Line], vocabulary: Vocabulary) -> str:
    """The text of a table's cell, line ends mended, every character as it is in the file."""
    return _joined((text for line in lines if (text := line.text.strip())), vocabulary)


def mended(text: str, vocabulary: Vocabulary) -> str:
    """A text that was joined by blanks, with the words made whole that a line end broke: `prefer- ences`."""
    parts = re.split(r"(?<=[^\W\d_]-) (?=[^\W\d_])", text)
    return _joined(parts, vocabulary) if len(parts) > 1 else text


def _joined(parts: Iterable[str], vocabulary: Vocabulary) -> str:
    text = ""
    for part in parts:
        cut, between = joint(text, part, vocabulary)
        text = (text[: len(text) - cut] if cut else text) + between + part
    return text.replace(_SOFT, "")


def _plain(line: Line) -> str:
    """`page 1` with note 1 must not read `page 11` where there is no mark-up for a raised 1."""
    if not any(run.style.script for run in line.runs):
        return line.text
    return "".join(
        part.translate(_RAISED if style.script > 0 else _LOWERED) if style.script else part
        for style, part in line.pieces()
    )


def inline_pieces(lines: Sequence[Line], vocabulary: Vocabulary, base: Style, skip: int = 0) -> list[Piece]:
    """The text of some lines as pieces of one look each; the first ``skip`` characters are left out.

    ``base`` is the look that counts as plain: bold is only marked against a lighter base, mono against a
    proportional one.
    """
    pieces: list[Piece] = []
    for index, line in enumerate(lines):
        parts = _line_pieces(line, base, skip if index == 0 else 0)
        if not parts:
            continue
        if pieces:
            last = pieces[-1]
            cut, between = joint(last.text, parts[0].text, vocabulary)
            pieces[-1] = last._replace(text=(last.text[: len(last.text) - cut] if cut else last.text) + between)
        pieces.extend(parts)
    return _merged(pieces)


def cell_pieces(lines: Sequence[Line], vocabulary: Vocabulary) -> list[Piece]:
    """The text of a table's cell as pieces; none where it is only text.

    What all words of the cell are (bold in a header row, code in a column of names) is the look of the cell and no
    mark; a struck or raised cell and a link are marked even so. No word is cut by a change of weight or slant.
    """
    first = lines[0].runs[0].style if lines else None
    if first is None or (
        not (first.strike or first.script)
        and all(not line.links and (len(line.runs) == 1 or _one_look(line)) for line in lines)
        and all(_same_look(line.runs[0].style, first) for line in lines)
    ):
        return []
    parts = [piece for line in lines for piece in line.pieces() if not piece[1].isspace()]
    words = [style for style, text in parts if any(map(str.isalnum, text))] or [style for style, _ in parts]
    base = first._replace(
        bold=all(style.bold for style in words),
        italic=all(style.italic for style in words),
        mono=all(style.mono for style in words),
    )
    pieces = _whole_words(inline_pieces(lines, vocabulary, base))
    return pieces if any(any(piece[1:]) for piece in pieces) else []


def _whole_words(pieces: list[Piece]) -> list[Piece]:
    """The pieces without the weight and slant that change inside a word: the name in a cell can be searched for."""
    cut: set[int] = set()
    for index, (before, after) in enumerate(itertools.pairwise(pieces)):
        last, first = before.text[-1], after.text[0]
        if (
            (before.bold, before.italic) != (after.bold, after.italic)
            and before[3:] == after[3:]
            and (last.isalnum() and first.isalnum())
            and not (is_cjk(last) or is_cjk(first))
        ):
            cut.update((index, index + 1))
    return _merged([p._replace(bold=False, italic=False) if i in cut else p for i, p in enumerate(pieces)])


def _one_look(line: Line) -> bool:
    return all(_same_look(run.style, line.runs[0].style) for run in line.runs)


def _same_look(style: Style, other: Style) -> bool:
    """True when nothing but size, colour or the name of the face differs."""
    return style is other or (
        (style.bold, style.italic, style.mono, style.strike, style.script)
        == (other.bold, other.italic, other.mono, other.strike, other.script)
    )


def _line_pieces(line: Line, base: Style, skip: int) -> list[Piece]:
    if len(line.runs) == 1 and not line.links:
        return [_piece(line.text[skip:], line.runs[0].style, base, "")]
    cuts = {skip, len(line.text)}
    cuts.update(run.start for run in line.runs if run.start > skip)
    for link in line.links:
        cuts.update(cut for cut in (link.start, link.end) if skip < cut < len(line.text))
    ordered = sorted(cuts)
    out = []
    for start, end in itertools.pairwise(ordered):
        style = _style_at(line.runs, start)
        uri = next((link.uri for link in line.links if link.start <= start < link.end), "")
        out.append(_piece(line.text[start:end], style, base, uri))
    return out


def _style_at(runs: tuple[Run, ...], position: int) -> Style:
    style = runs[0].style
    for run in runs:
        if run.start > position:
            break
        style = run.style
    return style


def _piece(text: str, style: Style, base: Style, uri: str) -> Piece:
    return Piece(
        text, style.bold and not base.bold, style.italic and not base.italic, style.mono and not base.mono,
        style.strike, style.script, uri,
    )  # fmt: skip


def _merged(pieces: list[Piece]) -> list[Piece]:
    out: list[Piece] = []
    for piece in pieces:
        text = piece.text.replace(_SOFT, "")
        if not text:
            continue
        if out and (out[-1][1:] == piece[1:] or not text.strip()):
            out[-1] = out[-1]._replace(text=out[-1].text + text)
        else:
            out.append(piece._replace(text=text))
    out = _without_slanted_signs(out) if len(out) > 1 else out
    if out:
        out[0] = out[0]._replace(text=out[0].text.lstrip())
        out[-1] = out[-1]._replace(text=out[-1].text.rstrip())
    return [piece for piece in out if piece.text]


def _without_slanted_signs(pieces: list[Piece]) -> list[Piece]:
    """A sign alone in a bold or slanted face (a bullet, a plus between two numbers) is not marked."""
    out: list[Piece] = []
    for piece in pieces:
        if (piece.bold or piece.italic) and not any(map(str.isalnum, piece.text)):
            piece = piece._replace(bold=False, italic=False)
        if out and out[-1][1:] == piece[1:]:
            out[-1] = out[-1]._replace(text=out[-1].text + piece.text)
        else:
            out.append(piece)
    return out
