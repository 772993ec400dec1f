"""The bookmarks as evidence: which blocks they list, and blocks cut or joined so that a listed title stands alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.numbering import bare_title
from pdf_extractor_ai.geometric.page import OutlineEntry

MAX_TITLE_LINES = 4
MAX_TITLE_CHARACTERS = 220
_KINDS = ("text", "list_item", "code")


def fit_to_outline(blocks: Sequence[Block], outline: Sequence[OutlineEntry]) -> list[Block]:
    """Blocks in which every listed title is one block.

    A title in two faces or sizes may have come apart into two blocks, one in the text's own size may have been
    taken for the first line of its paragraph. Only a title that agrees to the letter moves anything.
    """
    out = list(blocks)
    if len(outline) < 2:
        return out
    wanted: dict[int, set[str]] = defaultdict(set)
    for entry in outline:
        if (bare := bare_title(entry.title)) and len(bare) > 2:
            wanted[entry.page].add(bare)
    index = 0
    while index < len(out):
        titles = wanted.get(out[index].page)
        if titles and _may_be_title(out[index]):
            _join(out, index, titles) or _cut(out, index, titles)
        index += 1
    return out


def match_outline(blocks: Sequence[Block], outline: Sequence[OutlineEntry]) -> dict[int, int]:
    """Blocks that the outline lists, by identity, with their depth there (0 is the outermost)."""
    if len(outline) < 2:
        return {}
    by_page: dict[int, list[Block]] = defaultdict(list)
    for block in blocks:
        short = len(block.lines) <= MAX_TITLE_LINES and len(block.text) <= MAX_TITLE_CHARACTERS
        if _may_be_title(block) and short:
            by_page[block.page].append(block)
    found: dict[int, int] = {}
    for entry in outline:
        title = bare_title(entry.title)
        if not title or not entry.page:
            continue
        for page in (entry.page, entry.page + 1, entry.page - 1):
            matches = [
                b
                for b in by_page.get(page, ())
                if id(b) not in found and _same_title(bare_title(b.text), title) and not (b.marker and not b.ordered)
            ]
            match = max(matches, key=lambda b: (b.style.size, b.style.bold), default=None)
            if match is not None:
                found[id(match)] = entry.depth
                break
    return found


def named_in_contents(blocks: Sequence[Block]) -> set[int]:
    """Identities of the blocks that a contents page names: the same words, on the page that it gives.

    Printed and physical page numbers differ by one distance throughout; three titles must agree on it.
    """
    printed: dict[str, list[int]] = defaultdict(list)
    for block in blocks:
        if block.kind == "index":
            for row in block.data.rows:
                if row.page.isdecimal() and (bare := bare_title(row.title)):
                    printed[bare].append(int(row.page))
    found: dict[int, list[int]] = defaultdict(list)
    for block in blocks:
        if (block.marker and not block.ordered) or len(block.lines) > MAX_TITLE_LINES:
            continue
        if _may_be_title(block) and len(block.text) <= MAX_TITLE_CHARACTERS:
            for page in printed.get(bare_title(block.text), ()):
                found[block.page - page].append(id(block))
    best = max(found.values(), key=len, default=[])
    return set(best) if len(best) >= 3 else set()


def _may_be_title(block: Block) -> bool:
    return block.kind in _KINDS and bool(block.lines) and not block.lines[0].angle


def _same_title(block: str, wanted: str) -> bool:
    return block == wanted or (
        len(wanted) > 12
        and (block.startswith(wanted) or wanted.startswith(block))
        and len(block) > 0.7 * len(wanted)
        and len(block) < 1.3 * len(wanted)
    )


def _join(blocks: list[Block], index: int, titles: set[str]) -> bool:
    """Make one block of two to four that say a title together."""
    first = blocks[index]
    said = first.text
    if len(first.lines) > 2 or bare_title(said) in titles:
        return False
    for end in range(index + 1, min(index + 4, len(blocks))):
        block = blocks[end]
        if not _may_be_title(block) or (block.page, block.column) != (first.page, first.column):
            return False
        if len(block.lines) > 2 or block.gap > 2.5 * block.lines[0].size:
            return False
        said += " " + block.text
        if bare_title(said) in titles:
            first.kind = "text"
            first.lines = [line for part in blocks[index : end + 1] for line in part.lines]
            first.where = [where(first.page, first.lines)]
            del blocks[index + 1 : end + 1]
            return True
    return False


def _cut(blocks: list[Block], index: int, titles: set[str]) -> bool:
    """Cut a title off the paragraph that begins on the line below it."""
    block = blocks[index]
    for count in range(1, min(3, len(block.lines) - 1) + 1):
        head, tail = block.lines[:count], block.lines[count:]
        if bare_title(" ".join(line.text for line in head)) not in titles:
            continue
        if head[0].style == tail[0].style and not head[-1].text[-1:].isalnum():
            return False  # the last words of a sentence
        rest = Block(block.kind, tail, [where(block.page, tail)], block.column, block.left, block.right, 0.0)
        block.kind, block.marker = "text", ""
        block.lines, block.where = head, [where(block.page, head)]
        blocks.insert(index + 1, rest)
        return True
    return False
