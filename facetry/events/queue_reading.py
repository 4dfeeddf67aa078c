"""Reads for delivery queues: their saved state, the next events of a group, and the barriers between groups."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, or_, select
from sqlmodel import col

from facetry.events import log, subscriptions
from facetry.events.delivery_queue import DeliveryQueue
from facetry.events.delivery_types import Barrier, Checkpoint, DeliveryLimits, PendingRow, ReadRequest
from facetry.events.log import Event, LoggedEvent
from facetry.events.subscriptions import DEAD, WAITING, DeliveryProgress, DeliveryRecord, SubscriptionPosition
from facetry.events.throttle import MILLISECOND, Policy
from facetry.store.interruption import begin_long_work

Clock = Callable[[], int]
"""Returns the nanoseconds of a monotonic clock."""

_IMAGES_PER_QUERY: Final = 500
"""Maximum number of images in one query for barriers."""


@dataclass(frozen=True, slots=True)
class PendingRead:
    """A read that a group needs, and how far each group of its queue has read."""

    request: ReadRequest
    read_positions: Sequence[ReadRequest]


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The events that a read returned, with their barriers by sequence."""

    request: ReadRequest
    page: log.LogPage
    barriers: Mapping[int, Sequence[Barrier]]


def open_queue(
    connection: Connection,
    extension: int,
    extension_id: str,
    positions: Mapping[str, SubscriptionPosition],
    policies: Iterable[Policy],
    limits: DeliveryLimits,
    clock: Clock,
) -> DeliveryQueue:
    """A delivery queue that continues at the saved state of the extension."""
    now, wall_ms = clock(), _wall_clock_ms()
    last_sent = {
        topic: now
        - max(0, wall_ms - position.last_sent - 1) * MILLISECOND  # rounding must not make the last send older
        for topic, position in positions.items()
        if position.last_sent is not None
    }
    queue = DeliveryQueue(
        {topic: position.sequence for topic, position in positions.items()}, policies, last_sent, limits
    )
    rows = []
    for delivery in subscriptions.waiting_deliveries(connection, extension):
        # at most the longest delay, because the system clock may have been set back since
        delay = min(max(0, delivery.due - wall_ms) * MILLISECOND, limits.max_retry_delay)
        rows.append(PendingRow(delivery.event, delivery.attempts, now + delay, delivery.error, is_dead=False))
    events = [row.event for row in rows]
    queue.restore(rows, find_barriers(connection, extension_id, events, queue.read_positions()), now)
    return queue


def read_page(connection: Connection, extension_id: str, pending_read: PendingRead) -> ReadResult:
    """The events of a pending read, with their barriers."""
    request = pending_read.request
    page = log.read_after(connection, request.after, request.topics, extension_id, request.limit)
    other_groups = [group for group in pending_read.read_positions if group.group_index != request.group_index]
    return ReadResult(request, page, find_barriers(connection, extension_id, page.events, other_groups))


def find_barriers(
    connection: Connection, extension_id: str, events: Sequence[LoggedEvent], read_positions: Iterable[ReadRequest]
) -> dict[int, list[Barrier]]:
    """For each event, by sequence: the last earlier event of its image that each of the groups has not read yet.

    Queries only the part of the log between the group and the events, and nothing if that part is empty. Short reads
    that have to query it begin again in a thread.
    """
    barriers: dict[int, list[Barrier]] = {}
    with_image = [event for event in events if event.image is not None]
    for group in read_positions:
        later_events = [event for event in with_image if event.sequence > group.after + 1]
        if later_events:
            begin_long_work()  # the group may be far behind
        for begin in range(0, len(later_events), _IMAGES_PER_QUERY):
            chunk = later_events[begin : begin + _IMAGES_PER_QUERY]
            rows = connection.execute(
                select(col(Event.sequence), col(Event.image))
                .where(
                    col(Event.sequence) > group.after,
                    col(Event.sequence) < max(event.sequence for event in chunk),
                    or_(col(Event.target).is_(None), col(Event.target) == extension_id),
                    col(Event.topic).in_(group.topics),
                    col(Event.image).in_({event.image for event in chunk}),
                )
                .order_by(col(Event.sequence))
            ).all()
            sequences_of_image: dict[bytes | None, list[int]] = {}
            for sequence, image in rows:
                sequences_of_image.setdefault(image, []).append(int(sequence or 0))
            for event in chunk if rows else ():
                index = bisect_left(earlier := sequences_of_image.get(event.image, []), event.sequence)
                if index:
                    barriers.setdefault(event.sequence, []).append(Barrier(group.group_index, earlier[index - 1]))
    return barriers


def progress_of(checkpoint: Checkpoint, now: int) -> DeliveryProgress:
    """A checkpoint as database values; `now` is a time of the queue's clock."""
    wall_ms = _wall_clock_ms()
    return DeliveryProgress(
        checkpoint.positions,
        {topic: wall_ms - (now - sent_at) // MILLISECOND for topic, sent_at in checkpoint.last_sent.items()},
        [_record_of(row, wall_ms + max(0, row.due - now) // MILLISECOND) for row in checkpoint.pending_rows],
        checkpoint.deleted_sequences,
    )


def _record_of(pending_row: PendingRow, due: int) -> DeliveryRecord:
    event = pending_row.event
    state = DEAD if pending_row.is_dead else WAITING
    return DeliveryRecord(event.sequence, event.topic, event.image, pending_row.attempts, due, pending_row.error, state)


def _wall_clock_ms() -> int:
    return time.time_ns() // MILLISECOND
