"""Tables: the compact form, merged cells, contents pages, and that a GFM parser reads back what was in the cells."""

from __future__ import annotations

import re

import pytest
from docling_core.types.doc import DocItemLabel, TableData
from docling_core.types.doc.document import RichTableCell
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai import to_markdown
from tests.markdown.build import BOLD, at, cell, document, parsed_cells, rows_data, table_of


def read_back(markdown: str) -> list[list[str]]:
    """The cells that a GFM parser finds, as a reader sees them; no mark is found in any."""
    rows = parsed_cells(markdown)
    kinds = {child.type for row in rows for cell in row for child in cell}
    assert kinds <= {"text", "text_special", "softbreak"}
    return [
        ["".join("\n" if child.type == "softbreak" else child.content for child in cell) for cell in row]
        for row in rows
    ]


def merged() -> TableData:
    cells = [
        cell("Region", 0, 0, down=2, header=True),
        cell("Sales", 0, 1, right=2, header=True),
        cell("2025", 1, 1, header=True),
        cell("2026", 1, 2, header=True),
        cell("North", 2, 0),
        cell("10", 2, 1),
        cell("<12", 2, 2),
    ]
    return TableData(table_cells=cells, num_rows=3, num_cols=3)


def test_a_merged_cell_is_written_once() -> None:
    assert table_of(merged()) == (
        "| Region | Sales |  |\n| --- | --- | --- |\n|  | 2025 | 2026 |\n| North | 10 | &lt;12 |"
    )


def test_a_merged_cell_repeated() -> None:
    assert table_of(merged(), spans="repeat").splitlines()[:3] == [
        "| Region | Sales | Sales |",
        "| --- | --- | --- |",
        "| Region | 2025 | 2026 |",
    ]


def test_merged_cells_as_html() -> None:
    assert table_of(merged(), spans="html") == (
        '<table>\n<tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr>\n'
        "<tr><th>2025</th><th>2026</th></tr>\n<tr><td>North</td><td>10</td><td>&lt;12</td></tr>\n</table>"
    )
    assert table_of(rows_data([["a"], ["b"]]), spans="html") == "| a |\n| --- |\n| b |"


def test_the_cells_of_a_manual() -> None:
    rows = [["Syntax", "Meaning"], ["a | b", "a or b"], ["`x`", "code"], ["*p", "pointer"], ["<br>", "break"]]
    assert read_back(table_of(rows_data([*rows, ["# no", "not a heading"]]))) == [*rows, ["# no", "not a heading"]]


def test_blanks_leaders_and_line_feeds() -> None:
    rows = [["a  b\tc", "Intro ........ 15", "x . . . . . 3"], ["one\ntwo", "1\u00a0000", "...."]]
    assert table_of(rows_data(rows)) == (
        "| a b c | Intro … 15 | x … 3 |\n| --- | --- | --- |\n| one two | 1\u00a0000 | .... |"
    )


@pytest.mark.parametrize("text", ["00123", "1.10", "(1,234)", "-0.0", "1e5", "½", "+3.50%", "0x1F", "1-2"])
def test_numbers_are_as_they_were(text: str) -> None:
    assert f"| {text} |" in table_of(rows_data([["n"], [text]]))


def test_nothing_for_nothing() -> None:
    assert table_of(TableData()) == ""
    assert table_of(TableData(num_rows=2, num_cols=2)) == ""


def test_a_contents_page_is_a_list() -> None:
    rows = [["Preface", "ix"], ["1 Wind ........", "1"], ["1.1 Speed", "4"], ["1.1.1.1 Deep", ""], ["2 Water", "27"]]
    assert table_of(rows_data(rows), DocItemLabel.DOCUMENT_INDEX) == (
        "- Preface … ix\n- 1 Wind … 1\n  - 1.1 Speed … 4\n    - 1.1.1.1 Deep\n- 2 Water … 27"
    )


def test_a_cell_that_holds_runs_is_written_with_their_marks() -> None:
    made = document()
    table = made.add_table(TableData(num_rows=1, num_cols=1))
    group = made.add_inline_group(parent=table)
    made.add_text(DocItemLabel.TEXT, "a ", parent=group)
    made.add_text(DocItemLabel.TEXT, "b|c", parent=group, formatting=BOLD)
    plain = cell("", 0, 0).model_dump()
    table.data.table_cells.append(RichTableCell(**plain, ref=group.get_ref()))
    assert to_markdown(made) == "| a **b&#124;c** |\n| --- |"


def test_a_table_is_never_taken_for_the_label_of_a_picture() -> None:
    made = document()
    made.add_picture(prov=at(left=0, top=0, right=400, bottom=400))
    made.add_table(rows_data([["a"]]), prov=at(left=10, top=10, right=100, bottom=100))
    assert "| a |" in to_markdown(made)


CELLS = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=12)
TRICKY = st.text(alphabet="|\\`*_[]()<>&~#!-:.$ a1", max_size=14)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(CELLS | TRICKY, min_size=n, max_size=n), min_size=1)))
def test_a_parser_reads_the_same_strings(rows: list[list[str]]) -> None:
    expected = [[_collapsed(text) for text in row] for row in rows]
    assert read_back(table_of(rows_data(rows))) == expected


def _collapsed(text: str) -> str:
    text = re.sub(" +", " ", text.strip())
    return re.sub(r" *\.(?: *\.){4,} *", " … ", text).strip()
