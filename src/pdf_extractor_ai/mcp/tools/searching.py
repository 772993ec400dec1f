"""``search_document``: pages that hold the words of a query, the best first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import log
from typing import Annotated, Any

from pydantic import Field

from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.mcp.answers import Answer
from pdf_extractor_ai.mcp.budget import fitted
from pdf_extractor_ai.mcp.record import DocumentRecord
from pdf_extractor_ai.mcp.tools.base import (
    ITEMS,
    NUMBER,
    OBJECT,
    TRUTH,
    DocumentArguments,
    Request,
    Start,
    Tool,
    checked_start,
)

_MAX_TERMS = 20
_AROUND = 110
_PHRASE_BONUS = 5.0
_MARKUP = re.compile(r"\*\*|`|\\(?=[!-/:-@\[-`{-~])|^#+ |<!--.*?-->", re.MULTILINE)
_TERM = re.compile(r"\w+")


class SearchArguments(DocumentArguments):
    """What to look for."""

    query: Annotated[str, Field(max_length=300)]
    limit: Annotated[int, Field(ge=1, le=50)] = 10
    start: Start = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that matches: its score, the matches on it, what was matched (the phrase, or words)."""

    page: int
    score: float
    matches: int
    patterns: tuple[re.Pattern[str], ...]


async def search_document(arguments: SearchArguments, request: Request) -> Answer:
    """The hits, in pieces of ``limit``."""
    record, origin = await request.document(arguments, "search_document")
    hits = find(record, arguments.query)
    start = checked_start(arguments.start, len(hits), "start")

    texts = record.page_texts()
    results: list[dict[str, Any]] = [
        {
            "page": hit.page,
            "section": _section(record, hit),
            "score": round(hit.score, 2),
            "matches": hit.matches,
            "snippet": _snippet(_plain(texts[hit.page]), hit.patterns),
        }
        for hit in hits[start : start + arguments.limit]
    ]

    def build(count: int) -> Answer:
        shown = results[:count]
        left = len(hits) - start - count
        lines = [f"page {hit['page']} {hit['section']} ({hit['matches']}): {hit['snippet']}" for hit in shown]
        return Answer(
            facts={
                "path": arguments.path,
                "document": record.id,
                "query": arguments.query,
                "total": len(hits),
                "complete": left == 0,
                "cached": origin != "extracted",
            },
            data={"results": shown},
            head=f"{arguments.path}: {len(hits)} pages match",
            body="\n".join(lines),
            cut=f"{left} more pages match" if left else "",
            next=arguments.call("search_document", start=start + count) if left else None,
        )

    return build(fitted(build, len(results), arguments.budget))


def find(record: DocumentRecord, query: str) -> list[Hit]:
    """Pages with any of the query's words, by BM25 and with a bonus for the whole phrase; equals by page.

    A word also finds longer ones that begin with it; case does not count. Raises ``InvalidOptionError`` for a query
    without a word in it.
    """
    terms = list(dict.fromkeys(_TERM.findall(query.casefold())))[:_MAX_TERMS]
    if not terms:
        raise InvalidOptionError("the query has no word in it", remedy="Give one or more words.")
    patterns = [_pattern(re.escape(term)) for term in terms]
    phrase = _pattern(r"\W{1,3}".join(map(re.escape, _TERM.findall(query)[:_MAX_TERMS])))
    texts = {page: _plain(text) for page, text in record.page_texts().items() if text}
    counts = {page: [len(pattern.findall(text)) for pattern in patterns] for page, text in texts.items()}
    mean = sum(map(len, texts.values())) / max(1, len(texts))
    rarity = [_rarity(sum(1 for found in counts.values() if found[i]), len(texts)) for i in range(len(terms))]
    hits = []
    for page, found in counts.items():
        if not any(found):
            continue
        text = texts[page]
        phrases = len(phrase.findall(text)) if len(terms) > 1 else 0
        score = _bm25(found, rarity, len(text) / mean) + (_PHRASE_BONUS if phrases else 0.0)
        wanted = (phrase,) if phrases else tuple(p for p, n in zip(patterns, found, strict=True) if n)
        hits.append(Hit(page, score, phrases or sum(found), wanted))
    return sorted(hits, key=lambda hit: (-hit.score, hit.page))


def _pattern(expression: str) -> re.Pattern[str]:
    # scripts written without spaces have no word boundaries to hold on to
    boundary = r"\b" if re.match(r"\\?[A-Za-z0-9\u00c0-\u04ff]", expression) else ""
    return re.compile(boundary + expression, re.IGNORECASE)


def _plain(markdown: str) -> str:
    return " ".join(_MARKUP.sub("", markdown).split())


def _rarity(pages_with: int, pages: int) -> float:
    return log(1 + (pages - pages_with + 0.5) / (pages_with + 0.5))


def _bm25(found: list[int], rarity: list[float], length: float, k: float = 1.2, b: float = 0.75) -> float:
    """Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with its usual constants."""
    return sum(r * n * (k + 1) / (n + k * (1 - b + b * length)) for n, r in zip(found, rarity, strict=True))


def _section(record: DocumentRecord, hit: Hit) -> str:
    """The id of the innermost section round the first match on the page, ``""`` before any heading."""
    at = next(
        (
            index
            for index, block in enumerate(record.blocks)
            if block.page == hit.page and any(pattern.search(_plain(block.text)) for pattern in hit.patterns)
        ),
        -1,
    )
    inside = [section for section in record.sections if section.start <= at < section.end]
    return inside[-1].id if inside else ""


def _snippet(text: str, wanted: tuple[re.Pattern[str], ...]) -> str:
    match = next((found for pattern in wanted if (found := pattern.search(text))), None)
    middle = match.start() if match else 0
    first, last = max(0, middle - _AROUND), min(len(text), middle + _AROUND)
    if first:
        first = text.find(" ", first, middle) + 1 or first
    if last < len(text):
        last = max(text.rfind(" ", middle, last), match.end() if match else 0)
    return ("… " if first else "") + text[first:last].strip() + (" …" if last < len(text) else "")


SEARCH_DOCUMENT = Tool(
    name="search_document",
    group="read",
    description="Find pages by words, best first, each with a snippet. Read the hits with read_pages.",
    arguments=SearchArguments,
    output={"total": NUMBER, "results": ITEMS, "complete": TRUTH, "next": OBJECT},
    required=("results", "total", "complete"),
    run=search_document,
)
