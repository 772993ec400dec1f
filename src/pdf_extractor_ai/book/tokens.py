"""How many tokens a text is: by the seed's rule of thumb, or counted with a real tokenizer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pdf_extractor_ai.errors import InvalidOptionError, MissingDependencyError

ESTIMATE = "characters/3.8"
"""The name of the estimate in manifests: characters (code points) / 3.8, rounded up."""


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """``count(text)`` gives tokens; ``name`` says in manifests how they were counted."""

    name: str
    count: Callable[[str], int]


def estimate_tokens(characters: int) -> int:
    """``characters / 3.8`` rounded up, in whole numbers: 0 -> 0, 1 -> 1, 38 -> 10, 39 -> 11."""
    return -(-characters * 5 // 19)


def token_counter(tokenizer: str = "") -> TokenCounter:
    """The counter that ``tokenizer`` names: the estimate for ``""``, else a tiktoken encoding or model.

    Raises ``MissingDependencyError`` without the extra ``tokens`` and ``InvalidOptionError`` for a name that
    tiktoken does not know or whose word list it cannot load.
    """
    if not tokenizer:
        return TokenCounter(ESTIMATE, lambda text: estimate_tokens(len(text)))
    try:
        import tiktoken
    except ImportError as error:
        raise MissingDependencyError(
            "counting with a tokenizer needs tiktoken", remedy='pip install "pdf-extractor-ai[tokens]"'
        ) from error
    try:
        known = tokenizer in tiktoken.list_encoding_names()
        encoding = tiktoken.get_encoding(tokenizer) if known else tiktoken.encoding_for_model(tokenizer)
    except Exception as error:  # an unknown name, or no way to the word list that tiktoken fetches once
        raise InvalidOptionError(
            f"tiktoken cannot give the tokenizer {tokenizer!r}: {error}",
            remedy="Name an encoding such as cl100k_base; its word list is fetched on first use.",
        ) from error
    return TokenCounter(f"tiktoken:{encoding.name}", lambda text: len(encoding.encode(text, disallowed_special=())))
