"""Titles taken apart, in nine languages and more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdf_extractor_ai.book.kinds import bare_key, number_value, read_title

LABELLED = [
    ("CHAPTER 4: ADVANCED POD NETWORKING", "chapter", "CHAPTER 4", "4", "ADVANCED POD NETWORKING"),
    ("Chapter 3 Data", "chapter", "Chapter 3", "3", "Data"),
    ("CHAPTER ONE", "chapter", "CHAPTER ONE", "ONE", ""),
    ("PART IV. Storage", "part", "PART IV", "IV", "Storage"),
    ("Appendix A: Tables", "appendix", "Appendix A", "A", "Tables"),
    ("Kapitel 3: Netze", "chapter", "Kapitel 3", "3", "Netze"),
    ("Anhang B Tabellen", "appendix", "Anhang B", "B", "Tabellen"),
    ("Chapitre premier", "chapter", "Chapitre premier", "premier", ""),
    ("Partie 2 : Réseaux", "part", "Partie 2", "2", "Réseaux"),
    ("CAPÍTULO 2 Redes", "chapter", "CAPÍTULO 2", "2", "Redes"),
    ("Apéndice B. El manifiesto", "appendix", "Apéndice B", "B", "El manifiesto"),
    ("Capitolo 5 Reti", "chapter", "Capitolo 5", "5", "Reti"),
    ("Apêndice C: Glossas", "appendix", "Apêndice C", "C", "Glossas"),
    ("Глава 3. Настройка", "chapter", "Глава 3", "3", "Настройка"),
    ("Приложение А. Таблицы", "appendix", "Приложение А", "А", "Таблицы"),
    ("第三章 网络", "chapter", "第三章", "三", "网络"),
    ("附錄 A. 高級打包", "appendix", "附錄 A", "A", "高級打包"),
    ("第2部 応用", "part", "第2部", "2", "応用"),
    ("付録A ツール", "appendix", "付録A", "A", "ツール"),
    ("Chương 1. Bắt đầu", "chapter", "Chương 1", "1", "Bắt đầu"),
]
NAMED = {
    "front": [
        "Preface", "Vorwort", "Avant-propos", "Prólogo", "Prefazione", "Prefácio", "Предисловие", "前言", "まえがき"
    ],
    "back": [
        "Index", "I N D E X", "Function and variable index", "Sachregister", "Literaturverzeichnis",
        "Índice alfabético",
        "Indice analitico", "Bibliographie", "Glosario", "Предметный указатель", "Список литературы",
        "索引", "参考文献",
        "用語集", "Colophon", "Further reading", "About the authors", "7 References", "Über die Autoren",
    ],
    "contents": ["Contents", "Table of Contents", "Inhaltsverzeichnis", "Table des matières", "Índice", "Sommario",
                 "Sumário", "Содержание", "目录", "目次"],
    "lists": ["List of Figures", "Abbildungsverzeichnis", "Liste des tableaux", "図目次"],
    "appendix": ["Appendix", "Appendices", "Chapter 7: Appendix"],
}  # fmt: skip
PROSE = [
    "part in the performance of the system.",
    "chapter 3, where we look at nodes.",
    "MODULE 3 of the kernel is loaded.",
    "Index scans are cheaper",
    "Partition tables",
    "Teilnehmer",
    "Price Index",
    "A Tale of Two Cities",
    "Copyright law",
    "Introduction",
]


@pytest.mark.parametrize(("text", "kind", "label", "number", "bare"), LABELLED)
def test_label_number_and_title_are_told_apart(text: str, kind: str, label: str, number: str, bare: str) -> None:
    title = read_title(text)
    assert (title.kind, title.label, title.number, title.bare) == (kind, label, number, bare)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in NAMED.items() for text in texts])
def test_kinds_are_known_by_their_words(kind: str, text: str) -> None:
    assert read_title(text).kind == kind


@pytest.mark.parametrize("text", PROSE)
def test_sentences_and_other_titles_have_no_kind(text: str) -> None:
    assert read_title(text).kind == ""


@pytest.mark.parametrize(
    ("text", "depth"), [("1 Introduction", 1), ("1.2. Scope", 2), ("3.14.1 Deep", 3), ("2001 A Space Odyssey", 0)]
)
def test_decimal_numbers_give_the_depth(text: str, depth: int) -> None:
    assert read_title(text).depth == depth


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("IV", 4), ("xcix", 99), ("three", 3), ("Zwölf", 12), ("première", 1), ("Erstes", 1), ("первая", 1),
     ("二十一", 21), ("十", 10), ("B", 2), ("pod", 0), ("", 0)],
)  # fmt: skip
def test_numbers_of_all_sorts_have_a_value(text: str, value: int) -> None:
    assert number_value(text) == value


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Chapter 3. The Net", "3 The net"),
        ("Appendix A: Tables", "Tables"),
        ("第三章 网络", "网络"),
        ("1.2. Scope", "Scope"),
    ],
)
def test_titles_of_two_places_compare_equal(one: str, other: str) -> None:
    assert bare_key(one) == bare_key(other) != ""


@given(st.text(max_size=120))
def test_any_text_is_read(text: str) -> None:
    title = read_title(text)
    assert title.text == " ".join(text.split())
    assert title.label in title.text
    assert isinstance(number_value(text), int)
