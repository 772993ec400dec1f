"""The OCR engines: choice, errors, and what they read from clean pictures when they are installed."""

from __future__ import annotations

import re
import shutil
import socket
import stat
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from pdf_extractor_ai import ocr
from pdf_extractor_ai.errors import InvalidOptionError, LimitExceededError, MissingDependencyError, OcrError
from pdf_extractor_ai.geometric.recognize import render
from pdf_extractor_ai.ocr import OcrEngine, RapidOcrEngine, TesseractEngine, languages_of, pick_engine, tesseract_name
from tests.shared import DATA

needs_rapid = pytest.mark.skipif(find_spec("rapidocr") is None, reason="the extra 'ocr' is not installed")
needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
PAGE_TWO = "SCANNED PAGE TWO The invoice total is 418.20 euro."


def recall(engine: OcrEngine, name: str, number: int, truth: str) -> float:
    image, dpi = render((DATA / "recipes" / f"{name}.pdf").read_bytes(), number)
    read = " ".join(line.text for line in engine.read(image, languages=("en",), dpi=dpi))
    words = re.findall(r"[\w.]+", truth)
    return sum(word in read for word in words) / len(words)


@needs_rapid
def test_rapidocr_reads_a_clean_scan_without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("OCR went to the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    engine = RapidOcrEngine()
    assert recall(engine, "mixed_scan", 2, PAGE_TWO) >= 0.9
    assert engine.read(Image.new("L", (400, 300), 255)) == []


@needs_tesseract
def test_tesseract_reads_a_clean_scan() -> None:
    engine = TesseractEngine()
    assert recall(engine, "mixed_scan", 2, PAGE_TWO) >= 0.9


def test_without_any_engine_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(MissingDependencyError, match=r'pip install "pdf-extractor-ai\[ocr\]"'):
        pick_engine()


@needs_rapid
def test_the_engine_is_one_and_fits_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert isinstance(pick_engine(("de",)), RapidOcrEngine)
    assert pick_engine(("de",)) is pick_engine(("ru",)), "the only engine is better than none"


def test_languages_have_their_scripts_and_names() -> None:
    engine = RapidOcrEngine()
    assert all(map(engine.supports, ("en", "de-AT", "zh-TW", "ja", "pl")))
    assert not any(map(engine.supports, ("ru", "ar", "el", "he_IL", "th")))
    assert [tesseract_name(tag) for tag in ("en-GB", "de", "zh", "zh-Hant", "zh_TW", "xx")] == [
        "eng", "deu", "chi_sim", "chi_tra", "chi_tra", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "tags"),
    [
        ("eng", ("en",)),
        ("deu+eng", ("de", "en")),
        ("de, en-GB", ("de", "en-GB")),
        ("chi_sim+chi_tra", ("zh", "zh-Hant")),
        ("nor", ("no",)),
        ("deu+de", ("de",)),
        ("deu_latf", ("deu_latf",)),
    ],
)
def test_languages_are_named_as_programs_or_as_tags(names: str, tags: tuple[str, ...]) -> None:
    assert languages_of(names) == tags


@pytest.mark.parametrize("names", ["", "+", "deu+", "--psm 0", "../deu", "e"])
def test_what_names_no_language_is_refused(names: str) -> None:
    with pytest.raises(InvalidOptionError, match="names no languages"):
        languages_of(names)


def script(folder: Path, body: str) -> str:
    program = folder / "tesseract"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


LIST = 'if [ "$1" = --list-langs ]; then echo "List:"; echo eng; echo deu; echo osd; exit 0; fi'


def test_words_are_put_together_to_lines(tmp_path: Path) -> None:
    rows = [
        "level\tpage\tblock\tpar\tline\tword\tleft\ttop\twidth\theight\tconf\ttext",
        "1\t1\t0\t0\t0\t0\t0\t0\t99\t99\t-1\t",
        "5\t1\t1\t1\t1\t1\t10\t20\t30\t12\t96\tGood",
        "5\t1\t1\t1\t1\t2\t50\t18\t40\t14\t90\tday",
        "5\t1\t1\t1\t2\t1\t10\t40\t30\t12\t80\tnext",
    ]
    (tmp_path / "table").write_text("\n".join(rows))
    program = script(tmp_path, f'{LIST}\ncat >/dev/null\necho "$@" > "{tmp_path}/seen"\ncat "{tmp_path}/table"')
    engine = TesseractEngine(program)
    first, second = engine.read(Image.new("L", (100, 100), 255), languages=("de", "fr"), dpi=200)
    assert (first.text, first.box, round(first.confidence, 2)) == ("Good day", (10, 18, 90, 32), 0.93)
    assert second.text == "next"
    assert (tmp_path / "seen").read_text().split() == ["-", "-", "--dpi", "200", "-l", "deu", "tsv"]
    assert engine.supports("de")
    assert not engine.supports("fr")


def test_failures_of_the_program_are_typed(tmp_path: Path) -> None:
    picture = Image.new("L", (10, 10), 255)
    broken = script(tmp_path, f"{LIST}\ncat >/dev/null\necho 'no such data' >&2\nexit 3")
    with pytest.raises(OcrError, match="no such data"):
        TesseractEngine(broken).read(picture)
    slow = script(tmp_path, f"{LIST}\nexec sleep 20")
    with pytest.raises(LimitExceededError, match="longer than"):
        TesseractEngine(slow, timeout=0.3).read(picture)
    with pytest.raises(MissingDependencyError):
        TesseractEngine(str(tmp_path / "nothing")).read(picture)
