"""A gateway that is served, and clients of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import socketio

from facetry.auth import EVERY_SCOPE, Principal
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.messages import Instructions
from facetry.extensions.socket.session_handler import Versions
from facetry.server import listen, server_of

TAGGER, MASTER, READER = "key-of-tagger", "key-of-master", "key-of-reader"


def principal(*scopes: str, extension: str | None = None) -> Principal:
    return Principal(frozenset(scopes), 1, extension, None, "somebody")


FIRST = Versions("1.0.0", None, is_upgrade=False)


@dataclass
class Owner:
    """Notes what it is told."""

    known: Versions | None = FIRST
    heard: list[tuple[str, str]] = field(default_factory=list)
    said_: list[Instructions] = field(default_factory=list)

    broken: list[OSError] = field(default_factory=list)
    """What it raises, if anything."""

    async def versions(self, extension: str) -> Versions | None:  # noqa: ARG002  # there is one
        for error in self.broken:
            raise error
        return self.known

    async def upgraded(self, extension: str, version: str) -> None:
        self.heard.append(("upgraded", f"{extension} {version}"))

    async def ready(self, extension: str, *, confirms: bool) -> None:
        self.confirms = confirms
        self.heard.append(("ready", extension))

    async def gone(self, extension: str) -> None:
        self.heard.append(("gone", extension))

    async def listening(self) -> None:
        for error in self.broken:
            raise error

    async def said(self, extension: str, instructions: Instructions) -> Any:  # noqa: ARG002  # it is in there
        self.said_.append(instructions)
        return {"value": 7} if instructions.kind == "intent" else None


@dataclass
class House:
    """A gateway that is served."""

    gateway: Gateway
    owner: Owner
    keys: dict[str, Principal]
    url: str
    broken: list[OSError]
    """What looking at a key raises, if anything."""


@contextlib.asynccontextmanager
async def house(owner: Owner | None = None) -> AsyncIterator[House]:
    keys = {
        TAGGER: principal("image:read", extension="tagger"),
        MASTER: principal(EVERY_SCOPE),
        READER: principal("image:read"),
    }

    broken: list[OSError] = []

    async def authenticate(secret: str) -> Principal | None:
        for error in broken:
            raise error
        return keys.get(secret)

    owner = owner or Owner()
    made = Gateway(authenticate, owner)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            assert (await receive())["type"] == "lifespan.startup"
            await made.begin()
            await send({"type": "lifespan.startup.complete"})
            assert (await receive())["type"] == "lifespan.shutdown"
            await made.stop()
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "websocket":
            await made(scope, receive, send)
        else:
            await send({"type": "http.response.start", "status": 404, "headers": []})
            await send({"type": "http.response.body", "body": b"plain"})

    listener = listen("127.0.0.1", 0)
    server = server_of(app)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await until(lambda: server.started)
    try:
        yield House(made, owner, keys, f"http://127.0.0.1:{listener.getsockname()[1]}", broken)
    finally:
        server.should_exit = True
        await serving


Hook = Callable[[Mapping[str, Any]], Awaitable[Any]]


@contextlib.asynccontextmanager
async def client(house: House, hook: Hook | None = None) -> AsyncIterator[tuple[Any, list[Mapping[str, Any]]]]:
    """A client, and what it is told; it acknowledges with what the hook returns, else with True."""
    told: list[Mapping[str, Any]] = []
    made = socketio.AsyncClient(reconnection=False)

    @made.on("events")  # type: ignore[untyped-decorator]  # of a library without types
    async def events(message: Mapping[str, Any]) -> Any:
        told.append(message)
        return True if hook is None else await hook(message)

    await made.connect(house.url, transports=["websocket"])
    try:
        yield made, told
    finally:
        await made.disconnect()


async def until(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  # whatever it is, nobody tells of it
            await asyncio.sleep(0.005)


def introduction(key: str, extension: str | None = None, **more: Any) -> dict[str, Any]:
    message = {"apiKey": key, "isOpen": True, **more}
    return message if extension is None else {**message, "extensionId": extension, "environment": "python"}


SDK = {"sdkVersion": "0.20.2"}


async def raw(session: aiohttp.ClientSession, home: House) -> aiohttp.ClientWebSocketResponse:
    return await session.ws_connect(f"{home.url}/socket.io/?EIO=4&transport=websocket", max_msg_size=0)


async def is_ended(socket: aiohttp.ClientWebSocketResponse, seconds: float) -> bool:
    """Whether the server ends the connection, however often it is told that somebody is there."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                if (await socket.receive()).type in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSE):
                    return True
    return False
