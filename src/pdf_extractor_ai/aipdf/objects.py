"""A PDF searched beyond its catalog: what carrying a layer needs on top of ``attachments``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.attachments import attachments, file_stream

if TYPE_CHECKING:
    import pikepdf

MAX_OBJECTS = 500_000
"""Objects looked at in a search that follows no reference."""

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


def file_specs(pdf: pikepdf.Pdf, *, deep: bool) -> list[FileSpec]:
    """Those of ``/AF`` and of the name tree and, with ``deep``, those that the catalog does not lead to."""
    import pikepdf

    found = [_spec(entry.filespec, entry.key, reachable=True) for entry in attachments(pdf)]
    found += [_spec(spec, "", reachable=True) for spec in _associated(pdf)]
    if deep:
        known = {each.spec.objgen for each in found if each.spec.is_indirect}
        for candidate in indirect_objects(pdf):
            if isinstance(candidate, pikepdf.Dictionary) and "/EF" in candidate and candidate.objgen not in known:
                found.append(_spec(candidate, "", reachable=False))
    return found


def _spec(spec: Any, key: str, *, reachable: bool) -> FileSpec:
    return FileSpec(spec, frozenset({key, *(_decoded(spec.get(field)) for field in ("/UF", "/F"))} - {""}), reachable)


def _decoded(value: Any) -> str:
    import pikepdf

    if not isinstance(value, pikepdf.String):
        return ""
    try:
        return str(value)
    except (UnicodeError, ValueError):
        return bytes(value).decode("latin-1")


def _associated(pdf: pikepdf.Pdf) -> Iterator[Any]:
    import pikepdf

    files = pdf.Root.get("/AF")
    entries: list[Any] = [files] if isinstance(files, pikepdf.Dictionary) else []
    if isinstance(files, pikepdf.Array):
        entries = [files[position] for position in range(min(len(files), _MAX_ASSOCIATED))]
    return (entry for entry in entries if isinstance(entry, pikepdf.Dictionary))


def indirect_objects(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every indirect object that can be read, by ascending number, at most ``MAX_OBJECTS``."""
    import pikepdf

    objects = pdf.objects
    for number in range(min(len(objects), MAX_OBJECTS)):
        try:
            yield objects[number]
        except (pikepdf.PdfError, ValueError, RuntimeError, IndexError):
            continue
