"""``extract --images`` and ``--summarize``: files, links, summaries by a service on this machine, what is reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.cli import batch
from pdf_extractor_ai.cli.main import main
from tests.cli.here import in_this_process
from tests.models.server import ENVELOPES, Reply, Service, serving
from tests.shared import DATA

CAPTIONS = DATA / "recipes" / "figures_captions.pdf"
ANSWER = json.dumps({"s0-v0": "A blue block.", "s0-v1": "A brown block."})


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(batch, "run_in_processes", in_this_process)
    for name in ("GEMINI_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "PDF_EXTRACTOR_MODEL_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["extract", str(CAPTIONS), *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def summarized(capsys: pytest.CaptureFixture[str], service: Service, *more: object) -> tuple[int, dict[str, Any]]:
    code, out, _ = run(capsys, "--json", "--summarize", f"openai/tiny@{service.url}", *more)
    return code, json.loads(out)


def test_by_default_a_picture_is_a_mark_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys)
    assert (code, out.count("<!-- image -->")) == (0, 2)
    assert list(folder.iterdir()) == []


def test_images_are_written_under_stable_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--images", "img", "--json")
    record = json.loads(out)
    names = ["figures_captions-p0001-1.png", "figures_captions-p0001-2.png"]
    assert (code, record["report"]["images"]) == (0, [str(Path("img", name)) for name in names])
    assert sorted(path.name for path in (folder / "img").iterdir()) == names
    assert record["content"].count("<!-- image -->") == 2


def test_links_lead_from_where_the_markdown_lies(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = run(capsys, "--images", "img", "--link-images", "-o", "out/text.md")
    text = (folder / "out" / "text.md").read_text()
    assert code == 0
    assert "![" in text
    assert "](../img/figures_captions-p0001-1.png)" in text
    assert "<!-- image -->" not in text
    _, out, _ = run(capsys, "--images", "img", "--link-images")
    assert "](img/figures_captions-p0001-1.png)" in out


def test_figures_are_described_by_the_service(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(Reply(ENVELOPES["openai"](ANSWER))) as service:
        code, record = summarized(capsys, service, "--figure-cache", "cache", "--images", "img")
        again, second = summarized(capsys, service, "--figure-cache", "cache")
    assert (code, again, len(service.requests)) == (0, 0, 1)
    assert record["status"] == "complete"
    assert "[Summarized Image: openai/tiny]\npage: 1\n" in record["content"]
    assert "Summary:\nA blue block.\n" in record["content"]
    figures = record["report"]["figures"]
    assert (figures["figures"], figures["done"], figures["calls"], figures["failed"]) == (2, 2, 1, [])
    assert (second["report"]["figures"]["cached"], second["report"]["figures"]["calls"]) == (2, 0)
    assert second["content"] == record["content"]
    assert len(list((folder / "img").iterdir())) == 2, "a summarised figure has its file too"


def test_a_figure_that_failed_makes_the_document_partial(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.dumps({"s0-v0": "A blue block.", "s0-v1": ""})
    with serving(Reply(ENVELOPES["openai"](answer))) as service:
        code, record = summarized(capsys, service)
        strict, _ = summarized(capsys, service, "--strict")
    assert (code, strict, record["status"]) == (0, 3, "partial")
    (flag,) = [flag for flag in record["report"]["flags"] if flag["code"] == "figure_not_summarized"]
    assert (flag["page"], "empty_answer" in flag["message"]) == (1, True)
    assert record["content"].count("<!-- image -->") == 1


def test_without_a_key_the_text_is_there_and_the_reason_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--summarize", "gemini/some-model")
    assert (code, out.count("<!-- image -->")) == (0, 2)
    assert "there is no key" in err
    assert "partial" in err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--summarize", "nobody/x"],
        ["--summarize", "gemini"],
        ["--summarize", "openai/x@ftp://host"],
        ["--link-images"],
        ["--concurrency", "0"],
    ],
)
def test_what_makes_no_sense_is_wrong_usage(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *wrong)
    assert (code, wrong[0] in err) == (2, True)


def test_a_folder_that_cannot_be_written_fails_the_document(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "img").write_text("a file")
    code, _, err = run(capsys, "--images", "img")
    assert code == 1
    assert "Traceback" not in err
