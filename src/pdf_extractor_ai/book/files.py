"""The parts of a book as files: texts written, long parts cut, names given, references linked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from pdf_extractor_ai.book.cutting import cut
from pdf_extractor_ai.book.flow import FlowBlock
from pdf_extractor_ai.book.links import Targets, with_links
from pdf_extractor_ai.book.naming import chapter_file_name
from pdf_extractor_ai.book.notes import link_notes
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.book.pictures import BookImages
from pdf_extractor_ai.book.placing import Start
from pdf_extractor_ai.book.plan import Part
from pdf_extractor_ai.book.references import References, link_references
from pdf_extractor_ai.book.text import chapter_texts, heading_levels, page_mark, sized
from pdf_extractor_ai.book.tokens import TokenCounter

_ROUNDS = 4  # of cutting again where links have made a file longer than it may be
_LINKLESS = frozenset({"code", "table", "heading", "index", "picture"})


@dataclass(slots=True)
class Draft:
    """A part on its way to files: Markdown by position, the depth of its headings, notes with their marks."""

    part: Part
    index: int
    texts: dict[int, str]
    levels: dict[int, int]
    notes: dict[int, int]
    head: str = ""
    begins: list[int] = field(default_factory=lambda: [0])
    linked: dict[int, str] = field(default_factory=dict)

    @property
    def flowing(self) -> list[int]:
        """The positions in the text, notes not among them."""
        return [position for position in self.part.positions if position in self.texts and position not in self.notes]


@dataclass(slots=True)
class DraftFile:
    """One file to be: the draft it is of, which of how many, its name, its positions and those of its notes."""

    draft: Draft
    number: int
    count: int
    name: str
    positions: list[int]
    notes: list[int]

    def body(self, flow: Sequence[FlowBlock], *, page_marks: bool) -> str:
        """The Markdown of the file without frontmatter and navigation."""
        texts = self.draft.linked or self.draft.texts
        out: list[str] = []
        page = 0
        if self.number == 1 and self.draft.head:
            out.append(self.draft.head)
        for position in self.positions:
            if page_marks and flow[position].page > page:
                page = flow[position].page
                out.append(page_mark(page))
            out.append(texts[position])
        out.extend(texts[position] for position in self.notes)
        return "\n\n".join(out)


def draft(part: Part, index: int, flow: Sequence[FlowBlock], images: BookImages) -> Draft:
    """The part's texts with its figures and notes linked."""
    texts = chapter_texts(part, flow)
    for position in texts:
        texts[position] = images.linked(flow[position], texts[position])
    notes = link_notes(flow, part.positions, texts, index) if texts else {}
    levels = heading_levels(part, flow)
    opened = any(levels.get(position) == 1 for position in texts)
    return Draft(part, index, texts, levels, notes, "" if opened else f"# {_plain(part.title)}")


def _plain(title: str) -> str:
    from pdf_extractor_ai.markdown.inline import escape

    return escape(title)


def draft_files(
    drafts: Sequence[Draft],
    flow: Sequence[FlowBlock],
    options: BookOptions,
    counter: TokenCounter,
    references: References,
) -> list[DraftFile]:
    """All files in order, none over the limit, each with its links to the others."""
    total = max((part.index for part in drafts), default=0)
    files: list[DraftFile] = []
    for round_number in range(_ROUNDS):
        changed = False
        for part in drafts:
            begins = _begins(part, flow, options, counter)
            changed = changed or begins != part.begins
            part.begins = begins
        if round_number and not changed:
            break
        files = [file for part in drafts for file in _files(part, total)]
        _link(drafts, files, flow, references)
    return files


def _begins(part: Draft, flow: Sequence[FlowBlock], options: BookOptions, counter: TokenCounter) -> list[int]:
    positions = part.flowing
    if not positions:
        return [0]
    texts = part.linked or part.texts
    whole = "\n\n".join([part.head, *texts.values()])
    if counter.count(whole) <= options.max_tokens and not options.page_marks:
        return [0]
    # Whole characters only, so that the blocks of a file never add up to less than the file.
    count = {position: counter.count(texts[position]) + 1 for position in positions}
    if options.page_marks:
        for position in positions:
            count[position] += counter.count(page_mark(flow[position].page)) + 1
    count[positions[0]] += counter.count(part.head)
    for note, mark in part.notes.items():
        home = mark if mark in count else positions[0]
        count[home] += counter.count(texts[note]) + 1
    return cut(sized(positions, flow, part.levels, count), options.max_tokens)


def _files(part: Draft, total: int) -> list[DraftFile]:
    positions = part.flowing
    flowing = set(positions)
    files = []
    for number, begin in enumerate(part.begins, start=1):
        end = part.begins[number] if number < len(part.begins) else len(positions)
        own = positions[begin:end]
        held = set(own)
        notes = [note for note, mark in part.notes.items() if mark in held or (mark not in flowing and number == 1)]
        name = chapter_file_name(part.index, number, part.part.title, total)
        files.append(DraftFile(part, number, len(part.begins), name, own, notes))
    return files


def _link(
    drafts: Sequence[Draft], files: Sequence[DraftFile], flow: Sequence[FlowBlock], references: References
) -> None:
    """Write the links between files into the texts: the PDF's own, then those that its words spell."""
    targets = Targets(_targets(files), _page_files(files, flow))
    for part in drafts:
        part.linked = dict(part.texts)
    for file in files:
        for position in (*file.positions, *file.notes):
            block, text = flow[position], file.draft.texts[position]
            if block.kind not in _LINKLESS and position not in file.draft.levels:
                found = references.on(block.page, block.last_page)
                text = link_references(text, found, partial(targets.of, here=file.name))
                file.draft.linked[position] = with_links(text, file.name, targets)


def _targets(files: Sequence[DraftFile]) -> list[tuple[Start, str]]:
    found = []
    for file in files:
        if file.number == 1:
            found.append((file.draft.part.start, file.name))
        found.extend((start, file.name) for start in sections_of(file))
    return found


def sections_of(file: DraftFile) -> list[Start]:
    """The sections that begin in one file."""
    first = file.positions[0] if file.positions else 0
    last = file.positions[-1] if file.positions else 0
    is_last = file.number == file.count
    return [
        start
        for start in file.draft.part.sections
        if (start.position >= first or file.number == 1) and (start.position <= last or is_last)
    ]


def _page_files(files: Sequence[DraftFile], flow: Sequence[FlowBlock]) -> Mapping[int, list[str]]:
    """Page -> the files with text on it, one that begins there first."""
    found: dict[int, list[str]] = {}
    for file in files:
        opening = {flow[file.positions[0]].page} if file.number == 1 and file.positions else set()
        for page in sorted({flow[position].page for position in file.positions}):
            names = found.setdefault(page, [])
            names.insert(0 if page in opening else len(names), file.name)
    return found
