"""Faults of texts that are JSON, but not strict: on their meaning RFC 8259 lets parsers differ."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import orjson

from facetry.errors import printable_text
from facetry.schema.document import pointer_token
from facetry.schema.edits import RemoveMember
from facetry.validate.syntax.faults import TextFault
from facetry.validate.syntax.places import end_of_value, part_text, skip_space

_TOKEN: Final = re.compile(
    rb"""
      (?P<string> "(?:[^"\\]++|\\.)*+" ) (?P<colon> [ \t\r\n]*+: )?
    | (?P<open> [\[{] )
    | (?P<close> [\]}] )
    | (?P<number> (?<![0-9.eE+]) (?<![eE]-) -?[0-9]{19,}+ (?![0-9.eE]) )
    """,
    re.VERBOSE | re.DOTALL,
)
_NUL: Final = re.compile(rb"\\(?:u0000|.)", re.DOTALL)
MAX_TOKENS: Final = 1_000_000
"""More strings and brackets end the search, which has then taken about a second."""
_MAX_INTEGER_DIGITS: Final = 20
_MAX_COMPARED_BYTES: Final = 4_096


@dataclass(slots=True)
class _Container:
    """An array or object around the current place."""

    start: int
    names: dict[str, int] | None
    """By name of an object so far the offset behind its colon; None for an array."""
    name: str = ""
    """The name of the current member."""
    index: int = 0
    """The index of the item at `counted`, which is the start of the array or of an item."""
    counted: int = 0


def strictness_faults(text: bytes, label: str, depth: int) -> Iterator[TextFault]:
    """The brackets deeper than `depth`, the duplicate keys at their second key, the integers beyond 64 bits and the
    escaped NUL characters of a JSON text, in its order.
    """
    around: list[_Container] = []
    level = 0
    for token in itertools.islice(_TOKEN.finditer(text), MAX_TOKENS):
        kind = token.lastgroup
        if kind == "open":
            level += 1
            if level <= depth:
                around.append(_Container(token.start(), {} if token[0] == b"{" else None, counted=token.end()))
            elif level == depth + 1:
                yield TextFault(
                    rule="json.depth",
                    start=token.start(),
                    end=token.end(),
                    detail=f"The {label} nests deeper than {depth} levels.",
                    remedy=f"Send a flatter {label}.",
                )
        elif kind == "close":
            if around and level <= depth:
                around.pop()
            level = max(0, level - 1)
        elif kind == "number":
            if _is_long(token[0]):
                yield _long_integer(token, label)
        else:
            yield from _nul_characters(token, label)
            if kind == "colon" and around and level <= depth:
                yield from _duplicate_key(text, token, around, label)


def _is_long(number: bytes) -> bool:
    return len(number.lstrip(b"-")) > _MAX_INTEGER_DIGITS or not -(2**63) <= int(number) < 2**64


def _long_integer(token: re.Match[bytes], label: str) -> TextFault:
    return TextFault(
        rule="json.number",
        start=token.start(),
        end=token.end(),
        detail=f"An integer of the {label} is beyond 64 bits.",
        remedy="Write it as a string.",
    )


def _nul_characters(token: re.Match[bytes], label: str) -> Iterator[TextFault]:
    string = token["string"]
    if b"\\u0000" not in string:
        return
    for escape in _NUL.finditer(string):
        if escape[0] == b"\\u0000":
            start = token.start() + escape.start()
            detail = f"A string of the {label} holds a NUL character."
            yield TextFault(rule="json.nul", start=start, end=start + len(escape[0]), detail=detail)
            return


def _duplicate_key(text: bytes, token: re.Match[bytes], around: list[_Container], label: str) -> Iterator[TextFault]:
    container = around[-1]
    if container.names is None:
        return
    container.name = name = _text_of(token["string"])
    first = container.names.get(name)
    if first is not None:
        start, end = token.span("string")
        pointer = _pointer(text, around)
        yield TextFault(
            rule="json.duplicate-key",
            start=start,
            end=end,
            detail=f"An object of the {label} has the key {printable_text(name)} twice.",
            remedy="Remove one of them.",
            edit=RemoveMember(pointer) if _is_same_value(text, first, token.end()) else None,
            pointer=pointer,
            value=printable_text(name),
            is_on_key=True,
        )
    container.names[name] = token.end()


def _is_same_value(text: bytes, first: int, second: int) -> bool:
    """Whether the values behind two colons are small and equal."""
    values = []
    for offset in (first, second):
        start = skip_space(text, offset)
        values.append(text[start : end_of_value(text, start)])
    if max(map(len, values)) > _MAX_COMPARED_BYTES:
        return False
    try:
        return bool(orjson.loads(values[0]) == orjson.loads(values[1]))
    except orjson.JSONDecodeError:
        return False


def _text_of(string: bytes) -> str:
    if b"\\" in string:
        with contextlib.suppress(ValueError):  # a fault of the string itself, which is reported already
            return str(json.loads(string))
    return string[1:-1].decode("utf-8", "replace")


def _pointer(text: bytes, around: list[_Container]) -> str:
    """The pointer to the current member of the innermost object."""
    steps = []
    for container, inner in itertools.zip_longest(around, around[1:]):
        if container.names is None and inner is not None:
            _count_items(text, container, inner.start)
        steps.append(container.name if container.names is not None else str(container.index))
    return "".join(f"/{pointer_token(step)}" for step in steps)


def _count_items(text: bytes, array: _Container, start: int) -> None:
    """Find the index of the item at `start`. What was counted before is not read again."""
    array.index += part_text().sub(b"", text[array.counted : start]).count(b",")
    array.counted = start
