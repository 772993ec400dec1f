"""Which paths get through, and that all others are refused with one code."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from pdf_extractor_ai.errors import (
    AccessDeniedError,
    LimitExceededError,
    NothingFoundError,
    OutputExistsError,
    WriteDeniedError,
)
from pdf_extractor_ai.mcp.paths import Access, read_bytes, root_of_uri, write_output


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    (folder / "sub").mkdir(parents=True)
    (folder / "plain.pdf").write_bytes(b"%PDF plain")
    (folder / "sub" / "with space.pdf").write_bytes(b"%PDF space")
    (folder / "odd%20name.pdf").write_bytes(b"%PDF odd")
    (tmp_path / "secret.pdf").write_bytes(b"%PDF secret")
    (folder / "link.pdf").symlink_to(tmp_path / "secret.pdf")
    (folder / "etc").symlink_to("/etc")
    (folder / "inside.pdf").symlink_to(folder / "plain.pdf")
    (folder / "loop.pdf").symlink_to(folder / "loop.pdf")
    return folder.resolve()


@pytest.mark.parametrize(
    "given",
    [
        "{outside}/secret.pdf",
        "../secret.pdf",
        "sub/../../secret.pdf",
        "sub/../plain.pdf",
        "..\\secret.pdf",
        "%2e%2e/secret.pdf",
        "link.pdf",
        "etc/passwd",
        "loop.pdf",
        "/etc/passwd",
        "file:///etc/passwd",
        "file://{root}/%2e%2e/secret.pdf",
        "file://{root}/sub/%2E%2E/%2e%2e/secret.pdf",
        "file://{root}/etc/passwd",
        "file://elsewhere{root}/plain.pdf",
        "file:plain.pdf",
        "FILE://{root}/%2e%2e/secret.pdf",
        "file://{root}/plain.pdf?x=1",
        "http://127.0.0.1/plain.pdf",
        "http://169.254.169.254/latest/meta-data",
        "https://example.com/a.pdf",
        "ftp://example.com/a.pdf",
        "data:application/pdf;base64,AAAA",
        "//server/share/a.pdf",
        "\\\\server\\share\\a.pdf",
        "plain.pdf\0.txt",
        "plain.pdf\n",
        "",
        " ",
        "a" * 5000,
        "~/secret.pdf",
        "{outside}/missing.pdf",
    ],
)
def test_refused_with_one_code(root: Path, given: str) -> None:
    given = given.replace("{root}", str(root)).replace("{outside}", str(root.parent))
    with pytest.raises((AccessDeniedError, NothingFoundError)) as caught:
        Access((root,)).readable(given)
    if not given.startswith("~"):  # that is a name like any other, and there is no such file
        assert caught.value.code == "path_not_allowed"
    assert "secret" not in caught.value.remedy


@pytest.mark.parametrize(
    ("given", "content"),
    [
        ("plain.pdf", b"%PDF plain"),
        ("./plain.pdf", b"%PDF plain"),
        ("{root}/plain.pdf", b"%PDF plain"),
        ("sub/with space.pdf", b"%PDF space"),
        ("sub/with%20space.pdf", b"%PDF space"),
        ("file://{root}/sub/with%20space.pdf", b"%PDF space"),
        ("file://localhost{root}/plain.pdf", b"%PDF plain"),
        ("odd%20name.pdf", b"%PDF odd"),
        ("file://{root}/odd%2520name.pdf", b"%PDF odd"),
        ("inside.pdf", b"%PDF plain"),
    ],
)
def test_paths_inside_work(root: Path, given: str, content: bytes) -> None:
    path = Access((root,)).readable(given.replace("{root}", str(root)))
    assert read_bytes(path, 100) == content


def test_what_is_not_there_is_told_only_inside(root: Path) -> None:
    with pytest.raises(NothingFoundError, match=r"file not found: nothing\.pdf"):
        Access((root,)).readable("nothing.pdf")
    with pytest.raises(AccessDeniedError, match="no folder is open"):
        Access(()).readable("plain.pdf")


def test_the_second_root_is_looked_at_too(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "b.pdf").write_bytes(b"b")
    access = Access((root, other.resolve()))
    assert access.readable("b.pdf").name == "b.pdf"
    assert [Path(name).name for name, _ in access.documents()[0]] == [
        "b.pdf",
        "odd%20name.pdf",
        "plain.pdf",
        "with space.pdf",
    ]


def test_only_regular_files_of_a_fair_size_are_read(root: Path) -> None:
    with pytest.raises(LimitExceededError):
        read_bytes(root / "plain.pdf", 3)
    os.mkfifo(root / "pipe.pdf")
    with pytest.raises(NothingFoundError):
        Access((root,)).readable("pipe.pdf")
    with pytest.raises(AccessDeniedError):
        read_bytes(root / "pipe.pdf", 100)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(root / "s.pdf"))
        with pytest.raises(NothingFoundError):
            read_bytes(root / "s.pdf", 100)


def test_a_file_that_became_a_link_is_not_followed(root: Path) -> None:
    path = Access((root,)).readable("plain.pdf")
    path.unlink()
    path.symlink_to(root.parent / "secret.pdf")
    with pytest.raises((AccessDeniedError, NothingFoundError)):
        read_bytes(path, 100)


def test_a_folder_that_became_a_link_is_not_followed(root: Path) -> None:
    path = Access((root,)).readable("sub/with space.pdf")
    (root / "sub").rename(root.parent / "moved")
    (root / "sub").symlink_to(root.parent / "moved")
    with pytest.raises(AccessDeniedError):
        read_bytes(path, 100)


def test_writing_needs_a_write_root(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    source = root / "plain.pdf"
    with pytest.raises(WriteDeniedError, match="writes no files"):
        Access((root,)).writable("", source)
    access = Access((root,), (out.resolve(),))
    assert access.writable("", root / "new.pdf") == out.resolve() / "new.pdf"
    assert access.writable("a.pdf", source) == out.resolve() / "a.pdf"
    (out / "link").symlink_to(root)
    for given in (
        "../a.pdf",
        str(root / "a.pdf"),
        "link/a.pdf",
        "a.txt",
        ".pdf",
        "no/such/folder/a.pdf",
        "http://x/a.pdf",
    ):
        with pytest.raises(AccessDeniedError):
            access.writable(given, source)


def test_nothing_is_written_over_unless_that_is_asked_for(root: Path) -> None:
    access = Access((root,), (root,))
    with pytest.raises(OutputExistsError):
        access.writable("plain.pdf", root / "x.pdf")
    target = access.writable("plain.pdf", root / "x.pdf", overwrite=True)
    write_output(target, b"new", overwrite=True)
    assert target.read_bytes() == b"new"
    fresh = access.writable("fresh.pdf", root / "x.pdf")
    write_output(fresh, b"first")
    with pytest.raises(OutputExistsError):
        write_output(fresh, b"second")
    assert fresh.read_bytes() == b"first"
    (root / "dangling.pdf").symlink_to(root.parent / "made.pdf")
    with pytest.raises(AccessDeniedError):
        access.writable("dangling.pdf", root / "x.pdf", overwrite=True)


def test_roots_of_clients(root: Path) -> None:
    assert root_of_uri(root.as_uri()) == root
    assert root_of_uri((root / "etc").as_uri()) == Path("/etc").resolve()  # the client's word, links resolved
    assert root_of_uri("http://example.com/") is None
    assert root_of_uri(f"file://elsewhere{root}") is None
    assert root_of_uri((root / "nothing").as_uri()) is None
