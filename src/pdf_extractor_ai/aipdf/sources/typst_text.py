"""Pieces of Typst markup: comments, calls with their brackets, and text without its marks."""

from __future__ import annotations

import re
from dataclasses import dataclass

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|`{3,}[\s\S]*?`{3,}|(?<!:)//[^\n]*|/\*[\s\S]*?\*/')
_IMAGE = re.compile(r'\bimage\(\s*"((?:[^"\\]|\\.)*)"')
_ALT = re.compile(r'\balt\s*:\s*"((?:[^"\\]|\\.)*)"')
_LINKED = re.compile(r'#(?:link|ref|cite)\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)(?=\[)')
_BARE_LINK = re.compile(r'#link\(\s*"((?:[^"\\]|\\.)*)"\s*\)')
_STYLED = re.compile(r"#[A-Za-z][A-Za-z0-9_-]*(?:\([^()\[\]]*\))?\[")
_LABEL = re.compile(r"\s*<[A-Za-z][A-Za-z0-9_:.-]*>")
_EMPHASIS = re.compile(r"(?<![\w\\])_([^_\n]+)_(?!\w)")
_ESCAPE = re.compile(r"\\([\\#*_`$<>@=+/\[\]-])")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_MAX_CALL_LINES = 2000


@dataclass(frozen=True, slots=True)
class Call:
    """A call with its brackets in ``text``; ``end`` is the line after it, ``rest`` what follows on its last line."""

    name: str
    text: str
    end: int
    rest: str

    def content(self) -> str:
        """The text in its square brackets, or its strings when it has none."""
        return " ".join(bracketed(self.text)) or " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', self.text))

    def cells(self) -> tuple[list[str], int, int]:
        """The cells of a table, the number of its columns, and how many cells belong to the header."""
        body = self.text[self.text.find("table(") :]
        caption = caption_of(body)
        columns = re.search(r"\bcolumns\s*:\s*(?:([0-9]{1,3})|\(([^()]*)\))", body)
        width = 1
        if columns:
            width = int(columns[1]) if columns[1] else len([part for part in columns[2].split(",") if part.strip()])
        header = re.search(r"table\.header\(", body)
        headed = len(bracketed(body[header.end() - 1 : matching(body, header.end() - 1)])) if header else 0
        cells = bracketed(body)
        if caption and caption in cells:
            cells.remove(caption)
        return cells, max(width, 1), headed


def uncommented(source: str) -> str:
    """The source without comments; strings and raw blocks keep what looks like one."""
    return _COMMENT.sub(lambda found: found[0] if found[0][0] in '"`' else "", source)


def matching(text: str, start: int) -> int:
    """The position of the bracket that closes the one at ``start``, or the end of the text."""
    waiting: list[str] = []
    at = start
    while at < len(text):
        sign = text[at]
        if sign == "\\":
            at += 1
        elif sign == '"' and waiting and waiting[-1] != "]":
            closing = re.compile(r'(?:[^"\\]|\\.)*"').match(text, at + 1)
            at = closing.end() - 1 if closing else at
        elif sign in _CLOSING:
            waiting.append(_CLOSING[sign])
        elif waiting and sign == waiting[-1]:
            waiting.pop()
            if not waiting:
                return at
        at += 1
    return len(text)


def call_at(lines: list[str], at: int, name: str) -> Call | None:
    """The call that begins line ``at``, over as many lines as its brackets need; ``None`` when they never close."""
    text = "\n".join(lines[at : at + _MAX_CALL_LINES])
    start = text.index(name) + len(name)
    end = start
    while end < len(text) and text[end] in "([":
        end = matching(text, end) + 1
    if end > len(text):
        return None
    line = text.count("\n", 0, end)
    rest = text[end:].split("\n", 1)[0].strip()
    return Call(name, text[start - len(name) : end], at + line + 1, "" if _LABEL.fullmatch(" " + rest) else rest)


def bracketed(text: str) -> list[str]:
    """What stands in the outermost square brackets, whatever round brackets are around them."""
    found: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == '"':
            closing = re.compile(r'"(?:[^"\\]|\\.)*"').match(text, at)
            at = closing.end() if closing else at + 1
        elif text[at] == "[":
            end = matching(text, at)
            found.append(text[at + 1 : end].strip())
            at = end + 1
        else:
            at += 1
    return found


def caption_of(text: str) -> str:
    """The content of ``caption: [...]`` or ``caption: "..."``, empty without one."""
    found = re.search(r'\bcaption\s*:\s*(\[|"(?:[^"\\]|\\.)*")', text)
    if not found:
        return ""
    if found[1] != "[":
        return found[1][1:-1]
    return text[found.end() : matching(text, found.end() - 1)].strip()


def images_of(text: str) -> list[tuple[str, str]]:
    """Path and alternative text of every ``image("...")``."""
    found = []
    for image in _IMAGE.finditer(text):
        alt = _ALT.search(text, image.end(), matching(text, image.start() + len("image")))
        found.append((image[1], alt[1] if alt else ""))
    return found


def plain(text: str) -> str:
    """Markup as plain text: no marks of emphasis, links reduced to their words, labels and calls gone."""
    text = _LABEL.sub("", text.replace("\n", " "))
    text = _unwrapped(_BARE_LINK.sub(r"\1", _LINKED.sub("#link", text)))
    text = _EMPHASIS.sub(r"\1", text).replace("*", "").replace("`", "")
    text = _ESCAPE.sub(r"\1", text.replace("~", "\u00a0").replace("---", "—").replace("--", "–"))
    return text.strip()


def _unwrapped(text: str) -> str:
    """``#name(...)[words]`` becomes its words."""
    for _ in range(100):
        found = _STYLED.search(text)
        if not found:
            break
        end = matching(text, found.end() - 1)
        text = text[: found.start()] + text[found.end() : end] + text[end + 1 :]
    return text
