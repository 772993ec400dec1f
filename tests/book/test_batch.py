"""``make_books``: one outcome for each PDF, whatever becomes of it, and a list of them in the batch folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.book import batch
from pdf_extractor_ai.book.batch import BatchNews, BookOutcome, BookTask, make_books
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.errors import BookExistsError, PasswordRequiredError
from pdf_extractor_ai.job import Progress
from pdf_extractor_ai.workers import Note
from tests.book.shelf import write_book_folder, write_manifest


class FakeBook:
    """What `book_from_pdf` gives beside the folder."""

    def __init__(self) -> None:
        self.chapters = [type("Chapter", (), {"index": index})() for index in (1, 2, 2)]
        self.page_count, self.words, self.tokens, self.warnings = 9, 100, 150, ("no outline",)
        self.scores = {1: 0.9}


def book_from_pdf(path: Path, out: Path, options: BookOptions, *, folder: str | None, **rest: Any) -> tuple[Path, Any]:
    """In the place of the real one: what the file holds says what shall become of it."""
    rest["progress"](Progress("read", 1, 9))
    text = path.read_text()
    if text == "locked":
        raise PasswordRequiredError("PDF is locked", remedy="Give the password.")
    if text == "memory":
        raise MemoryError
    if text == "fault":
        raise ZeroDivisionError("division by zero")
    made = write_book_folder(out / (folder or path.stem), [("One", 1, 9, text)])
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    numbers = {"total_chapters": 2, "total_files": 3, "total_pages": 9, "total_words": 100, "estimated_tokens": 150}
    write_manifest(made, {"source_sha256": digest, "chapters": [], **numbers})
    return made, FakeBook()


def run_in_processes(
    function: Callable[..., BookOutcome], tasks: Iterable[BookTask], jobs: int, *, timeout: float | None = None
) -> Generator[Note[BookOutcome], None, None]:
    """In the place of the worker processes."""
    for index, task in enumerate(tasks):
        yield Note(index, "started")
        stem = Path(task.path).stem
        if stem == "stop":
            raise KeyboardInterrupt
        if stem in ("crash", "slow", "odd"):
            yield {"crash": Note(index, "died", -9), "slow": Note(index, "timeout"), "odd": Note(index, "error", "?")}[
                stem
            ]
            continue
        told: list[Any] = []
        outcome = function(task, told.append)
        yield from (Note(index, "message", value) for value in told)
        yield Note(index, "done", outcome)


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pdf_extractor_ai.book.conversion.book_from_pdf", book_from_pdf)
    monkeypatch.setattr(batch, "run_in_processes", run_in_processes)
    monkeypatch.setattr(batch, "_extractor", lambda engine: None)


@pytest.fixture
def pdfs(tmp_path: Path) -> Callable[..., list[Path]]:
    def make(**texts: str) -> list[Path]:
        paths = []
        for stem, text in texts.items():
            paths.append(tmp_path / f"{stem}.pdf")
            paths[-1].write_text(text)
        return paths

    return make


def test_three_good_and_one_bad(pdfs: Callable[..., list[Path]], tmp_path: Path) -> None:
    paths = pdfs(c="sea", a="sand", bad="locked", b="wind")
    outcomes = make_books(paths, tmp_path / "out", batch_name="Shelf", jobs=2)
    assert [(Path(outcome.document).stem, outcome.status) for outcome in outcomes] == [
        ("c", "done"),
        ("a", "done"),
        ("bad", "failed"),
        ("b", "done"),
    ]
    assert outcomes[0].folder == str(tmp_path / "out" / "Shelf" / "c")
    assert (outcomes[0].chapters, outcomes[0].files, outcomes[0].pages, outcomes[0].tokens) == (2, 3, 9, 150)
    assert outcomes[0].warnings == ("no outline",)
    readme = (tmp_path / "out" / "Shelf" / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Batch Library: Shelf")
    assert readme.index("a.pdf") < readme.index("b.pdf") < readme.index("c.pdf")
    assert "PDF is locked" in readme


def test_every_way_to_fail_is_an_outcome(pdfs: Callable[..., list[Path]], tmp_path: Path) -> None:
    paths = pdfs(locked="locked", memory="memory", fault="fault", crash="", slow="", odd="", good="fine")
    paths.append(tmp_path / "gone.pdf")
    outcomes = make_books(paths, tmp_path / "out")
    assert {Path(outcome.document).stem: outcome.code for outcome in outcomes} == {
        "locked": "password_required",
        "memory": "out_of_memory",
        "fault": "internal_error",
        "crash": "worker_died",
        "slow": "timeout",
        "odd": "internal_error",
        "gone": "file_not_found",
        "good": "",
    }
    assert outcomes[3].message == "the worker process was killed by SIGKILL"
    assert outcomes[0].remedy == "Give the password."


def test_a_place_that_cannot_be_written_is_named(pdfs: Callable[..., list[Path]], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    (outcome,) = make_books(pdfs(a="sand"), tmp_path / "file")
    assert (outcome.status, outcome.code) == ("failed", "cannot_write")
    assert outcome.message.startswith(str(tmp_path / "file"))


def test_news_is_told_as_it_comes(pdfs: Callable[..., list[Path]], tmp_path: Path) -> None:
    heard: list[BatchNews] = []
    (outcome,) = make_books(pdfs(a="sand"), tmp_path / "out", on_news=heard.append)
    assert heard == [BatchNews(0), BatchNews(0, step=("read", 1, 9)), BatchNews(0, outcome=outcome)]


def test_books_of_one_name_get_different_folders(pdfs: Callable[..., list[Path]], tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "A.pdf").write_text("other")
    outcomes = make_books([*pdfs(a="sand"), tmp_path / "more" / "A.pdf"], tmp_path / "out", batch_name="Shelf")
    assert len({outcome.folder.casefold() for outcome in outcomes}) == 2


def test_a_run_is_resumed_where_it_ended(pdfs: Callable[..., list[Path]], tmp_path: Path) -> None:
    paths = pdfs(a="sand", b="wind")
    make_books(paths[:1], tmp_path / "out", batch_name="Shelf")
    outcomes = make_books(paths, tmp_path / "out", batch_name="Shelf", resume=True)
    assert [outcome.status for outcome in outcomes] == ["skipped", "done"]
    assert (outcomes[0].folder, outcomes[0].pages) == (str(tmp_path / "out" / "Shelf" / "a"), 9)
    paths[0].write_text("other sand")
    outcomes = make_books(paths, tmp_path / "out", batch_name="Shelf", resume=True)
    assert [outcome.status for outcome in outcomes] == ["done", "skipped"]
    readme = (tmp_path / "out" / "Shelf" / "README.md").read_text(encoding="utf-8")
    assert "a.pdf" in readme
    assert "b.pdf" in readme


def test_an_interrupt_tells_of_the_rest_and_goes_on(pdfs: Callable[..., list[Path]], tmp_path: Path) -> None:
    heard: list[BatchNews] = []
    paths = pdfs(a="sand", stop="", b="wind")
    with pytest.raises(KeyboardInterrupt):
        make_books(paths, tmp_path / "out", batch_name="Shelf", on_news=heard.append)
    settled = {news.index: news.outcome.status for news in heard if news.outcome is not None}
    assert settled == {0: "done", 1: "cancelled", 2: "cancelled"}
    readme = (tmp_path / "out" / "Shelf" / "README.md").read_text(encoding="utf-8")
    assert "b.pdf" in readme
    assert "stopped" in readme


def test_somebody_elses_readme_is_not_written_over(pdfs: Callable[..., list[Path]], tmp_path: Path) -> None:
    (tmp_path / "out" / "Shelf").mkdir(parents=True)
    (tmp_path / "out" / "Shelf" / "README.md").write_text("# My notes\n")
    with pytest.raises(BookExistsError, match="README"):
        make_books(pdfs(a="sand"), tmp_path / "out", batch_name="Shelf")
    assert (tmp_path / "out" / "Shelf" / "README.md").read_text() == "# My notes\n"
    assert not (tmp_path / "out" / "Shelf" / "a").exists()


def test_nothing_to_do(tmp_path: Path) -> None:
    assert make_books([], tmp_path / "out", batch_name="Shelf") == []
    assert not (tmp_path / "out").exists()
