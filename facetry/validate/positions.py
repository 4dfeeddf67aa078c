"""Positions of the parts of a JSON text, for findings with line and column.

The parser is tree-sitter's: it goes on after syntax errors, keeps duplicate keys, and does not recurse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from tree_sitter import Language, Node, Parser
from tree_sitter_json import language

from facetry.schema.document import pointer_token
from facetry.validate.ranges import Lines, Range

_MAX_FAULTS: Final = 100
_PLUS: Final = re.compile(rb"(?<=[0-9])([eE])\+(?=[0-9])")
"""The plus of an exponent, which the grammar of tree-sitter does not know. A zero in its place has the same length."""


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """A place at which a text is not JSON. `end` is the offset after it; equal to `start` for something missing."""

    start: int
    end: int
    detail: str


class SourceMap:
    """The positions of the parts of one JSON text in UTF-8. A text that is not JSON is read as far as possible."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.lines = Lines(text)
        self._tree = _parser().parse(_PLUS.sub(rb"\g<1>0", text))
        self._keys: dict[str, Node] = {}
        self._values: dict[str, Node] = {}
        self._walked: set[str] = set()
        root = next((node for node in self._tree.root_node.named_children if not node.is_error), None)
        if root is not None:
            self._values[""] = root

    def range(self, pointer: str, *, on_key: bool = False) -> Range:
        """The range of the value at a JSON Pointer, or of its key with `on_key`. For a missing part it is the range of
        the nearest existing parent.
        """
        found = self._find(pointer)
        node = self._keys.get(found) if on_key and found == pointer else None
        node = node or self._values.get(found)
        if node is None:
            return self.lines.range(0, 0)
        return self.lines.range(node.start_byte, node.end_byte)

    @cached_property
    def syntax_faults(self) -> tuple[SyntaxFault, ...]:
        """The places at which the text is not JSON, in their order, at most 100."""
        found: list[SyntaxFault] = []
        pending = [self._tree.root_node]
        while pending and len(found) < _MAX_FAULTS:
            node = pending.pop()
            if node.is_missing:
                found.append(SyntaxFault(node.start_byte, node.start_byte, f"A {node.type} is missing here."))
            elif node.is_error:
                found.append(SyntaxFault(node.start_byte, node.end_byte, "This text is not JSON."))
            elif node.has_error:
                pending.extend(reversed(node.children))
        return tuple(found)

    def _find(self, pointer: str) -> str:
        """The longest part of a pointer that exists."""
        steps = pointer.split("/")
        found = ""
        for end in range(2, len(steps) + 1):
            self._walk(found)
            wanted = "/".join(steps[:end])
            if wanted not in self._values:
                break
            found = wanted
        return found

    def _walk(self, pointer: str) -> None:
        """Note the keys and values directly inside of a value."""
        if pointer in self._walked or pointer not in self._values:
            return
        self._walked.add(pointer)
        node = self._values[pointer]
        if node.type == "array":
            for index, item in enumerate(child for child in node.named_children if not _is_extra(child)):
                self._values[f"{pointer}/{index}"] = item
        for key, value, name in members(node, self.text):
            place = f"{pointer}/{pointer_token(name)}"
            self._keys[place] = key
            self._values[place] = value


def members(node: Node, text: bytes) -> Iterator[tuple[Node, Node, str]]:
    """(key, value, name) of each member of an object in a text; empty for other nodes."""
    if node.type != "object":
        return
    for pair in node.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and value is not None:
            yield key, value, _name(text[key.start_byte : key.end_byte])


def _name(text: bytes) -> str:
    try:
        return str(json.loads(text))
    except ValueError:
        return text.decode("utf-8", "replace").strip('"')


def _is_extra(node: Node) -> bool:
    return node.is_error or node.type == "comment"


@cache
def _parser() -> Parser:
    return Parser(Language(language()))
