"""``licenses``: everything is named, nothing is under the GPL."""

from __future__ import annotations

import json
from email.message import Message
from importlib.metadata import Distribution
from typing import Any

import pytest

from pdf_extractor_ai.cli import licenses
from pdf_extractor_ai.cli.licenses import Licensed, installed, licence_of
from pdf_extractor_ai.cli.main import main


def test_all_that_is_installed_says_its_licence_and_none_is_the_gpl(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licenses", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    named = {each["name"]: each["licence"] for each in record["licenses"]}
    assert {"pdf-extractor-ai", "docling-parse", "pikepdf", "pypdfium2", "lxml"} <= named.keys()
    assert record["gpl"] == []
    assert "not stated" not in named.values()
    assert main(["licenses"]) == 0
    assert f"pikepdf {next(each.version for each in installed() if each.name == 'pikepdf')}: MPL-2.0" in (
        capsys.readouterr().out.splitlines()
    )


@pytest.mark.parametrize(
    ("licence", "code"),
    [
        ("GPL-3.0-or-later", 1),
        ("AGPL-3.0", 1),
        ("GNU Affero General Public License v3", 1),
        ("GNU General Public License v2 (GPLv2)", 1),
        ("LGPL-2.1", 0),
        ("GNU Lesser General Public License v3", 0),
        ("MIT", 0),
    ],
)
def test_the_gpl_is_told(licence: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licenses, "installed", lambda: [Licensed("x", "1", licence)])
    assert main(["licenses"]) == code


def fields(**given: str) -> Any:
    message = Message()
    for name, value in given.items():
        for each in value.split("|"):
            message[name.replace("_", "-")] = each
    return type("Package", (Distribution,), {"metadata": message, "read_text": None, "locate_file": None})()


@pytest.mark.parametrize(
    ("package", "licence"),
    [
        (fields(License_Expression="MIT", License="text"), "MIT"),
        (fields(Classifier="License :: OSI Approved :: MIT License|Topic :: X"), "MIT License"),
        (fields(License="BSD 3-Clause\nCopyright"), "BSD 3-Clause"),
        (fields(Name="x"), "not stated"),
    ],
)
def test_where_a_package_says_its_licence(package: Any, licence: str) -> None:
    assert licence_of(package) == licence
