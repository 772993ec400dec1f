"""Short rules on the baseline are underscores; other short rules stay rules."""

from __future__ import annotations

import pytest

from pdf_extractor_ai.geometric.page import Rule, Run, Style
from pdf_extractor_ai.geometric.reader.underscores import type_underscores
from tests.geometric.setting import line


def rule(x: float, y: float = 99.8, length: float = 3.0, thickness: float = 0.4) -> Rule:
    return Rule(x, y, x + length, y, thickness)


def test_a_rule_in_the_gap_between_two_words_is_an_underscore() -> None:
    lines = [line("see all flag or not", 72, 100), line("all flag", 72, 112)]
    # Letters are 5 points wide: the gap behind `all` begins at 107.
    assert type_underscores(lines, [rule(108)]) == []
    assert [one.text for one in lines] == ["see all_flag or not", "all flag"]
    assert len(lines[0].xs) == len(lines[0].text) + 1


@pytest.mark.parametrize(("x", "text"), [(68.5, "_exit"), (92.5, "exit_")])
def test_underscores_at_the_ends_of_a_line(x: float, text: str) -> None:
    lines = [line("exit", 72, 100)]
    assert type_underscores(lines, [rule(x)]) == []
    assert lines[0].text == text
    assert list(lines[0].xs) == sorted(lines[0].xs)
    assert (lines[0].x0, lines[0].x1) == (min(x, 72), max(x + 3, 92))


def test_without_a_blank_it_goes_between_the_letters_and_styles_keep_their_words() -> None:
    made = line("IANA and", 72, 100)
    bold = Style("Serif", 10.0, bold=True)
    made.runs = (Run(0, made.runs[0].style), Run(5, bold))
    for index in range(2, 9):
        made.xs[index] += 4
    made.x1 += 4
    lines = [made]
    assert type_underscores(lines, [rule(82.5)]) == []
    assert lines[0].text == "IA_NA and"
    assert lines[0].pieces()[1] == (bold, "and")


@pytest.mark.parametrize(
    "other",
    [rule(108, length=6), rule(108, y=97), rule(108, y=102), rule(108, thickness=2), rule(140), rule(73),
     Rule(108, 97, 108, 100)],
    ids=["a blank to fill in", "a minus sign", "a line below", "a mark", "off the line", "under a letter", "upright"],
)  # fmt: skip
def test_other_rules_stay(other: Rule) -> None:
    lines = [line("see all flag", 72, 100)]
    assert type_underscores(lines, [other]) == [other]
    assert lines[0].text == "see all flag"
