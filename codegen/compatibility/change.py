"""A change that breaks clients, and its place in the descriptions of the last version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from codegen.pointer import escape


class Direction(Enum):
    """Who makes a value: of what clients send, no less may be valid; of what they receive, nothing else may come."""

    SENT = "sent"
    RECEIVED = "received"

    @property
    def other(self) -> Direction:
        """The direction of an answer to it."""
        return Direction.RECEIVED if self is Direction.SENT else Direction.SENT


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a description: its file, its JSON Pointer, and the name that a line of the changelog has."""

    file: str
    pointer: str
    name: str

    def at(self, *tokens: str, name: str = "") -> Place:
        """A part below it. Without a name it is a part that has none of its own, such as the items of a list."""
        pointer = "".join(f"/{escape(token)}" for token in tokens)
        return Place(self.file, f"{self.pointer}{pointer}", f"{self.name}.{name}" if name else self.name)


@dataclass(frozen=True, slots=True)
class Change:
    """One breaking change: its place, the rule of `specs/compatibility.yaml`, and what it is about."""

    place: Place
    rule: str
    detail: str

    def __str__(self) -> str:
        return (
            f"{self.place.file}#{self.place.pointer}: {self.rule}: {self.detail}\n"
            f"    remedy: undo it, or add a line `- Breaking: `{self.place.name}` …` under Unreleased in CHANGELOG.md"
        )


Report = Callable[[Change], None]
