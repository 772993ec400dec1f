"""Where the shared corpus, fixtures and recipes lie; tests that need them are skipped where they do not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tests" / "data"
SHARED = Path(os.environ.get("PDF_EXTRACTOR_SHARED", ROOT.parent / "shared"))

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared corpus and fixtures are not beside this clone"
)
