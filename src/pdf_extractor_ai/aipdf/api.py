"""Reading an `.ai.pdf`: open it once, then ask for any view. Needs pikepdf, lxml and Brotli, nothing else."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from pdf_extractor_ai.aipdf import carrier, exports
from pdf_extractor_ai.aipdf.exports import Flavor, SemanticBlock
from pdf_extractor_ai.aipdf.model import Element
from pdf_extractor_ai.aipdf.sources import Kind, semantic_xml
from pdf_extractor_ai.aipdf.validate import Checked, check
from pdf_extractor_ai.errors import LayerError, LayerNotFoundError, PdfExtractorError
from pdf_extractor_ai.files import read_file

AIPDFError = LayerError
"""The root of everything that can be wrong with a layer, under the name earlier code knows."""


@dataclass(frozen=True, slots=True)
class InspectReport:
    """What is known of a file without raising. Sizes are in bytes and ``None`` where unknown; ``problem`` says why."""

    is_pdf: bool
    has_semantic_layer: bool
    semantic_compressed_bytes: int | None = None
    semantic_xml_bytes: int | None = None
    version: str | None = None
    warnings: tuple[str, ...] = ()
    problem: str = ""
    code: str = ""


def inspect_pdf(data: bytes, *, name: str = "the PDF", password: str | None = None) -> InspectReport:
    """What ``data`` is and carries; broken, locked and hostile files are reported, never raised."""
    try:
        return AIPDF.from_bytes(data, name=name, password=password).inspect()
    except PdfExtractorError as error:
        return InspectReport(carrier.is_pdf(data), False, problem=str(error), code=error.code)


@dataclass(frozen=True)
class AIPDFDocument:
    """An opened file. ``xml`` is the semantic text, ``""`` where there is none; ``problem`` then says why."""

    path: Path | None
    xml: str
    is_pdf: bool
    compressed_bytes: int | None = None
    problem: LayerError | None = field(default=None, repr=False)

    @property
    def has_semantic_layer(self) -> bool:
        """Whether there is a layer that keeps the rules of the format."""
        return self._judged is not None

    @cached_property
    def _judged(self) -> Checked | None:
        try:
            return self._checked
        except LayerError:
            return None

    @cached_property
    def _checked(self) -> Checked:
        if self.problem is not None:
            raise self.problem
        return check(self.xml)

    @property
    def root(self) -> Element:
        """The semantic tree. Raises ``LayerError`` with the cause when there is no usable layer."""
        return self._checked.root

    def inspect(self) -> InspectReport:
        """What the file is and carries; never raises."""
        checked, problem = self._judged, self.problem
        if checked is None and problem is None:
            try:
                check(self.xml)
            except LayerError as error:
                problem = error
        return InspectReport(
            is_pdf=self.is_pdf,
            has_semantic_layer=checked is not None,
            semantic_compressed_bytes=self.compressed_bytes or None,
            semantic_xml_bytes=len(checked.xml.encode("utf-8")) if checked else None,
            version=checked.root.get("version") if checked else None,
            warnings=checked.warnings if checked else (),
            problem=str(problem) if problem else "",
            code=problem.code if problem else "",
        )

    def validate(self, *, strict: bool = False) -> bool:
        """``True``; raises ``LayerError`` for a broken rule, with ``strict`` also for what other readers refuse."""
        if self.problem is not None:
            raise self.problem
        check(self.xml, strict=strict)
        return True

    def to_xml(self) -> str:
        """The XML without white space around it."""
        return self._checked.xml

    def to_markdown(self, *, flavor: Flavor = "aipdf") -> str:
        """Markdown; ``flavor="gfm"`` escapes what would not render as it reads."""
        return exports.to_markdown(self.root, flavor=flavor)

    def to_markdown_ast(self, *, strict_mdast: bool = False) -> str:
        """The Markdown syntax tree as JSON text."""
        return exports.to_markdown_ast(self.root, strict=strict_mdast)

    def to_onto(self) -> str:
        """ONTO, the columnar form for language models."""
        return exports.to_onto(self.root)

    def get_structure(self) -> Element:
        """The semantic tree."""
        return self.root

    def get_reading_order(self) -> list[SemanticBlock]:
        """The text blocks in order, each with ``kind, id, page, bbox, text``."""
        return exports.reading_order(self.root)

    def get_tables(self) -> list[str]:
        """The text of each table."""
        return exports.texts(self.root, "table")

    def find_citations(self) -> list[str]:
        """The text of each citation."""
        return exports.texts(self.root, "citation")


class AIPDF:
    """Opens files; the name earlier code knows."""

    @staticmethod
    def open(path: str | os.PathLike[str], *, password: str | None = None) -> AIPDFDocument:
        """The PDF (or the semantic XML) at ``path``.

        A PDF without a usable layer opens too: ``has_semantic_layer`` is false and every view raises the cause.
        Raises ``OSError``, ``PasswordRequiredError`` and ``WrongPasswordError``.
        """
        file = Path(path)
        return AIPDF.from_bytes(read_file(file), name=file.name, path=file, password=password)

    @staticmethod
    def from_bytes(
        data: bytes, *, name: str = "the PDF", path: Path | None = None, password: str | None = None
    ) -> AIPDFDocument:
        """As ``open``, for bytes; ``name`` is what errors call them."""
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            try:
                return AIPDFDocument(path, data.decode("utf-8"), False)
            except UnicodeDecodeError:
                problem = LayerNotFoundError(f"semantic layer not found: {name} (it is no UTF-8 text)")
                return AIPDFDocument(path, "", False, problem=problem)
        layer = carrier.find_layer(data, name=name, password=password)
        return AIPDFDocument(path, layer.xml, carrier.is_pdf(data), layer.compressed_bytes, layer.problem)


def schema_path() -> Path:
    """Where the XML schema of version 1 lies, for those who want to check with it."""
    return Path(str(files("pdf_extractor_ai.aipdf").joinpath("aipdf-v1.xsd")))


def build_from_source(source: str, kind: Kind) -> str:
    """The semantic XML of a text; ``kind`` is ``xml``, ``markdown``, ``html`` or ``typst``."""
    return semantic_xml(source, kind)


def markdown_to_xml(source: str) -> str:
    """The semantic XML of a Markdown text."""
    return semantic_xml(source, "markdown")


def html_to_xml(source: str) -> str:
    """The semantic XML of an HTML text."""
    return semantic_xml(source, "html")


def typst_to_xml(source: str) -> str:
    """The semantic XML of a Typst text."""
    return semantic_xml(source, "typst")


def get_reading_order(xml: str) -> list[SemanticBlock]:
    """The text blocks of a semantic XML in order."""
    return exports.reading_order(check(xml).root)


def xml_to_markdown(xml: str) -> str:
    """A semantic XML as Markdown."""
    return exports.to_markdown(check(xml).root)


def xml_to_markdown_ast_json(xml: str) -> str:
    """A semantic XML as a Markdown syntax tree in JSON."""
    return exports.to_markdown_ast(check(xml).root)


def xml_to_onto(xml: str) -> str:
    """A semantic XML as ONTO."""
    return exports.to_onto(check(xml).root)
