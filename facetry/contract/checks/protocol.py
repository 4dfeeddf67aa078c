"""HTTP itself: methods, unknown addresses, unknown ids, HEAD, preconditions, media types, malformed bodies, and NUL
characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from uuid import uuid4

import httpx

from facetry.contract.context import Context
from facetry.contract.description import Operation, operations
from facetry.contract.example_requests.operation_requests import shortest_example
from facetry.contract.judgement.conformance import described

_METHODS: Final = ("GET", "PUT", "POST", "DELETE", "PATCH")
_PUBLIC_FILES: Final = frozenset({"uiBundle", "uiBundleFile", "uiExtensionFile", "media"})
_OTHER_TAG: Final = '"no-such-version"'
_NUL: Final = "a\u0000b"


def check(context: Context) -> None:
    """Run all checks of HTTP."""
    _methods(context)
    _unknown_address(context)
    for operation in operations():
        if operation.operation_id in context.chosen:
            _unknown_ids(context, operation)
            _head(context, operation)
            _preconditions(context, operation)
            _bodies(context, operation)
            _nul(context, operation)


def _methods(context: Context) -> None:
    """Another method of a path is 405 with an Allow header that names the described ones."""
    by_path: dict[str, set[str]] = {}
    for operation in operations():
        by_path.setdefault(operation.path, set()).add(operation.method)
    for operation in operations():
        if operation.operation_id not in context.chosen or operation.operation_id in _PUBLIC_FILES:
            continue
        described_methods = by_path[operation.path]
        other = next(each for each in _METHODS if each not in described_methods)
        target = _target(context, operation)
        answer = context.client.request(other, target)
        name = operation.operation_id
        if not context.refuses("http.method", name, f"{other} {operation.path}", answer, 405):
            continue
        allowed = {each.strip().upper() for each in answer.headers.get("allow", "").split(",")}
        detail = f"the header Allow of a 405 is {answer.headers.get('allow')!r}, without {sorted(described_methods)}"
        context.expect(described_methods <= allowed, "http.allow", name, detail, answer)


def _unknown_address(context: Context) -> None:
    answer = context.client.get(f"/{uuid4()}/nothing")
    context.refuses("http.address", "", "an address that the description does not have", answer, 404)


def _unknown_ids(context: Context, operation: Operation) -> None:
    """An id that does not exist is 404."""
    identifier = operation.parameter("id")
    if identifier is None or identifier[1]["in"] != "path" or operation.public or operation.operation_id == "media":
        return
    unknown: Any = _unknown_id(identifier[1])
    example = shortest_example(operation)
    if unknown is None or example is None or context.fixture.requests.impossible(operation.operation_id):
        return
    ready = example.on(context.fixture.requests.known())
    changed = replace(ready, path={**ready.path, "id": unknown})
    answer = context.client.request(operation.method, changed.target(), **changed.request_options())
    context.refuses("http.unknown-id", operation.operation_id, "an id that does not exist", answer, 404)


def _unknown_id(parameter: Any) -> object:
    """An id that no resource has, or None if such ids have another form."""
    reference = parameter["schema"].get("$ref", "")
    schema = described().at(reference) if reference else parameter["schema"]
    if schema.get("format") == "uuid":
        return str(uuid4())
    if schema.get("type") == "integer":
        return 2_000_000_011
    return f"no-{uuid4().hex[:12]}" if reference.endswith("/ExtensionId") else None


def _head(context: Context, operation: Operation) -> None:
    """HEAD is answered as GET is, without a body."""
    if operation.method != "GET" or operation.operation_id == "eventStream":
        return
    if context.fixture.requests.impossible(operation.operation_id):
        return
    target, options = context.fixture.requests.of(operation, is_refused=True)
    answer = context.client.head(target, **options)
    if operation.operation_id in _PUBLIC_FILES:
        return
    right = answer.status_code in operation.successes and not answer.content
    detail = f"HEAD is answered {answer.status_code}, not {sorted(operation.successes)} as GET"
    context.expect(right, "http.head", operation.operation_id, detail, answer)


def _preconditions(context: Context, operation: Operation) -> None:
    """A file with another entity tag than the request names is neither sent nor changed: 412."""
    if not any(parameter["name"] == "If-Match" for _, parameter in operation.parameters):
        return
    if context.fixture.requests.impossible(operation.operation_id):
        return
    target, options = context.fixture.requests.of(operation, is_refused=False)
    headers = {**options.get("headers", {}), "If-Match": _OTHER_TAG}
    answer = context.client.request(operation.method, target, **{**options, "headers": headers})
    what = f"If-Match: {_OTHER_TAG}, the tag of no version"
    if context.refuses("http.precondition", operation.operation_id, what, answer, 412):
        answer = context.client.request(operation.method, target, **options)  # nothing else was wrong, and nothing done
        context.succeeds("http.precondition", operation.operation_id, answer)


def _bodies(context: Context, operation: Operation) -> None:
    """A JSON body of another media type, or that is no JSON, is refused."""
    if not operation.takes_json:
        return
    target, _ = context.fixture.requests.of(operation, is_refused=True)
    name, method = operation.operation_id, operation.method
    plain = context.client.request(method, target, content=b"{}", headers={"Content-Type": "text/plain"})
    context.refuses("http.media-type", name, "a body of the media type text/plain", plain, 415)
    for why, content in _malformed():
        answer = context.client.request(method, target, content=content, headers={"Content-Type": "application/json"})
        context.refuses("http.json", name, f"a body {why}", answer, 400)


def _malformed() -> Iterator[tuple[str, bytes]]:
    yield "that is no JSON", b"{"
    yield "that is not UTF-8", b'["\xff"]'
    yield "with a key twice", b'{"a": 1, "a": 2}'
    yield "with a number that is none", b"[NaN]"


def _nul(context: Context, operation: Operation) -> None:
    """A NUL character is refused or ignored, and never a failure of the service."""
    example = shortest_example(operation)
    for _, parameter in operation.parameters:
        if parameter["in"] == "query" and operation.method in {"GET", "PUT"} and example is not None:
            given = {**example.on(context.fixture.requests.known()).query, parameter["name"]: _NUL}
            target = _target(context, operation)
            answer = context.client.request(operation.method, target, params=_flat(given))
            detail = f"a NUL character in {parameter['name']} is answered {answer.status_code}"
            context.expect(answer.status_code < 500, "http.nul", operation.operation_id, detail, answer)


def _flat(query: dict[str, Any]) -> httpx.QueryParams:
    pairs = [(name, each) for name, value in query.items() for each in (value if isinstance(value, list) else [value])]
    return httpx.QueryParams(
        [(name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in pairs]
    )


def _target(context: Context, operation: Operation) -> str:
    """The path of the operation on resources that exist."""
    example = shortest_example(operation)
    if example is None:
        return operation.path
    return example.on(context.fixture.requests.known()).target().partition("?")[0]
