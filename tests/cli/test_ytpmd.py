"""``ytpmd`` and ``pdf2md``: the earlier tool's commands, with flags in any place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.cli import book_run, ytpmd
from pdf_extractor_ai.cli.book_run import DEFAULT_OUT, BookPlan

Call = tuple[list[str], BookPlan]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    made: list[Call] = []

    def run(arguments: Sequence[str], plan: BookPlan) -> int:
        made.append((list(arguments), plan))
        return 0

    monkeypatch.setattr(book_run, "run", run)
    return made


@pytest.fixture
def mains(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    made: list[list[str]] = []

    def main(arguments: Sequence[str]) -> int:
        made.append(list(arguments))
        return 0

    monkeypatch.setattr(ytpmd, "main", main)
    return made


@pytest.mark.parametrize(
    "arguments",
    [
        "convert book.pdf -o out -skip-front 4 -keep-appendix -f",
        "-o out convert -skip-front=4 book.pdf --force --keep-appendix",
        "book.pdf -overwrite -keep-appendix=true --skip-front 4 --output=out",
        "-keep-appendix -f -skip-front 4 -output out -- convert book.pdf",
    ],
)
def test_flags_count_wherever_they_stand(calls: list[Call], arguments: str) -> None:
    assert ytpmd.dispatch(arguments.split()) == 0
    options = BookOptions(pages="5-", keep_back_matter=True)
    assert calls == [(["book.pdf"], BookPlan(Path("out"), options, replace=True))]


def test_defaults(calls: list[Call]) -> None:
    assert ytpmd.dispatch(["book.PDF"]) == 0
    assert calls == [(["book.PDF"], BookPlan(DEFAULT_OUT))]


@pytest.mark.parametrize(
    ("flags", "pages"),
    [
        ("", None),
        ("-start-page 3", "3-"),
        ("-end-page 9", "1-9"),
        ("-start-page 3 -end-page 9", "3-9"),
        ("-start-page 3 -skip-front 4", "5-"),
        ("-start-page 0 -end-page 0", None),
    ],
)
def test_ranges_of_pages(calls: list[Call], flags: str, pages: str | None) -> None:
    ytpmd.dispatch(["book.pdf", *flags.split()])
    assert calls[0][1].options.pages == pages


def test_a_batch(calls: list[Call], tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b.pdf", "a.PDF", "sub/c.pdf", "notes.txt"):
        (tmp_path / name).touch()
    assert ytpmd.dispatch(["batch", str(tmp_path), "-concurrency", "2", "-name", "Shelf"]) == 0
    assert ytpmd.dispatch(["-r", "batch", str(tmp_path), "-o", "out"]) == 0
    (first, plan), (second, other) = calls
    assert [Path(path).name for path in first] == ["a.PDF", "b.pdf"]
    assert (plan.name, plan.jobs, plan.out) == ("Shelf", 2, DEFAULT_OUT)
    assert [Path(path).name for path in second] == ["a.PDF", "b.pdf", "c.pdf"]
    assert (other.name, other.jobs, other.out) == (tmp_path.name, 0, Path("out"))


def test_a_folder_without_pdfs_is_a_failure(calls: list[Call], tmp_path: Path) -> None:
    assert ytpmd.dispatch(["batch", str(tmp_path)]) == 1
    assert calls == []


def test_a_single_file(mains: list[list[str]], tmp_path: Path) -> None:
    arguments = ["convert", "x/book.pdf", "-single-file", "-o", str(tmp_path), "-start-page", "2"]
    assert ytpmd.dispatch(arguments) == 0
    assert mains == [["extract", "x/book.pdf", "-o", str(tmp_path / "book.md"), "--pages", "2-"]]
    (tmp_path / "book.md").touch()
    assert ytpmd.dispatch(arguments) == 2
    assert ytpmd.dispatch([*arguments, "-f"]) == 0
    assert len(mains) == 2


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        ([], ["book"]),
        (["wizard"], ["book"]),
        (["interactive"], ["book"]),
        (["mcp"], ["mcp"]),
        (["serve-mcp", "--help"], ["mcp", "--help"]),
    ],
)
def test_what_other_commands_do(mains: list[list[str]], arguments: list[str], passed: list[str]) -> None:
    assert ytpmd.dispatch(arguments) == 0
    assert mains == [passed]


@pytest.mark.parametrize("word", ["version", "-v", "--version"])
def test_version(capsys: pytest.CaptureFixture[str], word: str) -> None:
    assert ytpmd.dispatch([word]) == 0
    assert capsys.readouterr().out.startswith("ytpmd (pdf-extractor-ai ")


@pytest.mark.parametrize("words", [["help"], ["-h"], ["convert", "--help"], ["-help"]])
def test_help(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert ytpmd.dispatch(words) == 0
    assert capsys.readouterr().out.startswith("Usage: ytpmd")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("frobnicate", "no command frobnicate"),
        ("convert", "takes one PDF"),
        ("convert a.pdf b.pdf", "takes one PDF"),
        ("convert a.pdf -colour", "no flag -colour"),
        ("convert a.pdf -skip-front", "needs a value"),
        ("convert a.pdf -skip-front four", "whole number"),
        ("convert a.pdf -skip-front=-1", "whole number"),
        ("convert a.pdf -force=maybe", "true or false"),
        ("convert .", "is a folder"),
        ("batch nowhere", "no folder"),
        ("batch tests -name ../x", "name of a folder"),
    ],
)
def test_wrong_usage(
    calls: list[Call],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    reason: str,
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.pdf").touch()
    monkeypatch.chdir(tmp_path)
    assert ytpmd.dispatch(arguments.split()) == 2
    assert reason in capsys.readouterr().err
    assert calls == []


def test_a_switch_can_be_turned_off_and_one_flag_does_nothing(
    calls: list[Call], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ytpmd.dispatch(["a.pdf", "-f", "-f=false", "-no-reflow"]) == 0
    assert not calls[0][1].replace
    assert "always joined" in capsys.readouterr().err
