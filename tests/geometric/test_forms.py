"""Form fields: the label printed beside a field goes with it, a name that only programs use does not."""

from __future__ import annotations

import io
from collections.abc import Callable

import pikepdf
from reportlab.pdfgen.canvas import Canvas

from pdf_extractor_ai.geometric.block import Block
from pdf_extractor_ai.geometric.forms import form_blocks
from pdf_extractor_ai.geometric.page import Line, Note, Page
from tests.geometric.paper import HEIGHT, markdown
from tests.geometric.setting import line, page


def box(x: float, baseline: float, name: str = "form1[0].#subform[0].CheckBox1[0]", ticked: bool = False) -> Note:
    return Note(x, baseline - 9, x + 10, baseline + 1, "checkbox", "x" if ticked else "", name)


def entry(x: float, baseline: float, value: str, name: str) -> Note:
    return Note(x, baseline - 10, x + 120, baseline + 2, "field", value, name)


def form(lines: list[Line], notes: list[Note]) -> Page:
    made = page(lines)
    made.notes = notes
    return made


def said(blocks: list[Block]) -> list[str]:
    out = []
    for block in blocks:
        if block.kind == "checkbox":
            out.append(f"{block.marker} {block.data.name if block.data else block.text}")
        else:
            out.append(f"{block.data.name}: {block.data.text}")
    return out


def test_text_behind_a_tick_box_is_its_label() -> None:
    made = form([line("yes", 86, 100), line("no", 146, 100)], [box(72, 100), box(132, 100, ticked=True)])
    assert said(form_blocks(made, [])) == ["☐ yes", "☒ no"]
    assert made.lines == []


def test_a_label_of_several_lines_ends_at_the_next_box() -> None:
    lines = [line("I agree that the sand", 86, 100), line("may be moved", 86, 112), line("I do not", 86, 124)]
    made = form(lines, [box(72, 100), box(72, 124)])
    assert said(form_blocks(made, [])) == ["☐ I agree that the sand may be moved", "☐ I do not"]


def test_text_before_a_field_is_its_label() -> None:
    made = form(
        [line("Name:", 60, 100), line("Agree:", 60, 140)],
        [entry(120, 100, "Ada Lovelace", "name"), box(120, 140, "agree", ticked=True)],
    )
    assert said(form_blocks(made, [])) == ["Name: Ada Lovelace", "☒ Agree:"]


def test_far_text_is_no_label() -> None:
    far = line("Signed in the presence of", 60, 100, right=180)
    made = form([far], [entry(300, 100, "NL", "country")])
    assert said(form_blocks(made, [])) == ["country: NL"]
    assert made.lines == [far]


def test_a_label_over_its_field_is_taken_and_one_over_two_fields_is_not() -> None:
    made = form([line("Family name", 60, 100)], [entry(60, 116, "Lovelace", "f1")])
    assert said(form_blocks(made, [])) == ["Family name: Lovelace"]
    title = line("Two fields stand below", 60, 100)
    made = form([title], [entry(60, 116, "Ada", "f1"), Note(61, 88, 90, 100, "field", "x", "f2")])
    assert title in made.lines or len(form_blocks(made, [])) == 2


def test_a_line_far_above_or_set_in_is_no_label() -> None:
    for text in (line("Family name", 60, 80), line("Family name", 80, 100)):
        made = form([text], [entry(60, 116, "Lovelace", "f1")])
        assert said(form_blocks(made, [])) == ["f1: Lovelace"]


def test_a_name_of_a_programs_making_is_shown_only_for_what_is_filled_in() -> None:
    empty, ticked = box(72, 100), box(72, 300, "form1[0].page1[0].Veteran[2]", ticked=True)
    filled = entry(72, 400, "UNCLASSIFIED", "form1[0].pageSet[0].Controlled[7]")
    made = form([], [empty, ticked, filled])
    assert said(form_blocks(made, [])) == ["☒ Veteran", "Controlled: UNCLASSIFIED"]


def test_an_empty_box_in_a_table_says_nothing() -> None:
    made = form([], [box(72, 100, "a"), box(72, 300, "b")])
    assert said(form_blocks(made, [(50.0, 80.0, 300.0, 200.0)])) == ["☐ b"]


def test_a_value_that_the_page_prints_is_not_said_twice() -> None:
    printed = line("Ada Lovelace", 122, 100)
    made = form([printed], [entry(120, 100, "Ada Lovelace", "name")])
    assert form_blocks(made, []) == []
    assert made.lines == [printed]


def _aligned_answers(fields: bool) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, HEIGHT), invariant=True)
    for row in range(5):
        y = HEIGHT - 100 - 20 * row
        canvas.drawString(72, y, f"Question {row}")
        for x, answer in ((186, "25"), (246, f"{row}50"), (306, "17")):
            canvas.drawString(x, y, answer)
            if fields:
                canvas.acroForm.checkbox(name=f"q{row}{answer}", x=x - 14, y=y - 2, size=10)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_aligned_answers_to_tick_are_no_table_and_without_boxes_they_are() -> None:
    ticked = markdown(_aligned_answers(fields=True))
    assert "|" not in ticked
    assert ticked.count("Question 1\n\n- [ ] 25\n\n- [ ] 150\n\n- [ ] 17\n\nQuestion 2\n") == 1
    assert "| Question 1 | 25 | 150 | 17 |" in markdown(_aligned_answers(fields=False))


def _fields(edit: Callable[[pikepdf.Pdf], None] = lambda pdf: None) -> str:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, HEIGHT), invariant=True)
    form = canvas.acroForm
    canvas.drawString(60, 760, "Land:")
    form.choice(name="land", value="NL", options=["NL", "BE"], x=120, y=752, width=100, height=20)
    canvas.drawString(60, 720, "Code:")
    form.textfield(name="code", value="s3cr3t", x=120, y=712, width=100, height=20)
    form.textfield(name="f7", tooltip="Town", value="Delft", x=360, y=640, width=100, height=20)
    canvas.save()
    out.seek(0)
    with pikepdf.open(out) as pdf:
        edit(pdf)
        saved = io.BytesIO()
        pdf.save(saved)
    return markdown(saved.getvalue())


def test_the_label_of_an_option_is_shown_and_not_what_a_program_is_sent() -> None:
    def label(pdf: pikepdf.Pdf) -> None:
        pairs = [("NL", "Niederlande"), ("BE", "Belgien")]
        pdf.pages[0].Annots[0].Opt = pikepdf.Array([pikepdf.Array([a, b]) for a, b in pairs])
        del pdf.pages[0].Annots[0].AP

    assert "Land: Niederlande" in _fields(label)
    assert "Land: NL" in _fields()


def test_a_password_is_not_shown() -> None:
    def hide(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Annots[1].Ff = 1 << 13

    assert "s3cr3t" not in _fields(hide)
    assert "Code: s3cr3t" in _fields()


def test_a_field_without_a_printed_label_has_the_name_for_people() -> None:
    assert "Town: Delft" in _fields()


def test_labels_in_a_column_belong_to_the_fields_in_the_next() -> None:
    made = form(
        [line("Size", 60, 100), line("Name of the ship", 60, 124), line("Of", 60, 148), line("Prose", 60, 172)],
        [entry(200, 100, "L", "z"), entry(200, 124, "Ada", "s"), entry(200, 148, "Delft", "p")],
    )
    assert said(form_blocks(made, [])) == ["Size: L", "Name of the ship: Ada", "Of: Delft"]
    assert [line.text for line in made.lines] == ["Prose"]


def test_one_field_far_from_a_word_has_no_label_nor_has_one_behind_another_field() -> None:
    made = form([line("Size", 60, 100)], [entry(200, 100, "L", "zed")])
    assert said(form_blocks(made, [])) == ["zed: L"]
    rows = [line("Size", 60, 100), line("Town", 60, 124)]
    fields = [entry(x, y, f"v{x}{y}", f"n{x}{y}") for y in (100, 124) for x in (90, 260)]
    assert said(form_blocks(form(rows, fields), [])) == [
        *("Size: v90100", "n260100: v260100", "Town: v90124", "n260124: v260124")
    ]


def test_a_paragraph_beside_fields_is_no_label() -> None:
    text = "These words go on for so long that they can hardly be a label"
    made = form([line(text, 60, 100), line(text, 60, 124)], [entry(460, 100, "L", "a"), entry(460, 124, "M", "b")])
    assert said(form_blocks(made, [])) == ["a: L", "b: M"]
