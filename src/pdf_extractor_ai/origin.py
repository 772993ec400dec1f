"""The PDF that a document was made of, for as long as the document lives: figures are cut out when asked for.

A crop costs a rendered page and lies in the tree as base64 text, and most documents are only read. So the tree holds
places, and this table holds the bytes, weakly: when the document goes, they go. Imports nothing of ours.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

_origins: dict[int, tuple[weakref.ref[DoclingDocument], bytes]] = {}


def remember_origin(document: DoclingDocument, data: bytes) -> None:
    """Note that ``document`` was made of the PDF ``data``, which opens without a password."""
    key = id(document)
    _origins[key] = weakref.ref(document, lambda _: _origins.pop(key, None)), data


def origin_of(document: DoclingDocument) -> bytes | None:
    """The PDF that this very object was made of; ``None`` for copies, and for documents read back from a file."""
    reference, data = _origins.get(id(document), (None, None))
    return data if reference is not None and reference() is document else None
