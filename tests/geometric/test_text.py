"""Lines to text: words that a line end broke made whole, hyphens that belong to a word kept, nothing else lost."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.geometric.page import Run
from pdf_extractor_ai.geometric.text import cell_text, inline_pieces, join_lines, joint, mended
from pdf_extractor_ai.geometric.vocabulary import Vocabulary, collect_vocabulary
from tests.geometric.setting import ROMAN, line, page

RAISED = ROMAN._replace(script=1)
NONE = Vocabulary(Counter())
FRENCH = Counter({"les": 9, "des": 9, "une": 5, "est": 5, "dans": 4, "pour": 4, "projet": 2})


def joined(*texts: str, words: dict[str, int] | None = None) -> str:
    return join_lines([line(text) for text in texts], Vocabulary(Counter(words or {})))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("a denomi-", "nator of", "a denominator of"),
        ("a well-", "known fact", "a well-known fact"),
        ("from COVID-", "19 on", "from COVID-19 on"),
        ("die Kon-", "gruenzen", "die Kongruenzen"),
        ("in a line-by-", "line fashion", "in a line-by-line fashion"),
        ("the English-", "to-German task", "the English-to-German task"),
        ("a just-in-", "time compiler", "a just-in-time compiler"),
        ("see CONTRIBUT-", "ING for", "see CONTRIBUTING for"),
        ("a CD-", "ROM drive", "a CD-ROM drive"),
        ("Anglo-", "American law", "Anglo-American law"),
        ("Haupt-", "und Nebensatz", "Haupt- und Nebensatz"),
        ("in gzip-", "compressed tar format", "in gzip-compressed tar format"),
        ("the time-", "based mode", "the time-based mode"),
        ("the ex-", "change of", "the exchange of"),
        ("an ex-", "wife of", "an ex-wife of"),
        ("a self-", "ish act", "a selfish act"),
        ("an e-", "mail to", "an e-mail to"),
        ("set newlib_", "link_flags first", "set newlib_link_flags first"),
        ("give --no-", "show-layout to", "give --no-show-layout to"),
        ("(-no-", "cgo and", "(-no-cgo and"),
        ("with --possi-", "bly lost", "with --possibly lost"),
        ("a text--anno-", "tation", "a text--annotation"),
        ("Name: ____", "Street", "Name: ____ Street"),
        ("as in snake_", "— and so on", "as in snake_ — and so on"),
        ("pages 770–", "778 of", "pages 770–778 of"),
        ("before –", "after", "before – after"),
        ("open Monday–", "Friday only", "open Monday–Friday only"),
        ("in- och", "utdata", "in- och utdata"),
        ("in-", "och utdata", "in- och utdata"),
        ("it was need-", "ed there", "it was needed there"),
        ("it went in-", "to the sea", "it went into the sea"),
        ("soft\u00ad", "ware", "software"),
        ("見出", "しです", "見出しです"),
        ("使用 Linux", "系统", "使用 Linux 系统"),
    ],
)
def test_line_end(left: str, right: str, expected: str) -> None:
    assert joined(left, right) == expected


def test_the_document_decides_first() -> None:
    assert joined("an Open-", "Telemetry SDK", words={"opentelemetry": 3}) == "an OpenTelemetry SDK"
    assert joined("an Open-", "Telemetry SDK") == "an Open-Telemetry SDK"
    assert joined("x-www-form-", "urlencoded", words={"x-www-form-urlencoded": 1}) == "x-www-form-urlencoded"
    assert joined("one data-", "base", words={"data-base": 2, "database": 1}) == "one data-base"


def test_another_form_of_the_word_tells_as_well() -> None:
    assert joined("they are re-", "aggregated", words={"re-aggregation": 1}) == "they are re-aggregated"
    assert joined("they are re-", "aggregated") == "they are reaggregated"


def test_french_pronouns_keep_their_hyphen_in_french_only() -> None:
    assert joined("les projets eux-", "mêmes", words=FRENCH) == "les projets eux-mêmes"
    assert joined("c'est gra-", "tuit", words=FRENCH) == "c'est gratuit"
    assert joined("a rendez-", "vous") == "a rendezvous"


def test_a_piece_of_code_that_ends_in_a_hyphen_goes_on_in_the_next_line() -> None:
    mono = ROMAN._replace(mono=True)
    pieces = inline_pieces([line("denomi-", style=mono), line("nator", style=mono)], NONE, ROMAN)
    assert [piece.text for piece in pieces] == ["denominator"]


def test_a_cell_is_mended_like_a_paragraph_but_keeps_its_digits() -> None:
    power = line("10")
    power.text, power.runs = "109", (Run(0, ROMAN), Run(2, RAISED))
    assert cell_text([line("Case Insen-"), line("sitive?")], NONE) == "Case Insensitive?"
    assert cell_text([line("2019-"), line("2020")], NONE) == "2019-2020"
    assert cell_text([power], NONE) == "109"
    assert join_lines([power], NONE) == "10⁹"


def test_a_title_joined_by_blanks_is_mended() -> None:
    assert mended("Setting the prefer- ences of all", NONE) == "Setting the preferences of all"
    assert mended("Haupt- und Nebensatz, 2 - 3", NONE) == "Haupt- und Nebensatz, 2 - 3"


def test_halves_of_broken_words_are_no_words_of_the_document() -> None:
    vocabulary = collect_vocabulary([page([line("the denomi-"), line("nator is whole"), line("denominator")])])
    assert vocabulary.words == Counter({"the": 1, "is": 1, "whole": 1, "denominator": 1})


TEXT = st.text(alphabet="abcdeéBÄ019 -–—/.,'’文字", min_size=1, max_size=16)


@given(TEXT, TEXT, st.dictionaries(st.text(alphabet="abcde-", min_size=1, max_size=6), st.integers(1, 5), max_size=4))
def test_a_joint_takes_off_nothing_but_a_hyphen(left: str, right: str, words: dict[str, int]) -> None:
    cut, between = joint(left, right, Vocabulary(Counter(words)))
    assert between in ("", " ")
    assert cut == 0 or (cut == 1 and left[-1] in "-‐\u00ad" and between == "")


@given(st.lists(TEXT.map(str.strip).filter(bool), min_size=1, max_size=6))
def test_joined_lines_keep_every_character_but_hyphens(texts: list[str]) -> None:
    def letters(text: str) -> str:
        return "".join(char for char in text if char not in " -")

    assert letters(joined(*texts)) == letters("".join(texts))
    pieces = inline_pieces([line(text) for text in texts], NONE, ROMAN)
    assert letters("".join(piece.text for piece in pieces)) == letters("".join(texts))


@pytest.mark.parametrize(
    ("left", "right", "whole"),
    [
        ("T-", "shirt", "T-shirt"),
        ("n-", "dimensional", "n-dimensional"),
        ("k-", "means", "k-means"),
        ("A-", "bout", "About"),
        ("a-", "mor", "amor"),
    ],
)
def test_one_letter_alone_is_no_syllable(left: str, right: str, whole: str) -> None:
    vocabulary = Vocabulary(Counter())
    assert vocabulary.keeps_hyphen(left[:-1], right) == ("-" in whole)
