"""The entry point: help, version, groups, cheap start."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import typer

from pdf_extractor_ai import __version__
from pdf_extractor_ai.cli import main as entry

HEAVY = ("docling", "docling_core", "docling_parse", "pandas", "scipy", "numpy", "torch", "pikepdf", "pypdfium2")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pdf_extractor_ai", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"pdf-extractor-ai {__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["extract", "--help"]])
def test_help_has_the_table_of_exit_codes(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 0
    for line in ("0  all good", "1  failure", "2  wrong usage", "3  some inputs failed", "130  interrupted"):
        assert line in done.stdout


def test_unknown_command_is_wrong_usage() -> None:
    done = run("explode")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_no_command_shows_the_help() -> None:
    assert "extract" in run().stdout + run().stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["extract", "--help"],
        ["doctor"],
        ["extract", "no"],
        ["book", "--help"],
        ["book", "no"],
    ],
)
def test_start_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys; from pdf_extractor_ai.cli.main import main; main(sys.argv[1:]);"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_group_that_exists_shows_its_help() -> None:
    listing = run("--help").stdout
    for name, group in entry.GROUPS.items():
        exists = (Path(entry.__file__).parent / f"{name}.py").exists()
        assert (f"  {name} " in listing) == exists
        assert not exists or group.help.split(":")[0] in listing
        assert not exists or run(name, "--help").returncode == 0


def test_a_group_is_imported_only_when_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lazy_group.py").write_text(
        "import typer\napp = typer.Typer()\n"
        "@app.command()\ndef one() -> None:\n    print('one was called')\n"
        "@app.command()\ndef two() -> None: ...\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(entry, "GROUPS", {"lazy": entry.Group("lazy_group", "Does things.")})
    assert entry.main(["--help"]) == 0
    assert "Does things." in capsys.readouterr().out
    assert "lazy_group" not in sys.modules
    assert entry.main(["lazy", "one"]) == 0
    assert capsys.readouterr().out == "one was called\n"


def test_an_error_of_ours_in_a_group_is_a_line_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pdf_extractor_ai.errors import InvalidPdfError

    app = typer.Typer()

    @app.callback(invoke_without_command=True)
    def fail() -> None:
        raise InvalidPdfError("x.pdf: no pages", remedy="Look at it.")

    module = ModuleType("failing_group")
    module.app = app  # type: ignore[attr-defined]
    module.__spec__ = typer.__spec__
    monkeypatch.setitem(sys.modules, "failing_group", module)
    monkeypatch.setattr(entry, "GROUPS", {"failing": entry.Group("failing_group", "Fails.")})
    assert entry.main(["failing"]) == 1
    assert capsys.readouterr().err == "pdf-extractor-ai: error: x.pdf: no pages [invalid_pdf]\n  Look at it.\n"


def test_doctor_says_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["doctor", "--json"]) == 0
    findings = json.loads(capsys.readouterr().out)
    names = {check["name"]: check for check in findings["checks"]}
    assert findings["ok"] is True
    assert names["docling-core"]["ok"]
    assert all(check["remedy"] for name, check in names.items() if name.startswith("[") and not check["ok"])
