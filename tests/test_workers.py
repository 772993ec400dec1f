"""Worker processes: order, messages, deaths, time limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.workers import QUEUE_SIZE, Note, interrupts_held, run_in_processes


def work(task: str, tell: Callable[[Any], None]) -> str:
    if task == "fail":
        raise ValueError("no good")
    if task == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "hang":
        time.sleep(600)
    if task == "pid":
        return str(os.getpid())
    if task.startswith("tidy "):
        return _tidy(Path(task.removeprefix("tidy ")))
    tell(f"half of {task}")
    return task.upper()


def _tidy(path: Path) -> str:
    """Makes a file, waits to be stopped, takes the file away."""
    path.write_text("half done")
    try:
        time.sleep(600)
    finally:
        path.unlink()
    return ""


def run(tasks: list[str], jobs: int = 1, timeout: float | None = None) -> list[Note[str]]:
    with closing(run_in_processes(work, tasks, jobs, timeout=timeout)) as notes:
        return list(notes)


def last(notes: list[Note[str]]) -> dict[int, tuple[str, Any]]:
    return {note.index: (note.kind, note.value) for note in notes if note.kind not in ("started", "message")}


def test_news_of_one_task_comes_in_order() -> None:
    assert run(["a"]) == [Note(0, "started"), Note(0, "message", "half of a"), Note(0, "done", "A")]


def test_every_task_is_done_once() -> None:
    tasks = [f"task {number}" for number in range(7)]
    notes = run(tasks, jobs=2)
    assert last(notes) == {index: ("done", task.upper()) for index, task in enumerate(tasks)}
    assert sum(note.kind == "done" for note in notes) == len(tasks)


def test_no_tasks_no_news() -> None:
    assert run([]) == []


def test_an_exception_ends_only_its_task() -> None:
    assert last(run(["fail", "a"])) == {0: ("error", "ValueError: no good"), 1: ("done", "A")}


def test_a_killed_process_costs_one_task() -> None:
    assert last(run(["a", "die", "b"])) == {0: ("done", "A"), 1: ("died", -signal.SIGKILL), 2: ("done", "B")}


def test_a_hanging_task_is_killed_and_the_rest_done() -> None:
    assert last(run(["hang", "a"], timeout=1.5)) == {0: ("timeout", None), 1: ("done", "A")}


def test_closing_kills_the_workers() -> None:
    notes = run_in_processes(work, ["pid", "hang"], 1)
    pid = next(int(note.value) for note in notes if note.kind == "done")
    assert next(notes) == Note(1, "started")
    notes.close()
    assert not _alive(pid)


def test_a_worker_that_is_stopped_takes_its_files_away(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    notes = run_in_processes(work, [f"tidy {temporary}"], 1)
    assert next(notes) == Note(0, "started")
    while not temporary.exists():
        time.sleep(0.02)
    notes.close()
    assert not temporary.exists()


def test_no_more_tasks_are_drawn_than_the_queue_holds() -> None:
    drawn = 0

    def tasks() -> Iterator[str]:
        nonlocal drawn
        for drawn in range(1, 10 * QUEUE_SIZE):  # noqa: B007 - counted by the test
            yield "a"

    with closing(run_in_processes(work, tasks(), 1)) as notes:
        next(notes)
        assert drawn == QUEUE_SIZE + 1


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="has no signal masks")
def test_not_even_the_first_process_hears_a_ctrl_c_while_it_starts() -> None:
    code = (
        "import multiprocessing, signal\n"
        "from tests.test_workers import blocked\n"
        "from pdf_extractor_ai.workers import interrupts_held\n"
        "context = multiprocessing.get_context('spawn')\n"
        "ours, theirs = context.Pipe()\n"
        "process = context.Process(target=blocked, args=(theirs,))\n"
        "with interrupts_held():\n"
        "    process.start()\n"
        "print(ours.recv(), signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))\n"
        "process.join()\n"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.split() == ["True", "False"], done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_comes_while_a_process_starts_is_heard_when_it_runs(number: signal.Signals) -> None:
    heard: list[int] = []
    before = signal.signal(number, lambda number, _: heard.append(number))
    try:
        with interrupts_held():
            os.kill(os.getpid(), number)
            time.sleep(0.01)
            assert heard == []
        assert heard == [number]
    finally:
        signal.signal(number, before)


def test_nobody_complains_of_a_parent_that_is_gone() -> None:
    code = (
        "import os\n"
        "from tests.test_workers import chatter\n"
        "from pdf_extractor_ai.workers import run_in_processes\n"
        "notes = run_in_processes(chatter, ['a'], 1)\n"
        "while next(notes).kind != 'message': pass\n"
        "os._exit(0)\n"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stderr == ""


def chatter(task: str, tell: Callable[[Any], None]) -> str:
    """Talks on in a thread of its own, and takes what goes wrong there for a fault."""

    def talk() -> None:
        while True:
            tell(task)

    talking = threading.Thread(target=talk)
    talking.start()
    talking.join()
    return task


def blocked(answer: Any) -> None:
    answer.send(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
