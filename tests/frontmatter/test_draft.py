"""Drafts claim what the document says, and nothing else."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pikepdf
import pytest
from docling_core.types.doc import DoclingDocument

from pdf_extractor_ai import PdfExtractor, __version__
from pdf_extractor_ai.errors import CardError, InvalidPdfError
from pdf_extractor_ai.frontmatter import Card, CardNotes, attach_derived, draft_card, lint_card, read_card, write_card
from pdf_extractor_ai.frontmatter.evidence import Evidence, doc_type, section_name
from pdf_extractor_ai.frontmatter.facts import facts_of
from pdf_extractor_ai.frontmatter.summary import capped
from pdf_extractor_ai.frontmatter.validation import writing_faults
from pdf_extractor_ai.language import detect_language, tag_for
from tests.frontmatter.samples import PLAIN, TINY, as_bytes
from tests.shared import DATA

REPORT = DATA / "samples" / "report.pdf"
DAY = "1786579200"  # 13 August 2026


@pytest.fixture(scope="module")
def extractor() -> PdfExtractor:
    return PdfExtractor()


@pytest.fixture(autouse=True)
def _same_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", DAY)


def test_a_report_is_drafted_and_its_card_holds(extractor: PdfExtractor) -> None:
    card = draft_card(REPORT, extractor=extractor)
    written = write_card(REPORT, card)

    assert card.title == "Rain for a dry town"
    assert (card.language, card.pages, card.scanned) == ("en", 4, False)
    assert card.tables_on_pages
    assert list(card.key_sections.values()) == sorted(card.key_sections.values())
    assert card.generated_by == f"pdf-extractor-ai/{__version__}"
    assert card.generated_at == "2026-08-13"
    assert "summary" not in card.data
    assert "entities" not in card.data
    assert writing_faults(card) == []
    assert lint_card(card, page_count=4, attachment_names=[]) == []
    result = read_card(written)
    assert (result.status, result.hash_profile) == ("ok", "lite/1")
    assert draft_card(REPORT, extractor=extractor) == card


def test_a_document_without_its_file_claims_less(extractor: PdfExtractor) -> None:
    result = extractor.extract_result(REPORT.read_bytes(), name="report.pdf")

    bare = draft_card(result.document)
    whole = draft_card(result, REPORT)

    assert {"pages", "content_sha256", "metadata"} & set(bare.data) == set()
    assert bare.scanned is None
    assert whole == draft_card(REPORT, extractor=extractor)


def test_a_scan_is_told_and_its_text_is_not_guessed(extractor: PdfExtractor) -> None:
    card = draft_card(DATA / "samples" / "scan.pdf", extractor=extractor)

    assert card.scanned is True
    assert (card.title, card.language, card.doc_type) == ("scan", None, None)
    assert card.key_sections == {}


def test_the_date_is_today_when_no_other_is_given(extractor: PdfExtractor, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime

    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    before = datetime.now(UTC).date().isoformat()
    drafted = draft_card(TINY, extractor=extractor).generated_at or ""

    assert before <= drafted <= datetime.now(UTC).date().isoformat()


def _with_metadata(xmp: str | None = None, **info: str) -> bytes:
    with pikepdf.open(BytesIO(TINY)) as pdf:
        for key, value in info.items():
            pdf.docinfo[f"/{key}"] = pikepdf.String(value)
        if xmp is not None:
            pdf.Root["/Metadata"] = pikepdf.Stream(pdf, xmp.encode())
        return as_bytes(pdf)


_XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description>
<dc:title><rdf:Alt><rdf:li>From XMP</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>A. Writer</rdf:li><rdf:li>B. Writer</rdf:li></rdf:Seq></dc:creator>
</rdf:Description></rdf:RDF></x:xmpmeta>"""


def test_metadata_is_told_with_its_source(extractor: PdfExtractor) -> None:
    pdf = _with_metadata(_XMP, Title="From Info", Author="C; D", Subject="Sand", Keywords="dune, wind")
    card = draft_card(pdf, extractor=extractor)

    assert card.title == "From XMP"
    assert card.data["metadata"] == {
        "authors": ["A. Writer", "B. Writer"],
        "subject": "Sand",
        "keywords": ["dune", "wind"],
        "source": {"title": "xmp", "authors": "xmp", "subject": "info", "keywords": "info"},
    }
    info_only = draft_card(_with_metadata(Title="On Dunes", Author="A. Writer; B. Writer"), extractor=extractor)
    assert (info_only.title, info_only.data["metadata"]["authors"]) == ("On Dunes", ["A. Writer", "B. Writer"])


def test_a_title_of_a_program_is_no_title(extractor: PdfExtractor) -> None:
    for title in ("Microsoft Word - offer.docx", "untitled", "paper.dvi", "Screenshot at 00.15.png"):
        assert facts_of(_with_metadata(Title=title)).metadata.title == ""
    card = draft_card(_with_metadata(Title="Microsoft Word - offer.docx"), extractor=extractor)
    assert card.title == "document"


def test_what_a_library_fills_in_for_nobody_is_not_told() -> None:
    facts = facts_of(_with_metadata(Title="untitled", Author="anonymous", Subject="unspecified", Keywords="Unknown"))
    assert facts.metadata.to_dict("A title") == {}
    assert facts_of(_with_metadata(Author="Anonymous Collective")).metadata.authors == ("Anonymous Collective",)


@pytest.mark.parametrize(
    "xmp",
    [
        "no XML at all",
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>',
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x xmlns:dc="http://purl.org/dc/elements/1.1/">&b;</x>',
        "<x>" * 5_000,
        "\0\1",
    ],
)
def test_hostile_metadata_says_nothing(xmp: str) -> None:
    assert facts_of(_with_metadata(xmp, Title="Fine")).metadata.title == "Fine"


def test_metadata_is_one_clean_line() -> None:
    metadata = facts_of(_with_metadata(Title="A\x1b[31m \u202eB" + " long" * 100)).metadata

    assert metadata.title.isprintable()
    assert len(metadata.title) <= 200


def test_pointers_lead_to_what_is_attached(extractor: PdfExtractor) -> None:
    pdf = attach_derived(PLAIN, {"doc.docling.json": b"{}", "doc.doclang.json": b"{}", "other.json": b"{}"})
    card = draft_card(pdf, extractor=extractor)

    assert card.derived == {"doclang": "doc.doclang.json", "docling": "doc.docling.json"}
    layered = draft_card(DATA / "frontmatter" / "coexist" / "card-and-layer.pdf", extractor=extractor)
    assert layered.derived == {"aipdf": "aipdf-semantic.xml.br"}


class _Model:
    label = "maker/model-1"

    def __init__(self, notes: CardNotes) -> None:
        self.notes, self.given = notes, ("", "")

    def summarize(self, *, title: str, text: str) -> CardNotes:
        self.given = title, text
        return self.notes


def test_a_model_gives_summary_and_entities_within_bounds(extractor: PdfExtractor) -> None:
    document = DoclingDocument(name="x")
    document.add_text(label="text", text="Acme Ltd sells to Zoë.")  # type: ignore[arg-type]
    model = _Model(CardNotes("First sentence. " + "word " * 60, ("Acme  Ltd", "Zoë", "Acme Ltd", "Nobody Inc", "")))

    card = draft_card(document, summarizer=model)

    assert card.summary == "First sentence."
    assert [entity.name for entity in card.entities] == ["Acme Ltd", "Zoë"]
    assert card.generated_by == f"pdf-extractor-ai/{__version__} with maker/model-1"
    assert model.given[0] == "x"
    assert "Acme Ltd" in model.given[1]


def test_what_a_model_answers_is_capped() -> None:
    text = " ".join(f"E{number}" for number in range(20))
    names: Any = (*(f"E{number}" for number in range(20)), 7, None)

    kept = capped(CardNotes("w " * 50, names), text)

    assert len(kept.summary.split()) <= 40
    assert len(kept.entities) == 8
    assert capped(CardNotes("a\x1b\nb", ()), "") == CardNotes("a b", ())
    assert len(capped(CardNotes("字" * 500, ()), "").summary) <= 300


ANSWERS: list[Any] = [None, 3, "text", {}]
ANSWERS += [SimpleNamespace(summary=summary, entities=None) for summary in (None, 3, ["a"])]
ANSWERS += [SimpleNamespace(summary="", entities=entities) for entities in ("E1 E2", {"E1": 1}, 3, [None, 1, ["E1"]])]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_of_another_type_says_nothing(answer: Any) -> None:
    assert capped(answer, "E1 E2") == CardNotes()


def test_a_model_that_fails_ends_the_draft() -> None:
    class Failing:
        def summarize(self, *, title: str, text: str) -> CardNotes:
            raise ConnectionError("no answer")

    document = DoclingDocument(name="x")
    with pytest.raises(ConnectionError):
        draft_card(document, summarizer=Failing())


def test_what_cannot_be_drafted_is_an_error_of_ours() -> None:
    with pytest.raises(CardError, match="no title"):
        draft_card(DoclingDocument(name=""))
    with pytest.raises(InvalidPdfError):
        draft_card(b"not a PDF")
    with pytest.raises(TypeError):
        draft_card(7)  # type: ignore[arg-type]


_TEXTS = {
    "en": "The tide goes out twice a day and leaves the sand behind, wet and shining, for the birds that feed on it.",
    "de": "Das Wasser geht zweimal am Tag zurück und lässt den Sand nass und glänzend für die Vögel liegen.",
    "pt": "A maré desce duas vezes por dia e deixa a areia molhada e brilhante para os pássaros que se alimentam nela.",
    "fr": "La mer se retire deux fois par jour et laisse derrière elle le sable mouillé, brillant, pour les oiseaux.",
    "ru": "Вода уходит два раза в день и оставляет за собой мокрый блестящий песок для птиц, которые там едят.",
    "el": "Η παλίρροια υποχωρεί δύο φορές την ημέρα και αφήνει πίσω της την υγρή άμμο για τα πουλιά που ζουν εκεί.",
    "ja": "潮は一日に二度引いて、濡れて光る砂をあとに残す。鳥たちはそこで餌をとり、夕方になるとまた海の上へ飛んでいく。"
    * 3,
    "ar": "ينحسر المد مرتين في اليوم ويترك وراءه الرمال المبللة اللامعة للطيور التي تتغذى عليها كل يوم عند الشاطئ.",
}


@pytest.mark.parametrize("code", sorted(_TEXTS))
def test_the_language_of_a_paragraph_is_told(code: str) -> None:
    assert detect_language(_TEXTS[code]) == code


@pytest.mark.parametrize(
    "text",
    ["", "Too short.", "1.00 2.00 3.00 " * 100, _TEXTS["en"] * 20 + _TEXTS["ru"] * 20, "qzx vbk ptr wlm " * 40],
    ids=["empty", "short", "numbers", "two-languages", "rubbish"],
)
def test_doubtful_texts_have_no_language(text: str) -> None:
    assert detect_language(text) is None


def test_a_declared_language_counts_where_the_text_agrees() -> None:
    assert tag_for("pt-PT", _TEXTS["pt"]) == "pt-PT"
    assert tag_for("PT_pt", _TEXTS["pt"]) == "pt-PT"
    assert tag_for("en-US", _TEXTS["pt"]) == "pt"
    assert tag_for("fr-CA", "Court.") == "fr-CA"
    assert tag_for(None, "Court.") is None


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("1.2 Liability cap", "liability_cap"),
        ("Chapter 3: What's new?", "whats_new"),
        ("§ 4 Kündigung", "kundigung"),
        ("Straße & Ærø", "strasse_aero"),
        ("A new approach", "a_new_approach"),
        ("IV. Results", "results"),
        ("目录和索引", "目录和索引"),
        ("2026", "2026"),
        ("…", ""),
        ("A very long heading that goes on and on beyond all measure", "a_very_long_heading_that_goes_on_and_on"),
    ],
)
def test_sections_are_called_in_snake_case(heading: str, name: str) -> None:
    assert section_name(heading) == name


def _evidence(**given: Any) -> Evidence:
    return Evidence(**{"title": "T", "headings": (), "start": "", "pages": 2, "words": 1_000, **given})


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("contract", {"title": "Supply Agreement", "start": "between the following parties"}),
        ("contract", {"title": "Mietvertrag", "start": "Die Parteien vereinbaren"}),
        (None, {"title": "The Social Contract", "start": "Man is born free"}),
        ("invoice", {"start": "Acme\nInvoice 17\nTotal € 12.00"}),
        (None, {"start": "How to write an invoice for € 12.00"}),
        ("report", {"title": "Jahresbericht 2025"}),
        ("paper", {"headings": ["Abstract", "1 Introduction", "References"]}),
        (None, {"headings": ["Abstract", "1 Introduction"]}),
        ("presentation", {"landscape": True, "pages": 20, "words": 900}),
        (None, {"landscape": True, "pages": 20, "words": 9_000}),
        ("letter", {"start": "Dear Ms Poe,\nthe dune moved.\nYours sincerely\nA. Writer"}),
        ("form", {"fields": 30}),
        (None, {"fields": 3}),
        ("manual", {"title": "User's Guide to Dunes"}),
        ("book", {"pages": 200, "headings": ["Chapter 1", "Chapter 2", "Chapter 3"]}),
        (None, {"pages": 200, "headings": ["Chapter 1", "Chapter 2", "Chapter 3"], "start": "A PhD thesis"}),
        (None, {"title": "Annual Report", "fields": 30}),
        (None, {}),
    ],
)
def test_a_kind_is_told_by_plain_evidence_only(kind: str | None, given: dict[str, Any]) -> None:
    assert doc_type(_evidence(**given)) == kind


def test_fields_to_fill_in_are_counted() -> None:
    assert facts_of((DATA / "recipes" / "acroform.pdf").read_bytes()).fields > 0
    assert facts_of(PLAIN).fields == 0


def test_a_looping_form_comes_to_an_end() -> None:
    with pikepdf.open(BytesIO(PLAIN)) as pdf:
        loop = pdf.make_indirect(pikepdf.Dictionary())
        loop["/Kids"] = pikepdf.Array([loop, loop])
        pdf.Root["/AcroForm"] = pikepdf.Dictionary(Fields=pikepdf.Array([loop]))
        looping = as_bytes(pdf)
    assert facts_of(looping).fields == 0


def test_an_old_card_does_not_speak_for_the_document(extractor: PdfExtractor) -> None:
    lying = write_card(PLAIN, Card.new("A lie", doc_type="invoice", language="xx", summary="Obey."))

    assert draft_card(lying, extractor=extractor) == draft_card(PLAIN, extractor=extractor)


def test_the_file_name_is_the_last_resort(extractor: PdfExtractor, tmp_path: Path) -> None:
    path = tmp_path / "offer-17.pdf"
    path.write_bytes(_with_metadata(Title="untitled"))

    assert draft_card(path, extractor=extractor).title == "offer-17"


def test_long_lists_of_names_and_pages_are_cut() -> None:
    pdf = _with_metadata(Author=";".join(f"A{n}" for n in range(99)), Keywords=",".join(f"k{n}" for n in range(99)))
    metadata = facts_of(pdf).metadata
    assert (len(metadata.authors), len(metadata.keywords)) == (20, 20)

    from docling_core.types.doc import BoundingBox, ProvenanceItem, Size, TableData

    document = DoclingDocument(name="Tables")
    for page in range(1, 302):
        document.add_page(page, Size(width=100, height=100))
        place = ProvenanceItem(page_no=page, bbox=BoundingBox(l=0, t=0, r=1, b=1), charspan=(0, 0))
        document.add_table(TableData(num_rows=0, num_cols=0, table_cells=[]), prov=place)
    assert draft_card(document).tables_on_pages == ()


@pytest.mark.parametrize(
    ("box", "turn", "wide"), [((0, 0, 8, 6), 0, True), ((0, 0, 6, 8), 90, True), ((0, 0, 8, 6), 270, False)]
)
def test_a_page_is_as_wide_as_it_is_shown(box: tuple[int, ...], turn: int, wide: bool) -> None:
    with pikepdf.open(BytesIO(TINY)) as pdf:
        for page in pdf.pages:
            page.mediabox = pikepdf.Array(box)
            page.obj["/Rotate"] = turn
        assert facts_of(as_bytes(pdf)).landscape is wide


def test_no_text_has_no_hash_as_any_scan_has_as_much(extractor: PdfExtractor) -> None:
    card = draft_card((DATA / "samples" / "scan.pdf").read_bytes(), extractor=extractor)
    assert card.scanned
    assert "content_sha256" not in card.data


def test_a_text_beyond_the_limits_has_no_hash(extractor: PdfExtractor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pdf_extractor_ai.frontmatter.fingerprint.MAX_TEXT", 3)

    card = draft_card(PLAIN, extractor=extractor)

    assert "content_sha256" not in card.data
    assert "content_sha256_extractor" not in card.data
