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
    ├── LayerError (ValueError)               `.ai.pdf` layer: see `pdf_extractor_ai.aipdf`
    ├── CardError (ValueError)                card: see `pdf_extractor_ai.frontmatter`
    └── SignedPdfError (ValueError)           writing would break a signature

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


class LayerError(PdfExtractorError, ValueError):
    """Root of everything that can be wrong with an `.ai.pdf` layer."""

    code = "layer_error"


class CardError(PdfExtractorError, ValueError):
    """Root of everything that can be wrong with a card when writing or drafting one."""

    code = "card_error"


class SignedPdfError(PdfExtractorError, ValueError):
    """The PDF is signed and a change would break the signature."""

    code = "signed_pdf"
