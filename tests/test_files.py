"""Files: read up to a limit, written all or nothing."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest

from pdf_extractor_ai.files import create_file, is_folder, pdfs_in, read_file, read_stream, refusal, replace_file


def test_writes_and_replaces(tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    replace_file(target, b"one")
    replace_file(target, b"two")
    assert target.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [target]


def test_a_new_file_gets_the_mode_of_the_umask_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    before = os.umask(0o027)
    try:
        replace_file(target, b"one")
    finally:
        os.umask(before)
    assert target.stat().st_mode & 0o777 == 0o640
    target.chmod(0o600)
    replace_file(target, b"two")
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    replace_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.md"
    target.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as raised:
        replace_file(target, b"new")
    assert refusal(raised.value, "a.pdf") == ("cannot_write", f"{target}: No space left on device")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_long_name_still_has_room_for_its_temporary_file(tmp_path: Path) -> None:
    target = tmp_path / ("n" * 250 + ".md")
    replace_file(target, b"x")
    assert target.read_bytes() == b"x"


def test_a_new_file_is_never_written_over_an_old_one(tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    create_file(target, b"one")
    with pytest.raises(FileExistsError):
        create_file(target, b"two")
    assert target.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [target]


def test_nor_where_the_file_system_has_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    target = tmp_path / "out.pdf"
    create_file(target, b"one")
    with pytest.raises(FileExistsError):
        create_file(target, b"two")
    assert target.read_bytes() == b"one"


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        replace_file(tmp_path / "none" / "a.md", b"x")
    assert raised.value.filename == str(tmp_path / "none" / "a.md")


def test_what_the_system_refused_is_told_by_place() -> None:
    assert refusal(PermissionError(13, "Permission denied", "a.pdf"), "a.pdf") == ("unreadable", "Permission denied")
    assert refusal(OSError(28, "No space left on device"), "a.pdf") == ("unreadable", "No space left on device")
    assert refusal(FileNotFoundError(2, "No such file", "a.pdf"), "a.pdf")[0] == "file_not_found"
    told = refusal(FileExistsError(17, "File exists", Path("out")), "a.pdf")
    assert told == ("cannot_write", "out: File exists")


def test_a_pipe_is_read_and_a_device_is_not(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"all")
    assert read_file(file) == b"all"
    if os.name == "posix":
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with ThreadPoolExecutor(1) as threads:
            reading = threads.submit(read_file, pipe)
            pipe.write_bytes(b"through")
            assert reading.result() == b"through"
        with pytest.raises(OSError, match="Is a device"):
            read_file(Path("/dev/zero"))


def test_an_endless_stream_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pdf_extractor_ai.files.MOST_BYTES", 5)
    assert read_stream(BytesIO(b"12345")) == b"12345"
    with pytest.raises(OSError, match="More than"):
        read_stream(BytesIO(b"123456"))


def test_a_folder_gives_its_pdfs_sorted_and_nothing_that_is_no_file(tmp_path: Path) -> None:
    for name in ("b.pdf", "a.PDF", "deep/c.pdf", "no.txt", "d.pdf/e.pdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "loop.pdf").symlink_to("loop.pdf")
    (tmp_path / "gone.pdf").symlink_to("nowhere")
    (tmp_path / "link.pdf").symlink_to("b.pdf")
    assert [str(path.relative_to(tmp_path)) for path in pdfs_in(tmp_path)] == [
        *("a.PDF", "b.pdf", "d.pdf/e.pdf", "deep/c.pdf", "link.pdf")
    ]
    assert [path.name for path in pdfs_in(tmp_path, recursive=False)] == ["a.PDF", "b.pdf", "link.pdf"]


@pytest.mark.parametrize(("kind", "told"), [(FileNotFoundError, 0), (NotADirectoryError, 0), (PermissionError, 1)])
def test_what_goes_away_is_passed_over_and_what_is_closed_is_told(
    kind: type[OSError], told: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("good", "odd"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.pdf").write_bytes(b"")
    really = os.scandir
    number = {FileNotFoundError: 2, NotADirectoryError: 20, PermissionError: 13}[kind]

    def look(path: str) -> object:
        if Path(path).name == "odd":
            raise kind(number, "refused", path)
        return really(path)

    monkeypatch.setattr(os, "scandir", look)
    errors: list[OSError] = []
    assert pdfs_in(tmp_path, unreadable=errors.append) == [tmp_path / "good" / "a.pdf"]
    assert [error.filename for error in errors] == [str(tmp_path / "odd")] * told


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "none"])
def test_a_name_that_no_file_can_have_is_no_folder(name: str, tmp_path: Path) -> None:
    assert not is_folder(tmp_path / name)
    assert is_folder(tmp_path)
