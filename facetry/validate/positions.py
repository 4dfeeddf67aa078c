"""Positions of the parts of a JSON text, for findings with line and column.

The parser is tree-sitter's: it goes on after syntax errors, keeps duplicate keys, and does not recurse. Its tree takes
more than twenty times the text, so that large texts are scanned for the wanted parts instead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from facetry.schema.document import pointer_token
from facetry.validate.ranges import Lines, Range
from facetry.validate.syntax.places import Place, places, string_value
from facetry.validate.texts import json_text

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MAX_TREE_BYTES: Final = 262_144
"""Larger texts are scanned."""

_PLUS: Final = re.compile(rb"(?<=[0-9])([eE])\+(?=[0-9])")
"""The plus of an exponent, which the grammar of tree-sitter does not know. A zero in its place has the same length."""


class SourceMap:
    """The positions of the parts of one JSON text in UTF-8. Texts with faults are read as far as possible, and of
    members with the same key the last one counts.

    `pointers` are those whose ranges will be asked. Others can be asked as well, but in a large text each takes a scan.
    """

    def __init__(self, text: bytes, pointers: Collection[str] = ()) -> None:
        self.text = text
        self.lines = Lines(text)
        self._json = json_text(text)
        self._tree = _Tree(self._json) if len(text) <= MAX_TREE_BYTES else None
        self._places = {} if self._tree else places(self._json, pointers)
        self._wanted = frozenset(pointers)

    def range(self, pointer: str, *, on_key: bool = False) -> Range:
        """The range of the value at a JSON Pointer, or of its key with `on_key`. For a missing part it is the range of
        the nearest existing parent.
        """
        found, place = self._tree.place(pointer) if self._tree else self._scan(pointer)
        if on_key and found == pointer and place.key is not None:
            return self.lines.range(*place.key)
        return self.lines.range(place.start, min(place.end, len(self.text)))  # brackets were closed behind a cut text

    def _scan(self, pointer: str) -> tuple[str, Place]:
        """The longest part of a pointer that exists, with its place."""
        if pointer not in self._wanted:
            self._places |= places(self._json, [pointer])
        while pointer and pointer not in self._places:
            pointer = pointer.rpartition("/")[0]
        return pointer, self._places[pointer]


class _Tree:
    """The tree of a text. Its arrays and objects are read when a part of them is asked for."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._tree = _parser().parse(_PLUS.sub(rb"\g<1>0", text))
        self._parts: dict[str, tuple[Node, Node | None]] = {}  # the value and the key at a pointer
        self._read: set[str] = set()
        root = next((node for node in self._tree.root_node.named_children if not node.is_error), None)
        self._parts[""] = root or self._tree.root_node, None

    def place(self, pointer: str) -> tuple[str, Place]:
        """The longest part of a pointer that exists, with its place."""
        found = ""
        for token in pointer.split("/")[1:]:
            self._read_container(found)
            wanted = f"{found}/{token}"
            if wanted not in self._parts:
                break
            found = wanted
        value, key = self._parts[found]
        return found, Place(value.start_byte, value.end_byte, None if key is None else (key.start_byte, key.end_byte))

    def _read_container(self, pointer: str) -> None:
        """Note the parts directly inside of a value."""
        if pointer in self._read:
            return
        self._read.add(pointer)
        node = self._parts[pointer][0]
        if node.type == "array":
            for index, item in enumerate(child for child in node.named_children if not child.is_error):
                self._parts[f"{pointer}/{index}"] = item, None
        for key, value, name in _members(node, self._text):
            self._parts[f"{pointer}/{pointer_token(name)}"] = value, key


def _members(node: Node, text: bytes) -> Iterator[tuple[Node, Node, str]]:
    """(key, value, name) of each member of an object in a text; empty for other nodes."""
    if node.type != "object":
        return
    for pair in node.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and value is not None:
            yield key, value, string_value(text[key.start_byte : key.end_byte])


@cache
def _parser() -> Parser:
    from tree_sitter import Language, Parser  # for small texts with findings only
    from tree_sitter_json import language

    return Parser(Language(language()))
