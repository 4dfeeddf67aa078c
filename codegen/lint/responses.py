"""Rules on responses, and on the size and the content of request bodies."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.lint.rule import Fault, rule
from codegen.model import Description, Operation
from codegen.pointer import escape

PROBLEM = "application/problem+json"
HEADERS = {"401": "WWW-Authenticate", "405": "Allow", "429": "Retry-After", "503": "Retry-After"}


@rule("problem.listed")
def problem_listed(description: Description) -> Iterator[Fault]:
    """An operation lists every problem response that its parameters, body and scopes can cause."""
    for operation in description.operations:
        for status, reason in _refusals(operation):
            if operation.response(status) is None:
                yield (
                    operation.pointer,
                    f"the response {status} is not listed, though the operation {reason}",
                    f'add "{status}" from responses.yaml',
                )


def _refusals(operation: Operation) -> Iterator[tuple[str, str]]:
    yield "400", "refuses unknown query parameters"
    if operation.is_secured:
        yield "401", "needs a key"
        if operation.scopes:
            yield "403", "needs a scope"
    if any(parameter.location == "path" for parameter in operation.parameters):
        yield "404", "names a resource in its path"
    if any(parameter.is_precondition for parameter in operation.parameters):
        yield "412", "takes preconditions"
    if operation.body:
        yield "413", "has a body"
        yield "415", "has a body"


@rule("problem.media-type")
def problem_media_type(description: Description) -> Iterator[Fault]:
    """Every 4xx and 5xx response is a problem document and has no other media type."""
    for operation in description.operations:
        for response in operation.responses:
            if response.is_problem and response.media != {PROBLEM: {"$ref": "#/components/schemas/Problem"}}:
                message = f"the content of {response.status} is not exactly {PROBLEM} with schemas/Problem.yaml"
                yield response.pointer, message, "refer to a response of responses.yaml"


@rule("problem.header")
def problem_header(description: Description) -> Iterator[Fault]:
    """401, 405, 429 and 503 describe the header that HTTP demands of them."""
    for operation in description.operations:
        for response in operation.responses:
            name = HEADERS.get(response.status)
            if name and name not in [one.name for one in response.headers]:
                yield (
                    response.pointer,
                    f"the response {response.status} has no header {name}",
                    f"add {name} to its `headers`",
                )


@rule("response.success")
def response_success(description: Description) -> Iterator[Fault]:
    """An operation lists a 2xx response, and 204 has no content."""
    for operation in description.operations:
        if not any(response.is_success for response in operation.responses):
            yield operation.pointer, "the operation has no 2xx response", "add one to `responses`"
        for response in operation.responses:
            if response.status == "204" and response.media:
                yield response.pointer, "the response 204 has content", "remove `content` or write 200"


@rule("content.schema")
def content_schema(description: Description) -> Iterator[Fault]:
    """Every content of a response, and the first of a request body, has a schema: generators of clients need one."""
    for operation in description.operations:
        contents = [
            (f"{response.pointer}/content/{escape(media)}", schema)
            for response in operation.responses
            for media, schema in response.media.items()
        ]
        if body := operation.body:
            contents += [(f"{body.pointer}/content/{escape(media)}", body.media[media]) for media in [*body.media][:1]]
        for pointer, schema in contents:
            if schema is None:
                remedy = "add `schema: {type: string, format: binary}` for bytes, or the schema of the text"
                yield pointer, "the content has no schema", remedy


@rule("body.max-bytes")
def body_max_bytes(description: Description) -> Iterator[Fault]:
    """A request body states its maximum size in bytes."""
    for operation in description.operations:
        body = operation.body
        if body and (type(body.max_bytes) is not int or body.max_bytes < 1):
            yield body.pointer, "the request body has no x-max-bytes", "add `x-max-bytes: <maximum size in bytes>`"
