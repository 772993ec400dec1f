"""The questions of the wizard line by line, for a terminal without the extra ``wizard``."""

from __future__ import annotations

from collections.abc import Callable

import typer

from pdf_extractor_ai.book.asker import Check


class PlainAsker:
    """Asks on the terminal with nothing but lines; Ctrl-C and the end of the input are a ``KeyboardInterrupt``."""

    def path(self, question: str, default: str, check: Check, *, folders_only: bool = False) -> str:
        """A path, as typed; ``check`` alone knows whether a folder is wanted."""
        return self.text(question, default, check)

    def text(self, question: str, default: str, check: Check) -> str:
        """A line of text that passes ``check``, asked again until one does."""
        while True:
            answer = str(_asked(lambda: typer.prompt(question, default=default or None)))
            verdict = check(answer)
            if verdict is True:
                return answer
            typer.echo(verdict or "That will not do.", err=True)

    def confirm(self, question: str, default: bool) -> bool:
        """Yes or no."""
        return bool(_asked(lambda: typer.confirm(question, default=default)))

    def choose(self, question: str, choices: list[str]) -> str:
        """One of ``choices`` by its number, the first by default."""
        for number, choice in enumerate(choices, 1):
            typer.echo(f"{number}) {choice}")

        def known(answer: str) -> bool | str:
            fits = answer.isdecimal() and 1 <= int(answer) <= len(choices)
            return fits or f"A number from 1 to {len(choices)}, please."

        return choices[int(self.text(question, "1", known)) - 1]


def _asked(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except typer.Abort:
        raise KeyboardInterrupt from None
