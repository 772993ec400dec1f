"""Tasks that go wrong in a worker process."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pdf_extractor_ai.errors import LayerXmlError
from pdf_extractor_ai.job import Progress


@dataclass(frozen=True)
class Do:
    """Does what ``what`` says."""

    what: str

    def run(self, tell: Callable[[Progress], None]) -> Any:
        tell(Progress("read", 1, 2))
        if self.what == "process":
            return os.getpid()
        if self.what == "die":
            os._exit(3)
        if self.what == "kill":
            os.kill(os.getpid(), 9)
        if self.what == "sleep":
            time.sleep(600)  # more than a test may take
        if self.what == "fail":
            raise LayerXmlError("wrong here", remedy="mend it", line=7)
        if self.what == "odd":
            raise OddError(lambda: None)
        if self.what == "memory":
            raise MemoryError
        return None


class OddError(Exception):
    """One that no pickle can hold."""
