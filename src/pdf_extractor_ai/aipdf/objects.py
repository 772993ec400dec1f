"""A PDF searched beyond its catalog: what carrying a layer needs on top of ``attachments``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.attachments import attachments, file_stream, spec_names

if TYPE_CHECKING:
    import pikepdf

_OBJECTS, _ENTRIES = 50_000, 5_000  # of a file that was made to cost time only so much is looked at
_MAX_ASSOCIATED = 10_000


@dataclass(frozen=True, slots=True)
class FileSpec:
    """A file specification, the names it goes by, and whether the catalog leads to it."""

    spec: Any
    names: frozenset[str]
    reachable: bool

    @property
    def stream(self) -> Any:
        """The embedded file stream or ``None``."""
        return file_stream(self.spec)

    @property
    def rank(self) -> tuple[bool, int]:
        """Sorts the likeliest layer first: data rather than anything else, then the highest object number."""
        stream = self.stream
        return self.spec.get("/AFRelationship") != "/Data", -(stream.objgen[0] if stream is not None else 0)


def file_specs(pdf: pikepdf.Pdf, *, deep: bool, thorough: bool = False) -> Iterator[FileSpec]:
    """Those of the name tree and of ``/AF`` and, with ``deep``, those that the catalog does not lead to.

    ``thorough`` looks at everything, however long that takes.
    """
    known: set[tuple[int, int]] = set()
    entries = attachments(pdf) if thorough else attachments(pdf, most=_ENTRIES)
    named = ((entry.filespec, entry.key) for entry in entries)
    for spec, key in chain(named, ((spec, "") for spec in _associated(pdf))):
        if spec.is_indirect:
            known.add(spec.objgen)
        yield _spec(spec, key, reachable=True)
    if deep:
        others = _unreachable(pdf, known, thorough=thorough)
        yield from others if thorough else islice(others, _ENTRIES)


def _unreachable(pdf: pikepdf.Pdf, known: set[tuple[int, int]], *, thorough: bool) -> Iterator[FileSpec]:
    import pikepdf

    for candidate in all_objects(pdf) if thorough else last_objects(pdf):
        if isinstance(candidate, pikepdf.Dictionary) and "/EF" in candidate and candidate.objgen not in known:
            yield _spec(candidate, "", reachable=False)


def _spec(spec: Any, key: str, *, reachable: bool) -> FileSpec:
    return FileSpec(spec, frozenset({key, *spec_names(spec)} - {""}), reachable)


def _associated(pdf: pikepdf.Pdf) -> Iterator[Any]:
    import pikepdf

    files = pdf.Root.get("/AF")
    entries: list[Any] = [files] if isinstance(files, pikepdf.Dictionary) else []
    if isinstance(files, pikepdf.Array):
        entries = [files[position] for position in range(min(len(files), _MAX_ASSOCIATED))]
    return (entry for entry in entries if isinstance(entry, pikepdf.Dictionary))


def all_objects(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every indirect object that can be read; qpdf makes a list of them first, at 500 bytes each."""
    import pikepdf

    objects = pdf.objects
    for position in range(len(objects)):
        with suppress(pikepdf.PdfError, ValueError, RuntimeError, IndexError):
            yield objects[position]


def last_objects(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """The last 50,000 indirect objects that can be read, the highest number first.

    By number, as the trailer counts them, and of generation 0; without a list, which a hostile file makes too long.
    """
    import pikepdf

    size = pdf.trailer.get("/Size", _OBJECTS)
    top = min(int(size), 1 << 23) if isinstance(size, int) else _OBJECTS
    for number in range(top - 1, max(top - 1 - _OBJECTS, 0), -1):
        with suppress(pikepdf.PdfError, ValueError, RuntimeError, IndexError):
            yield pdf.get_object((number, 0))
