"""Which content belongs to layers that no viewer shows (optional content, ISO 32000-1, 8.11)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pdf_extractor_ai.qpdf import inflating_at_most

_MAX_PAGES, _MAX_FORMS = 2000, 10_000
_MOST = 32 << 20  # bytes of a page's content

MEMBERSHIP = "\0"
"""Stands among the names of layers for content whose visibility hangs on several of them."""


def groups_off(properties: Any) -> list[Any]:
    """The optional content groups that are off in the default view of a catalog's ``/OCProperties``."""
    if properties is None:
        return []
    default: Any = properties.get("/D") or {}
    off = list(default.get("/OFF") or [])
    if str(default.get("/BaseState", "/ON")) == "/OFF":
        on = {group.objgen for group in default.get("/ON") or []}
        off += [group for group in properties.get("/OCGs") or [] if group.objgen not in on]
    return off


def layer_names(off: list[Any]) -> frozenset[str]:
    """The names of groups; PDFium tells of marked content by name which one it belongs to."""
    return frozenset(str(group.get("/Name", "")) for group in off if group.get("/Name") is not None)


def memberships_off(pdf: Any, off: list[Any]) -> frozenset[str]:
    """``MEMBERSHIP`` when no membership dictionary of the file lets anything be seen (8.11.2.2).

    PDFium tells of marked content only that it has one, not which; where some are on, all count as on.
    """
    import pikepdf

    hidden = {group.objgen for group in off}
    members = [
        item
        for item in (pdf.objects if off else ())
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == pikepdf.Name.OCMD
    ]
    return frozenset([MEMBERSHIP]) if members and not any(_seen(item, hidden) for item in members) else frozenset()


def forms_off(pdf: Any, off: list[Any]) -> dict[int, frozenset[int]]:
    """For each page (from 1) the places, among the forms that it paints, of those whose own layer is off.

    Nothing in PDFium tells of a form's ``/OC`` entry, but it keeps the order in which a page paints its forms.
    """
    import pikepdf

    hidden = {group.objgen for group in off}
    out: dict[int, frozenset[int]] = {}
    for number, page in enumerate(pdf.pages if off else (), 1):
        if number > _MAX_PAGES:
            break
        found: Any = page.resources.get("/XObject")
        forms = {
            name: "/OC" in item and not _seen(item["/OC"], hidden)
            for name, item in (found.items() if isinstance(found, pikepdf.Dictionary) else ())
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == pikepdf.Name.Form
        }
        if not any(forms.values()):
            continue
        try:
            with inflating_at_most(_MOST):
                calls = pikepdf.parse_content_stream(page, "Do")
        except pikepdf.PdfError:
            continue
        painted = [str(call.operands[0]) for call in calls if call.operands]
        places = [forms[name] for name in painted[:_MAX_FORMS] if name in forms]
        out[number] = frozenset(place for place, is_off in enumerate(places) if is_off)
    return out


def _seen(content: Any, hidden: Collection[tuple[int, int]]) -> bool:
    """Whether a group, or what belongs to several groups, is seen; an expression (``/VE``) counts as seen."""
    import pikepdf

    if content.get("/Type") != pikepdf.Name.OCMD:
        return content.objgen not in hidden
    groups: Any = content.get("/OCGs")
    members = [groups] if isinstance(groups, pikepdf.Dictionary) else list(groups or [])
    states = [group.objgen not in hidden for group in members]
    rule = str(content.get("/P", "/AnyOn"))
    seen = {"/AllOn": all(states), "/AnyOff": not all(states), "/AllOff": not any(states)}.get(rule, any(states))
    return seen or not states or "/VE" in content
