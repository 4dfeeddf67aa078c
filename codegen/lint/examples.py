"""Rules on the examples inside the description: they are present and valid."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from codegen.lint.rule import Fault, rule
from codegen.lint.validator import SchemaValidator
from codegen.model import JSON, Body, Description, Response
from codegen.pointer import escape, resolve
from codegen.walk import places


@rule("example.valid")
def example_valid(description: Description) -> Iterator[Fault]:
    """Every example and default of a schema satisfies the schema."""
    validator, remedy = SchemaValidator(description), "correct the example or the schema"
    for place in places(description):
        values = [
            *place.schema.get("examples", ()),
            *(place.schema[key] for key in ("default",) if key in place.schema),
        ]
        for value in values:
            for _, fault in validator.errors(place.pointer, value):
                yield place.pointer, f"the example {_shorten(value)} is invalid: {fault}", remedy
    for pointer in _example_holders(description):
        for name, value in _examples_of(resolve(description.document, pointer)).items():
            for _, fault in validator.errors(f"{pointer}/schema", value):
                yield pointer, f"the example {name} is invalid: {fault}", remedy


@rule("example.present")
def example_present(description: Description) -> Iterator[Fault]:
    """Every parameter, JSON body and successful JSON response has an example."""
    for operation in description.operations:
        for parameter in operation.parameters:
            schema = description.dereference(parameter.schema)
            if not (
                _has_example(description, parameter.pointer)
                or {"enum", "examples"} & schema.keys()
                or schema.get("type") == "boolean"
            ):
                yield parameter.pointer, f"the parameter {parameter.name} has no example", "add `example` or `examples`"
        for holder in (operation.body, *(response for response in operation.responses if response.is_success)):
            for pointer in _media(holder) if holder else ():
                if pointer.endswith(escape(JSON)) and not _has_example(description, pointer):
                    yield pointer, "the content has no example", "add `example` or `examples`"


def _example_holders(description: Description) -> Iterator[str]:
    """The pointer of each parameter and content, which have examples beside a schema."""
    for operation in description.operations:
        yield from (parameter.pointer for parameter in operation.parameters)
        for holder in (operation.body, *operation.responses):
            if holder:
                yield from _media(holder)


def _media(holder: Body | Response) -> Iterator[str]:
    return (f"{holder.pointer}/content/{escape(media)}" for media, schema in holder.media.items() if schema is not None)


def _has_example(description: Description, pointer: str) -> bool:
    return bool(_examples_of(resolve(description.document, pointer)))


def _examples_of(part: Mapping[str, Any]) -> dict[str, Any]:
    examples = {name: example["value"] for name, example in part.get("examples", {}).items() if "value" in example}
    return {"example": part["example"], **examples} if "example" in part else examples


def _shorten(value: Any) -> str:
    return json.dumps(value)[:60]
