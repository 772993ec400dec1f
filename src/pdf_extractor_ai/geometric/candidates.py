"""Which blocks may be headings, seen one by one: set apart from the body by size, weight, capitals or number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdf_extractor_ai.geometric.block import Block
from pdf_extractor_ai.geometric.figures import CAPTION, TABLE_CAPTION
from pdf_extractor_ai.geometric.look import Look, look_of
from pdf_extractor_ai.geometric.numbering import heading_number
from pdf_extractor_ai.geometric.outline import MAX_TITLE_CHARACTERS, MAX_TITLE_LINES
from pdf_extractor_ai.geometric.stats import DocumentStats

_LARGER = 1.07  # of the body size; rounding of sizes alone stays below
# `Example 3-9 Creating a mask` names a listing; `Example 3` may head a section.
_LISTING = re.compile(
    r"(?:example|listing|program|algorithm|beispiel|exemple|ejemplo|esempio|exemplo|листинг|пример)\s+[\dA-Z]+[-.]\d",
    re.IGNORECASE,
)
# A formula in display stands apart as a heading does: `N = 0, j < i`.
_RELATION = re.compile("[=<>≤≥≠≈≡∈⊂⊆⇒⇔→↦∑∏∫∘◦]")
_WORD = re.compile(r"[^\W\d_]{4}|[\u3040-\u9fff\uac00-\ud7af]{2}")
_DISPLAY = 1.5
_LIGHT_SHARE = 0.4
_HARDLY_LARGER = 1.15
_SHOUTED = 5  # letters: `USA` is a word
# What a box is called, not what a section is about.
_ADMONITION = re.compile(
    r"notes?|tips?|hints?|warnings?|caution|important|attention|danger|caveats?|hinweis|anmerkung|tipp|warnung|achtung|vorsicht|wichtig"
    r"|remarque|astuce|avertissement|conseil|nota|consejo|advertencia|aviso|importante|suggerimento|avvertenza|attenzione"
    r"|примечание|внимание|важно|совет|предупреждение|注意|备注|備註|提示|警告|注|注記|ヒント|メモ|重要",
    re.IGNORECASE,
)

# What a statement is called in mathematics: `Theorem 3 (Euler)` stands over it in bold and is no section.
_STATEMENT = re.compile(
    r"(?:theorem|lemma|corollary|proposition|definition|remark|conjecture|axiom|satz|korollar|bemerkung|théorème|lemme|corollaire"
    r"|définition|remarque|teorema|corollario|proposizione|definizione|osservazione|corolario|proposición|definición|observación"
    r"|proposição|definição|теорема|лемма|следствие|определение|замечание|定理|引理|推论|定义)\s*\d",
    re.IGNORECASE,
)
_KEYWORDS = re.compile(
    r"(?:key\s?words|index terms|schlüsselwörter|schlagwörter|mots[- ]clés|palabras clave|palavras[- ]chave"
    r"|parole chiave|ключевые слова|关键词|關鍵詞|キーワード)(?: and phrases)?\s*[:：.—–-]\s*\S",
    re.IGNORECASE,
)
# Letters one by one belong to formulas and to indexes; four or more are a word set wide.
_READABLE = re.compile(r"[^\W\d_]\S|\S[^\W\d_]|[\u2e80-\u9fff\uac00-\ud7af]|(?:[^\W\d_]\s+){3}[^\W\d_]")


def is_candidate(block: Block, blocks: Sequence[Block], index: int, stats: DocumentStats) -> bool:
    """True when ``blocks[index]``, which is ``block``, is set as a heading is and stands as one does."""
    if not _may_be(block, stats):
        return False
    depth, kind = heading_number(block.text)
    look, body = look_of(block), stats.body
    larger = look.size >= _LARGER * body.size and look.size > body.size + 0.4
    heavier = look.bold and not body.bold and _wholly_bold(block) and not (block.style.mono and stats.bold_code)
    if block.kind == "list_item" and not (
        (depth or (larger and block.ordered)) and not _has_sibling(blocks, index, look)
    ):
        return False
    # Nothing stands above the first line of a column: what is below it tells whether it stands apart.
    first = index == 0 or (blocks[index - 1].page, blocks[index - 1].column) != (block.page, block.column)
    below = blocks[index + 1].gap if first and index + 1 < len(blocks) else 0.0
    if not larger and not heavier and not _is_quiet_heading(block, look, depth, kind, stats, below):
        return False
    if look.size < 0.85 * body.size or (block.style.mono and not larger and not (heavier and block.kind == "code")):
        return False
    if _ends_as_text(block.text, larger, depth, look, stats) or _is_page_or_sum(block.text):
        return False
    if (not depth and _is_signature(block, look, stats)) or (not larger and _STATEMENT.match(block.text)):
        return False
    if block.marker == "run-in":
        return True
    if (not larger and _is_term(block, blocks, index)) or (not depth and _in_box(block, blocks, index, stats)):
        return False
    return larger or _stands_apart(block, blocks, index, stats, bool(depth))


def _may_be(block: Block, stats: DocumentStats) -> bool:
    if block.kind not in ("text", "list_item", "code") or len(block.lines) > MAX_TITLE_LINES or block.lines[0].angle:
        return False
    if block.kind == "code" and (len(block.lines) > 1 or 0.0 < block.gap < 1.3 * stats.body_size):
        return False
    if block.boxed and block.style.size < _DISPLAY * stats.body_size:
        return False  # words of a diagram or a form
    text = block.text
    return (
        len(text) <= MAX_TITLE_CHARACTERS
        and bool(_READABLE.search(text))
        and not _KEYWORDS.match(text)
        and not _is_index_letter(text)
        and not (_RELATION.search(text) and not _WORD.search(text))
        and not _ADMONITION.fullmatch(text.strip(" .:!"))
        and not CAPTION.match(text)
        and not _LISTING.match(text)
        and not TABLE_CAPTION.match(text)
    )


def _is_signature(block: Block, look: Look, stats: DocumentStats) -> bool:
    """The name or the call of a function in a typewriter face hardly larger than the text, above its explanation."""
    coded = block.lines[0].runs[0].style.mono and not look.bold
    return coded and look.size < _HARDLY_LARGER * stats.body_size


def _is_index_letter(text: str) -> bool:
    """`B` over the entries of an index; a single ideograph may be a word."""
    letter = text.strip()
    return len(letter) == 1 and letter.upper() != letter.lower()


def _ends_as_text(text: str, larger: bool, depth: int, look: Look, stats: DocumentStats) -> bool:
    return (
        text.endswith((",", ";", "，", "；", "、"))
        or (text.endswith((".", ":", "。", "：")) and not larger and not depth)
        or (text.endswith((".", "。")) and (len(text) > 80 or (not depth and look.size < 1.3 * stats.body_size)))
    )


def _has_sibling(blocks: Sequence[Block], index: int, look: Look) -> bool:
    """True when the item above or below is set alike: then both are items of a list."""
    return any(
        blocks[near].kind == "list_item" and blocks[near].lines and look_of(blocks[near]) == look
        for near in (index - 1, index + 1)
        if 0 <= near < len(blocks)
    )


def _in_box(block: Block, blocks: Sequence[Block], index: int, stats: DocumentStats) -> bool:
    """The title of a note that is set in as a whole: it and what follows begin where little of the text begins."""
    after = blocks[index + 1] if index + 1 < len(blocks) else None
    if after is None or not after.lines or after.kind not in ("text", "list_item") or after.column != block.column:
        return False
    line = block.lines[0]
    indent = line.x0 - block.left
    if abs(line.x0 + line.x1 - block.left - block.right) < 0.1 * (block.right - block.left):
        return False  # centred
    same = abs(min(other.x0 for other in after.lines) - line.x0) < 2.0
    return same and indent > 1.5 * stats.body_size and bool(stats.indents) and round(indent) not in stats.indents


def _is_quiet_heading(block: Block, look: Look, depth: int, kind: str, stats: DocumentStats, below: float) -> bool:
    """Numbered lines in capitals or italics of the body's size, as journals set them: `II. METHODS`, `A. Data`.

    Without a number: a line wholly in italics or capitals under a gap, above a paragraph, as handbooks and contracts
    set their lowest headings (`headings.py` asks for a second one in the document).
    """
    if not depth:
        return _is_quiet_line(block, look, stats, below)
    if len(block.lines) > 2 or len(block.text) > 90 or re.search(r"[.,;:]$", block.text):
        return False
    apart = block.gap == 0.0 or block.gap > 1.25 * stats.body_size
    if look.caps and apart:
        return True
    return (
        look.italic
        and not stats.body.italic
        and kind in ("letter", "decimal", "roman")
        and apart
        and _wholly_italic(block)
    )


def _is_quiet_line(block: Block, look: Look, stats: DocumentStats, below: float) -> bool:
    set_apart = look.italic and not stats.body.italic and _wholly_italic(block)
    shouted = look.caps and sum(char.isalpha() for char in block.text) >= _SHOUTED
    return (
        (set_apart or shouted)
        and block.kind == "text"
        and len(block.lines) == 1
        and len(block.text) <= 60
        and block.text[0].isupper()
        and block.text[-1].isalnum()
        and (block.gap or below) > 1.5 * look.size  # nothing stands above the first line of a column
        and block.lines[0].x1 < block.left + 0.7 * (block.right - block.left)
    )


def _wholly_italic(block: Block) -> bool:
    plain = sum(len(part.strip()) for line in block.lines for style, part in line.pieces() if not style.italic)
    return plain <= 4  # the number may stand upright


def _is_term(block: Block, blocks: Sequence[Block], index: int) -> bool:
    """The term of a definition list: what explains it stands below, set in."""
    if index + 1 >= len(blocks) or len(block.lines) > 1:
        return False
    after = blocks[index + 1]
    if not after.lines or after.column != block.column or after.kind not in ("text", "list_item"):
        return False
    line = block.lines[0]
    near = after.lines[0].baseline - line.baseline < 2.2 * line.size
    return near and min(other.x0 for other in after.lines) > line.x0 + 1.2 * line.size


def _is_page_or_sum(text: str) -> bool:
    return bool(re.fullmatch(r"[\W\d]*", text)) or bool(re.search(r"(?:\.\s?){4,}\s*\d+$", text))


def _wholly_bold(block: Block) -> bool:
    """Code among bold words may be light; so may words in the middle of a numbered line.

    Where the bold part is code as well, it is what somebody types behind a prompt.
    """
    pieces = [
        (style, len(part.strip())) for line in block.lines for style, part in line.pieces() if re.search(r"\w", part)
    ]
    told = [(style.bold, count) for style, count in pieces if style.bold or not style.mono]
    if len(told) < len(pieces) and not any(style.bold and not style.mono for style, _ in pieces):
        return False
    plain = sum(count for bold, count in told if not bold and count > 1)
    if plain == 0:
        return any(bold for bold, _ in told)
    framed = told[0][0] and told[-1][0] and bool(heading_number(block.text)[0])
    return framed and plain < _LIGHT_SHARE * sum(count for _, count in told)


def _stands_apart(block: Block, blocks: Sequence[Block], index: int, stats: DocumentStats, numbered: bool) -> bool:
    """Bold words of the body's size are a heading when space parts them from what is above and text follows."""
    if len(block.lines) > 2 or len(block.text) > 120:
        return False
    if block.kind == "list_item" and not numbered:
        return False
    after = blocks[index + 1] if index + 1 < len(blocks) else None
    if after is None:
        return False
    before = blocks[index - 1] if index else None
    same_column = before is not None and before.column == block.column
    if same_column and before is not None and before.kind not in ("table", "picture", "heading"):
        step = block.lines[0].baseline - before.lines[-1].baseline if before.lines else 99.0
        usual = block.lines[0].size * 1.2
        if step < usual + 0.12 * block.lines[0].size and not numbered:
            return False
    return after.kind in (
        "text",
        "list_item",
        "table",
        "picture",
        "code",
        "index",
        "heading",
        "footnote",
    )
