"""What the wizard asks through: a terminal, or a script in tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Check = Callable[[str], bool | str]
"""Whether an answer will do; a sentence says why not."""


class Asker(Protocol):
    """Puts questions to a person; raises ``KeyboardInterrupt`` when they have had enough."""

    def path(self, question: str, default: str, check: Check, *, folders_only: bool = False) -> str:
        """A path, with completion."""

    def text(self, question: str, default: str, check: Check) -> str:
        """A line of text."""

    def confirm(self, question: str, default: bool) -> bool:
        """Yes or no."""

    def choose(self, question: str, choices: list[str]) -> str:
        """One of ``choices``, the first by default."""
