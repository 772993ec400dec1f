"""``book`` as a program: real workers, folders, signals, a terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai.book.shelf import Library

COMMAND = [sys.executable, "-m", "pdf_extractor_ai", "book"]
SECONDS = 60


def make_pdf(path: Path, chapters: int = 3, pages: int = 2) -> Path:
    """Chapters with bookmarks, a word of its own on each page."""
    canvas = Canvas(str(path), invariant=1)
    for chapter in range(1, chapters + 1):
        for page in range(1, pages + 1):
            if page == 1:
                canvas.bookmarkPage(f"c{chapter}")
                canvas.addOutlineEntry(f"Chapter {chapter}: Sand of shore {chapter}", f"c{chapter}", 0)
                canvas.setFont("Helvetica-Bold", 20)
                canvas.drawString(72, 740, f"Chapter {chapter}: Sand of shore {chapter}")
            canvas.setFont("Helvetica", 11)
            for line in range(30):
                words = f"Line {line} of this page tells of grain number c{chapter}p{page}l{line} in the wind."
                canvas.drawString(72, 700 - 18 * line, words)
            canvas.showPage()
    canvas.save()
    return path


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=110)


def hidden(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob(".*")]


def test_two_good_files_and_rubbish_become_a_batch_that_can_be_searched(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    make_pdf(shelf / "b.pdf")
    make_pdf(shelf / "a.pdf", chapters=2)
    (shelf / "rubbish.pdf").write_bytes(b"no pdf at all")
    out = tmp_path / "out"
    done = run(shelf, "-o", out, "--json", "--jobs", "2")
    assert done.returncode == 3, done.stderr
    records = {Path(record["input"]).name: record for record in map(json.loads, done.stdout.splitlines())}
    assert records["rubbish.pdf"]["error"]["code"] == "invalid_pdf"
    assert (records["b.pdf"]["status"], records["b.pdf"]["chapters"], records["b.pdf"]["pages"]) == ("done", 3, 6)
    assert sorted(path.name for path in (out / "shelf").iterdir()) == ["README.md", "a", "b"]
    assert "rubbish.pdf" in (out / "shelf" / "README.md").read_text(encoding="utf-8")
    hit = Library(out).search("c2p2l7").hits[0]
    assert (hit.chapter_id, hit.start_page, hit.end_page) == (2, 3, 4)
    again = run(shelf, "-o", out, "--json", "--resume", "--jobs", "1")
    assert sorted(json.loads(line)["status"] for line in again.stdout.splitlines()) == ["failed", "skipped", "skipped"]
    assert [name for name in hidden(out) if "tmp" in name] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    make_pdf(tmp_path / "long.pdf", chapters=60, pages=20)
    out = tmp_path / "out"
    command = [*COMMAND, str(tmp_path / "long.pdf"), "-o", str(out)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stderr is not None
    assert "begun" in process.stderr.readline()
    workers = _children(process.pid)
    time.sleep(1)
    process.send_signal(number)
    asked = time.monotonic()
    _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, errors
    assert time.monotonic() - asked < SECONDS
    assert errors.endswith("interrupted\n")
    assert "Traceback" not in errors
    assert _gone(workers)
    assert not out.exists() or list(out.iterdir()) == []


def _gone(pids: list[int]) -> bool:
    """Whether all of them end; the tracker of multiprocessing does so a moment after its parent."""
    end = time.monotonic() + SECONDS
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    return time.monotonic() < end


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_wizard_and_the_bar_on_a_terminal(tmp_path: Path) -> None:
    make_pdf(tmp_path / "a.pdf")
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "DISPLAY": "",
        "WAYLAND_DISPLAY": "",
    }
    environment.pop("NO_COLOR", None)
    shown, code = _on_a_terminal([str(tmp_path / "a.pdf"), f"\x15{tmp_path / 'out'}", ""], environment)
    assert code == 0, shown
    assert (tmp_path / "out" / "a" / "AGENTS.md").is_file()
    assert "3 chapters, 6 pages" in shown
    assert "─" in shown


def test_ctrl_c_while_the_workers_are_starting(tmp_path: Path) -> None:
    make_pdf(tmp_path / "a.pdf")
    leader, follower = pty.openpty()
    command = [*COMMAND, str(tmp_path / "a.pdf"), "-o", str(tmp_path / "out")]
    process = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, start_new_session=True, preexec_fn=_take_terminal
    )
    os.close(follower)
    shown = ""
    while "opening" not in shown and "begun" not in shown:
        shown += os.read(leader, 65_536).decode("utf-8", "replace")
    os.write(leader, b"\x03")
    shown += _rest(leader)
    assert process.wait(timeout=SECONDS) == 130, shown
    assert "interrupted" in shown
    assert "Traceback" not in shown


def _take_terminal() -> None:
    """Make standard input the terminal of this process's group, so that its keys are signals."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _rest(leader: int) -> str:
    shown = ""
    while True:
        try:
            shown += os.read(leader, 65_536).decode("utf-8", "replace")
        except OSError:  # the other end is closed
            os.close(leader)
            return shown


def _on_a_terminal(answers: list[str], environment: dict[str, str]) -> tuple[str, int]:
    """All that is shown, and the exit code; each answer is typed when a question is on the screen."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(COMMAND, stdin=follower, stdout=follower, stderr=follower, env=environment)
    os.close(follower)
    shown, answered, end = "", 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        if select.select([leader], [], [], 0.2)[0]:
            try:
                shown += os.read(leader, 65_536).decode("utf-8", "replace")
            except OSError:  # the other end is closed
                break
        marks = ["Which PDF", "Where shall", "Leave everything"]
        if answered < len(answers) and marks[answered] in shown:
            time.sleep(0.3)
            os.write(leader, f"{answers[answered]}\r".encode())
            answered += 1
    os.close(leader)
    return shown, process.wait(timeout=SECONDS)
