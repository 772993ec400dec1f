"""Options of the pipeline, in Docling's own form."""

from __future__ import annotations

from docling.datamodel.pipeline_options import PdfPipelineOptions


class GeometricOptions(PdfPipelineOptions):
    """Docling's PDF options; ``do_ocr`` is off unless asked for, pictures are rendered on request only."""

    do_ocr: bool = False
    join_tables_over_pages: bool = True
