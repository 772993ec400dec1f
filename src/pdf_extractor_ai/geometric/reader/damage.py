"""Why a page that looks empty is empty: because nothing is on it, or because its content cannot be read."""

from __future__ import annotations

from io import BytesIO


def content_fault(data: bytes, number: int) -> str:
    """What is wrong with the content of page ``number`` (1-based), or ``""`` when it is simply blank.

    PDFium shows a page with damaged content as a white one without a word; qpdf says what it stumbles on.
    """
    import pikepdf

    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            contents = pdf.pages[number - 1].obj.get("/Contents")
            if contents is None:
                return ""
            streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
            for stream in streams:
                if not isinstance(stream, pikepdf.Stream):
                    return "its content stream is missing"
                if len(stream.read_raw_bytes()) and not stream.read_bytes():
                    return "its content stream decodes to nothing"
    except pikepdf.PdfError as error:
        return f"its content stream is damaged ({str(error).splitlines()[0][:120]})"
    except (ValueError, IndexError, RuntimeError) as error:
        return str(error).splitlines()[0][:120]
    return ""
