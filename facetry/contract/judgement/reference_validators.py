"""Reference validators: `jsonschema` for values, `openapi-core` for traffic. Neither shares code with the server."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema_path import SchemaPath
from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.exceptions import OpenAPIError
from openapi_core.validation.schemas import oas31_schema_validators_factory
from openapi_core.validation.schemas.factories import DialectSchemaValidatorsFactory
from referencing import Registry, Resource
from referencing.exceptions import NoSuchResource
from referencing.jsonschema import DRAFT202012
from werkzeug.datastructures import Headers, ImmutableMultiDict

from facetry.contract.description import Operation, document, operations
from facetry.contract.traffic import json_text
from facetry.contract.traffic.exchange import Exchange

PROBLEM: Final = "application/problem+json"
NDJSON: Final = "application/x-ndjson"
METRICS: Final = "application/openmetrics-text"
ERROR_BYTES: Final = 2_048
# The families of rules that the description itself states; any other that answers 400 is listed in x-beyond-schema.
GENERAL: Final = ("schema.", "parameter.", "uuid.", "json.", "body.", "auth.", "media-type.", "http.")
_BASE: Final = "urn:description"
_NODES: Final = 100_000  # size of the cache of resolved nodes; by default openapi-core resolves each node again
_HOST: Final = "http://127.0.0.1"
_MAX_KEPT: Final = 500
_MAX_KEPT_BYTES: Final = 131_072
"""Number of answers whose errors are kept, and size of the largest of them."""
_OF_ONE_ANSWER: Final = frozenset({"date", "x-request-id"})
"""Headers that are not described, and differ in each answer."""


def _refused(uri: str) -> Resource[Any]:
    """Refuse to retrieve a schema: validators do not use the network."""
    raise NoSuchResource(uri)


@cache
def validator(pointer: str) -> Draft202012Validator:
    """The independent validator of the schema at a JSON Pointer of the description."""
    resource = DRAFT202012.create_resource(document())
    registry: Registry[Any] = Registry(retrieve=_refused).with_resource(_BASE, resource)  # type: ignore[call-arg]  # attrs field
    return Draft202012Validator(
        {"$ref": f"{_BASE}#{pointer}"}, registry=registry, format_checker=FormatChecker(("uuid",))
    )


def schema_faults(pointer: str, value: object) -> list[str]:
    """The violations that `jsonschema` finds in a value."""
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(pointer).iter_errors(value)]


@dataclass(frozen=True, slots=True)
class Difference:
    """A known difference between the contract and openapi-core: its reason, and the traffic that it concerns."""

    name: str
    reason: str
    reference_accepts: bool  # openapi-core accepts and the contract refuses, or the reverse
    concerns: Callable[[Exchange], bool]


def _ends_in_newline(exchange: Exchange) -> bool:
    text = f"{exchange.path}?{exchange.query}&\n{exchange.body.decode('utf-8', 'replace')}"
    return re.search(r"%0A(&|$|\?|/)|\\n\"|\\u000[aA]\"", text, re.IGNORECASE) is not None


def _empty_query_value(exchange: Exchange) -> bool:
    return any(value == "" for _, value in parse_qsl(exchange.query, keep_blank_values=True))


def _text_in_a_parameter(exchange: Exchange) -> bool:
    return exchange.status == 400 and json.loads(exchange.answer).get("parameter") == "applicationMetadata"


# Each entry is a weakness of a reference validator, never of the service.
DIFFERENCES: Final = (
    Difference("trailing newline", "Python's $ matches before a final newline", True, _ends_in_newline),
    Difference("empty body", "openapi-core does not validate an empty array", True, lambda e: e.body.strip() == b"[]"),
    Difference(
        "text in a parameter", "openapi-core does not read the JSON of applicationMetadata", True, _text_in_a_parameter
    ),
    Difference(
        "empty query value", "openapi-core keeps 3.0's rule, no empty values unless allowed", False, _empty_query_value
    ),
)


def _known(exchange: Exchange, *, reference_accepts: bool) -> bool:
    return any(each.concerns(exchange) for each in DIFFERENCES if each.reference_accepts is reference_accepts)


@dataclass(slots=True)
class _CoreRequest:
    """A request in the form that openapi-core expects."""

    parameters: RequestParameters
    method: str
    path: str
    body: bytes | None
    content_type: str
    host_url: str = _HOST


@dataclass(slots=True)
class _CoreResponse:
    """A response in the form that openapi-core expects."""

    status_code: int
    headers: Headers
    data: bytes | None
    content_type: str


class _Schemas(DialectSchemaValidatorsFactory):
    """The factory of openapi-core, without a deep copy of the formats for each value."""

    def get_format_checker(self, *_: object) -> FormatChecker:
        return self.format_checker


@cache
def openapi_core() -> OpenAPI:
    """openapi-core with our description."""
    described = SchemaPath.from_dict(dict(document()), resolved_cache_maxsize=_NODES)
    own = oas31_schema_validators_factory
    schemas = _Schemas(own.schema_validator_cls, own.default_jsonschema_dialect_id, own.format_checker)
    # JSON Schema has no bytes, and generators of clients need a string for them: each byte is a character here.
    readers: dict[str, Callable[[bytes], Any]] = {
        PROBLEM: json.loads,
        METRICS: partial(str, encoding="utf-8"),
        **dict.fromkeys(_media_types_of_bytes(document()), partial(str, encoding="latin-1")),
    }
    config = Config(extra_media_type_deserializers=readers, spec_base_uri="", schema_validators_factory=schemas)
    return OpenAPI(described, config)


def _media_types_of_bytes(node: object) -> Iterator[str]:
    """The media types under which bytes are sent, in a part of the description."""
    for name, child in node.items() if isinstance(node, dict) else ():
        schema = child.get("schema") if isinstance(child, dict) else None
        if isinstance(schema, dict) and schema.get("format") == "binary":
            yield name
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _media_types_of_bytes(child)


def operation_of(exchange: Exchange) -> Operation | None:
    """The operation that the description has for this method and path; a path without variables wins."""
    return _operation_at(exchange.method, exchange.path)


@lru_cache(_MAX_KEPT)
def _operation_at(method: str, path: str) -> Operation | None:
    fitting = [
        operation
        for operation in operations()
        if operation.method == method and _template(operation.path).fullmatch(path)
    ]
    return min(fitting, key=lambda operation: operation.path.count("{"), default=None)


@cache
def _template(path: str) -> re.Pattern[str]:
    """Matches the paths of a template; its groups are the path parameters."""
    parts = re.split(r"\{([^}]*)\}", path)
    return re.compile("".join(f"(?P<{part}>[^/]+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)))


def faults(exchange: Exchange) -> Iterator[str]:
    """The faults of an exchange: a response that the description does not allow, an invalid request that the server
    accepted, or a valid request that it refused.
    """
    yield from faults_of_errors(exchange)
    operation = operation_of(exchange)
    if operation is None:
        return
    yield from (f"{exchange}: the answer: {error}" for error in _answer_errors(exchange, operation))
    rule = rule_of(exchange)
    is_judged = exchange.status < 400 or rule.startswith("schema.")  # other refusals have reasons beyond the schemas
    complaints = _errors(openapi_core().iter_request_errors(_core_request(exchange, operation))) if is_judged else []
    if exchange.status < 400 and complaints and not _known(exchange, reference_accepts=False):
        yield f"{exchange}: accepted, but a reference validator refuses it: {complaints}"
    if rule.startswith("schema.") and not complaints and not _known(exchange, reference_accepts=True):
        yield f"{exchange}: refused by {rule}, but a reference validator accepts it: {exchange.body[:200]!r}"
    if exchange.status == 400 and not rule.startswith(GENERAL) and rule not in operation.beyond_schema:
        yield f"{exchange}: refused by {rule}, which the description does not list: {exchange.answer[:300]!r}"


def faults_of_errors(exchange: Exchange) -> Iterator[str]:
    """The faults of an exchange that can be seen without openapi-core, which takes a hundred times as long."""
    if exchange.status >= 500 and exchange.status not in {503, 507}:
        yield f"{exchange}: a server error"
    if exchange.status >= 400:
        yield from (f"{exchange}: {fault}" for fault in _problem_faults(exchange))


def _answer_errors(exchange: Exchange, operation: Operation) -> Sequence[str]:
    """What openapi-core finds in the answer. Equal answers of an operation are judged once: many keys get them."""
    headers = tuple(header for header in exchange.answer_headers if header[0] not in _OF_ONE_ANSWER)
    answer = Exchange(exchange.method, exchange.path, "", (), b"", exchange.status, headers, exchange.answer)
    return _kept_errors(answer) if len(answer.answer) <= _MAX_KEPT_BYTES else _errors_of(answer, operation)


def _errors_of(answer: Exchange, operation: Operation) -> Sequence[str]:
    asked, answered = _core_request(answer, operation), _core_response(answer)
    return _errors(openapi_core().iter_response_errors(asked, answered))


@lru_cache(_MAX_KEPT)
def _kept_errors(answer: Exchange) -> Sequence[str]:
    operation = operation_of(answer)
    return () if operation is None else _errors_of(answer, operation)


def _problem_faults(exchange: Exchange) -> Iterator[str]:
    if exchange.method == "HEAD":
        return
    if len(exchange.answer) > ERROR_BYTES:
        yield f"an error of {len(exchange.answer)} bytes"
    if exchange.answer_type != PROBLEM:
        yield f"an error of the type {exchange.answer_header('content-type')}"
        return
    problem = json_text.parse(exchange.answer)
    yield from schema_faults("/components/schemas/Problem", problem)
    if isinstance(problem, dict) and problem.get("status") != exchange.status:
        yield f"the problem says {problem.get('status')}"


def rule_of(exchange: Exchange) -> str:
    """The rule in the problem document of an answer; empty for any other answer."""
    if exchange.answer_type != PROBLEM or not exchange.answer:
        return ""
    problem = json.loads(exchange.answer)
    return str(problem.get("rule", "")) if isinstance(problem, dict) else ""


def _errors(found: Iterator[Exception]) -> list[str]:
    """The errors as text, with the causes behind them."""
    try:
        listed = list(found)
    except OpenAPIError as error:
        listed = [error]
    return [": ".join(_chain(error))[:600] for error in listed]


def _chain(error: BaseException) -> Iterator[str]:
    try:
        yield str(error) or type(error).__name__
    except UnicodeDecodeError:  # openapi-core cannot print what it refuses here
        yield type(error).__name__
        return
    for inner in getattr(error, "schema_errors", ()):
        yield f"{getattr(inner, 'json_path', '')} {getattr(inner, 'message', inner)}"
    if error.__cause__ is not None:
        yield from _chain(error.__cause__)


def _core_request(exchange: Exchange, operation: Operation) -> _CoreRequest:
    found = _template(operation.path).fullmatch(exchange.path)
    groups = {} if found is None else found.groupdict()
    parameters = RequestParameters(
        path={name: unquote(value) for name, value in groups.items()},  # openapi-core does not decode them
        query=ImmutableMultiDict(parse_qsl(exchange.query, keep_blank_values=True)),
        header=Headers(list(exchange.headers)),
    )
    content_type = (exchange.header("content-type") or "").lower()
    return _CoreRequest(parameters, exchange.method.lower(), exchange.path, exchange.body or None, content_type)


def _core_response(exchange: Exchange) -> _CoreResponse:
    # openapi-core does not accept an empty body, which is a valid stream without lines.
    nothing = b"\n" if exchange.answer_type == NDJSON else None
    headers, body = Headers(list(exchange.answer_headers)), exchange.answer or nothing
    return _CoreResponse(exchange.status, headers, body, exchange.answer_type)
