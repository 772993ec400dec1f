"""PDFs for the tests of cards: samples of this repository, and small ones made on the spot."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf

from pdf_extractor_ai.attachments import add_attachment
from pdf_extractor_ai.frontmatter import Card
from pdf_extractor_ai.rewriting import opened, saved
from tests.shared import DATA

FIXTURES = DATA / "frontmatter"
TINY = (FIXTURES / "pdfs" / "tiny-plain.pdf").read_bytes()
PLAIN = (DATA / "recipes" / "two_columns.pdf").read_bytes()

CARDS = frozenset(("agent-frontmatter.yaml", "open-matter.yaml"))
SPECIMEN = Card.new(
    "Supply agreement",
    doc_type="contract",
    language="pt-PT",
    pages=40,
    summary="Supply agreement between two parties; liability cap and termination terms are the sensitive clauses.",
    key_sections={"liability_cap": 4, "termination": 5},
    entities=["REISIERX Lda"],
    extraction={"scanned": False, "tables_on_pages": [2, 7]},
    derived={"doclang": "doc.doclang.json"},
    content_sha256="335671f796b07b02",
    generated_by="pdf-extractor-ai/0.1.0",
    generated_at="2026-08-13",
)
"""A usual card: every key of the specification, about 490 bytes of YAML."""


def with_payload(payload: bytes, name: str = "agent-frontmatter.yaml", pdf: bytes = TINY) -> bytes:
    """``pdf`` with any bytes attached under the name of a card."""
    with opened(pdf) as document:
        add_attachment(document, name, payload, mime="application/yaml", description="")
        return saved(document)


def signed(pdf: bytes = PLAIN) -> bytes:
    """``pdf`` with a catalog that says it is signed."""
    with pikepdf.open(BytesIO(pdf)) as document:
        document.Root["/Perms"] = pikepdf.Dictionary(DocMDP=pikepdf.Dictionary())
        return as_bytes(document)


def locked(user: str, pdf: bytes = PLAIN) -> bytes:
    """``pdf`` encrypted with the user password ``user``, which may be empty."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return as_bytes(document, encryption=pikepdf.Encryption(user=user, owner="owner"))


def packed(pdf: bytes = PLAIN) -> bytes:
    """``pdf`` with its objects in object streams and a cross-reference stream."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return as_bytes(document, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)


def as_bytes(document: pikepdf.Pdf, **options: object) -> bytes:
    """The document saved, each stream as it was stored unless ``options`` say otherwise."""
    buffer = BytesIO()
    if "encryption" not in options:
        options = {"stream_decode_level": pikepdf.StreamDecodeLevel.none, "compress_streams": False, **options}
    document.save(buffer, **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def page_contents(pdf: bytes | Path) -> list[list[bytes]]:
    """The stored bytes of each page's content streams."""
    with pikepdf.open(BytesIO(pdf) if isinstance(pdf, bytes) else pdf) as document:
        return [_streams(page.obj.get("/Contents")) for page in document.pages]


def _streams(contents: object) -> list[bytes]:
    parts = contents.as_list() if isinstance(contents, pikepdf.Array) else [contents]
    return [bytes(part.read_raw_bytes()) for part in parts if isinstance(part, pikepdf.Stream)]


def attached(pdf: bytes | Path) -> dict[str, bytes]:
    """What is attached under which key of the name tree, cards excepted."""
    with pikepdf.open(BytesIO(pdf) if isinstance(pdf, bytes) else pdf) as document:
        files = {key: spec for key, spec in document.attachments.items() if not {key, spec.filename} & CARDS}
        return {key: spec.get_file().read_bytes() for key, spec in files.items()}
