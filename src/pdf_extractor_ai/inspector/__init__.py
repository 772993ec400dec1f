"""What the engine made of a PDF, to look at: one HTML page with the pages, the boxes, the order and the Markdown."""

from pdf_extractor_ai.inspector.marks import Mark, find_marks
from pdf_extractor_ai.inspector.report_page import inspect_pdf

__all__ = ["Mark", "find_marks", "inspect_pdf"]
