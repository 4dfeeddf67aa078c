"""Python types of JSON values on the wire, for the SDK: built-in types, and TypedDicts named after components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from codegen.annotation import SCALARS, component_name, literal
from codegen.model import JSON, Description, Schema

ANYTHING = "Any"


def python_type(description: Description, schema: Schema | bool, *, inline_scalars: bool = False) -> str:
    """The type of a value. `inline_scalars` replaces components that are bare scalars: ExtensionId by `str`."""
    if isinstance(schema, bool):
        return ANYTHING
    if "$ref" in schema:
        target = description.dereference(schema)
        is_scalar = isinstance(target.get("type"), str) and target["type"] in SCALARS and "enum" not in target
        return python_type(description, target) if inline_scalars and is_scalar else component_name(schema)
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(literal(value) for value in schema.get('enum', [schema.get('const')]))}]"
    types = schema.get("type")
    if isinstance(types, list):
        return " | ".join(dict.fromkeys(python_type(description, {**schema, "type": type_}) for type_ in types))
    if types == "array":
        return f"list[{python_type(description, schema.get('items', True), inline_scalars=inline_scalars)}]"
    if types == "object":
        return f"dict[str, {_values(description, schema)}]"
    if isinstance(types, str):
        return "None" if types == "null" else SCALARS[types]
    alternatives = schema.get("oneOf") or schema.get("anyOf") or ()
    return " | ".join(dict.fromkeys(python_type(description, part) for part in alternatives)) or ANYTHING


def used_components(description: Description) -> dict[str, Schema]:
    """The components of requests, successful responses and problems, in the order of the description."""
    names = reachable_components(description, _roots(description)) | ({"Problem"} & set(description.schemas))
    return {name: schema for name, schema in description.schemas.items() if name in names}


def reachable_components(description: Description, roots: Iterable[Any]) -> set[str]:
    """The names of the components to which these schemas refer, directly or through others."""
    pending, names = [*roots], set[str]()
    while pending:
        for name in _names(pending.pop()):
            if name not in names:
                names.add(name)
                pending.append(description.schemas[name])
    return names


def is_record(schema: Schema) -> bool:
    """Whether the schema describes an object with named members."""
    return schema.get("type") == "object" and bool(schema.get("properties"))


def _values(description: Description, schema: Schema) -> str:
    additional = schema.get("additionalProperties", True)
    return ANYTHING if isinstance(additional, bool) else python_type(description, additional)


def _roots(description: Description) -> Iterator[Any]:
    for operation in description.operations:
        yield from (parameter.schema for parameter in operation.parameters)
        media = [operation.body.media] if operation.body else []
        media += [response.media for response in operation.responses if response.is_success]
        yield from (each[JSON] for each in media if each.get(JSON))


def _names(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for item in part:
            yield from _names(item)
    elif isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield component_name(part)
        for key, item in part.items():
            if key not in ("examples", "default", "const", "enum"):
                yield from _names(item)
