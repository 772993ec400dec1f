"""Links and marks in table cells: the same marks as in a paragraph, and a GFM parser reads the same grid back."""

from __future__ import annotations

from typing import Any

import pytest
from docling_core.types.doc import DoclingDocument
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai import to_markdown
from pdf_extractor_ai.cells import MarkedCell, cell_runs, mark_cells
from tests.markdown.build import document, parsed_cells, rows_data

Runs = list[dict[str, Any]]


def marked(rows: list[list[Runs]]) -> DoclingDocument:
    """A table whose cells consist of these runs."""
    made = document()
    table = made.add_table(rows_data([["".join(run["text"] for run in cell) for cell in row] for row in rows]))
    mark_cells(
        made,
        table,
        [MarkedCell(r, c, runs) for r, row in enumerate(rows) for c, runs in enumerate(row) if any(map(_more, runs))],
    )
    return made


def _more(run: dict[str, Any]) -> bool:
    return len(run) > 1


def written(*runs: dict[str, Any], **options: Any) -> str:
    """The Markdown of a cell of these runs."""
    return to_markdown(marked([[list(runs)]]), **options).splitlines()[0].removeprefix("| ").removesuffix(" |")


def grid(markdown: str) -> list[list[str]]:
    """The words of the cells that a GFM parser finds; none of them is an image."""
    rows = parsed_cells(markdown)
    assert not any(child.type == "image" for row in rows for cell in row for child in cell)
    return [["".join(child.content for child in cell if child.type != "html_inline") for cell in row] for row in rows]


URL = "https://example.org/a"


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        ([{"text": "see "}, {"text": "manual", "hyperlink": URL}, {"text": "."}], f"see [manual]({URL})."),
        ([{"text": "H"}, {"text": "2", "script": "sub"}, {"text": "O"}], "H<sub>2</sub>O"),
        ([{"text": "10"}, {"text": "-3", "script": "super"}], "10<sup>-3</sup>"),
        ([{"text": "$400", "strikethrough": True}, {"text": " $300"}], "~~$400~~ $300"),
        ([{"text": "payable now", "bold": True}, {"text": ", not later"}], "**payable now**, not later"),
        ([{"text": "a "}, {"text": "b", "bold": True, "italic": True}], "a ***b***"),
        ([{"text": "say "}, {"text": "a|b", "code": True}], r"say `a\|b`"),
        ([{"text": "say "}, {"text": "a\\|b", "code": True}], "say <code>a&#92;&#124;b</code>"),
        ([{"text": "a|b ", "bold": True}, {"text": "c|d *e"}], r"**a&#124;b** c&#124;d \*e"),
        ([{"text": "a [x] ", "hyperlink": "https://e.org/?q=(a|b)[c]"}], r"[a \[x\]](https://e.org/?q=%28a%7Cb%29%5Bc%5D)"),
        ([{"text": "Look!"}, {"text": "here", "hyperlink": URL}], f"Look&#33;[here]({URL})"),
        ([{"text": "run "}, {"text": "me", "hyperlink": "javascript:alert(1)"}], "run me"),
        ([{"text": "Title ........ "}, {"text": "4", "bold": True}], "Title … **4**"),
    ],
)  # fmt: skip
def test_marks_in_a_cell(runs: Runs, text: str) -> None:
    assert written(*runs) == text
    if "…" not in text:
        assert grid(to_markdown(marked([[runs]]))) == [["".join(run["text"] for run in runs).strip()]]


def test_marks_outlive_saving_and_loading() -> None:
    made = marked([[[{"text": "see "}, {"text": "manual", "hyperlink": URL}], [{"text": "plain"}]]])
    loaded = DoclingDocument.model_validate_json(made.model_dump_json())
    assert to_markdown(loaded) == to_markdown(made) == f"| see [manual]({URL}) | plain |\n| --- | --- |"


def test_doclings_own_outputs_have_the_plain_text_once() -> None:
    made = marked([[[{"text": "n"}]], [[{"text": "10"}, {"text": "-3", "script": "super"}]]])
    (table,) = made.tables
    assert table.export_to_dataframe(made).to_numpy().tolist() == [["n"], ["10-3"]]
    assert made.export_to_markdown().count("10-3") == 1
    assert made.export_to_html().count("10-3") == 1
    for output in (made.export_to_markdown(), made.export_to_html(), made.export_to_text(), made.export_to_doctags()):
        assert "super" not in output.split("<body>")[-1]
    assert [item for item, _ in made.iterate_items(with_groups=True)][1:] == [table]


def test_spans_html_has_the_marks_as_elements() -> None:
    made = marked([[[{"text": "a<b ", "bold": True}, {"text": "|", "hyperlink": "https://e.org/?a=1&b=2"}]]])
    made.tables[0].data.table_cells[0].col_span = 2
    made.tables[0].data.table_cells[0].end_col_offset_idx = 2
    made.tables[0].data.num_cols = 2
    assert '<td colspan="2"><b>a&lt;b </b><a href="https://e.org/?a=1&amp;b=2">|</a></td>' in to_markdown(
        made, spans="html"
    )


def test_marks_of_a_cell_that_was_changed_are_left_out() -> None:
    made = marked([[[{"text": "see "}, {"text": "manual", "hyperlink": URL}]]])
    made.tables[0].data.table_cells[0].text = "see nothing"
    assert to_markdown(made).splitlines()[0] == "| see nothing |"


@pytest.mark.parametrize(
    "noted",
    [None, "x", [1], [{"row": 0}], [{"row": 0, "col": 0, "runs": [3]}], [{"row": [], "col": {}, "runs": []}]],
)
def test_a_broken_note_is_no_mark(noted: Any) -> None:
    made = marked([[[{"text": "a", "bold": True}, {"text": "b"}]]])
    meta = made.groups[0].meta
    assert meta is not None
    meta.set_custom_field("pdf_extractor_ai", "cells", noted)
    assert cell_runs(made, made.tables[0]) == {}
    assert to_markdown(made).splitlines()[0] == "| ab |"


def test_nothing_is_added_to_a_table_without_marks() -> None:
    made = marked([[[{"text": "a"}]]])
    assert (made.groups, made.tables[0].children) == ([], [])


WORDS = st.text(alphabet="|\\`*_[]()<>&~#!-:.$ a1é", min_size=1, max_size=9)
RUN = st.fixed_dictionaries(
    {"text": WORDS},
    optional={
        "bold": st.just(True),
        "italic": st.just(True),
        "strikethrough": st.just(True),
        "script": st.sampled_from(["sub", "super"]),
        "hyperlink": st.just("https://e.org/a|b(c)"),
    },
)
CODE = st.builds(lambda text: {"text": text, "code": True}, WORDS)


@given(st.lists(RUN | CODE, min_size=1, max_size=4))
def test_a_parser_reads_the_words_of_marked_cells(runs: Runs) -> None:
    text = " ".join("".join(run["text"] for run in runs).split())
    if "....." in text.replace(" ", ""):
        return
    found = grid(to_markdown(marked([[runs, [{"text": "next"}]]])))
    assert [["".join(cell.split()) for cell in row] for row in found] == [["".join(text.split()), "next"]]
