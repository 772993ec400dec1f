"""Where a page lies in its own coordinates: layers speak of user space, documents of the page as it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Corners = tuple[float, float, float, float]

_MAX_PARENTS = 50


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a page that is shown: its lower left corner and size in user space (points), and by how many degrees
    it is turned clockwise to be shown (0, 90, 180, 270).
    """

    left: float
    bottom: float
    width: float
    height: float
    turn: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as shown."""
        return (self.width, self.height) if self.turn % 180 == 0 else (self.height, self.width)

    def to_user(self, box: Corners) -> Corners:
        """A box of the page as shown, measured from its lower left corner, in user space."""
        (x0, y0), (x1, y1) = (self._to_user(x, y) for x, y in (box[:2], box[2:]))
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def to_shown(self, box: Corners) -> Corners:
        """The inverse of `to_user`."""
        (x0, y0), (x1, y1) = (self._to_shown(x, y) for x, y in (box[:2], box[2:]))
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def _to_user(self, x: float, y: float) -> tuple[float, float]:
        across, up = {
            0: (x, y),
            90: (self.width - y, x),
            180: (self.width - x, self.height - y),
            270: (y, self.height - x),
        }[self.turn]
        return across + self.left, up + self.bottom

    def _to_shown(self, x: float, y: float) -> tuple[float, float]:
        across, up = x - self.left, y - self.bottom
        return {
            0: (across, up),
            90: (up, self.width - across),
            180: (self.width - across, self.height - up),
            270: (self.height - up, across),
        }[self.turn]


def page_frames(data: bytes, *, name: str, password: str | None = None) -> dict[int, Frame]:
    """Page number (from 1) -> its frame.

    PDFium says how large the page is shown. Where its crop box, media box and rotation do not add up to that, the frame
    begins at zero and is not turned.
    """
    from pdf_extractor_ai.pdfium import page_sizes
    from pdf_extractor_ai.rewriting import opened

    sizes = page_sizes(data, password)
    frames = {number: Frame(0, 0, *size) for number, size in sizes.items()}
    with opened(data, name=name, password=password) as pdf:
        for number, page in enumerate(pdf.pages, start=1):
            frame = _frame(page)
            if frame is not None and number in sizes and _alike(frame.size, sizes[number]):
                frames[number] = frame
    return frames


def _frame(page: Any) -> Frame | None:
    try:
        media, crop = (_corners(box) for box in (page.mediabox, page.cropbox))
        turn = _turn(page.obj)
    except (TypeError, ValueError, RuntimeError, AttributeError):
        return None
    left, bottom = max(media[0], crop[0]), max(media[1], crop[1])
    return Frame(left, bottom, min(media[2], crop[2]) - left, min(media[3], crop[3]) - bottom, turn)


def _corners(box: Any) -> Corners:
    x0, y0, x1, y1 = (float(value) for value in box)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _turn(node: Any) -> int:
    """``/Rotate``, which a page inherits (ISO 32000-1, table 30)."""
    for _ in range(_MAX_PARENTS):
        if "/Rotate" in node:
            turn = int(node["/Rotate"]) % 360
            return turn if turn % 90 == 0 else 0
        if "/Parent" not in node:
            break
        node = node["/Parent"]
    return 0


def _alike(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) < 0.5 for a, b in zip(one, other, strict=True))
