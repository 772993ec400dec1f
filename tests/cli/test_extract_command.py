"""``extract`` with fake workers: outputs, JSON, messages, exit codes, usage errors."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.cli import batch
from pdf_extractor_ai.cli.conversion import Task
from pdf_extractor_ai.cli.main import main
from tests.cli import fakes


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    contents = {"good.pdf": "fine", "locked.pdf": "locked", "half.pdf": "partial", "crash.pdf": "", "slow.pdf": ""}
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(batch, "run_in_processes", fakes.run)
    return tmp_path


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


class TestOutputs:
    def test_one_input_goes_to_standard_output(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["extract", "good.pdf"]) == 0
        captured = capsys.readouterr()
        assert captured.out == "good.pdf: fine\n"
        assert captured.err == "good.pdf: complete, 2 pages\n"

    def test_quiet_says_nothing_of_what_is_good(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["extract", "-q", "good.pdf"]) == 0
        assert capsys.readouterr().err == ""

    def test_convert_is_another_name(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["convert", "good.pdf", "--to", "md"]) == 0
        assert capsys.readouterr().out == "good.pdf: fine\n"

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"piped")))
        assert main(["extract", "-"]) == 0
        assert capsys.readouterr().out == "stdin: piped\n"

    def test_one_input_to_a_file(self, folder: Path) -> None:
        assert main(["extract", "good.pdf", "-o", "out/named.txt"]) == 0
        assert (folder / "out/named.txt").read_text() == "good.pdf: fine\n"

    def test_one_input_to_a_folder(self, folder: Path) -> None:
        assert main(["extract", "good.pdf", "-o", "out/", "--to", "json"]) == 0
        assert [path.name for path in (folder / "out").iterdir()] == ["good.json"]

    def test_clashing_stems_give_two_files(self, folder: Path) -> None:
        (folder / "b").mkdir()
        (folder / "b/good.pdf").write_text("other")
        assert main(["extract", "good.pdf", "b/good.pdf", "-o", "out"]) == 0
        assert (folder / "out/good.md").read_text() == "good.pdf: fine\n"
        assert (folder / "out/good-2.md").read_text() == "good.pdf: other\n"

    def test_nothing_but_results_is_left_behind(self, folder: Path) -> None:
        main(["extract", "good.pdf", "locked.pdf", "-o", "out"])
        assert [path.name for path in (folder / "out").iterdir()] == ["good.md"]

    def test_a_target_that_cannot_be_written_is_a_failure(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "file").write_text("")
        assert main(["extract", "good.pdf", "-o", "file/out.md"]) == 1
        assert "[cannot_write]" in capsys.readouterr().err


class TestExitCodes:
    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (["good.pdf"], 0),
            (["locked.pdf"], 1),
            (["missing.pdf"], 1),
            (["crash.pdf", "slow.pdf"], 1),
            (["good.pdf", "locked.pdf"], 3),
            (["half.pdf"], 0),
            (["half.pdf", "--strict"], 3),
            (["half.pdf", "--fail-on", "partial"], 3),
            (["half.pdf", "locked.pdf", "--fail-on", "never"], 0),
        ],
    )
    def test_exit_code(self, arguments: list[str], code: int) -> None:
        assert main(["extract", *arguments, "-o", "out/"]) == code

    @pytest.mark.parametrize(
        "arguments",
        [
            [],
            ["good.pdf", "half.pdf"],
            ["-", "-", "-o", "out"],
            ["good.pdf", "--to", "docx"],
            ["good.pdf", "--pages", "0"],
            ["good.pdf", "--pages", "3-1"],
            ["good.pdf", "--pages", "a-b"],
            ["good.pdf", "--max-pages", "0"],
            ["good.pdf", "--fail-on", "sometimes"],
            ["good.pdf", "--engine", "magic"],
            ["good.pdf", "-q", "-v"],
            ["good.pdf", "--password-file", "missing"],
            ["good.pdf", "-o", "good.pdf"],
            ["good.pdf", "half.pdf", "-o", "slow.pdf"],
            ["good.pdf", "--nonsense"],
        ],
    )
    def test_wrong_usage_is_told_before_any_work(
        self, arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = sorted(folder.rglob("*"))
        assert main(["extract", *arguments]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Error: " in captured.err
        assert sorted(folder.rglob("*")) == before
        assert (folder / "good.pdf").read_text() == "fine"

    def test_an_interrupt_ends_with_130(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*args: object, **kwargs: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(batch, "run", interrupted)
        assert main(["extract", "good.pdf"]) == 130

    def test_an_unforeseen_error_has_no_traceback(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def broken(*args: object, **kwargs: object) -> None:
            raise RuntimeError("bad \x1b[31mnews")

        monkeypatch.setattr(batch, "run", broken)
        assert main(["extract", "good.pdf"]) == 1
        captured = capsys.readouterr()
        assert captured.err == "pdf-extractor-ai: error: RuntimeError: bad \\x1b[31mnews [internal_error]\n"


class TestJson:
    def test_one_object_per_input_whatever_becomes_of_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        names = ["good.pdf", "locked.pdf", "missing.pdf", "crash.pdf", "slow.pdf", "half.pdf"]
        assert main(["extract", *names, "--json"]) == 3
        found = {record["input"]: record for record in records(capsys.readouterr().out)}
        assert sorted(found) == sorted(names)
        assert {name: record["status"] for name, record in found.items()} == {
            "good.pdf": "complete",
            "locked.pdf": "failed",
            "missing.pdf": "failed",
            "crash.pdf": "failed",
            "slow.pdf": "failed",
            "half.pdf": "partial",
        }
        codes = [found[name]["error"]["code"] for name in ("locked.pdf", "missing.pdf", "crash.pdf", "slow.pdf")]
        assert codes == ["password_required", "file_not_found", "worker_died", "timeout"]
        assert all(found[name]["error"]["remedy"] for name in ("locked.pdf", "missing.pdf", "crash.pdf", "slow.pdf"))

    def test_a_good_object_has_its_content_or_its_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["extract", "good.pdf", "--json"])
        (record,) = records(capsys.readouterr().out)
        assert (record["pages"], record["outputs"], record["error"]) == (2, [], None)
        assert record["content"] == "good.pdf: fine\n"
        main(["extract", "good.pdf", "--json", "-o", "out/"])
        (record,) = records(capsys.readouterr().out)
        assert record["outputs"] == [{"format": "markdown", "path": "out/good.md"}]
        assert "content" not in record


class TestMessages:
    def test_an_error_names_file_cause_code_and_remedy(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["extract", "locked.pdf"])
        expected = "locked.pdf: error: the file is locked [password_required]\n  Give --password-file.\n"
        assert capsys.readouterr().err == expected

    def test_a_killed_worker_is_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["extract", "crash.pdf"])
        assert "crash.pdf: error: the worker process was killed by SIGKILL" in capsys.readouterr().err

    def test_flags_of_a_partial_result_are_grouped(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["extract", "half.pdf"])
        expected = "half.pdf: partial, 2 pages\n  page 2, 4: only an image [image_only] Use --ocr.\n"
        assert capsys.readouterr().err == expected

    def test_verbose_has_a_line_for_each_flag(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["extract", "half.pdf", "-v"])
        assert capsys.readouterr().err.count("only an image") == 2

    def test_several_inputs_are_summed_up(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["extract", "good.pdf", "half.pdf", "locked.pdf", "-o", "out"])
        assert capsys.readouterr().err.endswith("3 documents: 1 complete, 1 partial, 1 failed\n")

    def test_a_hostile_name_cannot_write_to_the_terminal(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "a\x1b[2J\n.pdf").write_text("locked")
        main(["extract", "a\x1b[2J\n.pdf"])
        assert capsys.readouterr().err.startswith("a\\x1b[2J\\n.pdf: error: ")


def test_the_password_is_the_first_line_of_its_file_and_never_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Task] = []

    def spy(function: Any, tasks: list[Task], jobs: int, timeout: float | None = None) -> Any:
        seen.extend(tasks)
        return fakes.run(function, tasks, jobs)

    monkeypatch.setattr(batch, "run_in_processes", spy)
    (folder / "secret").write_text("open sesame \r\nsecond line\n")
    assert main(["extract", "good.pdf", "--password-file", "secret"]) == 0
    assert seen[0].options.password == "open sesame "
    assert "sesame" not in repr(seen[0])
