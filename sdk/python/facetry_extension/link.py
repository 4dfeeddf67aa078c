"""The socket between an extension and the service: opened again for as long as the extension runs.

Every connection is a client of its own, so that what a hook returns after its connection was lost goes nowhere,
instead of into a connection where it answers something else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
import socketio

from facetry_extension.configuration import ConfigurationError, Parameters
from facetry_extension.texts import require_json, well_formed
from facetry_extension.version import VERSION

CONNECT_SECONDS: Final = 15.0
"""For the connection to be opened, and for the service to accept it."""
MIN_DELAY: Final = 0.2
MAX_DELAY: Final = 15.0
MAX_DELAY_WHEN_ACCEPTED: Final = 2.0
"""The service is there; but an extension that is cut off again and again, as by a second process, does wait."""
STABLE_SECONDS: Final = 5.0
"""A connection that held so long was a good one: the next attempt follows soon."""
MAX_MESSAGE_BYTES: Final = 33_554_432
DEFAULT_MAX_MESSAGE_BYTES: Final = 1_000_000
"""What a service accepts that names no limit."""
CLOSE_SECONDS: Final = 1.0
"""For the last messages to be sent."""

log = logging.getLogger(__name__)
_library_log: Final = logging.getLogger(f"{__name__}.library")
_library_log.setLevel(logging.CRITICAL)  # it has a line for each packet, and an error for each lost connection

EventHandler = Callable[[Mapping[str, Any]], Awaitable[Any]]


class ConnectionFailedError(Exception):
    """The service was not reached at all before the timeout."""


class ConnectionLostError(Exception):
    """There is no connection, or it was closed before the answer."""


@dataclass(eq=False, slots=True)
class _Connection:
    client: Any
    parameters: Parameters
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    async def send(self, event: str, content: Mapping[str, Any], callback: Callable[..., None] | None = None) -> None:
        """Send a message. Raises `ConnectionLostError`."""
        credentials = {"apiKey": self.parameters.key, "extensionId": self.parameters.extension_id}
        try:
            await self.client.emit(event, {**credentials, **content}, callback=callback)
        except socketio.exceptions.SocketIOError as error:
            raise ConnectionLostError(str(error)) from error

    async def request(self, event: str, content: Mapping[str, Any], seconds: float) -> Any:
        """Send a message, and return its acknowledgement. Raises `ConnectionLostError` and `TimeoutError`."""
        return await acknowledgment(lambda callback: self.send(event, content, callback), self.closed, seconds)


class Link:
    """Keeps the extension connected and carries its messages."""

    def __init__(self, load: Callable[[], Parameters], on_event: EventHandler, timeout: float) -> None:
        """`load` returns the address of the service, anew before each attempt, for the key may have changed;
        `on_event` gets each event and returns its acknowledgement.
        """
        self._load = load
        self._on_event = on_event
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._connection: _Connection | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._was_accepted = False
        self.max_message_bytes = DEFAULT_MAX_MESSAGE_BYTES
        """The bytes that the service accepts in one message."""

    async def run(self) -> None:
        """Connect, and connect again, without end. Raises `ConnectionFailedError` when it never worked."""
        deadline = time.monotonic() + self._timeout
        delay = MIN_DELAY
        while True:
            started, is_accepted = time.monotonic(), False
            try:
                await self._connect()
                is_accepted = True
                log.info("the connection to the service ended")
            except (ConfigurationError, ConnectionLostError) as error:
                log.warning("not connected: %s", error)
            if not self._was_accepted and time.monotonic() > deadline:
                raise ConnectionFailedError
            max_delay = MAX_DELAY_WHEN_ACCEPTED if is_accepted else MAX_DELAY
            delay = MIN_DELAY if time.monotonic() - started > STABLE_SECONDS else min(2 * delay, max_delay)
            await asyncio.sleep(random.uniform(delay / 2, delay))  # noqa: S311 -- so that not all connect at once

    async def close(self) -> None:
        """Send what is still to be sent, and close the connection."""
        if self._connection is None:
            return
        client = self._connection.client
        await asyncio.sleep(0)  # what was posted just now becomes a task
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await client.eio.queue.join()
        await client.disconnect()

    def post(self, kind: str, content: Mapping[str, Any], context: str | None) -> None:
        """Have it sent, from any thread. Without a connection it is lost, as in Socket.IO.

        Raises `ValueError` and `TypeError` for what a message cannot hold.
        """
        message = _message(kind, content, context)
        self._loop.call_soon_threadsafe(self._post, message)

    async def send(self, kind: str, content: Mapping[str, Any], context: str | None) -> None:
        """Send it before this returns. Without a connection it is lost."""
        await self._send(_message(kind, content, context))

    async def request(self, content: Mapping[str, Any], context: str | None, seconds: float) -> Any:
        """Send an intent, and return its acknowledgement.

        Raises `ConnectionLostError`, `TimeoutError` after so long, and as `post` does.
        """
        message = _message("intent", content, context)
        if self._connection is None:
            raise ConnectionLostError("no connection")
        return await self._connection.request("instructions", message, seconds)

    def _post(self, message: Mapping[str, Any]) -> None:
        task = self._loop.create_task(self._send(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, message: Mapping[str, Any]) -> None:
        if self._connection is not None:
            with contextlib.suppress(ConnectionLostError):
                await self._connection.send("instructions", message)

    async def _connect(self) -> None:
        """One connection, from its opening to its end."""
        parameters = self._load()
        async with aiohttp.ClientSession() as session:
            client = socketio.AsyncClient(
                reconnection=False,
                handle_sigint=False,
                http_session=session,
                logger=_library_log,
                engineio_logger=_library_log,
                websocket_extra_options={"max_msg_size": MAX_MESSAGE_BYTES},
            )
            connection = _Connection(client, parameters)
            client.on("events", self._on_event)
            client.on("disconnect", lambda *_: connection.closed.set())
            try:
                await self._open(connection)
                await connection.closed.wait()
            finally:
                self._connection = None
                with contextlib.suppress(Exception):  # it is closed, whatever the library thinks of that
                    await client.disconnect()

    async def _open(self, connection: _Connection) -> None:
        url = connection.parameters.url
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await connection.client.connect(url, transports=["websocket"], wait_timeout=CONNECT_SECONDS)
        except (socketio.exceptions.SocketIOError, aiohttp.ClientError, OSError, ValueError, TimeoutError) as error:
            raise ConnectionLostError(f"{url}: {error or type(error).__name__}") from error
        self._connection = connection
        introduction = {"isOpen": True, "sdkVersion": VERSION, "environment": "python"}
        try:
            answer = await connection.request("connection", introduction, CONNECT_SECONDS)
        except TimeoutError:
            answer = None
        if not isinstance(answer, dict):  # a refusal is no answer, or an empty one
            raise ConnectionLostError("the service did not take the connection; the key may not be current")
        self._was_accepted = True
        limit = answer.get("maximumPayloadSizeInBytes")
        self.max_message_bytes = limit if isinstance(limit, int) and limit > 0 else DEFAULT_MAX_MESSAGE_BYTES


def _message(kind: str, content: Mapping[str, Any], context: str | None) -> dict[str, Any]:
    repaired = well_formed(content)
    require_json(repaired)
    return {kind: repaired} if context is None else {kind: repaired, "contextId": context}


async def acknowledgment(
    send: Callable[[Callable[..., None]], Awaitable[None]], closed: asyncio.Event, seconds: float
) -> Any:
    """What a message is acknowledged with; `send` sends it, with a callback for that.

    Raises `ConnectionLostError` when the connection is closed before, and `TimeoutError`.
    """
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def on_answer(*values: Any) -> None:
        if not answer.done():
            answer.set_result(values[0] if values else None)

    closing = asyncio.create_task(closed.wait())
    try:
        await send(on_answer)
        done, _ = await asyncio.wait({answer, closing}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        closing.cancel()
    if answer in done:
        return answer.result()
    if closing in done:
        raise ConnectionLostError("the connection went")
    raise TimeoutError
