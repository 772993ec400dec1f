"""A document -> a book in memory: evidence, parts, files, pages, the two indexes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pdf_extractor_ai.book.chapter_file import chapter_markdown
from pdf_extractor_ai.book.contents import Printed, read_contents
from pdf_extractor_ai.book.files import Draft, DraftFile, draft, draft_files, sections_of
from pdf_extractor_ai.book.flow import FlowBlock, flow_of
from pdf_extractor_ai.book.instructions import instructions
from pdf_extractor_ai.book.kinds import read_title
from pdf_extractor_ai.book.lines import page_lines, with_openings
from pdf_extractor_ai.book.manifest import MANIFEST, agents_markdown
from pdf_extractor_ai.book.model import Book, Chapter, Evidence, LeftOut, Section
from pdf_extractor_ai.book.naming import folder_name
from pdf_extractor_ai.book.noise import find_noise
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.book.pages import Owner, pages_of, share_pages
from pdf_extractor_ai.book.pictures import BookImages
from pdf_extractor_ai.book.placing import Start
from pdf_extractor_ai.book.plan import (
    Outlined,
    Part,
    leave_out,
    merge_stubs,
    outlined,
    set_kinds,
    share_blocks,
)
from pdf_extractor_ai.book.readme import readme_markdown
from pdf_extractor_ai.book.references import References
from pdf_extractor_ai.book.starts import find_starts
from pdf_extractor_ai.book.text import front_text
from pdf_extractor_ai.book.titles import FRONT_WORDS, book_title, without_title_page
from pdf_extractor_ai.book.tokens import TokenCounter, token_counter
from pdf_extractor_ai.errors import NoTextError

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.report import ExtractionReport, Reference

_MIN_CHARACTERS = 10


@dataclass(slots=True)
class _Plan:
    """Everything that is decided before texts are written."""

    flow: list[FlowBlock]
    pages: list[int]
    labels: dict[int, str]
    printed: Printed
    noise: set[int]
    evidence: Evidence
    title: str
    parts: list[Part]
    groups: list[Start]
    front: list[int]
    warnings: list[str]

    @property
    def kept(self) -> list[Part]:
        """The parts that become files."""
        return [part for part in self.parts if not part.reason]


def build_book(
    document: DoclingDocument,
    *,
    source_name: str,
    report: ExtractionReport | None,
    options: BookOptions,
    pdf: bytes | None,
    references: Sequence[Reference],
) -> Book:
    """See `make_book`."""
    counter = token_counter(options.tokenizer)
    plan = _planned(document, source_name, report, options, pdf)
    images = BookImages(document, pdf, options.password)
    if options.images == "crops":
        images.name_all(plan.flow)
    front_part = _front_part(plan)
    parts = ([front_part] if front_part else []) + plan.kept
    offset = 0 if front_part else 1
    drafts = [draft(part, index, plan.flow, images) for index, part in enumerate(parts, start=offset)]
    if plan.evidence == "none":
        drafts = _cut_by_size(drafts, plan, options, counter, images)
    files = draft_files(drafts, plan.flow, options, counter, References.of(references))
    front = "" if front_part else images_linked(plan.front, plan.flow, images)
    book = _book(plan, files, front, source_name, options, counter, images, pdf, document)
    return replace(book, scores=report.scores()) if report else book


def _planned(
    document: DoclingDocument,
    source_name: str,
    report: ExtractionReport | None,
    options: BookOptions,
    pdf: bytes | None,
) -> _Plan:
    flow = flow_of(document)
    if sum(len("".join(block.text.split())) for block in flow if block.kind != "picture") < _MIN_CHARACTERS:
        raise NoTextError(
            f"{source_name} holds no readable text", remedy="It may be a scan: extract with OCR (do_ocr, --ocr)."
        )
    pages = sorted(document.pages) or sorted({block.page for block in flow})
    labels = {page.page: page.label for page in report.pages} if report else {}
    bookmarks = report.outline if report else ()
    printed = read_contents(flow, labels)
    starts, evidence = find_starts(flow, bookmarks, printed.entries, printed.blocks, max(pages))
    if pdf is not None and evidence in ("headings", "none"):
        lines = page_lines(pdf, pages, name=source_name, password=options.password)
        flow = with_openings(flow, lines, printed.entries)
        printed = read_contents(flow, labels)
        starts, evidence = find_starts(flow, bookmarks, printed.entries, printed.blocks, max(pages))
    title = book_title(document, source_name, flow, starts, pdf, options.password)
    opened = {position: start.title.text for start in starts for position in start.blocks}
    noise = find_noise(flow, opened, labels) - printed.blocks
    found = outlined(without_title_page(starts, title, flow), flow)
    if not found.chapters:
        found, evidence = _whole(flow, printed.blocks | noise, title), "none"
    front = share_blocks(found.chapters, found.groups, flow, printed.blocks | noise)
    parts = merge_stubs(found.chapters, flow) if evidence == "headings" else found.chapters
    parts = [part for part in parts if part.positions or not _is_contents(part)]
    set_kinds(parts)
    warnings = leave_out(
        parts, flow, keep_back_matter=options.keep_back_matter, keep_appendices=options.keep_appendices
    )
    warnings.extend(_losses(report))
    return _Plan(flow, pages, labels, printed, noise, evidence, title, parts, found.groups, front, warnings)


def _losses(report: ExtractionReport | None) -> list[str]:
    """What the extraction could not read, as sentences."""
    said = []
    for status, one, many in (
        ("image_only", "1 page is a picture", "{} pages are pictures"),
        ("failed", "1 page cannot be read", "{} pages cannot be read"),
    ):
        pages = [str(page.page) for page in report.pages if page.status == status] if report else []
        if pages:
            listed = ", ".join(pages[:20]) + (", ..." if len(pages) > 20 else "")
            what = (one if len(pages) == 1 else many).format(len(pages))
            said.append(f"{what}{' without readable text' * (status == 'image_only')}: {listed}.")
    return said


def _is_contents(part: Part) -> bool:
    return part.start.title.kind in ("contents", "lists")


def _whole(flow: Sequence[FlowBlock], gone: set[int], title: str) -> Outlined:
    """All of a book as one part."""
    first = next((position for position in range(len(flow)) if position not in gone), 0)
    own = flow[first].kind == "heading" and " ".join(flow[first].plain.split()) == title
    start = Start(0, flow[first].page, 0, read_title(title), (first,) if own else ())
    return Outlined([Part(start, "chapter")], [])


def _front_part(plan: _Plan) -> Part | None:
    """The pages before the first chapter as a part, when they are worth a file."""
    words = sum(len(plan.flow[position].plain.split()) for position in plan.front)
    if words < FRONT_WORDS:
        return None
    start = Start(plan.front[0], plan.flow[plan.front[0]].page, 0, read_title("Front Matter"))
    return Part(start, "front", positions=list(plan.front))


def images_linked(positions: Sequence[int], flow: Sequence[FlowBlock], images: BookImages) -> str:
    """The front pages' text with their figures."""
    shown = [replace(flow[position], text=images.linked(flow[position], flow[position].text)) for position in positions]
    return front_text(range(len(shown)), shown)


def _cut_by_size(
    drafts: list[Draft], plan: _Plan, options: BookOptions, counter: TokenCounter, images: BookImages
) -> list[Draft]:
    """A book without chapters, over the limit: a file that begins with a heading is a chapter of that name."""
    files = draft_files(drafts, plan.flow, options, counter, References({}))
    if len(files) < 2:
        return drafts
    parts: list[Part] = []
    for file in files:
        first = file.positions[0]
        block = plan.flow[first]
        if not parts or block.kind == "heading":
            title = block.title if block.kind == "heading" else drafts[0].part.start.title
            blocks = (first,) if block.kind == "heading" else ()
            parts.append(Part(Start(first, block.page, 0, title, blocks), "chapter"))
        parts[-1].positions.extend(sorted([*file.positions, *file.notes]))
    plan.evidence, plan.parts = "size", parts
    return [draft(part, index, plan.flow, images) for index, part in enumerate(parts, start=1)]


def _book(
    plan: _Plan,
    files: Sequence[DraftFile],
    front: str,
    source_name: str,
    options: BookOptions,
    counter: TokenCounter,
    images: BookImages,
    pdf: bytes | None,
    document: DoclingDocument,
) -> Book:
    shared = share_pages(plan.pages, plan.flow, _owner_of(plan, files).get)
    chapters = tuple(_chapter(file, number, plan, shared, options, counter) for number, file in enumerate(files))
    left = _left_out(plan, shared)
    texts = [*(chapter.body for chapter in chapters), front]
    images.keep({path for path in images.paths() if any(f"(./{path})" in text for text in texts)})
    book = Book(
        name=folder_name(source_name),
        title=plan.title,
        source=re.sub(r"\.pdf$", ".pdf", source_name.replace("\\", "/").rsplit("/", 1)[-1], flags=re.IGNORECASE),
        sha256=hashlib.sha256(pdf).hexdigest() if pdf is not None else _text_hash(plan.flow),
        page_count=len(plan.pages),
        evidence=plan.evidence,
        chapters=chapters,
        left_out=left,
        sections=_sections(plan),
        contents=tuple(plan.printed.entries),
        front=front,
        front_pages=pages_of(("front", 0), shared),
        tokenizer=counter.name,
        warnings=(*plan.warnings, *_size_warnings(chapters, options)),
        noise=len(plan.noise),
        images=images,
    )
    return replace(book, files=_files(book))


def _text_hash(flow: Sequence[FlowBlock]) -> str:
    digest = hashlib.sha256()
    for block in flow:
        digest.update(f"{block.page}\n{block.text}\n".encode("utf-8", "replace"))
    return digest.hexdigest()


def _owner_of(plan: _Plan, files: Sequence[DraftFile]) -> dict[int, Owner]:
    owners: dict[int, Owner] = dict.fromkeys(plan.printed.blocks, ("contents", 0))
    owners.update(dict.fromkeys(plan.front, ("front", 0)))
    for number, part in enumerate(plan.parts):
        if part.reason:
            owners.update(dict.fromkeys(part.positions, ("part", number)))
    for number, file in enumerate(files):
        owners.update(dict.fromkeys((*file.positions, *file.notes), ("file", number)))
    return owners


def _chapter(
    file: DraftFile,
    number: int,
    plan: _Plan,
    shared: dict[int, Owner],
    options: BookOptions,
    counter: TokenCounter,
) -> Chapter:
    part = file.draft.part
    pages = pages_of(("file", number), shared)
    blocks = [plan.flow[position] for position in (*file.positions, *file.notes)]
    first = min([block.page for block in blocks] or [part.start.page])
    last = max([first, *(block.last_page for block in blocks), *pages])
    body = file.body(plan.flow, page_marks=options.page_marks)
    sections = tuple(_section(start, 1 + start.depth) for start in sections_of(file))
    return Chapter(
        index=file.draft.index,
        part=file.number,
        parts=file.count,
        kind=part.kind,
        title=part.title,
        file=file.name,
        start_page=first,
        end_page=last,
        pages=pages,
        labels=(plan.labels.get(first, ""), plan.labels.get(last, "")),
        group=part.group,
        sections=sections,
        words=len(body.split()),
        characters=len(body),
        tokens=counter.count(body),
        instructions=instructions(part.title, (first, last), blocks, sections),
        body=body,
    )


def _section(start: Start, level: int) -> Section:
    return Section(start.title.shown, start.page, level, start.title.number)


def _sections(plan: _Plan) -> tuple[Section, ...]:
    """The whole plan: groups at level 0, chapters at 1, sections below, in the order of the text."""
    rows = [(group.position, _section(group, 0)) for group in plan.groups]
    for part in plan.parts:
        rows.append((part.start.position, _section(part.start, 1)))
        rows.extend((start.position, _section(start, 1 + start.depth)) for start in part.sections)
    rows.sort(key=lambda row: (row[0], row[1].level))
    return tuple(section for _, section in rows)


def _left_out(plan: _Plan, shared: dict[int, Owner]) -> tuple[LeftOut, ...]:
    found = []
    contents = pages_of(("contents", 0), shared)
    if contents:
        reason = "the printed contents, kept as data in README.md"
        found.append(LeftOut("Contents", "contents", contents[0], contents[-1], contents, reason))
    for number, part in enumerate(plan.parts):
        if not part.reason:
            continue
        pages = pages_of(("part", number), shared)
        blocks = [plan.flow[position] for position in part.positions]
        first = min([*(block.page for block in blocks), *pages] or [part.start.page])
        last = max([first, *(block.last_page for block in blocks), *pages])
        kind = "contents" if _is_contents(part) else part.kind
        found.append(LeftOut(part.title, kind, first, last, pages, part.reason))
    return tuple(found)


def _size_warnings(chapters: Sequence[Chapter], options: BookOptions) -> list[str]:
    return [
        f"{chapter.file} has {chapter.tokens} tokens: a single block is larger than the limit of {options.max_tokens}."
        for chapter in chapters
        if chapter.tokens > options.max_tokens
    ]


def _files(book: Book) -> dict[str, bytes]:
    total = len({chapter.index for chapter in book.chapters})
    page_files = {page: chapter.file for chapter in book.chapters for page in chapter.pages}
    page_files |= {chapter.start_page: chapter.file for chapter in book.chapters if chapter.part == 1}
    texts = {"README.md": readme_markdown(book, page_files), MANIFEST: agents_markdown(book)}
    for before, chapter, after in zip(
        (None, *book.chapters[:-1]), book.chapters, (*book.chapters[1:], None), strict=True
    ):
        texts[chapter.file] = chapter_markdown(chapter, before, after, total, book.source)
    return {name: text.encode("utf-8", "replace") for name, text in texts.items()}
