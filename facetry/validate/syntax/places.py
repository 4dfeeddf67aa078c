"""The places of the parts of a JSON text, without a tree of it, which would take twenty times the text.

Only the arrays and objects on the way to a part are read item by item. Regular expressions skip the others.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from facetry.schema.document import pointer_token

_SPACE: Final = rb"[ \t\r\n]*+"
_STRING: Final = rb'"(?:[^"\\]++|\\.)*+"'


def _balanced(levels: int) -> bytes:
    """Anything without brackets, and arrays and objects of up to this number of levels."""
    nested = rb"|[\[{]" + _balanced(levels - 1) + rb"[\]}]" if levels else b""
    return rb'(?:[^\[\]{}"]++|' + _STRING + nested + rb")*+"


_MAX_LEVELS: Final = 1_024
"""Deeper values are read to the end of the text: no parser accepts them."""
_LEVELS: Final = 64
"""The levels that an expression skips: those of documents. Deeper values are correct as well, but slow."""
_FLAT_LEVELS: Final = 4
"""The levels of flat items and members. Within a deeper item, each byte is read again once for each of these levels."""
_KEY: Final = re.compile(rb"(" + _STRING + rb")" + _SPACE + rb":" + _SPACE, re.DOTALL)
_SCALAR: Final = re.compile(_STRING + rb'|[^\[\]{}", \t\r\n:]++', re.DOTALL)
_SPACES: Final = re.compile(_SPACE)
_SEPARATOR: Final = re.compile(rb"[ \t\r\n,]*+")
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,9}")  # arrays of more items do not fit into memory
_BATCH: Final = 1_000
_OPENING: Final = (b"[", b"{")
_CLOSING: Final = (b"]", b"}", b"")
Wanted = dict[str, Any]
"""The parts on the way to pointers: by token another such dictionary."""


@dataclass(frozen=True, slots=True)
class Place:
    """The offsets of a value, and those of its key if it has one."""

    start: int
    end: int
    key: tuple[int, int] | None = None

    @property
    def whole_start(self) -> int:
        """The start of the member, or of the item."""
        return self.start if self.key is None else self.key[0]


def places(text: bytes, pointers: Iterable[str]) -> dict[str, Place]:
    """The places of the parts of a JSON text at JSON Pointers and on the way to them, as far as they exist. Of members
    with the same key the last one counts. In other texts, places are found up to the first fault.
    """
    found: dict[str, Place] = {}
    _read_value(text, skip_space(text, 0), None, "", _wanted_parts(pointers), found)
    return found


def parts(text: bytes, start: int) -> list[tuple[str, Place]]:
    """All parts directly inside of the array or object at an offset, with their tokens of pointers; none of others."""
    if text[start : start + 1] not in _OPENING:
        return []
    found: list[tuple[str, Place]] = []
    position = start + 1
    while (part := _next_part(text, position, is_array=text.startswith(b"[", start))) is not None:
        begin, key = part
        position = end_of_value(text, begin)
        token = str(len(found)) if key is None else _token(text, key)
        found.append((token, Place(begin, position, key)))
    return found


def _read_value(
    text: bytes, start: int, key: tuple[int, int] | None, pointer: str, wanted: Wanted, found: dict[str, Place]
) -> int:
    """Note the place of a value, and the wanted places in it. Returns the offset behind it."""
    if pointer in found:  # an earlier member with the same key
        for inside in [known for known in found if known.startswith(pointer + "/")]:
            del found[inside]
    if wanted and text[start : start + 1] in _OPENING:
        read = _read_items if text.startswith(b"[", start) else _read_members
        last = read(text, start + 1, pointer, wanted, found)
        end = last + 1 if text[last : last + 1] in (b"]", b"}") else end_of_value(text, start)  # behind a fault
    else:
        end = end_of_value(text, start)
    found[pointer] = Place(start, end, key)
    return end


def _read_members(text: bytes, position: int, pointer: str, wanted: Wanted, found: dict[str, Place]) -> int:
    """Note the wanted places in an object. Returns the offset of its end."""
    while (part := _next_part(text, position, is_array=False)) is not None:
        start, key = part
        token = "" if key is None else _token(text, key)
        if token in wanted:
            position = _read_value(text, start, key, f"{pointer}/{token}", wanted[token], found)
        else:
            position = end_of_value(text, start)
    return _end(_SEPARATOR, text, position)


def _read_items(text: bytes, position: int, pointer: str, wanted: Wanted, found: dict[str, Place]) -> int:
    """Note the wanted places in an array. Returns the offset of its end."""
    index = batches_from = 0
    for target in sorted(int(token) for token in wanted if _INDEX.fullmatch(token)):
        while index <= target:
            if target - index >= _BATCH and index >= batches_from:
                items = _many_items().match(text, _end(_SEPARATOR, text, position))
                if items is not None:
                    position = items.end()
                    index += _BATCH
                    continue
                batches_from = index + _BATCH
            part = _next_part(text, position, is_array=True)
            if part is None:
                return _end(_SEPARATOR, text, position)
            if index == target:
                position = _read_value(text, part[0], None, f"{pointer}/{index}", wanted[str(index)], found)
            else:
                position = end_of_value(text, part[0])
            index += 1
    return _end_of_container(text, position)


def _next_part(text: bytes, position: int, *, is_array: bool) -> tuple[int, tuple[int, int] | None] | None:
    """The offsets of the next value in an array or object and of its key; None at the end, and at a fault."""
    position = _end(_SEPARATOR, text, position)
    if text[position : position + 1] in _CLOSING:
        return None
    if is_array:
        return position, None
    key = _KEY.match(text, position)
    return None if key is None else (key.end(), key.span(1))


def _token(text: bytes, key: tuple[int, int]) -> str:
    return pointer_token(string_value(text[slice(*key)]))


@cache
def _balanced_text() -> re.Pattern[bytes]:
    """Compiled when it is used: that takes some milliseconds."""
    return re.compile(_balanced(_LEVELS), re.DOTALL)


@cache
def part_text() -> re.Pattern[bytes]:
    """A string, or an array or object of a limited depth."""
    return re.compile(_STRING + rb"|[\[{]" + _balanced(_LEVELS - 1) + rb"[\]}]", re.DOTALL)


@cache
def _many_items() -> re.Pattern[bytes]:
    """Many items of an array, each with its comma. It does not match when one of them nests too deep."""
    value = rb"(?:[\[{]" + _balanced(_LEVELS - 1) + rb"[\]}]|" + _STRING + rb'|[^\[\]{}",]++)'
    return re.compile(rb"(?:%b%b,%b){%d}+" % (value, _SPACE, _SPACE, _BATCH), re.DOTALL)


@cache
def flat_items() -> re.Pattern[bytes]:
    """Items of an array that nest little, each with the comma behind it."""
    return re.compile(rb"(?:%b%b,%b){1,%d}+" % (_flat_value(), _SPACE, _SPACE, _BATCH), re.DOTALL)


@cache
def flat_members() -> re.Pattern[bytes]:
    """Members of an object that nest little, each with the comma behind it."""
    member = _STRING + _SPACE + b":" + _SPACE + _flat_value()
    return re.compile(rb"(?:%b%b,%b){1,%d}+" % (member, _SPACE, _SPACE, _BATCH), re.DOTALL)


def _flat_value() -> bytes:
    return rb"(?:[\[{]" + _balanced(_FLAT_LEVELS - 1) + rb"[\]}]|" + _STRING + rb'|[^\[\]{}",: \t\r\n]++)'


def _wanted_parts(pointers: Iterable[str]) -> Wanted:
    root: Wanted = {}
    for pointer in pointers:
        node = root
        for token in pointer.split("/")[1:]:
            node = node.setdefault(token, {})
    return root


def string_value(string: bytes) -> str:
    """The value of a JSON string; that of a string with faults is its text as it stands."""
    if b"\\" in string:
        with contextlib.suppress(ValueError):
            return str(json.loads(string))
    return string.decode("utf-8", "replace").strip('"')


def _end(pattern: re.Pattern[bytes], text: bytes, start: int) -> int:
    """The offset behind what a pattern matches, which may be nothing."""
    found = pattern.match(text, start)
    return start if found is None else found.end()


def skip_space(text: bytes, start: int) -> int:
    """The offset of what follows the white space at `start`."""
    return _end(_SPACES, text, start)


def end_of_value(text: bytes, start: int) -> int:
    """The offset behind the value at `start`."""
    if text[start : start + 1] in (b"[", b"{"):
        return min(_end_of_container(text, start + 1) + 1, len(text))
    scalar = _SCALAR.match(text, start)
    return min(start + 1, len(text)) if scalar is None else scalar.end()


def _end_of_container(text: bytes, start: int) -> int:
    """The offset of the bracket that closes the container around `start`; the end of the text if there is none."""
    level = 0
    position = start
    while True:
        position = _end(_balanced_text(), text, position)
        bracket = text[position : position + 1]
        if bracket in (b"]", b"}"):
            if level == 0:
                return position
            level -= 1
        elif bracket == b"" or level > _MAX_LEVELS:
            return len(text)
        else:
            level += 1  # an opening bracket of deep values, or a quote that is not closed
        position += 1
