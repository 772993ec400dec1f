"""What is wrong with a card: lenient rules for reading, strict rules for writing, advice beyond both.

Reading refuses what the reference readers refuse (measured, see docs/reference/card-conformance.md), so that a card
is worth the same everywhere. Writing refuses whatever the schema does not allow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pdf_extractor_ai.errors import InvalidCardError
from pdf_extractor_ai.frontmatter.card import DOC_TYPES, FILE_NAMES, SPECS, Card

MAX_SUMMARY_WORDS = 40
MAX_ENTITIES = 8

_SNAKE = re.compile(r"[^\W_]+(?:_[^\W_]+)*")  # of any script: most have no capitals
_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")
_DIGEST = re.compile(r"[0-9a-f]{16}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Fault:
    """A stable ``code`` and a sentence; ``unknown_spec`` or ``invalid`` when reading."""

    code: str
    message: str


def reading_fault(data: object) -> Fault | None:
    """The first reason not to use what the YAML gave, or ``None``: types only, as the reference readers check them."""
    if not isinstance(data, dict):
        return Fault("not_a_mapping", "The card is no mapping of keys to values.")
    if data.get("spec") not in SPECS.values():
        known = " or ".join(f'"{spec}"' for spec in SPECS.values())
        return Fault("unknown_spec", f"The spec field is not exactly {known}.")
    title = data.get("title")
    if not isinstance(title, str) or not title.strip():
        return Fault("invalid", "The title is not a text, or it is blank.")
    pages = data.get("pages")
    if pages is not None and (isinstance(pages, bool) or not isinstance(pages, int | float) or not pages >= 0):
        return Fault("invalid", "The pages field is no number from 0 upwards.")
    for key, kind, name in (("entities", list, "list"), ("facts", list, "list"), ("key_sections", dict, "mapping")):
        if data.get(key) is not None and not isinstance(data[key], kind):
            return Fault("invalid", f"The {key} field is no {name}.")
    return None


def check_card(card: Card) -> None:
    """Raise ``InvalidCardError`` with every fault if ``card`` does not follow its schema to the letter."""
    faults = writing_faults(card)
    if faults:
        raise InvalidCardError(
            "The card is not valid: " + " ".join(faults), remedy="Correct or leave out these fields."
        )


def writing_faults(card: Card) -> list[str]:
    """Every departure from the schema, one sentence each; empty for a card that may be written."""
    fault = reading_fault(card.data)
    if fault:
        return [fault.message]
    found = []
    for key, (holds, wish) in _RULES.items():
        if key in card.data and not holds(card.data[key]):
            found.append(f"{key} is not {wish}.")
    extraction = card.data.get("extraction")
    if isinstance(extraction, dict):
        if "scanned" in extraction and not isinstance(extraction["scanned"], bool):
            found.append("extraction.scanned is not true or false.")
        if "quality" in extraction and not _share(extraction["quality"]):
            found.append("extraction.quality is not a number from 0 to 1.")
        for key in ("tables_on_pages", "doubtful_pages"):
            if key in extraction and not _page_list(extraction[key]):
                found.append(f"extraction.{key} is not a list of page numbers from 1 upwards.")
    entities = card.data.get("entities")
    if card.convention == "pdf-frontmatter" and isinstance(entities, list) and not all(map(_text, entities)):
        found.append("entities are not all plain names, which pdf-frontmatter/0.1 wants.")
    return found


def card_schema() -> dict[str, Any]:
    """The same rules as a JSON Schema (draft 2020-12), for others than us; it is in the package as a file."""
    import json
    from importlib.resources import files

    text = files("pdf_extractor_ai.frontmatter").joinpath("card.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _page(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _page_list(value: object) -> bool:
    return isinstance(value, list) and all(_page(page) for page in value)


def _share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _text(value: object) -> bool:
    return isinstance(value, str)


def _sections(value: object) -> bool:
    return isinstance(value, dict) and all(_page(page) for page in value.values())


def _entities(value: object) -> bool:
    return isinstance(value, list) and all(
        _filled(each) or (isinstance(each, dict) and _filled(each.get("name"))) for each in value
    )


def _filled(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _facts(value: object) -> bool:
    return isinstance(value, list) and len(Card({"facts": value}).facts) == len(value)


def _derived(value: object) -> bool:
    return isinstance(value, dict) and all(_filled(name) for name in value.values())


def _pattern(pattern: re.Pattern[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


_RULES: dict[str, tuple[Callable[[object], bool], str]] = {
    "doc_type": (_text, "a text"),
    "language": (_pattern(_LANGUAGE), "a BCP 47 tag"),
    "pages": (_page, "a whole number from 1 upwards"),
    "summary": (_text, "a text"),
    "key_sections": (_sections, "a mapping of names to page numbers from 1 upwards"),
    "entities": (_entities, "a list of names"),
    "facts": (_facts, "a list of facts with their pages"),
    "extraction": (lambda value: isinstance(value, dict), "a mapping"),
    "derived": (_derived, "a mapping of short names to attachment names"),
    "content_sha256": (_pattern(_DIGEST), "16 lower-case hexadecimal digits"),
    "content_sha256_extractor": (_text, "a text"),
    "generated_by": (_text, "a text"),
    "generated_at": (_pattern(_DATE), "a date like 2026-08-13"),
}


def lint_card(
    card: Card, *, page_count: int | None = None, attachment_names: Collection[str] | None = None
) -> list[Fault]:
    """Advice for a valid card: what is legal but not honest, short or useful.

    Checks against the document are made when its ``page_count`` and ``attachment_names`` are given.
    """
    found = [*_length_advice(card), *_naming_advice(card)]
    if page_count is not None:
        found += _page_advice(card, page_count)
    for short, name in card.derived.items():
        if attachment_names is not None and name not in attachment_names and name not in FILE_NAMES.values():
            found.append(Fault("derived_missing", f"derived.{short} names {name!r}, which is not attached."))
    return found


def _length_advice(card: Card) -> list[Fault]:
    found = []
    words = len((card.summary or "").split())
    if words > MAX_SUMMARY_WORDS:
        found.append(Fault("summary_long", f"The summary has {words} words; about {MAX_SUMMARY_WORDS} are wanted."))
    count = len(card.entities)
    if count > MAX_ENTITIES and card.convention == "pdf-frontmatter":
        found.append(Fault("many_entities", f"There are {count} entities; at most {MAX_ENTITIES} are wanted."))
    return found


def _naming_advice(card: Card) -> list[Fault]:
    found = []
    if card.doc_type is not None and card.doc_type not in DOC_TYPES:
        found.append(Fault("doc_type_unknown", f"doc_type {card.doc_type!r} is read as other."))
    if card.convention == "pdf-frontmatter":
        for name in card.key_sections:
            if not _SNAKE.fullmatch(name) or name != name.lower():
                found.append(Fault("section_name", f"The section name {name!r} is not snake_case."))
    for fact in card.facts:
        if not fact.page and any(character.isdigit() for character in fact.fact):
            found.append(Fault("fact_without_page", f"The fact {fact.fact!r} has a number and no page."))
    return found


def _page_advice(card: Card, page_count: int) -> list[Fault]:
    found = []
    if card.data.get("pages") is not None and card.data["pages"] != page_count:
        found.append(Fault("pages_differ", f"pages is {card.data['pages']!r}; the document has {page_count}."))
    cited: Mapping[str, Any] = {
        "key_sections": list(card.key_sections.values()),
        "extraction.tables_on_pages": card.tables_on_pages,
        "entities": [each.page for each in card.entities if each.page],
        "facts": [each.page for each in card.facts if each.page],
    }
    for key, pages in cited.items():
        beyond = sorted({page for page in pages if not 1 <= page <= page_count})
        if beyond:
            numbers = ", ".join(map(str, beyond))
            found.append(Fault("page_out_of_range", f"{key}: the document has no page {numbers}."))
    return found
