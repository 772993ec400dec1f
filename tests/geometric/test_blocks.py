"""Lines to paragraphs and list items: what parts two blocks, and what does not."""

from __future__ import annotations

from pdf_extractor_ai.geometric.block import Block, where
from pdf_extractor_ai.geometric.blocks import build_blocks
from pdf_extractor_ai.geometric.columns import Column, line_item
from pdf_extractor_ai.geometric.flow import join_over_breaks
from pdf_extractor_ai.geometric.page import Line, Run, Style
from tests.geometric.setting import ROMAN, line

MONO = Style("Mono", 8.5, mono=True)
FULL = 400.0


def blocks_of(*lines: Line) -> list[str]:
    column = Column([[line_item(one)] for one in lines])
    return [block.text for block in build_blocks(column, 1, 0)]


def mixed(text: str, code: str, baseline: float, *, code_first: bool = False, right: float = FULL) -> Line:
    """A line of body text and inline code in a smaller typewriter face."""
    whole = f"{code} {text}" if code_first else f"{text} {code}"
    made = line(whole, baseline=baseline, right=right)
    cut = len(code) if code_first else len(text) + 1
    first, second = (MONO, ROMAN) if code_first else (ROMAN, MONO)
    made.runs = (Run(0, first), Run(cut, second))
    made.size = made.style.size
    return made


def test_a_line_mostly_of_smaller_code_stays_in_its_paragraph() -> None:
    assert blocks_of(
        line("For tables use the program csvkit that brings", baseline=100, right=FULL),
        mixed("and", "in2csv csvcut csvjoin csvgrep csvsort", 112),
        line("and more programs of this kind for every need", baseline=124, right=FULL),
    ) == [
        "For tables use the program csvkit that brings and in2csv csvcut csvjoin csvgrep csvsort and more programs of "
        "this kind for every need"
    ]


def test_a_block_of_smaller_code_is_one_of_its_own() -> None:
    found = blocks_of(
        line("Put the file into the folder that you have made", baseline=88, right=FULL),
        mixed("and then call the program like this:", "run", 100, right=300),
        line("run --all --now", baseline=112, style=MONO),
        line("run --again", baseline=123, style=MONO),
    )
    assert found == [
        "Put the file into the folder that you have made and then call the program like this: run",
        "run --all --now run --again",
    ]


def test_a_bold_line_with_code_and_a_mark_in_it_is_no_part_of_the_text_below() -> None:
    heading = line("Formats with main.bst3", baseline=100)
    strong, raised = ROMAN._replace(bold=True), ROMAN._replace(size=7.0, script=1)
    heading.runs = (Run(0, strong), Run(13, MONO._replace(bold=True)), Run(21, raised))
    text = mixed("and the style that", "main.bst", 112)
    assert blocks_of(heading, text) == ["Formats with main.bst3", "and the style that main.bst"]
    heading.runs = (Run(0, strong), Run(8, ROMAN))
    assert len(blocks_of(heading, text)) == 1


def test_a_heading_in_another_size_is_one_of_its_own() -> None:
    large = Style("Serif", 14.0)
    assert blocks_of(
        line("Wind and water", baseline=100, style=large),
        line("the first sentence of this text is here", baseline=118, right=FULL),
    ) == ["Wind and water", "the first sentence of this text is here"]


def test_a_broken_word_holds_two_lines_together() -> None:
    code = line("nator) of the fraction", baseline=112, style=MONO)
    assert blocks_of(mixed("approximates the whole of it", "factor / denomi-", 100), code) == [
        "approximates the whole of it factor / denomi- nator) of the fraction"
    ]


def half(text: str, page: int, column: int, *, style: Style = ROMAN, x: float = 72.0, right: float = FULL) -> Block:
    made = line(text, x, right=right, style=style)
    return Block("text", [made], [where(page, [made])], column, 72.0, FULL)


def test_a_broken_word_goes_on_behind_a_figure() -> None:
    picture = Block("picture", [], [where(1, [line("x")])], 0)
    code = ROMAN._replace(mono=True)
    out = join_over_breaks([half("call it with the com-", 1, 0), picture, half("mande Rundll32", 1, 0, style=code)])
    assert [block.text for block in out if block.kind == "text"] == ["call it with the com- mande Rundll32"]


def test_a_finished_sentence_does_not_go_on_behind_a_figure() -> None:
    picture = Block("picture", [], [where(1, [line("x")])], 0)
    out = join_over_breaks([half("this is the end.", 1, 0), picture, half("and here is more", 1, 0)])
    assert len(out) == 3


def item(text: str, *, x: float = 72.0, role: str = "", column: int = 0, right: float = FULL) -> Block:
    made = line(text, x, right=right)
    return Block("list_item", [made], [where(1, [made])], column, 60.0, FULL, marker="-", role=role)


def rest(text: str, *, x: float, role: str = "", kind: str = "text") -> Block:
    made = line(text, x, right=FULL)
    return Block("list_item" if kind == "list_item" else "text", [made], [where(2, [made])], 1, 60.0, FULL, role=role)


def test_a_tagged_item_goes_on_over_the_page_without_its_marker() -> None:
    out = join_over_breaks(
        [item("• 的话，在", role="LBody"), rest("你自己的设备上", x=80, role="LBody", kind="list_item")]
    )
    assert [block.text for block in out] == ["• 的话，在 你自己的设备上"]
    out = join_over_breaks(
        [item("• the end.", role="LBody"), rest("你自己的设备上", x=80, role="LBody", kind="list_item")]
    )
    assert len(out) == 2


def test_an_item_goes_on_over_the_page_where_its_text_hangs() -> None:
    first = item("• put the file into the folder that belongs to the user called")
    hanging = first.lines[0].xs[2]
    assert len(join_over_breaks([first, rest("Ada on the first machine", x=hanging)])) == 1
    again = item("• put the file into the folder that belongs to the user called")
    assert len(join_over_breaks([again, rest("Ada is a name that begins a paragraph", x=60)])) == 2
    short = item("• put the file there", right=200)
    assert len(join_over_breaks([short, rest("Ada on the first machine", x=short.lines[0].xs[2])])) == 2
