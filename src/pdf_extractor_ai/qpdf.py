"""What is shared by all who call qpdf: a bound on what a stream may unpack to, causes without addresses.

Imports nothing of ours.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pikepdf

_limiting = threading.Lock()
_PLACE = re.compile(r"<[^<>]* object at 0x[0-9a-f]+>|^stream <[^>]*>")


@contextmanager
def inflating_at_most(limit: int) -> Iterator[None]:
    """qpdf with a bound, in bytes, on what one stream may unpack to.

    The bound is process-wide, hence set for the time of one ``with`` block, and one thread at a time. Such blocks
    do not nest.
    """
    from pikepdf import settings

    with _limiting:
        before = settings.set_qpdf_limits(flate_max_memory=limit)
        try:
            yield
        finally:
            settings.set_qpdf_limits(flate_max_memory=before["flate_max_memory"])


def had_contents(page: pikepdf.Object, raw: bytes) -> bool:
    """Whether a page of the file ``raw`` refers to content, also to some that is lost.

    qpdf drops a reference to an object that is not there, and the page would pass for a blank one. Objects that are
    packed into streams are not looked into.
    """
    number, generation = page.objgen
    written = re.findall(rb"(?<!\d)%d\s+%d\s+obj\b(.*?)endobj" % (number, generation), raw, re.DOTALL)
    return bool(written) and re.search(rb"/Contents\s*[\[\d]", written[-1]) is not None


def cause_of(error: BaseException) -> str:
    """What qpdf says in one line; without the address of our buffer, which would differ from run to run."""
    lines = str(error).splitlines() or [type(error).__name__]
    return re.sub(r"^(stream)?[ :]+", "", _PLACE.sub("", lines[0])).strip()
