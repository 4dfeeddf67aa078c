"""How the parts of a view document become JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, MISSING, dataclass, field, fields
from typing import Any, ClassVar, Final, TypeAlias

from facetry_extension.texts import well_formed


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a view document. Members that are what they would be anyway are left out when it is written.

    A part that was read is written as it was, byte for byte. A changed copy of it (`dataclasses.replace`) keeps its
    members that are not known here, and the parts in it.
    """

    _type: ClassVar[str | None] = None
    _: KW_ONLY
    other_members: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that are not known here, as JSON values."""
    _source: str | None = field(default=None, init=False, repr=False, compare=False)
    """The text that it was read from."""

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, list):
                object.__setattr__(self, each.name, tuple(value))

    def to_dict(self) -> dict[str, Any]:
        """The part as a JSON value."""
        value: dict[str, Any] = json.loads(self.to_json())
        return value

    def to_json(self) -> str:
        """The part as JSON text. Raises `ValueError` and `TypeError` for values that JSON has none of."""
        return self._source if self._source is not None else text_of(self._members())

    def _members(self) -> dict[str, Any]:
        """Its members by their names in JSON."""
        members: dict[str, Any] = {} if self._type is None else {"type": self._type}
        known = set(members)
        for each in fields(self):
            if each.name in OWN_FIELDS:
                continue
            name, value = wire_name(each.name), getattr(self, each.name)
            known.add(name)
            if value is not None and (each.default is MISSING or value != each.default):
                members[name] = value
        conflicts = known & self.other_members.keys()
        if conflicts:
            raise ValueError(f"{sorted(conflicts)[0]} is no other member of {type(self).__name__}, which has it itself")
        return {**members, **self.other_members}


OWN_FIELDS: Final = ("other_members", "_source")
"""The fields of every part that are no members of their own in JSON."""


class VisualElement(Part):
    """An element of one of the known types."""

    __slots__ = ()


class ViewAction(Part):
    """An action of one of the known types."""

    __slots__ = ()


class OpenPart(Mapping[str, Any]):
    """An element or an action that was read, of a type that is not known here. It is written as it was, byte for byte.

    To change it, make an object of it: `{**part, "values": [1, 2]}`.
    """

    __slots__ = ("_members", "_source")

    def __init__(self, source: str) -> None:
        self._source = source
        self._members: Mapping[str, Any] = json.loads(source)

    def __getitem__(self, name: str) -> Any:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return f"OpenPart({self._source!r})"

    def to_json(self) -> str:
        """Its text."""
        return self._source


Element: TypeAlias = VisualElement | Mapping[str, Any]
"""An element, or the JSON object of one that is not known here."""
Action: TypeAlias = ViewAction | Mapping[str, Any]
"""An action, or the JSON object of one that is not known here."""


def wire_name(name: str) -> str:
    """`with_divider` → `withDivider`."""
    head, *rest = name.rstrip("_").split("_")
    return head + "".join(word.capitalize() for word in rest)


def text_of(value: Any) -> str:
    """A JSON value, in which parts may stand, as JSON text. What was read and not changed is written as it was.

    Raises `ValueError` and `TypeError` for values that JSON has none of.
    """
    if isinstance(value, Part | OpenPart):
        return value.to_json()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_name(name)}: {text_of(each)}" for name, each in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return "[" + ", ".join(text_of(each) for each in value) + "]"
    return json.dumps(well_formed(value), ensure_ascii=False, allow_nan=False)


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a member is no string: {name!r}")
    return json.dumps(well_formed(name), ensure_ascii=False)
