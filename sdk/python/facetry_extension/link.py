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

OPENING_SECONDS: Final = 15.0
"""For the connection to be opened, and for the service to take it."""
FIRST_DELAY: Final = 0.2
LONGEST_DELAY: Final = 15.0
LONGEST_DELAY_WHEN_TAKEN: Final = 2.0
"""The service is there; but whoever is cut off again and again, as by a second process, does not come at once."""
LASTING_SECONDS: Final = 5.0
"""A connection that held so long was a good one: the next attempt comes soon."""
LARGEST_MESSAGE: Final = 33_554_432
USUAL_MESSAGE: Final = 1_000_000
"""What a service takes that does not say."""
LEAVING_SECONDS: Final = 1.0
"""For what was said last to go out."""

log = logging.getLogger(__name__)
_library_log: Final = logging.getLogger(f"{__name__}.library")
_library_log.setLevel(logging.CRITICAL)  # it tells of each packet, and of each lost connection as an error

Hear = Callable[[Mapping[str, Any]], Awaitable[Any]]


class ConnectionFailedError(Exception):
    """The service was not reached at all, for long."""


class LostError(Exception):
    """There is no connection, or it went before the answer came."""


@dataclass(eq=False, slots=True)
class _Connection:
    client: Any
    parameters: Parameters
    gone: asyncio.Event = field(default_factory=asyncio.Event)


class Link:
    """Keeps the extension connected and carries what it says."""

    def __init__(self, load: Callable[[], Parameters], hear: Hear, patience: float) -> None:
        """`load` tells where the service is and is asked anew before each attempt, for the key may have changed;
        `hear` gets each event and returns its acknowledgement.
        """
        self._load = load
        self._hear = hear
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._now: _Connection | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._was_taken = False
        self.largest_message = USUAL_MESSAGE
        """The bytes that the service takes in one message."""

    async def run(self) -> None:
        """Connect, and connect again. Raises `ConnectionFailedError` when it never worked; ends otherwise never."""
        due = time.monotonic() + self._patience
        delay = FIRST_DELAY
        while True:
            begun, is_taken = time.monotonic(), False
            try:
                await self._connected()
                is_taken = True
                log.info("the connection to the service ended")
            except (ConfigurationError, LostError) as error:
                log.warning("not connected: %s", error)
            if not self._was_taken and time.monotonic() > due:
                raise ConnectionFailedError
            longest = LONGEST_DELAY_WHEN_TAKEN if is_taken else LONGEST_DELAY
            delay = FIRST_DELAY if time.monotonic() - begun > LASTING_SECONDS else min(2 * delay, longest)
            await asyncio.sleep(random.uniform(delay / 2, delay))  # noqa: S311 -- so that not all come back at once

    async def close(self) -> None:
        """Say what is still to be said, and go."""
        if self._now is None:
            return
        client = self._now.client
        await asyncio.sleep(0)  # what was said just now becomes a task
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LEAVING_SECONDS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVING_SECONDS):
                await client.eio.queue.join()
        await client.disconnect()

    def say(self, kind: str, content: Mapping[str, Any], context: str | None) -> None:
        """Have it said, from any thread. What is said without a connection is lost, as Socket.IO has it.

        Raises `ValueError` and `TypeError` for what a message cannot hold.
        """
        said = well_formed(content)
        require_json(said)
        self._loop.call_soon_threadsafe(self._said, kind, said, context)

    async def tell(self, kind: str, content: Mapping[str, Any], context: str | None) -> None:
        """Say it before this returns."""
        with contextlib.suppress(LostError):
            await self._emit(kind, content, context)

    async def ask(self, content: Mapping[str, Any], context: str | None, seconds: float) -> Any:
        """Send an intent, and return its acknowledgement.

        Raises `LostError`, `TimeoutError` after so long, and as `say` does.
        """
        require_json(well_formed(content))
        connection = self._now
        answer: asyncio.Future[Any] = self._loop.create_future()

        def heard(*values: Any) -> None:
            if not answer.done():
                answer.set_result(values[0] if values else None)

        await self._emit("intent", content, context, heard)
        return await _before(answer, connection, seconds)

    def _said(self, kind: str, content: Mapping[str, Any], context: str | None) -> None:
        task = self._loop.create_task(self.tell(kind, content, context))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _emit(
        self, kind: str, content: Mapping[str, Any], context: str | None, heard: Callable[..., None] | None = None
    ) -> None:
        if (connection := self._now) is None:
            raise LostError("no connection")
        message = {**_who(connection.parameters), kind: well_formed(content)}
        if context is not None:
            message["contextId"] = context
        try:
            await connection.client.emit("instructions", message, callback=heard)
        except socketio.exceptions.SocketIOError as error:
            raise LostError(str(error)) from error

    async def _connected(self) -> None:
        """One connection, from its opening to its end."""
        parameters = self._load()
        async with aiohttp.ClientSession() as session:
            client = socketio.AsyncClient(
                reconnection=False,
                handle_sigint=False,
                http_session=session,
                logger=_library_log,
                engineio_logger=_library_log,
                websocket_extra_options={"max_msg_size": LARGEST_MESSAGE},
            )
            connection = _Connection(client, parameters)
            client.on("events", self._hear)
            client.on("disconnect", lambda *_: connection.gone.set())
            try:
                await self._open(connection)
                await connection.gone.wait()
            finally:
                self._now = None
                with contextlib.suppress(Exception):  # it is gone, whatever the library thinks of that
                    await client.disconnect()

    async def _open(self, connection: _Connection) -> None:
        client, parameters = connection.client, connection.parameters
        try:
            async with asyncio.timeout(OPENING_SECONDS):
                await client.connect(parameters.url, transports=["websocket"], wait_timeout=OPENING_SECONDS)
        except (socketio.exceptions.SocketIOError, aiohttp.ClientError, OSError, ValueError, TimeoutError) as error:
            raise LostError(f"{parameters.url}: {error or type(error).__name__}") from error
        self._now = connection
        taken: asyncio.Future[Any] = self._loop.create_future()
        introduction = {**_who(parameters), "isOpen": True, "sdkVersion": VERSION, "environment": "python"}

        def heard(*values: Any) -> None:
            if not taken.done():
                taken.set_result(values[0] if values else None)

        await client.emit("connection", introduction, callback=heard)
        try:
            told = await _before(taken, connection, OPENING_SECONDS)
        except TimeoutError:
            told = None
        if not isinstance(told, dict):  # a refusal is no answer, or an empty one
            raise LostError("the service did not take the connection; the key may not be current")
        self._was_taken = True
        most = told.get("maximumPayloadSizeInBytes")
        self.largest_message = most if isinstance(most, int) and most > 0 else USUAL_MESSAGE


def _who(parameters: Parameters) -> dict[str, Any]:
    return {"apiKey": parameters.key, "extensionId": parameters.extension_id}


async def _before(answer: asyncio.Future[Any], connection: _Connection | None, seconds: float) -> Any:
    """The answer, if it comes before the connection goes and in time."""
    if connection is None:
        raise LostError("no connection")
    gone = asyncio.create_task(connection.gone.wait())
    try:
        done, _ = await asyncio.wait({answer, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if answer in done:
            return answer.result()
        if gone in done:
            raise LostError("the connection went")
        raise TimeoutError
    finally:
        gone.cancel()
