"""The text of each part of a JSON text, so that parts can be written as they were."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:]|[^\s"\[\]{},:]+')


@dataclass(eq=False, slots=True)
class Source:
    """A JSON value with its place in a text."""

    text: str
    start: int
    end: int = 0
    members: dict[str, Source] | None = None
    """The members of an object; None for other values."""
    items: list[Source] | None = None
    """The items of an array; None for other values."""
    _name: str | None = field(default=None, repr=False)

    @property
    def raw(self) -> str:
        """The part of the text."""
        return self.text[self.start : self.end]

    @property
    def value(self) -> Any:
        """The JSON value."""
        return json.loads(self.raw)


def source_of(text: str) -> Source:
    """The value of a JSON text. Raises `ValueError` for a text that is none, and `RecursionError` for a deep one."""
    json.loads(text, parse_constant=_refuse, object_pairs_hook=_refuse_duplicates)
    document = Source(text, 0, items=[])
    open_parts = [document]
    for token in _tokens(text):
        parent = open_parts[-1]
        first = text[token.start]
        if first in "}]":
            parent.end = token.end
            open_parts.pop()
        elif first == '"' and parent.members is not None and parent._name is None:
            parent._name = token.value
        elif first not in ",:":
            if parent.members is not None and parent._name is not None:
                parent.members[parent._name], parent._name = token, None
            elif parent.items is not None:
                parent.items.append(token)
            if first in "{[":
                token.members, token.items = ({}, None) if first == "{" else (None, [])
                open_parts.append(token)
    return (document.items or [document])[0]


def _tokens(text: str) -> Iterator[Source]:
    return (Source(text, match.start(), match.end()) for match in _TOKEN.finditer(text))


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"JSON has no number {constant}")


def _refuse_duplicates(members: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in members}) < len(members):
        raise ValueError("an object has the same key twice")
