"""``extract --use-layer``: a layer instead of the pages, from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.aipdf import ingest
from pdf_extractor_ai.cli import batch
from pdf_extractor_ai.cli.main import main
from tests.cli.here import in_this_process
from tests.shared import DATA

REPORT = DATA / "samples" / "report.pdf"


@pytest.fixture
def layered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(batch, "run_in_processes", in_this_process)
    return ingest(REPORT, tmp_path / "report.ai.pdf", ocr="never")


def extract(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = main(["extract", "--json", *map(str, arguments)])
    return code, json.loads(capsys.readouterr().out)


def test_the_layer_is_taken_unless_told_otherwise(layered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engines = {
        mode: extract(capsys, layered, "--use-layer", mode)[1]["report"]["engine"]
        for mode in ("auto", "never", "require")
    }
    assert engines == {"auto": "layer", "never": "geometric", "require": "layer"}
    assert extract(capsys, layered)[1]["report"]["engine"] == "layer"


def test_a_layer_that_is_not_there_cannot_be_required(layered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, record = extract(capsys, REPORT, "--use-layer", "require")
    assert (code, record["error"]["code"]) == (1, "layer_not_found")


@pytest.mark.parametrize("wrong", [["--use-layer", "perhaps"], ["--use-layer", "require", "--pages", "1"]])
def test_what_makes_no_sense_is_wrong_usage(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(REPORT), *wrong]) == 2
    assert "--use-layer" in capsys.readouterr().err
