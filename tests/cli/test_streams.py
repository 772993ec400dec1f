"""Standard streams that are closed, full or gone: a line and a code, never a traceback or a silent success."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.shared import DATA

CROP = DATA / "samples" / "crop-prospects.pdf"
CARD = DATA / "frontmatter" / "coexist" / "card-and-layer.pdf"
COMMANDS = {
    "extract": ["extract", str(CROP)],
    "card": ["card", "read", str(CARD)],
    "aipdf": ["aipdf", "extract", str(CARD)],
    "doctor": ["doctor"],
    "help": ["--help"],
}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="closes file descriptors the POSIX way")


def run(
    arguments: Sequence[str], closed: Sequence[int] = (), output: str = "", data: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    def close() -> None:
        for number in closed:
            os.close(number)
        if output:
            os.dup2(os.open(output, os.O_WRONLY), 1)

    command = [sys.executable, "-m", "pdf_extractor_ai", *arguments]
    return subprocess.run(command, input=data, capture_output=True, check=False, timeout=100, preexec_fn=close)


@pytest.mark.parametrize("name", COMMANDS)
def test_without_a_standard_output_it_fails_and_says_so(name: str) -> None:
    done = run(COMMANDS[name], closed=[1])
    assert done.returncode == 1
    assert b"error: " in done.stderr
    assert b"Bad file descriptor" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"ignored" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no /dev/full")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_told(name: str) -> None:
    done = run(COMMANDS[name], output="/dev/full")
    assert done.returncode == 1
    assert b"No space left on device" in done.stderr
    assert b"internal_error" not in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"ignored" not in done.stderr


def test_without_a_place_for_messages_the_work_is_done() -> None:
    done = run(COMMANDS["extract"], closed=[2])
    assert done.returncode == 0
    assert done.stdout.startswith(b"========== page 1 start ==========")
    assert b"complete" not in done.stdout, "messages do not get into the result"


@pytest.mark.parametrize("name", ["extract", "card", "aipdf", "doctor"])
def test_nor_where_nobody_reads_messages_or_results(name: str) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "pdf_extractor_ai", *COMMANDS[name]]
    quiet = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=False, timeout=100)
    head = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, check=False, timeout=100)
    os.close(theirs)
    assert (quiet.returncode, head.returncode) == (0, 0)
    assert quiet.stdout
    assert b"error" not in head.stderr


@pytest.mark.parametrize("arguments", [["extract", "-"], ["card", "read", "-"]], ids=lambda given: str(given[0]))
def test_a_missing_standard_input_is_told(arguments: list[str]) -> None:
    done = run(arguments, closed=[0])
    assert done.returncode == 1
    assert b"stdin: " in done.stderr
    assert b"Bad file descriptor" in done.stderr


def test_a_file_is_written_without_any_stream(tmp_path: Path) -> None:
    done = run([*COMMANDS["extract"], "-o", str(tmp_path / "a.md")], closed=[0, 1, 2])
    assert done.returncode == 0
    assert (tmp_path / "a.md").read_bytes() == run(COMMANDS["extract"]).stdout
