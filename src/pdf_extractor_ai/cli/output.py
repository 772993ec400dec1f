"""Standard output as UTF-8, whatever the locale says, and standard streams that nobody opened for us."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import BufferedWriter, FileIO, RawIOBase, TextIOWrapper
from typing import Any


class StdoutClosedError(Exception):
    """Whoever reads our standard output has gone away; there is nothing left to do, and it is no error."""


class StdoutFailedError(Exception):
    """What standard output leads to takes nothing: a full disk, a stream that was closed before we began."""


def write_stdout(data: str | bytes) -> None:
    """Write ``data``, a text in UTF-8, to standard output and flush it.

    Raises ``StdoutClosedError`` and ``StdoutFailedError``.
    """
    try:
        sys.stdout.flush()
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:  # replaced by a text stream, as in a notebook
            sys.stdout.write(data if isinstance(data, str) else data.decode("utf-8", "replace"))
        else:
            buffer.write(data.encode("utf-8", "replace") if isinstance(data, str) else data)
            buffer.flush()
    except BrokenPipeError:
        silence_stdout()
        raise StdoutClosedError from None
    except OSError as error:
        silence_stdout()
        raise StdoutFailedError(f"standard output: {error.strerror}") from None


def write_json(record: Mapping[str, Any]) -> None:
    """Write ``record`` as one line of JSON to standard output; raises what `write_stdout` does.

    Bytes of a file's name that are no UTF-8 become escapes, out of which a reader makes the same name again.
    """
    line = json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"
    write_stdout(line.encode("utf-8", "backslashreplace"))


def silence_stdout() -> None:
    """Send what is still in the buffer nowhere: Python flushes once more at its end and would complain there."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Forgiving(RawIOBase):
    """A stream into which writing never fails: what nobody takes is lost."""

    def __init__(self, stream: RawIOBase) -> None:
        self._stream = stream

    def write(self, data: Any) -> int:
        with suppress(OSError):
            return self._stream.write(data) or len(data)
        return len(data)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream.isatty()


def forgive_stderr() -> None:
    """Let no work fail for its messages: whoever read them has gone, their disk is full, a letter has no code."""
    stream = sys.stderr
    if not isinstance(stream, TextIOWrapper):
        return
    raw = getattr(stream.buffer, "raw", stream.buffer)  # itself where nothing is buffered
    if stream is not sys.__stderr__ or not isinstance(raw, FileIO):  # somebody else's, as in a test
        stream.reconfigure(errors="backslashreplace")
        return
    buffer = BufferedWriter(_Forgiving(raw))
    sys.stderr = TextIOWrapper(buffer, stream.encoding, "backslashreplace", line_buffering=True)


def open_missing_streams() -> None:
    """Give this process the standard streams that it was started without (``>&-``).

    Reading standard input and writing standard output then fail as for any program, messages go nowhere; and no
    file of ours gets their numbers, or a worker would write into it.
    """
    streams = (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))
    for number, (name, flags, mode) in enumerate(streams):
        if getattr(sys, name) is not None:
            continue
        found = os.open(os.devnull, flags)
        if found != number:
            os.dup2(found, number)
            os.close(found)
        os.set_inheritable(number, True)
        setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))
