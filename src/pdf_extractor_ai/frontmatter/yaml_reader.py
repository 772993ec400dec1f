"""Untrusted YAML as plain data: ``read_yaml``. Scalars are read as YAML 1.2 (core schema) reads them.

PyYAML's own loaders follow YAML 1.1, in which ``no`` is false, ``010`` is eight and a date is no string. Only its
parser is used here; what the scalars mean, and what is refused, is decided below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pdf_extractor_ai.errors import CardYamlError

MAX_BYTES = 16 << 10
"""Most bytes of YAML in a card; honest ones have less than one thousand."""

MAX_DEPTH = 32

_MAX_DIGITS = 300
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)")
_NOT_A_NUMBER = frozenset({".nan", ".NaN", ".NAN"})

_VERBATIM = frozenset({"content_sha256"})
"""Keys of the card whose value is its source text: a digest may look like a number."""


def read_yaml(text: str) -> Any:
    """The only document of ``text`` as dicts (in the order of the text), lists, strings, numbers, booleans, ``None``.

    Of a key given twice the last value counts. Raises ``CardYamlError`` for what is no YAML, for aliases, tags, more
    than one document, keys that are no plain words, and nesting beyond ``MAX_DEPTH``.
    """
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _document(yaml.parse(text.removeprefix("\ufeff"), Loader=loader))
    except yaml.YAMLError as error:
        raise CardYamlError(_explained(error), remedy="Check indentation, quotes and colons.") from None


def _explained(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
    problem = getattr(error, "problem", None) or getattr(error, "reason", None)
    return f"This is not valid YAML{where}" + (f": {problem}." if problem else ".")


def _document(events: Iterator[Any]) -> Any:
    from yaml import DocumentStartEvent, StreamEndEvent

    value: Any = None
    documents = 0
    for event in events:
        if isinstance(event, DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise CardYamlError(f"This is not valid YAML{_at(event)}: a card is one document, here begins another.")
            value = _node(next(events), events, 0)
        elif isinstance(event, StreamEndEvent):
            break
    return value


def _at(event: Any) -> str:
    return f" at line {event.start_mark.line + 1}, column {event.start_mark.column + 1}"


def _node(event: Any, events: Iterator[Any], depth: int) -> Any:
    from yaml import AliasEvent, MappingStartEvent, ScalarEvent

    if isinstance(event, AliasEvent):
        raise CardYamlError(f"This YAML is refused{_at(event)}: aliases are not allowed.")
    if event.tag is not None:
        raise CardYamlError(f"This YAML is refused{_at(event)}: tags are not allowed.")
    if isinstance(event, ScalarEvent):
        return _scalar(event.value) if event.implicit[0] else event.value
    if depth >= MAX_DEPTH:
        raise CardYamlError(f"This YAML is refused{_at(event)}: it is nested more than {MAX_DEPTH} deep.")
    if isinstance(event, MappingStartEvent):
        return _mapping(events, depth)
    return _sequence(events, depth)


def _mapping(events: Iterator[Any], depth: int) -> dict[str, Any]:
    from yaml import MappingEndEvent, ScalarEvent

    found: dict[str, Any] = {}
    for key in events:
        if isinstance(key, MappingEndEvent):
            break
        if not isinstance(key, ScalarEvent) or key.tag is not None:
            raise CardYamlError(f"This YAML is refused{_at(key)}: a key must be a plain word.")
        value = next(events)
        if depth == 0 and key.value in _VERBATIM and isinstance(value, ScalarEvent) and value.tag is None:
            found[key.value] = value.value
        else:
            found[key.value] = _node(value, events, depth + 1)
    return found


def _sequence(events: Iterator[Any], depth: int) -> list[Any]:
    from yaml import SequenceEndEvent

    found: list[Any] = []
    for event in events:
        if isinstance(event, SequenceEndEvent):
            break
        found.append(_node(event, events, depth + 1))
    return found


def _scalar(text: str) -> str | int | float | bool | None:
    """A plain scalar by the core schema (YAML 1.2.2, section 10.3.2); what fits nothing is a string."""
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if text[0] not in "+-.0123456789" or len(text) > _MAX_DIGITS:
        return text
    return _number(text)


def _number(text: str) -> str | int | float:
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _OCTAL.fullmatch(text) or _HEXADECIMAL.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _INFINITE.fullmatch(text):
        return float(text.replace(".", ""))
    return float("nan") if text in _NOT_A_NUMBER else text


def is_plain_string(text: str) -> bool:
    """Whether ``text`` written without quotes is read back as itself, were it only for its type."""
    return _scalar(text) == text if text else False
