"""Edits: changes of a JSON text that mend one finding without changing what its author meant."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class SetValue:
    """Replace the value at a pointer by another JSON value."""

    pointer: str
    value: Any


@dataclass(frozen=True, slots=True)
class RenameKey:
    """Give the member at a pointer another name."""

    pointer: str
    name: str


@dataclass(frozen=True, slots=True)
class RemoveMember:
    """Remove the member or the item at a pointer."""

    pointer: str


@dataclass(frozen=True, slots=True)
class AddMember:
    """Add a member to the object at a pointer."""

    pointer: str
    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class AddItem:
    """Add an item at the end of the array at a pointer."""

    pointer: str
    value: Any


@dataclass(frozen=True, slots=True)
class MoveMember:
    """Move the member at a pointer to another pointer, whose parent is an object."""

    pointer: str
    target: str


@dataclass(frozen=True, slots=True)
class ReplaceText:
    """Replace `length` bytes at a byte offset, in a text that is not JSON."""

    offset: int
    length: int
    text: str


Edit = SetValue | RenameKey | RemoveMember | AddMember | AddItem | MoveMember | ReplaceText


def with_pointers(edit: Edit, change: Callable[[str], str]) -> Edit:
    """The edit, each pointer of which a function has changed."""
    if isinstance(edit, ReplaceText):
        return edit
    if isinstance(edit, MoveMember):
        return MoveMember(change(edit.pointer), change(edit.target))
    return replace(edit, pointer=change(edit.pointer))


def below(edit: Edit, prefix: str) -> Edit:
    """The edit of a part as an edit of the whole document, in which the part stands at the pointer `prefix`."""
    return with_pointers(edit, lambda pointer: prefix + pointer)
