"""Accounts and price lists without rules: rows far apart and names of groups between them; and what only looks so."""

from __future__ import annotations

import pytest

from tests.geometric.tables.sheet import Rows, Sheet

ACCOUNT: Rows = [
    ["Class A", ""],
    ["Net value at the end of the year", "5,111,372"],
    ["Number of units at the end of the year", "49,136"],
    ["Class B", ""],
    ["Net value at the end of the year", "49,144,825"],
    ["Number of units at the end of the year", "471,555"],
    ["Result", ""],
    ["Direct result", "-"],
    ["Revaluation", "2,076,667"],
    ["Costs", "(106,870)"],
]


def _list(rows: Rows, steps: tuple[float, ...] = (26.0,), y: float = 120) -> Sheet:
    """Names at the left and amounts that end at one place, the rows apart by the steps in turn."""
    sheet = Sheet()
    for number, (name, amount) in enumerate(rows):
        sheet.text(72, y, name)
        sheet.text(520, y, amount, align="r")
        y += steps[number % len(steps)]
    return sheet


@pytest.mark.parametrize("steps", [(26.0,), (34.0, 22.0, 22.0), (14.0,)])
def test_an_account_is_one_table(steps: tuple[float, ...]) -> None:
    sheet = _list(ACCOUNT, steps)
    sheet.text(520, 98, "2016", align="r")
    assert sheet.grids() == [[["", "2016"], *ACCOUNT]]


def test_a_price_list_with_names_of_groups() -> None:
    rows: Rows = []
    for group in ("Rhone", "Languedoc", "Provence", "Loire"):
        rows += [[f"Wines of {group}", ""], [f"House of {group}, old vines", "8 €"], [f"Castle {group}", "13 €"]]
    assert _list(rows[1:], (16.0,)).grids() == [rows[1:]]


@pytest.mark.parametrize("amounts", [
    [str(3 + 4 * number) for number in range(8)],
    [f"({number}.{number})" for number in range(1, 9)],
    [str(2019 - number) for number in range(8)],
])  # fmt: skip
def test_pages_numbers_of_equations_and_years_are_no_amounts(amounts: list[str]) -> None:
    rows: Rows = []
    for number, amount in enumerate(amounts):
        rows += [[f"Part {number} of the whole", ""], [f"The {'first' if number % 2 else 'other'} matter", amount]]
    assert _list(rows, (30.0,)).tables() == []


def test_text_between_two_values_ends_the_list() -> None:
    prose = "The tanks were filled by hand each morning, and the levels were read again before the pumps started."
    rows: Rows = []
    for number in range(8):
        rows += [[f"Question {number}", f"{(7 * number) % 5} marks"], [prose, ""]]
    assert _list(rows, (14.0,)).tables() == []


def _priced(*names: str) -> list[str]:
    """The first column of a list of names with an amount each, but for those that a tilde marks."""
    sheet = Sheet()
    for row, name in enumerate(names):
        sheet.text(60, 112 + 14 * row, name.removeprefix("~"))
        if not name.startswith("~"):
            sheet.text(300, 112 + 14 * row, f"{1000 + 37 * row},00", align="r")
    (grid,) = sheet.grids()
    return [row[0] for row in grid]


def test_a_name_that_goes_on_under_its_amount() -> None:
    names = ["Winter follows in velvet reaches", "~from", "Pepper leaves at paper needs a", "~pepper"]
    names += ["Bridge needs of forest", "Garden brings for signal", "Meadow shows and orchard"]
    assert _priced(*names) == [f"{names[0]} from", f"{names[2]} pepper", *names[4:]]


def test_a_name_with_room_for_the_word_below_it_does_not_go_on() -> None:
    names = ["Winter follows in velvet reaches", "Pepper leaves", "~of all:", "Bridge needs of forest"]
    assert "Pepper leaves" in _priced(*names, "Garden brings for signal", "Meadow shows and orchard")
