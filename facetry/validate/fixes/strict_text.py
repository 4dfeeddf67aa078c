"""Fixes of texts that are not strict JSON: encodings, commas before a closing bracket, and keys that stand twice."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from facetry.validate.fixes.json_tree import MAX_BYTES, JsonTree, members
from facetry.validate.fixes.splices import Splice, apply, removal

if TYPE_CHECKING:
    from tree_sitter import Node

_UTF16: Final = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_MAX_ROUNDS: Final = 64
_TOKEN: Final = re.compile(
    rb"""
      (?P<string> "[^"\\]*+(?:\\.[^"\\]*+)*+" )
    | (?P<stray> " )
    | (?P<comma> ,(?=[ \t\r\n]*+[}\]]) )
    | (?P<opening> [\[{,:] )
    | (?P<value> [^\s\[{,:"]++ )
    """,
    re.VERBOSE | re.DOTALL,
)
"""A token; `comma` is one before a closing bracket, `value` one that ends a value."""


def strict_text(text: bytes, *, has_duplicates: bool = True) -> bytes:
    """The text with what can be mended without a doubt: in UTF-8 without a byte order mark, without commas before
    closing brackets, and without keys that stand twice with equal values. Without `has_duplicates` these are not
    looked for, which takes long in a deep text.
    """
    text = as_utf8(text).removeprefix(codecs.BOM_UTF8)
    text = apply(text, list(_trailing_commas(text)))
    for _ in range(_MAX_ROUNDS if has_duplicates and len(text) <= MAX_BYTES else 0):
        splices: list[Splice] = []
        last = -1
        for splice in sorted(_equal_duplicates(text), key=lambda splice: splice.start):
            if splice.start > last:  # neighbours wait for the next round
                splices.append(splice)
                last = splice.end
        if not splices:
            break
        text = apply(text, splices)
    return text


def as_utf8(text: bytes) -> bytes:
    """A text in UTF-16 with a byte order mark in UTF-8; any other text as it is."""
    encoding = _UTF16.get(text[:2])
    if encoding is None:
        return text
    try:
        return text.decode(encoding).encode()
    except UnicodeError:
        return text


def _trailing_commas(text: bytes) -> Iterator[Splice]:
    """The removals of commas between a value and a closing bracket."""
    value_end = False  # whether the last token ends a value
    for token in _TOKEN.finditer(text):
        if token["stray"]:
            return  # an unclosed string: what follows is uncertain
        if token["comma"] and value_end:
            yield Splice(token.start(), token.end(), b"")
        value_end = not token["opening"]


def _equal_duplicates(text: bytes) -> Iterator[Splice]:
    """The removals of all but the last member of a name, when all their values are equal."""
    for node in JsonTree(text).objects():
        by_name: dict[str, list[tuple[Node, Node]]] = {}
        for key, value, name in members(node, text):
            by_name.setdefault(name, []).append((key, value))
        for found in by_name.values():
            if len(found) > 1 and len({_canonical(text, value) for _, value in found}) == 1:
                yield from (removal(key.parent) for key, _ in found[:-1] if key.parent is not None)


def _canonical(text: bytes, node: Node) -> str:
    raw = text[node.start_byte : node.end_byte]
    try:
        return json.dumps(json.loads(raw, object_pairs_hook=_pairs), sort_keys=True)
    except (ValueError, RecursionError):
        return f"{node.start_byte} is not JSON"


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. One with a name that stands twice is equal to no other."""
    names = dict(pairs)
    if len(names) != len(pairs):
        raise ValueError("a name stands twice")
    return names
