"""Rules on bodies and on what may be answered."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.lint.rule import Fault, rule
from codegen.model import Description, Operation

PROBLEM = "application/problem+json"
HEADERS = {"401": "WWW-Authenticate", "405": "Allow", "429": "Retry-After", "503": "Retry-After"}


@rule("problem.listed")
def listed(description: Description) -> Iterator[Fault]:
    """An operation lists each refusal that its parameters, body and scopes can lead to."""
    for operation in description.operations:
        for status, reason in _refusals(operation):
            if operation.answer(status) is None:
                place = description.bundle.place(operation.pointer)
                yield place, f"{status} is not listed, though it {reason}", f'add "{status}" from responses.yaml'


def _refusals(operation: Operation) -> Iterator[tuple[str, str]]:
    yield "400", "refuses unknown query parameters"
    if operation.secured:
        yield "401", "asks for a key"
        if operation.scopes:
            yield "403", "asks for a scope"
    if any(parameter.location == "path" for parameter in operation.parameters):
        yield "404", "names a resource in its path"
    if operation.body:
        yield "413", "has a body"
        yield "415", "has a body"


@rule("problem.media-type")
def media_type(description: Description) -> Iterator[Fault]:
    """Every 4xx and 5xx is a problem document and nothing else."""
    for operation in description.operations:
        for answer in operation.answers:
            if answer.problem and answer.media != {PROBLEM: {"$ref": "#/components/schemas/Problem"}}:
                message = f"{answer.status} is not {PROBLEM} of schemas/Problem.yaml alone"
                yield description.bundle.place(answer.pointer), message, "refer to responses.yaml"


@rule("problem.header")
def header(description: Description) -> Iterator[Fault]:
    """401, 405, 429 and 503 document the header that they must carry."""
    for operation in description.operations:
        for answer in operation.answers:
            name = HEADERS.get(answer.status)
            if name and name not in [one.name for one in answer.headers]:
                yield (
                    description.bundle.place(answer.pointer),
                    f"{answer.status} has no {name}",
                    f"describe the header {name}",
                )


@rule("answer.good")
def good(description: Description) -> Iterator[Fault]:
    """An operation lists a success, and 204 has no content."""
    for operation in description.operations:
        if not any(answer.good for answer in operation.answers):
            yield description.bundle.place(operation.pointer), "no success is listed", "add its 2xx"
        for answer in operation.answers:
            if answer.status == "204" and answer.media:
                yield description.bundle.place(answer.pointer), "204 has content", "remove it or answer 200"


@rule("body.max-bytes")
def max_bytes(description: Description) -> Iterator[Fault]:
    """A request body says how many bytes it may have."""
    for operation in description.operations:
        body = operation.body
        if body and (type(body.max_bytes) is not int or body.max_bytes < 1):
            yield description.bundle.place(body.pointer), "there is no x-max-bytes", "add `x-max-bytes: <bytes>`"
