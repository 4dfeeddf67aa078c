"""Faults: refusals as values that name the offending value, the rule and the remedy; and their problem documents."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

import orjson

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"
RULE_PAGES: Final = "/docs/rules/"
"""The address below which each rule has a page; with the rule it is the `type` of a problem."""
MAX_PROBLEM_BYTES: Final = 2048
MAX_VALUE_CHARACTERS: Final = 64

# Maximum characters of each text member, tried in turn until the document fits. With 40 characters of at most four
# bytes each, the eight text members always fit.
_TEXT_LIMITS: Final = (320, 160, 80, 40)


class FaultKind(Enum):
    """The kinds of faults. Each has one HTTP status, one wire code and one title."""

    BAD_PARAMETER = "bad-parameter"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "unknown"
    METHOD_NOT_ALLOWED = "method"
    CONFLICT = "conflict"
    PRECONDITION_FAILED = "precondition"
    TOO_LARGE = "too-large"
    UNSUPPORTED_MEDIA_TYPE = "media-type"
    RANGE_NOT_SATISFIABLE = "range"
    INTERNAL = "internal"
    NOT_OFFERED = "not-offered"
    UPSTREAM = "upstream"
    UNAVAILABLE = "unavailable"
    STORAGE_FULL = "storage-full"


# kind → (HTTP status, `code` that published clients read, title)
PROBLEM_BY_KIND: Final[Mapping[FaultKind, tuple[int, int, str]]] = {
    FaultKind.BAD_PARAMETER: (400, 3, "Bad Request"),
    FaultKind.UNAUTHENTICATED: (401, 1, "Unauthorized"),
    FaultKind.FORBIDDEN: (403, 2, "Forbidden"),
    FaultKind.NOT_FOUND: (404, 4, "Not Found"),
    FaultKind.METHOD_NOT_ALLOWED: (405, 4, "Method Not Allowed"),
    FaultKind.CONFLICT: (409, 3, "Conflict"),
    FaultKind.PRECONDITION_FAILED: (412, 3, "Precondition Failed"),
    FaultKind.TOO_LARGE: (413, 3, "Content Too Large"),
    FaultKind.UNSUPPORTED_MEDIA_TYPE: (415, 3, "Unsupported Media Type"),
    FaultKind.RANGE_NOT_SATISFIABLE: (416, 3, "Range Not Satisfiable"),
    FaultKind.INTERNAL: (500, -1, "Internal Server Error"),
    FaultKind.NOT_OFFERED: (501, 5, "Not Implemented"),
    FaultKind.UPSTREAM: (502, -1, "Bad Gateway"),
    FaultKind.UNAVAILABLE: (503, -1, "Service Unavailable"),
    FaultKind.STORAGE_FULL: (507, -1, "Insufficient Storage"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One refusal.

    `rule` is a dotted slug that never changes its meaning. `detail` is one sentence for a person. `parameter` names the
    offending parameter, or `pointer` is a JSON Pointer into the body. `value` is the offending value as text; it is
    shortened in the problem document. `headers` are sent with the HTTP response and must not contain client input.
    """

    kind: FaultKind
    rule: str
    detail: str
    parameter: str | None = None
    pointer: str | None = None
    value: str | None = None
    remedy: str | None = None
    scope: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


class CoordinatorNeededError(Exception):
    """This API process cannot do what was requested, and the coordinator can. Nothing has happened so far."""


class FaultError(Exception):
    """Raised with a `Fault`, which the outermost layer answers with a problem document."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.rule, fault.detail)
        self.fault = fault

    def __str__(self) -> str:
        return f"{self.fault.rule}: {self.fault.detail}"


def bad_parameter(
    name: str | None,
    detail: str,
    *,
    rule: str,
    value: object = None,
    remedy: str | None = None,
    pointer: str | None = None,
) -> FaultError:
    """400: the parameter or property `name` is invalid, or what `pointer` leads to in the body."""
    text = None if value is None else str(value)
    kind = FaultKind.BAD_PARAMETER
    return FaultError(
        Fault(kind=kind, rule=rule, detail=detail, parameter=name, pointer=pointer, value=text, remedy=remedy)
    )


def forbidden(
    rule: str, detail: str, *, remedy: str, parameter: str | None = None, value: str | None = None
) -> FaultError:
    """403: the caller may not do this."""
    kind = FaultKind.FORBIDDEN
    return FaultError(Fault(kind=kind, rule=rule, detail=detail, parameter=parameter, value=value, remedy=remedy))


def not_found(resource: str, identifier: object, detail: str | None = None, *, parameter: str = "id") -> FaultError:
    """404: the resource that the path names does not exist; the rule is `<resource>.unknown`."""
    rule, text = f"{resource}.unknown", detail or f"There is no {resource} with this id."
    return FaultError(
        Fault(kind=FaultKind.NOT_FOUND, rule=rule, detail=text, parameter=parameter, value=str(identifier))
    )


def conflict(
    rule: str, detail: str, *, parameter: str | None = None, value: object = None, remedy: str | None = None
) -> FaultError:
    """409: the request is valid, but the current state forbids it."""
    text = None if value is None else str(value)
    return FaultError(
        Fault(kind=FaultKind.CONFLICT, rule=rule, detail=detail, parameter=parameter, value=text, remedy=remedy)
    )


def unavailable(rule: str, detail: str, *, retry_after: int = 5) -> FaultError:
    """503: the service cannot answer now; the client may retry after `retry_after` seconds."""
    return FaultError(
        Fault(kind=FaultKind.UNAVAILABLE, rule=rule, detail=detail, headers=(("Retry-After", str(retry_after)),))
    )


def upstream_failure(rule: str, detail: str, *, pointer: str | None = None, value: object = None) -> FaultError:
    """502: an extension failed to answer, or its answer is invalid."""
    text = None if value is None else str(value)
    return FaultError(Fault(kind=FaultKind.UPSTREAM, rule=rule, detail=detail, pointer=pointer, value=text))


def storage_full(detail: str) -> FaultError:
    """507: the disk is full, and nothing was written."""
    return FaultError(Fault(kind=FaultKind.STORAGE_FULL, rule="storage.full", detail=detail))


def printable_text(text: str, characters: int = MAX_VALUE_CHARACTERS) -> str:
    """`text` made safe to print: at most `characters` long. Unprintable characters (controls, bidirectional marks, lone
    surrogates) become `\\uXXXX`.
    """
    head = text[: characters + 1]
    if not head.isprintable():
        head = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in head)
    return head if len(head) <= characters else head[: characters - 1] + "…"


def problem_document(
    fault: Fault, *, request_id: str | None = None, characters: int = _TEXT_LIMITS[0]
) -> dict[str, object]:
    """The RFC 9457 document for a fault, with the members `message` and `code` that published clients read.
    Text members are cut to `characters`, `value` to 64.
    """
    status, code, title = PROBLEM_BY_KIND[fault.kind]
    detail = printable_text(fault.detail, characters)
    rule = printable_text(fault.rule, min(characters, MAX_VALUE_CHARACTERS))
    document: dict[str, object] = {
        "type": RULE_PAGES + rule,
        "title": title,
        "status": status,
        "detail": detail,
        "message": detail,
        "code": code,
        "rule": rule,
    }
    if fault.parameter:  # the name of a query parameter may be empty
        document["parameter"] = printable_text(fault.parameter, min(characters, MAX_VALUE_CHARACTERS))
    if fault.pointer is not None:
        document["pointer"] = printable_text(fault.pointer, characters)
    if fault.value is not None:
        document["value"] = printable_text(fault.value, min(characters, MAX_VALUE_CHARACTERS))
    if fault.remedy is not None:
        document["remedy"] = printable_text(fault.remedy, characters)
    if fault.scope is not None:
        document["scope"] = printable_text(fault.scope, characters)
    if request_id is not None:
        document["requestId"] = request_id
    return document


def problem_body(fault: Fault, *, request_id: str | None = None) -> bytes:
    """The problem document as JSON, at most 2,048 bytes for any client input."""
    body = b""
    for characters in _TEXT_LIMITS:
        body = orjson.dumps(problem_document(fault, request_id=request_id, characters=characters))
        if len(body) <= MAX_PROBLEM_BYTES:
            break
    return body
