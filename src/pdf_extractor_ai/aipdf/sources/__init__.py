"""Semantic XML made from the files people write: Markdown, HTML, Typst, or XML already (contract, section 7)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Literal, cast

from pdf_extractor_ai.aipdf.model import Element
from pdf_extractor_ai.errors import SourceFormatError

Kind = Literal["xml", "markdown", "html", "typst"]

SUFFIXES: dict[str, Kind] = {
    ".xml": "xml",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".typ": "typst",
    ".typst": "typst",
}

MAX_SOURCE_CHARACTERS = 16 * 1024 * 1024


def kind_of(suffix: str) -> Kind:
    """The kind of source a file name's last extension stands for; raises ``SourceFormatError`` for others."""
    kind = SUFFIXES.get(suffix.lower())
    if kind is None:
        raise SourceFormatError(
            f"unsupported input extension `{suffix.removeprefix('.')}`",
            remedy=f"Give one of {', '.join(SUFFIXES)} or .pdf.",
        )
    return kind


def semantic_xml(source: str, kind: Kind) -> str:
    """The semantic XML of a source text, checked against the strict rules.

    XML is taken as it is (without stylesheet lines); the others are converted. Raises ``SourceFormatError`` and
    ``LayerXmlError``.
    """
    from pdf_extractor_ai.aipdf.parse import serialize
    from pdf_extractor_ai.aipdf.validate import check

    if len(source) > MAX_SOURCE_CHARACTERS:
        raise SourceFormatError(f"the source has more than {MAX_SOURCE_CHARACTERS} characters")
    source = source.removeprefix("\ufeff")
    if kind == "xml":
        from pdf_extractor_ai.aipdf.sources.xml import extracted

        return check(extracted(source), strict=True).xml
    return check(serialize(tree_of(source, kind)), strict=True).xml


def tree_of(source: str, kind: Kind) -> Element:
    """The semantic tree of a Markdown, HTML or Typst text."""
    if kind not in {"markdown", "html", "typst"}:
        raise SourceFormatError(f"unsupported source kind `{kind}`", remedy="Give xml, markdown, html or typst.")
    module = import_module(f"{__name__}.{kind}")
    return cast(Callable[[str], Element], module.convert)(source.replace("\r\n", "\n").replace("\r", "\n"))
