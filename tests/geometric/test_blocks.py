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


def note(mark: str, text: str, baseline: float) -> Line:
    made = line(mark + text, baseline=baseline, right=FULL)
    made.runs = (Run(0, ROMAN._replace(size=6.0, script=1)), Run(len(mark), ROMAN))
    return made


def test_every_raised_mark_begins_a_note() -> None:
    found = blocks_of(
        note("1", "Wrixon, page 21, and the books that he names", 100),
        line("there, of which the second is lost", baseline=112, right=FULL),
        note("2", "another book of this kind that we read in full", 124),
        note("∗", "both did the same part of the work on this", 136),
    )
    assert [text[0] for text in found] == ["1", "2", "∗"]


def test_a_raised_mark_that_begins_a_line_of_the_text_does_not_part_it() -> None:
    assert len(blocks_of(line("as it was said in the book", baseline=100, right=FULL), note("2", "and then", 112))) == 1


def test_lines_that_stop_far_short_are_lines_of_their_own() -> None:
    width = line("The title page of a thesis that is as wide as this line", baseline=88, right=FULL)
    found = blocks_of(
        width,
        line("Author: Martin Thoma", baseline=100, right=180),
        line("Teacher: Claudia Wenninger", baseline=112, right=200),
        line("Handed in: January", baseline=124, right=150),
    )
    assert found[1:] == ["Teacher: Claudia Wenninger", "Handed in: January"]
    assert len(blocks_of(width, line("Against COVID-", baseline=100, right=180), line("19 it is", baseline=112))) == 1
    # What follows would not have fitted, or goes on in small letters.
    assert len(blocks_of(width, line("of it, see", baseline=100, right=180), line("what is said", baseline=112))) == 1
    long = "Https://example.org/a/very/long/path/that/can/not/be/broken/at/all/for/it/is/one/word"
    assert len(blocks_of(line("See the page at", baseline=100, right=180), line(long, baseline=112, right=FULL))) == 1


def test_a_numbered_paragraph_goes_on_at_the_margin() -> None:
    first = line("a. Syntax The argument may be a single", 82, 100, right=FULL)
    assert len(blocks_of(first, line("key, or may be a list of such keys", 72, 112))) == 1
    assert len(blocks_of(first, line("Another paragraph that has no number", 72, 112))) == 2


def test_the_second_line_of_a_centred_heading_belongs_to_it() -> None:
    strong = ROMAN._replace(bold=True)
    first = line("I. FIRST-LEVEL HEADING:", 160, 100, style=strong, right=310)
    assert len(blocks_of(first, line("THE BREAK WAS FORCED HERE", 135, 111, style=strong, right=335))) == 1
    assert len(blocks_of(first, line("THE BREAK WAS FORCED HERE", 160, 111, style=strong, right=390))) == 2


def defined(call: str, label: str, baseline: float) -> Line:
    """A call and what it is, at the right edge."""
    made = line(f"{call} {label}", baseline=baseline, right=FULL)
    for index in range(len(call)):
        made.xs[index] = 72 + 4 * index
    made.xs[len(call)] = 72 + 4 * len(call)
    return made


def test_every_definition_with_its_kind_at_the_right_is_one_of_its_own() -> None:
    found = blocks_of(
        defined("void init (config)", "[Function]", 100),
        defined("void destroy (config)", "[Function]", 112),
        line("These functions make a configuration and destroy it", 92, 124, right=FULL),
    )
    assert [text[:8] for text in found] == ["void ini", "void des", "These fu"]
    plain = line("for which see the list of the makers [Hopcroft]", baseline=112, right=FULL)
    assert len(blocks_of(line("a sentence of some words that goes on", baseline=100, right=FULL), plain)) == 1


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
