"""Every error this package raises on purpose.

    PdfExtractorError (Exception)
    ├── InvalidPdfError (ValueError)          the bytes are no PDF that can be opened, or it has no pages
    │   ├── PasswordRequiredError             the file is locked and no password was given
    │   └── WrongPasswordError                the given password does not open it
    ├── InvalidOptionError (ValueError)       an option has a value that makes no sense
    ├── LimitExceededError (ValueError)       a size, time or memory limit was reached
    ├── ExtractionCancelledError              the caller asked for an end
    ├── MissingDependencyError (ImportError)  an extra is not installed; names the install command
    ├── ModelsNotFoundError (FileNotFoundError)  weights are not on this machine; names the command
    ├── OcrError                              an OCR engine failed on a page
    ├── LayerError (ValueError)               `.ai.pdf` layer: see `pdf_extractor_ai.aipdf`
    │   ├── LayerNotFoundError                the PDF carries no semantic layer
    │   ├── LayerDataError                    the layer's bytes cannot be unpacked
    │   ├── LayerTooLargeError                the layer unpacks to more than the format allows (LimitExceededError)
    │   ├── LayerXmlError                     the XML breaks a rule of the format
    │   │   └── LayerVersionError             its version is missing, malformed or not 1.x
    │   ├── SourceFormatError                 a file to build from cannot be understood
    │   └── RenderError                       the visible pages could not be made
    ├── CardError (ValueError)                card: see `pdf_extractor_ai.frontmatter`
    │   ├── InvalidCardError                  it breaks a rule of its schema and may not be written
    │   └── CardYamlError                     its text is no YAML that a card may be written in
    ├── BookError (ValueError)                book folder: see `pdf_extractor_ai.book`
    │   ├── NoTextError                       the PDF holds no readable text: it needs OCR
    │   ├── BookExistsError                   the folder's name is taken by something that is no book
    │   ├── BookFormatError                   a folder or file is no book of ours, or is damaged
    │   ├── BookNotFoundError (LookupError)   no book of that name; the remedy lists those that there are
    │   └── ChapterNotFoundError (LookupError)  no chapter of that name; the remedy lists those that there are
    ├── SignedPdfError (ValueError)           writing would break a signature
    ├── ArchivePdfError (ValueError)          writing would make a PDF/A one no longer
    ├── AccessDeniedError                     a path that the MCP server may not touch
    │   └── WriteDeniedError                  a place where it may not write
    ├── OutputExistsError                     a file is there already and may not be written over
    ├── NothingFoundError (LookupError)       no such file, page, section, table, book or job
    ├── WorkerDiedError (RuntimeError)        the process that was at a document is gone
    └── ModelError (RuntimeError)             a vision model gave no usable answer
        ├── ModelBusyError                    too many calls or a fault on its side: worth another try
        ├── ModelTimeoutError                 no answer within the time limit
        ├── ModelRefusedError                 the model or its filter declined
        └── ModelAnswerError                  the answer is cut off or not in the agreed form

Each has a machine-readable ``code`` and, where there is one, a ``remedy``: what the user can do.
"""

from __future__ import annotations


class PdfExtractorError(Exception):
    """Root of the hierarchy; ``code`` is stable, ``remedy`` is a hint for a person."""

    code = "error"

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class InvalidPdfError(PdfExtractorError, ValueError):
    """The bytes are no PDF that can be opened, or it has no pages."""

    code = "invalid_pdf"


class PasswordRequiredError(InvalidPdfError):
    """The PDF is locked with a password and none was given."""

    code = "password_required"


class WrongPasswordError(InvalidPdfError):
    """The given password does not open the PDF."""

    code = "wrong_password"


class InvalidOptionError(PdfExtractorError, ValueError):
    """An option has a value that makes no sense."""

    code = "invalid_option"


class LimitExceededError(PdfExtractorError, ValueError):
    """A limit on size, time or memory was reached."""

    code = "limit_exceeded"


class ExtractionCancelledError(PdfExtractorError):
    """The caller cancelled the work between two pages."""

    code = "cancelled"


class MissingDependencyError(PdfExtractorError, ImportError):
    """An optional dependency is not installed; the message names the install command."""

    code = "missing_dependency"


class ModelsNotFoundError(PdfExtractorError, FileNotFoundError):
    """Model weights are not on this machine; the message names the command that fetches them."""

    code = "models_not_found"


class OcrError(PdfExtractorError):
    """An OCR engine failed on a page; the message says which engine and how."""

    code = "ocr_failed"


class LayerError(PdfExtractorError, ValueError):
    """Root of everything that can be wrong with an `.ai.pdf` layer."""

    code = "layer_error"


class LayerNotFoundError(LayerError):
    """The PDF carries no semantic layer."""

    code = "layer_not_found"


class LayerDataError(LayerError):
    """The bytes of the layer cannot be unpacked."""

    code = "layer_data"


class LayerTooLargeError(LayerError, LimitExceededError):
    """The layer unpacks to more than the format allows."""

    code = "layer_too_large"


class LayerXmlError(LayerError):
    """The semantic XML breaks a rule of the format; ``line`` counts from 1 and is 0 where it is not known."""

    code = "layer_xml"

    def __init__(self, message: str, *, remedy: str = "", line: int = 0) -> None:
        super().__init__(message, remedy=remedy)
        self.line = line


class LayerVersionError(LayerXmlError):
    """The version of the semantic XML is missing, malformed or not 1.x."""

    code = "layer_version"


class SourceFormatError(LayerError):
    """A file to build an `.ai.pdf` from cannot be understood."""

    code = "source_format"


class RenderError(LayerError):
    """The visible pages of an `.ai.pdf` could not be made."""

    code = "render"


class CardError(PdfExtractorError, ValueError):
    """Root of everything that can be wrong with a card when writing or drafting one."""

    code = "card_error"


class BookError(PdfExtractorError, ValueError):
    """Root of everything that can be wrong with making, writing or reading a book folder."""

    code = "book_error"


class NoTextError(BookError):
    """The PDF holds no readable text, so there is nothing to make a book of."""

    code = "no_text"


class BookExistsError(BookError):
    """The folder to write is taken by something that is no book folder."""

    code = "book_exists"


class BookFormatError(BookError):
    """A folder or file is no book of ours, or is damaged."""

    code = "book_format"


class BookNotFoundError(BookError, LookupError):
    """No book of that name, or several; the remedy lists the names that would do."""

    code = "book_not_found"


class ChapterNotFoundError(BookError, LookupError):
    """The book has no such chapter, or its file is gone; the remedy lists those that it has."""

    code = "chapter_not_found"


class InvalidCardError(CardError):
    """The card breaks rules of its schema and may not be written; the message lists every fault."""

    code = "invalid_card"


class CardYamlError(CardError):
    """The text is no YAML that a card may be written in; the message says where and why."""

    code = "invalid_yaml"


class SignedPdfError(PdfExtractorError, ValueError):
    """The PDF is signed and a change would break the signature."""

    code = "signed_pdf"


class ArchivePdfError(PdfExtractorError, ValueError):
    """The PDF is PDF/A of a part that does not allow what is to be attached."""

    code = "archive_pdf"


class AccessDeniedError(PdfExtractorError):
    """A path lies outside the folders that the MCP server may read, or is no path at all."""

    code = "path_not_allowed"


class WriteDeniedError(AccessDeniedError):
    """The MCP server may not write there."""

    code = "write_not_allowed"


class OutputExistsError(PdfExtractorError):
    """A file of that name is there already and was not to be written over."""

    code = "file_exists"


class NothingFoundError(PdfExtractorError, LookupError):
    """There is no such file, page, section, table, book or job."""

    code = "not_found"


class WorkerDiedError(PdfExtractorError, RuntimeError):
    """The worker process that was at a document is gone; the message says how it ended."""

    code = "worker_died"


class ModelError(PdfExtractorError, RuntimeError):
    """A vision model gave no usable answer; root of what a ready client raises."""

    code = "model_error"


class ModelBusyError(ModelError):
    """The service is over its limit or has a fault of its own; the same call may work later.

    ``retry_after`` is the number of seconds that the service asked to wait, ``None`` when it did not say.
    """

    code = "model_busy"

    def __init__(self, message: str, *, retry_after: float | None = None, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.retry_after = retry_after


class ModelTimeoutError(ModelError):
    """The model did not answer within the time limit of one call."""

    code = "model_timeout"


class ModelRefusedError(ModelError):
    """The model, or a filter in front of it, declined to describe the figures."""

    code = "model_refused"


class ModelAnswerError(ModelError):
    """The answer is cut off, too large, or not in the form that was agreed on."""

    code = "model_answer"
