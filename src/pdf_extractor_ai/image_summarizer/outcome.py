"""What became of every figure: ``FigureReport``. Imports nothing of ours."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FigureFailure:
    """A picture that stayed a picture.

    ``code`` is stable: ``empty_answer``, ``useless_answer``, ``refused``, ``not_a_string``, ``no_image``, the
    ``code`` of a `ModelError`, or ``model_error`` for any other exception. ``section`` is the title of its
    section, ``message`` a sentence.
    """

    visual_id: str
    code: str
    message: str
    page: int | None = None
    section: str = ""


@dataclass(frozen=True, slots=True)
class FigureReport:
    """All figures of one run: ``done + len(failed) == figures``; ``cached`` of the done ones cost no call.

    ``calls`` counts the calls to the model with their repetitions, ``retries`` the repetitions alone;
    ``seconds`` is wall time.
    """

    model_name: str
    figures: int = 0
    done: int = 0
    cached: int = 0
    failed: tuple[FigureFailure, ...] = ()
    calls: int = 0
    retries: int = 0
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """The report as plain dicts, lists, strings and numbers, ready for JSON."""
        return asdict(self)
