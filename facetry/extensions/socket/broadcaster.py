"""The herald: tells front ends what the log says, while there are any."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final, Protocol

from facetry.events import log as event_log
from facetry.events.commit_signal import Bell
from facetry.events.log import Entry, Reading
from facetry.store.store import Store
from generated.topics import STREAMED

AT_ONCE: Final = 256
POLL: Final = 0.5
"""Seconds between looks for what other processes have written."""
PATIENCE: Final = 1.0
"""Seconds after which reading is tried again when it failed."""

log = logging.getLogger(__name__)


class Audience(Protocol):
    """What is needed of the gateway."""

    @property
    def front_ends(self) -> int:
        """How many listen."""

    async def tell_front_ends(self, channel: str, value: dict[str, object], *, happened: int) -> None:
        """Tell all of them."""


class Herald:
    """Follows the log from the moment at which the first front end listens. For one event loop."""

    def __init__(self, store: Store, audience: Audience) -> None:
        self._store = store
        self._audience = audience
        self._position: int | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start; on the event loop."""
        self._news = asyncio.Event()
        self._bell = Bell(self._news.set)
        self._task = asyncio.create_task(self._follow())

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._bell.close()
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def listening(self) -> None:
        """A front end is about to listen: it is told all that happens from now on."""
        if self._position is None:
            position = await self._store.read(event_log.newest)
            if self._position is None:
                self._position = position
        self._news.set()

    async def _follow(self) -> None:
        while True:
            if self._position is None:
                await self._news.wait()
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await self._news.wait()
            self._news.clear()
            try:
                await self._tell()
            except Exception:
                log.exception("front ends could not be told what happened")
                await asyncio.sleep(PATIENCE)

    async def _tell(self) -> None:
        is_more = True
        while is_more and self._position is not None:
            self._bell.arm()
            found = await self._read(self._position)
            for entry in found.entries:
                await self._audience.tell_front_ends(entry.topic, _value(entry), happened=entry.time)
            is_more = found.looked > self._position
            self._position = found.looked if self._audience.front_ends else None

    async def _read(self, position: int) -> Reading:
        return await self._store.read(lambda connection: event_log.after(connection, position, STREAMED, None, AT_ONCE))


def _value(entry: Entry) -> dict[str, object]:
    return dict(entry.value())
