"""Rules on the requests under examples/requests/{valid,invalid}/<operationId>/<why>.json."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from codegen.lint.rule import Fault, rule
from codegen.lint.validator import SchemaValidator
from codegen.model import JSON, Body, Description, Operation, Parameter
from codegen.pointer import escape

FOLDER = Path("examples", "requests")
KINDS = ("valid", "invalid")
MEMBERS = ("summary", "also", "path", "query", "header", "body", "rule")
LOCATIONS = ("path", "query", "header")
LIMITS = frozenset(("enum", "const", "pattern", "not", "minLength", "maxLength", "minimum", "maximum", "maxItems"))
"""Keywords that restrict the values of a parameter beyond their type."""


@rule("request.file")
def request_file(description: Description) -> Iterator[Fault]:
    """A request is in the folder of an operation and has a summary; an invalid one names the rule that it breaks."""
    for path, place in _files(description):
        for message, remedy in _shape(description, path):
            yield place, message, remedy


@rule("request.valid")
def request_valid(description: Description) -> Iterator[Fault]:
    """A valid request breaks no rule of the description. An invalid one breaks the rule that it names, and
    no other one if that rule is of x-beyond-schema."""
    validator = SchemaValidator(description)
    for path, place in _files(description):
        request = _load(description, path)
        if request is not None:
            expected_rule = request.get("rule")
            for operation in _operations(description, path, request):
                name = operation.operation_id
                faults = dict(_faults(validator, description, operation, request))
                if expected_rule is None or expected_rule in operation.x_members.get("x-beyond-schema", ()):
                    for rule_id, fault in faults.items():
                        yield place, f"as a request of {name} it breaks {rule_id}: {fault}", "correct the request"
                elif expected_rule not in faults:
                    broken = ", ".join(faults) or "nothing"
                    message = f"as a request of {name} it does not break {expected_rule}, but {broken}"
                    yield place, message, "correct the request or its `rule`"


@rule("request.present")
def request_present(description: Description) -> Iterator[Fault]:
    """An operation with parameters or a body has a valid request; one with limits also has an invalid request. Requests
    with a generic fault are no files: facetry/contract/example_requests/derived.py derives them for every operation."""
    covered = {
        (path.relative_to(description.bundle.root / FOLDER).parts[0], operation.operation_id)
        for path, _ in _files(description)
        for operation in _operations(description, path, _load(description, path) or {})
    }
    for operation in description.operations:
        is_needed = {
            "valid": bool(operation.parameters or operation.body),
            "invalid": _has_limits(description, operation),
        }
        for kind in KINDS:
            if is_needed[kind] and (kind, operation.operation_id) not in covered:
                place = operation.pointer
                folder = (FOLDER / kind / operation.operation_id).as_posix()
                yield place, f"{operation.operation_id} has no {kind} request", f"add {folder}/<why>.json"


@rule("request.once")
def request_once(description: Description) -> Iterator[Fault]:
    """No two files have the same request, and no two requests of an operation have the same name."""
    files: dict[tuple[str, ...], Path] = {}
    for path, place in _files(description):
        request = _load(description, path)
        if request is None:
            continue
        kind, folder_name, _ = path.relative_to(description.bundle.root / FOLDER).parts
        content = json.dumps({key: value for key, value in request.items() if key != "also"}, sort_keys=True)
        other = files.setdefault((kind, content), path)
        if other != path:
            other_name = other.relative_to(description.bundle.root).as_posix()
            yield place, f"{other_name} has the same content", f"remove this file and add {folder_name} to `also` there"
        for operation in _operations(description, path, request):
            other = files.setdefault((kind, operation.operation_id, path.stem), path)
            if other != path:
                other_name = other.relative_to(description.bundle.root).as_posix()
                yield (
                    place,
                    f"{other_name} is a request of {operation.operation_id} with the same name",
                    "rename one of the two",
                )


def _has_limits(description: Description, operation: Operation) -> bool:
    """Whether a request can have a fault that is not generic: in a parameter with limits, or in a JSON body."""
    schemas = [description.dereference(parameter.schema) for parameter in operation.parameters]
    schemas_with_limits = [schema for schema in schemas if schema.get("format") != "uuid" and schema.keys() & LIMITS]
    return bool(schemas_with_limits) or (operation.body is not None and not operation.body.is_binary)


def _files(description: Description) -> Iterator[tuple[Path, str]]:
    root = description.bundle.root
    for path in sorted((root / FOLDER).rglob("*")):
        if path.is_file():
            yield path, description.bundle.place_in(path.relative_to(root).as_posix(), "")


def _operations(description: Description, path: Path, request: Mapping[str, Any]) -> list[Operation]:
    """The operations that a request is an example of: that of its folder, and those of `also`."""
    names = (path.parent.name, *request.get("also", ()))
    return [operation for operation in description.operations if operation.operation_id in names]


def _load(description: Description, path: Path) -> dict[str, Any] | None:
    """The content of a file that keeps the rule `request.file`; otherwise None."""
    if next(_shape(description, path), None) is not None:
        return None
    request: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return request


def _shape(description: Description, path: Path) -> Iterator[tuple[str, str]]:
    parts = path.relative_to(description.bundle.root / FOLDER).parts
    if len(parts) != 3 or parts[0] not in KINDS or path.suffix != ".json":
        yield (
            "the path is not that of a request",
            f"move it to {FOLDER.as_posix()}/{{valid,invalid}}/<operationId>/<why>.json",
        )
    elif parts[1] not in [operation.operation_id for operation in description.operations]:
        yield f"there is no operation {parts[1]}", "rename the folder after an operationId"
    else:
        try:
            request = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            yield f"the file is not valid JSON: {error}", "correct it"
            return
        fault = next(_members(request, parts[0]), None) or next(_names(description, request, parts[1]), None)
        if fault:
            yield fault
        elif "body" in request:
            for operation in _operations(description, path, request):
                if operation.body and operation.body.is_binary:
                    yield f"the request has a `body`, but {operation.operation_id} takes bytes", "remove `body`"


def _members(request: Any, kind: str) -> Iterator[tuple[str, str]]:
    if not isinstance(request, dict) or not set(request) <= set(MEMBERS):
        yield f"the request has members besides {', '.join(MEMBERS)}", "remove them"
    elif not isinstance(request.get("summary"), str):
        yield "the request has no summary", "add `summary`: what the request shows"
    elif ("rule" in request) != (kind == "invalid"):
        yield "`rule` is missing in an invalid request, or present in a valid one", "add or remove `rule`"
    elif not all(isinstance(request.get(location, {}), dict) for location in LOCATIONS):
        yield "`path`, `query` or `header` is no object", "write the values of parameters by name"


def _names(description: Description, request: Mapping[str, Any], folder_name: str) -> Iterator[tuple[str, str]]:
    names = [operation.operation_id for operation in description.operations]
    also = request.get("also", [])
    if not isinstance(also, list) or ("also" in request and not also) or len({folder_name, *also}) <= len(also):
        yield "`also` is no list of different other operations", "list each operation once, without that of the folder"
    else:
        unknown = [name for name in also if name not in names]
        yield from ((f"there is no operation {name}", "correct `also`") for name in unknown)


def _faults(
    validator: SchemaValidator, description: Description, operation: Operation, request: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """(rule id, message) of each fault that the server finds by the description."""
    parameters = {(parameter.location, parameter.name): parameter for parameter in operation.parameters}
    values = {(location, name): value for location in LOCATIONS for name, value in request.get(location, {}).items()}
    for (location, name), parameter in parameters.items():
        # An example may omit a path parameter that does not matter: its path cannot be sent without a value anyway.
        if parameter.required and location != "path" and (location, name) not in values:
            yield "parameter.missing", f"{name} is missing"
    for (location, name), value in values.items():
        if (location, name) in parameters:
            yield from _parameter_faults(validator, description, parameters[location, name], value)
        elif location != "header":
            yield "parameter.unknown", f"{name} is not described"
    if operation.body:
        yield from _body_faults(validator, operation.body, request)
    elif "body" in request:
        yield "body.unexpected", "there is a body"


def _parameter_faults(
    validator: SchemaValidator, description: Description, parameter: Parameter, value: Any
) -> Iterator[tuple[str, str]]:
    uuid = description.dereference(parameter.schema).get("format") == "uuid"
    for keyword, fault in validator.errors(f"{parameter.pointer}/schema", value):
        kind = "uuid.canonical" if uuid else "parameter.type" if keyword == "type" else f"schema.{keyword}"
        yield kind, f"{parameter.name}: {fault}"


def _body_faults(validator: SchemaValidator, body: Body, request: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if body.is_binary:  # examples do not contain bytes
        return
    if "body" not in request:
        if body.required:
            yield "body.missing", "there is no body"
        return
    if "\\u0000" in json.dumps(request["body"]):
        yield "json.nul", "a text holds the character U+0000"
    if JSON in body.media:
        for keyword, fault in validator.errors(f"{body.pointer}/content/{escape(JSON)}/schema", request["body"]):
            yield f"schema.{keyword}", fault
