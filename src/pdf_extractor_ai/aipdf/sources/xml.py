"""Semantic XML as people hand it over: on its own, or fenced in the Markdown answer of a model."""

from __future__ import annotations

from pdf_extractor_ai.aipdf.model import WHITE_SPACE

_FENCE = "```xml"


def extracted(source: str) -> str:
    """The XML in ``source`` without stylesheet lines.

    A fence counts only when the text does not begin as XML, so that a document about fences stays whole.
    """
    text = source.strip(WHITE_SPACE)
    if not text.startswith("<") and _FENCE in text:
        text = text.split(_FENCE, 1)[1].split("```", 1)[0].strip(WHITE_SPACE)
    lines = text.splitlines()
    return "\n".join(line for line in lines if not line.strip(WHITE_SPACE).startswith("<?xml-stylesheet"))
