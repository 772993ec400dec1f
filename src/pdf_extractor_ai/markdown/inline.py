"""Text inside a block: escapes, emphasis, links, and runs joined into one line."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from pdf_extractor_ai.markdown.banners import defused
from pdf_extractor_ai.runs import blank_between

_UNDERSCORE = re.compile(r"(?<!\\)_")
_BLOCK_START = re.compile(r"^( {0,3})(?=#{1,6}(?:[ \t]|$)|`{3}|~{3}|(?:=+|-{2,})[ \t]*$)", re.M)
_UNSAFE_TARGET = re.compile(r"[\x00-\x20\x7f()<>\[\]|\\\"`^{}]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+):")
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "ftp", "ftps", "tel", "doi", "urn"})
ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""What a backslash makes mean itself (CommonMark 2.4)."""

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"}
"""What would be mark-up in a cell, and how it is written there."""

_CODE_ENTITIES = {**ENTITIES, **{char: f"&#{ord(char)};" for char in "\\`*_~[]"}}
_HTML_MARKS = {"**": ("<b>", "</b>"), "*": ("<i>", "</i>"), "~~": ("<s>", "</s>")}


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style; ``kind`` is ``text``, ``code`` or ``formula``."""

    text: str
    bold: bool = False
    italic: bool = False
    strike: bool = False
    script: str = ""
    link: str = ""
    kind: str = "text"

    @property
    def style(self) -> tuple[bool, bool, bool, str, str, str]:
        """All but the text."""
        return (self.bold, self.italic, self.strike, self.script, self.link, self.kind)


def escape(text: str) -> str:
    """``text`` so that ``_``, ``&``, ``<``, ``>`` and link brackets mean themselves."""
    if "_" in text:
        text = _UNDERSCORE.sub(r"\\_", text) if "\\" in text else text.replace("_", "\\_")
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    # Text of a PDF that spells a link or a remote image must stay text.
    return text.replace("](", "]\\(") if "](" in text else text


def guard(text: str) -> str:
    """A paragraph of which no line is taken for a heading, a fence, a rule or a page banner."""
    if text[:1] in "#`~=- " or "\n" in text:
        return defused(_BLOCK_START.sub(r"\1\\", text))
    return text


def hard_breaks(text: str) -> str:
    """Each single line feed as Markdown's hard break; blank lines stay what they are."""
    if "\n" not in text:
        return text
    return "\n\n".join(part.replace("\n", "  \n") for part in text.split("\n\n"))


def one_line(text: str) -> str:
    """Line feeds as spaces, for headings."""
    return text.replace("\r\n", " ").replace("\n", " ")


def link_target(link: str) -> str:
    """``link`` fit to stand in ``[text](...)``, or ``""`` for a scheme that must not become a live link."""
    cleaned = re.sub(r"[\t\r\n]", "", link).strip()
    scheme = _SCHEME.match(cleaned)
    if scheme and scheme[1].lower() not in _SAFE_SCHEMES:
        return ""
    return _UNSAFE_TARGET.sub(lambda m: f"%{ord(m[0]):02X}", _ENTITY.sub("&amp;", cleaned))


def path_link(path: str) -> str:
    """A path fit to stand in ``[text](...)``, also in a table: what is more than a letter or a digit is quoted."""
    return "".join(char if char.isalnum() or char in "/-._~" else quote(os.fsencode(char), safe="") for char in path)


def code_span(text: str) -> str:
    """A code span whose mark no run of backticks inside can close."""
    ticks = "`" * (longest_ticks(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def longest_ticks(text: str) -> int:
    """The length of the longest run of backticks."""
    return max(map(len, re.findall(r"`+", text)), default=0) if "`" in text else 0


def cell_code(text: str) -> str:
    """A code span in a pipe table, where only ``\\|`` is a pipe; as HTML where a backslash stands before one."""
    if "\\|" not in text:
        return code_span(text).replace("|", "\\|")
    return f"<code>{''.join(_CODE_ENTITIES.get(char, char) for char in text)}</code>"


def escape_in_cell(text: str) -> str:
    """``text`` beside marks in a pipe table: everything that a GFM parser could take for a mark means itself."""
    out: list[str] = []
    for index, char in enumerate(text):
        if char in ENTITIES:
            out.append(ENTITIES[char])
        elif char in "_*`~" or (char == "\\" and (index + 1 == len(text) or text[index + 1] in ESCAPABLE)):
            out.append("\\" + char)
        else:
            out.append(char)
    return "".join(out).replace("](", "]\\(")


def styled(run: Run, before: str = "", after: str = "", *, cell: bool = False) -> str:
    """One run with its marks, blanks at its ends outside of them; with ``cell``, fit for a pipe table.

    ``before`` and ``after`` are the characters next to it: where they would keep ``**`` from being read as
    emphasis (CommonMark 6.2, flanking), HTML tags are used.
    """
    core = run.text.strip()
    if not core:
        return run.text
    start = run.text.index(core)
    lead, tail = run.text[:start], run.text[start + len(core) :]
    if run.kind == "code":
        body = cell_code(core) if cell else code_span(core)
    elif run.kind == "formula" and not cell:
        body = f"${core}$"
    else:
        body = _emphasised(run, core, "" if lead else before, "" if tail else after, cell)
    if run.link and (target := link_target(run.link)):
        label = body if run.kind == "code" else body.replace("[", "\\[").replace("]", "\\]")
        body = f"[{label}]({target})"
    return f"{lead}{body}{tail}"


def _emphasised(run: Run, core: str, before: str, after: str, cell: bool) -> str:
    body = escape_in_cell(core) if cell else escape(core)
    marks = [mark for mark, on in (("**", run.bold), ("*", run.italic), ("~~", run.strike)) if on]
    if marks:
        if not cell:
            body = body.replace("*", "\\*").replace("~~", "\\~\\~")
        # Two kinds of marks stand beside each other as signs: `a~~**b**~~`.
        mixed = run.strike and len(marks) > 1
        blocked = (_is_word(before) and (mixed or _is_mark(core[0]))) or (
            _is_word(after) and (mixed or _is_mark(core[-1]))
        )
        if blocked and not any(map(str.isalnum, core)):
            marks = []  # a slanted full stop is not worth a tag
        for mark in marks:
            opening, closing = _HTML_MARKS[mark] if blocked else (mark, mark)
            body = f"{opening}{body}{closing}"
    if run.script in ("sub", "super"):
        tag = run.script[:3]
        body = f"<{tag}>{body}</{tag}>"
    return body


def _is_word(char: str) -> bool:
    return bool(char) and char.isalnum()


def _is_mark(char: str) -> bool:
    return not char.isalnum() and not char.isspace()


def html_runs(runs: Iterable[Run]) -> str:
    """The runs of a cell as HTML on one line; links of schemes that must not become live are left out."""
    return "".join(map(_html_run, runs))


def _html_run(run: Run) -> str:
    body = html.escape(run.text, quote=False)
    tags = (("code", run.kind == "code"), ("b", run.bold), ("i", run.italic), ("s", run.strike))
    for tag in [tag for tag, on in tags if on] + ([run.script[:3]] if run.script in ("sub", "super") else []):
        body = f"<{tag}>{body}</{tag}>"
    if run.link and (target := link_target(run.link)):
        body = f'<a href="{html.escape(html.unescape(target))}">{body}</a>'
    return body


def join_runs(runs: Iterable[Run], group: str = "", *, cell: bool = False) -> str:
    """The runs of the inline group with the name ``group`` as one line of Markdown; ``cell``: for a pipe table.

    Where they do not carry their blanks, one is put between two runs unless one of them is raised or lowered.
    """
    merged = spaced(runs, group)
    parts: list[str] = []
    for index, run in enumerate(merged):
        before = merged[index - 1].text[-1:] if index else ""
        after = merged[index + 1].text[:1] if index + 1 < len(merged) else ""
        part = styled(run, before, after, cell=cell)
        if parts and part.startswith("[") and run.link and parts[-1].endswith("!"):
            parts[-1] = f"{parts[-1][:-1]}&#33;"  # or the link would be an image
        parts.append(part)
    return "".join(parts)


def spaced(runs: Iterable[Run], group: str = "") -> list[Run]:
    """The runs of an inline group with the blanks between them, neighbours of one style as one run."""
    kept = [run for run in runs if run.text]
    return list(_merged(kept, blank_between(group, (run.text for run in kept))))


def _merged(runs: list[Run], blank: str) -> Iterator[Run]:
    """Neighbours of one style as one run, so that ``**a**`` and ``**b**`` do not meet as ``**a****b**``."""
    texts: list[str] = []
    held: Run | None = None
    for run in runs:
        apart = held is not None and not (held.script or run.script)
        text = f"{blank}{run.text}" if apart else run.text
        if held is not None and held.style != run.style:
            yield Run("".join(texts), *held.style)
            texts = []
        texts.append(text)
        held = run
    if held is not None:
        yield Run("".join(texts), *held.style)
