"""Messages of sockets: validation, and conversion to values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast
from uuid import uuid4

from facetry.extensions.socket.peer import Peer
from facetry.system.log_rate_limit import client_logger
from facetry.validate.socket import messages
from generated.events import INSTRUCTIONS, INTENTS, Connection, Delivery

_FIRST_HANDSHAKE_SDK: Final = (0, 20)
"""First SDK version with the handshake: it receives the versions, and reports that it is ready."""
_FIRST_ERROR_REPORTING_SDK: Final = (1, 0)
"""First SDK version that reports a failed hook in the acknowledgement; earlier ones send a message."""
_SENDER_MEMBERS: Final = ("apiKey", "extensionId", "contextId")
_PLACEHOLDER_CONTENT: Final[dict[str, Any]] = {"notification": {}}
"""Stands in for content that is validated elsewhere, or not at all."""

log: Final = client_logger(__name__)
_client_log = client_logger(f"{__name__}.clients")
"""For messages of anybody: no key has been checked."""


@dataclass(frozen=True, slots=True)
class ConnectionMessage:
    """A message `connection`; `extension` is None for a front end."""

    secret: str = field(repr=False)
    extension: str | None
    is_open: bool
    sdk_version: tuple[int, int] | None
    """Major and minor version of the SDK, None when the message has none."""

    @property
    def expects_handshake(self) -> bool:
        """Whether the SDK takes part in the handshake."""
        return self.sdk_version is not None and self.sdk_version >= _FIRST_HANDSHAKE_SDK

    @property
    def sends_confirmations(self) -> bool:
        """Whether the SDK reports the outcome of a hook in a message after the acknowledgement."""
        return self.sdk_version is None or self.sdk_version < _FIRST_ERROR_REPORTING_SDK


@dataclass(frozen=True, slots=True)
class Instructions:
    """A message `instructions` of an extension. `kind`: one of `INSTRUCTIONS`; `content`: the value of that member."""

    secret: str = field(repr=False)
    extension: str
    context_id: str | None
    kind: str
    content: Mapping[str, Any]


def connection_message_of(data: Any) -> ConnectionMessage | None:
    """The message `connection`; None for invalid data, which is logged."""
    if (fault := messages.fault("Connection", data)) is not None:
        _client_log.warning("ignored an invalid message `connection`: %s", fault)
        return None
    connection = cast("Connection", data)
    return ConnectionMessage(
        connection["apiKey"],
        connection.get("extensionId"),
        connection["isOpen"],
        _parse_version(connection.get("sdkVersion")),
    )


def instructions_of(data: Any, sender: Peer | None) -> Instructions | str:
    """The message `instructions`; for one that is not valid, or that its socket may not send, the fault, which is
    logged. `sender`: who has identified itself on the socket.

    An intent is not validated here but by `intent_fault`, because its faults are returned to the extension.
    """
    instructions = _instructions_of(data)
    if not isinstance(instructions, str):
        if sender is None or sender.extension is None:
            instructions = "The socket has not shown the key of an extension."
        elif (instructions.extension, instructions.secret) != (sender.extension, sender.secret):
            instructions = "Its key or its extension is not that of the socket."
    if isinstance(instructions, str):
        name = "a socket without a key" if sender is None else sender.name
        log.warning("ignored an invalid message `instructions` of %s: %s", name, instructions)
    return instructions


def _instructions_of(data: Any) -> Instructions | str:
    kinds = [kind for kind in INSTRUCTIONS if data.get(kind) is not None] if isinstance(data, dict) else []
    if len(kinds) != 1 or not isinstance(data[kinds[0]], dict):
        return f"It has not exactly one of {', '.join(INSTRUCTIONS)}, as an object."
    kind, content = kinds[0], data[kinds[0]]
    envelope = {name: data.get(name) for name in _SENDER_MEMBERS}
    envelope |= {kind: content} if kind in ("log", "acknowledgment") else _PLACEHOLDER_CONTENT
    if (fault := messages.fault("Instructions", envelope)) is not None:
        return fault
    return Instructions(envelope["apiKey"], envelope["extensionId"], envelope["contextId"], kind, content)


def intent_fault(intent: Mapping[str, Any]) -> str | None:
    """The fault of an intent, in a sentence that names the member; None for a valid intent."""
    kinds = [kind for kind in INTENTS if intent.get(kind) is not None]
    if len(kinds) != 1:
        return f"An intent has exactly one of {', '.join(INTENTS)}; this one has {' and '.join(kinds) or 'none'}."
    return messages.fault("Intent", intent)


def event_message(
    channel: str, value: Mapping[str, Any], event_time: int, is_activity: bool = False, context_id: str | None = None
) -> Delivery:
    """The message of one event; without a `context_id` it has a new one."""
    message = Delivery(
        channel=channel,
        contextId=context_id or str(uuid4()),
        milliseconds=event_time,
        value=cast("dict[str, Any]", value),
    )
    if is_activity:
        message["isActivity"] = True
    return message


def _parse_version(text: Any) -> tuple[int, int] | None:
    if not isinstance(text, str):
        return None
    numbers = text.split(".")[:2]
    if len(numbers) < 2 or not all(number.isascii() and number.isdigit() and len(number) < 6 for number in numbers):
        return None
    return int(numbers[0]), int(numbers[1])
