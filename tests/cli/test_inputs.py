"""Files, folders, globs, standard input."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pdf_extractor_ai.cli.inputs import Input, find_inputs, names_one_file, unique_names


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a/report.pdf", "b/report.PDF", "b/deep/other.pdf", "b/note.txt", "odd[1].pdf", "empty/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_bytes(b"%PDF-")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def labels(*arguments: str) -> list[str]:
    return [item.label for item in find_inputs(arguments)]


@pytest.mark.usefixtures("tree")
class TestFindInputs:
    def test_files_keep_their_order(self) -> None:
        assert labels("odd[1].pdf", "a/report.pdf") == ["odd[1].pdf", "a/report.pdf"]

    def test_a_folder_gives_its_pdfs_sorted_whatever_the_case_of_the_suffix(self) -> None:
        assert labels("b") == ["b/deep/other.pdf", "b/report.PDF"]

    def test_a_glob_gives_pdfs_only(self) -> None:
        assert labels("b/*") == ["b/report.PDF"]
        assert labels("**/*.pdf") == ["a/report.pdf", "b/deep/other.pdf", "odd[1].pdf"]

    def test_a_file_with_glob_marks_in_its_name_is_a_file(self) -> None:
        assert labels("odd[1].pdf") == ["odd[1].pdf"]
        assert names_one_file(["odd[1].pdf"])

    @pytest.mark.parametrize(
        ("argument", "code"),
        [
            ("missing.pdf", "file_not_found"),
            ("", "file_not_found"),
            ("empty", "no_pdf_found"),
            ("z*.pdf", "no_pdf_found"),
            ("x" * 5000, "unreadable"),
        ],
    )
    def test_what_leads_nowhere_stays_as_a_problem(self, argument: str, code: str) -> None:
        (item,) = find_inputs([argument])
        assert item.problem is not None
        assert item.problem[0] == code

    def test_an_empty_name_is_not_the_folder_that_we_stand_in(self) -> None:
        assert names_one_file([""])
        assert [item.problem is None for item in find_inputs(["", "a"])] == [False, True]

    def test_a_folder_that_is_closed_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        really = os.scandir

        def look(path: str) -> object:
            if Path(path).name == "deep":
                raise PermissionError(13, "Permission denied", path)
            return really(path)

        monkeypatch.setattr(os, "scandir", look)
        assert [(item.label, item.problem) for item in find_inputs(["b"])] == [
            ("b/report.PDF", None),
            ("b/deep", ("unreadable", "Permission denied")),
        ]

    def test_dash_is_standard_input(self) -> None:
        assert find_inputs(["-"]) == [Input("stdin")]

    def test_one_file_by_name_or_not(self) -> None:
        assert names_one_file(["a/report.pdf"])
        assert names_one_file(["-"])
        assert not names_one_file(["a"])
        assert not names_one_file(["a/*.pdf"])
        assert not names_one_file(["a/report.pdf", "odd[1].pdf"])


def test_clashing_names_are_told_apart_as_a_case_blind_disk_would() -> None:
    paths = ["a/report.pdf", "b/report.pdf", "c/REPORT.pdf", "d/report-2.pdf"]
    inputs = [Input(path, Path(path)) for path in paths]
    assert unique_names(inputs, ".md") == ["report.md", "report-2.md", "REPORT-3.md", "report-2-2.md"]
