"""Names of files and folders that a client may ask for, and those that are made for it.

The description has the characters (no separators, nothing hidden); here is what no pattern can say.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from facetry.errors import FaultError, bad_parameter
from facetry.imaging.formats import claims
from facetry.library.scan.walk import is_hidden

SUFFIXES: Final = {
    "PNG": ".png",
    "JPEG": ".jpg",
    "WEBP": ".webp",
    "GIF": ".gif",
    "AVIF": ".avif",
    "HEIF": ".heic",
}
DEPTH: Final = 32
"""Folders within folders: a walk opens each from the root."""
NAME_BYTES: Final = 255
PATH_BYTES: Final = 4095

_NAME: Final = "nameWithoutExtension"
_FOLDER: Final = "relativeDirectoryPath"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SUFFIX: Final = re.compile(r"(?<=.)\.[A-Za-z0-9]{1,8}\Z", re.DOTALL)
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³")}
)
"""What Windows takes for a device, whatever stands behind a dot."""
_MISLEADING: Final = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Line separators, and marks that make text read in another order than it is written."""


def generated(suffix: str, date_ms: int | None = None) -> str:
    """The name of a picture of that time (by default now) that nobody named: `<YYYYMMDD>-<HHMMSS>-<8 hex>` in UTC."""
    when = _EPOCH + timedelta(milliseconds=time.time_ns() // 1_000_000 if date_ms is None else date_ms)
    date = f"{when.year:04}{when.month:02}{when.day:02}-{when.hour:02}{when.minute:02}{when.second:02}"
    return f"{date}-{secrets.token_hex(4)}{suffix}"


def suffix_of(name: str) -> str:
    """The extension of a file name with its dot; empty when what follows the last dot does not look like one."""
    found = _SUFFIX.search(name)
    return found[0] if found else ""


def named(stem: str, suffix: str) -> str:
    """The file name out of a name without extension and the extension with its dot; 400 when no file may have it."""
    _judge(stem, _NAME)
    if claims(stem):
        raise _refused(_NAME, stem, "It ends with the extension of a picture.", "Leave the extension out.")
    name = stem + suffix
    if len(os.fsencode(name)) > NAME_BYTES:
        raise _too_long(_NAME, stem, f"With its extension the name has more than {NAME_BYTES} bytes.")
    return name


def folder(path: str) -> tuple[str, ...]:
    """The folders on the way to a relative folder, outermost first; 400 when one of them may not be."""
    parts = tuple(path.split("/")) if path else ()
    if len(parts) > DEPTH:
        raise _too_long(_FOLDER, path, f"There are more than {DEPTH} folders in it.")
    for part in parts:
        _judge(part, _FOLDER)
        if len(os.fsencode(part)) > NAME_BYTES:
            raise _too_long(_FOLDER, path, f"A folder's name has more than {NAME_BYTES} bytes.")
    return parts


def joined(root: Path, parts: tuple[str, ...], name: str) -> str:
    """The path of a file relative to `root`, with `/`; 400 when it could not be opened by its whole path."""
    path = "/".join((*parts, name))
    if len(os.fsencode(root / path)) > PATH_BYTES:
        raise _too_long(_FOLDER, path, f"The whole path has more than {PATH_BYTES} bytes.")
    return path


def _judge(name: str, parameter: str) -> None:
    if not name or is_hidden(name) or "/" in name or name != name.rstrip(" ."):
        raise _refused(parameter, name, "Names do not begin with a dot, nor end with a dot or a space.")
    if name.partition(".")[0].rstrip().lower() in _DEVICES:
        raise _refused(parameter, name, "Windows keeps this name for a device.")
    if any(character < " " or "\x7f" <= character <= "\x9f" or character in _MISLEADING for character in name):
        raise _refused(parameter, name, "A character of it cannot be seen, or turns the direction of the text.")


def _refused(parameter: str, value: str, detail: str, remedy: str = "Choose another name.") -> FaultError:
    return bad_parameter(parameter, detail, rule="path.name", value=value, remedy=remedy)


def _too_long(parameter: str, value: str, detail: str) -> FaultError:
    return bad_parameter(parameter, detail, rule="path.too-long", value=value, remedy="Choose a shorter one.")
