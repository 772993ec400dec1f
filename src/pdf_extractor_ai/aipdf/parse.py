"""XML text to tree, and tree to XML text.

The parser knows no DTD, no entities beyond the five of XML, and no network. Size, depth and the number of elements
are bounded before memory is spent on them.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from pdf_extractor_ai.aipdf.model import ASCII_SPACE, CONTAINERS, Element
from pdf_extractor_ai.aipdf.sanitize import escaped
from pdf_extractor_ai.errors import LayerTooLargeError, LayerXmlError

if TYPE_CHECKING:
    from lxml import etree

MAX_DEPTH = 200
MAX_ELEMENTS = 200_000
MAX_ATTRIBUTES = 100
_MAX_ALL_ATTRIBUTES = 400_000
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
_ONE_PER_LINE = frozenset({"document", "section", "appendix", "metadata"})
_XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
_TAG = re.compile(r"""(?>[^>"']+|"[^"]*"|'[^']*')*+""")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_SPACED_VALUE = re.compile(r"""=[ \t\r\n]+["']""")
_NO_SECTION = "document must contain at least one section"


def invalid(cause: str, *, line: int = 0) -> LayerXmlError:
    """The error for XML that breaks a rule, worded as all implementations of the format word it."""
    return LayerXmlError(f"invalid semantic XML: {cause}", line=line)


def parse(xml: str) -> Element:
    """The tree of sanitised XML.

    Comments vanish, CDATA becomes text, white space between the children of containers is dropped. Raises
    ``LayerXmlError`` with the line for XML that is not well-formed or holds a processing instruction, and
    ``LayerTooLargeError`` beyond ``MAX_DEPTH`` levels, ``MAX_ELEMENTS`` elements or ``MAX_ATTRIBUTES`` attributes.
    """
    if "<" not in xml:
        raise invalid(_NO_SECTION)
    if xml.count("<") - xml.count("</") > MAX_ELEMENTS:
        raise LayerTooLargeError(f"invalid semantic XML: more than {MAX_ELEMENTS} elements")
    _check_attributes(xml)
    return _converted(_rooted(xml), namespaces="xmlns" in xml or "xml:" in xml)


def _check_attributes(xml: str) -> None:
    """The parser compares each attribute of an element with all before it, so their number is bounded beforehand."""
    spaced = sum(1 for _ in islice(_SPACED_VALUE.finditer(xml), _MAX_ALL_ATTRIBUTES))
    if xml.count('="') + xml.count("='") + spaced > _MAX_ALL_ATTRIBUTES:
        raise LayerTooLargeError(f"invalid semantic XML: more than {_MAX_ALL_ATTRIBUTES} attributes")
    for begun in xml.split("<"):
        if begun.count("=") > MAX_ATTRIBUTES:
            tag = _TAG.match(begun)
            if tag and _QUOTED.sub("", tag[0]).count("=") > MAX_ATTRIBUTES:
                raise LayerTooLargeError(f"invalid semantic XML: an element has more than {MAX_ATTRIBUTES} attributes")


def _rooted(xml: str) -> etree._Element:
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        dtd_validation=False,
        remove_comments=True,
        huge_tree=True,  # the layer has its own, stricter limits
        encoding="utf-8",
    )
    try:
        root = etree.fromstring(xml.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, UnicodeEncodeError) as error:
        line = getattr(error, "lineno", None) or 0
        raise invalid(str(error).removesuffix(f" (<string>, line {line})"), line=line) from error
    outside = [*root.itersiblings(preceding=True), *root.itersiblings()]
    if any(isinstance(node, etree._ProcessingInstruction) for node in outside):
        raise invalid("processing instructions are not allowed")
    return root


def _converted(root: etree._Element, *, namespaces: bool) -> Element:
    """The tree without lxml, from a list of work instead of by recursion: depth costs no Python stack here.

    Looking for the namespaces of each element costs more than all the rest, and hardly any layer has them.
    """
    attributes = _attributes if namespaces else _plain_attributes
    top = Element(_name(root), attributes(root))
    pending = [(root, top, 1)]
    while pending:
        node, element, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise LayerTooLargeError(f"invalid semantic XML: elements are nested more than {MAX_DEPTH} levels deep")
        drops_space = element.tag in CONTAINERS
        _add_text(element, node.text, drops_space)
        for child in node:
            if not isinstance(child.tag, str):
                raise invalid("processing instructions are not allowed", line=int(child.sourceline or 0))
            below = Element(_name(child), attributes(child))
            element.children.append(below)
            pending.append((child, below, depth + 1))
            _add_text(element, child.tail, drops_space)
    return top


def _add_text(element: Element, text: str | None, drops_space: bool) -> None:
    if text and not (drops_space and not text.strip(ASCII_SPACE)):
        element.children.append(text)


def _name(node: etree._Element) -> str:
    tag = str(node.tag)
    if tag[0] != "{":
        return tag
    local = tag.rsplit("}", 1)[1]
    return f"{node.prefix}:{local}" if node.prefix else local


def _plain_attributes(node: etree._Element) -> dict[str, str]:
    return {str(key): str(value) for key, value in node.attrib.items()}


def _attributes(node: etree._Element) -> dict[str, str]:
    found: dict[str, str] = {}
    parent = node.getparent()
    inherited = {} if parent is None else parent.nsmap
    for prefix, uri in node.nsmap.items():
        if inherited.get(prefix) != uri:
            found[f"xmlns:{prefix}" if prefix else "xmlns"] = str(uri)
    names = {uri: prefix for prefix, uri in node.nsmap.items() if prefix}
    for key, value in node.attrib.items():
        name = str(key)
        if name[0] == "{":
            uri, local = name[1:].split("}", 1)
            prefix = "xml" if uri == _XML_NAMESPACE else names.get(uri)
            name = f"{prefix}:{local}" if prefix else local
        found[name] = str(value)
    return found


def serialize(root: Element) -> str:
    """The tree as XML text that every implementation reads alike.

    A declaration, blocks one per line, empty elements as pairs of tags except ``image`` (contract, section 4.6), and
    nothing in text or attributes that looks like active content.
    """
    return DECLARATION + "\n" + "".join(_written(root))


def _written(element: Element) -> list[str]:
    attributes = "".join(f' {name}="{escaped(value, attribute=True)}"' for name, value in element.attributes.items())
    if element.tag == "image" and not element.children:
        return [f"<{element.tag}{attributes}/>"]
    parts = [f"<{element.tag}{attributes}>"]
    breaks = element.tag in _ONE_PER_LINE and bool(element.children)
    for child in element.children:
        if breaks:
            parts.append("\n")
        if isinstance(child, str):
            parts.append(escaped(child))
        else:
            parts += _written(child)
    if breaks:
        parts.append("\n")
    parts.append(f"</{element.tag}>")
    return parts
