"""Faults: what went wrong, as a value that names the offending thing, the rule and the remedy."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

import orjson

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"
PROBLEM_BYTES: Final = 2048
VALUE_CHARACTERS: Final = 64

# Characters allowed for each text member, tried in turn until the document fits. At 40 characters of at most four
# bytes each the seven text members always do.
_TEXT_CHARACTERS: Final = (320, 160, 80, 40)


class Kind(Enum):
    """The families of faults; each has one HTTP status, one wire code and one title."""

    BAD_PARAMETER = "bad-parameter"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    UNKNOWN = "unknown"
    METHOD = "method"
    CONFLICT = "conflict"
    TOO_LARGE = "too-large"
    MEDIA_TYPE = "media-type"
    RANGE = "range"
    TOO_MANY = "too-many"
    INTERNAL = "internal"
    UPSTREAM = "upstream"
    UNAVAILABLE = "unavailable"
    STORAGE_FULL = "storage-full"


# kind → (HTTP status, `code` that published clients read, title)
PROBLEMS: Final[Mapping[Kind, tuple[int, int, str]]] = {
    Kind.BAD_PARAMETER: (400, 3, "Bad Request"),
    Kind.UNAUTHENTICATED: (401, 1, "Unauthorized"),
    Kind.FORBIDDEN: (403, 2, "Forbidden"),
    Kind.UNKNOWN: (404, 4, "Not Found"),
    Kind.METHOD: (405, 4, "Method Not Allowed"),
    Kind.CONFLICT: (409, 3, "Conflict"),
    Kind.TOO_LARGE: (413, 3, "Content Too Large"),
    Kind.MEDIA_TYPE: (415, 3, "Unsupported Media Type"),
    Kind.RANGE: (416, 3, "Range Not Satisfiable"),
    Kind.TOO_MANY: (429, 3, "Too Many Requests"),
    Kind.INTERNAL: (500, -1, "Internal Server Error"),
    Kind.UPSTREAM: (502, -1, "Bad Gateway"),
    Kind.UNAVAILABLE: (503, -1, "Service Unavailable"),
    Kind.STORAGE_FULL: (507, -1, "Insufficient Storage"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One refusal.

    `rule` is a dotted slug that never changes meaning; `detail` one sentence for a person; `parameter` the offending
    parameter or `pointer` the JSON Pointer into the body; `value` the offending value as text (cut when written);
    `headers` go into the HTTP answer and must not hold bytes of the client.
    """

    kind: Kind
    rule: str
    detail: str
    parameter: str | None = None
    pointer: str | None = None
    value: str | None = None
    remedy: str | None = None
    scope: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


class FaultError(Exception):
    """Carries a `Fault` to whoever answers for it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.rule, fault.detail)
        self.fault = fault


def bad_parameter(name: str, detail: str, *, rule: str, value: object = None, remedy: str | None = None) -> FaultError:
    """The parameter (or property) `name` is not acceptable: 400."""
    text = None if value is None else str(value)
    return FaultError(
        Fault(kind=Kind.BAD_PARAMETER, rule=rule, detail=detail, parameter=name, value=text, remedy=remedy)
    )


def unknown(what: str, identifier: object) -> FaultError:
    """The resource that the path names does not exist: 404, rule `<what>.unknown`."""
    return FaultError(
        Fault(
            kind=Kind.UNKNOWN,
            rule=f"{what}.unknown",
            detail=f"There is no {what} with this id.",
            parameter="id",
            value=str(identifier),
        )
    )


def conflict(
    rule: str, detail: str, *, parameter: str | None = None, value: object = None, remedy: str | None = None
) -> FaultError:
    """The request is well formed but the present state forbids it: 409."""
    text = None if value is None else str(value)
    return FaultError(
        Fault(kind=Kind.CONFLICT, rule=rule, detail=detail, parameter=parameter, value=text, remedy=remedy)
    )


def unavailable(rule: str, detail: str, *, retry_after: int = 5) -> FaultError:
    """The service cannot answer now: 503, try again after `retry_after` seconds."""
    return FaultError(
        Fault(kind=Kind.UNAVAILABLE, rule=rule, detail=detail, headers=(("Retry-After", str(retry_after)),))
    )


def upstream(rule: str, detail: str, *, pointer: str | None = None, value: object = None) -> FaultError:
    """An extension that was asked failed, or answered with something that cannot be passed on: 502."""
    text = None if value is None else str(value)
    return FaultError(Fault(kind=Kind.UPSTREAM, rule=rule, detail=detail, pointer=pointer, value=text))


def too_many(rule: str, detail: str, *, retry_after: int) -> FaultError:
    """The caller is over a rate limit: 429, try again after `retry_after` seconds."""
    return FaultError(Fault(kind=Kind.TOO_MANY, rule=rule, detail=detail, headers=(("Retry-After", str(retry_after)),)))


def storage_full(detail: str) -> FaultError:
    """The disk has no room for the write: 507, nothing was written."""
    return FaultError(Fault(kind=Kind.STORAGE_FULL, rule="storage.full", detail=detail))


def shown(text: str, characters: int = VALUE_CHARACTERS) -> str:
    """`text` made safe to print: at most `characters` long, unprintable characters (controls, bidirectional marks,
    lone surrogates) written as `\\uXXXX`.
    """
    head = text[: characters + 1]
    if not head.isprintable():
        head = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in head)
    return head if len(head) <= characters else head[: characters - 1] + "…"


def problem(fault: Fault, *, request_id: str | None = None, characters: int = _TEXT_CHARACTERS[0]) -> dict[str, object]:
    """The RFC 9457 document for a fault, with the members `message` and `code` that published clients read.
    Text members are cut to `characters`, the value to 64.
    """
    status, code, title = PROBLEMS[fault.kind]
    detail = shown(fault.detail, characters)
    document: dict[str, object] = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        "message": detail,
        "code": code,
        "rule": shown(fault.rule, min(characters, VALUE_CHARACTERS)),
    }
    if fault.parameter:  # a parameter without a name cannot be named
        document["parameter"] = shown(fault.parameter, min(characters, VALUE_CHARACTERS))
    if fault.pointer is not None:
        document["pointer"] = shown(fault.pointer, characters)
    if fault.value is not None:
        document["value"] = shown(fault.value, min(characters, VALUE_CHARACTERS))
    if fault.remedy is not None:
        document["remedy"] = shown(fault.remedy, characters)
    if fault.scope is not None:
        document["scope"] = shown(fault.scope, characters)
    if request_id is not None:
        document["requestId"] = request_id
    return document


def problem_body(fault: Fault, *, request_id: str | None = None) -> bytes:
    """The problem document as JSON, never above 2,048 bytes whatever the client sent."""
    body = b""
    for characters in _TEXT_CHARACTERS:
        body = orjson.dumps(problem(fault, request_id=request_id, characters=characters))
        if len(body) <= PROBLEM_BYTES:
            break
    return body
