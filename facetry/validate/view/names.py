"""Warnings on types and members that the schema does not know, and that their author probably meant otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from facetry.errors import printable_text
from facetry.schema.edits import Edit, MoveMember, RenameKey, SetValue
from facetry.schema.similarity import certain_match
from facetry.validate.finding import Finding
from facetry.validate.view.schema import ACTION, DOCUMENT, ELEMENT, shapes, types
from facetry.validate.view.walk import Part, view_warning

_FREE_PREFIXES: Final = ("$", "_", "x-")
"""Members of other programs have such names, and nobody mistypes a known name so."""
_MAX_PLACES: Final = 3
_MAX_SEARCHES: Final = 200


class NameCheck:
    """The check of the names in one document. After many unknown names it searches no similar ones, which is slow."""

    def __init__(self) -> None:
        self._searches_left = _MAX_SEARCHES

    def check(self, part: Part) -> Iterator[Finding]:
        """The type of an element or an action is known, and its members are not known ones in another spelling or
        place.
        """
        if part.shape.name in (ELEMENT, ACTION):
            yield from self._check_type(part)  # nobody knows the members of an unknown type
        else:
            yield from self._check_members(part)

    def _check_type(self, part: Part) -> Iterator[Finding]:
        type_, pointer = part.text("type"), part.pointer_to("type")
        if type_ is None:
            return
        match = self._match(type_, types(part.shape.name))
        detail = f"There is no {part.shape.name} of this type. Clients keep it, and cannot show it."
        remedy = f"Did you mean {match}?" if match else "Use a known type, unless your client has this one."
        found = view_warning("type" if part.shape.name == ELEMENT else "action", pointer, detail, type_, remedy)
        yield found if match is None else replace(found, edit=SetValue(pointer, match))

    def _check_members(self, part: Part) -> Iterator[Finding]:
        members = part.shape.members
        absent = [name for name in members if name not in part.value]
        for name in part.value:
            if name in members or name.startswith(_FREE_PREFIXES):
                continue
            pointer = part.pointer_to(name)
            if (inner := _modifiers_with(part, name)) is not None:
                yield _unknown_member(part, name, f"It belongs into {inner}.", _move(part, name, inner))
            elif (match := self._match(name, absent)) is not None:
                absent.remove(match)  # no other member can be renamed to it
                yield _unknown_member(part, name, f"Did you mean {match}?", RenameKey(pointer, match))
            elif name in _shapes_by_member():
                shape_names = _shapes_by_member()[name]
                others = " and others" if len(shape_names) > _MAX_PLACES else ""
                places = ", ".join(shape_names[:_MAX_PLACES]) + others
                yield _unknown_member(part, name, f"It belongs into {places}.", None)

    def _match(self, word: str, candidates: Sequence[str]) -> str | None:
        self._searches_left -= 1
        return certain_match(word, candidates) if self._searches_left >= 0 else None


def _move(part: Part, name: str, inner: str) -> Edit | None:
    """The edit that moves a member into an existing object, if that has no such member."""
    target = part.value.get(inner)
    is_free = isinstance(target, dict) and name not in target
    return MoveMember(part.pointer_to(name), f"{part.pointer_to(inner)}/{name}") if is_free else None


def _unknown_member(part: Part, name: str, remedy: str, edit: Edit | None) -> Finding:
    where = "The document" if part.shape.name == DOCUMENT else f"The {part.shape.name.replace('-', ' ')}"
    if "type" in part.shape.members:
        where = f"An element of type {part.shape.name}" if part.shape.name in types(ELEMENT) else "The action"
    detail = f"{where} has no such member. It is kept, and has no effect."
    found = view_warning("member", part.pointer_to(name), detail, remedy=remedy)
    return replace(found, value=printable_text(name), on_key=True, edit=edit)


def _modifiers_with(part: Part, name: str) -> str | None:
    """The member of an object that holds the modifiers to which `name` belongs."""
    inner = [
        member
        for member, target in part.shape.parts.items()
        if name in shapes()[target].members and target.endswith(("modifiers", "truncate"))
    ]
    return inner[0] if inner else None


@cache
def _shapes_by_member() -> dict[str, tuple[str, ...]]:
    """The names of all members but `type`, each with the shapes that have it."""
    names: dict[str, tuple[str, ...]] = {}
    for shape in shapes().values():
        for member in shape.members if shape.name not in (ELEMENT, ACTION, "card") else ():
            names[member] = (*names.get(member, ()), shape.name)
    del names["type"]
    return names
