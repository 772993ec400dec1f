"""How many tokens a text takes, estimated from above: no tokenizer is at hand, and every model has its own."""

from __future__ import annotations

import json
import re
from math import ceil
from typing import Any

CHARACTERS_PER_TOKEN = 3.8
"""What the book manifests count with (books contract, section 2); no estimate here is below that."""

_PIECES = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<digits>[0-9]+)|(?P<space>\s+)|(?P<signs>[!-/:-@\[-`{-~]+)"
    r"|(?P<latin>[\u00c0-\u024f\u0370-\u052f]+)|(?P<other>.)",
    re.DOTALL,
)
_RUNS = re.compile(r"([^\w\s])\1{3,}")


def count_tokens(text: str) -> int:
    """Tokens of ``text``, rather too many than too few.

    A word is one token for each six letters begun, a number one for each three digits, signs in a row one for each
    two, a line feed one, a letter of another script a half to one and a half; spaces between words are free. Four or
    more equal signs in a row count as one sign for each four.
    """
    total = 0.0
    for match in _PIECES.finditer(_RUNS.sub(_shorter, text)):
        size = match.end() - match.start()
        kind = match.lastgroup
        if kind == "word":
            total += 1 if size <= 6 else ceil(size / 6)
        elif kind == "digits":
            total += ceil(size / 3)
        elif kind == "space":
            total += 0 if size == 1 and match[0] == " " else max(1, match[0].count("\n"), ceil(size / 8))
        elif kind in ("latin", "signs"):
            total += ceil(size / 2)
        else:
            total += 1 if match[0] < "\u0250" else 1.5
    return max(ceil(total), ceil(len(text) / CHARACTERS_PER_TOKEN))


def _shorter(match: re.Match[str]) -> str:
    return match[1] * ceil(len(match[0]) / 4)


def dumped(value: Any) -> str:
    """``value`` as the JSON that goes over the wire: no blanks, no escapes but those JSON asks for."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
