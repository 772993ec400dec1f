"""What no semantic XML may hold, checked on the raw text before any parser sees it (contract, section 4.5)."""

from __future__ import annotations

import re

from pdf_extractor_ai.aipdf.carrier import MAX_XML_BYTES
from pdf_extractor_ai.aipdf.model import WHITE_SPACE
from pdf_extractor_ai.errors import LayerTooLargeError, LayerXmlError

MARKERS = ("<!DOCTYPE", "<?xml-stylesheet", "<?processing", "<script", "/JavaScript", "/Launch")
"""Refused anywhere in the text, whatever the case of its ASCII letters, in this order."""

# XML 1.0, production 2: what may stand in a document
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TRIGGER = re.compile("/(?=javascript|launch)", re.IGNORECASE | re.ASCII)
_ASCII_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def sanitize(xml: str) -> str:
    """The text without byte order marks and white space around it.

    Raises ``LayerXmlError`` for a forbidden marker and ``LayerTooLargeError`` beyond 16 MiB of UTF-8.
    """
    text = xml.lstrip("\ufeff").strip(WHITE_SPACE)
    lowered = text.translate(_ASCII_LOWER) if len(text) < 4096 else _lowered(text)
    for marker in MARKERS:
        if marker.lower() in lowered:
            raise LayerXmlError(
                f"invalid semantic XML: disallowed marker `{marker}`",
                remedy="Write the slash as `&#47;` where the words are only text." if marker[0] == "/" else "",
            )
    if len(text) > MAX_XML_BYTES or len(text.encode("utf-8", "replace")) > MAX_XML_BYTES:
        raise LayerTooLargeError("invalid semantic XML: semantic XML exceeds 16 MiB safety limit")
    return text


def _lowered(text: str) -> str:
    # `bytes.lower` changes ASCII letters only, and is much faster than a table over code points
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def legal(text: str) -> str:
    """``text`` without the characters that XML 1.0 cannot hold."""
    return _ILLEGAL.sub("", text)


def escaped(text: str, *, attribute: bool = False) -> str:
    """``text`` ready for XML, written so that ``sanitize`` never takes it for active content."""
    out = legal(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    if attribute:
        out = out.replace("\t", "&#9;").replace("\n", "&#10;")
    return _TRIGGER.sub("&#47;", out.replace("\r", "&#13;"))
