"""Typst markup to the semantic tree, line by line; code is not run, so only what is written out comes through."""

from __future__ import annotations

import re

from pdf_extractor_ai.aipdf.builder import Builder, Cell
from pdf_extractor_ai.aipdf.model import Element
from pdf_extractor_ai.aipdf.sources.typst_text import Call, call_at, caption_of, images_of, plain, uncommented

_HEADING = re.compile(r"(=+)\s+(.*)|(=+)$")
_ITEM = re.compile(r"([-+]|[0-9]+\.)\s+(.*)")
_TERM = re.compile(r"/\s+([^:]+):\s*(.*)")
_FENCE = re.compile(r"(`{3,})\s*([A-Za-z0-9_+#.-]*)\s*$")
_SETTING = re.compile(r"#(set|let|show|import|include)\b")
_CALL = re.compile(r"#([A-Za-z][A-Za-z0-9_-]*)(?=[(\[])")
_MAX_LEVEL = 6


def convert(source: str) -> Element:
    """The tree of a Typst text; settings, comments and labels are left out."""
    converter = _Converter(uncommented(source).split("\n"))
    converter.run()
    return converter.builder.document()


class _Converter:
    """``at`` is the line to be read next; ``words`` collects the paragraph, ``items`` the list that is open."""

    def __init__(self, lines: list[str]) -> None:
        self.builder = Builder()
        self.lines = lines
        self.at = 0
        self.words: list[str] = []
        self.items: list[str] = []
        self.terms: list[tuple[str, str]] = []
        self.ordered = False

    def run(self) -> None:
        """Read all lines."""
        rules = (self.fence, self.heading, self.setting, self.equation, self.call, self.item, self.term)
        while self.at < len(self.lines):
            line = self.lines[self.at].strip()
            if not line:
                self.flush()
                self.at += 1
            elif not any(rule(line) for rule in rules):
                if self.items or self.terms:
                    self.flush()
                self.words.append(line)
                self.at += 1
        self.flush()

    def flush(self) -> None:
        """Write the open paragraph, list or terms."""
        self.builder.paragraph(plain(" ".join(self.words)))
        self.builder.items([(plain(text), {}) for text in self.items], ordered=self.ordered)
        self.builder.definitions([(plain(term), plain(text)) for term, text in self.terms])
        self.words, self.items, self.terms = [], [], []

    def fence(self, line: str) -> bool:
        """Raw text between fences of backticks."""
        opened = _FENCE.match(line)
        if not opened:
            return False
        self.flush()
        fence, language = opened.groups()
        end = self.at + 1
        while end < len(self.lines) and not self.lines[end].strip().startswith(fence):
            end += 1
        self.builder.code("\n".join(self.lines[self.at + 1 : end]), language)
        self.at = end + 1
        return True

    def heading(self, line: str) -> bool:
        """``=`` signs and a space."""
        found = _HEADING.match(line)
        if not found:
            return False
        self.flush()
        signs = found[1] or found[3]
        self.builder.heading(min(len(signs), _MAX_LEVEL), plain(found[2] or ""))
        self.at += 1
        return True

    def setting(self, line: str) -> bool:
        """``#set``, ``#let`` and the like: not text. ``#set document`` and ``#set text`` say what the metadata are."""
        if not _SETTING.match(line):
            return False
        self.flush()
        statement = self.statement()
        record = self.builder.metadata
        for field, value in re.findall(r'\b(title|lang|author)\s*:\s*"([^"]*)"', statement):
            if field == "title" and "document" in statement:
                record.title = value
            elif field == "author" and "document" in statement:
                record.authors = [value]
            elif field == "lang" and "text" in statement:
                self.builder.language = record.language = value or "en"
        return True

    def statement(self) -> str:
        """Whole lines until all brackets are closed."""
        taken: list[str] = []
        depth = 0
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            taken.append(line)
            bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", line)
            depth += sum(bare.count(sign) for sign in "([{") - sum(bare.count(sign) for sign in ")]}")
            if depth <= 0:
                break
        return "\n".join(taken)

    def equation(self, line: str) -> bool:
        """Math between dollar signs that has the line to itself, over several lines if need be."""
        if not line.startswith("$"):
            return False
        end, parts = self.at, [line[1:]]
        while "$" not in parts[-1] and end + 1 < len(self.lines) and self.lines[end + 1].strip():
            end += 1
            parts.append(self.lines[end].strip())
        body, found, rest = parts[-1].partition("$")
        if not found or (rest.strip(" .,;") and not rest.strip().startswith("<")):
            return False
        self.flush()
        self.builder.equation(" ".join(part for part in [*parts[:-1], body] if part.strip()).strip(), "typst")
        self.at = end + 1
        return True

    def call(self, line: str) -> bool:
        """A function at the start of a line that makes a block: figures, images, tables, quotes, footnotes."""
        found = _CALL.match(line)
        if not found or found[1] not in {"figure", "image", "table", "quote", "footnote", "align"}:
            return False
        taken = call_at(self.lines, self.at, found[1])
        if taken is None:
            return False
        self.flush()
        self.at = taken.end
        self.block(taken)
        if taken.rest:
            self.words.append(taken.rest)
        return True

    def block(self, call: Call) -> None:
        """The block that a call makes."""
        pictures = images_of(call.text)
        if call.name == "quote":
            self.builder.citation(plain(call.content()))
        elif call.name == "footnote":
            self.builder.footnote(plain(call.content()))
        elif pictures:
            caption = plain(caption_of(call.text))
            for number, (src, alt) in enumerate(pictures):
                self.builder.figure(src, alt, caption if number == 0 else "")
        elif "table" in call.text[:200]:
            self.table(call)
        else:
            self.builder.paragraph(plain(call.content()))

    def table(self, call: Call) -> None:
        """The cells of a table that are written out in brackets, as many to a row as ``columns`` says."""
        cells, width, headers = call.cells()
        made = [Cell(plain(text), header=number < headers) for number, text in enumerate(cells)]
        rows = [made[start : start + width] for start in range(0, len(made), width)]
        self.builder.table(rows, plain(caption_of(call.text)))

    def item(self, line: str) -> bool:
        """``-``, ``+`` or a number: one list of the kind of its first item; indented lines below go on with it."""
        found = _ITEM.match(line)
        if not found:
            return False
        if self.words or self.terms:
            self.flush()
        if not self.items:
            self.ordered = found[1] != "-"
        indent = len(self.lines[self.at]) - len(self.lines[self.at].lstrip())
        self.at += 1
        self.items.append(" ".join([found[2], *self.continued(indent)]))
        return True

    def term(self, line: str) -> bool:
        """``/ Term: text``."""
        found = _TERM.match(line)
        if not found:
            return False
        if self.words or self.items:
            self.flush()
        indent = len(self.lines[self.at]) - len(self.lines[self.at].lstrip())
        self.at += 1
        self.terms.append((found[1].strip(), " ".join([found[2], *self.continued(indent)])))
        return True

    def continued(self, indent: int) -> list[str]:
        """The lines below that are indented deeper and begin nothing of their own."""
        taken: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            text = line.strip()
            if not text or len(line) - len(line.lstrip()) <= indent:
                break
            if any(rule.match(text) for rule in (_ITEM, _TERM, _FENCE, _HEADING)):
                break
            taken.append(text)
            self.at += 1
        return taken
