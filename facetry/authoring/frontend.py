"""What a service tells front ends: a socket that listens, in the little of Socket.IO that this takes."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from facetry.authoring.service import Service, ServiceError

_PATH: Final = "/socket.io/?EIO=4&transport=websocket"
_OPEN: Final = "0"
_PING, _PONG = "2", "3"
_JOIN, _JOINED = "40", "40"
_EVENT: Final = "42"
_ANSWER: Final = "430"
"""The answer to the one message that asks for one, whose number is 0."""
_LARGEST: Final = 33_554_432
_SECONDS: Final = 0.25
_OPENING_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its topic, when, in milliseconds since 1970, and what is told of it."""

    topic: str
    milliseconds: int
    value: dict[str, Any]


def events(service: Service, ending: threading.Event) -> Iterator[Event]:
    """What happens from now on, until the end is asked for. Raises `ServiceError` when the service does not let us
    listen, or goes.
    """
    try:
        with connect(
            f"ws{service.url.removeprefix('http')}{_PATH}",
            open_timeout=_OPENING_SECONDS,
            close_timeout=1,
            max_size=_LARGEST,
            proxy=None,
        ) as socket:
            _introduce(service, socket)
            while not ending.is_set():
                try:
                    packet = socket.recv(timeout=_SECONDS, decode=True)
                except TimeoutError:
                    continue
                if packet == _PING:
                    socket.send(_PONG)
                elif packet.startswith(_EVENT):
                    yield _event(packet)
    except (WebSocketException, OSError) as error:
        raise ServiceError(f"the events of {service.url} cannot be heard: {error}") from None


def _introduce(service: Service, socket: ClientConnection) -> None:
    hello = json.dumps(["connection", {"apiKey": service.key, "isOpen": True}])
    _expect(socket, _OPEN)
    socket.send(_JOIN)
    _expect(socket, _JOINED)
    socket.send(f"{_EVENT}0{hello}")
    if _expect(socket, _ANSWER) in ("[]", "[null]"):
        raise ServiceError("the key is not one that may listen to what happens")


def _expect(socket: ClientConnection, kind: str) -> str:
    """What a packet of that kind says; what comes before it is passed over."""
    while True:
        packet = socket.recv(timeout=_OPENING_SECONDS, decode=True)
        if packet == _PING:
            socket.send(_PONG)
        elif packet.startswith(kind):
            return packet.removeprefix(kind)


def _event(packet: str) -> Event:
    message: dict[str, Any] = json.loads(packet[packet.index("[") :])[1]
    return Event(message["channel"], message["milliseconds"], message["value"])
