"""Invalid requests that follow from the description of any operation, so that no file has to hold them.

Each is a valid request of the operation with one fault: a parameter that is unknown, missing, repeated, of another type
or a malformed UUID, or a body that is missing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from facetry.contract.description import Operation, resolved

UNKNOWN: Final = "verbose"
"""The name of a parameter that no operation has."""

# Values of another type by the type of the parameter, each with the end of the name of its request.
_OTHER_TYPES: Final[Mapping[str, tuple[tuple[str, Any], ...]]] = {
    "integer": (("as-word", "many"), ("with-fraction", 1.5)),
    "number": (("as-word", "many"),),
    "boolean": (("as-number", 1), ("in-capitals", "TRUE")),
    "string": (),
}


@dataclass(frozen=True, slots=True)
class Spoilt:
    """How a valid request is spoilt: the name of the result, the rule that it breaks, and the members that change."""

    name: str
    rule: str
    changes: Mapping[str, Any] = field(default_factory=dict)


def derived(operation: Operation, parameters: Mapping[str, Mapping[str, Any]]) -> Iterator[Spoilt]:
    """Each way to spoil a valid request with these parameters, which are values by place and name, with one fault."""
    query = parameters["query"]
    if not operation.ignores_unknown_query:
        yield Spoilt("unknown-parameter", "parameter.unknown", {"query": {**query, UNKNOWN: True}})
    for _, parameter in operation.parameters:
        name, place = parameter["name"], parameter["in"]
        given = parameters[place]
        why = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
        if parameter.get("required") and place != "path":
            rest = {key: value for key, value in given.items() if key != name}
            yield Spoilt(f"{why}-missing", "parameter.missing", {place: rest})
        schema = resolved(parameter["schema"])
        is_list = _type(schema) == "array"
        if place == "query" and not is_list:
            value = given.get(name, _sample(parameter))
            yield Spoilt(f"{why}-twice", "parameter.duplicate", {place: {**given, name: [value, value]}})
        item = resolved(schema["items"]) if is_list else schema
        for rule, end, value in _malformed(item, _sample(parameter)):
            yield Spoilt(f"{why}-{end}", rule, {place: {**given, name: [value] if is_list else value}})
    if operation.takes_json and operation.body_required:
        yield Spoilt("body-missing", "body.missing", {"has_body": False, "body": None})


def _malformed(schema: Mapping[str, Any], sample: Any) -> Iterator[tuple[str, str, Any]]:
    """(rule, end of the name, value) for each text that is no value of the type of a schema."""
    if schema.get("format") == "uuid":
        text = sample[0] if isinstance(sample, list) else sample
        yield "uuid.canonical", "in-braces", f"{{{text}}}"
        yield "uuid.canonical", "without-hyphens", text.replace("-", "")
    else:
        yield from (("parameter.type", end, value) for end, value in _OTHER_TYPES[_type(schema)])


def _type(schema: Mapping[str, Any]) -> str:
    """The one type besides null that the schema of a parameter names."""
    named = schema.get("type", "string")
    (kind,) = [named] if isinstance(named, str) else [kind for kind in named if kind != "null"]
    return str(kind)


def _sample(parameter: Mapping[str, Any]) -> Any:
    """A valid value, which the description shows for every parameter."""
    schema = resolved(parameter["schema"])
    shown = [example["value"] for example in parameter.get("examples", {}).values()]
    shown += [parameter[key] for key in ("example",) if key in parameter]
    return [*shown, *schema.get("examples", ()), *schema.get("enum", ()), True][0]
