"""Questions instead of options: what to convert, where to, and the rest only for whoever wants it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from pdf_extractor_ai.book.asker import Asker, Check
from pdf_extractor_ai.book.dialog import Kind, choose_path, dialog_command
from pdf_extractor_ai.book.options import MIN_TOKENS, BookOptions
from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.files import is_folder, pdfs_in


@dataclass(frozen=True, slots=True)
class Answers:
    """What the user wants; everything but ``inputs`` has a default."""

    inputs: list[str]
    out: Path
    options: BookOptions = field(default_factory=BookOptions)
    jobs: int = 0
    resume: bool = False


def ask(default_out: Path, asker: Asker | None = None) -> Answers:
    """The answers of the person at the terminal. Raises ``KeyboardInterrupt`` when they give up."""
    asker = asker or _terminal()
    source = _source(asker)
    several = is_folder(source)
    what = f"{len(pdfs_in(source))} PDFs" if several else source.name
    out = asker.path(f"Where shall the folder of {what} go?", str(default_out), _writable, folders_only=True)
    answers = Answers([str(source)], Path(unquoted(out)).expanduser())
    if asker.confirm("Leave everything else at its defaults?", True):
        return answers
    options = _options(asker, answers.options)
    jobs, resume = 0, False
    if several:
        jobs = int(asker.text("How many at a time?", str(os.cpu_count() or 1), _whole_number(1)))
        resume = asker.confirm("Leave alone what an earlier run has made?", True)
    return replace(answers, options=options, jobs=jobs, resume=resume)


def unquoted(text: str) -> str:
    """``text`` without the quotes and spaces that come with a path dropped into a terminal."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


def _source(asker: Asker) -> Path:
    window = dialog_command("file") is not None
    hint = " (Enter: choose in a window)" if window else ""
    while True:
        check = (lambda text: not text.strip() or _readable(text)) if window else _readable
        answer = unquoted(asker.path(f"Which PDF, or folder of PDFs?{hint}", "", check))
        if answer:
            return Path(answer).expanduser()
        kind: Kind = "folder" if asker.choose("What is it?", ["a PDF", "a folder"]) == "a folder" else "file"
        chosen = choose_path(kind)
        if chosen is not None and _readable(str(chosen)) is True:
            return chosen


def _options(asker: Asker, options: BookOptions) -> BookOptions:
    pages = asker.text("Which pages? (1-3,8 or 5-; Enter: all)", "", _page_range)
    tokens = asker.text("How many tokens may one file have?", str(options.max_tokens), _whole_number(MIN_TOKENS))
    return replace(
        options,
        pages=pages.strip() or None,
        max_tokens=int(tokens),
        keep_back_matter=asker.confirm("Keep index, bibliography, glossary and appendices?", False),
        images="crops" if asker.confirm("Cut figures out as image files?", True) else "placeholders",
        page_marks=asker.confirm("Mark where pages begin?", False),
        do_ocr=asker.confirm("Read scanned pages with OCR?", False),
    )


def _readable(text: str) -> bool | str:
    if not unquoted(text):
        return "Give a file or a folder."
    path = Path(unquoted(text)).expanduser()
    if is_folder(path):
        return bool(pdfs_in(path)) or "There is no PDF in this folder."
    try:
        path.stat()
    except (OSError, ValueError):
        return "There is no such file or folder."
    return path.suffix.lower() == ".pdf" or "This is no PDF."


def _writable(text: str) -> bool | str:
    path = Path(unquoted(text)).expanduser()
    while not path.exists() and path != path.parent:
        path = path.parent
    return (path.is_dir() and os.access(path, os.W_OK)) or f"Nothing can be written to {path}."


def _page_range(text: str) -> bool | str:
    from pdf_extractor_ai.extraction.page_choice import PageChoice

    try:
        return not text.strip() or bool(PageChoice.parse(text.strip()))
    except InvalidOptionError as error:
        return f"{error}. {error.remedy}"


def _whole_number(least: int) -> Check:
    return lambda text: (text.strip().isdecimal() and int(text) >= least) or f"A number from {least} up, please."


def _terminal() -> Asker:
    try:
        from pdf_extractor_ai.book.prompts import TerminalAsker
    except ImportError:  # the extra `wizard` adds completion and menus
        from pdf_extractor_ai.book.plain_asker import PlainAsker

        return PlainAsker()
    return TerminalAsker()
