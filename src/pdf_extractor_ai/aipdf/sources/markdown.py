"""Markdown to the semantic tree: CommonMark with tables, footnotes, task lists, definitions, math and front matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.aipdf.builder import Builder, Cell
from pdf_extractor_ai.aipdf.model import Element, trimmed
from pdf_extractor_ai.aipdf.sources.frontmatter import apply_front_matter

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_QUIET = frozenset({"html_inline", "html_block", "image", "footnote_ref", "footnote_anchor", "hr", "footnote_open"})


def convert(source: str) -> Element:
    """The tree of a Markdown text; emphasis, links and code spans become plain text, raw HTML is dropped."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin
    from mdit_py_plugins.tasklists import tasklists_plugin

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.use(front_matter_plugin).use(footnote_plugin, inline=False).use(deflist_plugin).use(tasklists_plugin)
    parser.use(dollarmath_plugin, double_inline=False)
    converter = _Converter()
    converter.blocks(SyntaxTreeNode(parser.parse(source)).children)
    return converter.builder.document()


class _Converter:
    def __init__(self) -> None:
        self.builder = Builder()
        self.kinds: dict[str, Callable[[Any], None]] = {
            "heading": lambda node: self.heading(node),
            "paragraph": lambda node: self.paragraph(node),
            "bullet_list": lambda node: self.listed(node),
            "ordered_list": lambda node: self.listed(node),
            "table": lambda node: self.table(node),
            "fence": lambda node: self.builder.code(node.content, node.info.strip()),
            "code_block": lambda node: self.builder.code(node.content),
            "blockquote": lambda node: self.quote(node),
            "math_block": lambda node: self.builder.equation(trimmed(node.content), "latex"),
            "math_block_label": lambda node: self.builder.equation(trimmed(node.content), "latex"),
            "dl": lambda node: self.definitions(node),
            "footnote": lambda node: self.footnote(node),
            "front_matter": lambda node: apply_front_matter(self.builder, node.content),
        }

    def blocks(self, nodes: list[SyntaxTreeNode]) -> None:
        """Convert blocks in order; what is unknown is looked into."""
        for node in nodes:
            convert_node = self.kinds.get(node.type)
            if convert_node:
                convert_node(node)
            elif node.type not in _QUIET:
                self.blocks(node.children)

    def images(self, node: SyntaxTreeNode) -> None:
        """Every image below ``node`` as a figure; it comes before the block it stands in."""
        for each in node.walk():
            if each.type == "image":
                self.builder.figure(str(each.attrs.get("src", "")), _plain(each))

    def heading(self, node: SyntaxTreeNode) -> None:
        """A section; images of its title follow it."""
        self.builder.heading(int(node.tag[1:]), _text(node))
        self.images(node)

    def paragraph(self, node: SyntaxTreeNode) -> None:
        """A paragraph after its images."""
        self.images(node)
        self.builder.paragraph(_text(node))

    def listed(self, node: SyntaxTreeNode) -> None:
        """A list with the items of the lists inside it; other blocks in an item end the list, and it goes on after."""
        collected = _List(self, ordered=node.type == "ordered_list")
        collected.visit(node)
        collected.flush()

    def table(self, node: SyntaxTreeNode) -> None:
        """A table after its images."""
        self.images(node)
        rows = [
            [Cell(_text(cell), header=cell.type == "th") for cell in row.children]
            for row in node.walk()
            if row.type == "tr"
        ]
        self.builder.table(rows)

    def quote(self, node: SyntaxTreeNode) -> None:
        """Neighbouring paragraphs as one citation; other blocks as what they are."""
        texts: list[str] = []
        for child in node.children:
            if child.type == "paragraph":
                self.images(child)
                texts.append(_text(child))
            else:
                self.builder.citation(" ".join(text for text in texts if text))
                texts.clear()
                self.blocks([child])
        self.builder.citation(" ".join(text for text in texts if text))

    def definitions(self, node: SyntaxTreeNode) -> None:
        """Terms with their definitions, then whatever blocks the definitions hold beside text."""
        pairs: list[tuple[str, str]] = []
        rest: list[SyntaxTreeNode] = []
        term = ""
        for child in node.children:
            if child.type == "dt":
                term = _text(child)
            else:
                texts = [_text(each) for each in child.children if each.type == "paragraph"]
                rest += [each for each in child.children if each.type != "paragraph"]
                pairs.append((term, " ".join(text for text in texts if text)))
        self.builder.definitions(pairs)
        self.blocks(rest)

    def footnote(self, node: SyntaxTreeNode) -> None:
        """A footnote, then whatever blocks it holds beside text."""
        texts = [_text(each) for each in node.children if each.type == "paragraph"]
        self.builder.footnote(" ".join(text for text in texts if text))
        self.blocks([each for each in node.children if each.type not in {"paragraph", "footnote_anchor"}])


class _List:
    """Gathers the items of one list; version 1 has no list inside an item, so inner items join the outer list."""

    def __init__(self, converter: _Converter, *, ordered: bool) -> None:
        self.converter = converter
        self.ordered = ordered
        self.items: list[str] = []
        self.images: list[SyntaxTreeNode] = []

    def visit(self, container: SyntaxTreeNode) -> None:
        """Take in every item of ``container``."""
        for item in container.children:
            texts: list[str] = []
            for child in item.children:
                if child.type == "paragraph":
                    self.images.append(child)
                    texts.append(_text(child))
                    continue
                self.put(texts)
                if child.type in {"bullet_list", "ordered_list"}:
                    self.visit(child)
                else:
                    self.flush()
                    self.converter.blocks([child])
            self.put(texts, even_empty=not item.children)

    def put(self, texts: list[str], *, even_empty: bool = False) -> None:
        """One item out of the paragraphs collected so far."""
        if texts or even_empty:
            self.items.append(" ".join(text for text in texts if text))
            texts.clear()

    def flush(self) -> None:
        """Hand what was gathered to the builder, images first."""
        for node in self.images:
            self.converter.images(node)
        self.converter.builder.items([(text, {}) for text in self.items], ordered=self.ordered)
        self.items, self.images = [], []


def _text(node: SyntaxTreeNode) -> str:
    return trimmed(_plain(node))


def _plain(node: SyntaxTreeNode) -> str:
    """The text below a node: soft and hard breaks are spaces, images and raw HTML are nothing."""
    parts = []
    for child in node.children:
        if child.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
        elif child.type in {"text", "code_inline"}:
            parts.append(child.content)
        elif child.type in {"math_inline", "math_inline_double"}:
            fence = "$$" if child.type.endswith("double") else "$"
            parts.append(f"{fence}{child.content}{fence}")
        elif child.type not in _QUIET:
            parts.append(_plain(child))
    return "".join(parts)
