"""A gateway behind a real server, and its clients."""

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
from facetry.extensions.socket.session_handler import ExtensionVersions
from facetry.server.http_server import build_server, listen

TAGGER, MASTER, READER = "key-of-tagger", "key-of-master", "key-of-reader"


def principal(*scopes: str, extension: str | None = None) -> Principal:
    return Principal(frozenset(scopes), 1, extension, None, "somebody")


FIRST = ExtensionVersions("1.0.0", None, is_upgrade=False)


@dataclass
class RecordingSessionHandler:
    """Records its calls."""

    current_versions: ExtensionVersions | None = FIRST
    calls: list[tuple[str, str]] = field(default_factory=list)
    instructions: list[Instructions] = field(default_factory=list)
    refusals: list[tuple[str, str]] = field(default_factory=list)

    errors: list[OSError] = field(default_factory=list)
    """Errors to raise, if any."""

    async def versions(self, extension: str) -> ExtensionVersions | None:  # noqa: ARG002  # there is one
        for error in self.errors:
            raise error
        return self.current_versions

    async def on_upgraded(self, extension: str, version: str) -> None:
        self.calls.append(("upgraded", f"{extension} {version}"))

    async def on_ready(self, extension: str, *, sends_confirmations: bool) -> None:
        self.sends_confirmations = sends_confirmations
        self.calls.append(("ready", extension))

    async def on_disconnected(self, extension: str) -> None:
        self.calls.append(("gone", extension))

    async def on_front_end_connected(self) -> None:
        for error in self.errors:
            raise error

    def on_refused(self, extension: str, fault: str) -> None:
        self.refusals.append((extension, fault))

    async def on_instructions(self, extension: str, instructions: Instructions) -> Any:  # noqa: ARG002  # instructions has it
        self.instructions.append(instructions)
        return {"value": 7} if instructions.kind == "intent" else None


@dataclass
class GatewayServer:
    """A gateway behind a real server."""

    gateway: Gateway
    session_handler: RecordingSessionHandler
    keys: dict[str, Principal]
    url: str
    authentication_errors: list[OSError]
    """Errors that authentication raises, if any."""


@contextlib.asynccontextmanager
async def serve_gateway(session_handler: RecordingSessionHandler | None = None) -> AsyncIterator[GatewayServer]:
    keys = {
        TAGGER: principal("image:read", extension="tagger"),
        MASTER: principal(EVERY_SCOPE),
        READER: principal("image:read"),
    }

    authentication_errors: list[OSError] = []

    async def authenticate(secret: str) -> Principal | None:
        for error in authentication_errors:
            raise error
        return keys.get(secret)

    session_handler = session_handler or RecordingSessionHandler()
    gateway = Gateway(authenticate, session_handler)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            assert (await receive())["type"] == "lifespan.startup"
            await gateway.begin()
            await send({"type": "lifespan.startup.complete"})
            assert (await receive())["type"] == "lifespan.shutdown"
            await gateway.stop()
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "websocket":
            await gateway(scope, receive, send)
        else:
            await send({"type": "http.response.start", "status": 404, "headers": []})
            await send({"type": "http.response.body", "body": b"plain"})

    listener = listen("127.0.0.1", 0)
    server = build_server(app)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await until(lambda: server.started)
    try:
        yield GatewayServer(
            gateway, session_handler, keys, f"http://127.0.0.1:{listener.getsockname()[1]}", authentication_errors
        )
    finally:
        server.should_exit = True
        await serving


Hook = Callable[[Mapping[str, Any]], Awaitable[Any]]


@contextlib.asynccontextmanager
async def connect_client(
    server: GatewayServer, hook: Hook | None = None
) -> AsyncIterator[tuple[Any, list[Mapping[str, Any]]]]:
    """A client and the messages that it receives; it acknowledges with the hook's return value, or with True."""
    messages: list[Mapping[str, Any]] = []
    client = socketio.AsyncClient(reconnection=False)

    @client.on("events")  # type: ignore[untyped-decorator]  # of a library without types
    async def events(message: Mapping[str, Any]) -> Any:
        messages.append(message)
        return True if hook is None else await hook(message)

    await client.connect(server.url, transports=["websocket"])
    try:
        yield client, messages
    finally:
        await client.disconnect()


async def until(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  # the condition has no event
            await asyncio.sleep(0.005)


def connection_message(key: str, extension: str | None = None, **more: Any) -> dict[str, Any]:
    message = {"apiKey": key, "isOpen": True, **more}
    return message if extension is None else {**message, "extensionId": extension, "environment": "python"}


SDK = {"sdkVersion": "0.20.2"}


async def open_websocket(session: aiohttp.ClientSession, server: GatewayServer) -> aiohttp.ClientWebSocketResponse:
    return await session.ws_connect(f"{server.url}/socket.io/?EIO=4&transport=websocket", max_msg_size=0)


async def is_ended(socket: aiohttp.ClientWebSocketResponse, seconds: float) -> bool:
    """Whether the server closes the connection in time, although the client answers its pings."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                if (await socket.receive()).type in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSE):
                    return True
    return False
