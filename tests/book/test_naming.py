"""Names of files and folders, and counts of tokens."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.book.naming import chapter_file_name, folder_name, folder_names, part_letters, slug
from pdf_extractor_ai.book.tokens import estimate_tokens, token_counter
from pdf_extractor_ai.errors import InvalidOptionError, MissingDependencyError


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        ("CHAPTER 1: INTRODUCTION TO CONTAINERS", "introduction_to_containers"),
        ("CHAPTER 11: C++ / C# étude", "c_c_étude"),
        ("PART IV. Storage", "part_iv_storage"),
        ("CHAPTER 4", "chapter"),
        ("CHAPTER 10: The Very Long Title of a Chapter About Many (2nd Edition) & More!", "the_very_long_title_of_a"),
        ("1 Introduction", "introduction"),
        ("Глава 3. Сети", "сети"),
        ("3D graphics", "3d_graphics"),
        ("../../etc/passwd", "etc_passwd"),
        ("हिन्दी अध्याय", "हिन्दी_अध्याय"),
        ("...", "chapter"),
    ],
)
def test_slugs(title: str, wanted: str) -> None:
    assert slug(title) == wanted


@given(st.text(max_size=400))
def test_a_slug_is_always_a_file_name(title: str) -> None:
    name = chapter_file_name(7, 1, title, 12)
    assert name.startswith("07_")
    assert name.endswith(".md")
    assert len(name.encode()) <= 200
    assert not set(name) & set('/\\:*?"<>|\0\n ')


def test_parts_of_a_chapter_sort_as_they_stand_in_the_book() -> None:
    names = [chapter_file_name(2, part, "Net", 12) for part in range(1, 80)]
    assert names[:2] == ["02_net.md", "02b_net.md"]
    assert names == sorted(names)
    assert part_letters(1) == ""


def test_more_than_99_chapters_sort_too() -> None:
    names = [chapter_file_name(index, 1, "x", 120) for index in range(1, 121)]
    assert names == sorted(names)
    assert names[0] == "001_x.md"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("Enterprise_Kubernetes.pdf", "Enterprise_Kubernetes"),
        ("Report.PDF", "Report"),
        ("a/b/c.pdf", "c"),
        ("..pdf", "book"),
        (".pdf", "book"),
        ("no extension", "no extension"),
    ],
)
def test_folders_are_called_like_their_files(source: str, wanted: str) -> None:
    assert folder_name(source) == wanted


@given(st.text(max_size=300))
def test_a_folder_name_stays_in_its_folder(source: str) -> None:
    name = folder_name(source)
    assert name not in ("", ".", "..")
    assert "/" not in name
    assert "\\" not in name
    assert len(name.encode("utf-8", "replace")) <= 200


def test_books_of_one_name_get_different_folders() -> None:
    paths = [Path("in/b/report.pdf"), Path("in/a/Report.pdf"), Path("in/report.pdf"), Path("in/c/b/report.pdf")]
    names = folder_names(paths)
    assert len({name.casefold() for name in names.values()}) == 4
    assert names == folder_names(list(reversed(paths)))
    assert names[Path("in/report.pdf")] == "report"
    assert names[Path("in/b/report.pdf")] == "b-report"


@pytest.mark.parametrize(("characters", "tokens"), [(29_070, 7650), (1, 1), (0, 0), (38, 10), (39, 11)])
def test_the_estimate_is_characters_by_3_8_rounded_up(characters: int, tokens: int) -> None:
    assert estimate_tokens(characters) == tokens
    assert token_counter().count("é" * characters) == tokens
    assert token_counter().name == "characters/3.8"


def test_a_tokenizer_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(MissingDependencyError) as caught:
        token_counter("cl100k_base")
    assert "pdf-extractor-ai[tokens]" in caught.value.remedy


class Encoding:
    name = "by-words"

    def encode(self, text: str, *, disallowed_special: tuple[str, ...]) -> list[str]:
        assert disallowed_special == ()
        return text.split()


class Tiktoken:
    @staticmethod
    def list_encoding_names() -> list[str]:
        return ["by-words"]

    @staticmethod
    def get_encoding(name: str) -> Encoding:
        return Encoding()

    @staticmethod
    def encoding_for_model(name: str) -> Encoding:
        raise KeyError(name)


def test_a_tokenizer_counts_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", Tiktoken())
    counter = token_counter("by-words")
    assert (counter.name, counter.count("one <|endoftext|> three")) == ("tiktoken:by-words", 3)
    with pytest.raises(InvalidOptionError, match="nonsense"):
        token_counter("nonsense")
