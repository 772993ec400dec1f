"""Pages of any converter -> newspaper order, heading tree, one document."""

from pdf_extractor_ai.assembler.order import column_centers, column_count, column_index, reading_order
from pdf_extractor_ai.assembler.outline import headings_only
from pdf_extractor_ai.assembler.pictures import PageCrops
from pdf_extractor_ai.assembler.sections import SectionAssembler, heading_level

__all__ = [
    "PageCrops",
    "SectionAssembler",
    "column_centers",
    "column_count",
    "column_index",
    "heading_level",
    "headings_only",
    "reading_order",
]
