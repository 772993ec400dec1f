"""The tree as ONTO, the columnar form for language models (contract, sections 6.4 and 6.7)."""

from __future__ import annotations

from dataclasses import dataclass, field

from pdf_extractor_ai.aipdf.exports.walk import cells_of
from pdf_extractor_ai.aipdf.model import WHITE_SPACE, Element

_BLOCKS = {
    "title": "heading",
    "paragraph": "body",
    "caption": "caption",
    "equation": "equation",
    "citation": "citation",
    "item": "list-item",
    "note": "note",
    "footnote": "footnote",
    "definition": "definition",
    "codeBlock": "code",
    "annotation": "annotation",
}
"""Kinds of blocks with the role each has when the file gives none."""

_FIELDS = {
    "Document": ("version", "title", "source_format"),
    "Sections": ("id", "level", "page", "role", "title"),
    "Blocks": ("id", "kind", "section_id", "level", "page", "bbox", "role", "text"),
    "Tables": ("id", "page", "bbox", "caption", "rows"),
    "Figures": ("id", "page", "bbox", "caption", "alt", "source"),
    "References": ("id", "type", "text"),
}

Record = dict[str, str]


def to_onto(root: Element) -> str:
    """Six groups of columns without a final line break. Values are joined with ``|``, cells of a row with ``^``."""
    state = _State(root.get("version"))
    _visit(root, state, _Context())
    document = {"version": state.version, "title": state.title, "source_format": "aipdf.semantic.xml"}
    groups = {
        "Document": [document],
        "Sections": state.sections,
        "Blocks": state.blocks,
        "Tables": state.tables,
        "Figures": state.figures,
        "References": state.references,
    }
    parts = []
    for name, records in groups.items():
        lines = [f"{name}[{len(records)}]:"]
        for column in _FIELDS[name]:
            raw = name == "Tables" and column == "rows"
            lines.append(
                f"    {column}: " + "|".join(each[column] if raw else scalar(each[column]) for each in records)
            )
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts).rstrip(WHITE_SPACE)


def scalar(text: str) -> str:
    """One value: white space runs become one space, and the characters that mean something become others."""
    words = [word for word in _split(text) if word]
    return " ".join(words).replace("`", "'").replace("|", "/").replace("^", ";")


def _split(text: str) -> list[str]:
    for space in WHITE_SPACE[1:]:
        if space in text:
            text = text.replace(space, "\t")
    return text.split("\t")


@dataclass(slots=True)
class _State:
    version: str
    title: str = ""
    sections: list[Record] = field(default_factory=list)
    blocks: list[Record] = field(default_factory=list)
    tables: list[Record] = field(default_factory=list)
    figures: list[Record] = field(default_factory=list)
    references: list[Record] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Context:
    """The innermost section, and whether the metadata or a table or figure is open."""

    section_id: str = ""
    level: str = ""
    page: str = ""
    metadata: bool = False
    record: Record | None = None


def _visit(element: Element, state: _State, context: _Context) -> None:
    tag = element.tag
    if tag in {"section", "appendix"}:
        context = _section(element, state)
    elif tag == "metadata":
        context = _Context(metadata=True)
    elif tag in {"table", "figure"}:
        context = _Context(context.section_id, context.level, context.page, context.metadata, _record(element, state))
    elif tag == "title" and context.metadata:
        state.title = element.text()
        return
    elif tag == "caption" and context.record is not None:
        context.record["caption"] = element.text()
        return
    elif tag == "reference":
        state.references.append({"id": element.get("id"), "type": element.get("type"), "text": element.text()})
        return
    elif tag in _BLOCKS:
        _block(element, state, context)
        return
    elif tag == "row" and context.record is not None and "rows" in context.record:
        return
    elif tag in {"image", "alt", "altText"} and context.record is not None and "alt" in context.record:
        _depict(element, context.record)
    for child in element.elements:
        _visit(child, state, context)
    if tag == "figure" and context.record is not None and not context.record["alt"]:
        context.record["alt"] = element.get("alt")


def _section(element: Element, state: _State) -> _Context:
    page = element.get("page") or element.get("pageStart")
    role = element.get("role") or element.get("semanticRole")
    level = element.get("level")
    if element.tag == "appendix":
        level = role = "appendix"
    state.sections.append({"id": element.get("id"), "level": level, "page": page, "role": role, "title": ""})
    # the shared form records the page of an appendix but does not hand it down
    return _Context(element.get("id"), level, "" if element.tag == "appendix" else page)


def _record(element: Element, state: _State) -> Record:
    common = {"id": element.get("id"), "page": element.get("page"), "bbox": element.get("bbox"), "caption": ""}
    if element.tag == "table":
        rows = [[scalar(cell.text()) for cell in cells_of(row)] for row in element.find_all("row")]
        record = {**common, "rows": "|".join("^".join(row) for row in rows)}
        state.tables.append(record)
    else:
        record = {**common, "alt": "", "source": element.get("source")}
        state.figures.append(record)
    return record


def _depict(element: Element, figure: Record) -> None:
    if element.tag != "image":
        figure["alt"] = element.text()
        return
    if "src" in element.attributes:
        figure["source"] = element.get("src")
    if "alt" in element.attributes:
        figure["alt"] = element.get("alt")


def _block(element: Element, state: _State, context: _Context) -> None:
    text = element.text()
    if element.tag == "definition" and "term" in element.attributes:
        text = f"{element.get('term')}: {text}"
    state.blocks.append(
        {
            "id": element.get("id"),
            "kind": element.tag,
            "section_id": context.section_id,
            "level": context.level,
            "page": element.get("page") or context.page,
            "bbox": element.get("bbox"),
            "role": element.get("role") or _BLOCKS[element.tag],
            "text": text,
        }
    )
    if element.tag == "title" and state.sections and not state.sections[-1]["title"]:
        state.sections[-1]["title"] = text
    for image in element.find_all("table", "figure"):
        _visit(image, state, context)
