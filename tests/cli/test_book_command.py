"""``pdf-extractor-ai book``: what it asks of ``make_books`` and what it says of the outcomes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.book import wizard
from pdf_extractor_ai.book.batch import BatchNews, BookOutcome
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.cli import book_run
from pdf_extractor_ai.cli.main import main

Calls = list[dict[str, Any]]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Every call of ``make_books``; what the files are called says what becomes of them."""
    made: Calls = []

    def make_books(
        paths: Sequence[Path], out: Path, options: BookOptions, *, on_news: Callable[[BatchNews], None], **rest: Any
    ) -> list[BookOutcome]:
        made.append({"paths": [path.name for path in paths], "out": out, "options": options, **rest})
        outcomes = []
        for index, path in enumerate(paths):
            on_news(BatchNews(index))
            on_news(BatchNews(index, step=("read", 3, 9)))
            if path.stem == "stop":
                on_news(BatchNews(index, outcome=BookOutcome(str(path), "cancelled")))
                raise SystemExit(143)
            outcomes.append(outcome(path, out))
            on_news(BatchNews(index, outcome=outcomes[-1]))
        return outcomes

    monkeypatch.setattr(book_run, "make_books", make_books)
    return made


def outcome(path: Path, out: Path) -> BookOutcome:
    if path.stem == "locked":
        remedy = "Write the password into a file and give it with --password-file."
        return BookOutcome(str(path), "failed", seconds=0.1, code="password_required", message="locked", remedy=remedy)
    return BookOutcome(
        str(path),
        "skipped" if path.stem == "old" else "done",
        str(out / path.stem),
        2,
        3,
        9,
        1000,
        1500,
        1.25,
        ("no outline",),
        {} if path.stem == "old" else {1: 0.95, 2: 0.4, 3: 0.5},
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a.pdf", "b.pdf", "locked.pdf", "old.pdf"):
        (tmp_path / name).touch()
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "c.pdf").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_pdf(calls: Calls, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "a.pdf", "-o", "out"]) == 0
    assert calls == [
        {
            "paths": ["a.pdf"],
            "out": Path("out"),
            "options": BookOptions(),
            "batch_name": None,
            "jobs": 0,
            "replace": False,
            "resume": False,
            "timeout": None,
        }
    ]
    said = capsys.readouterr()
    assert said.err.splitlines() == ["a.pdf: begun", "a.pdf: 2 chapters, 9 pages, 1.2 s -> out/a", "  no outline"]
    assert said.out == ""


def test_all_options_arrive(calls: Calls, folder: Path) -> None:
    (folder / "secret").write_text("open-me\n")
    arguments = "--name Set --max-tokens 500 --keep-back-matter --keep-appendices --page-marks --images placeholders"
    more = "--tokenizer cl100k_base --pages 2-9 --ocr --password-file secret --engine neural --figure-cache cache"
    last = "--jobs 3 -f --resume --timeout 7.5 -q"
    assert main(["book", *arguments.split(), "a.pdf", *more.split(), *last.split()]) == 0
    options = BookOptions(
        500, True, True, True, "placeholders", "cl100k_base", "2-9", True, "open-me", "neural", "", "cache"
    )
    (call,) = calls
    assert call["options"] == options
    assert (call["batch_name"], call["jobs"], call["replace"], call["resume"], call["timeout"]) == (
        "Set", 3, True, True, 7.5,
    )  # fmt: skip
    assert call["out"] == Path("~/Documents/ytpmd").expanduser()


def test_several_are_a_batch_with_a_table(calls: Calls, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "b.pdf", "old.pdf", "locked.pdf", "missing.pdf", "-o", "out"]) == 3
    assert calls[0]["batch_name"] == "batch"
    assert calls[0]["paths"] == ["b.pdf", "old.pdf", "locked.pdf"]
    said = capsys.readouterr()
    rows = said.out.splitlines()
    assert rows[0].split() == ["document", "status", "chapters", "pages", "words", "~tokens", "seconds", "folder"]
    assert [row.split()[:2] for row in rows[1:-1]] == [
        ["b.pdf", "done"],
        ["locked.pdf", "failed"],
        ["missing.pdf", "failed"],
        ["old.pdf", "skipped"],
    ]
    assert rows[-1].split() == ["all", "4", "1", "done,", "1", "skipped,", "2", "failed", "4", "18", "2,000", "3,000"]
    assert "[2/4] b.pdf: 2 chapters, 9 pages, 1.2 s -> out/b" in said.err
    assert "old.pdf: 2 chapters, 9 pages, is there already" in said.err
    assert "locked.pdf: error: locked [password_required]" in said.err


def test_a_folder_names_the_batch(calls: Calls, folder: Path) -> None:
    assert main(["book", "shelf"]) == 0
    assert main(["book", "*.pdf", "-o", "out"]) == 3
    assert [call["batch_name"] for call in calls] == ["shelf", "batch"]


def test_json(calls: Calls, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "a.pdf", "locked.pdf", "nowhere", "--json", "-o", "out"]) == 3
    records = {record["input"]: record for record in map(json.loads, capsys.readouterr().out.splitlines())}
    assert records["a.pdf"] == {
        "schema_version": "1",
        "input": "a.pdf",
        "status": "done",
        "folder": "out/a",
        "chapters": 2,
        "files": 3,
        "pages": 9,
        "words": 1000,
        "tokens": 1500,
        "seconds": 1.25,
        "warnings": ["no outline"],
        "below": [],
        "error": None,
    }
    assert records["locked.pdf"]["error"]["code"] == "password_required"
    assert records["nowhere"]["error"]["code"] == "file_not_found"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [("a.pdf b.pdf", 0), ("a.pdf old.pdf", 0), ("a.pdf locked.pdf", 3), ("locked.pdf", 1), ("missing.pdf", 1)],
)
def test_exit_codes(calls: Calls, folder: Path, arguments: str, code: int) -> None:
    assert main(["book", *arguments.split()]) == code


def test_an_interrupt_is_130_with_a_table_of_what_was_done(
    calls: Calls, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "stop.pdf").touch()
    assert main(["book", "a.pdf", "stop.pdf", "-o", "out"]) == 130
    said = capsys.readouterr()
    assert said.err.endswith("interrupted\n")
    assert [row.split()[1] for row in said.out.splitlines()[1:-1]] == ["done", "cancelled"]


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "-",
        "a.pdf --max-tokens 10",
        "a.pdf --images pictures",
        "a.pdf --pages 3-1",
        "a.pdf --engine magic",
        "a.pdf --name ../x",
        "a.pdf --name ..",
        "a.pdf --password-file missing",
        "a.pdf --jobs -1",
    ],
)
def test_wrong_usage_is_told_before_any_work(calls: Calls, folder: Path, arguments: str) -> None:
    assert main(["book", *arguments.split()]) == 2
    assert calls == []


def test_without_arguments_on_a_terminal_the_wizard_asks(
    calls: Calls, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = wizard.Answers(["a.pdf"], Path("out"), BookOptions(pages="2"), 2, True)
    monkeypatch.setattr(wizard, "ask", lambda out: answers)
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    assert main(["book"]) == 0
    assert (calls[0]["paths"], calls[0]["out"], calls[0]["jobs"], calls[0]["resume"]) == (
        ["a.pdf"],
        Path("out"),
        2,
        True,
    )
    monkeypatch.setattr(wizard, "ask", lambda out: (_ for _ in ()).throw(KeyboardInterrupt))
    assert main(["book"]) == 130


@pytest.mark.usefixtures("calls", "folder")
@pytest.mark.parametrize(("least", "code", "below"), [("0.3", 0, []), ("0.45", 3, [2]), ("0.7", 3, [2, 3])])
def test_pages_below_the_least_quality_are_named(
    least: str, code: int, below: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", "a.pdf", "-o", "out", "--json", "--min-quality", least]) == code
    said = capsys.readouterr()
    record = json.loads(said.out)
    assert (record["below"], record["status"]) == (below, "done")
    assert ("quality down to 0.40 [below_min_quality]" in said.err) == bool(below)


@pytest.mark.usefixtures("calls", "folder")
def test_a_book_that_was_there_already_is_not_looked_at_again() -> None:
    assert main(["book", "old.pdf", "--resume", "--min-quality", "0.7"]) == 0
    assert main(["book", "a.pdf", "locked.pdf"]) == 3
    assert main(["book", "locked.pdf", "--min-quality", "0.7"]) == 1
    assert main(["book", "a.pdf", "--min-quality", "1.5"]) == 2
