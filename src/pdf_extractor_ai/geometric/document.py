"""What only the whole document can decide, and its assembly: blocks of all pages -> ``DoclingDocument``."""

from __future__ import annotations

from collections.abc import Sequence

from docling_core.types.doc import DoclingDocument, Size

from pdf_extractor_ai.geometric.account import Account
from pdf_extractor_ai.geometric.asides import put_asides
from pdf_extractor_ai.geometric.assemble import Assembler
from pdf_extractor_ai.geometric.block import Block, Where
from pdf_extractor_ai.geometric.flow import join_over_breaks, nest_lists
from pdf_extractor_ai.geometric.headings import find_headings
from pdf_extractor_ai.geometric.heap import give_back_memory
from pdf_extractor_ai.geometric.layout import PageLayout, paper_size
from pdf_extractor_ai.geometric.notes import find_contents, find_footnotes, join_note_marks
from pdf_extractor_ai.geometric.numbering import bare_title
from pdf_extractor_ai.geometric.options import GeometricOptions
from pdf_extractor_ai.geometric.outline import fit_to_outline
from pdf_extractor_ai.geometric.page import Note, OutlineEntry
from pdf_extractor_ai.geometric.reader.outline import Outline
from pdf_extractor_ai.geometric.runin import split_run_ins
from pdf_extractor_ai.geometric.stats import DocumentStats, prose_stats
from pdf_extractor_ai.geometric.tables import join_over_pages, parts_over_pages
from pdf_extractor_ai.geometric.vocabulary import Vocabulary
from pdf_extractor_ai.job import Job


def build_document(
    name: str,
    layouts: Sequence[PageLayout],
    account: Account,
    stats: DocumentStats,
    vocabulary: Vocabulary,
    outline: Sequence[OutlineEntry],
    options: GeometricOptions,
    job: Job,
) -> DoclingDocument:
    """The tree of all pages: headings found, broken paragraphs joined, tables continued, furniture beside it."""
    blocks = _with_placeholders(layouts, account)
    if options.join_tables_over_pages:
        blocks = _join_tables(blocks)
    else:
        _number_parts(blocks)
    blocks = join_note_marks(blocks)
    find_footnotes(
        blocks, stats, {page.number: page.rules for page in layouts}, {page.number: page.height for page in layouts}
    )
    blocks = find_contents(blocks)
    blocks = fit_to_outline(blocks, outline)
    stats = prose_stats(blocks, stats)
    blocks = split_run_ins(blocks, stats, frozenset(bare_title(entry.title) for entry in outline))
    find_headings(blocks, stats, outline, outline.stated if isinstance(outline, Outline) else "")
    blocks = [block for block in blocks if block.lines or block.data is not None or block.kind == "picture"]
    blocks = join_over_breaks(blocks)
    nest_lists(blocks)
    document = DoclingDocument(name=name)
    for page in layouts:
        width, height = paper_size(page)
        document.add_page(page.number, Size(width=width, height=height))
    assembler = Assembler(document, stats.body, vocabulary)
    for page in layouts:
        page.blocks, page.labels, page.rules = [], [], []
    for block in blocks:
        assembler.prepare(block)
    assembler.place(blocks)
    give_back_memory()
    blocks.reverse()
    while blocks:
        assembler.add(blocks.pop())
    put_asides(assembler, account, keep_hidden=job.keep_hidden)
    assembler.finish()
    job.tell("assemble", len(layouts), len(layouts))
    return document


def _with_placeholders(layouts: Sequence[PageLayout], account: Account) -> list[Block]:
    """All blocks in order; a failed page shows that it failed, a scan without OCR is one picture."""
    blocks: list[Block] = []
    for page in layouts:
        width, height = paper_size(page)
        entry = account.pages[page.number]
        whole = Where(page.number, 0.0, 0.0, width, height)
        if page.number in account.failed:
            text = f"[page {page.number} could not be read: {account.failed[page.number]}]"
            blocks.append(_placeholder(text, whole))
        elif entry.status == "image_only" and not any(block.kind == "picture" for block in page.blocks):
            blocks.append(Block("picture", [], [whole]))
        blocks.extend(page.blocks)
    return blocks


def _placeholder(text: str, spot: Where) -> Block:
    return Block("field", [], [spot], data=Note(spot.x0, spot.y0, spot.x1, spot.y1, "placeholder", text))


def _join_tables(blocks: list[Block]) -> list[Block]:
    tables = [block for block in blocks if block.kind == "table"]
    if len(tables) < 2:
        return blocks
    given = [(block.page, block.data) for block in tables]
    starts = parts_over_pages(given)
    joined = join_over_pages(given)
    kept = {id(table) for _, table in joined}
    by_table = {id(block.data): block for block in tables}
    for _, table in joined:
        block = by_table.get(id(table))
        if block is not None and len(table.boxes) > 1:
            block.where = [Where(page, *box) for page, *box in table.boxes]
    for block, start in zip(tables, starts, strict=True):
        if id(block.data) not in kept:  # a part: the pairs of a form in it are those of the whole
            whole = by_table[id(start)]
            whole.keys, whole.values = [*whole.keys, *block.keys], [*whole.values, *block.values]
    return [block for block in blocks if block.kind != "table" or id(block.data) in kept]


def _number_parts(blocks: Sequence[Block]) -> None:
    """Give the parts of a table that goes on over a page end one number."""
    tables = [block for block in blocks if block.kind == "table"]
    starts = parts_over_pages((block.page, block.data) for block in tables)
    of_start = {id(block.data): number for number, block in enumerate(tables, 1)}
    for block, start in zip(tables, starts, strict=True):
        block.part = of_start[id(start)]
