"""Schemas without references and `allOf`, as they are compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from codegen.compatibility.change import Place
from codegen.pointer import resolve

ANNOTATIONS: Final = frozenset(
    {"$schema", "$id", "$comment", "$defs", "title", "description", "examples", "example", "externalDocs", "deprecated"}
    | {"readOnly", "writeOnly", "summary"}
)
LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains")
UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains")
OWN_UPPER: Final = ("x-max-bytes", "x-max-depth", "x-max-groups", "x-max-similarities")
"""Our own limits of values. Other `x-max-` members are about the service."""
UNIONS: Final = ("anyOf", "oneOf")
TYPES: Final = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_SETS: Final = ("required", "enum", "type")
"""Keywords whose lists have no order."""
_JSON_TYPES: Final = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


@dataclass(frozen=True, slots=True)
class Description:
    """A description with the place of its root. `prefix` begins the names of its components."""

    file: str
    document: Mapping[str, Any]
    prefix: str = ""

    def component(self, reference: str) -> tuple[Any, Place]:
        """What a reference leads to, and its place."""
        pointer = reference.removeprefix("#")
        return resolve(self.document, pointer), Place(self.file, pointer, f"{self.prefix}{pointer.rpartition('/')[2]}")


@dataclass(slots=True)
class Flat:
    """A schema whose parts are merged. Properties, required members and conditions know the place where they stand."""

    place: Place
    keywords: dict[str, Any] = field(default_factory=dict)
    properties: dict[str, tuple[Any, Place]] = field(default_factory=dict)
    required: dict[str, Place] = field(default_factory=dict)
    conditions: list[tuple[Mapping[str, Any], Place]] = field(default_factory=list)

    @property
    def types(self) -> frozenset[str]:
        """The types of its values. An integer is a number."""
        given = self.keywords.get("type")
        values = self.values
        if given is None and values is not None:
            return _with_integers(_JSON_TYPES.get(type(json.loads(each)), "object") for each in values)
        return TYPES if given is None else _with_integers([given] if isinstance(given, str) else given)

    @property
    def values(self) -> frozenset[str] | None:
        """The values that it lists, as JSON texts; None for any."""
        listed = [self.keywords["const"]] if "const" in self.keywords else self.keywords.get("enum")
        return None if listed is None else frozenset(map(canonical, listed))

    @property
    def others(self) -> Any:
        """The schema of members without one of their own; False if there are none."""
        keywords = self.keywords
        return keywords.get("additionalProperties", keywords.get("unevaluatedProperties", True))


def reference(schema: Any) -> str:
    """The reference that a schema consists of, also as the only part of `allOf`; empty for another schema."""
    while isinstance(schema, Mapping):
        own = schema.keys() - ANNOTATIONS
        if own == {"$ref"}:
            return str(schema["$ref"])
        if own != {"allOf"} or len(schema["allOf"]) != 1:
            break
        schema = schema["allOf"][0]
    return ""


def flat(description: Description, schema: Any, place: Place) -> Flat:
    """The schema with its references followed and its parts merged."""
    if not isinstance(schema, Mapping):
        return Flat(place, {} if schema else {"not": {}})
    own = {key: value for key, value in schema.items() if key not in ANNOTATIONS}
    name = reference(schema)
    if name:
        return flat(description, *description.component(name))
    found = Flat(place)
    if "$ref" in own:
        _merge(found, flat(description, *description.component(own.pop("$ref"))))
    for number, part in enumerate(own.pop("allOf", ())):
        _merge(found, flat(description, part, place.at("allOf", str(number))))
    condition = {key: own.pop(key) for key in ("if", "then", "else") if key in own}
    if "if" in condition:
        found.conditions.append((condition, place))
    properties, required = own.pop("properties", {}), own.pop("required", ())
    _merge(
        found,
        Flat(
            place,
            own,
            {name: (value, place.at("properties", name, name=name)) for name, value in properties.items()},
            dict.fromkeys(required, place),
        ),
    )
    return found


def union(description: Description, schema: Any, place: Place) -> Iterator[tuple[Any, Place]]:
    """The branches of a union, each with what stands beside the union; nothing if it is none."""
    if not isinstance(schema, Mapping):
        return
    name = reference(schema)
    if name:
        yield from union(description, *description.component(name))
        return
    for key in UNIONS:
        if key in schema:
            beside = {name: value for name, value in schema.items() if name not in {key, "discriminator"}}
            for number, branch in enumerate(schema[key]):
                yield {"allOf": [beside, branch]} if beside.keys() - ANNOTATIONS else branch, place.at(key, str(number))


def canonical(value: Any) -> str:
    """A JSON text that is equal for equal values, and for schemas that differ in annotations only."""
    return json.dumps(_stripped(value), sort_keys=True, ensure_ascii=False)


def _stripped(value: Any, *, are_names: bool = False) -> Any:
    if isinstance(value, Mapping):
        found = {
            key: _stripped(inner, are_names=key in {"properties", "patternProperties"} and not are_names)
            for key, inner in value.items()
            if are_names or (key not in ANNOTATIONS and not key.startswith("x-"))
        }
        sets = {key for key in _SETS if isinstance(found.get(key), list) and not are_names}
        return found | {key: sorted(found[key], key=json.dumps) for key in sets}
    return [_stripped(inner) for inner in value] if isinstance(value, list) else value


def _merge(whole: Flat, part: Flat) -> None:
    for name, (schema, place) in part.properties.items():
        present = whole.properties.get(name)
        whole.properties[name] = (schema if present is None else {"allOf": [present[0], schema]}, place)
    whole.required |= part.required
    whole.conditions += part.conditions
    for key, value in part.keywords.items():
        present = whole.keywords.get(key)
        if present is None or key not in (*LOWER, *UPPER):
            whole.keywords[key] = value
        else:
            whole.keywords[key] = max(present, value) if key in LOWER else min(present, value)


def _with_integers(types: Iterable[str]) -> frozenset[str]:
    found = frozenset(types)
    return found | {"integer"} if "number" in found else found
