"""An HTML file printed to PDF by a Chromium that is on the machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from pdf_extractor_ai.aipdf.render import PAGE_SIZES, PageSize
from pdf_extractor_ai.aipdf.render.folder_server import offered
from pdf_extractor_ai.errors import MissingDependencyError, RenderError

_NAMES = ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)
_DOCTYPE = re.compile(r"(?:\s|<!--.*?-->|\ufeff)*<!doctype[^>]*>", re.IGNORECASE | re.DOTALL)
_NO_DIALOGS = "<script>alert=confirm=prompt=print=()=>{}</script>"  # nobody is there to close one
_BEFORE = re.compile(r"</head\s*>|<body[\s>]", re.IGNORECASE)


def find_browser() -> str:
    """The program to print with: ``AIPDF_CHROME``, else the usual names and places.

    Raises ``MissingDependencyError`` when there is none.
    """
    given = os.environ.get("AIPDF_CHROME", "")
    candidates = [given] if given else [*_NAMES, *_PLACES]
    for candidate in candidates:
        found = shutil.which(candidate)
        if found:
            return found
    raise MissingDependencyError(
        f"no Chromium found{f' at AIPDF_CHROME={given}' if given else ''}",
        remedy="Install Chromium or Chrome, or set AIPDF_CHROME to its program.",
    )


def print_html(source: Path, *, page_size: PageSize = "letter", timeout: float = 60.0) -> bytes:
    """The PDF a browser prints of ``source``, once its scripts have run.

    The page may load files of its folder and below it: no others of this machine, and nothing from the network.
    Raises ``RenderError`` when nothing comes within ``timeout`` seconds.
    """
    browser = find_browser()
    width, height = PAGE_SIZES[page_size]
    style = f"<style>@page{{size:{width:g}pt {height:g}pt}}*{{print-color-adjust:exact}}</style>"
    html = source.read_text(encoding="utf-8")
    at = _BEFORE.search(html)
    html = html[: at.start()] + style + html[at.start() :] if at else style + html
    begin = _DOCTYPE.match(html)
    html = html[: begin.end()] + _NO_DIALOGS + html[begin.end() :] if begin else _NO_DIALOGS + html
    with (
        tempfile.TemporaryDirectory(prefix="aipdf-", ignore_cleanup_errors=True) as folder,
        offered(html, source.parent) as (address, rules),
    ):
        output = Path(folder) / "page.pdf"
        _run(_command(browser, address, rules, output, folder), timeout)
        data = output.read_bytes() if output.is_file() else b""
    if not data.startswith(b"%PDF-"):
        raise RenderError(f"the browser printed nothing: {source.name}", remedy="Try --render full.")
    return data


def _command(browser: str, address: str, rules: str, output: Path, folder: str) -> list[str]:
    return [
        browser,
        "--headless=new",
        "--disable-gpu",
        "--no-sandbox",
        "--no-first-run",
        "--disable-extensions",
        "--disable-background-networking",
        f"--host-resolver-rules={rules}",
        "--no-proxy-server",  # it would look names up in our stead
        f"--user-data-dir={folder}/profile",
        "--no-pdf-header-footer",
        "--virtual-time-budget=5000",
        f"--print-to-pdf={output}",
        address,
    ]


def _run(command: list[str], timeout: float) -> None:
    try:
        # S603: the program is one the user installed, the arguments are ours
        subprocess.run(  # noqa: S603
            command, check=False, timeout=timeout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        raise RenderError(f"the browser did not finish within {timeout:g} seconds") from None
    except OSError as error:
        raise RenderError(f"the browser cannot be started ({error})") from error
