"""Edits as replacements of bytes, which keep the layout of a JSON text: its order, indentation and line endings."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final, assert_never

from facetry.schema.edits import (
    AddItem,
    AddMember,
    Edit,
    MoveMember,
    RemoveMember,
    RenameKey,
    ReplaceText,
    SetValue,
)
from facetry.validate.fixes.json_tree import JsonTree
from facetry.validate.syntax.places import Place

_DEFAULT_INDENT: Final = "  "
_INDENT: Final = re.compile(rb"\n([ \t]+)\S")
_COMMA: Final = re.compile(rb"[ \t\r\n]*,[ \t\r\n]*")
_LINE_START: Final = re.compile(rb"[ \t]*")


@dataclass(frozen=True, slots=True)
class Splice:
    """Replaces the bytes from `start` to `end` of a text."""

    start: int
    end: int
    text: bytes


def splices_of(tree: JsonTree, edit: Edit) -> tuple[Splice, ...]:
    """The replacements of an edit; none when the text lacks the place, or has the new member already."""
    match edit:
        case ReplaceText(offset, length, text):
            return (Splice(offset, offset + length, text.encode()),)
        case SetValue(pointer, value):
            return _set_value(tree, pointer, value)
        case RenameKey(pointer, name):
            return _rename_key(tree, pointer, name)
        case RemoveMember(pointer):
            return _remove(tree, pointer)
        case AddMember(pointer, name, value):
            return _add_member(tree, pointer, name, value)
        case AddItem(pointer, value):
            return _add_item(tree, pointer, value)
        case MoveMember(pointer, target):
            return _move(tree, pointer, target)
    assert_never(edit)


def apply(text: bytes, splices: list[Splice]) -> bytes:
    """The text with the replacements, which must not overlap."""
    parts, position = [], 0
    for splice in sorted(splices, key=lambda splice: (splice.start, splice.end)):
        parts += [text[position : splice.start], splice.text]
        position = splice.end
    return b"".join([*parts, text[position:]])


def overlaps(splice: Splice, others: list[Splice]) -> bool:
    """Whether a replacement touches one of the others. Such replacements have no clear order."""
    return any(splice.start <= other.end and other.start <= splice.end for other in others)


def _set_value(tree: JsonTree, pointer: str, value: Any) -> tuple[Splice, ...]:
    place = tree.place(pointer)
    if place is None:
        return ()
    text = _serialise(tree, value, _indent_at(tree.text, place.start), is_inline=_is_inline(tree.text, place))
    return (Splice(place.start, place.end, text),)


def _rename_key(tree: JsonTree, pointer: str, name: str) -> tuple[Splice, ...]:
    place = tree.place(pointer)
    if place is None or place.key is None or tree.has_member(pointer.rpartition("/")[0], name):
        return ()
    return (Splice(*place.key, _quote(name)),)


def _remove(tree: JsonTree, pointer: str) -> tuple[Splice, ...]:
    """Removes a member or an item, with one comma."""
    place, container = tree.place(pointer), tree.place(pointer.rpartition("/")[0])
    if place is None or container is None or not pointer:
        return ()
    siblings = tree.parts(container)
    index = siblings.index(place)
    if index + 1 < len(siblings):
        comma = _COMMA.match(tree.text, place.end)  # a comment behind it stays
        return (Splice(place.whole_start, siblings[index + 1].whole_start if comma is None else comma.end(), b""),)
    if index > 0:
        return (Splice(siblings[index - 1].end, place.end, b""),)
    return (Splice(container.start + 1, container.end - 1, b""),)


def _add_member(tree: JsonTree, pointer: str, name: str, value: Any) -> tuple[Splice, ...]:
    place = tree.place(pointer)
    if place is None or not tree.is_object(place) or tree.has_member(pointer, name):
        return ()
    layout = _Layout.of(tree, place)
    body = _quote(name) + _colon(tree.text) + _serialise(tree, value, layout.indent, is_inline=layout.is_inline)
    return (layout.insertion(body),)


def _add_item(tree: JsonTree, pointer: str, value: Any) -> tuple[Splice, ...]:
    place = tree.place(pointer)
    if place is None or not tree.is_array(place):
        return ()
    layout = _Layout.of(tree, place)
    return (layout.insertion(_serialise(tree, value, layout.indent, is_inline=layout.is_inline)),)


def _move(tree: JsonTree, pointer: str, target: str) -> tuple[Splice, ...]:
    parent, _, token = target.rpartition("/")
    name = token.replace("~1", "/").replace("~0", "~")
    place, holder = tree.place(pointer), tree.place(parent)
    if place is None or holder is None or not tree.is_object(holder) or tree.has_member(parent, name):
        return ()
    if target == pointer or parent == pointer or parent.startswith(f"{pointer}/"):
        return ()
    removed = _remove(tree, pointer)
    layout = _Layout.of(tree, holder)
    raw = tree.text[place.start : place.end]
    former = _indent_at(tree.text, place.start)
    moved = raw.replace(b"\n" + former, b"\n" + layout.indent)
    added = layout.insertion(_quote(name) + _colon(tree.text) + moved)
    if not removed or overlaps(added, list(removed)):
        return ()
    return (*removed, added)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How an object or array is written, for an entry at its end."""

    container: Place
    last: Place | None
    is_inline: bool
    indent: bytes
    separator: bytes

    @classmethod
    def of(cls, tree: JsonTree, container: Place) -> _Layout:
        """The layout of an object or array. A new entry is on a line of its own if the last one is."""
        text, entries = tree.text, tree.parts(container)
        outer = _indent_at(text, container.start)
        if not entries:
            return cls(container, None, is_inline=True, indent=outer, separator=b"")
        last = entries[-1]
        before = entries[-2].end if len(entries) > 1 else container.start + 1
        gap = text[before : last.whole_start]
        if b"\n" in gap:
            indent = _indent_at(text, last.whole_start)
            return cls(container, last, is_inline=False, indent=indent, separator=b"," + _line_end(text) + indent)
        is_spaced = gap.endswith(b" ") if len(entries) > 1 else _colon(text).endswith(b" ")
        return cls(container, last, is_inline=True, indent=outer, separator=b", " if is_spaced else b",")

    def insertion(self, body: bytes) -> Splice:
        if self.last is None:
            return Splice(self.container.start + 1, self.container.end - 1, body)
        return Splice(self.last.end, self.last.end, self.separator + body)


def _serialise(tree: JsonTree, value: Any, indent: bytes, *, is_inline: bool) -> bytes:
    """A value as JSON, in the layout of the text: its lines after the first begin with `indent`."""
    if is_inline or not isinstance(value, dict | list) or not value:
        colon = _colon(tree.text).decode()
        is_spaced = colon.endswith(" ")
        return json.dumps(value, ensure_ascii=False, separators=(", " if is_spaced else ",", colon)).encode()
    unit = _unit(tree.text)
    lines = json.dumps(value, ensure_ascii=False, indent=unit).encode().split(b"\n")
    return (_line_end(tree.text) + indent).join(lines)


def _quote(name: str) -> bytes:
    return json.dumps(name, ensure_ascii=False).encode()


def _is_inline(text: bytes, place: Place) -> bool:
    return b"\n" not in text[place.start : place.end]


def _indent_at(text: bytes, offset: int) -> bytes:
    """The white space at the start of the line of an offset."""
    start = text.rfind(b"\n", 0, offset) + 1
    match = _LINE_START.match(text, start, offset)
    return match[0] if match else b""


def _unit(text: bytes) -> str:
    """One level of indentation: the first one of the text."""
    match = _INDENT.search(text)
    return match[1].decode() if match else _DEFAULT_INDENT


def _line_end(text: bytes) -> bytes:
    """The end of the first line of the text."""
    first = text[: text.find(b"\n") + 1]
    return b"\r\n" if first.endswith(b"\r\n") else b"\n"


def _colon(text: bytes) -> bytes:
    """The separator between keys and values: a space follows it, unless the text has none after its first colon."""
    match = re.search(rb'"[ \t]*:([ \t]?)', text)
    return b": " if match is None or match[1] else b":"
