"""The machinery behind ``PdfExtractor``: queue, worker threads, page choice, chunks."""
