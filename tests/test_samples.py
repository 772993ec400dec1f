"""The committed sample PDFs are what their script builds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "tests" / "data" / "samples"
NAMES = ("report.pdf", "crop-prospects.pdf", "scan.pdf")


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    subprocess.run([sys.executable, str(ROOT / "scripts" / "make_samples.py"), str(folder)], check=True)
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_the_script_builds_the_same_bytes(rebuilt: Path, name: str) -> None:
    assert (rebuilt / name).read_bytes() == (SAMPLES / name).read_bytes()


def test_no_sample_is_forgotten() -> None:
    assert sorted(path.name for path in SAMPLES.glob("*.pdf")) == sorted(NAMES)


def test_the_scan_is_small_and_has_no_text() -> None:
    data = (SAMPLES / "scan.pdf").read_bytes()
    assert len(data) < 150_000
    assert b"/Font" not in data
