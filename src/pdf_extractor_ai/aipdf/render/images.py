"""Images on their way into a PDF and out of one again."""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from pdf_extractor_ai.rewriting import opened, saved

if TYPE_CHECKING:
    import pikepdf
    from PIL.Image import Image

SOURCE_KEY = "/AIPDFSrc"
"""Private key of an image object: the ``src`` values it stands for."""

MAX_PIXELS = 100_000_000
MAX_IMAGE_BYTES = 64 * 1024 * 1024
_FORMATS = {"PNG": ".png", "JPEG": ".jpg", "GIF": ".gif", "WEBP": ".webp"}
_MAX_NAME = 120
_MAX_FORMS = 50


@dataclass(frozen=True, slots=True)
class Picture:
    """An image file taken into a document: its ``src``, its copy, and a digest of its pixels."""

    src: str
    file: str
    digest: str


def load_picture(src: str, base: Path | None, place: Path, number: int) -> tuple[Picture | None, str]:
    """The image ``src`` copied into ``place``, or the reason why not: only files below ``base`` are taken."""
    path, cause = _inside(src, base)
    if path is None:
        return None, cause
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path, formats=list(_FORMATS)) as image:
            if image.width * image.height > MAX_PIXELS:
                return None, "it has too many pixels"
            suffix = _FORMATS[str(image.format)]
            digest = _digest(image)
        if suffix in {".gif", ".webp"}:
            suffix = ".png"
            with Image.open(path) as image:
                image.convert("RGBA").save(place / f"im{number}{suffix}")
        else:
            shutil.copyfile(path, place / f"im{number}{suffix}")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        return None, f"it cannot be read: {type(error).__name__}"
    return Picture(src, f"im{number}{suffix}", digest), ""


def _inside(src: str, base: Path | None) -> tuple[Path | None, str]:
    if base is None or not src:
        return None, "no folder to take images from"
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", src) or src.startswith("//"):
        return None, "only files beside the source are taken, nothing is fetched"
    folder = base.resolve()
    for candidate in (src, unquote(src)):
        if "\0" in candidate:
            return None, "its name is no file name"
        path = (folder / candidate).resolve()
        if not path.is_relative_to(folder):
            return None, "it lies outside the folder of the source"
        if path.is_file():
            if path.stat().st_size > MAX_IMAGE_BYTES:
                return None, "the file is too large"
            return path, ""
    return None, "there is no such file"


def _digest(image: Image) -> str:
    pixels = image.convert("RGB")
    return hashlib.sha256(f"{pixels.width}x{pixels.height}:".encode() + pixels.tobytes()).hexdigest()


def mark_pictures(data: bytes, pictures: list[Picture], title: str) -> bytes:
    """The PDF with ``/AIPDFSrc`` on its image objects, found again by their pixels, and with ``title`` in its info."""
    import pikepdf

    sources: dict[str, list[str]] = {}
    for picture in pictures:
        known = sources.setdefault(picture.digest, [])
        if picture.src not in known:
            known.append(picture.src)
    with opened(data, name="the set pages") as pdf:
        for _, image in _image_objects(pdf) if pictures else []:
            found = sources.get(_digest_of(image))
            if found:
                image[SOURCE_KEY] = pikepdf.Array([pikepdf.String(src) for src in found])
        if title and "/Title" not in pdf.docinfo:
            pdf.docinfo["/Title"] = title
        return saved(pdf)


def _image_objects(pdf: pikepdf.Pdf) -> list[tuple[str, Any]]:
    """Names and objects of all images that pages use, also inside forms, each object once."""
    import pikepdf

    found: dict[tuple[int, int], tuple[str, Any]] = {}
    for page in pdf.pages:
        waiting, forms = [page.obj.get("/Resources")], 0
        while waiting:
            resources = waiting.pop()
            objects = resources.get("/XObject") if isinstance(resources, pikepdf.Dictionary) else None
            for name, item in objects.items() if isinstance(objects, pikepdf.Dictionary) else ():
                if not isinstance(item, pikepdf.Stream):
                    continue
                if item.get("/Subtype") == "/Image":
                    found.setdefault(item.objgen, (str(name).lstrip("/"), item))
                elif forms < _MAX_FORMS:
                    forms += 1
                    waiting.append(item.get("/Resources"))
    return list(found.values())


def _digest_of(stream: Any) -> str:
    image = decoded(stream)
    return "" if image is None else _digest(image)


def decoded(stream: Any) -> Image | None:
    """The image object as pixels; ``None`` where it is too large or cannot be decoded."""
    import pikepdf
    from PIL import Image

    try:
        width, height = int(stream.get("/Width", 0)), int(stream.get("/Height", 0))
        if not 0 < width * height <= MAX_PIXELS:
            return None
        return pikepdf.PdfImage(stream).as_pil_image()
    except (
        pikepdf.PdfError,
        pikepdf.models.image.UnsupportedImageTypeError,
        Image.DecompressionBombError,
        NotImplementedError,
        ValueError,
        TypeError,
        KeyError,
        OSError,
    ):
        return None


def stored_images(data: bytes, sources: list[str], *, name: str, password: str | None = None) -> dict[str, bytes]:
    """The encoded image for each ``src`` of the layer: by ``/AIPDFSrc``, else by position when the numbers agree.

    Earlier writers name images ``Im1``, ``Im2``, ... in the order of the layer and leave missing ones out.
    """
    wanted = list(dict.fromkeys(src for src in sources if src))
    with opened(data, name=name, password=password) as pdf:
        objects = _image_objects(pdf)
        marked = {src: image for _, image in objects for src in _marks(image)}
        if not marked:
            numbered = (
                sorted((int(label[2:]), image) for label, image in objects if re.fullmatch(r"Im[0-9]{1,6}", label))
                if objects
                else []
            )
            if len(numbered) == len(wanted):
                marked = {src: image for src, (_, image) in zip(wanted, numbered, strict=True)}
        found = {src: _encoded(marked[src], src) for src in wanted if src in marked}
    return {src: blob for src, blob in found.items() if blob}


def _marks(image: Any) -> list[str]:
    import pikepdf

    marks = image.get(SOURCE_KEY)
    return [str(mark) for mark in marks] if isinstance(marks, pikepdf.Array) else []


def _encoded(stream: Any, src: str) -> bytes:
    """The stored JPEG as it is when the name says JPEG, otherwise the pixels in the format of the name, or PNG."""
    jpeg = PurePosixPath(src).suffix.lower() in {".jpg", ".jpeg"}
    if jpeg and stream.get("/Filter") == "/DCTDecode":
        return bytes(stream.read_raw_bytes())
    image = decoded(stream)
    if image is None:
        return b""
    buffer = BytesIO()
    if jpeg:
        image.convert("RGB").save(buffer, "JPEG", quality=95)
    else:
        (image if image.mode in {"1", "L", "RGB", "RGBA", "P"} else image.convert("RGB")).save(buffer, "PNG")
    return buffer.getvalue()


def safe_name(src: str, number: int) -> PurePosixPath:
    """A relative path for an image that cannot leave its folder, with the folders of ``src`` where they are plain."""
    plain = re.sub(r"^[A-Za-z][A-Za-z0-9+.-]*:/*", "", src.replace("\\", "/"))
    parts = [re.sub(r'[\x00-\x1f<>:"|?*]', "_", part).strip(". ")[:_MAX_NAME] for part in plain.split("/")]
    parts = [part for part in parts if part][-4:]
    if not parts or src.startswith("data:"):
        parts = [f"image-{number}"]
    path = PurePosixPath(*parts)
    return path if path.suffix.lower() in {".png", ".jpg", ".jpeg"} else path.with_name(path.name + ".png")
