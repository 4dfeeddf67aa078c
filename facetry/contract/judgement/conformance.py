"""The first opinion on an exchange: statuses, headers and bodies by the description, and rules for every answer.

Bodies are validated by jsonschema-rs. The second opinion, of openapi-core, is that of `reference_validators.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl

from facetry.contract.description import JSON, Operation, document
from facetry.contract.judgement.deviation import Deviation
from facetry.contract.traffic import json_text
from facetry.contract.traffic.exchange import Exchange
from facetry.schema.document import Document, pointer_token

PROBLEM: Final = "application/problem+json"
SENTINEL: Final = "__empty__"
MAX_ERROR_BYTES: Final = 2_048
_UNAVAILABLE: Final = frozenset({501, 502, 503, 504, 507})


@cache
def described() -> Document:
    """The description, with validators of its schemas."""
    return Document(document())


def deviations(exchange: Exchange, operation: Operation | None) -> Iterator[Deviation]:
    """The deviations of one exchange from the description of its operation, if it has one."""
    name = "" if operation is None else operation.operation_id

    def found(check: str, detail: str, pointer: str = "") -> Deviation:
        return Deviation(check, name, detail, exchange, pointer)

    status = exchange.status
    if status == 0:
        yield found("answer.missing", f"the request has no answer: {exchange.failure}")
        return
    if status >= 500 and status not in _UNAVAILABLE:
        yield found("status.server-error", f"the answer is {status}; a service never fails on a request")
    if status == 401 and "bearer" not in (exchange.answer_header("www-authenticate") or "").lower():
        yield found("auth.challenge", "an answer 401 has no WWW-Authenticate header with the scheme Bearer")
    if status < 400 and _has_sentinel(exchange):
        yield found("tag.sentinel", f"the answer contains {SENTINEL}, which no public output may contain")
    if status >= 400 and exchange.method != "HEAD":
        for detail, pointer in _problem_faults(exchange):
            yield found("problem.document", detail, pointer)
    if operation is not None:
        for check, detail, pointer in _faults(exchange, operation):
            yield found(check, detail, pointer)


def _has_sentinel(exchange: Exchange) -> bool:
    """Whether a text of the answer, or a member's name, is the sentinel. Bytes of pictures are not searched."""
    is_text = "json" in (exchange.answer_header("content-type") or "") or b"\0" not in exchange.answer[:1_000]
    return is_text and SENTINEL.encode() in exchange.answer and SENTINEL not in f"{exchange.path}{exchange.query}"


def _problem_faults(exchange: Exchange) -> Iterator[tuple[str, str]]:
    content_type = exchange.answer_type
    if content_type != PROBLEM:
        yield f"an error has the media type {content_type or '(none)'}, not {PROBLEM}", ""
        return
    if len(exchange.answer) > MAX_ERROR_BYTES:
        yield f"a problem document has {len(exchange.answer)} bytes, more than {MAX_ERROR_BYTES}", ""
    try:
        problem = json_text.parse(exchange.answer)
    except ValueError as error:
        yield f"a problem document is no JSON: {error}", ""
        return
    yield from _schema_faults("#/components/schemas/Problem", problem)
    if isinstance(problem, dict) and problem.get("status") != exchange.status:
        yield f"the status is {exchange.status}, the problem document has {problem.get('status')}", "/status"


def _faults(exchange: Exchange, operation: Operation) -> Iterator[tuple[str, str, str]]:
    """(check, detail, pointer) of each fault of the answer, and of a request that was accepted although invalid."""
    listed = described().at(f"#{operation.pointer}/responses")
    status = str(exchange.status)
    key = status if status in listed else "default"
    if key not in listed:
        # A service may lack an operation, and every operation may refuse tags in If-Match.
        if exchange.status != 501 and not (exchange.status == 412 and exchange.header("if-match") is not None):
            yield "status.undocumented", f"the description has no answer {status}, only {', '.join(listed)}", ""
        return
    pointer, answer = described().resolve(f"#{operation.pointer}/responses/{key}")
    for header, schema in answer.get("headers", {}).items():
        place = f"{pointer}/headers/{pointer_token(header)}"
        is_required = described().resolve(place)[1].get("required") if isinstance(schema, dict) else False
        if is_required and exchange.answer_header(header.lower()) is None:
            yield "header.missing", f"the answer {status} has no header {header}", ""
    if exchange.method != "HEAD":
        yield from _body_faults(exchange, pointer, answer.get("content", {}))
    if exchange.status < 400:
        yield from _request_faults(exchange, operation)


def _body_faults(exchange: Exchange, pointer: str, content: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    if not content:
        if exchange.answer:
            yield "body.unexpected", f"the answer {exchange.status} has a body of {len(exchange.answer)} bytes", ""
        return
    media_type = exchange.answer_type
    described_type = next((each for each in content if _fits(each, media_type)), None)
    if described_type is None:
        detail = (
            f"the media type of the answer {exchange.status} is {media_type or 'missing'}, not {', '.join(content)}"
        )
        yield "content-type.undocumented", detail, ""
    elif media_type == JSON and "schema" in content[described_type]:
        try:
            value = json_text.parse(exchange.answer)
        except ValueError as error:
            yield "body.json", f"the answer is no JSON: {error}", ""
            return
        schema = f"{pointer}/content/{pointer_token(described_type)}/schema"
        yield from (("body.schema", detail, place) for detail, place in _schema_faults(schema, value))


def _request_faults(exchange: Exchange, operation: Operation) -> Iterator[tuple[str, str, str]]:
    given = [name for name, _ in parse_qsl(exchange.query, keep_blank_values=True)]
    known = {parameter["name"]: parameter for _, parameter in operation.parameters if parameter["in"] == "query"}
    if not operation.ignores_unknown_query:
        unknown = sorted(set(given) - known.keys())
        if unknown:
            yield "request.accepted", f"the answer is {exchange.status}, although {unknown[0]!r} is no parameter", ""
    for name, parameter in known.items():
        if parameter.get("required") and name not in given:
            yield "request.accepted", f"the answer is {exchange.status}, although the parameter {name} is missing", ""
    if operation.takes_json and exchange.body:
        try:
            value = json_text.parse(exchange.body)
        except ValueError:
            yield "request.accepted", f"the answer is {exchange.status}, although the body is no JSON", ""
            return
        pointer, _ = described().resolve(f"#{operation.pointer}/requestBody")
        schema = f"{pointer}/content/{pointer_token(JSON)}/schema"
        for detail, place in _schema_faults(schema, value):
            yield "request.accepted", f"the answer is {exchange.status}, although the body is invalid: {detail}", place


def _schema_faults(schema: str, value: object) -> Iterator[tuple[str, str]]:
    """The message and the pointer of the first violations of a schema."""
    for number, error in enumerate(described().validator(schema).iter_errors(value)):
        if number == 3:
            return
        yield error.message[:300], "".join(f"/{pointer_token(str(part))}" for part in error.instance_path)


def _fits(described_type: str, media_type: str) -> bool:
    family, _, kind = described_type.partition("/")
    return described_type == media_type or (kind == "*" and media_type.startswith(f"{family}/")) or family == "*"
