"""Whatever stands in the cells, the rules come to an end: digits that are no numbers, signs, scripts, huge numbers."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.furniture import take_furniture
from pdf_extractor_ai.geometric.linenumbers import take_line_numbers
from pdf_extractor_ai.geometric.tables import find_tables
from tests.geometric.setting import line, page

# Of each kind of digit, number and sign one: Unicode calls `²`, `➐` and `①` digits, and `int` reads none of them.
_ODD = "0123456789²➐①½Ⅷ٣३𝟗.,:;-–(){}±%$€…_|xivA𝐀あ\u0301\ufffd "
texts = st.one_of(
    st.text(_ODD, min_size=1, max_size=8),
    st.sampled_from(["➐", "²", "9" * 5000, "1", "2", "12", "name", "a longer name of words", ". . . . 7"]),
)


@example([["a name", "➐"]] * 9, False)
@example([["a name", ". . . . ➐"]] * 9, False)
@example([["a name", "9" * 5000]] * 9, False)
@example([["➐", "code();"]] * 9, True)
@example([["²"]] * 9, True)
@given(st.lists(st.lists(texts, min_size=1, max_size=4), min_size=2, max_size=9), st.booleans())
def test_no_text_stops_the_rules(rows: list[list[str]], tight: bool) -> None:
    lines = [
        line(text, 72.0 + 120.0 * column, 100.0 + (12.0 if tight else 24.0) * row, right=160.0 + 120.0 * column)
        for row, texts_of_row in enumerate(rows)
        for column, text in enumerate(texts_of_row)
        if text.strip()
    ]
    sheet = page(lines)
    for table in find_tables(sheet, 10.0):
        assert 0.0 <= table.confidence <= 1.0
        assert table.n_rows * table.n_cols >= len(table.cells) > 0
    take_line_numbers(sheet)
    take_furniture([sheet], 10.0)
