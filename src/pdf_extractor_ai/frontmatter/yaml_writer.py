"""A card as YAML that YAML 1.1 and 1.2 readers understand alike: ``dump_card`` and ``revised``.

Block style, two spaces, UTF-8 without BOM, one line end at the end. Strings that either version could take for
something else are double-quoted, titles, digests and dates always.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pdf_extractor_ai.errors import CardError
from pdf_extractor_ai.frontmatter.card import Card
from pdf_extractor_ai.frontmatter.yaml_reader import MAX_DEPTH, read_yaml

_ALWAYS_QUOTED = frozenset({"title", "content_sha256", "generated_at"})
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9_.,/+() -]*[A-Za-z0-9_./+)])?")
_TYPED_IN_YAML_1_1 = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def dump_card(card: Card) -> str:
    """The YAML text of ``card``; reading it gives the same data in the same order.

    Raises ``CardError`` for values that are no plain data, or are nested too deep.
    """
    return dump_mapping(card.data)


def dump_mapping(data: Mapping[str, Any]) -> str:
    """The YAML text of ``data``, empty for an empty mapping."""
    return "".join(line + "\n" for line in _mapping(data, 0))


def _mapping(data: Mapping[str, Any], depth: int) -> Iterator[str]:
    for key, value in data.items():
        if not isinstance(key, str):
            raise CardError(f"A card's keys are texts, not {type(key).__name__}: {key!r}")
        yield from _entry(f"{_key(key)}:", value, depth, quoted=depth == 0 and key in _ALWAYS_QUOTED)


def _entry(lead: str, value: Any, depth: int, *, quoted: bool = False) -> Iterator[str]:
    """``lead value`` on one line, or ``lead`` and a block below it."""
    if depth >= MAX_DEPTH:
        raise CardError(f"A card is nested at most {MAX_DEPTH} deep.")
    margin = "  " * depth
    if isinstance(value, Mapping) and value:
        yield margin + lead
        yield from _mapping(value, depth + 1)
    elif isinstance(value, list | tuple) and value:
        yield margin + lead
        yield from _sequence(value, depth + 1)
    else:
        yield f"{margin}{lead} {_scalar(value, quoted=quoted)}"


def _sequence(items: list[Any] | tuple[Any, ...], depth: int) -> Iterator[str]:
    margin = "  " * depth
    for item in items:
        if isinstance(item, Mapping) and item:
            # The first key stands beside the dash, the others below it.
            lines = list(_mapping(item, depth + 1))
            yield f"{margin}- {lines[0].lstrip(' ')}"
            yield from lines[1:]
        elif isinstance(item, list | tuple) and item:
            yield f"{margin}-"
            yield from _sequence(item, depth + 1)
        else:
            yield f"{margin}- {_scalar(item)}"


def _key(text: str) -> str:
    return text if _is_plain(text) and len(text) < 100 else _quoted(text)


def _scalar(value: Any, *, quoted: bool = False) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if not quoted and _is_plain(value) else _quoted(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    raise CardError(f"A card holds texts, numbers, lists and mappings, not {type(value).__name__}: {value!r}")


def _float(value: float) -> str:
    if value != value:
        return ".nan"
    if abs(value) == float("inf"):
        return ".inf" if value > 0 else "-.inf"
    text = repr(value)
    # YAML 1.1 wants a point in a number with an exponent.
    return text if "." in text else text.replace("e", ".0e")


def _is_plain(text: str) -> bool:
    return _PLAIN.fullmatch(text) is not None and text.lower() not in _TYPED_IN_YAML_1_1


def _quoted(text: str) -> str:
    """A JSON string is a YAML string too, once the characters are escaped that YAML calls unprintable."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def revised(old: str, card: Card) -> str:
    """``old`` changed so that it holds the data of ``card``, with its comments, order and style kept where possible.

    Whatever the way, reading the result gives exactly ``card.data``.
    """
    try:
        text = _round_trip(old, card)
        if text is not None and read_yaml(text) == card.data:
            return text
    except (CardError, RecursionError):
        pass
    return dump_card(card)


def _round_trip(old: str, card: Card) -> str | None:
    """``old`` with its top-level values exchanged by ruamel.yaml, or ``None`` where that fails."""
    from io import StringIO

    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    before = read_yaml(old)
    if before == card.data and list(before) == list(card.data):
        return old if old.endswith("\n") else old + "\n"
    if not isinstance(before, dict) or "#" not in old:
        return None  # nothing that our own serialiser would not keep
    machine = YAML(typ="rt")
    machine.preserve_quotes = True
    machine.width = 1 << 20
    machine.allow_unicode = True
    machine.indent(mapping=2, sequence=4, offset=2)
    try:
        document = machine.load(old)
        for key in [key for key in document if key not in card.data]:
            del document[key]
        for key, value in card.data.items():
            if key not in before and key == "spec":
                document.insert(0, key, _styled(key, value))
            elif key not in before or before[key] != value or type(before[key]) is not type(value):
                document[key] = _styled(key, value)
        buffer = StringIO()
        machine.dump(document, buffer)
    except (YAMLError, ValueError, TypeError, KeyError, AttributeError, NotImplementedError):
        return None
    return buffer.getvalue()


def _styled(key: str, value: Any) -> Any:
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    if isinstance(value, str):
        always = key in _ALWAYS_QUOTED
        return DoubleQuotedScalarString(value) if always or not _is_plain(value) else value
    if isinstance(value, Mapping):
        return {name: _styled("", item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_styled("", item) for item in value]
    return value
