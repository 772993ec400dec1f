"""Commands and the file system: full disks, folders that are not there, names that are no Unicode."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pdf_extractor_ai.aipdf import ingest
from pdf_extractor_ai.cli.main import main
from tests.cli.here import in_this_process
from tests.shared import DATA

REPORT = DATA / "samples" / "report.pdf"
WRITING = {
    "extract": ["extract", str(REPORT), "-o", "{out}/a.md", "--json"],
    "figures": ["extract", str(REPORT), "--images", "{out}", "--json"],
    "book": ["book", str(REPORT), "-o", "{out}", "--json"],
    "card write": ["card", "write", str(REPORT), "card.yaml", "-o", "{out}/a.pdf", "--json"],
    "card draft": ["card", "draft", str(REPORT), "-o", "{out}/a.yaml", "--json"],
    "aipdf ingest": ["aipdf", "ingest", str(REPORT), "-o", "{out}/a.ai.pdf", "--json"],
    "aipdf build": ["aipdf", "build", "a.md", "-o", "{out}/a.ai.pdf", "--json"],
    "aipdf export": ["aipdf", "export", "a.ai.pdf", "--save", "{out}", "--json"],
    "inspect": ["inspect", str(REPORT), "--max-pages", "1", "-o", "{out}/a.html"],
}
MAKE_FOLDERS = {"extract", "figures", "book", "aipdf export"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "card.yaml").write_text("title: T\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("# A\n\nText.\n", encoding="utf-8")
    ingest(REPORT, tmp_path / "a.ai.pdf", ocr="never")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pdf_extractor_ai.cli.batch.run_in_processes", in_this_process)
    monkeypatch.setattr("pdf_extractor_ai.book.batch.run_in_processes", in_this_process)
    return tmp_path


def failure(arguments: list[str], out: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Code and message of a command that fails."""
    capsys.readouterr()
    assert main([argument.format(out=out) for argument in arguments]) == 1
    said = capsys.readouterr()
    if "--json" not in arguments:
        return said.err
    error = json.loads(said.out)["error"]
    return f"{error['message']} [{error['code']}]"


@pytest.mark.parametrize("command", WRITING)
def test_a_full_disk_is_told_with_the_place_and_leaves_nothing(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "out").mkdir()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    told = failure(WRITING[command], "out", capsys)
    assert "out" in told.partition(":")[0] or "error: out" in told
    assert "No space left on device [cannot_write]" in told
    assert [path for path in (folder / "out").rglob("*") if not path.is_dir()] == []


@pytest.mark.parametrize("command", WRITING)
def test_a_file_in_the_place_of_the_folder_is_told(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    if command == "inspect":
        assert main([argument.format(out="a.md") for argument in WRITING[command]]) == 2
        return
    told = failure(WRITING[command], "a.md", capsys)
    assert "a.md" in told
    assert told.strip().endswith("[cannot_write]")


@pytest.mark.parametrize("command", [command for command in WRITING if command not in MAKE_FOLDERS | {"inspect"}])
def test_a_folder_that_is_not_there_is_told(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert failure(WRITING[command], "none", capsys).startswith("none/a")


@pytest.mark.parametrize("command", ["card read", "aipdf inspect", "aipdf ingest", "inspect"])
def test_a_folder_in_the_place_of_a_file_is_told(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "."]) == 1
    assert "Is a directory [unreadable]" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="names are bytes")
def test_a_name_that_is_no_unicode_comes_back_from_json(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    name = os.fsdecode(b"bad\xff\xfe.pdf")
    try:
        (folder / name).write_bytes(REPORT.read_bytes())
    except OSError:
        pytest.skip("the file system takes Unicode only")
    assert main(["extract", name, "--pages", "1", "-o", "out/", "--json"]) == 0
    record = json.loads(capfdbinary.readouterr().out)
    assert record["input"] == name
    assert Path(record["outputs"][0]["path"]).read_bytes().startswith(b"=====")
