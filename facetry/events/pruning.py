"""Pruning: removes old events, so that the log does not grow without bound."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, case, delete, exists, func, select, update
from sqlmodel import col

from facetry.errors import FaultError
from facetry.events import log as event_log
from facetry.events.lived_time import LivedTime, Pairs
from facetry.events.log import Event
from facetry.events.subscriptions import DEAD, EXTENSION_TABLE, WAITING, DeliveryRow, Subscription
from facetry.store.store import Store
from facetry.store.time_marks import TimeMark
from facetry.store.work import Work
from facetry.system.elapsed_time import DAY

INTERVAL_SECONDS: Final = 3_600.0
"""Seconds between two runs."""
_NOTES: Final = 128
"""About so many notes are kept for a period, so that an event is removed when it is at most a hundredth older."""
_FIRST_NOTES: Final = 16
"""Notes that are made about the events of a log without any."""

log = logging.getLogger(__name__)

MAX_EVENTS_PER_UNIT: Final = 5_000
"""Maximum number of events that one unit of work checks, so that other units do not wait long."""


async def prune_periodically(store: Store, days: float) -> None:
    """Remove the events older than `days` days, now and once an hour. Runs until it is cancelled.

    The age of an event is the time that the service has lived through since. Notes say which event was the newest one
    at which lived time, so no date of an event counts.
    """
    lived_time, period = LivedTime("events"), round(days * DAY)
    find_last = functools.partial(_last_before, lived_time=lived_time, period=period)
    try:
        while True:
            after: int | None = 0
            try:
                last = await store.write(find_last)
                while after is not None:
                    after = await store.write(functools.partial(prune, last=last, after=after))
            except FaultError as error:
                log.warning("old events could not be removed from the log; retrying in an hour: %s", error)
            await asyncio.sleep(INTERVAL_SECONDS)
    finally:
        with contextlib.suppress(FaultError):  # a database that fails has been logged
            await store.write(find_last)


def prune(work: Work, last: int, after: int = 0) -> int | None:
    """Remove a batch of the events up to the sequence `last`, and their dead letters.

    `after` is the sequence behind which the batch begins. Returns the `after` of the next batch, which belongs in
    another unit of work, or None after the last one.

    Events that an enabled extension has not passed yet stay, however slow the extension is. A paused extension loses
    old events; its subscriptions count them. Events with a paused extension as target and events whose delivery it
    has not finished stay.
    """
    connection = work.connection
    last = min(_position_of_slowest(connection), last)
    candidates = select(col(Event.sequence)).where(col(Event.sequence) > after, col(Event.sequence) <= last)
    batch = candidates.order_by(col(Event.sequence)).limit(MAX_EVENTS_PER_UNIT).subquery()
    batch_end = connection.execute(select(func.max(batch.c.sequence))).scalar()
    if batch_end is None:
        return None
    is_prunable = and_(
        col(Event.sequence) > after,
        col(Event.sequence) <= batch_end,
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


def _last_before(work: Work, lived_time: LivedTime, period: int) -> int:
    """The sequence of the last event that is older than the period, or of one before; 0 if there is none."""

    def noted(former: TimeMark, lived: int) -> Pairs:
        notes = former.notes or _notes_by_date(work.connection, lived, period)
        if lived - notes[-1][0] >= period // _NOTES:
            notes = (*notes, (lived, event_log.newest_sequence(work.connection)))
        old = [note for note in notes if note[0] < lived - period]
        return (*old[-1:], *notes[len(old) :])

    mark = lived_time.advance(work, noted)
    begin, sequence = mark.notes[0]
    return sequence if begin < mark.time - period else 0


def _notes_by_date(connection: Connection, lived: int, period: int) -> Pairs:
    """Notes about the events of a log that has none, by their dates: for each of some ages, the last event before the
    first one that is younger.
    """
    ages = [period * number // _FIRST_NOTES for number in range(_FIRST_NOTES, -1, -1)]
    bounds = [lived - age for age in ages]
    # The number of the period that an event belongs to: of events before the first bound it is 0.
    number = case(*((col(Event.time) < bound, index) for index, bound in enumerate(bounds)), else_=len(bounds))
    numbered = select(number.label("number"), col(Event.sequence)).subquery()
    first_of_each = select(numbered.c.number, func.min(numbered.c.sequence)).group_by(numbered.c.number)
    firsts = connection.execute(first_of_each).all()
    notes: list[tuple[int, int]] = []
    for index, bound in enumerate(bounds):
        younger = [first for of, first in firsts if of > index]
        notes.append((bound - 1, min(younger) - 1 if younger else event_log.newest_sequence(connection)))
    return tuple(notes)


def _has_waiting_delivery() -> ColumnElement[bool]:
    """Whether an extension has an unfinished delivery of the event."""
    return exists().where(col(DeliveryRow.sequence) == col(Event.sequence), col(DeliveryRow.state) == WAITING)


def _is_due_to_target() -> ColumnElement[bool]:
    """Whether the event has a target that has not passed it yet."""
    is_of_target = (EXTENSION_TABLE.c.id == col(Event.target), EXTENSION_TABLE.c.key == col(Subscription.extension))
    is_before_event = (col(Subscription.topic) == col(Event.topic), col(Subscription.sequence) < col(Event.sequence))
    return and_(col(Event.target).is_not(None), exists().where(*is_of_target, *is_before_event))
