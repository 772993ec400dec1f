"""What stands between two runs of an inline group. Imports nothing of ours.

Docling strips the runs of a paragraph and leaves the blanks between them to the reader, who cannot know whether
``(`` and ``code`` touch. Our engine's runs keep their blanks, and the group's name says so.
"""

from __future__ import annotations

from collections.abc import Iterable

WITH_BLANKS = "runs with blanks"
"""The name of an inline group whose runs are its text when they are put together as they are."""


def blank_between(name: str, runs: Iterable[str]) -> str:
    """``""`` for the ``runs`` of a group called ``name`` that carry their blanks, else the blank to put between them.

    A group of another name carries them if any run has a blank at one of its ends.
    """
    carried = name == WITH_BLANKS or any(run[:1].isspace() or run[-1:].isspace() for run in runs)
    return "" if carried else " "
