"""Memory that native code has freed, given back to the system."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any


@cache
def _trim() -> Any:
    if not sys.platform.startswith("linux"):
        return None
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return None  # musl has none and needs none


def give_back_memory() -> None:
    """Ask glibc to return free pages: it keeps what PDFium let go of, and Python's own arenas cannot use that."""
    trim = _trim()
    if trim is not None:
        trim(0)
