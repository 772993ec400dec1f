"""A layer written out: as a text, as a file, with the images of its pages beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pdf_extractor_ai.aipdf.api import AIPDF, AIPDFDocument
from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.files import replace_file, writing

Format = Literal["xml", "markdown", "markdown-ast", "onto"]

_SUFFIXES = {"xml": ".xml", "markdown": ".md", "markdown-ast": ".json", "onto": ".onto"}


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The files an export wrote: the text and the images."""

    output: Path
    images: tuple[Path, ...] = ()


def exported(document: AIPDFDocument, fmt: str) -> str:
    """The layer in one of the four formats without a final line break."""
    if fmt == "xml":
        return document.to_xml()
    if fmt == "markdown":
        return document.to_markdown()
    if fmt == "markdown-ast":
        return document.to_markdown_ast()
    if fmt == "onto":
        return document.to_onto()
    raise InvalidOptionError(f"unknown format: {fmt}", remedy=f"Give one of {', '.join(_SUFFIXES)}.")


def export(
    file: str | os.PathLike[str],
    fmt: Format = "xml",
    save: str | os.PathLike[str] | None = None,
    *,
    password: str | None = None,
) -> str | ExportResult:
    """The layer of ``file`` as text, or, with ``save``, the files written into that folder."""
    path = Path(file)
    document = AIPDF.open(path, password=password)
    text = exported(document, fmt)
    if save is None:
        return text
    folder = Path(save)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    output = folder / (path.stem.removesuffix(".ai") + _SUFFIXES[fmt])
    replace_file(output, text.encode("utf-8"))
    return ExportResult(output, tuple(save_images(document, folder, password=password)))


def extract_images(
    file: str | os.PathLike[str],
    out_dir: str | os.PathLike[str],
    *,
    fmt: Format = "markdown",
    password: str | None = None,
) -> list[Path]:
    """The image files written into ``out_dir``, beside the text in ``fmt`` that points to them."""
    result = export(file, fmt, out_dir, password=password)
    return list(result.images) if isinstance(result, ExportResult) else []


def save_images(document: AIPDFDocument, folder: Path, *, password: str | None = None) -> list[Path]:
    """The images the layer names, written below ``folder`` under safe names; none for a plain XML file.

    A name never leads out of the folder, nor through a link in it, and two images never share one.
    """
    from pdf_extractor_ai.aipdf.render.images import safe_name, stored_images

    if document.path is None or not document.is_pdf:
        return []
    sources = [image.get("src") for image in document.root.find_all("image")]
    if not any(sources):
        return []
    found = stored_images(document.path.read_bytes(), sources, name=document.path.name, password=password)
    base = folder.resolve()
    written: list[Path] = []
    taken: set[str] = set()
    for number, (src, data) in enumerate(found.items(), start=1):
        relative = safe_name(src, number)
        while str(relative).casefold() in taken:
            relative = relative.with_name(f"{relative.stem}-{number}{relative.suffix}")
        target = (base / relative).resolve()
        if not target.is_relative_to(base):  # a link inside the folder leads out of it
            continue
        taken.add(str(relative).casefold())
        with writing(target.parent):
            target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, data)
        written.append(target)
    return written


def sizes(source: str | os.PathLike[str]) -> dict[str, str | int]:
    """Bytes of the XML, of the whole `.ai.pdf` and of the packed layer, for a source file or an `.ai.pdf`."""
    from pdf_extractor_ai.aipdf.building import build_pdf, read_text
    from pdf_extractor_ai.aipdf.carrier import pack
    from pdf_extractor_ai.aipdf.sources import kind_of, semantic_xml

    path = Path(source)
    if path.suffix.lower() == ".pdf":
        xml, whole = AIPDF.open(path).to_xml(), path.stat().st_size
    else:
        xml = semantic_xml(read_text(path), kind_of(path.suffix))
        whole = len(build_pdf(xml))
    return {
        "xml_bytes": len(xml.encode("utf-8")),
        "aipdf_bytes": whole,
        "packed_bytes": len(pack(xml)),
        "semantic_layer": "embedded as Brotli XML associated file",
    }
