"""Which lines become headings and how deep, each kind beside the like case in which nothing may happen."""

from __future__ import annotations

from tests.geometric.paper import LEFT, PROSE, Text, bold, headings, markdown, prose, typeset


def _sections(*titles: str, size: float = 14.0) -> list[Text]:
    page: list[Text] = []
    for index, title in enumerate(titles):
        page += [bold(90 + 120.0 * index, title, size), *prose(115 + 120.0 * index, about=title[:12])]
    return page


def test_a_bold_line_in_a_fixed_pitch_face_is_a_heading() -> None:
    page = [*prose(80), Text(150, "docling convert", 11.0, "Courier-Bold"), *prose(175)]
    assert headings(typeset([page])) == ["## docling convert"]


def test_plain_code_stays_code() -> None:
    page = [*prose(80), Text(150, "docling convert", 10.0, "Courier"), *prose(175)]
    text = markdown(typeset([page]))
    assert "```\ndocling convert\n```" in text
    assert "#" not in text


def test_numbered_sections_stand_below_chapters_that_restart_them() -> None:
    pages = [
        [bold(90, f"Chapter {n}. {name}", 20), *prose(130), bold(220, "1. Overview", 15), *prose(245),
         bold(320, "2. Use", 15), *prose(345)]
        for n, name in ((1, "Tanks"), (2, "Pumps"))
    ]  # fmt: skip
    assert headings(typeset(pages)) == [
        "## Chapter 1. Tanks", "### 1. Overview", "### 2. Use", "## Chapter 2. Pumps", "### 1. Overview", "### 2. Use",
    ]  # fmt: skip


def test_chapter_numbers_in_the_sections_tell_their_depth() -> None:
    pages = [
        [bold(90, f"Chapter {n}. {name}", 20), *prose(130), bold(220, f"{n}.1 Overview", 15), *prose(245)]
        for n, name in ((1, "Tanks"), (2, "Pumps"))
    ]
    assert headings(typeset(pages)) == [
        "## Chapter 1. Tanks", "### 1.1 Overview", "## Chapter 2. Pumps", "### 2.1 Overview",
    ]  # fmt: skip


def test_the_name_of_a_note_is_no_heading() -> None:
    page = [*_sections("Filling", "Draining"), bold(330, "Note"), *prose(345), bold(410, "Warnung", 12), *prose(430)]
    assert headings(typeset([page])) == ["## Filling", "## Draining"]


def test_the_title_of_a_box_that_is_set_in_is_no_heading() -> None:
    page = [
        *_sections("Filling", "Draining"), *prose(310, 14),
        bold(500, "What to do first", 12, x=140), *prose(520, 2, x=140),
    ]  # fmt: skip
    assert headings(typeset([page])) == ["## Filling", "## Draining"]


def test_lines_of_a_cover_are_no_headings() -> None:
    cover = [
        bold(200, "Tanks and Pumps", 22), Text(260, "Ada Brook and Carl Dell", 14.0), Text(300, "Third edition", 14.0),
    ]  # fmt: skip
    chapter = [bold(90, "Chapter 1. Tanks", 24), *prose(130, 6)]
    assert headings(typeset([cover, chapter])) == ["## Tanks and Pumps", "## Chapter 1. Tanks"]


def test_the_name_of_a_contents_page_opens_no_section() -> None:
    contents = [bold(80, "Contents", 16)] + [
        Text(110 + 14.0 * row, f"{title} {'.' * 60} {page}")
        for row, (title, page) in enumerate((("Filling", 2), ("Draining", 2), ("Cleaning", 2)))
    ]
    text = markdown(typeset([contents, _sections("Filling", "Draining", "Cleaning")]))
    assert [line for line in text.splitlines() if line.startswith("#")] == ["## Filling", "## Draining", "## Cleaning"]
    assert "Contents" in text


def test_a_contents_page_names_headings_that_nothing_else_tells() -> None:
    names = ("Filling the tank", "Draining the tank", "Cleaning the tank")
    contents = [bold(80, "Contents", 16)] + [
        Text(110 + 14.0 * row, f"{name} {'.' * 60} {row + 1}") for row, name in enumerate(names)
    ]
    pages = [[Text(90, name), *prose(130), Text(190, "Read the levels"), *prose(230)] for name in names]
    assert headings(typeset([contents, *pages])) == [f"## {name}" for name in names]


def test_a_line_on_another_page_than_the_contents_say_stays_text() -> None:
    contents = [bold(80, "Contents", 16)] + [
        Text(110 + 14.0 * row, f"Part of the tank {row} {'.' * 60} {page}") for row, page in enumerate((1, 7, 12))
    ]
    pages = [[Text(90, f"Part of the tank {n}"), *prose(130)] for n in range(3)]
    assert headings(typeset([contents, *pages])) == []


def test_contents_lines_without_leaders_between_such_with_them_are_no_headings() -> None:
    contents: list[Text] = [bold(80, "Contents", 16)]
    for chapter in range(1, 4):
        y = 110 + 50.0 * (chapter - 1)
        contents += [bold(y, f"{chapter} Chapter on tanks {chapter * 3}")]
        contents += [Text(y + 14, f"{chapter}.1 A part of it {'.' * 60} {chapter * 3}", x=90.0)]
        contents += [Text(y + 28, f"{chapter}.2 Another part {'.' * 60} {chapter * 3 + 1}", x=90.0)]
    assert headings(typeset([contents, [*prose(80, 8)]])) == []


def test_a_reference_made_of_tables_has_its_body_in_the_sentences_between_them() -> None:
    page: list[Text] = []
    for part in range(3):
        y = 80 + 230.0 * part
        page += [bold(y, f"Register {part + 1}", 10.0), *prose(y + 20, 2)]
        for row in range(9):
            page += [Text(y + 60 + 10 * row, f"field{row}", 6.0), Text(y + 60 + 10 * row, f"{row * 7}", 6.0, x=200.0)]
            page += [Text(y + 60 + 10 * row, f"meaning of the value {row}", 6.0, x=300.0)]
    found = headings(typeset([page]))
    assert [line for line in found if "Register" in line] == ["## Register 1", "## Register 2", "## Register 3"]
    assert not [line for line in found if PROSE[:20] in line]


def test_two_italic_lines_over_paragraphs_are_headings_and_one_is_not() -> None:
    def italic(y: float, words: str) -> Text:
        return Text(y, words, 10.0, "Times-Italic")

    two = [*prose(80), italic(140, "Boots nut"), *prose(158), italic(220, "Elastic stop nut"), *prose(238)]
    one = [*prose(80), italic(140, "Boots nut"), *prose(158)]
    assert headings(typeset([two])) == ["## Boots nut", "## Elastic stop nut"]
    assert headings(typeset([one])) == []


def test_larger_items_of_a_numbered_list_are_no_headings() -> None:
    page = [*prose(80, 4)] + [Text(150 + 20.0 * n, f"{n}. numbered item", 12.0) for n in range(1, 4)] + prose(240, 4)
    text = markdown(typeset([page]))
    assert "#" not in text
    assert "1. numbered item" in text


def test_a_light_word_in_a_large_heading_does_not_end_it() -> None:
    import io

    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=True)
    canvas.setFont("Times-Bold", 16)
    canvas.drawString(72, 742, "3.1 The queue ")
    start = 72 + canvas.stringWidth("3.1 The queue ", "Times-Bold", 16)
    canvas.setFont("Times-Italic", 16)
    canvas.drawString(start, 742, "M/M/1")
    for text in prose(130, 5):
        canvas.setFont(text.face, text.size)
        canvas.drawString(text.x, 842 - text.y, text.words)
    canvas.showPage()
    canvas.save()
    assert headings(out.getvalue()) == ["## 3.1 The queue M/M/1"]


def test_a_numbered_title_ends_at_the_wide_space_before_more_bold_words() -> None:
    start = bold(170, "1.2.3.1 Field: TraceId", 10.0)
    page = [
        *_sections("1 Logs"), start, bold(170, "Type:", 10.0, x=LEFT + 112),
        Text(170, "byte sequence, sixteen long.", 10.0, x=LEFT + 140), *prose(195, 6),
    ]  # fmt: skip
    assert headings(typeset([page]))[-1] == "### 1.2.3.1 Field: TraceId"


def test_the_name_of_a_listing_is_no_heading() -> None:
    page = [*_sections("Filling", "Draining"), bold(330, "Example 3-9 Opening the valve", 10.0), *prose(350)]
    assert headings(typeset([page])) == ["## Filling", "## Draining"]


def test_a_bold_line_over_the_first_paragraph_heads_it_and_names_under_the_title_do_not() -> None:
    top = [Text(80, "Tanks and Pumps", 24.0, "Times-Bold", centred=True)]
    names = [Text(y, words, 14.0, centred=True) for y, words in ((120, "Ada Brook"), (160, "Carl Dell"))]
    page = [*top, *names, bold(200, "The yard", 16.0), *prose(225, 5), bold(330, "The pump", 16.0), *prose(355, 5)]
    assert headings(typeset([page])) == ["# Tanks and Pumps", "## The yard", "## The pump"]


def test_the_letters_of_an_index_are_no_headings() -> None:
    page = [bold(80, "Index", 18.0)]
    for row, letter in enumerate("ABC"):
        page += [bold(120 + 80.0 * row, letter, 13.0)]
        page += [Text(140 + 80.0 * row + 14 * n, f"{letter.lower()}lpha{n}, {n + 3}, {n + 17}") for n in range(3)]
    found = headings(typeset([[*_sections("Filling", "Draining")], page]))
    assert [line.lstrip("# ") for line in found] == ["Filling", "Draining", "Index"]


def test_a_chapter_right_after_the_contents_is_none_of_its_rows() -> None:
    contents = [bold(80, "Contents", 16)] + [
        Text(110 + 14.0 * row, f"{title} {'.' * 60} {page}")
        for row, (title, page) in enumerate((("Tanks", 1), ("Pumps", 2)))
    ]
    chapters = [
        [bold(155, f"Chapter {n}", 20.0), bold(204, title, 24.0), *prose(282)]
        for n, title in ((1, "Tanks"), (2, "Pumps"))
    ]
    assert headings(typeset([contents, *chapters])) == ["## Chapter 1 Tanks", "## Chapter 2 Pumps"]


def test_small_print_on_a_cover_does_not_make_headings_of_its_lines() -> None:
    print_ = [Text(600 + 9.0 * row, PROSE[:90], 7.0) for row in range(4)]
    cover = [bold(200, "Tanks and Pumps", 22), Text(260, "Ada Brook", 14.0), Text(300, "Third edition", 14.0), *print_]
    chapter = [bold(90, "Chapter 1. Tanks", 24), *prose(130, 20)]
    assert headings(typeset([cover, chapter])) == ["## Tanks and Pumps", "## Chapter 1. Tanks"]


def test_a_formula_in_large_type_is_no_heading() -> None:
    page = [*_sections("Filling", "Draining"), bold(330, "N = 0, j < i", 13.0), *prose(360)]
    assert headings(typeset([page])) == ["## Filling", "## Draining"]


def test_two_lines_in_capitals_over_paragraphs_are_headings_and_one_is_not() -> None:
    two = [*prose(80), Text(140, "CONFIDENTIALITY"), *prose(158), Text(220, "TERM AND TERMINATION"), *prose(238)]
    one = [*prose(80), Text(140, "CONFIDENTIALITY"), *prose(158)]
    words = [*prose(80), Text(140, "USA"), *prose(158), Text(220, "NATO"), *prose(238)]
    assert headings(typeset([two])) == ["## CONFIDENTIALITY", "## TERM AND TERMINATION"]
    assert headings(typeset([one])) == []
    assert headings(typeset([words])) == []


def test_titles_set_in_as_far_as_most_of_the_text_are_headings() -> None:
    page = [bold(70, "Tanks", 18.0)]
    for part, title in enumerate(("Filling", "Draining")):
        y = 110 + 150.0 * part
        page += [bold(y, title, 13.0, x=140), *prose(y + 25, 6, x=140)]
    found = headings(typeset([page]))
    assert [line.lstrip("# ") for line in found] == ["Tanks", "Filling", "Draining"]


def test_a_title_that_begins_with_the_name_of_a_note_is_a_heading() -> None:
    page = [*_sections("Notes on filling", "Tips for the pump"), *prose(330)]
    assert headings(typeset([page])) == ["## Notes on filling", "## Tips for the pump"]


def test_an_example_with_a_plain_number_may_head_a_section() -> None:
    page = [*_sections("Filling", "Example 3"), *prose(330)]
    assert headings(typeset([page])) == ["## Filling", "## Example 3"]


def test_words_round_a_formula_are_a_heading() -> None:
    page = [*_sections("Filling", "Where the level = the limit"), *prose(330)]
    assert headings(typeset([page])) == ["## Filling", "## Where the level = the limit"]


def test_a_single_ideograph_may_be_a_heading() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    page = [Text(80, "序", 20.0, "HeiseiMin-W3"), *prose(120, 4), Text(200, "水", 20.0, "HeiseiMin-W3"), *prose(240, 4)]
    assert headings(typeset([page])) == ["## 序", "## 水"]


def test_lines_of_a_first_page_with_a_paragraph_are_no_cover() -> None:
    first = [bold(80, "Filling", 20.0), *prose(110, 6), bold(220, "Draining", 14.0), *prose(245, 6)]
    second = [bold(80, "Cleaning", 20.0), *prose(110, 6)]
    assert headings(typeset([first, second])) == ["## Filling", "### Draining", "## Cleaning"]


def test_the_name_of_a_function_hardly_larger_than_the_text_is_no_heading() -> None:
    named = [*prose(80), Text(130, "config_root", 11.2, "Courier"), *prose(146)]
    assert headings(typeset([named])) == []
    large = [*prose(80), Text(130, "config_root", 14.0, "Courier"), *prose(152)]
    assert headings(typeset([large])) == ["## config\\_root"]


def test_a_bold_line_over_code_that_is_set_in_is_a_heading_and_a_term_over_its_words_is_none() -> None:
    code = [Text(172 + 12.0 * row, f"mount /dev/sd{row}", 10.0, "Courier", LEFT + 15) for row in range(3)]
    page = [
        *prose(80),
        bold(150, "Sample data"),
        *code,
        *prose(240),
        bold(300, "Sample data"),
        *prose(314, x=LEFT + 20),
    ]
    text = markdown(typeset([page]))
    assert text.count("# Sample data") == 1
    assert "**Sample data**" in text
    assert text.index("# Sample data") < text.index("```") < text.index("**Sample data**")
