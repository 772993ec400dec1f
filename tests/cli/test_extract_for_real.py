"""``extract`` as a program: real workers, pipes, signals, locales."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pikepdf
import pytest

from tests.shared import DATA, SHARED, needs_shared

SAMPLES = DATA / "samples"
REPORT = SAMPLES / "report.pdf"
CROP = SAMPLES / "crop-prospects.pdf"
COMMAND = [sys.executable, "-m", "pdf_extractor_ai", "extract"]

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")


def run(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_one_json_object_per_input_whatever_becomes_of_it(tmp_path: Path) -> None:
    with pikepdf.open(CROP) as pdf:
        pdf.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(user="open-me", owner="boss", R=6))
    (tmp_path / "truncated.pdf").write_bytes(CROP.read_bytes()[:1500])
    (tmp_path / "rubbish.pdf").write_bytes(b"no pdf at all")
    names = ["locked.pdf", "truncated.pdf", "rubbish.pdf", "missing.pdf"]
    done = run(CROP, *(tmp_path / name for name in names), "--json")
    assert done.returncode == 3
    found = {Path(record["input"]).name: record for record in map(json.loads, done.stdout.splitlines())}
    assert sorted(found) == sorted([CROP.name, *names])
    assert found[CROP.name]["status"] == "complete"
    assert found[CROP.name]["pages"] == 2
    assert "Regional outlook" in found[CROP.name]["content"]
    assert found["locked.pdf"]["error"]["code"] == "password_required"
    assert "--password-file" in found["locked.pdf"]["error"]["remedy"]
    assert found["rubbish.pdf"]["error"]["code"] == "invalid_pdf"
    assert found["missing.pdf"]["error"]["code"] == "file_not_found"
    assert all((record["error"] is None) == (record["status"] != "failed") for record in found.values())
    assert b"Traceback" not in done.stderr


def test_a_password_opens_and_is_told_to_nobody(tmp_path: Path) -> None:
    with pikepdf.open(CROP) as pdf:
        pdf.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(user="open-me", owner="boss", R=6))
    for password in ("open-me", "let-me-in"):
        (tmp_path / password).write_text(password + "\n")
    good = run(tmp_path / "locked.pdf", "--password-file", tmp_path / "open-me", "--json", "-vv")
    bad = run(tmp_path / "locked.pdf", "--password-file", tmp_path / "let-me-in", "--json", "-vv")
    assert json.loads(good.stdout)["pages"] == 2
    assert json.loads(bad.stdout)["error"]["code"] == "wrong_password"
    assert b"open-me" not in good.stdout + good.stderr
    assert b"let-me-in" not in bad.stdout + bad.stderr


def test_standard_input_to_standard_output_is_utf_8_in_any_locale(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252", "LC_ALL": "C"}
    done = run("-", "--to", "md", "--pages", "2", input=REPORT.read_bytes(), env=environment)
    assert done.returncode == 0
    text = done.stdout.decode("utf-8")
    assert "builder’s merchant" in text
    assert text.startswith("========== page 2 start")


@pytest.mark.parametrize("to", ["json", "html", "text"])
def test_other_formats(tmp_path: Path, to: str) -> None:
    done = run(CROP, "--to", to)
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "West Africa faces a rainfall deficit." in text
    if to == "json":
        assert json.loads(text)["schema_name"] == "DoclingDocument"
    assert (to == "html") == text.startswith("<!DOCTYPE html>")


def test_running_heads_come_back_on_request() -> None:
    assert b"Report 12" in run(REPORT, "--keep-headers").stdout


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        done = run(REPORT, CROP, "-o", tmp_path / seed, "--jobs", "2", env={**os.environ, "PYTHONHASHSEED": seed})
        assert done.returncode == 0
    assert "Report 12" not in (tmp_path / "1" / "report.md").read_text(encoding="utf-8")
    for name in ("report.md", "crop-prospects.md"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_a_reader_who_leaves_early_is_no_error() -> None:
    process = subprocess.Popen([*COMMAND, str(REPORT)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"Traceback" not in errors
    assert b"BrokenPipe" not in errors


@contextmanager
def stuck(tmp_path: Path, *arguments: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    """The program in the middle of a document that never ends: a pipe into which nobody writes."""
    pipe = tmp_path / "stuck.pdf"
    os.mkfifo(pipe)
    process = subprocess.Popen([*COMMAND, str(pipe), *map(str, arguments)], stdout=-1, stderr=-1)
    writer = _open_when_read(pipe)
    try:
        yield process
    finally:
        os.close(writer)
        process.kill()
        process.communicate()


def _open_when_read(pipe: Path) -> int:
    for _ in range(1200):
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)  # fails as long as nobody reads
        except OSError:
            time.sleep(0.05)
    raise AssertionError("no worker came up")


def worker_of(process: subprocess.Popen[bytes]) -> int:
    """The process id of the only worker."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    (pid,) = [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return pid


@needs_proc
def test_a_killed_worker_costs_one_document(tmp_path: Path) -> None:
    with stuck(tmp_path, CROP, REPORT, "-o", tmp_path / "out") as process:
        os.kill(worker_of(process), signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 3
    assert b"stuck.pdf: error: the worker process was killed by SIGKILL" in errors
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["crop-prospects.md", "report.md"]


@needs_proc
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_ends_at_once_and_leaves_nothing(tmp_path: Path, number: int, code: int) -> None:
    with stuck(tmp_path, "-o", tmp_path / "out.md") as process:
        worker = worker_of(process)
        process.send_signal(number)
        output, errors = process.communicate(timeout=30)
        assert process.returncode == code
    assert output == b""
    assert b"Traceback" not in errors
    assert not Path(f"/proc/{worker}").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["stuck.pdf"]


def test_a_time_limit_is_kept(tmp_path: Path) -> None:
    with stuck(tmp_path, "--timeout", "1", "--json") as process:
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 1
    assert json.loads(output)["error"]["code"] == "timeout"


@needs_shared
def test_a_scan_is_partial_and_strict_minds() -> None:
    done = run(SHARED / "recipes" / "mixed_scan.pdf", "--strict")
    assert done.returncode == 3
    assert b"[image_only]" in done.stderr
