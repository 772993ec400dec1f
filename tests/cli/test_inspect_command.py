"""``pdf-extractor-ai inspect``: a whole file or none, typed failures, a cheap start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pdf_extractor_ai.cli.main import main
from tests.shared import DATA

XFA = DATA / "recipes" / "xfa_shell.pdf"
PROSPECTS = DATA / "samples" / "crop-prospects.pdf"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["inspect", *map(str, arguments)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


def test_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.html"
    code, out, err = run(capsys, PROSPECTS, "-o", target, "--pages", "2")
    assert (code, out, err.strip()) == (0, "", str(target))
    page = target.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<section") == 1
    assert list(tmp_path.iterdir()) == [target]


def test_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, PROSPECTS, "--max-pages", "1")
    assert (code, out.count("<section"), "1 of 2 pages" in out) == (0, 1, True)


def test_a_failure_leaves_what_was_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, target = tmp_path / "bad.pdf", tmp_path / "out.html"
    bad.write_bytes(b"no pdf")
    target.write_text("before")
    code, out, err = run(capsys, bad, "-o", target)
    assert (code, out) == (1, "")
    assert "invalid_pdf" in err
    assert target.read_text() == "before"


@pytest.mark.parametrize(
    "arguments",
    [
        [PROSPECTS, "--pages", "x"],
        [PROSPECTS, "-o", "no/such/folder.html"],
        [PROSPECTS, "-o", "."],
        [],
    ],
)
def test_wrong_usage(arguments: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err


def test_the_input_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "a.pdf"
    copy.write_bytes(PROSPECTS.read_bytes())
    code, _, err = run(capsys, copy, "-o", copy)
    assert (code, "input" in err) == (2, True)
    assert copy.read_bytes() == PROSPECTS.read_bytes()


def test_what_libraries_log_is_not_shown(tmp_path: Path) -> None:
    target = tmp_path / "out.html"
    command = [sys.executable, "-m", "pdf_extractor_ai", "inspect", str(XFA), "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, str(target))
    assert "xfa_form" in target.read_text(encoding="utf-8")


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\nfrom pdf_extractor_ai.cli.main import main\ncode = main(['inspect', '--help'])\n"
        "bad = [n for n in ('docling', 'docling_core', 'PIL', 'numpy', 'pypdfium2', 'pikepdf') if n in sys.modules]\n"
        "sys.exit(code or (str(bad) if bad else 0))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Exit codes" in done.stdout
