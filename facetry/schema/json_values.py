"""JSON values: how many they hold, and those that are built for answers, of dictionaries, lists and texts."""

from __future__ import annotations

from typing import Any, cast

import orjson

_MIN_INTEGER = -(1 << 63)
_MAX_INTEGER = (1 << 64) - 1


def json_text(text: str) -> Any:
    """The value of a JSON text, which becomes a part of the answer as it is. It can be written, and not be read."""
    return orjson.Fragment(text)


def integer(value: int) -> int:
    """An integer of any size as a value that can be written."""
    return value if _MIN_INTEGER <= value <= _MAX_INTEGER else cast("int", json_text(str(value)))


def count_values(value: Any, limit: int) -> int:
    """The number of values in a value, with itself; counting stops above `limit`."""
    pending, count = [value], 1
    while pending and count <= limit:
        node = pending.pop()
        children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        count += len(children)
        pending.extend(children)
    return count


def uuid_text(data: bytes) -> str:
    """The text of a UUID; four times as fast as the class."""
    digits = data.hex()
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
