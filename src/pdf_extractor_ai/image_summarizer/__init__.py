"""Figures and the vision model that the user brings: summaries of a model, or what the page itself says."""

from pdf_extractor_ai.image_summarizer.offline import FigureDescription, describe_offline, with_alt_texts
from pdf_extractor_ai.image_summarizer.outcome import FigureFailure, FigureReport
from pdf_extractor_ai.image_summarizer.protocol import SectionVisual, VisualLanguageModel
from pdf_extractor_ai.image_summarizer.replacement import summary_block
from pdf_extractor_ai.image_summarizer.run import summarize_images
from pdf_extractor_ai.image_summarizer.saving import save_pictures

__all__ = [
    "FigureDescription",
    "FigureFailure",
    "FigureReport",
    "SectionVisual",
    "VisualLanguageModel",
    "describe_offline",
    "save_pictures",
    "summarize_images",
    "summary_block",
    "with_alt_texts",
]
