"""Faults of texts that are JSON, but not strict: on their meaning RFC 8259 lets parsers differ."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from facetry.errors import printable_text
from facetry.schema.document import pointer_token
from facetry.schema.edits import RemoveMember
from facetry.schema.strict_json import broken_rule
from facetry.validate.syntax.faults import TextFault
from facetry.validate.syntax.places import end_of_value, flat_items, flat_members, part_text, skip_space, string_value

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
MAX_TOKENS: Final = 400_000
"""More strings and brackets, not counting those that are skipped, end the search. It has then taken half a second."""
SKIPPED_FROM_BYTES: Final = 262_144
"""In texts from this size on, parts without faults are skipped. Their values are not compared with duplicates."""
_MIN_RUN_BYTES: Final = 256
"""Shorter runs are searched: to parse them would take as long."""
_SKIPPED: Final = 0
"""The offset of a member that was skipped."""
_MAX_INTEGER_DIGITS: Final = 20
"""More digits are beyond 64 bits, and to convert them would take quadratic time."""
_MAX_COMPARED_BYTES: Final = 4_096


@dataclass(slots=True)
class _Container:
    """An array or object around the current place."""

    start: int
    names: dict[str, int] | None
    """The names of an object so far, each with the offset behind its colon, or `_SKIPPED`; None for an array."""
    name: str = ""
    """The name of the current member."""
    index: int = 0
    """The index of the item at `counted`, which is the start of the array or of an item."""
    counted: int = 0
    next_run: int = 0
    """The offset from which a run of items or members without faults may be skipped."""


def strictness_faults(text: bytes, label: str, depth: int) -> Iterator[TextFault]:
    """The brackets deeper than `depth`, the duplicate keys at their second key, the integers beyond 64 bits and the
    escaped NUL characters of a JSON text, in its order.
    """
    search = _Search(text, label, depth)
    while search.is_unfinished:
        yield from search.faults()


class _Search:
    """A search for faults, at a place in a text."""

    def __init__(self, text: bytes, label: str, depth: int) -> None:
        self.is_unfinished = True
        self._text, self._label, self._depth = text, label, depth
        self._is_large = len(text) >= SKIPPED_FROM_BYTES
        self._position = 0
        self._tokens_left = MAX_TOKENS
        self._around: list[_Container] = []
        self._level = 0

    def faults(self) -> Iterator[TextFault]:
        """The faults up to the next run of items or members that has none, or to the end."""
        around, text, label = self._around, self._text, self._label
        for token in itertools.islice(_TOKEN.finditer(text, self._position), self._tokens_left):
            self._tokens_left -= 1
            kind = token.lastgroup
            if self._is_large and self._skip_run(token.start(), kind):
                return
            if kind == "open":
                yield from self._enter(token)
            elif kind == "close":
                if around and self._level <= self._depth:
                    around.pop()
                self._level = max(0, self._level - 1)
            elif kind == "number":
                if _is_beyond_64_bits(token[0]):
                    yield _long_integer(token, label)
            else:
                yield from _nul_characters(token, label)
                if kind == "colon" and around and self._level <= self._depth:
                    yield from _duplicate_key(text, token, around, label)
        self.is_unfinished = False

    def _enter(self, token: re.Match[bytes]) -> Iterator[TextFault]:
        self._level += 1
        if self._level <= self._depth:
            names: dict[str, int] | None = {} if token[0] == b"{" else None
            self._around.append(_Container(token.start(), names, counted=token.end()))
        elif self._level == self._depth + 1:
            yield TextFault(
                rule="json.depth",
                start=token.start(),
                end=token.end(),
                detail=f"The {self._label} nests deeper than {self._depth} levels.",
                remedy=f"Send a flatter {self._label}.",
            )

    def _skip_run(self, start: int, kind: str | None) -> bool:
        """Skip a run of items or members from the token at `start`, if there is one and it has no faults."""
        container = self._around[-1] if self._around else None
        if container is None or start < container.next_run or self._level > self._depth:
            return False
        is_array = container.names is None
        if kind not in (("open", "string") if is_array else ("colon",)):
            return False
        run = (flat_items() if is_array else flat_members()).match(self._text, start)
        if run is None:
            return False
        container.next_run = run.end()
        value = _strict_value(run[0], self._depth - self._level, is_array=is_array)
        if container.names is None:
            if not value:
                return False
            _count_items(self._text, container, start)
            container.index += len(value)
            container.counted = run.end()
        else:
            if not value or not container.names.keys().isdisjoint(value):
                return False
            container.names.update(dict.fromkeys(value, _SKIPPED))
        self._position = run.end()
        return True


def _strict_value(run: bytes, depth: int, *, is_array: bool) -> Any:
    """The array or object of a run of parts, each with its comma. None for a short one, and one that is no strict JSON
    of at most this depth.
    """
    if len(run) < _MIN_RUN_BYTES:
        return None
    text = (b"[%b]" if is_array else b"{%b}") % run.rstrip()[:-1]
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return value if broken_rule(text, value, depth + 1) is None else None


def _is_beyond_64_bits(number: bytes) -> bool:
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
    container.name = name = string_value(token["string"])
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
            edit=RemoveMember(pointer) if first != _SKIPPED and _is_same_value(text, first, token.end()) else None,
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
