"""``extract --ocr-lang``: the languages reach the engine, what names none is wrong usage."""

from __future__ import annotations

import json

import pytest

from pdf_extractor_ai.cli import batch
from pdf_extractor_ai.cli.main import main
from tests.cli.here import in_this_process
from tests.geometric.test_recognize import FakeEngine
from tests.shared import DATA

MIXED = str(DATA / "recipes" / "mixed_scan.pdf")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    fake = FakeEngine()
    monkeypatch.setattr("pdf_extractor_ai.ocr.pick_engine", lambda *_: fake)
    monkeypatch.setattr(batch, "run_in_processes", in_this_process)
    return fake


@pytest.mark.parametrize(("arguments", "languages"), [(["--ocr-lang", "deu+eng"], ("de", "en")), ([], ("en",))])
def test_the_engine_is_told(
    engine: FakeEngine, capsys: pytest.CaptureFixture[str], arguments: list[str], languages: tuple[str, ...]
) -> None:
    assert main(["extract", MIXED, "--ocr", "--json", *arguments]) == 0
    assert engine.languages == [languages]
    flags = json.loads(capsys.readouterr().out)["report"]["flags"]
    assert any(flag["code"] == "ocr" and f"languages: {', '.join(languages)};" in flag["message"] for flag in flags)


def test_a_language_that_the_engine_does_not_know_is_told(
    engine: FakeEngine, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeEngine, "supports", lambda _self, language: language == "en")
    assert main(["extract", MIXED, "--ocr", "--json", "--ocr-lang", "eng+rus"]) == 0
    flags = json.loads(capsys.readouterr().out)["report"]["flags"]
    assert [flag["message"] for flag in flags if flag["code"] == "ocr_language"] == ["Fake was not made for: ru."]


def test_what_names_no_language_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", MIXED, "--ocr", "--ocr-lang", "--psm"]) == 2
    assert main(["extract", MIXED, "--ocr", "--ocr-lang", "d/e"]) == 2
    assert "--ocr-lang" in capsys.readouterr().err
