"""One item of a tree as Markdown, kind by kind."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.cells import cell_runs
from pdf_extractor_ai.graphs import graph_lines
from pdf_extractor_ai.markdown.banners import IMAGE, defused
from pdf_extractor_ai.markdown.inline import (
    Run,
    escape,
    guard,
    hard_breaks,
    join_runs,
    longest_ticks,
    one_line,
    spaced,
    styled,
)
from pdf_extractor_ai.markdown.tables import Rich, Spans
from pdf_extractor_ai.report import Box
from pdf_extractor_ai.runs import blank_between

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_log = logging.getLogger(__name__)

SUMMARY_MARK = "[Summarized Image:"
"""How the text item that stands for a summarised picture starts."""

PICTURES = ("picture", "chart")
TABLES = ("table", "document_index")
ORDINAL = re.compile(r"\d{1,9}[.)]")
"""A number that Markdown takes for a list marker."""


@dataclass(slots=True)
class Frame:
    """An item to visit, with what its place in a list means for its lines."""

    item: Any
    indent: str = ""
    soft: int = 0
    marker: str = ""
    inner: str = ""
    inner_soft: int = 0


@dataclass(slots=True)
class Walk:
    """What the walk knows of the whole document."""

    document: DoclingDocument
    spans: Spans
    pictures: dict[int, list[Box]] = field(default_factory=dict)
    loose_captions: frozenset[str] = frozenset()

    def rich(self, table: Any) -> Rich:
        """What reads the cells of ``table`` that hold links, marks or items."""
        noted = cell_runs(self.document, table)

        def runs(cell: Any) -> list[Run] | None:
            ref = getattr(cell, "ref", None)
            if ref is not None:
                return _held(ref.resolve(self.document), self.document)
            marked = noted.get((cell.start_row_offset_idx, cell.start_col_offset_idx)) if noted else None
            return None if marked is None else [_noted_run(run) for run in marked]

        return runs


def heading_line(item: Any, document: DoclingDocument) -> str:
    """The line that a title or section header is written as."""
    hashes = "#" if item.label.value == "title" else "#" * min(max(1, item.level) + 1, 6)
    if not item.text and item.children and _label(item.children[0], document) == "inline":
        text = joined(item.children[0].resolve(document), document)
    else:
        text = styled(_run(item, one_line(item.text)))
    line = one_line(text).strip()
    if line.endswith("#") and line.rstrip("#")[-1:] in ("", " ", "\t"):
        line = f"{line[:-1]}\\#"  # or it would be taken for the closing hashes of the heading
    return f"{hashes} {line}"


def indented(text: str, indent: str) -> str:
    """Each line of ``text`` that is not blank, moved in by ``indent``."""
    if not indent or not text:
        return text
    return "\n".join(f"{indent}{line}" if line.strip() else line for line in text.split("\n"))


def paragraph(walk: Walk, frame: Frame) -> str:
    """The text of an item, or of the inline group it keeps it in, with its style."""
    item = frame.item
    if item.text.startswith(SUMMARY_MARK):
        return defused(item.text.strip())
    inline = inline_child(item, walk.document)
    if inline is not None:
        text = joined(inline, walk.document).strip()
    else:
        text = styled(_run(item, hard_breaks(item.text.strip())))
    return indented(guard(text), frame.indent)


def _heading(walk: Walk, frame: Frame) -> str:
    line = heading_line(frame.item, walk.document)
    return f"{frame.indent}{line}" if line.lstrip("#").strip() else ""


def _list_item(walk: Walk, frame: Frame) -> str:
    marker = frame.marker or "-"
    text = paragraph(walk, Frame(frame.item))
    hard = marker == "-" or bool(ORDINAL.fullmatch(marker))
    rest = frame.inner if hard else frame.indent
    first, *others = text.split("\n")
    lines = [f"{frame.indent}{marker} {first}".rstrip(" ") if not first else f"{frame.indent}{marker} {first}"]
    lines += [f"{rest}{line}" if line.strip() else line for line in others]
    return "\n".join(lines)


def _checkbox(walk: Walk, frame: Frame) -> str:
    box = "[x]" if frame.item.label.value == "checkbox_selected" else "[ ]"
    return indented(f"- {box} {paragraph(walk, Frame(frame.item))}", frame.indent)


def _code(walk: Walk, frame: Frame) -> str:
    text = frame.item.text.strip("\r\n")
    if not text.strip():
        return ""
    fence = "`" * max(3, longest_ticks(text) + 1)
    return indented(f"{fence}\n{defused(text)}\n{fence}", frame.indent)


def _formula(walk: Walk, frame: Frame) -> str:
    text = frame.item.text.strip()
    if text:
        return indented(f"$${defused(text)}$$", frame.indent)
    return indented(guard(escape(frame.item.orig.strip())), frame.indent)


def joined(group: Any, document: DoclingDocument) -> str:
    """An inline group as one line of Markdown."""
    return join_runs(_runs_of(group, document), group.name)


def _runs_of(group: Any, document: DoclingDocument) -> Iterator[Run]:
    """The runs of an inline group, those of groups within it too."""
    for ref in group.children:
        item = ref.resolve(document)
        if item.label.value == "inline":
            yield from _runs_of(item, document)
        elif item.label.value in PICTURES:
            continue
        elif hasattr(item, "text"):
            yield _run(item, item.text.replace("\n", " "))


def _held(item: Any, document: DoclingDocument) -> list[Run]:
    """The runs of the item that is the content of a cell; of a list or a table in it only the words."""
    if item.label.value == "inline":
        return spaced(_runs_of(item, document), item.name)
    if hasattr(item, "formatting") and item.text and not item.children:
        return [_run(item, item.text.replace("\n", " "))]
    return [Run(plain_text(item, document))]


def _noted_run(run: Mapping[str, Any]) -> Run:
    """A run as `cells` keeps it."""
    return Run(
        run["text"],
        bold=run.get("bold") is True,
        italic=run.get("italic") is True,
        strike=run.get("strikethrough") is True,
        script=str(run.get("script", "")),
        link=str(run.get("hyperlink", "")),
        kind="code" if run.get("code") is True else "text",
    )


def _run(item: Any, text: str) -> Run:
    style, link = item.formatting, str(item.hyperlink) if item.hyperlink else ""
    kind = item.label.value if item.label.value in ("code", "formula") else "text"
    if style is None:
        return Run(text, link=link, kind=kind)
    script = style.script.value
    return Run(
        text,
        bold=style.bold,
        italic=style.italic,
        strike=style.strikethrough,
        script="" if script == "baseline" else script,
        link=link,
        kind=kind,
    )


def _field(walk: Walk, frame: Frame) -> str:
    """A form field as ``key: value``."""
    texts: dict[str, list[str]] = {}
    for ref in frame.item.children:
        child = ref.resolve(walk.document)
        if hasattr(child, "text"):
            texts.setdefault(child.label.value, []).append(escape(child.text.strip()))
    keys = " ".join(texts.pop("field_key", []))
    values = " ".join(text for parts in texts.values() for text in parts if text)
    return indented(guard(f"{keys.rstrip(':')}: {values}" if keys else values), frame.indent)


def _graph(walk: Walk, frame: Frame) -> str:
    """A key-value region as lines of ``key: value``."""
    return indented(guard("  \n".join(map(escape, graph_lines(frame.item.graph)))), frame.indent)


def _nothing(walk: Walk, frame: Frame) -> str:
    return ""


def fallback(walk: Walk, frame: Frame) -> str:
    """What Docling's own serializer makes of an item that is new to us; its plain text when that fails."""
    if hasattr(frame.item, "text") and hasattr(frame.item, "formatting"):
        return paragraph(walk, frame)
    from docling_core.transforms.serializer.markdown import MarkdownDocSerializer

    try:
        text = MarkdownDocSerializer(doc=walk.document).serialize(item=frame.item).text
    except Exception as error:  # any item of any future kind may fail here, and must not take the document along
        _log.warning("cannot serialise %s: %s", frame.item.self_ref, error)
        text = escape(getattr(frame.item, "text", ""))
    return indented(guard(text.replace(IMAGE, "").strip()), frame.indent)


def inline_child(item: Any, document: DoclingDocument) -> Any:
    """The inline group that holds the text of ``item``, when that is how it is kept."""
    if getattr(item, "text", None) == "" and item.children and _label(item.children[0], document) == "inline":
        return item.children[0].resolve(document)
    return None


def _label(ref: Any, document: DoclingDocument) -> str:
    return str(ref.resolve(document).label.value)


def plain_text(item: Any, document: DoclingDocument) -> str:
    """All text of an item and of what is under it, on one line."""
    label = item.label.value
    if label in TABLES:
        return " ".join(cell.text for cell in item.data.table_cells if cell.text)
    if label == "inline":
        runs = [plain_text(ref.resolve(document), document) for ref in item.children]
        return blank_between(item.name, runs).join(runs)
    parts = [getattr(item, "text", ""), *(plain_text(ref.resolve(document), document) for ref in item.children)]
    return " ".join(part for part in parts if part)


WRITERS: dict[str, Callable[[Walk, Frame], str]] = {
    "title": _heading,
    "section_header": _heading,
    "list_item": _list_item,
    "checkbox_selected": _checkbox,
    "checkbox_unselected": _checkbox,
    "code": _code,
    "formula": _formula,
    "field_region": _nothing,
    "field_item": _field,
    "form": _graph,
    "key_value_region": _graph,
}
