"""Glyphs to lines: every glyph in exactly one line, words where the white says, letters in reading order."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.glyph import SUPPOSED_SPACE, Painted
from pdf_extractor_ai.geometric.lines import build_lines
from pdf_extractor_ai.geometric.page import Style
from tests.geometric.setting import ROMAN, glyphs

MONO = Style("Mono", 10.0, mono=True)


def text_of(painted: list[Painted]) -> str:
    (line,) = build_lines(painted)
    return line.text


def moved(painted: list[Painted], index: int, left: float = 0.0, right: float = 0.0) -> list[Painted]:
    """One glyph with its box grown to the left or the right, in em, as an overhanging letter's is."""
    glyph = painted[index]
    size = glyph.style.size
    grown = glyph._replace(x0=glyph.x0 - left * size, x1=glyph.x1 + right * size)
    return [*painted[:index], grown, *painted[index + 1 :]]


# --- words


def test_bare_gap_of_a_word_space_begins_a_word() -> None:
    assert text_of(glyphs("can just ignore", gap=0.25)) == "can just ignore"


def test_words_of_a_line_set_very_tight_are_told_by_their_one_white() -> None:
    words = "is a graduate engineer in printing and media"
    assert text_of(glyphs(words, gap=0.15)) == words
    assert text_of(glyphs("is a graduate", gap=0.15)) == "isagraduate"  # too few to tell from kerning


def test_kerning_begins_no_word() -> None:
    assert text_of(glyphs("ka~nn", gap=0.1)) == "kann"


def test_supposed_space_counts_before_a_letter_that_leans_out_to_the_left() -> None:
    painted = glyphs("call|can|just", gap=0.25)
    j = next(index for index, glyph in enumerate(painted) if glyph.text == "j")
    assert text_of(moved(painted, j, left=0.12)) == "call can just"


def test_supposed_space_counts_behind_an_overhanging_f_but_not_behind_a_kerned_a() -> None:
    painted = glyphs("Size|of|the|tanks", gap=0.2)
    f = next(index for index, glyph in enumerate(painted) if glyph.text == "f")
    assert text_of(moved(painted, f, right=0.14)) == "Size of the tanks"
    real = glyphs("Size of the tanks", gap=0.2, real=True)
    assert text_of(moved(real, [glyph.text for glyph in real].index("f"), right=0.15)) == "Size of the tanks"
    assert text_of(glyphs("Wa|ter", gap=0.06)) == "Water"
    assert text_of(glyphs("beschrif|tung", gap=0.044, style=replace_font("CMMI10"))) == "beschriftung"


def test_supposed_space_as_wide_as_the_real_ones_of_its_line_is_one() -> None:
    painted = glyphs("It relies|on a list of more", gap=0.25, real=True)
    assert text_of(painted) == "It relies on a list of more"


def test_supposed_space_much_narrower_than_the_real_ones_is_none() -> None:
    left = glyphs("the real spaces of th", gap=0.3, real=True)
    right = glyphs("|is line", left[-1].x1, gap=0.1, real=True)
    assert text_of([*left, *right]).endswith("of this line")


def test_space_counts_wherever_the_parser_puts_it_between_its_neighbours() -> None:
    painted = glyphs("relies|on|a|list", gap=0.25)
    shifted = [
        glyph._replace(x0=glyph.x0 - 4, x1=glyph.x1 - 4) if glyph.text == SUPPOSED_SPACE else glyph for glyph in painted
    ]
    assert text_of(shifted) == "relies on a list"
    far = [
        glyph._replace(x0=glyph.x0 + 12, x1=glyph.x0 + 12) if glyph.text == SUPPOSED_SPACE else glyph
        for glyph in glyphs("from|a|scripting language", gap=0.25)
    ]
    assert text_of(far) == "from a scripting language"


def test_white_between_chinese_and_latin_is_a_space_but_not_within_chinese() -> None:
    left = glyphs("可以安装|Cygwin 的人", gap=0.225, advance=1.0, real=True)
    assert text_of(left) == "可以安装 Cygwin 的人"
    assert text_of(glyphs("可以|安装", gap=0.1, advance=1.0)) == "可以安装"


def test_stretched_chinese_beside_latin_has_no_words_either() -> None:
    left = glyphs("單|個|源|碼|包", gap=0.3, advance=1.0)
    assert text_of([*left, *glyphs("dh_auto_install", left[-1].x1)]) == "單個源碼包dh_auto_install"


def test_white_where_the_reading_direction_turns_is_a_space_even_beside_real_ones() -> None:
    left = glyphs("and these are the words", gap=0.3, real=True)
    for other, gap, blank in (("הנה", 2.5, " "), ("هنا", 2.5, " "), ("הנה", 1.0, ""), ("tied", 2.5, "")):
        seen = other if other.isascii() else other[::-1]
        assert text_of([*left, *glyphs(seen, left[-1].x1 + gap)]) == f"and these are the words{blank}{other}"


def test_stretched_chinese_has_no_words() -> None:
    assert text_of(glyphs("可|以|安|装|人", gap=0.2, advance=1.0)) == "可以安装人"


def test_single_letters_in_a_typewriter_face_are_words_and_not_letterspacing() -> None:
    assert text_of(glyphs("a|b|c|d|>|e", gap=0.6, advance=0.6, style=MONO)) == "a b c d > e"
    assert text_of(glyphs("t|r|a|c|k|e|d", gap=0.25)) == "tracked"


# --- accents, doubles, scripts


def test_accent_over_a_letter_joins_it_whichever_comes_first() -> None:
    letter = glyphs("e", 100)[0]
    accent = letter._replace(text="´", order=1)
    assert text_of([letter, accent]) == "é"
    assert text_of([accent._replace(x0=accent.x0 - 0.1), letter]) == "é"


def test_backtick_beside_a_letter_stays_a_backtick() -> None:
    assert text_of(glyphs("`output`", style=replace_font("Mono"))) == "`output`"


def replace_font(name: str) -> Style:
    return ROMAN._replace(font=name)


def test_fake_bold_is_read_once_but_a_double_letter_twice() -> None:
    once = glyphs("all", 100)
    again = [glyph._replace(x0=glyph.x0 + 0.3, x1=glyph.x1 + 0.3, order=1) for glyph in once]
    assert text_of([*once, *again]) == "all"


def test_texts_printed_over_each_other_are_not_mixed() -> None:
    below = glyphs("When the register", 100, 200)
    above = glyphs("Figure 6.2", 112, 201.5, order=1)
    assert sorted(line.text for line in build_lines([*below, *above])) == ["Figure 6.2", "When the register"]


def test_a_value_on_its_leaders_stays_in_its_line() -> None:
    leaders = glyphs("Name ............", 100, 200)
    value = glyphs("Ada", 150, 200, order=1)
    assert len(build_lines([*leaders, *value])) == 1


def test_a_lowered_letter_stays_in_its_line_beside_another_column() -> None:
    first = glyphs("Comprehensive T", 300, baseline=101.1)
    lowered = glyphs("E", first[-1].x1 - 1.2, baseline=103.4)
    rest = glyphs("X Archive", lowered[-1].x1 - 0.8, baseline=101.1)
    beside = glyphs("of the other column", 40, baseline=100.0)
    found = [line.text for line in build_lines([*beside, *first, *lowered, *rest])]
    assert found == ["of the other column", "Comprehensive TEX Archive"]


def words_at(words: list[str], x: float, whites: list[float]) -> list[Painted]:
    """Words with these whites before them, in em."""
    out: list[Painted] = []
    for word, white in zip(words, whites, strict=True):
        out += glyphs(word, (out[-1].x1 if out else x) + white * 10)
    return out


def test_a_loosely_justified_line_is_one_line() -> None:
    loose = words_at(["Multiline", "equations", "are", "obtained", "by", "the"], 300, [0, 0.9, 0.9, 0.91, 0.9, 0.89])
    assert [one.text for one in build_lines(loose)] == ["Multiline equations are obtained by the"]
    table = words_at(["Multiline", "equations", "are", "obtained", "by", "the"], 300, [0, 0.9, 1.4, 0.91, 2.0, 0.89])
    assert len(build_lines(table)) == 6
    alike = words_at(["1.10", "0.88", "0.11", "2.25", "3.50"], 300, [0, 0.9, 0.9, 0.9, 0.9])
    assert len(build_lines(alike)) == 5


def test_a_loose_line_ends_at_the_gutter_though_that_is_as_wide() -> None:
    loose = words_at(["balance", "before", "a", "transaction", "and"], 50, [0, 0.85, 0.85, 0.85, 0.85])
    beside = words_at(["arately", "as", "cars", "it", "is"], loose[-1].x1 + 8.5, [0, 0.3, 0.3, 0.3, 0.3])
    assert [one.text for one in build_lines([*loose, *beside])][:2] == [
        "balance before a transaction and",
        "arately as cars it is",
    ]


def test_index_and_exponent_over_each_other_are_not_mixed() -> None:
    small = Style("Serif", 7.0)
    base = glyphs("d", 100, 200, order=0)
    index = glyphs("model", base[-1].x1, 202, style=small, order=1)
    power = glyphs("-0.5", base[-1].x1, 196, style=small, order=2)
    (line,) = build_lines([*base, *power, *index])
    assert line.text == "dmodel-0.5"
    assert [run.style.script for run in line.runs] == [0, -1, 1]


def test_exponents_beside_each_other_keep_their_places() -> None:
    small = Style("Serif", 7.0)
    base = glyphs("a", 100, 200)
    first = glyphs("2", base[-1].x1, 196, style=small, order=1)
    second = glyphs("i", first[-1].x1, 202, style=small, order=2)
    (line,) = build_lines([*base, *first, *second])
    assert line.text == "a2i"


# --- right to left


def arabic(text: str) -> list[Painted]:
    """Letters as a page shows them: the first one rightmost."""
    return glyphs(text[::-1], order=0)


def test_vowel_sign_follows_the_letter_that_it_stands_over() -> None:
    painted = arabic("بناء")  # hamza is leftmost
    sign = painted[0]._replace(text="\u064b", order=1)
    sign = sign._replace(x0=sign.x0 + 1, x1=sign.x1 - 1)
    assert text_of([*painted, sign]) == "بناء\u064b"


def test_lam_alef_is_read_lam_first_whatever_the_producer_says() -> None:
    for pair in ("لا", "ال"):
        box = glyphs("x", 100)[0]
        ligature = [box._replace(text=pair[0]), box._replace(text=pair[1], x1=box.x1 - 0.4)]
        rest = glyphs("م", box.x1, order=1)
        assert text_of([*ligature, *rest]) == "ملا"


def test_the_article_is_no_ligature() -> None:
    assert text_of(arabic("الم")) == "الم"


# --- every glyph in exactly one line


@given(
    st.lists(
        st.tuples(
            st.text(alphabet="abcdefgh0123 ", min_size=1, max_size=12),
            st.integers(0, 500),
            st.integers(1, 12),
            st.sampled_from([7.0, 10.0, 14.0]),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_no_character_is_lost_or_doubled(parts: list[tuple[str, int, int, float]]) -> None:
    painted: list[Painted] = []
    for number, (text, x, row, size) in enumerate(parts):
        style = Style("Serif", size)
        # A row of its own for every part: nothing is printed over anything else.
        painted += glyphs(text, x, 40.0 * (12 * number + row), style=style, order=number, real=True)
    lines = build_lines(painted)
    got = Counter("".join(line.text for line in lines).replace(" ", ""))
    assert got == Counter("".join(text for text, *_ in parts).replace(" ", ""))
    for line in lines:
        assert len(line.xs) == len(line.text) + 1
        assert line.text == line.text.strip()
        assert "  " not in line.text
        assert [run.start for run in line.runs] == sorted({run.start for run in line.runs})


@given(st.text(alphabet="אבגדהabcdef 0123456789", min_size=1, max_size=24))
def test_a_line_of_two_directions_keeps_its_characters(text: str) -> None:
    lines = build_lines(glyphs(text, real=True))
    assert Counter("".join(line.text for line in lines).replace(" ", "")) == Counter(text.replace(" ", ""))
