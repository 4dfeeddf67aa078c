"""Delivery of the event log to the connected extensions.

Commits of this process wake the read loop; it polls for commits of other processes. One read serves all delivery
queues. The save loop saves the progress of all queues in one unit of work, some milliseconds after the
acknowledgements. A crash in between sends those events again, as well as the events in flight.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.events import log as event_log
from facetry.events import queue_reading, subscriptions
from facetry.events.commit_signal import CommitSignal
from facetry.events.connection import ExtensionConnection, Sender
from facetry.events.delivery_queue import DeliveryQueue
from facetry.events.delivery_types import Checkpoint, DeliveryLimits, DeliveryOutcome, OutcomeCounts, QueueState
from facetry.events.log import LoggedEvent
from facetry.events.queue_reading import Clock, PendingRead, ReadResult
from facetry.events.subscriptions import DeliveryProgress
from facetry.events.throttle import Policy
from facetry.store.store import Store
from facetry.store.work import Work

POLL_SECONDS: Final = 0.5
"""Seconds between polls for events of other processes."""

BATCH_SECONDS: Final = 0.01
"""Maximum time in seconds for which outcomes are collected before they are saved."""

BATCH_SIZE: Final = 32
"""Number of unsaved changes of one connection at which they are saved at once."""

MAX_UNSAVED_DISTANCE: Final = 2_000
"""Number of sequences by which a position may move unsaved; a restart reads them once more."""

MAX_SHORT_READS: Final = 4
"""Maximum number of pages that are read on the event loop together; more of them are read in a thread."""

RETRY_SECONDS: Final = 1.0
"""Seconds after which a failed read or save is tried again."""

OutcomeHandler = Callable[[Work, int, DeliveryOutcome], None]
"""Called in the unit of work that saves the outcome of an event, with the work and the extension's database key."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _UnsavedProgress:
    """The progress of one connection that is not saved yet."""

    extension_id: str
    extension_key: int
    progress: DeliveryProgress
    outcomes: Sequence[DeliveryOutcome]


@dataclass(frozen=True, slots=True)
class _QueueRead:
    extension_connection: ExtensionConnection
    queue: DeliveryQueue
    pending_read: PendingRead


class Delivery:
    """Sends each connected extension the events of its topics. Runs on one event loop, from `begin` to `stop`."""

    def __init__(
        self,
        store: Store,
        outcome_handlers: Mapping[str, OutcomeHandler] | None = None,
        limits: DeliveryLimits | None = None,
        clock: Clock = time.monotonic_ns,
    ) -> None:
        """`outcome_handlers` maps topics to functions that are called with the outcomes of their events."""
        self._store = store
        self._outcome_handlers = outcome_handlers or {}
        self._limits = limits or DeliveryLimits()
        self._clock = clock
        self._connections: dict[str, ExtensionConnection] = {}
        self.outcome_counts: dict[str, OutcomeCounts] = {}
        """By the id of the extension."""
        self._unsaved: list[_UnsavedProgress] = []
        self._saving: list[_UnsavedProgress] = []
        self._newest_sequence = 0
        self._read_wakeup, self._save_wakeup, self._batch_full = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._is_newest_stale = True  # whether the log may have events after `_newest_sequence`
        self._is_stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Start the read and save loops. Call it on the event loop."""
        self._commit_signal = CommitSignal(self._on_commit)
        self._tasks = [asyncio.create_task(self._read_loop()), asyncio.create_task(self._save_loop())]

    async def stop(self) -> None:
        """Disconnect all extensions deliberately and save their progress. Does nothing before `begin`."""
        if not self._tasks:
            return
        for id in list(self._connections):
            self.remove_connection(id, deliberate=True)
        self._commit_signal.close()
        self._is_stopping = True
        self._save_wakeup.set()
        self._batch_full.set()
        read_task, save_task = self._tasks
        await save_task  # not cancelled, so that no save is interrupted
        read_task.cancel()
        await asyncio.gather(read_task, return_exceptions=True)
        self._tasks = []
        if not await self._save():
            log.error("the progress of the last deliveries could not be saved; their events will be sent again")

    def add_connection(
        self, extension_id: str, sender: Sender, policies: Iterable[Policy], topics: Iterable[str]
    ) -> None:
        """Send the extension the events of these topics from now on.

        Known topics continue at their saved positions; new topics begin with the next event of the log. A connection
        that the extension still has is handled as lost.
        """
        self.remove_connection(extension_id, deliberate=False)
        sorted_topics = sorted(set(topics))
        extension_connection = ExtensionConnection(
            extension_id, sender, list(policies), sorted_topics, self._clock, self._on_connection_change
        )
        self._connections[extension_id] = extension_connection
        self._read_wakeup.set()

    def remove_connection(self, extension_id: str, deliberate: bool) -> None:
        """Close the connection of the extension, if it has one, and save its progress."""
        extension_connection = self._connections.pop(extension_id, None)
        checkpoint = extension_connection.close(deliberate=deliberate) if extension_connection is not None else None
        if extension_connection is not None and checkpoint is not None:
            self._add_unsaved(extension_connection, checkpoint)
            self._save_wakeup.set()

    def discard_extension(self, extension_id: str) -> None:
        """Disconnect an extension that is about to be removed, and discard its unsaved progress."""
        extension_connection = self._connections.pop(extension_id, None)
        if extension_connection is not None:
            extension_connection.close(deliberate=True)
        self._unsaved = [each for each in self._unsaved if each.extension_id != extension_id]
        self.outcome_counts.pop(extension_id, None)

    def withdraw(self, extension_id: str, topics: Iterable[str], until: int) -> int:
        """Drop the events of these topics up to `until` from the queue, except those in flight. Returns how many.

        The log is not changed.
        """
        extension_connection = self._connections.get(extension_id)
        if extension_connection is None or extension_connection.queue is None:
            return 0
        count = extension_connection.queue.withdraw(topics, until, self._clock())
        extension_connection.step()
        return count

    def events_in_flight(self, extension_id: str) -> list[LoggedEvent]:
        """The events that the extension was sent and has not answered yet."""
        extension_connection = self._connections.get(extension_id)
        if extension_connection is None or extension_connection.queue is None:
            return []
        return [item.event for item in extension_connection.queue.in_flight()]

    def queue_states(self) -> dict[str, QueueState]:
        """The state of the queue of each connected extension, by its id."""
        return {
            id: QueueState(
                queue.queued_count(),
                len(queue.in_flight()),
                max(0, self._newest_sequence - min(each.after for each in queue.read_positions())),
            )
            for id, connection in self._connections.items()
            if (queue := connection.queue) is not None and queue.groups
        }

    def _on_commit(self) -> None:
        self._is_newest_stale = True
        self._read_wakeup.set()

    def _on_connection_change(self, unsaved_count: int) -> None:
        """Wake the loops: a connection may need a read, and has this number of unsaved changes."""
        self._read_wakeup.set()
        if unsaved_count:
            self._save_wakeup.set()
        if unsaved_count >= BATCH_SIZE:
            self._batch_full.set()

    async def _read_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            poll = loop.call_later(POLL_SECONDS, self._on_commit) if self._connections else None
            await self._read_wakeup.wait()
            if poll is not None:
                poll.cancel()
            self._read_wakeup.clear()
            try:
                await self._read()
            except Exception as error:
                if isinstance(error, FaultError):
                    log.warning("the event log cannot be read at the moment; retrying: %s", error)
                else:
                    log.exception("reading the event log failed; retrying")
                await asyncio.sleep(RETRY_SECONDS)
                self._on_commit()

    async def _read(self) -> None:
        opened = [
            extension_connection
            for extension_connection in self._connections.values()
            if extension_connection.queue is None and not self._has_unsaved(extension_connection.extension_id)
        ]
        for extension_connection in opened:
            await self._open_connection(extension_connection)
        try:
            if self._connections:
                await self._read_pages()
        finally:
            for extension_connection in opened:
                extension_connection.step()  # not before the first read: a command goes before what was in flight

    async def _read_pages(self) -> None:
        is_stale, self._is_newest_stale = self._is_newest_stale, False
        self._commit_signal.arm()
        reads = [
            _QueueRead(extension_connection, extension_connection.queue, pending_read)
            for extension_connection in self._connections.values()
            if extension_connection.queue is not None
            for pending_read in extension_connection.pending_reads()
            if is_stale or pending_read.request.after < self._newest_sequence
        ]
        if not reads:
            self._is_newest_stale = is_stale
            return
        self._newest_sequence, results = await self._store.read(
            lambda connection: _read_requested_pages(connection, reads), is_short=len(reads) <= MAX_SHORT_READS
        )
        for read, result in zip(reads, results, strict=True):
            if read.extension_connection.queue is read.queue:
                page = result.page
                read.queue.feed(
                    result.request.group_index, page.events, page.read_up_to, result.barriers, self._clock()
                )
                if read.queue.unsaved_distance() > MAX_UNSAVED_DISTANCE:
                    self._save_wakeup.set()
        for extension_connection in {read.extension_connection for read in reads}:
            extension_connection.step()  # after all of its reads, so that a command is sent first; also without events
        if any(result.page.read_up_to < self._newest_sequence for result in results):
            self._read_wakeup.set()

    async def _open_connection(self, extension_connection: ExtensionConnection) -> None:
        id, topics = extension_connection.extension_id, extension_connection.topics

        def subscribe(work: Work) -> None:
            key = subscriptions.key_of(work.connection, id)
            if key is not None:
                subscriptions.subscribe(work, key, topics)

        def load(connection: Connection) -> tuple[int, DeliveryQueue | None] | None:
            key = subscriptions.key_of(connection, id)
            if key is None:
                return None
            positions = subscriptions.positions(connection, key)
            if sorted(positions) != topics:
                return key, None
            return key, queue_reading.open_queue(
                connection, key, id, positions, extension_connection.policies, self._limits, self._clock
            )

        key_and_queue = await self._store.read(load)
        if key_and_queue is not None and key_and_queue[1] is None:
            await self._store.write(subscribe)
            key_and_queue = await self._store.read(load)
        if self._connections.get(id) is not extension_connection:
            return
        if key_and_queue is None or key_and_queue[1] is None:
            log.warning("extension %s is connected but not installed; it is sent no events", id)
            del self._connections[id]
            return
        extension_connection.open(key_and_queue[0], key_and_queue[1])

    async def _save_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._is_stopping:
            await self._save_wakeup.wait()
            batch_timer = loop.call_later(BATCH_SECONDS, self._batch_full.set)
            await self._batch_full.wait()
            batch_timer.cancel()
            self._save_wakeup.clear()
            self._batch_full.clear()
            if not await self._save():
                await asyncio.sleep(RETRY_SECONDS)
                self._save_wakeup.set()

    async def _save(self) -> bool:
        """Save the progress of all connections. Returns False when that failed and has to be retried."""
        for extension_connection in self._connections.values():
            queue = extension_connection.queue
            if queue is not None and (queue.unsaved_count() or queue.unsaved_distance() > MAX_UNSAVED_DISTANCE):
                self._add_unsaved(extension_connection, queue.take_checkpoint())
        if not self._unsaved:
            return True
        self._saving, self._unsaved = self._unsaved, []
        batch = tuple(self._saving)
        try:
            await self._store.write(lambda work: self._write(work, batch))
        except Exception as error:
            if isinstance(error, FaultError):
                log.warning("the delivery progress cannot be saved at the moment; retrying: %s", error)
            else:
                log.exception("saving the delivery progress failed; retrying")
            self._set_may_send(False)
            return False
        else:
            self._saving = []
        finally:  # also on cancellation: a second save is harmless, a missing one would lose events
            self._unsaved = [*self._saving, *self._unsaved]
            self._saving = []
        self._set_may_send(True)
        self._read_wakeup.set()
        return True

    def _write(self, work: Work, unsaved: Sequence[_UnsavedProgress]) -> None:
        for item in unsaved:
            subscriptions.save_progress(work, item.extension_key, item.progress)
            for outcome in item.outcomes:
                handler = self._outcome_handlers.get(outcome.event.topic)
                if handler is not None:
                    handler(work, item.extension_key, outcome)
            answered = [
                outcome.event
                for outcome in item.outcomes
                if outcome.error is None and outcome.event.topic in self._outcome_handlers
            ]
            if answered:
                subscriptions.delete_superseded(work, item.extension_key, answered)

    def _add_unsaved(self, extension_connection: ExtensionConnection, checkpoint: Checkpoint) -> None:
        progress = queue_reading.progress_of(checkpoint, self._clock())
        counts = self.outcome_counts.setdefault(extension_connection.extension_id, OutcomeCounts())
        for outcome in checkpoint.outcomes:
            if outcome.error is not None:
                _log_failure(extension_connection.extension_id, outcome)
                counts.given_up += 1
        counts.answered += sum(outcome.error is None for outcome in checkpoint.outcomes)
        self._unsaved.append(
            _UnsavedProgress(extension_connection.extension_id, extension_connection.key, progress, checkpoint.outcomes)
        )

    def _has_unsaved(self, extension_id: str) -> bool:
        return any(each.extension_id == extension_id for each in (*self._unsaved, *self._saving))

    def _set_may_send(self, may_send: bool) -> None:
        """Allow all connections to send, or stop all of them."""
        for extension_connection in list(self._connections.values()):
            extension_connection.may_send = may_send
            extension_connection.step()


def _log_failure(extension: str, outcome: DeliveryOutcome) -> None:
    event = outcome.event
    fields: dict[str, object] = {"kind": "run.failed", "extension": extension, "topic": event.topic}
    if event.image is not None:
        fields["image"] = str(UUID(bytes=event.image))
    fields |= {"sequence": event.sequence, "attempts": outcome.attempts, "error": outcome.error}
    log.warning("an extension failed at an event", extra=fields)


def _read_requested_pages(connection: Connection, reads: Sequence[_QueueRead]) -> tuple[int, list[ReadResult]]:
    """The newest sequence of the log, and the result of each read."""
    results = [
        queue_reading.read_page(connection, read.extension_connection.extension_id, read.pending_read) for read in reads
    ]
    return event_log.newest_sequence(connection), results
