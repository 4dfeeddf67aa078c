"""How the parts of a view document become JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, ClassVar, TypeAlias


class Part:
    """A part of a view document. Members that are what they would be anyway are left out when it is written."""

    __slots__ = ()
    _type: ClassVar[str | None] = None

    def to_dict(self) -> dict[str, Any]:
        """The part as a JSON value."""
        written: dict[str, Any] = {} if self._type is None else {"type": self._type}
        for field in fields(self):  # type: ignore[arg-type]  # every part is a dataclass
            value = getattr(self, field.name)
            if value is not None and (field.default is MISSING or value != field.default):
                written[wire_name(field.name)] = _written(value)
        return written

    def to_json(self) -> str:
        """The part as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False)


class VisualElement(Part):
    """An element of one of the known types."""

    __slots__ = ()


class ViewAction(Part):
    """An action of one of the known types."""

    __slots__ = ()


Element: TypeAlias = VisualElement | Mapping[str, Any]
"""An element, or the JSON object of one that is not known here."""
Action: TypeAlias = ViewAction | Mapping[str, Any]
"""An action, or the JSON object of one that is not known here."""


def wire_name(name: str) -> str:
    """`with_divider` → `withDivider`."""
    head, *rest = name.rstrip("_").split("_")
    return head + "".join(word.capitalize() for word in rest)


def _written(value: Any) -> Any:
    if isinstance(value, Part):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {key: _written(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_written(each) for each in value]
    return value
