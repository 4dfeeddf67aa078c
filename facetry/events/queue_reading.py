"""Reading for lanes: what outlived the last one, the next events of a group, and the fences between groups."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, or_, select
from sqlmodel import col

from facetry.events import log, subscriptions
from facetry.events.delivery_queue import Lane
from facetry.events.delivery_types import Bounds, Fence, Kept, Trouble, Want
from facetry.events.log import Entry, Event
from facetry.events.subscriptions import DEAD, WAITING, Position, Progress, Row
from facetry.events.throttle import MILLISECOND, Policy

Clock = Callable[[], int]
"""Nanoseconds of a clock that never goes back."""

_SOME: Final = 500
"""Images in one question for fences."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a group wants, and how far each group of its lane has read."""

    want: Want
    groups: Sequence[Want]


@dataclass(frozen=True, slots=True)
class Answer:
    """What there was for a group."""

    want: Want
    reading: log.Reading
    fences: Mapping[int, Sequence[Fence]]


def open_lane(
    connection: Connection,
    extension: int,
    extension_id: str,
    positions: Mapping[str, Position],
    policies: Iterable[Policy],
    bounds: Bounds,
    clock: Clock,
) -> Lane:
    """A lane that goes on where the last one of the extension ended."""
    now, wall = clock(), _wall()
    sent = {
        topic: now - max(0, wall - each.last_sent - 1) * MILLISECOND  # what was rounded is not to make it older
        for topic, each in positions.items()
        if each.last_sent is not None
    }
    lane = Lane({topic: each.sequence for topic, each in positions.items()}, policies, sent, bounds)
    troubles = []
    for each in subscriptions.waiting(connection, extension):
        delay = min(max(0, each.due - wall) * MILLISECOND, bounds.longest_delay)  # clocks of walls are set now and then
        troubles.append(Trouble(each.entry, each.attempts, now + delay, each.error, is_dead=False))
    entries = [trouble.entry for trouble in troubles]
    lane.restore(troubles, fences(connection, extension_id, entries, lane.reading()), now)
    return lane


def look_ahead(connection: Connection, extension_id: str, ahead: Ahead) -> Answer:
    """The events that a group wants, with their fences."""
    want = ahead.want
    reading = log.after(connection, want.after, want.topics, extension_id, want.limit)
    others = [group for group in ahead.groups if group.group != want.group]
    return Answer(want, reading, fences(connection, extension_id, reading.entries, others))


def fences(
    connection: Connection, extension_id: str, entries: Sequence[Entry], groups: Iterable[Want]
) -> dict[int, list[Fence]]:
    """For each event, the last earlier one of its image that each of the groups has still to read.

    One look through the part of the log between the groups, and none where they are abreast.
    """
    found: dict[int, list[Fence]] = {}
    with_image = [entry for entry in entries if entry.image is not None]
    for group in groups:
        ahead = [entry for entry in with_image if entry.sequence > group.after + 1]
        for begin in range(0, len(ahead), _SOME):
            some = ahead[begin : begin + _SOME]
            rows = connection.execute(
                select(col(Event.sequence), col(Event.image))
                .where(
                    col(Event.sequence) > group.after,
                    col(Event.sequence) < max(entry.sequence for entry in some),
                    or_(col(Event.target).is_(None), col(Event.target) == extension_id),
                    col(Event.topic).in_(group.topics),
                    col(Event.image).in_({entry.image for entry in some}),
                )
                .order_by(col(Event.sequence))
            ).all()
            of_image: dict[bytes | None, list[int]] = {}
            for sequence, image in rows:
                of_image.setdefault(image, []).append(int(sequence or 0))
            for entry in some if rows else ():
                place = bisect_left(earlier := of_image.get(entry.image, []), entry.sequence)
                if place:
                    found.setdefault(entry.sequence, []).append(Fence(group.group, earlier[place - 1]))
    return found


def progress_of(kept: Kept, now: int) -> Progress:
    """What a lane has to keep, as rows; `now` is of the lane's clock."""
    wall = _wall()
    return Progress(
        kept.positions,
        {topic: wall - (now - at) // MILLISECOND for topic, at in kept.sent.items()},
        [_row(trouble, wall + max(0, trouble.due - now) // MILLISECOND) for trouble in kept.troubles],
        kept.gone,
    )


def _row(trouble: Trouble, due: int) -> Row:
    entry = trouble.entry
    state = DEAD if trouble.is_dead else WAITING
    return Row(entry.sequence, entry.topic, entry.image, trouble.attempts, due, trouble.error, state)


def _wall() -> int:
    return time.time_ns() // MILLISECOND
