"""The event broadcaster: sends the events of the log to front ends while any are connected."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from facetry.events import log as event_log
from facetry.events.commit_signal import CommitSignal
from facetry.events.log import LoggedEvent, LogPage
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.messages import event_message
from facetry.store.store import Store
from generated.events import Delivery
from generated.topics import STREAMED

BATCH_SIZE: Final = 256
POLL: Final = 0.5
"""Seconds between two checks for events of other processes."""
RETRY_SECONDS: Final = 1.0
"""Seconds after which reading is tried again when it failed."""

log = logging.getLogger(__name__)


class EventBroadcaster:
    """Follows the log from the moment the first front end connects. For one event loop."""

    def __init__(self, store: Store, gateway: Gateway) -> None:
        self._store = store
        self._gateway = gateway
        self._position: int | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start; on the event loop."""
        self._wakeup = asyncio.Event()
        self._commit_signal = CommitSignal(self._wakeup.set)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, and wait for the task to end."""
        if self._task is not None:
            self._commit_signal.close()
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def on_front_end_connected(self) -> None:
        """Called before a front end is ready: it receives all later events."""
        if self._position is None:
            position = await self._store.read(event_log.newest_sequence)
            if self._position is None:
                self._position = position
        self._wakeup.set()

    async def _run(self) -> None:
        while True:
            if self._position is None:
                await self._wakeup.wait()
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await self._wakeup.wait()
            self._wakeup.clear()
            try:
                await self._broadcast_new_events()
            except Exception:
                log.exception("events could not be sent to front ends")
                await asyncio.sleep(RETRY_SECONDS)

    async def _broadcast_new_events(self) -> None:
        is_last = False
        while not is_last and self._position is not None:
            self._commit_signal.arm()
            page = await self._read(self._position)
            if page.events:
                await self._gateway.send_all_to_front_ends([_message(event) for event in page.events])
            is_last = page.is_last  # later commits notify the signal
            self._position = page.read_up_to if self._gateway.front_end_count else None

    async def _read(self, position: int) -> LogPage:
        return await self._store.read(
            lambda connection: event_log.read_after(connection, position, STREAMED, None, BATCH_SIZE), is_short=True
        )


def _message(event: LoggedEvent) -> Delivery:
    return event_message(event.topic, event.value(), event.time)
