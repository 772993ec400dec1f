"""The words that books use for their parts, in nine languages and a few more.

English, German, French, Spanish, Italian, Portuguese, Russian, Chinese, Japanese; Dutch and Vietnamese where they
cost nothing. All are written without case and accents as `folded` leaves them.
"""

from __future__ import annotations

import re
import unicodedata

CHAPTER = (
    "chapter", "module", "lesson", "lecture", "kapitel", "chapitre", "capitulo", "capitolo", "глава", "章", "chuong",
    "hoofdstuk",
)  # fmt: skip
PART = ("part", "teil", "partie", "parte", "часть", "книга", "tome", "deel", "部", "phan")
APPENDIX = (
    "appendix", "appendices", "annex", "anhang", "annexe", "apendice", "anexo", "appendice", "allegato", "приложение",
    "附录", "附錄", "付録", "phu luc", "bijlage",
)  # fmt: skip

_BACK_TITLES = r"""
(?:(?:subject|author|name|person|place|general|concept|function|variable|type|keyword|command|symbol|topic|term|word
|alphabetical|macro|option|file|program|package|procedure|class|method|key|code|error|citation|scripture|case|figure
|and|of|the|&|,)s?,? ){0,6}ind(?:ex|exes|ices)(?: of [\w ,&]{1,40})?
(?:sach|namens?|personen|orts|stichwort|schlagwort)?register|(?:stich|schlag)wortverzeichnis
indice (?:alfabetico|analitico|remissivo|tematico|onomastico)
indice de (?:materias|nombres|palabras|terminos|conceptos|autores)
index (?:general|des [\w ]{1,30}|alphabetique|thematique|tematico|analitico)
(?:(?:предметный|именной|алфавитный) )?указатель(?: \w{1,20})?|索引|名詞索引|术语索引|事項索引|人名索引
(?:selected |annotated )?bibliograph(?:y|ie)|(?:selected )?references(?: cited)?|works cited|literature(?: cited)?
literatur(?:verzeichnis|hinweise|angaben)?|quellen(?:verzeichnis|angaben)?|bibliografia
referencias(?: bibliograficas)?|riferimenti(?: bibliografici)?|references bibliographiques
список (?:использованной )?литературы|литература|библиография|参考文献|參考文獻|参考书目|參考書目|引用文献
gloss(?:ary|ar|aire)(?: of terms)?|glosario|glossario|глоссарий|словарь терминов|术语表|詞彙表|词汇表|用語集|用語解説
colophon|kolophon|impressum|colofon|colofone|colofao|выходные данные|版权页|奥付
(?:further|suggested|recommended) reading|weiterfuhrende literatur|pour aller plus loin|lecturas recomendadas
letture consigliate|leituras recomendadas|рекомендуемая литература|延伸阅读|延伸閱讀|参考図書
about the authors?|uber d(?:en|ie) autor(?:en|in|innen)?|a propos (?:de l'auteur|des auteurs)
sobre (?:el|los|o|os) autor(?:es)?|sull'autore|gli autori|об авторах?|关于作者|關於作者|著者について|著者紹介
"""
_FRONT_TITLES = r"""
preface(?: to [\w ]{1,40})?|foreword(?: by .{1,40})?|acknowledge?ments?|dedication|title page|imprint|prologue
about this (?:book|guide|manual|document)|copyright(?: (?:page|notice))?|legal notice|praise for .{1,60}
about the (?:authors?|translators?)
vorwort(?: .{1,40})?|geleitwort|danksagung(?:en)?|widmung|uber dieses (?:buch|handbuch)|impressum|titelseite
avant-propos|remerciements|dedicace|a propos de ce (?:livre|manuel)|mentions legales
prefacio|prologo|agradecimientos|dedicatoria|acerca de este (?:libro|manual)|aviso legal
prefazione|premessa|ringraziamenti|dedica|informazioni su questo (?:libro|manuale)
agradecimentos|sobre este (?:livro|manual)
предисловие|благодарности|посвящение|об этой книге|от автора
前言|序|序言|自序|致谢|致謝|献词|獻詞|关于本书|關於本書|版权
まえがき|前書き|はしがき|序文|謝辞|献辞|本書について|著作権
"""
_CONTENTS_TITLES = r"""
(?:(?:brief|short|detailed|summary) )?(?:table of )?contents(?: in brief)?|contents at a glance
(?:kurz)?inhalt(?:sverzeichnis|subersicht)?|table des matieres|sommaire|indice(?: generale?)?
contenidos?|tabla de contenidos?|sommario|sumario|conteudo|содержание|оглавление
目[录錄次]|muc luc|inhoud(?:sopgave)?|spis tresci|obsah
"""
_LISTS_TITLES = r"""
list of (?:figures|tables|examples|listings|illustrations|procedures|equations|algorithms|abbreviations|acronyms
|symbols)|(?:abbildungs|tabellen|beispiel|abkurzungs|symbol)verzeichnis
(?:table|liste) des (?:figures|tableaux|illustrations|exemples|abreviations)
(?:indice|lista) (?:de|de las|delle|das|dos) (?:figuras|tablas|ejemplos|figure|tabelle|tabelas|exemplos|abreviaturas)
(?:список|перечень) (?:рисунков|таблиц|иллюстраций|сокращений)
图目录|表目录|圖目錄|表目錄|図目次|表目次
"""

_SPELLED = {
    "en": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty",
    "de": "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "de ordinal": "erste zweite dritte vierte funfte sechste siebte achte neunte zehnte elfte zwolfte",
    "fr": "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "fr ordinal": "premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme",
    "es": "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "es ordinal": "primero segundo tercero cuarto quinto sexto septimo octavo noveno decimo",
    "it ordinal": "primo secondo terzo quarto quinto sesto settimo ottavo nono decimo",
    "pt ordinal": "primeiro segundo terceiro quarto quinto sexto setimo oitavo nono decimo",
    "ru ordinal": "первая вторая третья четвертая пятая шестая седьмая восьмая девятая десятая одиннадцатая",
}  # fmt: skip
NUMBER_WORDS: dict[str, int] = {
    word: number for words in _SPELLED.values() for number, word in enumerate(words.split(), start=1)
}
"""Numbers spelled out -> their value; ``six`` is the same in two languages."""


_LIKE = str.maketrans("’đё", "'dе")


def folded(text: str) -> str:
    """``text`` for comparing: compatibility forms, case and accents gone, blanks single, no closing marks."""
    text = text.casefold()
    if not text.isascii():
        text = "".join(map(_bare, unicodedata.normalize("NFKC", text))).translate(_LIKE)
    text = " ".join(text.split()).strip(" .:;,-–—*")
    # Letter-spaced capitals: `I N D E X`.
    return text.replace(" ", "") if re.fullmatch(r"\w(?: \w){2,}", text) else text


def _bare(char: str) -> str:
    """A Latin letter without its accents; those of other scripts make other letters and stay."""
    plain = unicodedata.normalize("NFD", char)[0]
    return plain if plain.isascii() else char


def _matcher(lines: str) -> re.Pattern[str]:
    return re.compile("|".join(lines.strip().split("\n")).replace("||", "|"))


BACK = _matcher(_BACK_TITLES)
FRONT = _matcher(_FRONT_TITLES)
CONTENTS = _matcher(_CONTENTS_TITLES)
LISTS = _matcher(_LISTS_TITLES)
