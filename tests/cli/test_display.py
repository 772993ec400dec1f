"""Progress: a bar that changes colour on a terminal, plain lines elsewhere."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from rich.console import Console
from rich.progress import Task, TaskID

from pdf_extractor_ai.cli import display
from pdf_extractor_ai.cli.display import BarDisplay, LineDisplay, make_display
from pdf_extractor_ai.cli.gradient import GradientBar

Terminal = Callable[..., io.StringIO]


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Makes standard error a colour terminal, with the environment as given."""

    def make(**environment: str) -> io.StringIO:
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in ({"TERM": "xterm-256color", "COLORTERM": "truecolor"} | environment).items():
            monkeypatch.setenv(name, value)
        return screen

    return make


def task(completed: float, total: float | None) -> Task:
    return Task(TaskID(0), "a.pdf", total, completed, lambda: 0.0)


def cells(bar: GradientBar, completed: float, total: float | None) -> list[tuple[str, str]]:
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=80)
    return [
        (part.text, str(part.style)) for part in console.render(bar.render(task(completed, total))) if part.text.strip()
    ]


def test_the_bar_goes_from_one_colour_to_another() -> None:
    full = cells(GradientBar(10), 5, 5)
    assert [text for text, _ in full] == ["━"] * 10
    assert len({style for _, style in full}) == 10
    assert full[0][1] == "rgb(20,110,140)"
    assert full[-1][1] == "rgb(90,220,180)"


@pytest.mark.parametrize(
    ("completed", "total", "shown"),
    [(0, 10, 0), (4, 10, 4), (10, 10, 10), (15, 10, 10), (3, None, 0), (0, 0, 0), (-1, 10, 0)],
)
def test_as_much_of_the_bar_as_is_done(completed: float, total: float | None, shown: int) -> None:
    text = "".join(text for text, _ in cells(GradientBar(10), completed, total))
    assert text == "━" * shown + "─" * (10 - shown)


def test_files_and_pages_on_a_terminal(terminal: Terminal) -> None:
    screen = terminal()
    with make_display(2, quiet=False) as bar:
        assert isinstance(bar, BarDisplay)
        bar.started(0, "a\x1b[31m.pdf")
        bar.moved(0, ("read", 40, 40))
        bar.moved(0, ("layout", 10, 40))
        bar.ended(0, ["a.pdf: done"])
        bar.started(1, "b.pdf")
        bar.moved(1, ("read", 3, 9))
    shown = screen.getvalue()
    assert "documents, 43 pages read" in shown
    assert "a.pdf: done" in shown
    assert "\x1b[31m.pdf" not in shown
    assert "\x1b[38;2;" in shown


def test_no_color_is_heeded(terminal: Terminal) -> None:
    screen = terminal(NO_COLOR="1")
    with make_display(1, quiet=False) as bar:
        bar.started(0, "a.pdf")
        bar.moved(0, ("read", 5, 9))
    assert "━" in screen.getvalue()
    assert "\x1b[38" not in screen.getvalue()


def test_plain_lines_where_there_is_no_terminal_or_a_dumb_one(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal(TERM="dumb")
    assert isinstance(make_display(1, quiet=False), LineDisplay)
    terminal()
    assert isinstance(make_display(1, quiet=True), LineDisplay)
    monkeypatch.undo()
    monkeypatch.setattr(display, "_TELL_SECONDS", 0.0)
    with make_display(1, quiet=False, telling=True) as lines:
        lines.started(0, "a.pdf")
        lines.moved(0, ("read", 5, 9))
        lines.ended(0, ["a.pdf: done"])
    with make_display(1, quiet=False) as lines:
        lines.started(0, "b.pdf")
        lines.moved(0, ("read", 5, 9))
        lines.ended(0, ["b.pdf: done"])
    assert capsys.readouterr().err.splitlines() == [
        "a.pdf: begun",
        "a.pdf: read, page 5 of 9",
        "a.pdf: done",
        "b.pdf: done",
    ]
