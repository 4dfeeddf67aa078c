"""Messages of WebSockets that are no packets of Engine.IO: the library would raise an error for each."""

from __future__ import annotations

import binascii
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from facetry.system.log_rate_limit import client_logger

_TYPES: Final = frozenset("0123456")
_BASE64: Final = "b"
_PROTOCOL_ERROR: Final = 1002
"""The code with which a socket is closed (RFC 6455 §7.4.1)."""

log: Final = client_logger(__name__)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def is_packet(message: Message) -> bool:
    """Whether the library can decode a message that a client has sent. Binary ones are attachments."""
    text: str | None = message.get("text")
    if text is None or text[:1] in _TYPES:
        return text != ""
    if text[:1] != _BASE64:
        return False
    try:
        binascii.a2b_base64(text[1:])
    except ValueError:
        return False
    return True


def packets_only(receive: Receive, send: Send) -> Receive:
    """As `receive`, but a message that is no packet closes the socket: the library is told that the client is gone."""

    async def receive_packet() -> Message:
        message = await receive()
        if message["type"] != "websocket.receive" or is_packet(message):
            return message
        log.warning("a socket was closed: it sent a message that is no packet of Engine.IO")
        await send({"type": "websocket.close", "code": _PROTOCOL_ERROR})
        return {"type": "websocket.disconnect", "code": _PROTOCOL_ERROR}

    return receive_packet
