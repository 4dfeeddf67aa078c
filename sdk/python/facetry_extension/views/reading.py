"""Reads view documents."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from facetry_extension.views import parts
from facetry_extension.views.documents import SCHEMA_VERSION, Card, Container
from facetry_extension.views.part import (
    OWN_FIELDS,
    Action,
    Element,
    OpenPart,
    Part,
    ViewAction,
    VisualElement,
    text_of,
    wire_name,
)
from facetry_extension.views.source import Source, source_of

P = TypeVar("P", bound=Part)

_CLASSES: Final = [each for name in parts.__all__ if issubclass(each := getattr(parts, name), Part)]
_ELEMENTS: Final = {str(each._type): each for each in _CLASSES if issubclass(each, VisualElement)}
_ACTIONS: Final = {str(each._type): each for each in _CLASSES if issubclass(each, ViewAction)}
_HINTS: Final[dict[type[Part], Mapping[str, Any]]] = {}
_OF_CARDS: Final = ("title", "description", "actions")
_SCALARS: Final[Mapping[Any, tuple[tuple[type, ...], str]]] = {
    str: ((str,), "a string"),
    bool: ((bool,), "true or false"),
    int: ((int, float), "an integer"),
    float: ((int, float), "a number"),
}


class ViewError(ValueError):
    """A text is no view document. `pointer` is the JSON Pointer of the place."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(f"{pointer or 'the root'}: {detail}")
        self.pointer = pointer


def read(document: str | bytes | Mapping[str, Any]) -> Card | Container:
    """A view document from its JSON text, or from its JSON value. It is written as it was, byte for byte.

    Raises `ViewError` for what is no view document. Rules beyond its form are those of `validate_view` in
    `facetry_extension.testing`.
    """
    try:
        text = text_of(document) if isinstance(document, Mapping) else document
        source = source_of(text.decode() if isinstance(text, bytes) else text)
        if source.members is None:
            raise ViewError("", "a view document is an object")
        version = source.members.get("schemaVersion")
        if version is None or version.value != SCHEMA_VERSION:
            raise ViewError("/schemaVersion", f"it must be {json.dumps(SCHEMA_VERSION)}")
        if any(name in source.members for name in _OF_CARDS):
            return _part(Card, source, "", ("schemaVersion",))
        return _part(Container, source, "", ("schemaVersion",))
    except RecursionError:
        raise ViewError("", "it nests too deeply") from None
    except ValueError as error:
        raise error if isinstance(error, ViewError) else ViewError("", f"it is no JSON: {error}") from None


def _part(kind: type[P], source: Source, pointer: str, constant: tuple[str, ...] = ("type",)) -> P:
    if source.members is None:
        raise ViewError(pointer, "it must be an object")
    hints, values = _hints(kind), {}
    known = {wire_name(each.name): each for each in fields(kind) if each.name not in OWN_FIELDS}
    for name, each in known.items():
        if name in source.members:
            values[each.name] = _value(hints[each.name], source.members[name], f"{pointer}/{name}")
        elif each.default is MISSING:
            raise ViewError(pointer, f"it lacks {name}")
    envelope = constant if kind._type is not None or issubclass(kind, Card | Container) else ()
    others = {name: each.value for name, each in source.members.items() if name not in known and name not in envelope}
    part = kind(**values, other_members=others)
    object.__setattr__(part, "_source", source.raw)
    return part


def _typed_part(known: Mapping[str, type[Part]], source: Source, pointer: str) -> Any:
    """A part of one of the known types, or another one."""
    type_ = (source.members or {}).get("type")
    name = None if type_ is None else type_.value
    if not isinstance(name, str):
        raise ViewError(pointer, "it must be an object with a type, which is a string")
    return _part(known[name], source, pointer) if name in known else OpenPart(source.raw)


def _value(hint: Any, source: Source, pointer: str) -> Any:
    choices = set(get_args(hint)) - {NoneType}
    if choices == set(get_args(Element)):
        return _typed_part(_ELEMENTS, source, pointer)
    if choices == set(get_args(Action)):
        return _typed_part(_ACTIONS, source, pointer)
    origin = get_origin(hint)
    if origin in (UnionType, Union):
        [inner] = choices
        return _value(inner, source, pointer)
    if origin is Sequence:
        if source.items is None:
            raise ViewError(pointer, "it must be an array")
        [item] = get_args(hint)
        return tuple(_value(item, each, f"{pointer}/{index}") for index, each in enumerate(source.items))
    if isinstance(hint, type) and issubclass(hint, Part):
        return _part(hint, source, pointer)
    return _scalar(hint, source.value, pointer)


def _scalar(hint: Any, value: Any, pointer: str) -> Any:
    if get_origin(hint) is Mapping:
        if not isinstance(value, dict):
            raise ViewError(pointer, "it must be an object")
        return value
    if get_origin(hint) is Literal:
        allowed = get_args(hint)
        if value not in allowed:
            raise ViewError(pointer, f"it must be one of {', '.join(map(str, allowed))}")
        return value
    types, name = _SCALARS[hint]
    if not isinstance(value, types) or (isinstance(value, bool) and hint is not bool):
        raise ViewError(pointer, f"it must be {name}")
    if hint is int and isinstance(value, float):
        if not value.is_integer():
            raise ViewError(pointer, f"it must be {name}")
        return int(value)
    return value


def _hints(kind: type[Part]) -> Mapping[str, Any]:
    """The types of the fields of a class, which are slow to find out."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]
