"""Figures, tables and contents pages are known by their names in many languages, and not what begins alike."""

from __future__ import annotations

import pytest

from pdf_extractor_ai.geometric.figures import CAPTION, TABLE_CAPTION
from pdf_extractor_ai.geometric.tables.titles import is_table_title, is_title
from tests.geometric.paper import Text, bold, markdown, typeset

FIGURES = ["Figure 2: Dune", "Abb. 3 Düne", "Figuur 1: Duin", "Rysunek 4. Wydma", "Obrázek 2: Duna", "Figur 7. Dyn",
           "Σχήμα 1: Θίνα", "Şekil 3: Kumul", "Hình 5: Cồn", "그림 2: 사구",
           "図 1: 砂丘", "Рис. 8. Дюна", "איור 1: דיונה"]  # fmt: skip
TABLES = ["Table 2: Sand", "Tabel 1: Zand", "Tabelle 3. Sand", "Tabulka 4: Písek", "Πίνακας 2: Άμμος", "Tablo 1: Kum",
          "표 3: 모래", "表 2 砂", "Таблица 4. Песок", "Bảng 1: Cát", "جدول 2: رمل"]  # fmt: skip


@pytest.mark.parametrize("text", FIGURES)
def test_captions_of_figures(text: str) -> None:
    assert CAPTION.match(text)
    assert is_title(text)
    assert not is_table_title(text)


@pytest.mark.parametrize("text", TABLES)
def test_captions_of_tables(text: str) -> None:
    assert TABLE_CAPTION.match(text)
    assert is_table_title(text)


@pytest.mark.parametrize(
    "text", ["Figures of speech", "Tabelle ohne Zahl", "Bilder 3", "Figurative art 2", "The table 3"]
)
def test_what_only_begins_like_one(text: str) -> None:
    assert not CAPTION.match(text)
    assert not TABLE_CAPTION.match(text)


def contents(name: str) -> str:
    rows = [("Wind", "3"), ("Water", "14"), ("Salt", "27"), ("Sand", "31")]
    page = [bold(60, name, 16)]
    page += [Text(90 + 18 * row, title) for row, (title, _) in enumerate(rows)]
    page += [Text(90 + 18 * row, number, x=420) for row, (_, number) in enumerate(rows)]
    return markdown(typeset([page]))


@pytest.mark.parametrize("name", ["Contents", "Inhalt", "Innehåll", "Conteúdo", "Obsah", "Sommario", "Tartalom"])
def test_a_page_named_contents_is_one(name: str) -> None:
    text = contents(name)
    assert "# Wind" not in text
    assert all(f"{title} … {page}" in text.replace("|", "…") or f"{title} | {page}" in text
               for title, page in (("Wind", "3"), ("Salt", "27")))  # fmt: skip
