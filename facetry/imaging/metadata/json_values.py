"""Conversion of values from a picture file to JSON: valid text, and finite numbers."""

from __future__ import annotations

from typing import Final

MAX_ITEMS: Final = 1_024
"""Largest number of members of a list or an object in a metadata text."""

JsonObject = dict[str, object]


def clean_text(value: str) -> str:
    """Text without NUL and lone surrogates: accepted by every database and every UTF-8 reader."""
    return value.replace("\0", "").encode("utf-8", "replace").decode()
