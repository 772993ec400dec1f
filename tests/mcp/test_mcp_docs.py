"""The reference names every tool and every argument, and no other."""

from __future__ import annotations

import re

import pytest

from pdf_extractor_ai.mcp.tools import ALL
from pdf_extractor_ai.mcp.tools.base import Tool
from tests.shared import ROOT

REFERENCE = (ROOT / "docs" / "reference" / "mcp-tools.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| ", REFERENCE, re.MULTILINE))


@pytest.mark.parametrize("tool", ALL, ids=lambda tool: tool.name)
def test_the_arguments_are_those_in_the_reference(tool: Tool) -> None:
    schema = tool.arguments.input_schema()
    told = re.sub(r"\(.*?\)", "", ROWS[tool.name])
    names = [name.strip() for name in told.split(",")]
    assert {name.strip("*") for name in names} == set(schema["properties"])
    assert {name.strip("*") for name in names if name.startswith("**")} == set(schema.get("required", ()))


def test_the_tools_are_all_there() -> None:
    assert {tool.name for tool in ALL} <= set(ROWS)
