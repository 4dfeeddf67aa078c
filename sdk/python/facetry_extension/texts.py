"""Texts that can be sent. Python strings may hold halves of characters, such as those of file names that are not UTF-8;
JSON has none, and the service refuses them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def well_formed(value: Any) -> Any:
    """The value with U+FFFD for each half of a character, in its texts and in the names of its members."""
    if isinstance(value, str):
        return _replace_halves(value)
    if isinstance(value, Mapping):
        return {well_formed(name): well_formed(each) for name, each in value.items()}
    return [well_formed(each) for each in value] if isinstance(value, list | tuple) else value


def require_json(value: Any) -> None:
    """Raises `ValueError` and `TypeError` for what a message cannot hold: it may hold JSON values and bytes."""
    json.dumps(value, allow_nan=False, default=_without_bytes)


def _replace_halves(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _without_bytes(value: Any) -> str:
    if isinstance(value, bytes | bytearray):
        return ""
    raise TypeError(f"JSON has no {type(value).__name__}")
