"""The connection to one extension: sends the events of its delivery queue and reports the results to the queue."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from facetry.events.delivery_queue import DeliveryQueue
from facetry.events.delivery_types import Checkpoint
from facetry.events.queue_reading import Clock, PendingRead
from facetry.events.queue_state import QueuedEvent
from facetry.events.throttle import Policy
from facetry.observability import traces

MAX_UNSAVED_OUTCOMES: Final = 256
"""Maximum number of changes of one queue that are not yet saved; at this number the connection stops sending.

This bounds duplicate deliveries after a crash: at most these events, those being saved, and those in flight.
"""

ATTEMPT_ENDED: Final = "The attempt ended without an answer."
"""The message with which `Sender.send` is cancelled when the event counts as failed. A deliberate end has none."""

MAX_TRACED_IMAGES: Final = 100
"""The number of images of a command whose writes belong to its trace."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OutgoingEvent:
    """An event as it is sent. `sequence` is the same in every attempt; `attempt` begins with 1."""

    sequence: int
    time: int  # milliseconds since the epoch
    topic: str
    value: dict[str, Any]
    attempt: int
    context_id: str | None = None
    """Id of the command run that the event requests; None for other events."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The answer of an extension to an event: processed, or failed with `error`."""

    error: str | None = None


class ConnectionLostError(Exception):
    """The connection is lost: it will deliver no more acknowledgements."""


class Sender(Protocol):
    """The transport of a connection."""

    async def send(self, event: OutgoingEvent) -> Acknowledgement:
        """Send an event and return the answer of the extension. Raises `ConnectionLostError`."""


class ExtensionConnection:
    """Sends the events of a delivery queue and reports their acknowledgements to the queue, until it is closed."""

    def __init__(
        self,
        extension_id: str,
        sender: Sender,
        policies: Sequence[Policy],
        topics: Sequence[str],
        clock: Clock,
        on_change: Callable[[int], None],
    ) -> None:
        """`on_change` is called after each step with the number of unsaved changes: a read or a save may be needed."""
        self.extension_id = extension_id
        self.policies = policies
        self.topics = topics
        self.key = 0
        self.queue: DeliveryQueue | None = None
        self.may_send = True
        self._sender = sender
        self._clock = clock
        self._on_change = on_change
        self._loop = asyncio.get_running_loop()
        self._send_tasks: dict[int, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._is_step_scheduled = False
        self._is_lost = False

    def open(self, key: int, queue: DeliveryQueue) -> None:
        """Send the events of this queue from the next `step` on, for the extension with this database key."""
        self.key = key
        self.queue = queue

    def pending_reads(self) -> list[PendingRead]:
        """The reads of the log that the queue needs."""
        if self.queue is None or self._is_lost:
            return []
        groups = self.queue.read_positions()
        return [PendingRead(request, groups) for request in self.queue.read_requests()]

    def step(self) -> None:
        """Send the events that are due, and schedule the next step."""
        self._is_step_scheduled = False
        queue = self.queue
        if queue is None or self._is_lost:
            return
        now = self._clock()
        for sequence in queue.expire(now):
            self._send_tasks.pop(sequence).cancel(ATTEMPT_ENDED)
        is_free = self.may_send and queue.unsaved_count() < MAX_UNSAVED_OUTCOMES
        if is_free:
            for item in queue.take(now):
                self._send_tasks[item.event.sequence] = self._loop.create_task(self._send(queue, item))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wake_time = queue.wake_at(now)
        if wake_time is not None:
            min_delay = 0.001 if is_free else 0.1  # `Delivery` calls `step` after each save
            self._timer = self._loop.call_later(max(min_delay, (wake_time - now) / 1e9), self.step)
        self._on_change(queue.unsaved_count())

    def close(self, *, deliberate: bool) -> Checkpoint | None:
        """Stop sending and cancel the events in flight. Returns the changes to save; None without an open queue."""
        self._is_lost = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self._send_tasks.values():
            task.cancel(None if deliberate else ATTEMPT_ENDED)
        self._send_tasks.clear()
        queue, self.queue = self.queue, None
        if queue is None:
            return None
        queue.connection_lost(self._clock(), deliberate=deliberate)
        return queue.take_checkpoint()

    async def _send_traced(self, event: OutgoingEvent) -> Acknowledgement:
        images = event.value.get("imageIds", ())[:MAX_TRACED_IMAGES]
        if event.topic.startswith("image.") and "id" in event.value:
            images = (event.value["id"],)
        with traces.delivery(event.topic, event.sequence, self.extension_id, images, event.attempt) as fail:
            acknowledgement = await self._sender.send(event)
            if acknowledgement.error is not None:
                fail(acknowledgement.error)
            return acknowledgement

    async def _send(self, queue: DeliveryQueue, item: QueuedEvent) -> None:
        event = item.event
        try:
            outgoing = OutgoingEvent(
                event.sequence, event.time, event.topic, event.value(), item.attempts + 1, event.context_id()
            )
            acknowledgement = await (self._send_traced(outgoing) if traces.are_on() else self._sender.send(outgoing))
        except ConnectionLostError:
            self._is_lost = True  # the owner of the connection calls `close` and says whether that was deliberate
            return
        except Exception as error:
            log.exception("event %d could not be sent to %s", event.sequence, self.extension_id)
            acknowledgement = Acknowledgement(f"The event could not be sent: {error}")
        if self._send_tasks.get(event.sequence) is not asyncio.current_task():
            return  # the acknowledgement timed out: the event is retried
        del self._send_tasks[event.sequence]
        queue.acknowledge(event.sequence, acknowledgement.error, self._clock())
        if not self._is_step_scheduled:
            self._is_step_scheduled = True
            self._loop.call_soon(self.step)
