"""Conversion of values from a picture file to JSON: texts of unknown encoding, and valid text."""

from __future__ import annotations

from typing import Final

MAX_ITEMS: Final = 1_024
"""Largest number of members of a list or an object in a metadata text."""

JsonObject = dict[str, object]

_WINDOWS_LETTERS: Final = {
    number: letter for number in range(0x80, 0xA0) if (letter := bytes((number,)).decode("cp1252", "ignore"))
}


def decoded_text(data: bytes) -> str:
    """A text that does not say its encoding: UTF-8 where it is valid, else Latin-1 as Windows extends it."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1").translate(_WINDOWS_LETTERS)


def clean_text(value: str) -> str:
    """Text without NUL and lone surrogates: accepted by every database and every UTF-8 reader."""
    return value.replace("\0", "").encode("utf-8", "replace").decode()
