"""Positions of the parts of a JSON text, so that a finding can be reported with line and column."""

from __future__ import annotations

import json
from json.decoder import JSONDecoder
from typing import Final

from facetry.schema.document import pointer_token

_SPACE: Final = " \t\n\r"
_DECODER: Final = JSONDecoder()


def offsets_by_pointer(text: str) -> dict[str, int]:
    """The offset of each part of a JSON text, by JSON Pointer; for a member, the offset of its name. Raises ValueError
    for invalid JSON.
    """
    json.loads(text)  # raises for invalid JSON; the walk below expects valid JSON
    offsets = {"": _skip_whitespace(text, 0)}
    _walk(text, offsets[""], "", offsets)
    return offsets


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both counted from one, as in editors."""
    begin = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - begin + 1


def nearest_offset(offsets: dict[str, int], pointer: str) -> int:
    """The offset of a part; for a missing part, that of the nearest existing parent."""
    while pointer not in offsets:
        pointer = pointer.rpartition("/")[0]
    return offsets[pointer]


def _walk(text: str, offset: int, pointer: str, offsets: dict[str, int]) -> int:
    """Add the offsets of the parts of the value at `offset`; return the offset after the value."""
    if text[offset] == "{":
        return _walk_object(text, offset, pointer, offsets)
    if text[offset] == "[":
        return _walk_array(text, offset, pointer, offsets)
    return _DECODER.raw_decode(text, offset)[1]


def _walk_object(text: str, offset: int, pointer: str, offsets: dict[str, int]) -> int:
    offset = _skip_whitespace(text, offset + 1)
    while text[offset] != "}":
        name, end = _DECODER.raw_decode(text, offset)
        child_pointer = f"{pointer}/{pointer_token(name)}"
        offsets[child_pointer] = offset
        value = _skip_whitespace(text, _skip_whitespace(text, end) + 1)
        offset = _skip_whitespace(text, _walk(text, value, child_pointer, offsets))
        offset = _skip_whitespace(text, offset + 1) if text[offset] == "," else offset
    return offset + 1


def _walk_array(text: str, offset: int, pointer: str, offsets: dict[str, int]) -> int:
    offset, index = _skip_whitespace(text, offset + 1), 0
    while text[offset] != "]":
        child_pointer = f"{pointer}/{index}"
        offsets[child_pointer] = offset
        offset = _skip_whitespace(text, _walk(text, offset, child_pointer, offsets))
        offset, index = (_skip_whitespace(text, offset + 1) if text[offset] == "," else offset), index + 1
    return offset + 1


def _skip_whitespace(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in _SPACE:
        offset += 1
    return offset
