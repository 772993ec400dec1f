"""``pdf-extractor-ai licenses``: under which licences the installed code and model weights stand."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from pdf_extractor_ai.cli.output import write_json, write_stdout

HELP = "Name the licences of the installed code and weights."

_OURS = "pdf-extractor-ai"
_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)\s*(?:\[(?P<extras>[^\]]*)\])?[^;]*(?:;(?P<marker>.*))?", re.DOTALL)
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w.-]+)['\"]")
_COPYLEFT = re.compile(r"\bA?GPL|\bAffero|(?<!Lesser )(?<!Library )General Public", re.IGNORECASE)
_UNKNOWN = "not stated"


@dataclass(frozen=True, slots=True)
class Licensed:
    """A package, or the weights of a model, with its licence as it names it; ``kind`` is ``code`` or ``weights``."""

    name: str
    version: str
    licence: str
    kind: str = "code"


def installed() -> list[Licensed]:
    """This package and all that it brings and can use, as far as it is installed, sorted; then the weights."""
    found: dict[str, Licensed] = {}
    waiting: list[tuple[str, frozenset[str] | None]] = [(_OURS, None)]
    seen: set[tuple[str, frozenset[str] | None]] = set()
    while waiting:
        name, extras = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if (key, extras) in seen:
            continue
        seen.add((key, extras))
        try:
            package = distribution(name)
        except PackageNotFoundError:  # an extra that is not installed, or for another system
            continue
        found[key] = Licensed(key, package.version, licence_of(package))
        waiting.extend(_required(package, extras))
    return [found[key] for key in sorted(found)] + list(_weights())


def _required(package: Distribution, extras: frozenset[str] | None) -> Iterator[tuple[str, frozenset[str]]]:
    """Names and extras of what a package requires, with these of its own extras (``None``: all)."""
    for requirement in package.requires or ():
        match = _REQUIREMENT.match(requirement)
        if match is None:
            continue
        wanted = _EXTRA.findall(match["marker"] or "")
        if not wanted or extras is None or extras & set(wanted):
            yield (
                match["name"],
                frozenset(extra.strip() for extra in (match["extras"] or "").split(",") if extra.strip()),
            )


def licence_of(package: Distribution) -> str:
    """What the metadata of a package say: an SPDX expression, else classifiers, else the first line of the text."""
    fields = package.metadata
    classifiers = [
        text.rpartition(" :: ")[2] for text in fields.get_all("Classifier") or () if text.startswith("License ::")
    ]
    texts = fields.get_all("License") or [""]
    expressions = fields.get_all("License-Expression") or [""]
    return expressions[0] or " / ".join(classifiers) or texts[0].strip().partition("\n")[0][:80] or _UNKNOWN


def _weights() -> Iterator[Licensed]:
    """Models that lie on this machine where our engines look for them."""
    spec = find_spec("rapidocr")
    if spec is not None and spec.origin is not None:
        models = sorted(path.name for path in Path(spec.origin).parent.rglob("*.onnx"))
        if models:
            yield Licensed("PP-OCR (" + ", ".join(models) + ")", "", "Apache-2.0", "weights")
    folder = os.environ.get("DOCLING_ARTIFACTS_PATH", "")
    if folder and Path(folder).is_dir():
        for path in sorted(Path(folder).iterdir()):
            if path.is_dir():
                yield Licensed(path.name, "", f"see its card in {path}", "weights")


def licenses(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Name the licences of all that is installed; exit code 1 when one of them is the GPL or the AGPL."""
    found = installed()
    strict = [each.name for each in found if _COPYLEFT.search(each.licence)]
    if as_json:
        write_json({"schema_version": "1", "licenses": [asdict(each) for each in found], "gpl": strict})
    else:
        write_stdout("".join(f"{each.name} {each.version}".rstrip() + f": {each.licence}\n" for each in found))
    raise typer.Exit(1 if strict else 0)
