"""The language of a text, told offline: ``detect_language``. It says nothing rather than something doubtful."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_WORD = re.compile(r"[^\W\d_]+")
_FEWEST = 60  # characters; below that the model guesses
_SAMPLE = 1_000
_SAMPLES = 12
_SURE = 0.85
_AGREE = 0.75


def detect_language(text: str) -> str | None:
    """The ISO 639-1 code of the language most of ``text`` is written in; ``None`` if that is not clear.

    Up to twelve samples from all over the text are judged one by one. At least three of four must agree, each with
    a probability of 0.85 or more, so that a text in two languages, a table of numbers or a broken text layer has none.
    """
    words = " ".join(_WORD.findall(text))
    step = max(_SAMPLE, len(words) // _SAMPLES)
    samples = [words[start : start + _SAMPLE] for start in range(0, len(words), step)][:_SAMPLES]
    judged = [_judged(sample) for sample in samples if len(sample) >= _FEWEST]
    if not judged:
        return None
    code, votes = Counter(judged).most_common(1)[0]
    return code if code and votes >= _AGREE * len(judged) else None


def _judged(sample: str) -> str:
    code, probability = _identifier().classify(sample)
    return str(code) if probability >= _SURE else ""


@cache
def _identifier() -> LanguageIdentifier:
    """The model that the package brings along, held to languages with a two-letter code.

    The others are mostly close kin of these and take votes from them (Cantonese from Chinese, say).
    """
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    machine = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    machine.set_languages([code for code in machine.labels if len(code) == 2])
    return machine


def tag_for(declared: str | None, text: str) -> str | None:
    """A BCP 47 tag: the ``declared`` one of the file where the text does not speak against it, else the text's own.

    Authoring programs declare their user's language for whatever is typed into them, so the text has the last word;
    a text too short to have one leaves it to the declaration.
    """
    found = detect_language(text)
    first, *others = (declared or "").replace("_", "-").split("-")
    if declared and found in (None, first.lower()):
        # RFC 5646, 2.1.1: case carries no meaning, this is how it is usually written
        return "-".join([first.lower(), *(each.upper() if len(each) == 2 else each for each in others)])
    return found
