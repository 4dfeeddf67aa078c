"""Strict JSON: RFC 8259 in UTF-8, and nothing that a receiver cannot hold."""

from __future__ import annotations

import json
import re
from typing import Any, Final

MAX_DEPTH: Final = 200
"""Both validators can follow so many levels."""
_HALF: Final = re.compile(rb"\\u[dD][89a-fA-F]")


def parse(data: bytes) -> Any:
    """The value of a JSON text. Raises `ValueError`, which says why it is none."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise ValueError("it begins with a byte order mark")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8 at byte {error.start}") from None
    try:
        value = json.loads(text, parse_constant=_refused)
    except RecursionError:
        raise ValueError(f"it nests deeper than {MAX_DEPTH} levels") from None
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH and _nests_deeper(value):
        raise ValueError(f"it nests deeper than {MAX_DEPTH} levels")
    if _HALF.search(data) and _has_half_a_pair(value):
        raise ValueError("a text has half of a surrogate pair")
    return value


def _refused(token: str) -> object:
    raise ValueError(f"{token} is no JSON")


def _nests_deeper(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return bool(level)


def _has_half_a_pair(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False
