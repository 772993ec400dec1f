"""The questions of the wizard on a terminal, by questionary. Imported only when there is something to ask."""

from __future__ import annotations

from typing import Any

import questionary
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from pdf_extractor_ai.book.asker import Check


class TerminalAsker:
    """Asks on the terminal; the end of the input (Ctrl-D) is the default, Ctrl-C a ``KeyboardInterrupt``.

    ``source`` and ``screen`` take the terminal's place in tests.
    """

    def __init__(self, source: Input | None = None, screen: Output | None = None) -> None:
        self._where: dict[str, Any] = {}
        if source is not None:
            self._where["input"] = source
        if screen is not None:
            self._where["output"] = screen

    def path(self, question: str, default: str, check: Check, *, folders_only: bool = False) -> str:
        """A path, completed by the Tab key."""
        prompt = questionary.path(
            question, default=default, validate=check, only_directories=folders_only, **self._where
        )
        return str(self._answer(prompt, default or None))

    def text(self, question: str, default: str, check: Check) -> str:
        """A line of text."""
        return str(self._answer(questionary.text(question, default=default, validate=check, **self._where), default))

    def confirm(self, question: str, default: bool) -> bool:
        """Yes or no, by one key."""
        return bool(self._answer(questionary.confirm(question, default=default, **self._where), default))

    def choose(self, question: str, choices: list[str]) -> str:
        """One of a list, by the arrow keys."""
        return str(self._answer(questionary.select(question, choices=choices, **self._where), choices[0]))

    def _answer(self, prompt: questionary.Question, default: object | None) -> object:
        try:
            return prompt.unsafe_ask()
        except EOFError:
            if default is None:  # nothing to go on with
                raise KeyboardInterrupt from None
            return default
