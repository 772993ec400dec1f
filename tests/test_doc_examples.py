"""What the documentation shows runs as written: every example in Python, every command of ours."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai import PdfExtractor
from pdf_extractor_ai.aipdf import AIPDF, ingest
from pdf_extractor_ai.cli.main import main
from pdf_extractor_ai.frontmatter import write_card
from pdf_extractor_ai.models import AnthropicModel, GeminiModel, OpenAICompatibleModel
from tests.cli.here import in_this_process
from tests.shared import DATA, ROOT

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROGRAMS: dict[str, list[str]] = {"pdf-extractor-ai": [], "aipdf": ["aipdf"]}
"""Our programs, and the group of commands that each stands for."""
NOT_RUN = {
    "--summarize": "asks a service on the network",
    "browser": "needs Chromium",
    "--font": "needs a font that is not everybody's",
    "mcp": "serves until its input ends",
}
"""Words of commands that are read, but not run."""
ASKS = ["pdf-extractor-ai", "book"]
"""Without more it asks on a terminal for everything."""
NEEDS = {"--ocr": "rapidocr", "force": "rapidocr", "full": "typst"}
"""Modules of extras without which a command cannot do what it says."""
EXIT_CODES = {"--min-quality": 3, "verify": 3}
"""Of commands that are to find fault: 0 for all others."""
SAMPLES, RECIPES = DATA / "samples", DATA / "recipes"


def blocks(page: Path, *languages: str) -> list[str]:
    return [text for language, text in _BLOCK.findall(page.read_text(encoding="utf-8")) if language in languages]


PYTHON = [page for page in PAGES if blocks(page, "python")]
SHELL = [page for page in PAGES if blocks(page, "sh", "console")]


def commands(page: Path) -> Iterator[list[str]]:
    """The commands of ours on a page, without the prompt, the comment behind them and what they print."""
    for block in blocks(page, "sh", "console"):
        for line in block.splitlines():
            words = shlex.split(line.removeprefix("$ "), comments=True)
            if words and words[0] in PROGRAMS and "MCP:" not in words:
                yield words


def expanded(words: list[str]) -> list[str]:
    """What a shell makes of the words."""
    found: list[str] = []
    for word in words:
        found += sorted(map(str, Path().glob(word))) if "*" in word else [str(Path(word).expanduser())]
    return found


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every file that the examples speak of; it is the current one, and the home."""
    report, scan, manual = (
        SAMPLES / "report.pdf",
        RECIPES / "scan_with_bad_layer.pdf",
        RECIPES / "outline_and_labels.pdf",
    )
    for folder in ("papers", "pdfs"):
        (tmp_path / folder).mkdir()
    for source, names in {
        report: ("report", "paper", "doc", "guide", "papers/one", "pdfs/one"),
        scan: ("scan", "scanned", "bad-ocr"),
        manual: ("manual", "pdfs/two"),
    }.items():
        for name in names:
            shutil.copy(source, tmp_path / f"{name}.pdf")
    canvas = Canvas(str(tmp_path / "book.pdf"))
    for page in range(1, 131):
        canvas.drawString(72, 700, f"Page {page} of a long book.")
        canvas.showPage()
    canvas.save()
    (tmp_path / "paper.md").write_text("# Paper\n\nA text.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", encoding="utf-8")
    (tmp_path / "contract.pdf").write_bytes(write_card(report, {"title": "Supply agreement"}))
    ingest(report, tmp_path / "paper.ai.pdf", ocr="never")
    (tmp_path / "paper.xml").write_text(AIPDF.open(tmp_path / "paper.ai.pdf").to_xml(), encoding="utf-8")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    return tmp_path


@pytest.fixture
def nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models that are there, but say nothing."""

    async def silence(*_: object, **__: object) -> dict[str, str]:
        return {}

    for model in (AnthropicModel, GeminiModel, OpenAICompatibleModel):
        monkeypatch.setattr(model, "describe_section", silence)
    for key in ("ANTHROPIC_API_KEY", "GEMINI_API_KEY", "MY_KEY"):
        monkeypatch.setenv(key, "none")


@pytest.mark.usefixtures("workbench", "nothing_is_sent")
@pytest.mark.parametrize("page", PYTHON, ids=lambda page: page.stem)
def test_examples_in_python_run(page: Path) -> None:
    """Those of one page share their names, as in one session."""
    if page.stem == "mcp":
        pytest.importorskip("mcp")
    names: dict[str, Any] = {"__name__": "example", "json_bytes": b"{}"}
    if page.stem == "engine":
        with PdfExtractor() as extractor:
            names["document"] = extractor.extract_file(RECIPES / "acroform.pdf")
    elif page.stem == "library":
        assert main(["book", "manual.pdf", "-q", "-o", "books"]) == 0
    for number, block in enumerate(blocks(page, "python"), start=1):
        exec(compile(block, f"{page.name}, example {number}", "exec"), names)


@pytest.mark.usefixtures("workbench")
@pytest.mark.parametrize("page", SHELL, ids=lambda page: page.stem)
def test_commands_run(page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of one page run in one folder, one after the other."""
    monkeypatch.setattr("pdf_extractor_ai.cli.batch.run_in_processes", in_this_process)
    monkeypatch.setattr("pdf_extractor_ai.book.batch.run_in_processes", in_this_process)
    for words in commands(page):
        if (
            words == ASKS
            or NOT_RUN.keys() & words
            or any(find_spec(NEEDS[word]) is None for word in NEEDS.keys() & words)
        ):
            continue
        program, *arguments = expanded(words)
        code = main([*PROGRAMS[program], *arguments])
        expected = next((EXIT_CODES[word] for word in words if word in EXIT_CODES), 0)
        assert code == expected, f"{shlex.join(words)}\n{capsys.readouterr().err}"
