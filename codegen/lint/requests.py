"""Rules on the requests under examples/requests/{valid,invalid}/<operationId>/<why>.json."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from codegen.lint.rule import Fault, rule
from codegen.lint.validator import Judge
from codegen.model import JSON, Body, Description, Operation, Parameter
from codegen.pointer import escape

FOLDER = Path("examples", "requests")
KINDS = ("valid", "invalid")
MEMBERS = ("summary", "path", "query", "header", "body", "rule")
LOCATIONS = ("path", "query", "header")


@rule("request.file")
def file(description: Description) -> Iterator[Fault]:
    """A request names an operation by its folder, and has a summary; an invalid one also the rule that it breaks."""
    for path, place in _files(description):
        for message, remedy in _shape(description, path):
            yield place, message, remedy


@rule("request.verdict")
def verdict(description: Description) -> Iterator[Fault]:
    """A valid request breaks no rule that the description states; an invalid one breaks the rule that it names, and no
    other one when that is of x-beyond-schema."""
    judge = Judge(description)
    for path, place in _files(description):
        if next(_shape(description, path), None) is None:
            request = json.loads(path.read_text(encoding="utf-8"))
            operation = _operation(description, path)
            faults = dict(_faults(judge, description, operation, request))
            stated = request.get("rule")
            if stated is None or stated in operation.marks.get("x-beyond-schema", ()):
                yield from ((place, f"it breaks {name}: {fault}", "mend it") for name, fault in faults.items())
            elif stated not in faults:
                yield place, f"it does not break {stated}, but {', '.join(faults) or 'nothing'}", "mend it or its rule"


@rule("request.both")
def both(description: Description) -> Iterator[Fault]:
    """An operation with parameters or a body has a valid and an invalid request."""
    for operation in description.operations:
        for kind in KINDS if operation.parameters or operation.body else ():
            folder = FOLDER / kind / operation.operation_id
            if not any((description.bundle.root / folder).glob("*.json")):
                place = description.bundle.place(operation.pointer)
                yield place, f"there is no {kind} request", f"add {folder.as_posix()}/<why>.json"


def _files(description: Description) -> Iterator[tuple[Path, str]]:
    root = description.bundle.root
    for path in sorted((root / FOLDER).rglob("*")):
        if path.is_file():
            yield path, description.bundle.written(path.relative_to(root).as_posix(), "")


def _operation(description: Description, path: Path) -> Operation:
    return next(operation for operation in description.operations if operation.operation_id == path.parent.name)


def _shape(description: Description, path: Path) -> Iterator[tuple[str, str]]:
    parts = path.relative_to(description.bundle.root / FOLDER).parts
    if len(parts) != 3 or parts[0] not in KINDS or path.suffix != ".json":
        yield "it is no request", f"name it {FOLDER.as_posix()}/{{valid,invalid}}/<operationId>/<why>.json"
    elif parts[1] not in [operation.operation_id for operation in description.operations]:
        yield f"there is no operation {parts[1]}", "rename the folder"
    else:
        try:
            request = json.loads(path.read_text(encoding="utf-8"))
            yield from _members(request, parts[0])
            body = _operation(description, path).body
            if body and body.binary and "body" in request:
                yield "it has a body, though that of the operation is bytes", "remove `body`"
        except ValueError as error:
            yield f"it is no JSON: {error}", "mend it"


def _members(request: Any, kind: str) -> Iterator[tuple[str, str]]:
    if not isinstance(request, dict) or not set(request) <= set(MEMBERS):
        yield f"it has other members than {', '.join(MEMBERS)}", "remove them"
    elif not isinstance(request.get("summary"), str):
        yield "it has no summary", "say what it shows"
    elif ("rule" in request) != (kind == "invalid"):
        yield "a `rule` is for invalid requests, and for each of them", "name the rule that it breaks, or none"
    elif not all(isinstance(request.get(location, {}), dict) for location in LOCATIONS):
        yield "path, query and header are objects", "name the parameters"


def _faults(
    judge: Judge, description: Description, operation: Operation, request: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """(rule id, message) of each fault that the server finds from the description alone."""
    named = {(parameter.location, parameter.name): parameter for parameter in operation.parameters}
    given = {(location, name): value for location in LOCATIONS for name, value in request.get(location, {}).items()}
    for (location, name), parameter in named.items():
        # A path without its parameter is another path, so examples may leave it out where it does not matter.
        if parameter.required and location != "path" and (location, name) not in given:
            yield "parameter.missing", f"{name} is missing"
    for (location, name), value in given.items():
        if (location, name) in named:
            yield from _parameter_faults(judge, description, named[location, name], value)
        elif location != "header":
            yield "parameter.unknown", f"{name} is not described"
    if operation.body:
        yield from _body_faults(judge, operation.body, request)
    elif "body" in request:
        yield "body.unexpected", "there is a body"


def _parameter_faults(
    judge: Judge, description: Description, parameter: Parameter, value: Any
) -> Iterator[tuple[str, str]]:
    uuid = description.followed(parameter.schema).get("format") == "uuid"
    for keyword, fault in judge.faults(f"{parameter.pointer}/schema", value):
        kind = "uuid.canonical" if uuid else "parameter.type" if keyword == "type" else f"schema.{keyword}"
        yield kind, f"{parameter.name}: {fault}"


def _body_faults(judge: Judge, body: Body, request: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if body.binary:  # no example holds bytes
        return
    if "body" not in request:
        if body.required:
            yield "body.missing", "there is no body"
        return
    if "\\u0000" in json.dumps(request["body"]):
        yield "json.nul", "a text holds the character U+0000"
    if JSON in body.media:
        for keyword, fault in judge.faults(f"{body.pointer}/content/{escape(JSON)}/schema", request["body"]):
            yield f"schema.{keyword}", fault
