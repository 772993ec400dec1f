"""OCR engines behind one small protocol: an image in, lines of text with boxes out.

``RapidOcrEngine`` (extra ``ocr``: onnxruntime and the PP-OCRv6 weights that its package carries; Chinese,
Japanese and the Latin script, no download) and ``TesseractEngine`` (the program ``tesseract`` when it is there,
with the languages that are installed for it). `pick_engine` chooses; anything with `OcrEngine`'s methods will do.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pdf_extractor_ai.errors import (
    InvalidOptionError,
    LimitExceededError,
    MissingDependencyError,
    ModelsNotFoundError,
    OcrError,
)

if TYPE_CHECKING:
    from PIL.Image import Image

INSTALL = 'pip install "pdf-extractor-ai[ocr]"'


@dataclass(frozen=True, slots=True)
class OcrLine:
    """A line of text as an engine read it.

    ``box`` is (left, top, right, bottom) in pixels of the image, ``confidence`` 0 to 1.
    """

    text: str
    box: tuple[float, float, float, float]
    confidence: float = 1.0


@runtime_checkable
class OcrEngine(Protocol):
    """What the package asks of an OCR engine. It may be called from several threads."""

    name: str
    """What the report calls it."""

    def supports(self, language: str) -> bool:
        """True when the engine can read ``language`` (a BCP 47 tag such as ``de`` or ``zh-TW``)."""
        ...

    def read(self, image: Image, *, languages: tuple[str, ...] = (), dpi: int = 300) -> list[OcrLine]:
        """The lines of an upright RGB or grey ``image``, in any order; none for a blank one.

        ``languages`` are BCP 47 tags, the likeliest first; empty when nothing is known.
        """
        ...


def pick_engine(languages: tuple[str, ...] = ()) -> OcrEngine:
    """The best engine on this machine for ``languages``; always the same instance within a process.

    RapidOCR goes first where it knows the script. Raises ``MissingDependencyError`` when there is none at all.
    """
    engines: list[OcrEngine] = []
    if find_spec("rapidocr") and find_spec("onnxruntime"):
        engines.append(_rapid())
    if program := shutil.which("tesseract"):
        engines.append(_tesseract(program))
    if not engines:
        raise MissingDependencyError(f"OCR needs an engine and none is installed: {INSTALL}", remedy=INSTALL)
    return next((engine for engine in engines if all(map(engine.supports, languages))), engines[0])


@cache
def _rapid() -> RapidOcrEngine:
    return RapidOcrEngine()


@cache
def _tesseract(program: str) -> TesseractEngine:
    return TesseractEngine(program)


def languages_of(names: str) -> tuple[str, ...]:
    """BCP 47 tags for languages as OCR programs name them: ``deu+eng`` -> ``("de", "en")``.

    Tags (``de,en-GB``) pass, and so do names of data files that stand for no language of ours (``deu_latf``). Raises
    ``InvalidOptionError`` for what can be neither.
    """
    found = []
    for name in re.split(r"[+,\s]+", names.strip()):
        if not re.fullmatch(r"[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8})*", name):
            raise InvalidOptionError(f"{names!r} names no languages", remedy="Write them like deu+eng or de,en.")
        found.append(_TAGS.get(name.lower(), name))
    return tuple(dict.fromkeys(found))


def declared_language(data: bytes) -> str | None:
    """The language that the catalog of a PDF declares (``/Lang``)."""
    import ctypes

    import pypdfium2
    import pypdfium2.raw as c

    from pdf_extractor_ai.pdfium import opened

    buffer = (ctypes.c_ushort * _MAX_LANG)()
    try:
        with opened(data) as document:
            size = c.FPDFCatalog_GetLanguage(document, buffer, ctypes.sizeof(buffer))  # bytes, its final zero included
    except pypdfium2.PdfiumError:
        return None
    try:
        return languages_of(bytes(buffer)[: min(size, ctypes.sizeof(buffer)) - 2].decode("utf-16-le"))[0]
    except (UnicodeDecodeError, InvalidOptionError):
        return None


def spoken_languages(data: bytes) -> tuple[str, ...]:
    """What OCR should expect of a PDF: the language of the text on other pages, else the one that it declares.

    A tuple of none or one. Programs declare their user's language for whatever is typed into them, so text, where there
    is enough of it, has the last word.
    """
    from pdf_extractor_ai.language import tag_for
    from pdf_extractor_ai.pdfium import sample_texts

    found = tag_for(declared_language(data), " ".join(sample_texts(data).values()))
    return (found,) if found else ()


def primary(language: str) -> str:
    """The language of a BCP 47 tag without script and region, in lower case: ``de-AT`` -> ``de``."""
    return language.replace("_", "-").split("-")[0].strip().lower()


_NOT_LATIN = frozenset(
    (
        "am", "ar", "as", "be", "bg", "bn", "bo", "dv", "dz", "el", "fa", "gu", "he", "hi", "hy", "ka", "kk", "km",
        "kn", "ko", "ky", "lo", "mk", "ml", "mn", "mr", "my", "ne", "or", "pa", "ps", "ru", "sa", "sd", "si", "sr",
        "ta", "te", "tg", "th", "ti", "ug", "uk", "ur", "yi",
    )
)  # fmt: skip
_HAN = ("zh", "ja")


class RapidOcrEngine:
    """PP-OCRv6 by onnxruntime, from the weights in the ``rapidocr`` package; loaded at the first `read`.

    One call at a time: the network uses all cores by itself, and the package keeps settings on its object.
    """

    name = "RapidOCR PP-OCR"

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._network: Any = None

    def supports(self, language: str) -> bool:
        """True for Chinese, Japanese and languages in the Latin script."""
        return primary(language) not in _NOT_LATIN

    def read(self, image: Image, *, languages: tuple[str, ...] = (), dpi: int = 300) -> list[OcrLine]:
        """The lines that the network finds; see `OcrEngine.read`.

        Single Chinese characters are left out when ``languages`` are given and none of them is written in such:
        that is what arrows, rules and smudges are taken for.
        """
        import numpy as np

        pixels = np.asarray(image.convert("RGB"))[:, :, ::-1]  # the network was trained on blue-green-red
        with self._lock:
            # No direction classifier: it turns some upright lines over. Turned pages are found by confidence.
            # Boxes from 0.3 on (default 0.5): a single line on a white page scores low; bad ones fail at reading.
            found = self._loaded()(
                pixels, use_det=True, use_cls=False, use_rec=True, return_word_box=False, box_thresh=0.3
            )
        han = not languages or any(primary(language) in _HAN for language in languages)
        lines = []
        for quad, text, score in zip(
            found.boxes if found.boxes is not None else (), found.txts or (), found.scores or (), strict=True
        ):
            if text.strip() and (han or len(text.strip()) > 2 or text.isascii() or not _all_han(text)):
                left, top = quad.min(axis=0).tolist()
                right, bottom = quad.max(axis=0).tolist()
                lines.append(OcrLine(" ".join(text.split()), (left, top, right, bottom), float(score)))
        return lines

    def _loaded(self) -> Any:
        """The network; called with the lock held."""
        if self._network is None:
            try:
                import rapidocr
            except ImportError as error:
                raise MissingDependencyError(f"RapidOCR is not installed: {INSTALL}", remedy=INSTALL) from error
            folder = Path(rapidocr.__file__).parent / "models"
            settings: dict[str, object] = {"Global.log_level": "critical"}
            # Explicit paths: with a name only, the package would fetch what it does not find.
            for part in ("det", "rec", "cls"):
                weights = sorted(folder.glob(f"*_{part}_*.onnx"))
                if not weights:
                    raise ModelsNotFoundError(
                        f"RapidOCR has no weights for '{part}' in its package; reinstall it: {INSTALL}", remedy=INSTALL
                    )
                settings[f"{part.capitalize()}.model_path"] = str(weights[-1])
            self._network = rapidocr.RapidOCR(params=settings)
        return self._network


def _all_han(text: str) -> bool:
    return all("\u2e80" <= char <= "\u9fff" or char.isspace() for char in text)


# ISO 639-1 -> the three-letter names of Tesseract's data files, where they are not simply the same
_TESSERACT = {
    "en": "eng", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "pt": "por", "nl": "nld", "pl": "pol",
    "cs": "ces", "sk": "slk", "sl": "slv", "hr": "hrv", "sr": "srp", "bg": "bul", "mk": "mkd", "ru": "rus",
    "uk": "ukr", "be": "bel", "el": "ell", "tr": "tur", "sv": "swe", "da": "dan", "nb": "nor", "nn": "nor",
    "no": "nor", "fi": "fin", "et": "est", "lv": "lav", "lt": "lit", "hu": "hun", "ro": "ron", "ca": "cat",
    "eu": "eus", "gl": "glg", "ga": "gle", "is": "isl", "la": "lat", "ja": "jpn", "ko": "kor", "zh": "chi_sim",
    "ar": "ara", "fa": "fas", "he": "heb", "ur": "urd", "hi": "hin", "bn": "ben", "ta": "tam", "te": "tel",
    "th": "tha", "vi": "vie", "id": "ind", "ms": "msa", "ka": "kat", "hy": "hye",
}  # fmt: skip


def tesseract_name(language: str) -> str:
    """The name of Tesseract's data file for a BCP 47 tag, ``""`` when we know of none."""
    tag = language.replace("_", "-").lower()
    if tag.startswith("zh-") and any(part in ("tw", "hk", "mo", "hant") for part in tag.split("-")):
        return "chi_tra"
    return _TESSERACT.get(primary(tag), "")


_TAGS = {name: tag for tag, name in _TESSERACT.items()} | {"chi_tra": "zh-Hant", "nor": "no"}
_MAX_LANG = 100  # characters; a tag has a dozen


class TesseractEngine:
    """The ``tesseract`` program, run once per image with a time limit in seconds."""

    name = "Tesseract"

    def __init__(self, program: str = "tesseract", *, timeout: float = 120.0) -> None:
        self._program = program
        self._timeout = timeout
        self._installed: frozenset[str] | None = None

    def supports(self, language: str) -> bool:
        """True when the data file of ``language``, or one of that very name, is installed."""
        return bool({language, tesseract_name(language)} & self._names())

    def read(self, image: Image, *, languages: tuple[str, ...] = (), dpi: int = 300) -> list[OcrLine]:
        """The lines that the program finds; see `OcrEngine.read`.

        Without a usable language it reads with English data, or whatever is installed. Raises ``OcrError`` when
        the program fails and ``LimitExceededError`` when it takes longer than the limit.
        """
        names = self._names()
        choices = [language if language in names else tesseract_name(language) for language in languages]
        wanted = [name for name in dict.fromkeys(choices) if name in names]
        fallback = ["eng"] if "eng" in names or not names else [min(names)]
        buffer = BytesIO()
        image.convert("L").save(buffer, "PNG", compress_level=1)
        options = ["-", "-", "--dpi", str(dpi), "-l", "+".join(wanted or fallback), "tsv"]
        return list(_lines(self._run(options, buffer.getvalue())))

    def _names(self) -> frozenset[str]:
        if self._installed is None:
            listed = self._run(["--list-langs"], b"").splitlines()[1:]
            self._installed = frozenset(name.strip() for name in listed) - {"", "osd"}
        return self._installed

    def _run(self, options: list[str], data: bytes) -> str:
        try:
            # a fixed program, no shell, options of ours only; the document's bytes go through the pipe
            done = subprocess.run(  # noqa: S603
                [self._program, *options], input=data, capture_output=True, timeout=self._timeout, check=True
            )
        except subprocess.TimeoutExpired as error:
            raise LimitExceededError(f"Tesseract took longer than {self._timeout:g} s for a page") from error
        except subprocess.CalledProcessError as error:
            reason = error.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise OcrError(f"Tesseract failed: {' '.join(reason) or f'exit code {error.returncode}'}") from error
        except OSError as error:
            raise MissingDependencyError(f"Tesseract cannot be run: {error}", remedy=INSTALL) from error
        return done.stdout.decode("utf-8", errors="replace")


_WORD = "5"  # the level of a word in Tesseract's table


def _lines(table: str) -> Iterable[OcrLine]:
    """Words of Tesseract's tab-separated table put together by block, paragraph and line number."""
    groups: dict[tuple[str, ...], list[tuple[str, float, float, float, float, float]]] = {}
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) == 12 and cells[0] == _WORD and cells[11].strip():
            left, top, width, height, confidence = map(float, cells[6:11])
            word = (cells[11].strip(), left, top, left + width, top + height, confidence)
            groups.setdefault(tuple(cells[1:5]), []).append(word)
    for words in groups.values():
        texts, lefts, tops, rights, bottoms, confidences = zip(*words, strict=True)
        box = (min(lefts), min(tops), max(rights), max(bottoms))
        yield OcrLine(" ".join(texts), box, max(0.0, sum(confidences) / len(confidences) / 100))
