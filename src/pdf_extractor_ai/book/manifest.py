"""``AGENTS.md`` and ``README.md`` of a book folder, and how the manifest is read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def read_manifest(folder: Path) -> dict[str, Any]:
    """The JSON object of ``AGENTS.md`` in ``folder``.

    Keys: ``document_title``, ``source_document``, ``source_sha256``, ``tokenizer``, ``chapter_evidence``,
    ``total_chapters``, ``total_files``, ``total_pages``, ``total_words``, ``estimated_tokens``, ``chapters`` (one
    object a file: ``chapter_index``, ``part``, ``parts``, ``kind``, ``title``, ``group``, ``file_path``,
    ``start_page``, ``end_page``, ``pages``, ``page_labels``, ``word_count``, ``estimated_tokens``, ``sections``),
    ``left_out``, ``front_pages``, ``warnings``. Raises ``BookFormatError`` when ``folder`` is no book folder.
    """
    raise NotImplementedError
