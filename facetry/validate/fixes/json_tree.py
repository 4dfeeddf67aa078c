"""The syntax tree of a JSON text, for edits that need the neighbours of a value. tree-sitter goes on after faults."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tree_sitter import Language, Node, Parser
from tree_sitter_json import language

MAX_BYTES: Final = 2_097_152
"""Larger texts are not edited: their trees would take too much memory."""
_PLUS: Final = re.compile(rb"(?<=[0-9])([eE])\+(?=[0-9])")
"""The plus of an exponent, which the grammar of tree-sitter does not know. A zero in its place has the same length."""


class JsonTree:
    """The tree of a text of at most `MAX_BYTES` bytes. Of members with the same name, the last one counts."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._tree = _parser().parse(_PLUS.sub(rb"\g<1>0", text))
        self._children: dict[int, dict[str, tuple[Node | None, Node]]] = {}

    def nodes(self, pointer: str) -> tuple[Node | None, Node] | None:
        """The nodes of the key and of the value at a JSON Pointer; None for a missing part. Only members have keys."""
        root = next((node for node in self._tree.root_node.named_children if not _is_extra(node)), None)
        if root is None:
            return None
        key, value = None, root
        for token in pointer.split("/")[1:]:
            found = self._parts(value).get(token.replace("~1", "/").replace("~0", "~"))
            if found is None:
                return None
            key, value = found
        return key, value

    def has_member(self, pointer: str, name: str) -> bool:
        """Whether the value at a pointer is an object with a member of this name."""
        nodes = self.nodes(pointer)
        return nodes is not None and nodes[1].type == "object" and name in self._parts(nodes[1])

    def _parts(self, node: Node) -> dict[str, tuple[Node | None, Node]]:
        """The keys and values directly inside of an array or object."""
        if node.id not in self._children:
            if node.type == "array":
                items = (child for child in node.named_children if not _is_extra(child))
                self._children[node.id] = {str(index): (None, item) for index, item in enumerate(items)}
            else:
                self._children[node.id] = {name: (key, value) for key, value, name in _members(node, self.text)}
        return self._children[node.id]


def _members(node: Node, text: bytes) -> Iterator[tuple[Node, Node, str]]:
    """(key, value, name) of each member of an object in a text; empty for other nodes."""
    for pair in node.named_children if node.type == "object" else ():
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
