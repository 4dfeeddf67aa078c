"""Calls: requests that an API process has authenticated and validated. The coordinator runs just their handlers.

The event loop of the coordinator needs a third of the time that a forwarded request takes. The handler may ask for
neither the principal nor the connection, and a frame must be able to have its arguments and its result.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any, Final, cast
from uuid import UUID

from facetry.errors import Fault, FaultError

CALLED_OPERATIONS: Final = frozenset({"imageSetTags", "imageEnsureTags"})
"""The operations that are called: extensions send them all the time. Arguments are ids, texts and lists of texts."""

EncodedCall = tuple[str, str, Mapping[str, Any], str | None]
"""The operation, the name of its caller, its arguments, and the id of the request."""


def encode_call(operation: str, caller: str, arguments: Mapping[str, object], request_id: str | None) -> EncodedCall:
    """A call as the value of a frame."""
    # no argument is of bytes, so bytes stand for a UUID
    values = {name: value.bytes if isinstance(value, UUID) else value for name, value in arguments.items()}
    return operation, caller, values, request_id


def decode_call(call: EncodedCall) -> EncodedCall:
    """The operation, the name of its caller, its arguments, and the id of the request."""
    operation, caller, values, request_id = call
    arguments = {name: UUID(bytes=value) if isinstance(value, bytes) else value for name, value in values.items()}
    return operation, caller, arguments, request_id


def encode_fault(fault: Fault) -> bytes:
    """A refusal as the value of a frame."""
    return pickle.dumps(fault)


def error_of(fault: bytes) -> FaultError:
    """The error of a refusal that was encoded."""
    return FaultError(cast("Fault", pickle.loads(fault)))  # noqa: S301  # from a process of this service
