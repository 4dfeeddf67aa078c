"""Reads JSON request bodies: limits the size, checks the media type, parses strictly and validates by the schema."""

import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pydantic

from facetry.errors import Fault, FaultError, FaultKind, bad_parameter
from facetry.schema.document import ContractError, Document
from facetry.schema.strict_json import parse
from facetry.schema.uuids import compile_lower
from facetry.schema.vectors import compile_vector_reader
from facetry.schema.violations import describe_value, first_violation

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
JSON: Final = "application/json"
_CLOSE_CONNECTION: Final = (("Connection", "close"),)
_MAY_HAVE_UPPER_CASE_UUID: Final = re.compile(rb'\\|"(?=[0-9a-fA-F-]{36}")[^"]*[A-F]')
"""Found in every body with a UUID in upper case, and with a backslash, which may begin an escaped letter."""


class DisconnectedError(Exception):
    """The client has disconnected, so that no response can be sent."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A request body that is not JSON: the regular file `path` of `size` bytes. The file is removed after the handler
    has returned, unless the handler moved it away.
    """

    path: Path
    size: int


async def read_body(receive: Receive, length: bytes | None, cap: int) -> bytes:
    """The bytes of the body. Raises a 413 fault, and reads no further, when the Content-Length `length` or the bytes
    received exceed `cap`.
    """
    if length is not None:
        check_content_length(length, cap)
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


def check_content_length(length: bytes, cap: int) -> None:
    """Raises a 400 fault for a Content-Length that is not a number, and a 413 fault for one above `cap`."""
    if not length.isdigit():
        raise bad_parameter("Content-Length", "The Content-Length is not a number.", rule="body.length")
    if len(length) > 18 or int(length) > cap:
        raise too_large(cap)


async def require_no_body(receive: Receive, headers: Mapping[bytes, bytes]) -> None:
    """Raises a 400 fault when the request has a body; for operations without a request body."""
    try:
        await read_body(receive, headers.get(b"content-length"), 0)
    except FaultError as error:
        if error.fault.kind is not FaultKind.TOO_LARGE:
            raise
        raise FaultError(
            Fault(
                kind=FaultKind.BAD_PARAMETER,
                rule="body.unexpected",
                detail="This operation takes no body.",
                parameter="body",
                remedy="Send the request without a body.",
                headers=_CLOSE_CONNECTION,
            )
        ) from None


class Body:
    """The reader for the JSON body of one operation, compiled from its request body object."""

    def __init__(self, document: Document, pointer: str, model: pydantic.TypeAdapter[Any] | None) -> None:
        where, request_body = document.resolve(pointer)
        if list(request_body["content"]) != [JSON]:
            raise ContractError([f"{where}: a body with application/json must have no other media type"])
        self._document = document
        self._cap = cap_of(where, request_body)
        self._required = bool(request_body.get("required", False))
        self._pointer = f"{where}/content/application~1json/schema"
        document.require_valid_schema(self._pointer)
        self._model = model
        self._vectors = compile_vector_reader(document, self._pointer)

    @cached_property
    def _validator(self) -> jsonschema_rs.Draft202012Validator:
        """Compiled at the first body, since it takes up to a MiB, and few services use all operations."""
        return self._document.validator(self._pointer)

    @cached_property
    def _lower_uuids(self) -> Callable[[Any], Any] | None:
        """Compiled for the first body that needs it."""
        return compile_lower(self._document, self._pointer)

    async def read(self, receive: Receive, headers: Mapping[bytes, bytes]) -> Any:
        """The validated body: generated models for objects, plain JSON values otherwise. None for an optional body that
        is absent.
        """
        media_type = headers.get(b"content-type")
        if media_type is not None and media_type != b"application/json":
            _require_json(media_type)
        refuse_content_encoding(headers)
        raw = await read_body(receive, headers.get(b"content-length"), self._cap)
        if not raw:
            if self._required:
                raise bad_parameter("body", "The body is missing.", rule="body.missing", remedy="Send a JSON body.")
            return None
        if media_type is None:
            raise missing_content_type(JSON)
        value = None if self._vectors is None else self._vectors.read(raw)
        if value is None:
            value = self._parse(raw)
        if self._model is None:
            return value
        try:
            return self._model.validate_python(value)
        except pydantic.ValidationError as error:
            raise _model_error(error) from None

    def _parse(self, raw: bytes) -> Any:
        """The value of a text, which is strict JSON and satisfies the schema."""
        value = parse(raw)
        if _MAY_HAVE_UPPER_CASE_UUID.search(raw) and self._lower_uuids is not None:
            value = self._lower_uuids(value)  # first, so that two spellings of one id are duplicates for the schema
        if not self._validator.is_valid(value):
            raise FaultError(first_violation(self._document, self._pointer, value, size=len(raw)))
        return value


def cap_of(where: str, request_body: Mapping[str, Any]) -> int:
    """Maximum size of the described body in bytes."""
    cap = request_body.get("x-max-bytes")
    if not isinstance(cap, int):
        raise ContractError([f"{where}: the body has no x-max-bytes"])
    return cap


def refuse_content_encoding(headers: Mapping[bytes, bytes]) -> None:
    """415 for a compressed body, because its decompressed size would have no limit."""
    if headers.get(b"content-encoding", b"identity").lower() != b"identity":
        raise FaultError(
            Fault(
                kind=FaultKind.UNSUPPORTED_MEDIA_TYPE,
                rule="media-type.unsupported",
                detail="Bodies with a Content-Encoding are not accepted.",
                parameter="Content-Encoding",
                remedy="Send the body without Content-Encoding.",
            )
        )


def missing_content_type(media_type: str) -> FaultError:
    """415 for a body without Content-Type; the remedy names `media_type`."""
    return FaultError(
        Fault(
            kind=FaultKind.UNSUPPORTED_MEDIA_TYPE,
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
                kind=FaultKind.UNSUPPORTED_MEDIA_TYPE,
                rule="media-type.unsupported",
                detail="This operation accepts only JSON bodies in UTF-8.",
                parameter="Content-Type",
                value=header.decode("latin-1"),
                remedy=f"Send Content-Type: {JSON}.",
            )
        )


def _model_error(error: pydantic.ValidationError) -> FaultError:
    """400 for a body that the schema accepts and the model refuses. Normally the schema is at least as strict."""
    first = error.errors(include_url=False, include_context=False)[0]
    return FaultError(
        Fault(
            kind=FaultKind.BAD_PARAMETER,
            rule="body.model",
            detail=first["msg"],
            pointer="".join(f"/{part}" for part in first["loc"]),
            value=describe_value(first["input"])
            if isinstance(first["input"], str | int | float | list | dict)
            else None,
        )
    )


def too_large(cap: int) -> FaultError:
    """413: the body is larger than `cap` bytes. The server discards what still arrives, and closes the connection."""
    return FaultError(
        Fault(
            kind=FaultKind.TOO_LARGE,
            rule="body.too-large",
            detail=f"The body is larger than {cap} bytes, the limit of this operation.",
            parameter="body",
            remedy="Send a smaller body.",
            headers=_CLOSE_CONNECTION,
        )
    )
