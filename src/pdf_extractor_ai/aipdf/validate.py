"""Whether a semantic XML keeps the rules of version 1 (contract, sections 4.2 to 4.5).

Lenient takes whatever is well-formed and readable, and lists the rest as warnings. Strict takes what every
implementation takes. Messages are those all implementations share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pdf_extractor_ai.aipdf.model import WHITE_SPACE, Element
from pdf_extractor_ai.aipdf.parse import invalid, parse
from pdf_extractor_ai.aipdf.sanitize import sanitize
from pdf_extractor_ai.errors import LayerVersionError

_BBOX = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:,-?[0-9]+(?:\.[0-9]+)?){3}")
_ID = re.compile(r"[^\W\d][\w.:-]*")
_TAGS = re.compile(r"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<section(?=[\s/>])(?>[^>"']|"[^"]*"|'[^']*')*+>""", re.DOTALL)
_MAX_WARNINGS = 100


@dataclass(frozen=True, slots=True)
class Checked:
    """A semantic XML that can be read: its text without white space around it, its tree, and what is odd in it."""

    xml: str
    root: Element
    warnings: tuple[str, ...] = ()


def check(xml: str, *, strict: bool = False) -> Checked:
    """The sanitised text, the tree and the warnings.

    Raises ``LayerXmlError`` with the first broken rule, ``LayerVersionError`` for a version that is not 1.x and
    ``LayerTooLargeError`` beyond the limits. With ``strict``, a warning about something that another implementation
    refuses becomes an error.
    """
    text = sanitize(xml)
    root = parse(text)
    _check_rules(text, root)
    warnings: list[str] = []
    for warning, refused in _oddities(root):
        if strict and refused:
            raise invalid(warning)
        if len(warnings) < _MAX_WARNINGS:
            warnings.append(warning)
    return Checked(text, root, tuple(warnings))


def _check_rules(text: str, root: Element) -> None:
    if root.tag != "document":
        raise invalid("root element must be <document>")
    check_version(root.get("version"))
    sections = [element for element in root.walk() if element.tag == "section"]
    if any("id" not in section.attributes for section in sections):
        raise invalid("section elements require stable id attributes")
    if any(tag[0].startswith("<section") and tag[0].endswith("/>") for tag in _TAGS.finditer(text)):
        raise invalid("section elements must contain semantic blocks")
    if not sections:
        raise invalid("document must contain at least one section")


def check_version(version: str) -> None:
    """Raise ``LayerVersionError`` unless the part before the first dot is the number 1."""
    given = version.strip(WHITE_SPACE)
    if not given:
        raise LayerVersionError("invalid semantic XML: document version must be present")
    major = given.split(".", 1)[0].removeprefix("+")
    if not (major.isascii() and major.isdigit()):
        raise LayerVersionError(f"invalid semantic XML: malformed document version `{given}`")
    if major.lstrip("0") != "1":
        raise LayerVersionError(
            f"invalid semantic XML: unsupported document version `{given}`: this build supports 1.x",
            remedy="Treat the file as an ordinary PDF, or update this package.",
        )


def _oddities(root: Element) -> Iterator[tuple[str, bool]]:
    """What is odd, and whether some implementation refuses the file for it."""
    if "xmlns" in root.attributes:
        yield "root element must be <document>", True
    seen: set[str] = set()
    for element in root.walk():
        identifier = element.attributes.get("id")
        if element.tag == "section" and identifier == "":
            yield "section elements require stable id attributes", True
        bbox, page = element.attributes.get("bbox"), element.attributes.get("page")
        if bbox is not None and not _BBOX.fullmatch(bbox):
            yield f"invalid bbox: {bbox[:80]}", True
        if page is not None and not element.page():
            yield f"invalid page: {page[:80]}", True
        if identifier:
            if identifier in seen:
                yield f"duplicate id: {identifier[:80]}", False
            elif not _ID.fullmatch(identifier):
                yield f"id is no XML name: {identifier[:80]}", False
            seen.add(identifier)
