"""Values from inside a picture file as JSON can hold them: text that is valid and bounded, numbers that are finite."""

from __future__ import annotations

import math
from typing import Final

VALUE_CHARACTERS: Final = 32_768
ITEMS: Final = 1_024
"""No list and no object of a metadata text has more members."""

JsonObject = dict[str, object]


def plain(value: object) -> object:
    """`value` as JSON can hold it, or None when it says nothing: binary data, a fraction by zero."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, bytes):
        return printable(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, tuple | list):
        items = [plain(item) for item in value[:ITEMS]]
        return None if None in items else items
    return number(value)


def number(value: object) -> float | None:
    """A float, or what becomes one, such as a rational; None when it is none or not finite."""
    if not isinstance(value, float) and not hasattr(value, "numerator"):
        return None
    try:
        found = float(value)  # type: ignore[arg-type]  # Pillow's IFDRational, or a float
    except (ZeroDivisionError, OverflowError, ValueError):
        return None
    return found if math.isfinite(found) else None


def printable(value: bytes) -> str | None:
    """Bytes that hold a text, such as a user comment with its eight-byte character code; None when they do not."""
    encoding = "utf-8"
    if value.startswith(b"UNICODE\0"):
        encoding = "utf-16-be" if value[8:9] == b"\0" else "utf-16-le"
    if value.startswith((b"UNICODE\0", b"ASCII\0\0\0", b"\0" * 8)):
        value = value[8:]
    try:
        found = text(value.decode(encoding)).strip()
    except UnicodeDecodeError:
        return None
    return found if found and all(c.isprintable() or c in "\t\r\n" for c in found) else None


def text(value: str) -> str:
    """Text that every database and every UTF-8 reader takes: no NUL, no lone surrogate, of bounded length."""
    return value[:VALUE_CHARACTERS].replace("\0", "").encode("utf-8", "replace").decode()
