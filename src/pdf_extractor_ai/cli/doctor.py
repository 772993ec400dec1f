"""``pdf-extractor-ai doctor``: what is installed, what is missing, and how to get it. Imports none of it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated

import typer

from pdf_extractor_ai import __version__
from pdf_extractor_ai.cli.output import write_json, write_stdout

HELP = "Say what is installed and what is missing."

BASE = ("docling-slim", "docling-core", "docling-parse", "pypdfium2", "pikepdf", "lxml", "pillow")
VARIABLES = ("PDF_EXTRACTOR_PAGE_CHUNK_SIZE", "DOCLING_ARTIFACTS_PATH", "SOURCE_DATE_EPOCH", "TESSDATA_PREFIX")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked for: whether it is there, what was found, and what to do when it is missed."""

    name: str
    ok: bool
    found: str
    remedy: str = ""
    needed: bool = False


def examine() -> list[Check]:
    """Everything that the program needs or can use, the needed things first."""
    return [
        Check("pdf-extractor-ai", True, __version__, needed=True),
        Check(
            "python", sys.version_info >= (3, 11), f"{platform.python_version()} on {platform.platform()}", needed=True
        ),
        *(_package(name, "pip install --force-reinstall pdf-extractor-ai", needed=True) for name in BASE),
        _extra("ocr", ("rapidocr", "onnxruntime"), "OCR of scans"),
        _tesseract(),
        _extra("neural", ("torch", "docling-ibm-models"), "Docling's own models"),
        _weights(),
        _extra("models", ("httpx",), "image summaries"),
    ]


def _line(check: Check) -> str:
    mark = "ok     " if check.ok else "MISSING" if check.needed else "-      "
    return f"{mark} {check.name:18} {check.found}" + (f"; {check.remedy}" if check.remedy else "")


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="The findings as one JSON object.")] = False,
) -> None:
    """Say what is installed and what is missing; exit code 1 when something needed is."""
    checks = examine()
    healthy = all(check.ok for check in checks if check.needed)
    variables = {name: os.environ[name] for name in VARIABLES if name in os.environ}
    if as_json:
        findings = {"ok": healthy, "checks": [asdict(check) for check in checks], "environment": variables}
        write_json(findings)
    else:
        lines = [*map(_line, checks), *(f"env     {name}={value}" for name, value in variables.items())]
        write_stdout("".join(f"{line}\n" for line in lines))
    raise typer.Exit(0 if healthy else 1)


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _package(name: str, remedy: str, *, needed: bool = False) -> Check:
    found = _installed(name)
    return Check(name, found is not None, found or "not installed", "" if found else remedy, needed)


def _extra(extra: str, packages: tuple[str, ...], purpose: str) -> Check:
    found = {package: _installed(package) for package in packages}
    missing = [package for package, number in found.items() if number is None]
    if missing:
        remedy = f"pip install 'pdf-extractor-ai[{extra}]'"
        return Check(f"[{extra}]", False, f"for {purpose}: {', '.join(missing)} not installed", remedy)
    return Check(f"[{extra}]", True, ", ".join(f"{package} {number}" for package, number in found.items()))


def _tesseract() -> Check:
    program = shutil.which("tesseract")
    if program is None:
        return Check("tesseract", False, "program not on the PATH", "optional; install it with your system's packages")
    try:
        listing = subprocess.run(  # noqa: S603 - the program that the PATH names, no argument from outside
            [program, "--list-langs"], capture_output=True, text=True, timeout=10, check=True, errors="replace"
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Check("tesseract", False, f"{program} does not run: {type(error).__name__}")
    languages = listing.stdout.split("\n")[1:]
    return Check("tesseract", True, f"languages: {' '.join(line.strip() for line in languages if line.strip())}")


def _weights() -> Check:
    named = os.environ.get("DOCLING_ARTIFACTS_PATH")
    folder = Path(named) if named else Path.home() / ".cache" / "docling" / "models"
    there = folder.is_dir() and any(folder.iterdir())
    remedy = "" if there else "for the neural engine: docling-tools models download"
    return Check("model weights", there, f"{folder}" if there else f"none in {folder}", remedy)
