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
"""For the connection to be opened, and for the service to take it."""
MIN_DELAY: Final = 0.2
MAX_DELAY: Final = 15.0
MAX_DELAY_WHEN_ACCEPTED: Final = 2.0
"""The service is there; but whoever is cut off again and again, as by a second process, does not come at once."""
STABLE_SECONDS: Final = 5.0
"""A connection that held so long was a good one: the next attempt comes soon."""
MAX_MESSAGE_BYTES: Final = 33_554_432
DEFAULT_MAX_MESSAGE_BYTES: Final = 1_000_000
"""What a service takes that does not say."""
CLOSE_SECONDS: Final = 1.0
"""For what was said last to go out."""

log = logging.getLogger(__name__)
_library_log: Final = logging.getLogger(f"{__name__}.library")
_library_log.setLevel(logging.CRITICAL)  # it tells of each packet, and of each lost connection as an error

EventHandler = Callable[[Mapping[str, Any]], Awaitable[Any]]


class ConnectionFailedError(Exception):
    """The service was not reached at all, for long."""


class ConnectionLostError(Exception):
    """There is no connection, or it went before the answer came."""


@dataclass(eq=False, slots=True)
class _Connection:
    client: Any
    parameters: Parameters
    closed: asyncio.Event = field(default_factory=asyncio.Event)


class Link:
    """Keeps the extension connected and carries what it says."""

    def __init__(self, load: Callable[[], Parameters], on_event: EventHandler, timeout: float) -> None:
        """`load` tells where the service is and is asked anew before each attempt, for the key may have changed;
        `hear` gets each event and returns its acknowledgement.
        """
        self._load = load
        self._on_event = on_event
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._connection: _Connection | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._was_accepted = False
        self.max_message_bytes = DEFAULT_MAX_MESSAGE_BYTES
        """The bytes that the service takes in one message."""

    async def run(self) -> None:
        """Connect, and connect again. Raises `ConnectionFailedError` when it never worked; ends otherwise never."""
        deadline = time.monotonic() + self._timeout
        delay = MIN_DELAY
        while True:
            started, is_accepted = time.monotonic(), False
            try:
                await self._connect_once()
                is_accepted = True
                log.info("the connection to the service ended")
            except (ConfigurationError, ConnectionLostError) as error:
                log.warning("not connected: %s", error)
            if not self._was_accepted and time.monotonic() > deadline:
                raise ConnectionFailedError
            max_delay = MAX_DELAY_WHEN_ACCEPTED if is_accepted else MAX_DELAY
            delay = MIN_DELAY if time.monotonic() - started > STABLE_SECONDS else min(2 * delay, max_delay)
            await asyncio.sleep(random.uniform(delay / 2, delay))  # noqa: S311 -- so that not all come back at once

    async def close(self) -> None:
        """Say what is still to be said, and go."""
        if self._connection is None:
            return
        client = self._connection.client
        await asyncio.sleep(0)  # what was said just now becomes a task
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await client.eio.queue.join()
        await client.disconnect()

    def post(self, kind: str, content: Mapping[str, Any], context: str | None) -> None:
        """Have it said, from any thread. What is said without a connection is lost, as Socket.IO has it.

        Raises `ValueError` and `TypeError` for what a message cannot hold.
        """
        message = well_formed(content)
        require_json(message)
        self._loop.call_soon_threadsafe(self._post, kind, message, context)

    async def send(self, kind: str, content: Mapping[str, Any], context: str | None) -> None:
        """Say it before this returns."""
        with contextlib.suppress(ConnectionLostError):
            await self._emit(kind, content, context)

    async def request(self, content: Mapping[str, Any], context: str | None, seconds: float) -> Any:
        """Send an intent, and return its acknowledgement.

        Raises `LostError`, `TimeoutError` after so long, and as `say` does.
        """
        require_json(well_formed(content))
        connection = self._connection
        answer: asyncio.Future[Any] = self._loop.create_future()

        def on_answer(*values: Any) -> None:
            if not answer.done():
                answer.set_result(values[0] if values else None)

        await self._emit("intent", content, context, on_answer)
        return await _wait_for_answer(answer, connection, seconds)

    def _post(self, kind: str, content: Mapping[str, Any], context: str | None) -> None:
        task = self._loop.create_task(self.send(kind, content, context))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _emit(
        self, kind: str, content: Mapping[str, Any], context: str | None, on_answer: Callable[..., None] | None = None
    ) -> None:
        if (connection := self._connection) is None:
            raise ConnectionLostError("no connection")
        message = {**_credentials(connection.parameters), kind: well_formed(content)}
        if context is not None:
            message["contextId"] = context
        try:
            await connection.client.emit("instructions", message, callback=on_answer)
        except socketio.exceptions.SocketIOError as error:
            raise ConnectionLostError(str(error)) from error

    async def _connect_once(self) -> None:
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
                with contextlib.suppress(Exception):  # it is gone, whatever the library thinks of that
                    await client.disconnect()

    async def _open(self, connection: _Connection) -> None:
        client, parameters = connection.client, connection.parameters
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await client.connect(parameters.url, transports=["websocket"], wait_timeout=CONNECT_SECONDS)
        except (socketio.exceptions.SocketIOError, aiohttp.ClientError, OSError, ValueError, TimeoutError) as error:
            raise ConnectionLostError(f"{parameters.url}: {error or type(error).__name__}") from error
        self._connection = connection
        accepted: asyncio.Future[Any] = self._loop.create_future()
        introduction = {**_credentials(parameters), "isOpen": True, "sdkVersion": VERSION, "environment": "python"}

        def on_answer(*values: Any) -> None:
            if not accepted.done():
                accepted.set_result(values[0] if values else None)

        await client.emit("connection", introduction, callback=on_answer)
        try:
            settings = await _wait_for_answer(accepted, connection, CONNECT_SECONDS)
        except TimeoutError:
            settings = None
        if not isinstance(settings, dict):  # a refusal is no answer, or an empty one
            raise ConnectionLostError("the service did not take the connection; the key may not be current")
        self._was_accepted = True
        max_bytes = settings.get("maximumPayloadSizeInBytes")
        self.max_message_bytes = (
            max_bytes if isinstance(max_bytes, int) and max_bytes > 0 else DEFAULT_MAX_MESSAGE_BYTES
        )


def _credentials(parameters: Parameters) -> dict[str, Any]:
    return {"apiKey": parameters.key, "extensionId": parameters.extension_id}


async def _wait_for_answer(answer: asyncio.Future[Any], connection: _Connection | None, seconds: float) -> Any:
    """The answer, if it comes before the connection goes and in time."""
    if connection is None:
        raise ConnectionLostError("no connection")
    closed = asyncio.create_task(connection.closed.wait())
    try:
        done, _ = await asyncio.wait({answer, closed}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if answer in done:
            return answer.result()
        if closed in done:
            raise ConnectionLostError("the connection went")
        raise TimeoutError
    finally:
        closed.cancel()
