"""What can be said of a figure without a model: its caption, labels, size, colours and kind. Never a summary."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pdf_extractor_ai.boxes import centre_inside, first_box
from pdf_extractor_ai.image_summarizer.pictures import PictureSource
from pdf_extractor_ai.image_summarizer.replacement import copied, page_of
from pdf_extractor_ai.report import Box

if TYPE_CHECKING:
    from docling_core.types.doc import DoclingDocument, PictureItem
    from PIL.Image import Image

FigureKind = Literal["chart-like", "photo-like", "drawing", "unknown"]

CREATED_BY = "pdf-extractor-ai offline"
"""Who is named as the author of an alt text in the tree."""

MAX_ALT_CHARS = 600
_MAX_LABELS = 40
_SAMPLE = 96  # pixels of the longer side of the thumbnail that colours are counted on
_NUMBER = re.compile(r"[-+−]?[\d][\d.,\s]*%?$")
_NAMED = {
    "black": (20, 20, 20),
    "grey": (128, 128, 128),
    "white": (250, 250, 250),
    "red": (205, 40, 40),
    "orange": (240, 140, 30),
    "brown": (140, 85, 40),
    "yellow": (240, 220, 60),
    "green": (50, 150, 60),
    "cyan": (60, 190, 200),
    "blue": (50, 95, 175),
    "purple": (120, 60, 150),
    "pink": (235, 130, 170),
}


@dataclass(frozen=True, slots=True)
class FigureDescription:
    """One figure as the page shows it.

    ``labels`` are the texts inside the figure in reading order; ``size`` is width and height in points, ``None``
    without a box; ``colours`` are names, the most frequent first, empty when there is no image to look at;
    ``kind`` is a guess from colours and labels.
    """

    caption: str
    labels: tuple[str, ...]
    size: tuple[float, float] | None
    colours: tuple[str, ...]
    kind: FigureKind

    @property
    def alt_text(self) -> str:
        """One line for a reader who does not see the figure: caption, kind, size, colours, labels."""
        facts = {"unknown": "Figure", "drawing": "Drawing"}.get(self.kind, f"{self.kind.capitalize()} figure")
        if self.size is not None:
            facts += f", {self.size[0]:.0f} x {self.size[1]:.0f} pt"
        if self.colours:
            facts += f", mostly {' and '.join(self.colours[:3])}"
        parts = [self.caption, facts + "."]
        if self.labels:
            parts.append(f"Labels: {'; '.join(self.labels)}.")
        text = " ".join(" ".join(parts).split())
        return text if len(text) <= MAX_ALT_CHARS else text[: MAX_ALT_CHARS - 2].rsplit(" ", 1)[0] + " …"


def describe_offline(
    document: DoclingDocument, *, pdf: bytes | None = None, password: str | None = None
) -> dict[str, FigureDescription]:
    """Picture reference (``#/pictures/0``) -> what the page says of it; no model, no network.

    Colours and kind need the picture's image, or the PDF to crop it from, as in `summarize_images`. Raises
    ``InvalidPdfError`` when ``pdf`` cannot be opened.
    """
    source = PictureSource(document, pdf, password=password)
    inside = _texts_by_page(document)
    return {
        picture.self_ref: _described(picture, document, source.image(picture), inside) for picture in document.pictures
    }


def with_alt_texts(
    document: DoclingDocument, *, pdf: bytes | None = None, password: str | None = None
) -> DoclingDocument:
    """A new document in which every picture without a description has one from `describe_offline`.

    It is metadata (``picture.meta.description``, created by ``pdf-extractor-ai offline``): the text of the
    document stays what it was.
    """
    from docling_core.types.doc import DescriptionMetaField, PictureMeta

    descriptions = describe_offline(document, pdf=pdf, password=password)
    result = copied(document)
    for picture in result.pictures:
        meta = picture.meta or PictureMeta()
        if meta.description is None:
            meta.description = DescriptionMetaField(text=descriptions[picture.self_ref].alt_text, created_by=CREATED_BY)
            picture.meta = meta
    return result


_Placed = tuple[Box, str, str]  # box, reference, text


def _texts_by_page(document: DoclingDocument) -> dict[int, list[_Placed]]:
    pages: dict[int, list[_Placed]] = {}
    for item in document.texts:
        box, page = first_box(item, document), page_of(item)
        if box is not None and page is not None and item.text.strip() and item.label.value != "caption":
            pages.setdefault(page, []).append((box, item.self_ref, " ".join(item.text.split())))
    return pages


def _described(
    picture: PictureItem, document: DoclingDocument, image: Image | None, inside: dict[int, list[_Placed]]
) -> FigureDescription:
    box = first_box(picture, document)
    caption = " ".join(picture.caption_text(document).split())
    labels = _labels(picture, document, box, inside)
    colours, shares, spread = _colours(image) if image is not None else ((), 0.0, 0.0)
    return FigureDescription(
        caption=caption,
        labels=labels,
        size=None if box is None else (box[2] - box[0], box[3] - box[1]),
        colours=colours,
        kind=_kind(labels, shares, spread) if image is not None else _kind_of_labels(labels),
    )


def _labels(
    picture: PictureItem, document: DoclingDocument, box: Box | None, inside: dict[int, list[_Placed]]
) -> tuple[str, ...]:
    """Texts that are the picture's children or lie in its box, its caption left out."""
    captions = {ref.cref for ref in picture.captions}
    found: dict[str, tuple[float, float, str]] = {}
    if box is not None:
        for place, ref, text in inside.get(page_of(picture) or 0, []):
            if ref not in captions and centre_inside(box, place):
                found[ref] = (round(place[1]), place[0], text)
    for child in picture.children:
        item: Any = child.resolve(document)
        text = " ".join(getattr(item, "text", "").split())
        if text and child.cref not in captions and item.label.value != "caption":
            place = first_box(item, document) or (0.0, 0.0, 0.0, 0.0)
            found[child.cref] = (round(place[1]), place[0], text)
    return tuple(text for _, _, text in sorted(found.values()))[:_MAX_LABELS]


def _kind(labels: tuple[str, ...], background: float, spread: float) -> FigureKind:
    if spread > 0.25 and background < 0.5:
        return "photo-like"
    return _kind_of_labels(labels, "drawing")


def _kind_of_labels(labels: tuple[str, ...], otherwise: FigureKind = "unknown") -> FigureKind:
    numbers = sum(bool(_NUMBER.match(label)) for label in " ".join(labels).split())
    return "chart-like" if numbers >= 3 else otherwise


def _colours(image: Image) -> tuple[tuple[str, ...], float, float]:
    """Names of the main colours, share of the most frequent shade, and distinct shades per pixel (0 to 1)."""
    from PIL import Image as Images

    if "A" in image.mode or "transparency" in image.info:
        image = Images.alpha_composite(Images.new("RGBA", image.size, "white"), image.convert("RGBA"))
    small = image.convert("RGB")
    small.thumbnail(
        (_SAMPLE, _SAMPLE), resample=Images.Resampling.NEAREST
    )  # nearest: no colour that is not in the picture
    pixels = small.width * small.height
    shades: dict[tuple[int, int, int], int] = {}
    names: dict[str, int] = {}
    for count, colour in small.getcolors(pixels) or []:
        red, green, blue = colour  # type: ignore[misc]
        shade = (red >> 4, green >> 4, blue >> 4)
        shades[shade] = shades.get(shade, 0) + count
        name = _name((red, green, blue))
        names[name] = names.get(name, 0) + count
    main = [name for name, count in sorted(names.items(), key=lambda pair: (-pair[1], pair[0])) if count * 20 >= pixels]
    return tuple(main), max(shades.values()) / pixels, len(shades) / pixels * 4


def _name(colour: tuple[int, int, int]) -> str:
    return min(_NAMED, key=lambda name: sum((a - b) ** 2 for a, b in zip(_NAMED[name], colour, strict=True)))
