"""Where the parts of a JSON text stand, so that what is wrong with one is told by its line and column."""

from __future__ import annotations

import json
from json.decoder import JSONDecoder
from typing import Final

from facetry.schema.document import token

_SPACE: Final = " \t\n\r"
_DECODER: Final = JSONDecoder()


def places(text: str) -> dict[str, int]:
    """The offset of each part of a valid JSON text, by JSON Pointer; of a member, its name. Raises ValueError."""
    json.loads(text)  # so that the walk meets no surprise
    found = {"": _after_space(text, 0)}
    _walk(text, found[""], "", found)
    return found


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Both counted from one, as editors do."""
    begin = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - begin + 1


def nearest(found: dict[str, int], pointer: str) -> int:
    """The offset of the part, or of what it would be in when it is not there."""
    while pointer not in found:
        pointer = pointer.rpartition("/")[0]
    return found[pointer]


def _walk(text: str, at: int, pointer: str, found: dict[str, int]) -> int:
    """Note the parts of the value at an offset; the offset after it."""
    if text[at] == "{":
        return _members(text, at, pointer, found)
    if text[at] == "[":
        return _items(text, at, pointer, found)
    return _DECODER.raw_decode(text, at)[1]


def _members(text: str, at: int, pointer: str, found: dict[str, int]) -> int:
    at = _after_space(text, at + 1)
    while text[at] != "}":
        name, end = _DECODER.raw_decode(text, at)
        below = f"{pointer}/{token(name)}"
        found[below] = at
        value = _after_space(text, _after_space(text, end) + 1)
        at = _after_space(text, _walk(text, value, below, found))
        at = _after_space(text, at + 1) if text[at] == "," else at
    return at + 1


def _items(text: str, at: int, pointer: str, found: dict[str, int]) -> int:
    at, number = _after_space(text, at + 1), 0
    while text[at] != "]":
        below = f"{pointer}/{number}"
        found[below] = at
        at = _after_space(text, _walk(text, at, below, found))
        at, number = (_after_space(text, at + 1) if text[at] == "," else at), number + 1
    return at + 1


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at
