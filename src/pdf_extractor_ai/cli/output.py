"""Standard output as UTF-8, whatever the locale says."""

from __future__ import annotations

import os
import sys


class StdoutClosedError(Exception):
    """Whoever reads our standard output has gone away; there is nothing left to do, and it is no error."""


def write_stdout(text: str) -> None:
    """Write ``text`` to standard output in UTF-8 and flush it. Raises ``StdoutClosedError``."""
    try:
        sys.stdout.flush()
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:  # replaced by a text stream, as in a notebook
            sys.stdout.write(text)
        else:
            buffer.write(text.encode("utf-8", "replace"))
            buffer.flush()
    except BrokenPipeError:
        # Python flushes once more at its end and would complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise StdoutClosedError from None
