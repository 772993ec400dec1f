"""The wizard: defaults for everything, bad answers asked again, windows where there is a desktop."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from pdf_extractor_ai.book import dialog, wizard
from pdf_extractor_ai.book.asker import Check
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.book.plain_asker import PlainAsker
from pdf_extractor_ai.book.prompts import TerminalAsker
from pdf_extractor_ai.book.wizard import Answers, ask, unquoted

DISPLAY = {"DISPLAY": ":0"}


class Script:
    """Answers from a list; an answer that will not do is remembered with the reason, and the next one taken."""

    def __init__(self, *answers: str | bool | None) -> None:
        self._answers = list(answers)
        self.questions: list[str] = []
        self.refused: list[object] = []

    def _next(self, question: str, default: object) -> object:
        self.questions.append(question)
        answer = self._answers.pop(0)
        return default if answer is None else answer

    def path(self, question: str, default: str, check: Check, *, folders_only: bool = False) -> str:
        return self.text(question, default, check)

    def text(self, question: str, default: str, check: Check) -> str:
        while True:
            answer = str(self._next(question, default))
            if (verdict := check(answer)) is True:
                return answer
            self.refused.append(verdict)

    def confirm(self, question: str, default: bool) -> bool:
        return bool(self._next(question, default))

    def choose(self, question: str, choices: list[str]) -> str:
        return str(self._next(question, choices[0]))


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "a book.pdf"
    path.write_bytes(b"%PDF-1.7")
    return path


@pytest.fixture(autouse=True)
def no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wizard, "dialog_command", lambda kind: None)


def test_two_answers_and_defaults_are_enough(pdf: Path, tmp_path: Path) -> None:
    script = Script(str(pdf), None, None)
    assert ask(tmp_path / "out", script) == Answers([str(pdf)], tmp_path / "out", BookOptions())
    assert "a book.pdf" in script.questions[1]


def test_quotes_of_a_dropped_file_are_taken_off(pdf: Path, tmp_path: Path) -> None:
    assert ask(tmp_path, Script(f" '{pdf}' ", f'"{tmp_path}/new"', True)).out == tmp_path / "new"
    assert unquoted("'a'") == "a"
    assert unquoted("'") == "'"
    assert unquoted("it's") == "it's"


def test_bad_answers_are_asked_again(pdf: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    (tmp_path / "empty").mkdir()
    script = Script(
        str(tmp_path / "no.pdf"), str(tmp_path / "notes.txt"), str(tmp_path / "empty"), "", str(pdf),
        str(pdf / "below a file"), None,
        False, "x", "7-3", "2-4", "many", "199", "5000", True, False, True, False,
    )  # fmt: skip
    answers = ask(tmp_path / "out", script)
    assert (
        answers.options
        == BookOptions(pages="2-4", max_tokens=5000, keep_back_matter=True, images="placeholders", page_marks=True)
        or script.refused
    )
    assert len(script.refused) >= 6
    assert all(isinstance(reason, str) and reason.endswith(".") for reason in script.refused)


def test_a_folder_is_asked_about_as_a_batch(pdf: Path, tmp_path: Path) -> None:
    script = Script(str(tmp_path), None, False, None, None, None, None, None, None, "2", None)
    answers = ask(tmp_path / "out", script)
    assert (answers.inputs, answers.jobs, answers.resume) == ([str(tmp_path)], 2, True)
    assert "1 PDFs" in script.questions[1]


def test_enter_opens_a_window_where_there_is_one(pdf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Path | None] = [None, pdf]
    monkeypatch.setattr(wizard, "dialog_command", lambda kind: ["window"])
    monkeypatch.setattr(wizard, "choose_path", lambda kind: chosen.pop(0))
    script = Script("", "a PDF", "", "a PDF", None, True)
    assert ask(tmp_path, script).inputs == [str(pdf)]
    assert chosen == []


@contextmanager
def keys(text: str) -> Iterator[TerminalAsker]:
    with create_pipe_input() as source:
        source.send_text(text)
        yield TerminalAsker(source, DummyOutput())


def test_keys_on_a_terminal(pdf: Path, tmp_path: Path) -> None:
    with keys(f"{pdf}\r\ry") as asker:
        assert ask(tmp_path / "out", asker) == Answers([str(pdf)], tmp_path / "out")


def test_ctrl_c_ends_it_and_ctrl_d_is_the_default(pdf: Path, tmp_path: Path) -> None:
    with keys("\x03") as asker, pytest.raises(KeyboardInterrupt):
        ask(tmp_path, asker)
    with keys("\x04") as asker, pytest.raises(KeyboardInterrupt):
        ask(tmp_path, asker)
    with keys("\x04") as asker:
        assert asker.text("Which pages?", "", lambda text: True) == ""
    with keys("\x1b[B\r") as asker:
        assert asker.choose("Which?", ["one", "two"]) == "two"


@pytest.mark.parametrize(
    ("platform", "environment", "programs", "first"),
    [
        ("linux", DISPLAY, {"zenity", "kdialog"}, "zenity"),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, {"kdialog"}, "kdialog"),
        ("linux", DISPLAY, set(), None),
        ("linux", {}, {"zenity"}, None),
        ("darwin", {}, {"osascript"}, "osascript"),
        ("win32", {}, {"powershell"}, "powershell"),
        ("win32", {}, set(), None),
    ],
)
def test_the_window_of_each_desktop(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], programs: set[str], first: str | None
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)
    kinds: tuple[dialog.Kind, ...] = ("file", "folder")
    for kind in kinds:
        command = dialog.dialog_command(kind, platform=platform, environment=environment)
        assert (command[0] if command else None) == first


@pytest.mark.parametrize(
    ("code", "output", "chosen"), [(0, b"/a/b c.pdf\n", "/a/b c.pdf"), (1, b"", None), (0, b"\n", None)]
)
def test_what_the_window_says(monkeypatch: pytest.MonkeyPatch, code: int, output: bytes, chosen: str | None) -> None:
    monkeypatch.setattr(dialog, "dialog_command", lambda kind: ["window"])
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, code, output, b""))
    assert dialog.choose_path("file") == (Path(chosen) if chosen else None)
    monkeypatch.setattr(dialog, "dialog_command", lambda kind: None)
    assert dialog.choose_path("file") is None


def test_plain_questions_ask_again_until_an_answer_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("0\nthree\n3\ny\n2\n"))
    asker = PlainAsker()
    assert asker.text("How many?", "1", lambda text: text == "3" or "Three, please.") == "3"
    assert asker.confirm("Sure?", False) is True
    assert asker.choose("Which?", ["first", "second"]) == "second"


def test_the_end_of_plain_input_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(KeyboardInterrupt):
        PlainAsker().confirm("Sure?", True)


def test_without_the_extra_the_wizard_asks_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pdf_extractor_ai.book.prompts", None)
    assert isinstance(wizard._terminal(), PlainAsker)
