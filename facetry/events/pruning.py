"""Pruning: removes old events, so that the log does not grow without bound."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, select, update
from sqlmodel import col

from facetry.errors import FaultError
from facetry.events import log as event_log
from facetry.events.log import Event
from facetry.events.subscriptions import DEAD, EXTENSION_TABLE, WAITING, DeliveryRow, Subscription
from facetry.store.store import Store
from facetry.store.work import Work

INTERVAL_SECONDS: Final = 3_600.0
"""Seconds between two runs."""
_DAY_MILLISECONDS: Final = 86_400_000

log = logging.getLogger(__name__)

MAX_EVENTS_PER_UNIT: Final = 5_000
"""Maximum number of events that one unit of work checks, so that other units do not wait long."""


async def prune_periodically(store: Store, days: float) -> None:
    """Remove the events older than `days` days, now and once an hour. Runs until it is cancelled."""
    while True:
        before = time.time_ns() // 1_000_000 - round(days * _DAY_MILLISECONDS)
        after: int | None = 0
        try:
            while after is not None:
                after = await store.write(functools.partial(prune, before=before, after=after))
        except FaultError as error:
            log.warning("old events could not be removed from the log; retrying in an hour: %s", error)
        await asyncio.sleep(INTERVAL_SECONDS)


def prune(work: Work, before: int, after: int = 0) -> int | None:
    """Remove a batch of events older than `before`, in milliseconds since the epoch, and their dead letters.

    `after` is the sequence behind which the batch begins. Returns the `after` of the next batch, which belongs in
    another unit of work, or None after the last one.

    Events that an enabled extension has not passed yet stay, however slow the extension is. A paused extension loses
    old events; its subscriptions count them. Events with a paused extension as target and events whose delivery it
    has not finished stay.
    """
    connection = work.connection
    last = min(_position_of_slowest(connection), _last_before(connection, before))
    candidates = select(col(Event.sequence)).where(col(Event.sequence) > after, col(Event.sequence) <= last)
    batch = candidates.order_by(col(Event.sequence)).limit(MAX_EVENTS_PER_UNIT).subquery()
    batch_end = connection.execute(select(func.max(batch.c.sequence))).scalar()
    if batch_end is None:
        return None
    is_prunable = and_(
        col(Event.sequence) > after,
        col(Event.sequence) <= batch_end,
        col(Event.time) < before,
        ~_has_waiting_delivery(),
        ~_is_due_to_target(),
    )
    sequences = select(col(Event.sequence)).where(is_prunable)
    is_dead_letter = (col(DeliveryRow.state) == DEAD, col(DeliveryRow.sequence).in_(sequences))
    connection.execute(delete(DeliveryRow).where(*is_dead_letter))
    lost_count = select(func.count()).where(
        is_prunable,
        col(Event.topic) == col(Subscription.topic),
        col(Event.sequence) > col(Subscription.sequence),
        col(Event.target).is_(None),
    )
    connection.execute(
        update(Subscription)
        .where(col(Subscription.sequence) < batch_end)
        .values(lost=col(Subscription.lost) + lost_count.correlate(Subscription).scalar_subquery())
    )
    connection.execute(delete(Event).where(is_prunable))
    return int(batch_end)


def _position_of_slowest(connection: Connection) -> int:
    """The least position of all enabled extensions; the newest sequence when there are none."""
    position: int | None = connection.execute(
        select(func.min(col(Subscription.sequence)))
        .join(EXTENSION_TABLE, EXTENSION_TABLE.c.key == col(Subscription.extension))
        .where(EXTENSION_TABLE.c.state == "enabled")
    ).scalar()
    return event_log.newest_sequence(connection) if position is None else position


def _last_before(connection: Connection, time: int) -> int:
    """The sequence before the first event that is not older than `time`, by binary search.

    The times of the log ascend, except where the system clock was set back.
    """
    low, high = 0, event_log.newest_sequence(connection) + 1
    while high - low > 1:
        middle = (low + high) // 2
        next_time = select(col(Event.time)).where(col(Event.sequence) >= middle).order_by(col(Event.sequence)).limit(1)
        event_time = connection.execute(next_time).scalar()
        if event_time is None or event_time >= time:
            high = middle
        else:
            low = middle
    return low


def _has_waiting_delivery() -> ColumnElement[bool]:
    """Whether an extension has an unfinished delivery of the event."""
    return exists().where(col(DeliveryRow.sequence) == col(Event.sequence), col(DeliveryRow.state) == WAITING)


def _is_due_to_target() -> ColumnElement[bool]:
    """Whether the event has a target that has not passed it yet."""
    is_of_target = (EXTENSION_TABLE.c.id == col(Event.target), EXTENSION_TABLE.c.key == col(Subscription.extension))
    is_before_event = (col(Subscription.topic) == col(Event.topic), col(Subscription.sequence) < col(Event.sequence))
    return and_(col(Event.target).is_not(None), exists().where(*is_of_target, *is_before_event))
