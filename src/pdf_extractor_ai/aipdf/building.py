"""Making `.ai.pdf` files: from a source text with new pages, or from a PDF whose pages stay as they are."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pdf_extractor_ai.aipdf.carrier import attach_layer
from pdf_extractor_ai.aipdf.model import trimmed
from pdf_extractor_ai.aipdf.parse import serialize
from pdf_extractor_ai.aipdf.render import DEFAULT_TITLE, PAGE_SIZES, Look, Mode, PageSize, Rendered
from pdf_extractor_ai.aipdf.sources import kind_of, semantic_xml
from pdf_extractor_ai.aipdf.validate import Checked, check
from pdf_extractor_ai.errors import InvalidOptionError, MissingDependencyError, SourceFormatError
from pdf_extractor_ai.files import read_file, replace_file

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument

    from pdf_extractor_ai.job import ProgressCallback

Ocr = Literal["auto", "never", "force", "always"]

_OCR = ("auto", "never", "force", "always")
_MODES = ("minimal", "full", "browser", "attach")


def output_path(source: Path) -> Path:
    """The default output: beside the source, its last extension (and an `.ai` before it) replaced by `.ai.pdf`."""
    return source.with_name(source.stem.removesuffix(".ai") + ".ai.pdf")


def build(
    source: str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    *,
    render: Mode = "minimal",
    page_size: PageSize = "letter",
    font: str | os.PathLike[str] | None = None,
    title: str | None = None,
    conformant: bool = False,
    timeout: float = 60.0,
) -> Path:
    """The path of the `.ai.pdf` made from an XML, Markdown, HTML, Typst or PDF file.

    ``render`` makes the pages: ``minimal`` plain text, ``full`` set with images, outline and positions (extra
    ``render``), ``browser`` an HTML file printed by Chromium within ``timeout`` seconds, ``attach`` those of a PDF,
    which a PDF keeps whatever ``render`` says. ``title`` defaults to the one in the document. Raises ``LayerError``,
    ``InvalidOptionError``, ``MissingDependencyError``, ``OSError``.
    """
    file = Path(source)
    _check_choice("render", render, _MODES)
    if file.suffix.lower() == ".pdf":
        return ingest(file, output, title=title, conformant=conformant)
    if render == "attach":
        raise InvalidOptionError("only to a PDF can a layer be attached", remedy="Use --render full.")
    kind = kind_of(file.suffix)
    target = _target(file, output)
    xml = semantic_xml(read_text(file), kind)
    if render == "browser":
        if kind != "html":
            raise InvalidOptionError("only HTML can be printed by a browser", remedy="Use --render full.")
        from pdf_extractor_ai.aipdf.render.browser import print_html

        pdf = print_html(file, page_size=_page_size(page_size), timeout=timeout)
        data = attach_layer(pdf, xml, name=file.name, source_format="html-browser", conformant=conformant)
    else:
        data = build_pdf(
            xml,
            render=render,
            page_size=page_size,
            font=font,
            title=title,
            base=file.parent,
            source_format=kind,
            conformant=conformant,
        )
    replace_file(target, data)
    return target


def build_pdf(
    xml: str,
    *,
    render: Literal["minimal", "full"] = "minimal",
    page_size: PageSize = "letter",
    font: str | os.PathLike[str] | None = None,
    title: str | None = None,
    base: Path | None = None,
    source_format: str = "xml",
    conformant: bool = False,
) -> bytes:
    """An `.ai.pdf` with new pages for a semantic XML; images are taken from below ``base`` only.

    ``full`` writes ``page`` and ``bbox`` of every block back into the layer; otherwise the XML goes in as it is.
    """
    checked = check(xml, strict=True)
    look = Look(
        title=title or _own_title(checked) or DEFAULT_TITLE,
        page_size=_page_size(page_size),
        font=Path(font) if font else None,
        base=base,
    )
    rendered = _rendered(checked, look, render)
    layer = serialize(rendered.root) if render == "full" else checked.xml
    return attach_layer(
        rendered.pdf, layer, name=look.title, title=look.title, source_format=source_format, conformant=conformant
    )


def _rendered(checked: Checked, look: Look, render: Mode) -> Rendered:
    from pdf_extractor_ai.aipdf.render.full import render_full
    from pdf_extractor_ai.aipdf.render.minimal import fits_helvetica, render_minimal

    if render == "full":
        return render_full(checked.root, look)
    if look.font or not fits_helvetica(checked.root):
        try:  # the built-in fonts know Latin letters only; the typesetter brings more
            return Rendered(render_full(check(checked.xml).root, look).pdf, checked.root)
        except MissingDependencyError:
            if look.font:
                raise
    return render_minimal(checked.root, look)


def ingest(
    source: str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    *,
    ocr: Ocr = "auto",
    lang: str | None = None,
    title: str | None = None,
    password: str | None = None,
    force: bool = False,
    conformant: bool = False,
) -> Path:
    """The path of a copy of a PDF with its structure as the layer; pages and other attachments stay as they are.

    ``ocr``: ``auto`` reads scanned pages where an OCR engine is installed, ``never`` does without one, ``force``
    (``always``) renders and reads every page, whatever text lies on it. ``lang`` are the languages of the text as OCR
    programs name them (``eng+deu``), the first becomes the document's; by default that of its text, else what it
    declares, else English. ``title`` goes into the XMP record; by default it is the document's own. ``force`` goes
    ahead on a signed file. Raises ``InvalidPdfError``, ``SignedPdfError``, ``InvalidOptionError``, ``OSError`` and,
    when ``ocr`` is ``force``, ``MissingDependencyError``.
    """
    file = Path(source)
    target = _target(file, output)
    data = ingest_pdf(
        read_file(file),
        name=file.name,
        ocr=ocr,
        lang=lang,
        title=title,
        password=password,
        force=force,
        conformant=conformant,
    )
    replace_file(target, data)
    return target


def ingest_pdf(
    data: bytes,
    *,
    name: str = "document.pdf",
    ocr: Ocr = "auto",
    lang: str | None = None,
    title: str | None = None,
    password: str | None = None,
    force: bool = False,
    conformant: bool = False,
    progress: ProgressCallback | None = None,
) -> bytes:
    """As ``ingest``, from bytes to bytes; an earlier layer is replaced.

    ``progress`` is called on a worker's thread with each step of the extraction; what it raises ends the work.
    """
    from pdf_extractor_ai.aipdf.bridge import tree_from_document
    from pdf_extractor_ai.aipdf.frames import page_frames
    from pdf_extractor_ai.ocr import languages_of, spoken_languages
    from pdf_extractor_ai.source import open_source

    _check_choice("ocr", ocr, _OCR)
    source = open_source(data, name=name, password=password)
    languages = languages_of(lang) if lang else spoken_languages(source.data)
    document = _extracted(source.data, name, ocr, "+".join(languages) or None, progress)
    frames = page_frames(source.data, name=name)
    root = tree_from_document(document, language=languages[0] if languages else "en", frames=frames)
    xml = check(serialize(root), strict=True).xml
    return attach_layer(
        data,
        xml,
        name=name,
        title=title or _document_title(document),
        source_format="ingested-pdf",
        password=password,
        force=force,
        conformant=conformant,
    )


def _document_title(document: DoclingDocument) -> str:
    title = next((text.text for text in document.texts if text.label.value == "title"), "")
    return " ".join(title.split())


def _extracted(
    data: bytes, name: str, ocr: Ocr, lang: str | None, progress: ProgressCallback | None
) -> DoclingDocument:
    from pdf_extractor_ai.extractor import PdfExtractor

    with PdfExtractor() as extractor:
        if ocr in ("force", "always"):
            return extractor.extract(
                data, name=name, ocr_lang=lang, force_ocr=True, use_layer="never", progress=progress
            )
        if ocr == "auto":
            with suppress(MissingDependencyError):
                return extractor.extract(
                    data, name=name, ocr_lang=lang, do_ocr=True, use_layer="never", progress=progress
                )
        return extractor.extract(data, name=name, use_layer="never", progress=progress)


def read_text(file: Path) -> str:
    """The text of a source file. Raises ``SourceFormatError`` unless it is UTF-8."""
    try:
        return read_file(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceFormatError(f"{file.name} is not UTF-8 (byte {error.start})", remedy="Save it as UTF-8.") from None


def _target(source: Path, output: str | os.PathLike[str] | None) -> Path:
    state = source.stat()
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(source))
    target = Path(output) if output is not None else output_path(source)
    with suppress(OSError):  # no such file yet, or it cannot be written, as is told in time
        if os.path.samestat(target.stat(), state):
            raise InvalidOptionError(f"the output would replace its own source: {target}", remedy="Give another -o.")
    return target


def _own_title(checked: Checked) -> str:
    metadata = checked.root.first("metadata")
    title = metadata.first("title") if metadata is not None else None
    return "" if title is None else " ".join(trimmed(title.text()).split())


def _page_size(page_size: str) -> PageSize:
    _check_choice("page size", page_size, tuple(PAGE_SIZES))
    return "a4" if page_size == "a4" else "letter"


def _check_choice(what: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise InvalidOptionError(f"unknown {what} '{value}'; expected one of {', '.join(choices)}")
