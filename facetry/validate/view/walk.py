"""Visits the objects of a view document, with the shape of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from facetry.schema.document import pointer_token
from facetry.schema.violations import describe_value
from facetry.validate.finding import Finding
from facetry.validate.view.schema import ACTION, DOCUMENT, ELEMENT, Shape, shapes, types


@dataclass(frozen=True, slots=True)
class Part:
    """One object of a document. `shape` is that of its type; for an unknown type it is `element` or `action`."""

    shape: Shape
    value: dict[str, Any]
    pointer: str

    def get(self, name: str) -> Any:
        """The value of a member, or its default."""
        return self.value.get(name, self.shape.defaults.get(name))

    def items(self, name: str) -> list[Any]:
        """The items of a member that should be an array."""
        value = self.value.get(name)
        return value if isinstance(value, list) else []

    def number(self, name: str) -> float | None:
        """The value of a member, or its default, if that is a number."""
        value = self.get(name)
        return value if isinstance(value, int | float) and not isinstance(value, bool) else None

    def text(self, name: str) -> str | None:
        """The value of a member if that is a text."""
        value = self.value.get(name)
        return value if isinstance(value, str) else None

    def pointer_to(self, name: str) -> str:
        """The pointer of a member."""
        return f"{self.pointer}/{pointer_token(name)}"


def parts(document: object) -> Iterator[Part]:
    """The objects of a document in its order. What is inside of elements of unknown type is left out."""
    pending: list[tuple[str, Any, str]] = [(DOCUMENT, document, "")]
    while pending:
        name, value, pointer = pending.pop()
        if not isinstance(value, dict):
            continue
        part = Part(shapes()[_shape_name(name, value)], value, pointer)
        yield part
        pending.extend(reversed([child for member in value for child in _children(part, member)]))


def _shape_name(name: str, value: dict[str, Any]) -> str:
    if name not in (ELEMENT, ACTION):
        return name
    type_ = value.get("type")
    return type_ if isinstance(type_, str) and type_ in types(name) else name


def _children(part: Part, member: str) -> Iterator[tuple[str, Any, str]]:
    target, value = part.shape.parts.get(member), part.value[member]
    if target is not None and isinstance(value, list):
        pointer = part.pointer_to(member)
        yield from ((target, item, f"{pointer}/{index}") for index, item in enumerate(value))
    elif target is not None:
        yield target, value, part.pointer_to(member)


def view_warning(name: str, pointer: str, detail: str, value: object = None, remedy: str | None = None) -> Finding:
    """A warning with the rule `view.<name>`."""
    text = None if value is None else describe_value(value)
    return Finding(rule=f"view.{name}", pointer=pointer, detail=detail, level="warning", value=text, remedy=remedy)
