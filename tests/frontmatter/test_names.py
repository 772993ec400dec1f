"""The public names of the package, and what importing them costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pdf_extractor_ai import frontmatter

HEAVY = ("docling", "docling_core", "pandas", "scipy", "numpy", "pydantic", "py3langid", "pypdfium2", "pikepdf", "yaml")


def test_every_public_name_is_there_and_documented() -> None:
    assert frontmatter.__all__ == sorted(frontmatter.__all__)
    assert dir(frontmatter) == frontmatter.__all__
    for name in frontmatter.__all__:
        assert getattr(frontmatter, name).__doc__
    with pytest.raises(AttributeError, match="nothing"):
        frontmatter.nothing  # noqa: B018


def test_importing_them_is_cheap() -> None:
    script = (
        "import sys; from pdf_extractor_ai.frontmatter import Card, read_card, write_card;"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
