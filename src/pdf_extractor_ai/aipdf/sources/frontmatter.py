"""YAML front matter of a source as metadata of the document."""

from __future__ import annotations

from typing import Any

from pdf_extractor_ai.aipdf.builder import Builder

_MAX_CHARACTERS = 64 * 1024
_MAX_ENTRIES = 200


def apply_front_matter(builder: Builder, text: str) -> None:
    """Put what the YAML says into ``builder``; YAML that cannot be read, or is no mapping, says nothing."""
    import yaml

    if len(text) > _MAX_CHARACTERS or ("&" in text and "*" in text):  # aliases can grow without bound
        return
    try:
        values = yaml.load(text, Loader=yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader)  # noqa: S506
    except (yaml.YAMLError, ValueError, RecursionError):
        return
    if not isinstance(values, dict):
        return
    known = {str(key).lower(): value for key, value in values.items()}
    record = builder.metadata
    record.title = _one(known.get("title"))
    record.subtitle = _one(known.get("subtitle"))
    record.authors = _many(known.get("authors", known.get("author")))
    record.created = _one(known.get("created", known.get("date")))
    record.modified = _one(known.get("modified", known.get("updated")))
    record.keywords = _many(known.get("keywords", known.get("tags")))
    record.rights = _one(known.get("rights", known.get("license")))
    language = _one(known.get("lang", known.get("language")))
    if language:
        builder.language = record.language = language


def _one(value: Any) -> str:
    if isinstance(value, dict):
        return _one(value.get("name"))
    return "" if value is None or isinstance(value, list) else " ".join(str(value).split())


def _many(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [text for text in map(_one, values[:_MAX_ENTRIES]) if text]
