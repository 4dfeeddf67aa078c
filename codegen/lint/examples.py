"""Rules on examples: they are there, and they are what they claim to be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from codegen.lint.rule import Fault, rule
from codegen.lint.validator import Judge
from codegen.model import JSON, Answer, Body, Description
from codegen.pointer import escape, resolve
from codegen.walk import places


@rule("example.valid")
def valid(description: Description) -> Iterator[Fault]:
    """Every example and default beside a schema satisfies it."""
    judge, remedy = Judge(description), "mend the example or the schema"
    for place in places(description):
        given = [*place.schema.get("examples", ()), *(place.schema[key] for key in ("default",) if key in place.schema)]
        for value in given:
            for _, fault in judge.faults(place.pointer, value):
                yield (
                    description.bundle.place(place.pointer),
                    f"the example {_short(value)} is invalid: {fault}",
                    remedy,
                )
    for pointer in _homes(description):
        for name, value in _named(resolve(description.document, pointer)).items():
            for _, fault in judge.faults(f"{pointer}/schema", value):
                yield description.bundle.place(pointer), f"the example {name} is invalid: {fault}", remedy


@rule("example.present")
def present(description: Description) -> Iterator[Fault]:
    """Every parameter, body and JSON success shows an example."""
    for operation in description.operations:
        for parameter in operation.parameters:
            schema = description.followed(parameter.schema)
            if not (
                _shown(description, parameter.pointer)
                or {"enum", "examples"} & schema.keys()
                or schema.get("type") == "boolean"
            ):
                yield description.bundle.place(parameter.pointer), f"{parameter.name} shows no example", "add one"
        for home in (operation.body, *(answer for answer in operation.answers if answer.good)):
            for pointer in _media(home) if home else ():
                if pointer.endswith(escape(JSON)) and not _shown(description, pointer):
                    yield description.bundle.place(pointer), "there is no example", "add `example` or `examples`"


def _homes(description: Description) -> Iterator[str]:
    """Pointers of everything that has a schema and examples beside it."""
    for operation in description.operations:
        yield from (parameter.pointer for parameter in operation.parameters)
        for home in (operation.body, *operation.answers):
            if home:
                yield from _media(home)


def _media(home: Body | Answer) -> Iterator[str]:
    return (f"{home.pointer}/content/{escape(media)}" for media, schema in home.media.items() if schema is not None)


def _shown(description: Description, pointer: str) -> bool:
    return bool(_named(resolve(description.document, pointer)))


def _named(part: Mapping[str, Any]) -> dict[str, Any]:
    examples = {name: example["value"] for name, example in part.get("examples", {}).items() if "value" in example}
    return {"example": part["example"], **examples} if "example" in part else examples


def _short(value: Any) -> str:
    return json.dumps(value)[:60]
