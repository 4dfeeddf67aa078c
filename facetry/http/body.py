"""Reads a request body: capped on the stream, typed, decoded, judged by its schema."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pydantic

from facetry.errors import Fault, FaultError, Kind, bad_parameter
from facetry.schema.document import ContractError, Document
from facetry.schema.strict_json import parse
from facetry.schema.violations import described, first_violation

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
JSON: Final = "application/json"
_CLOSE: Final = (("Connection", "close"),)


class DisconnectedError(Exception):
    """The client is gone; nobody waits for an answer."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A request body that is not JSON: the regular file `path` of `size` bytes, which is removed when the handler has
    returned, unless it was moved away.
    """

    path: Path
    size: int


async def read(receive: Receive, length: bytes | None, cap: int) -> bytes:
    """The body's bytes. Above `cap` bytes, announced by `length` (the Content-Length) or counted on the stream: 413,
    and no more is read.
    """
    if length is not None:
        judge_length(length, cap)
    message = await receive()
    if message["type"] == "http.disconnect":
        raise DisconnectedError
    body: bytes = message.get("body", b"")
    if not message.get("more_body", False):
        if len(body) > cap:
            raise too_large(cap)
        return body
    chunks = [body]
    size = len(body)
    while size <= cap:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        if size <= cap and not message.get("more_body", False):
            return b"".join(chunks)
    raise too_large(cap)


def judge_length(length: bytes, cap: int) -> None:
    """400 for a Content-Length that is no number, 413 for one above `cap`."""
    if not length.isdigit():
        raise bad_parameter("Content-Length", "The Content-Length is not a number.", rule="body.length")
    if len(length) > 18 or int(length) > cap:
        raise too_large(cap)


async def refuse(receive: Receive, headers: Mapping[bytes, bytes]) -> None:
    """For an operation that takes no body: 400 when there is one."""
    try:
        await read(receive, headers.get(b"content-length"), 0)
    except FaultError as error:
        if error.fault.kind is not Kind.TOO_LARGE:
            raise
        raise FaultError(
            Fault(
                kind=Kind.BAD_PARAMETER,
                rule="body.unexpected",
                detail="This operation takes no body.",
                parameter="body",
                remedy="Send the request without a body.",
                headers=_CLOSE,
            )
        ) from None


class Body:
    """The JSON body of one operation, compiled from its request body object."""

    def __init__(self, document: Document, pointer: str, model: pydantic.TypeAdapter[Any] | None) -> None:
        where, request_body = document.follow(pointer)
        if list(request_body["content"]) != [JSON]:
            raise ContractError([f"{where}: a JSON body has no other media type"])
        self._document = document
        self._cap = cap_of(where, request_body)
        self._required = bool(request_body.get("required", False))
        self._pointer = f"{where}/content/application~1json/schema"
        self._validator = document.validator(self._pointer)
        self._model = model

    async def read(self, receive: Receive, headers: Mapping[bytes, bytes]) -> Any:
        """The judged body: made of generated models where it holds objects, else plain JSON values; None when it is
        optional and absent.
        """
        media_type = headers.get(b"content-type")
        if media_type is not None and media_type != b"application/json":
            _require_json(media_type)
        refuse_encoding(headers)
        raw = await read(receive, headers.get(b"content-length"), self._cap)
        if not raw:
            if self._required:
                raise bad_parameter("body", "The body is missing.", rule="body.missing", remedy="Send a JSON body.")
            return None
        if media_type is None:
            raise untyped(JSON)
        value = parse(raw)
        if not self._validator.is_valid(value):
            raise FaultError(first_violation(self._document, self._pointer, value, size=len(raw)))
        if self._model is None:
            return value
        try:
            return self._model.validate_python(value)
        except pydantic.ValidationError as error:
            raise _refused_by_model(error) from None


def cap_of(where: str, request_body: Mapping[str, Any]) -> int:
    """How many bytes the described body may have."""
    cap = request_body.get("x-max-bytes")
    if not isinstance(cap, int):
        raise ContractError([f"{where}: the body has no x-max-bytes"])
    return cap


def refuse_encoding(headers: Mapping[bytes, bytes]) -> None:
    """415 for a body that is compressed: what it would become has no cap."""
    if headers.get(b"content-encoding", b"identity").lower() != b"identity":
        raise FaultError(
            Fault(
                kind=Kind.MEDIA_TYPE,
                rule="media-type.unsupported",
                detail="Encoded bodies are not served.",
                parameter="Content-Encoding",
                remedy="Send the body without Content-Encoding.",
            )
        )


def untyped(media_type: str) -> FaultError:
    """415 for a body without Content-Type, where `media_type` would do."""
    return FaultError(
        Fault(
            kind=Kind.MEDIA_TYPE,
            rule="media-type.missing",
            detail="The request has a body but no Content-Type.",
            parameter="Content-Type",
            remedy=f"Send Content-Type: {media_type}.",
        )
    )


def _require_json(header: bytes) -> None:
    """415 unless the Content-Type is JSON in UTF-8."""
    media_type, *parameters = (part.strip() for part in header.decode("latin-1").lower().split(";"))
    charsets = [p.partition("=")[2].strip('"') for p in parameters if p.partition("=")[0].strip() == "charset"]
    if media_type != JSON or len(charsets) > 1 or any(charset not in ("utf-8", "utf8") for charset in charsets):
        raise FaultError(
            Fault(
                kind=Kind.MEDIA_TYPE,
                rule="media-type.unsupported",
                detail="Only JSON bodies in UTF-8 are served here.",
                parameter="Content-Type",
                value=header.decode("latin-1"),
                remedy=f"Send Content-Type: {JSON}.",
            )
        )


def _refused_by_model(error: pydantic.ValidationError) -> FaultError:
    """The schema is the judge; should a model be stricter, its refusal is still the client's 400."""
    first = error.errors(include_url=False, include_context=False)[0]
    return FaultError(
        Fault(
            kind=Kind.BAD_PARAMETER,
            rule=f"schema.{first['type']}",
            detail=first["msg"],
            pointer="".join(f"/{part}" for part in first["loc"]),
            value=described(first["input"]) if isinstance(first["input"], str | int | float | list | dict) else None,
        )
    )


def too_large(cap: int) -> FaultError:
    """413: the body is above `cap` bytes. The connection ends, for nobody reads the rest."""
    return FaultError(
        Fault(
            kind=Kind.TOO_LARGE,
            rule="body.too-large",
            detail=f"The body is larger than the {cap} bytes that this operation takes.",
            parameter="body",
            remedy="Send less at a time.",
            headers=_CLOSE,
        )
    )
