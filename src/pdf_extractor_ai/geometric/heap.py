"""The process's memory: what native code has freed given back, what is old left in peace."""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

_settling = threading.Lock()
_settled = 0
_threshold = gc.get_threshold()
_YOUNG = 20_000  # about the tracked objects that reading one page makes and drops


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


@contextmanager
def settled_objects() -> Iterator[None]:
    """Keep Python's cycle collector off all that exists already, and from coming too often, until the block ends.

    Docling's classes and functions are half a million objects. A document's many records make the collector look
    through them again and again, 0.1 s each time, in which no other thread runs; an event loop feels that. Blocks
    of several threads count as one. A program that freezes objects itself (``gc.freeze``) is left alone.
    """
    global _settled, _threshold
    with _settling:
        mine = _settled > 0 or not gc.get_freeze_count()
        if mine:
            if not _settled:
                gc.freeze()
                _threshold = gc.get_threshold()
                # 0 means that the program has switched the collector off
                gc.set_threshold(_threshold[0] and max(_threshold[0], _YOUNG), *_threshold[1:])
            _settled += 1
    try:
        yield
    finally:
        with _settling:
            if mine:
                _settled -= 1
                if not _settled:
                    gc.set_threshold(*_threshold)
                    gc.unfreeze()
