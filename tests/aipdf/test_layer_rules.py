from __future__ import annotations

import json

import pytest
from lxml import etree

from pdf_extractor_ai.aipdf import schema_path
from pdf_extractor_ai.aipdf.carrier import MAX_XML_BYTES
from pdf_extractor_ai.aipdf.parse import MAX_DEPTH
from pdf_extractor_ai.aipdf.sanitize import escaped, sanitize
from pdf_extractor_ai.aipdf.validate import check
from pdf_extractor_ai.errors import LayerError, LayerTooLargeError, LayerVersionError, LayerXmlError
from tests.aipdf.samples import SAMPLES, XML

VERDICTS = json.loads((SAMPLES / "validation" / "verdicts.json").read_text(encoding="utf-8"))

STRICTER = {"edge-page-nonint", "edge-page-zero"}
"""We want page numbers from 1; no earlier reader looked."""

ILL_FORMED = {
    "bad-unclosed-root",
    "bad-mismatch",
    "bad-undefined-entity",
    "bad-bare-amp",
    "bad-control-char",
    "edge-two-roots",
    "edge-text-outside",
}
"""No XML; the one reader that takes some of them has no real parser."""


def _verdict(case: str, *, strict: bool) -> str:
    path = SAMPLES / "validation" / f"{case}.xml"
    frame = '<document version="1.0"><section id="s"><paragraph>', "</paragraph></section></document>"
    big = frame[0] + "a" * (MAX_XML_BYTES + 1 - sum(map(len, frame))) + frame[1]
    try:
        check(path.read_bytes().decode() if path.exists() else big, strict=strict)
    except LayerError as error:
        return f"ERROR {error}"
    return "ok"


@pytest.mark.parametrize("case", VERDICTS)
def test_lenient_verdict_is_the_shared_one(case: str) -> None:
    verdict = _verdict(case, strict=False)
    if case in ILL_FORMED:
        assert verdict.startswith("ERROR invalid semantic XML: ")
    else:
        assert verdict == VERDICTS[case]["shared"]


@pytest.mark.parametrize("case", VERDICTS)
def test_strict_verdict_refuses_what_any_reader_refuses(case: str) -> None:
    accepted = VERDICTS[case]["strict"] and case not in STRICTER
    assert (_verdict(case, strict=True) == "ok") is accepted
    assert not (case.startswith("ok-") and not accepted)
    assert not (case.startswith("bad-") and accepted)


def test_all_verdicts_are_there() -> None:
    assert len(VERDICTS) >= 64


def test_exactly_the_limit_passes() -> None:
    frame = '<document version="1.0"><section id="s"><paragraph>', "</paragraph></section></document>"
    text = frame[0] + "a" * (MAX_XML_BYTES - sum(map(len, frame))) + frame[1]
    assert len(check(text).xml) == MAX_XML_BYTES


def test_errors_tell_the_line_and_have_a_code() -> None:
    with pytest.raises(LayerXmlError) as caught:
        check(XML.replace("</title>", "</titel>"))
    assert caught.value.line == 4
    with pytest.raises(LayerVersionError) as version:
        check(XML.replace('version="1.0" id', 'version="2.0" id'))
    assert (version.value.code, bool(version.value.remedy)) == ("layer_version", True)


def test_warnings_are_kept_for_the_lenient() -> None:
    odd = XML.replace('id="b2"', 'id="b1" bbox="1,2" page="0"')
    assert check(odd).warnings == ("invalid bbox: 1,2", "invalid page: 0", "duplicate id: b1")
    with pytest.raises(LayerXmlError, match="invalid bbox"):
        check(odd, strict=True)


@pytest.mark.parametrize("text", ["see /JavaScript/", "run /LAUNCH now", "a/javascript b/launch"])
def test_slashes_are_written_so_that_every_reader_takes_them(text: str) -> None:
    xml = XML.replace("Two", escaped(text))
    assert check(xml, strict=True).root.find_all("paragraph")[0].text() == text


@pytest.mark.parametrize(
    "hostile",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><document version="1.0"/>',
        '<!doctype x SYSTEM "http://example.org/x.dtd"><document version="1.0"/>',
        XML.replace("Two", "&xxe;"),
        XML.replace("<paragraph", "<?php x ?><paragraph"),
        XML.replace("Two", "<script>"),
        "<a>" * 5000 + "</a>" * 5000,
        "<a>" * 100_000,
        XML.replace("Two", "<i>" * (MAX_DEPTH + 5) + "</i>" * (MAX_DEPTH + 5)),
        XML.replace("Two", "<i/>" * 500_000),
        XML.replace('id="b2"', " ".join(f'a{number}=">"' for number in range(20_000))),
        "\x00" * 1000,
        "",
        "<",
    ],
)
def test_hostile_xml_is_refused_with_a_typed_error(hostile: str) -> None:
    with pytest.raises((LayerXmlError, LayerTooLargeError)):
        check(hostile)


@pytest.mark.parametrize("value", ['=""', '= ""', "=\n''", "\t=\r\n''"])
def test_many_elements_with_many_attributes_are_refused_before_they_cost_memory(value: str) -> None:
    block = "<note" + "".join(f" a{number}{value}" for number in range(98)) + "></note>"
    with pytest.raises(LayerTooLargeError, match="400000 attributes"):
        check(f'<document version="1.0"><section id="s">{block * 4100}</section></document>')


def test_more_elements_than_any_document_has_are_refused() -> None:
    with pytest.raises(LayerTooLargeError, match="200000 elements"):
        check(f'<document version="1.0"><section id="s">{"<note></note>" * 200_000}</section></document>')


def test_a_huge_attribute_is_no_trouble() -> None:
    assert check(XML.replace('id="b2"', f'id="{"b" * 5_000_000}"')).root.tag == "document"


def test_byte_order_marks_and_white_space_around_do_not_count() -> None:
    assert sanitize("\ufeff\ufeff\u3000 \n" + XML + "\n\x85") == XML


def test_the_schema_accepts_what_it_should() -> None:
    schema = etree.XMLSchema(etree.parse(str(schema_path())))
    assert schema.validate(etree.fromstring(XML.encode()))
    assert not schema.validate(etree.fromstring(XML.replace('id="s1"', "").encode()))
