"""The places of the parts of a large text, without a tree of it: tree-sitter's takes twenty times the text.

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
Wanted = dict[str, Any]
"""The parts on the way to pointers: by token another such dictionary."""


@dataclass(frozen=True, slots=True)
class Place:
    """The offsets of a value, and those of its key if it has one."""

    start: int
    end: int
    key: tuple[int, int] | None = None


@dataclass(slots=True)
class _Container:
    """An array or object that is read item by item."""

    pointer: str
    wanted: Wanted
    start: int
    key: tuple[int, int] | None
    is_array: bool
    indexes: list[int]
    """The wanted indexes of an array that were not reached yet, the next one last."""
    index: int = 0
    batches_from: int = 0
    """The index from which batches are tried again, after one that did not match."""


def places(text: bytes, pointers: Iterable[str]) -> dict[str, Place]:
    """The places of the parts of a JSON text at JSON Pointers and on the way to them, as far as they exist. Of members
    with the same key the last one counts. In other texts, places are found up to the first fault.
    """
    scan = _PlaceScan(text)
    scan.read_value(skip_space(text, 0), "", _wanted_parts(pointers), None)
    while scan.around:
        scan.read_part()
    return scan.found


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


class _PlaceScan:
    """A place in a text, the containers around it, and the places found before it."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.position = 0
        self.around: list[_Container] = []
        self.found: dict[str, Place] = {}

    def read_value(self, start: int, pointer: str, wanted: Wanted, key: tuple[int, int] | None) -> None:
        """Begin a container with wanted parts, or read another value whole."""
        if pointer in self.found:  # an earlier member with the same key
            inside = pointer + "/"
            self.found = {known: place for known, place in self.found.items() if not known.startswith(inside)}
        bracket = self.text[start : start + 1]
        if wanted and bracket in (b"[", b"{"):
            indexes = sorted((int(token) for token in wanted if _INDEX.fullmatch(token)), reverse=True)
            self.around.append(_Container(pointer, wanted, start, key, bracket == b"[", indexes))
            self.position = start + 1
        else:
            self.position = end_of_value(self.text, start)
            self.found[pointer] = Place(start, self.position, key)

    def read_part(self) -> None:
        """Read the next item or member of the innermost container, or its end."""
        container = self.around[-1]
        self.position = _end(_SEPARATOR, self.text, self.position)
        if container.is_array:
            self._skip_items(container)
        key = None if container.is_array else _KEY.match(self.text, self.position)
        if self.text[self.position : self.position + 1] in (b"]", b"}", b"") or not (container.is_array or key):
            self._leave(container)
        elif key is None:
            self._read_wanted(container, str(container.index), self.position, None)
            container.index += 1
        else:
            self._read_wanted(container, pointer_token(string_value(key[1])), key.end(), key.span(1))

    def _read_wanted(self, container: _Container, token: str, start: int, key: tuple[int, int] | None) -> None:
        wanted = container.wanted.get(token)
        if wanted is None:
            self.position = end_of_value(self.text, start)
        else:
            self.read_value(start, f"{container.pointer}/{token}", wanted, key)

    def _leave(self, container: _Container) -> None:
        self.around.pop()
        self.position = min(self.position + 1, len(self.text))
        self.found[container.pointer] = Place(container.start, self.position, container.key)

    def _skip_items(self, array: _Container) -> None:
        """Skip many items before the next wanted one, if they are flat enough, or all items behind the last."""
        while array.indexes and array.indexes[-1] < array.index:
            array.indexes.pop()
        if not array.indexes:
            self.position = _end_of_container(self.text, self.position)
            return
        while array.indexes[-1] - array.index >= _BATCH and array.index >= array.batches_from:
            items = _many_items().match(self.text, self.position)
            if items is None:
                array.batches_from = array.index + _BATCH
                return
            self.position = items.end()
            array.index += _BATCH


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
