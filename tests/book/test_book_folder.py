"""The folder on the disk: layout, frontmatter, manifest, atomic writing, names that are taken."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pdf_extractor_ai.book import (
    Book,
    BookOptions,
    make_book,
    read_chapter_file,
    read_manifest,
    write_batch_readme,
    write_book,
)
from pdf_extractor_ai.book.chapter_file import chapter_markdown, quoted
from pdf_extractor_ai.errors import BookExistsError, BookFormatError
from tests.book.trees import Tree, chapters, report

KEYS = [
    "title",
    "chapter",
    "total_chapters",
    "source_document",
    "start_page",
    "end_page",
    "word_count",
    "estimated_tokens",
    "agent_instructions",
]


def book(count: int = 3, source: str = "Enterprise_Kubernetes.PDF") -> Book:
    return make_book(chapters(count).document, source_name=source, report=report(2 * count))


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_folder_holds_what_the_format_says(tmp_path: Path) -> None:
    folder = write_book(book(), tmp_path / "library")
    assert folder == tmp_path / "library" / "Enterprise_Kubernetes"
    assert sorted(path.name for path in folder.iterdir()) == [
        "01_part_of_the_coast_1.md",
        "02_part_of_the_coast_2.md",
        "03_part_of_the_coast_3.md",
        "AGENTS.md",
        "README.md",
    ]
    assert [path.name for path in (tmp_path / "library").iterdir()] == ["Enterprise_Kubernetes"]


def test_frontmatter_has_all_keys_in_order(tmp_path: Path) -> None:
    folder = write_book(book(), tmp_path)
    text = (folder / "02_part_of_the_coast_2.md").read_text(encoding="utf-8")
    meta, body = read_chapter_file(text)
    assert list(meta)[: len(KEYS)] == KEYS
    assert meta["title"] == "Chapter 2: Part of the coast 2"
    assert (meta["chapter"], meta["total_chapters"]) == (2, 3)
    assert meta["source_document"] == "Enterprise_Kubernetes.pdf"
    assert (meta["start_page"], meta["end_page"]) == (3, 4)
    assert meta["word_count"] == len(body.split())
    assert meta["estimated_tokens"] == -(-len(body) * 10 // 38)
    assert 'title: "Chapter 2: Part of the coast 2"\n' in text


def test_navigation_leads_to_the_neighbours(tmp_path: Path) -> None:
    folder = write_book(book(), tmp_path)
    first, second, last = (
        (folder / name).read_text(encoding="utf-8") for name in sorted(p.name for p in folder.glob("0*.md"))
    )
    assert first.count("](./README.md) • [Agent Manifest](./AGENTS.md)") == 2
    assert "←" not in first
    assert "](./01_part_of_the_coast_1.md)" in second
    assert "](./03_part_of_the_coast_3.md)" in second
    assert "→" not in last
    for text in (first, second, last):
        for target in re.findall(r"\]\(\./([^)]+)\)", text):
            assert (folder / target).is_file()


def test_the_manifest_stands_alone(tmp_path: Path) -> None:
    folder = write_book(book(), tmp_path)
    text = (folder / "AGENTS.md").read_text(encoding="utf-8")
    data = json.loads(text.split("```json\n", 1)[1].split("\n```", 1)[0])
    assert data == read_manifest(folder)
    assert list(data)[:5] == ["document_title", "total_chapters", "total_pages", "total_words", "estimated_tokens"]
    assert data["tokenizer"] == "characters/3.8"
    assert data["chapter_evidence"] == "headings"
    assert [row["chapter_index"] for row in data["chapters"]] == [1, 2, 3]
    assert sum(row["estimated_tokens"] for row in data["chapters"]) == data["estimated_tokens"]
    assert sorted(page for row in data["chapters"] for page in row["pages"]) == [1, 2, 3, 4, 5, 6]
    for row in data["chapters"]:
        meta, _ = read_chapter_file((folder / row["file_path"]).read_text(encoding="utf-8"))
        assert (meta["title"], meta["start_page"], meta["end_page"]) == (
            row["title"], row["start_page"], row["end_page"],
        )  # fmt: skip


def test_the_readme_has_a_row_a_file(tmp_path: Path) -> None:
    folder = write_book(book(), tmp_path)
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert text.startswith("# Enterprise Kubernetes\n")
    assert "| **01** | Chapter 1: Part of the coast 1 | Page 1 |" in text
    assert "[`03_part_of_the_coast_3.md`](./03_part_of_the_coast_3.md)" in text


@pytest.mark.parametrize("title", ["A | B", "x `code` | y", "[link](evil) *stars*", "a\\|b", "<script>"])
def test_titles_do_not_break_tables_and_links(title: str) -> None:
    from markdown_it import MarkdownIt

    tree = Tree().page(1).heading("Chapter 1: Sand").text(times=2).page(2).heading(title).text(times=3)
    outline = [(0, "Sand", 1), (0, title, 2)]
    made = make_book(tree.document, source_name="c.pdf", report=report(2, outline=outline))
    html = MarkdownIt("commonmark").enable("table").render(made.files["README.md"].decode())
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    assert {row.count("<td") for row in rows[1:]} == {6}
    assert "<script>" not in html
    assert 'href="evil"' not in html


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=80))
def test_frontmatter_is_yaml_for_any_title(title: str) -> None:
    chapter = replace(book(1).chapters[0], title=title, instructions=title * 2, group=title)
    text = chapter_markdown(chapter, None, None, 1, title)
    meta = yaml.safe_load(text.split("---\n", 2)[1])
    clean = re.sub("[\ud800-\udfff]", "\ufffd", title)
    assert (meta["title"], meta["agent_instructions"], meta["group"]) == (clean, clean * 2, clean)
    assert yaml.safe_load(quoted(title)) == clean
    assert read_chapter_file(text)[1] == chapter.body


def test_the_same_book_gives_the_same_bytes(tmp_path: Path) -> None:
    one = snapshot(write_book(book(), tmp_path / "a"))
    assert one == snapshot(write_book(book(), tmp_path / "b"))


def test_stale_files_of_an_earlier_run_are_gone(tmp_path: Path) -> None:
    folder = write_book(
        make_book(chapters().document, source_name="c.pdf", options=BookOptions(max_tokens=200)), tmp_path
    )
    (folder / "notes.txt").write_text("left behind")
    again = write_book(make_book(chapters().document, source_name="c.pdf"), tmp_path)
    assert again == folder
    assert sorted(path.name for path in folder.glob("*"))[:2] == [
        "01_part_of_the_coast_1.md", "02_part_of_the_coast_2.md",
    ]  # fmt: skip
    assert not (folder / "notes.txt").exists()
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_two_books_of_one_name_get_two_folders(tmp_path: Path) -> None:
    first = write_book(book(2, "c.pdf"), tmp_path)
    before = snapshot(first)
    other = book(3, "c.pdf")
    second = write_book(other, tmp_path)
    assert second.name == f"c-{other.sha256[:8]}"
    assert snapshot(first) == before
    assert write_book(other, tmp_path) == second


def test_replacing_is_on_request(tmp_path: Path) -> None:
    first = write_book(book(2, "c.pdf"), tmp_path)
    assert write_book(book(3, "c.pdf"), tmp_path, replace=True) == first
    assert read_manifest(first)["total_chapters"] == 3
    assert write_book(book(2, "c.pdf"), tmp_path, folder="mine").name == "mine"


def test_a_folder_that_is_no_book_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "thesis.txt").write_text("years of work")
    with pytest.raises(BookExistsError, match="not touched"):
        write_book(book(2, "c.pdf"), tmp_path, replace=True)
    assert snapshot(tmp_path) == {"c/thesis.txt": b"years of work"}


def test_a_file_or_link_in_the_way_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "c").write_text("a file")
    with pytest.raises(BookExistsError, match="no folder"):
        write_book(book(2, "c.pdf"), tmp_path)
    (tmp_path / "c").unlink()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "c").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BookExistsError):
        write_book(book(2, "c.pdf"), tmp_path)


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    assert len(snapshot(write_book(book(2, "c.pdf"), tmp_path))) == 4


class BrokenImages:
    """Figures that cannot be drawn half way."""

    def __len__(self) -> int:
        return 2

    def paths(self) -> list[str]:
        return ["images/a.png", "images/b.png"]

    def pngs(self) -> Iterator[tuple[str, bytes]]:
        yield "images/a.png", b"png"
        raise KeyboardInterrupt


def test_an_interrupted_run_leaves_the_old_book_or_nothing(tmp_path: Path) -> None:
    broken = replace(book(2, "c.pdf"), images=BrokenImages())
    with pytest.raises(KeyboardInterrupt):
        write_book(broken, tmp_path)
    assert list(tmp_path.iterdir()) == []
    folder = write_book(book(2, "c.pdf"), tmp_path)
    before = snapshot(folder)
    with pytest.raises(KeyboardInterrupt):
        write_book(broken, tmp_path)
    assert snapshot(tmp_path) == {f"c/{name}": data for name, data in before.items()}


def test_a_failing_swap_brings_the_old_book_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_book(book(2, "c.pdf"), tmp_path)
    before = snapshot(folder)
    rename = Path.rename

    def fail(self: Path, target: Path) -> Path:
        if Path(target) == folder and (self / "README.md").exists() and snapshot(self) != before:
            raise OSError("disk full")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail)
    changed = make_book(chapters(2).document, source_name="c.pdf", options=BookOptions(page_marks=True))
    with pytest.raises(OSError, match="disk full"):
        write_book(replace(changed, sha256=book(2, "c.pdf").sha256), tmp_path)
    assert snapshot(tmp_path) == {f"c/{name}": data for name, data in before.items()}


def test_a_batch_readme_is_sorted_by_name(tmp_path: Path) -> None:
    done: list[tuple[str, Path, Book | None]] = []
    for name in ("zebra.pdf", "Ape.pdf", "mole.pdf"):
        made = book(2, name)
        done.append((name, write_book(made, tmp_path), made if name != "mole.pdf" else None))
    path = write_batch_readme(tmp_path, "zoo", done, [("z.pdf", "it | is\nbroken"), ("b.pdf", "locked")])
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Batch Library: zoo\n")
    assert [text.index(name) for name in ("Ape.pdf", "mole.pdf", "zebra.pdf")] == sorted(
        text.index(name) for name in ("Ape.pdf", "mole.pdf", "zebra.pdf")
    )
    assert "| mole.pdf | 2 | 4 | [README](./mole/README.md) |" in text
    assert text.index("- b.pdf: locked") < text.index("- z.pdf: it | is broken")
    assert "Failed" not in write_batch_readme(tmp_path, "zoo", done).read_text(encoding="utf-8")


def test_links_of_a_batch_lead_to_their_folders_whatever_these_are_called(tmp_path: Path) -> None:
    names = ["a|b.pdf", "what? #1.pdf", "100%.pdf", "(x) [y].pdf", "Übung 文.pdf"]
    done = [(name, write_book(book(2, name), tmp_path), None) for name in names]
    text = write_batch_readme(tmp_path, "odd", done).read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| **")]
    assert all(row.replace("\\|", "").count("|") == 6 for row in rows)
    links = re.findall(r"\[README\]\(\./([^()\s?#|<>]+)/README\.md\)", text)
    assert sorted(map(unquote, links)) == sorted(folder.name for _, folder, _ in done)


@pytest.mark.parametrize("text", ["", "# nothing", "```json\n[1, 2]\n```", "```json\n{broken\n```"])
def test_what_is_no_manifest_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "AGENTS.md").write_text(text)
    with pytest.raises(BookFormatError):
        read_manifest(tmp_path)
    with pytest.raises(BookFormatError):
        read_manifest(tmp_path / "absent")


@pytest.mark.parametrize(
    "text", ["", "no frontmatter", "---\ntitle: x\n---\n\nbody", "---\n: [\n---\nbody", "---\n- 1\n---\n"]
)
def test_other_files_are_read_as_they_are(text: str) -> None:
    assert read_chapter_file(text) == ({}, text)


def test_the_hash_is_that_of_the_pdf() -> None:
    made = make_book(chapters(1).document, source_name="c.pdf", pdf=None)
    assert made.sha256 == make_book(chapters(1).document, source_name="other.pdf").sha256
    assert made.sha256 != hashlib.sha256(b"").hexdigest()


def test_many_writers_of_one_book_leave_one_folder(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    made = book(2, "c.pdf")
    with ThreadPoolExecutor(16) as pool:
        folders = {future.result() for future in [pool.submit(write_book, made, tmp_path) for _ in range(96)]}
    assert folders == {tmp_path / "c"}
    assert [path.name for path in tmp_path.iterdir()] == ["c"]
    assert snapshot(tmp_path / "c") == dict(sorted(made.files.items()))


def test_a_book_of_another_program_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "AGENTS.md").write_text('```json\n{"chapters": []}\n```\n')
    made = book(2, "c.pdf")
    assert write_book(made, tmp_path).name == f"c-{made.sha256[:8]}"
    assert len(snapshot(tmp_path / "c")) == 1
