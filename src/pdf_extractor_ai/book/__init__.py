"""A long PDF as a folder that a person and an agent can walk: one Markdown file a chapter, and a manifest."""

from pdf_extractor_ai.book.batch import BookOutcome, make_books
from pdf_extractor_ai.book.chapter_file import read_chapter_file
from pdf_extractor_ai.book.conversion import book_from_pdf, make_book
from pdf_extractor_ai.book.manifest import read_manifest
from pdf_extractor_ai.book.model import Book, Chapter, ContentsEntry, LeftOut, Section
from pdf_extractor_ai.book.naming import folder_names
from pdf_extractor_ai.book.options import BookOptions
from pdf_extractor_ai.book.shelf import Library
from pdf_extractor_ai.book.writer import write_batch_readme, write_book

__all__ = [
    "Book",
    "BookOptions",
    "BookOutcome",
    "Chapter",
    "ContentsEntry",
    "LeftOut",
    "Library",
    "Section",
    "book_from_pdf",
    "folder_names",
    "make_book",
    "make_books",
    "read_chapter_file",
    "read_manifest",
    "write_batch_readme",
    "write_book",
]
