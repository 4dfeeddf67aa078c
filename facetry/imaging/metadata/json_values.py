"""Conversion of values from a picture file to JSON: valid text of bounded length, and finite numbers."""

from __future__ import annotations

import math
from typing import Final

MAX_CHARACTERS: Final = 32_768
MAX_ITEMS: Final = 1_024
"""Largest number of members of a list or an object in a metadata text."""

JsonObject = dict[str, object]


def json_value(value: object) -> object:
    """`value` as a JSON value; None when it has no JSON form: binary data, a fraction by zero."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, bytes):
        return printable_text(value)
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, tuple | list):
        items = [json_value(item) for item in value[:MAX_ITEMS]]
        return None if None in items else items
    return finite_number(value)


def finite_number(value: object) -> float | None:
    """A float or a rational as a finite float; None for anything else."""
    if not isinstance(value, float) and not hasattr(value, "numerator"):
        return None
    try:
        number = float(value)  # type: ignore[arg-type]  # Pillow's IFDRational, or a float
    except (ZeroDivisionError, OverflowError, ValueError):
        return None
    return number if math.isfinite(number) else None


def printable_text(value: bytes) -> str | None:
    """The text in bytes, such as a user comment with its eight-byte character code; None when they hold no text."""
    encoding = "utf-8"
    if value.startswith(b"UNICODE\0"):
        encoding = "utf-16-be" if value[8:9] == b"\0" else "utf-16-le"
    if value.startswith((b"UNICODE\0", b"ASCII\0\0\0", b"\0" * 8)):
        value = value[8:]
    try:
        text = clean_text(value.decode(encoding)).strip()
    except UnicodeDecodeError:
        return None
    return text if text and all(c.isprintable() or c in "\t\r\n" for c in text) else None


def clean_text(value: str) -> str:
    """Text without NUL and lone surrogates, of bounded length: accepted by every database and every UTF-8 reader."""
    return value[:MAX_CHARACTERS].replace("\0", "").encode("utf-8", "replace").decode()
