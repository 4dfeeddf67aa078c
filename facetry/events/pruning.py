"""Pruning: what the log forgets, so that it does not grow for ever."""

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
from facetry.events.subscriptions import DEAD, EXTENSION, WAITING, DeliveryRow, Subscription
from facetry.store.store import Store
from facetry.store.work import Work

INTERVAL: Final = 3_600.0
"""Seconds between two looks."""
_DAY: Final = 86_400_000

log = logging.getLogger(__name__)

MOST: Final = 5_000
"""Events that are looked at in one unit of work, so that no other one waits for long."""


async def keep_short(store: Store, days: float) -> None:
    """Have the log forget what is older than so many days, now and each hour, for ever."""
    while True:
        before = time.time_ns() // 1_000_000 - round(days * _DAY)
        behind: int | None = 0
        try:
            while behind is not None:
                behind = await store.write(functools.partial(forget, before=before, behind=behind))
        except FaultError as error:
            log.warning("the event log could not be kept short: %s", error)
        await asyncio.sleep(INTERVAL)


def forget(work: Work, before: int, behind: int = 0) -> int | None:
    """Remove some of the events older than `before`, in milliseconds since the epoch, and the dead letters of them.

    Returns the sequence to go on behind in another unit of work, or None when there are no others.

    Enabled extensions get what they are subscribed to first, however slow they are. Paused ones lose what is older,
    which their subscriptions count; what was directed at them and what they had begun waits for them all the same.
    """
    connection = work.connection
    last = min(_position_of_slowest(connection), _last_before(connection, before))
    piece = select(col(Event.sequence)).where(col(Event.sequence) > behind, col(Event.sequence) <= last)
    some = piece.order_by(col(Event.sequence)).limit(MOST).subquery()
    looked = connection.execute(select(func.max(some.c.sequence))).scalar()
    if looked is None:
        return None
    going = and_(
        col(Event.sequence) > behind, col(Event.sequence) <= looked, col(Event.time) < before, ~_is_begun(), ~_is_owed()
    )
    sequences = select(col(Event.sequence)).where(going)
    letters = (col(DeliveryRow.state) == DEAD, col(DeliveryRow.sequence).in_(sequences))
    connection.execute(delete(DeliveryRow).where(*letters))
    missed = select(func.count()).where(
        going,
        col(Event.topic) == col(Subscription.topic),
        col(Event.sequence) > col(Subscription.sequence),
        col(Event.target).is_(None),
    )
    connection.execute(
        update(Subscription)
        .where(col(Subscription.sequence) < looked)
        .values(lost=col(Subscription.lost) + missed.correlate(Subscription).scalar_subquery())
    )
    connection.execute(delete(Event).where(going))
    return int(looked)


def _position_of_slowest(connection: Connection) -> int:
    """The sequence up to which every enabled extension has come."""
    position: int | None = connection.execute(
        select(func.min(col(Subscription.sequence)))
        .join(EXTENSION, EXTENSION.c.key == col(Subscription.extension))
        .where(EXTENSION.c.state == "enabled")
    ).scalar()
    return event_log.newest(connection) if position is None else position


def _last_before(connection: Connection, time: int) -> int:
    """The sequence before the first event that is not older; the times of the log rise, but for a clock that is set."""
    low, high = 0, event_log.newest(connection) + 1
    while high - low > 1:
        middle = (low + high) // 2
        next_one = select(col(Event.time)).where(col(Event.sequence) >= middle).order_by(col(Event.sequence)).limit(1)
        found = connection.execute(next_one).scalar()
        if found is None or found >= time:
            high = middle
        else:
            low = middle
    return low


def _is_begun() -> ColumnElement[bool]:
    """Whether an extension has been sent the event, or was about to, and has not finished it."""
    return exists().where(col(DeliveryRow.sequence) == col(Event.sequence), col(DeliveryRow.state) == WAITING)


def _is_owed() -> ColumnElement[bool]:
    """Whether the event is for an extension alone that has not come so far."""
    theirs = (EXTENSION.c.id == col(Event.target), EXTENSION.c.key == col(Subscription.extension))
    behind = (col(Subscription.topic) == col(Event.topic), col(Subscription.sequence) < col(Event.sequence))
    return and_(col(Event.target).is_not(None), exists().where(*theirs, *behind))
