"""The desktop's own window for choosing a file or a folder, where there is a desktop."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

Kind = Literal["file", "folder"]

_SECONDS = 300.0  # a window that nobody sees must not hold the terminal for ever

_APPLE = {
    "file": 'POSIX path of (choose file of type {"com.adobe.pdf"})',
    "folder": "POSIX path of (choose folder)",
}
_WINDOWS = {
    "file": "$d = New-Object System.Windows.Forms.OpenFileDialog; $d.Filter = 'PDF|*.pdf'; "
    "if ($d.ShowDialog() -eq 'OK') { $d.FileName }",
    "folder": "$d = New-Object System.Windows.Forms.FolderBrowserDialog; "
    "if ($d.ShowDialog() -eq 'OK') { $d.SelectedPath }",
}


def dialog_command(
    kind: Kind, *, platform: str = sys.platform, environment: Mapping[str, str] = os.environ
) -> list[str] | None:
    """The program that shows the window, with its arguments; ``None`` without a display or such a program."""
    if platform == "darwin":
        return ["osascript", "-e", _APPLE[kind]] if shutil.which("osascript") else None
    if platform == "win32":
        script = f"Add-Type -AssemblyName System.Windows.Forms; {_WINDOWS[kind]}"
        return ["powershell", "-NoProfile", "-STA", "-Command", script] if shutil.which("powershell") else None
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return None
    if shutil.which("zenity"):
        choice = ["--directory"] if kind == "folder" else ["--file-filter=PDF | *.pdf *.PDF"]
        return ["zenity", "--file-selection", *choice]
    if shutil.which("kdialog"):
        return ["kdialog", "--getexistingdirectory", "."] if kind == "folder" else ["kdialog", "--getopenfilename", "."]
    return None


def choose_path(kind: Kind) -> Path | None:
    """What the user chose in the window; ``None`` when it was closed, or cannot be shown."""
    command = dialog_command(kind)
    if command is None:
        return None
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - fixed words
    except (OSError, subprocess.TimeoutExpired):
        return None
    chosen = os.fsdecode(done.stdout).strip("\r\n")
    return Path(chosen) if done.returncode == 0 and chosen else None
