"""The programs that judge what is read here, such as exiftool and vips. The session `readers` needs them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_PACKAGES: Final = {
    "exiftool": "libimage-exiftool-perl",
    "vipsthumbnail": "libvips-tools",
    "ffprobe": "ffmpeg",
    "apt-get": "apt",
}
"""The package of Debian that has each program."""
_SECONDS: Final = 900


class MissingProgramError(Exception):
    """A program is not installed; the message names its package."""


def run(program: str, arguments: Sequence[str], *, text: str = "", folder: Path | None = None) -> str:
    """What a program prints. `text` is its input. One that fails has printed what it could."""
    path = shutil.which(program)
    if path is None:
        raise MissingProgramError(f"{program} is not installed. The Debian package {_PACKAGES[program]} has it.")
    command = [path, *arguments]
    done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_SECONDS, check=False, cwd=folder)
    return done.stdout.decode("utf-8", "replace")
