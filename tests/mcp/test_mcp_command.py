"""The command line of the server: what it refuses, what it costs to ask it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pdf_extractor_ai.cli.main import main
from pdf_extractor_ai.errors import InvalidOptionError
from tests.shared import ROOT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--root", "/no/such/folder"], "--root is no folder"),
        (["--only", "tea"], "unknown group of tools: tea"),
        (["--transport", "http"], "a server on HTTP needs a root"),
        (["--transport", "http", "--host", "0.0.0.0", "--root", "."], "can be reached by other machines"),
        (["--transport", "http", "--host", "::", "--root", ".", "--allow-remote"], "needs a token"),
        (["--transport", "http", "--root", ".", "--token-file", "/no/such/file"], "there is no token in"),
    ],
)
def test_refusals(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mcp")
    assert main(["mcp", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert main(["mcp"]) == 1
    assert "pip install 'pdf-extractor-ai[mcp]'" in capsys.readouterr().err


def test_asking_for_help_imports_neither_the_sdk_nor_the_engine() -> None:
    script = (
        "import sys; from pdf_extractor_ai.cli.main import main; main(['mcp', '--help']);"
        "assert not {'mcp', 'docling', 'docling_core', 'pikepdf'} & set(sys.modules), sorted(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert "--write-root" in done.stdout


def test_the_token_comes_from_a_file_or_the_environment(tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    from pdf_extractor_ai.mcp.run import read_token

    (tmp_path / "token").write_text(" s3cret\n", "utf-8")
    (tmp_path / "empty").write_text("\n", "utf-8")
    assert read_token("other", tmp_path / "token") == "s3cret"
    assert read_token(" other ", None) == "other"
    with pytest.raises(InvalidOptionError):
        read_token("other", tmp_path / "empty")


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("[::1]", True),
        ("LocalHost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.2", False),
        ("localhost.evil.example", False),
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    pytest.importorskip("mcp")
    from pdf_extractor_ai.mcp.http import is_loopback

    assert is_loopback(host) is loopback
