"""Text inside a block: escapes, emphasis, links, and runs joined into one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pdf_extractor_ai.markdown.banners import defused
from pdf_extractor_ai.runs import blank_between

_UNDERSCORE = re.compile(r"(?<!\\)_")
_BLOCK_START = re.compile(r"^( {0,3})(?=#{1,6}(?:[ \t]|$)|`{3}|~{3}|(?:=+|-{2,})[ \t]*$)", re.M)
_UNSAFE_TARGET = re.compile(r"[\x00-\x20\x7f()<>\[\]|\\\"`^{}]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+):")
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "ftp", "ftps", "tel", "doi", "urn"})
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


def code_span(text: str) -> str:
    """A code span whose mark no run of backticks inside can close."""
    ticks = "`" * (longest_ticks(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def longest_ticks(text: str) -> int:
    """The length of the longest run of backticks."""
    return max(map(len, re.findall(r"`+", text)), default=0) if "`" in text else 0


def styled(run: Run, before: str = "", after: str = "") -> str:
    """One run with its marks, blanks at its ends outside of them.

    ``before`` and ``after`` are the characters next to it: where they would keep ``**`` from being read as
    emphasis (CommonMark 6.2, flanking), HTML tags are used.
    """
    core = run.text.strip()
    if not core:
        return run.text
    start = run.text.index(core)
    lead, tail = run.text[:start], run.text[start + len(core) :]
    if run.kind == "code":
        body = code_span(core)
    elif run.kind == "formula":
        body = f"${core}$"
    else:
        body = _emphasised(run, core, "" if lead else before, "" if tail else after)
    if run.link and (target := link_target(run.link)):
        label = body if run.kind == "code" else body.replace("[", "\\[").replace("]", "\\]")
        body = f"[{label}]({target})"
    return f"{lead}{body}{tail}"


def _emphasised(run: Run, core: str, before: str, after: str) -> str:
    body = escape(core)
    marks = [mark for mark, on in (("**", run.bold), ("*", run.italic), ("~~", run.strike)) if on]
    if marks:
        body = body.replace("*", "\\*").replace("~~", "\\~\\~")
        blocked = (_is_mark(core[0]) and _is_word(before)) or (_is_mark(core[-1]) and _is_word(after))
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


def join_runs(runs: Iterable[Run], group: str = "") -> str:
    """The runs of the inline group with the name ``group`` as one line of Markdown.

    Where they do not carry their blanks, one is put between two runs unless one of them is raised or lowered.
    """
    kept = [run for run in runs if run.text]
    merged = list(_merged(kept, blank_between(group, (run.text for run in kept))))
    parts: list[str] = []
    for index, run in enumerate(merged):
        before = merged[index - 1].text[-1:] if index else ""
        after = merged[index + 1].text[:1] if index + 1 < len(merged) else ""
        parts.append(styled(run, before, after))
    return "".join(parts)


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
