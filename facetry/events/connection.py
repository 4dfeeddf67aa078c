"""A channel: one connection to an extension, with the lane that is sent over it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from facetry.events.delivery_queue import Item, Lane
from facetry.events.delivery_types import Kept
from facetry.events.queue_reading import Ahead, Clock
from facetry.events.throttle import Policy

MOST_UNKEPT: Final = 256
"""What came of so many events may wait for the next keeping; until then nothing more is sent. A crash doubles no more
than that, those whose keeping is under way, and those in flight.
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An event as it is sent. Its `sequence` stays the same however often it is sent; `attempt` begins with 1."""

    sequence: int
    time: int  # milliseconds since the epoch
    topic: str
    value: dict[str, Any]
    attempt: int
    context: str | None = None
    """The run of a command that it is."""


@dataclass(frozen=True, slots=True)
class Ack:
    """The extension has finished with an event, or says why it could not."""

    error: str | None = None


class ConnectionLostError(Exception):
    """There will be no acknowledgement over this connection any more."""


class Sender(Protocol):
    """The connection itself."""

    async def send(self, event: Outgoing) -> Ack:
        """Send an event and wait for what the extension says. Raises `ConnectionLostError`."""


class Channel:
    """Sends what its lane gives it, and tells the lane what came of it, until it is closed."""

    def __init__(
        self,
        extension_id: str,
        sender: Sender,
        policies: Sequence[Policy],
        topics: Sequence[str],
        clock: Clock,
        changed: Callable[[int], None],
    ) -> None:
        """`changed` is called when there may be something to read, with how much there is to keep."""
        self.extension_id = extension_id
        self.policies = policies
        self.topics = topics
        self.key = 0
        self.lane: Lane | None = None
        self.may_send = True
        self._sender = sender
        self._clock = clock
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._is_due = False
        self._is_lost = False

    def open(self, key: int, lane: Lane) -> None:
        """Begin to send the events of this lane, for the extension with this key."""
        self.key = key
        self.lane = lane
        self.step()

    def wants(self) -> list[Ahead]:
        """What it wants to read."""
        if self.lane is None or self._is_lost:
            return []
        groups = self.lane.reading()
        return [Ahead(want, groups) for want in self.lane.wants()]

    def step(self) -> None:
        """Send what can be sent, and come back when there may be more."""
        self._is_due = False
        lane = self.lane
        if lane is None or self._is_lost:
            return
        now = self._clock()
        for sequence in lane.expire(now):
            self._sending.pop(sequence).cancel()
        is_free = self.may_send and lane.progress() < MOST_UNKEPT
        if is_free:
            for item in lane.take(now):
                self._sending[item.entry.sequence] = self._loop.create_task(self._send(lane, item))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wake = lane.wake_at(now)
        if wake is not None:
            soonest = 0.001 if is_free else 0.1  # who keeps things says when it is free again
            self._timer = self._loop.call_later(max(soonest, (wake - now) / 1e9), self.step)
        self._changed(lane.progress())

    def close(self, *, deliberate: bool) -> Kept | None:
        """Send no more; what is in flight is lost. Returns what is to be kept."""
        self._is_lost = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self._sending.values():
            task.cancel()
        self._sending.clear()
        lane, self.lane = self.lane, None
        if lane is None:
            return None
        lane.lost(self._clock(), deliberate=deliberate)
        return lane.keep()

    async def _send(self, lane: Lane, item: Item) -> None:
        entry = item.entry
        try:
            attempt = item.attempts + 1
            ack = await self._sender.send(
                Outgoing(entry.sequence, entry.time, entry.topic, entry.value(), attempt, entry.context())
            )
        except ConnectionLostError:
            self._is_lost = True  # whoever holds the connection tells whether that was on purpose
            return
        except Exception as error:
            log.exception("event %d could not be sent to %s", entry.sequence, self.extension_id)
            ack = Ack(f"The event could not be sent: {error}")
        if self._sending.get(entry.sequence) is not asyncio.current_task():
            return  # it came too late, and the event was sent again
        del self._sending[entry.sequence]
        lane.acknowledged(entry.sequence, ack.error, self._clock())
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self.step)
