from __future__ import annotations

from pathlib import Path

import pytest

from pdf_extractor_ai.aipdf.sources import Kind, kind_of, semantic_xml
from pdf_extractor_ai.aipdf.validate import check
from pdf_extractor_ai.errors import LayerXmlError, SourceFormatError
from tests.aipdf.samples import FIXTURES, SAMPLES
from tests.shared import needs_shared

SOURCES = sorted(path for path in (SAMPLES / "source").iterdir() if path.suffix != ".xml")

AS_ALL = {"md-03-empty", "md-04-blank", "md-05-hash", "md-06-fence", "md-08-unicode", "html-02-empty", "typ-02-empty"}
AS_ALL |= {"html-04-fragment"}
"""Sources without any of the faults the contract lists: our bytes are those of every implementation."""


def made(source: str, kind: Kind) -> str:
    """The blocks of a source, one per line, without the frame."""
    lines = semantic_xml(source, kind).split("\n")
    return "\n".join(line for line in lines if not line.startswith(("<?xml", "<document", "</", "<section")))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_sources(path: Path) -> None:
    xml = semantic_xml(path.read_text(encoding="utf-8"), kind_of(path.suffix))
    assert xml + "\n" == path.with_name(path.name + ".xml").read_text(encoding="utf-8")
    assert check(xml, strict=True).warnings == ()


@needs_shared
@pytest.mark.parametrize("name", sorted(AS_ALL))
def test_plain_sources_give_the_shared_bytes(name: str) -> None:
    (path,) = (each for each in SOURCES if each.stem == name)
    shared = (FIXTURES / "source" / "rust" / f"{path.name}.xml").read_text(encoding="utf-8")
    assert semantic_xml(path.read_text(encoding="utf-8"), kind_of(path.suffix)) == shared


@needs_shared
@pytest.mark.parametrize("name", ["xml-01-fenced", "xml-02-stylesheet", "xml-03-fenced-inline"])
def test_xml_is_taken_as_it_is(name: str) -> None:
    source = (FIXTURES / "source" / f"{name}.xml").read_text(encoding="utf-8")
    shared = (FIXTURES / "source" / "rust" / f"{name}.xml.out.xml").read_text(encoding="utf-8")
    assert semantic_xml(source, "xml") == shared


def test_a_fence_inside_xml_is_text() -> None:
    xml = '<document version="1.0"><section id="s"><codeBlock>```xml\n&lt;a/&gt;\n```</codeBlock></section></document>'
    assert semantic_xml(xml, "xml") == xml


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        (
            "- a\n  - b\n- c",
            '<list id="b1" type="unordered"><item id="b2">a</item><item id="b3">b</item><item id="b4">c</item></list>',
        ),
        (
            "x[^1]\n\n[^1]: note",
            '<paragraph id="b1" page="1" role="paragraph">x</paragraph>\n<footnote id="b2" page="1">note</footnote>',
        ),
        ("$$\nx^2\n$$", '<equation id="b1" notation="latex">x^2</equation>'),
        (
            "T\n: D",
            '<definitionList id="b1" page="1"><definition id="b2" term="T">D</definition></definitionList>',
        ),
        ("    a\n      b", '<codeBlock id="b1">a\n  b</codeBlock>'),
        ("a/JavaScript", '<paragraph id="b1" page="1" role="paragraph">a&#47;JavaScript</paragraph>'),
        ("<script>x</script>\n\ny", '<paragraph id="b1" page="1" role="paragraph">y</paragraph>'),
    ],
)
def test_markdown_keeps_what_others_lose(source: str, blocks: str) -> None:
    assert made(source, "markdown") == blocks


def test_front_matter_becomes_metadata() -> None:
    source = "---\ntitle: T\nauthor: [A, B]\nlang: de\ntags: [x]\ndate: 2026-01-02\n---\n\n# H"
    xml = semantic_xml(source, "markdown")
    assert 'lang="de"' in xml
    assert "<title>T</title>\n<author>A</author>\n<author>B</author>\n<created>2026-01-02</created>" in xml


def test_front_matter_that_cannot_be_read_says_nothing() -> None:
    bomb = "---\na: &a [x]\nb: [*a, *a]\ntitle: t\n---\n\ntext"
    for source in (bomb, "---\n: [\n---\n\ntext", "---\n- list\n---\n\ntext"):
        assert made(source, "markdown") == '<paragraph id="b1" page="1" role="paragraph">text</paragraph>'


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("<p>Hello <b>bold</b>, you", '<paragraph id="b1" page="1" role="paragraph">Hello bold, you</paragraph>'),
        ("<div>bare</div>", '<paragraph id="b1" page="1" role="paragraph">bare</paragraph>'),
        ("<p>a<br>b", '<paragraph id="b1" page="1" role="paragraph">a b</paragraph>'),
        ("<img src=x.png alt=y>", '<figure id="b1" page="1"><image src="x.png" alt="y"/></figure>'),
        ("<noscript>n</noscript><style>s</style><p>p", '<paragraph id="b1" page="1" role="paragraph">p</paragraph>'),
        (
            "<table><tr><td colspan=2 rowspan=x>a</table>",
            '<table id="b1" page="1" role="table"><row><cell colspan="2">a</cell></row></table>',
        ),
    ],
)
def test_html_keeps_what_others_lose(source: str, blocks: str) -> None:
    assert made(source, "html") == blocks


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("#set page(\n  width: 1cm,\n)\ntext", '<paragraph id="b1" page="1" role="paragraph">text</paragraph>'),
        ("a // b", '<paragraph id="b1" page="1" role="paragraph">a</paragraph>'),
        ("#quote[Said.]", '<citation id="b1" role="citation">Said.</citation>'),
        (
            'see #link("https://e.org") <l>',
            '<paragraph id="b1" page="1" role="paragraph">see https://e.org</paragraph>',
        ),
        (
            "#table(columns: 2, [a], [b], [c], [d])",
            '<table id="b1" page="1" role="table"><row><cell>a</cell><cell>b</cell></row>'
            "<row><cell>c</cell><cell>d</cell></row></table>",
        ),
        ("#figure(never closed", '<paragraph id="b1" page="1" role="paragraph">#figure(never closed</paragraph>'),
    ],
)
def test_typst_keeps_what_others_lose(source: str, blocks: str) -> None:
    assert made(source, "typst") == blocks


def test_what_is_no_source_is_refused() -> None:
    with pytest.raises(SourceFormatError, match="unsupported input extension `docx`"):
        kind_of(".docx")
    with pytest.raises(LayerXmlError):
        semantic_xml("no XML here", "xml")


@pytest.mark.parametrize("kind", ["markdown", "html", "typst"])
@pytest.mark.parametrize(
    "noise", ["<div>" * 3000, "[" * 3000, "> " * 300, "\x00\x01\x0b", "- " * 500, "#figure(" * 300]
)
def test_hostile_sources_end_in_a_valid_layer_or_a_typed_error(kind: Kind, noise: str) -> None:
    try:
        xml = semantic_xml(noise, kind)
    except (SourceFormatError, LayerXmlError):
        return
    assert check(xml, strict=True)
