"""What a model's answer may do to a page: nothing. Reasons to turn it down, and the text made safe."""

from __future__ import annotations

import re
import unicodedata

MAX_CHARS = 4000
"""Characters of one summary; a longer answer is cut at the end of a word."""

# Answers that are one of these words and no more are the stump of a sentence or a way to say nothing.
_STUMPS = frozenset(
    {"a", "an", "and", "as", "at", "der", "die", "das", "ein", "eine", "el", "en", "es", "figure", "here", "i", "if"}
    | {"image", "in", "it", "la", "le", "les", "los", "n/a", "na", "nan", "nil", "no", "none", "null", "of", "picture"}
    | {"sure", "the", "there", "these", "this", "to", "undefined", "unknown", "yes"}
)
_REFUSAL = re.compile(
    r"""^(?:\W*)(?:
        (?:i['’]?\s?a?m\s+(?:so\s+|very\s+)?sorry|i\s+apologi[sz]e|sorry|apologies|unfortunately)\b[^.]{0,40}?
            (?:\b(?:i|we)\b|as\s+an\s+ai).{0,40}?(?:can(?:['’]?t|not|\s+not)|unable|won['’]?t|not\s+able)
      | (?:i|we)\s+(?:can(?:['’]?t|not|\s+not)|won['’]?t|am\s+(?:unable|not\s+able)|are\s+(?:unable|not\s+able))\s+
            (?:to\s+)?(?:help|assist|describe|view|see|provide|comply|process|analy[sz]e|identify|access|summari[sz]e)
      | as\s+an?\s+(?:ai|artificial|large\s+language|language\s+model)
    )""",
    re.I | re.X,
)
_REFUSAL_CHARS = 400

_LINE_ENDS = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
# Controls that a viewer does not show, and marks that turn the reading order of what follows.
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u200b\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
_CONTAINER = r"[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*"
_BLOCK = re.compile(
    rf"""^({_CONTAINER})(?=
        \#{{1,6}}(?:[ \t]|$)                              # heading
      | `{{3}} | ~{{3}} | \${{2}}                         # fence, formula block
      | =+[ \t]*$ | ={{5,}} | (?:-[ \t]*){{2,}}$          # underline of a heading, page banner, card fence
      | (?:\*[ \t]*){{3,}}$ | (?:_[ \t]*){{3,}}$          # rule
      | \[Summarized\ Image: | \[\^?[^\]\n]*\]:           # another block, a definition
    )""",
    re.M | re.X,
)
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_MANY_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")


def complaint(answer: str) -> tuple[str, str] | None:
    """Why the answer is no summary, as a stable code and a sentence; ``None`` when it may be one."""
    text = answer.strip()
    if not text:
        return "empty_answer", "the model gave no text"
    if text.strip(" .:,;!?…\"'`*").casefold() in _STUMPS:
        return "useless_answer", f"the model gave nothing but {text[:20]!r}"
    if len(text) <= _REFUSAL_CHARS and _REFUSAL.match(text):
        return "refused", f"the model declined: {' '.join(text.split())[:120]}"
    return None


def safe_summary(answer: str, max_chars: int = MAX_CHARS) -> str:
    """The answer as text that cannot pass for part of the page's structure, its own line breaks kept.

    Lines that would read as a heading, fence, rule, page banner, summary block or link definition get a
    backslash, which Markdown does not show; the bracket of an HTML tag becomes ``&lt;``; images, which a viewer
    would fetch from anywhere, become text. Unseen characters go, and so does what exceeds ``max_chars``.
    """
    text = _UNSEEN.sub("", _LINE_ENDS.sub("\n", unicodedata.normalize("NFC", answer))).strip()
    text = _cut(_MANY_BLANK_LINES.sub("\n\n", text), max_chars)
    text = _TAG.sub("&lt;", text).replace("![", "!\\[")
    return _BLOCK.sub(r"\1\\", text)


def _cut(text: str, max_chars: int) -> str:
    if len(text) <= max_chars:
        return text
    head = text[: max_chars - 2]
    space = max(head.rfind(" "), head.rfind("\n"))
    return head[: space if space > max_chars // 2 else None].rstrip() + " …"
