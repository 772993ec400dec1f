"""Which numbers stand above which, and what bold code and the marks of lists are not: headings."""

from __future__ import annotations

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont

from tests.geometric.paper import LEFT, Text, bold, headings, markdown, prose, typeset

CJK = "HeiseiMin-W3"


def _cjk(y: float, words: str, size: float) -> Text:
    if CJK not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(UnicodeCIDFont(CJK))
    return Text(y, words, size, CJK)


def test_sections_of_a_document_without_chapters_stand_highest() -> None:
    page = [
        _cjk(80, "第1節 概要", 16), *prose(105), _cjk(190, "1.1 目的", 13), *prose(212),
        _cjk(300, "第2節 方法", 16), *prose(325), _cjk(410, "2.1 手順", 13), *prose(432),
    ]  # fmt: skip
    assert headings(typeset([page])) == ["## 第1節 概要", "### 1.1 目的", "## 第2節 方法", "### 2.1 手順"]


def test_sections_stand_below_chapters_where_there_are_any() -> None:
    pages = [
        [_cjk(80, f"第{n}章 概要", 16), *prose(105), _cjk(190, "第1節 方法", 13), *prose(212),
         _cjk(300, "第2節 結果", 13), *prose(322)]
        for n in (1, 2)
    ]  # fmt: skip
    assert headings(typeset(pages)) == ["## 第1章 概要", "### 第1節 方法", "### 第2節 結果", "## 第2章 概要",
                                        "### 第1節 方法", "### 第2節 結果"]  # fmt: skip


def test_a_paragraph_sign_before_a_number_with_points_is_part_of_it() -> None:
    page = [
        bold(80, "3 Filling", 14), *prose(105), bold(190, "§ 3.1 Slowly", 14), *prose(215),
        bold(300, "§ 3.2 Fast", 14), *prose(325),
    ]  # fmt: skip
    assert headings(typeset([page])) == ["## 3 Filling", "### § 3.1 Slowly", "### § 3.2 Fast"]
    law = [bold(80, "§ 3 Filling", 14), *prose(105), bold(190, "§ 4 Slowly", 14), *prose(215)]
    assert headings(typeset([law])) == ["## § 3 Filling", "## § 4 Slowly"]


def _listing(y: float, face: str) -> list[Text]:
    return [Text(y + 12.0 * row, f"mount /dev/sd{row}", 10.0, face, LEFT) for row in range(4)]


def test_a_bold_command_is_a_heading_only_where_other_code_is_not_bold() -> None:
    command = Text(180, "docling convert", 10.0, "Courier-Bold")
    page = [*prose(80), *_listing(118, "Courier-Bold"), command, *prose(205)]
    command_apart = [*prose(80), *_listing(118, "Courier-Bold"), *prose(190), Text(250, "docling convert", 10.0,
                     "Courier-Bold"), *prose(275)]  # fmt: skip
    assert headings(typeset([page])) == []
    assert headings(typeset([command_apart])) == []
    text = markdown(typeset([[*prose(80), *_listing(118, "Courier"), *prose(190), Text(250, "docling convert", 10.0,
                    "Courier-Bold"), *prose(275)]]))  # fmt: skip
    assert "## docling convert" in text


def test_a_contents_page_names_the_section_and_not_the_item_that_says_the_same() -> None:
    rows = [Text(100 + 16.0 * n, f"{n} {title} . . . . . . . . . . . . . . . {n + 1}") for n, title in
            ((1, "Filling"), (2, "Draining"), (3, "Cleaning"))]  # fmt: skip
    contents = [bold(80, "Contents", 14), *rows]
    pages = [
        [*prose(80), Text(130, "• Filling"), Text(143, "• Draining"), Text(156, "• Cleaning"),
         bold(200, f"{n} {title}", 14), *prose(225)]
        for n, title in ((1, "Filling"), (2, "Draining"), (3, "Cleaning"))
    ]  # fmt: skip
    found = headings(typeset([contents, *pages]))
    assert [line for line in found if "Contents" not in line] == ["## 1 Filling", "## 2 Draining", "## 3 Cleaning"]


def test_a_larger_line_that_ends_in_a_wide_comma_is_no_heading() -> None:
    page = [_cjk(80, "概要", 14), *prose(105), _cjk(190, "水槽は、", 14), *prose(215)]
    assert headings(typeset([page])) == ["# 概要"]


def test_keywords_statements_and_letters_of_a_formula_are_no_headings() -> None:
    page = [
        bold(80, "Filling", 14), *prose(105), bold(160, "Keywords: tanks, pumps"), *prose(185),
        bold(240, "Theorem 3 (Tanks)"), *prose(265), Text(330, "x z", 14.0), *prose(360),
    ]  # fmt: skip
    assert headings(typeset([page])) == ["# Filling"]


def test_lines_much_like_those_are_headings() -> None:
    page = [
        bold(80, "Filling", 14), *prose(105), bold(160, "Keywords in tanks"), *prose(185),
        bold(240, "Theorem 3 (Tanks)", 14), *prose(265), bold(330, "A B O U T", 14.0), *prose(360),
        bold(420, "v1.2", 14.0), *prose(445),
    ]  # fmt: skip
    found = [line.lstrip("# ") for line in headings(typeset([page]))]
    assert found[:3] == ["Filling", "Keywords in tanks", "Theorem 3 (Tanks)"]
    assert found[-1] == "v1.2"
    assert len(found) == 5


def _contents(last: int) -> list[list[Text]]:
    rows = [Text(100 + 16.0 * n, f"{n} {title} . . . . . . . . . . . . . . . {n + 40}") for n, title in
            ((1, "Filling"), (2, "Draining"), (3, "Cleaning"))]  # fmt: skip
    tail = [
        bold(80, f"Index {last}", 12),
        bold(102, f"Changes {last + 7}", 12),
        bold(200, "1 Filling", 14),
        *prose(225),
    ]
    return [rows, tail]


def test_bold_rows_of_a_contents_page_that_go_over_its_end_are_rows() -> None:
    text = markdown(typeset(_contents(54)))
    assert "- Index … 54" in text
    assert "- Changes … 61" in text


def test_lines_that_do_not_count_on_after_a_contents_page_are_no_rows() -> None:
    text = markdown(typeset(_contents(3)))
    assert "- Index" not in text


def test_code_among_the_bold_words_of_a_heading_is_light_and_leaves_it_one() -> None:
    page = [
        *prose(80), bold(150, "1.2 The"), Text(150, "combine", 10.0, "Courier", LEFT + 36),
        bold(150, "package", x=LEFT + 82),
        *prose(175), bold(250, "1.3 The other packages"), *prose(275),
    ]  # fmt: skip
    assert headings(typeset([page])) == ["## 1.2 The combine package", "## 1.3 The other packages"]


def test_a_light_name_in_a_bold_line_leaves_it_whole_only_under_a_number() -> None:
    def line(number: str) -> list[Text]:
        words = [
            bold(150, f"{number}Loading the"),
            Text(150, "tank", x=LEFT + 78),
            bold(150, "packages at once", x=LEFT + 99),
        ]
        return [*prose(80), *words, *prose(175), bold(250, "1.3 The other packages"), *prose(275)]

    assert headings(typeset([line("1.2 ")]))[0] == "## 1.2 Loading the tank packages at once"
    assert headings(typeset([line("")])) == ["## 1.3 The other packages"]


def test_a_bold_command_behind_a_light_prompt_is_no_heading() -> None:
    def command(y: float, typed: str) -> list[Text]:
        return [Text(y, "sh$", 10.0, "Courier"), Text(y, typed, 10.0, "Courier-Bold", LEFT + 24)]

    page = [*prose(80), *command(150, "make install"), *prose(175), bold(250, "1.3 The other packages"), *prose(275)]
    assert headings(typeset([page])) == ["## 1.3 The other packages"]
