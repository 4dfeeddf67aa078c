"""Names of files and folders: checks of names that clients choose, and generated names.

The API description restricts the characters (no separators, nothing hidden); this module has the rules beyond patterns.
"""

from __future__ import annotations

import os
import secrets
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from facetry.errors import FaultError, bad_parameter
from facetry.imaging.formats import has_picture_suffix
from facetry.library.file_stores.file_names import NAME_BYTES
from facetry.library.file_stores.listing import is_hidden

DEPTH: Final = 32
"""Maximum depth of nested folders: a walk opens every folder starting from the root."""
PATH_BYTES: Final = 4095

_NAME: Final = "nameWithoutExtension"
_FOLDER: Final = "relativeDirectoryPath"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³")}
)
"""Names that Windows treats as devices, with any text after a dot."""
_MISLEADING: Final = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Line separators, and characters that change the direction of text."""


def generate_name(suffix: str, date_ms: int | None = None) -> str:
    """A name for a picture without one: `<YYYYMMDD>-<HHMMSS>-<8 hex>` and the suffix, from the date (by default now) in
    UTC.
    """
    when = _EPOCH + timedelta(milliseconds=time.time_ns() // 1_000_000 if date_ms is None else date_ms)
    date = f"{when.year:04}{when.month:02}{when.day:02}-{when.hour:02}{when.minute:02}{when.second:02}"
    return f"{date}-{secrets.token_hex(4)}{suffix}"


def file_name(stem: str, suffix: str) -> str:
    """The file name from a name without extension and the extension with its dot; 400 when the name is not allowed."""
    _check_name(stem, _NAME)
    if has_picture_suffix(stem):
        raise _name_fault(
            _NAME, stem, "The name ends with the file extension of a picture.", "Leave the extension out."
        )
    name = stem + suffix
    if len(os.fsencode(name)) > NAME_BYTES:
        raise _too_long(_NAME, stem, f"With its extension the name has more than {NAME_BYTES} bytes.")
    return name


def folder_parts(path: str) -> tuple[str, ...]:
    """The names of the folders in a relative path, outermost first; 400 when one of them is not allowed."""
    parts = tuple(path.split("/")) if path else ()
    if len(parts) > DEPTH:
        raise _too_long(_FOLDER, path, f"The path has more than {DEPTH} folders.")
    for part in parts:
        _check_name(part, _FOLDER)
        if len(os.fsencode(part)) > NAME_BYTES:
            raise _too_long(_FOLDER, path, f"A folder's name has more than {NAME_BYTES} bytes.")
    return parts


def relative_path(root: Path | str, parts: tuple[str, ...], name: str) -> str:
    """The path of a file relative to `root`, with `/`; 400 when its absolute path would be too long to open."""
    path = "/".join((*parts, name))
    if len(os.fsencode(f"{root}/{path}")) > PATH_BYTES:
        raise _too_long(_FOLDER, path, f"The whole path has more than {PATH_BYTES} bytes.")
    return path


def _check_name(name: str, parameter: str) -> None:
    if not name or is_hidden(name) or "/" in name or name != name.rstrip(" ."):
        raise _name_fault(parameter, name, "A name must not be empty, begin with a dot, or end with a dot or a space.")
    if name.partition(".")[0].rstrip().lower() in _DEVICES:
        raise _name_fault(parameter, name, "Windows reserves this name for a device.")
    if any(character < " " or "\x7f" <= character <= "\x9f" or character in _MISLEADING for character in name):
        raise _name_fault(
            parameter, name, "The name has a character that is invisible or changes the direction of the text."
        )


def _name_fault(parameter: str, value: str, detail: str, remedy: str = "Choose another name.") -> FaultError:
    return bad_parameter(parameter, detail, rule="path.name", value=value, remedy=remedy)


def _too_long(parameter: str, value: str, detail: str) -> FaultError:
    return bad_parameter(parameter, detail, rule="path.too-long", value=value, remedy="Choose a shorter name or path.")
