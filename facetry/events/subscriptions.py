"""Subscriptions: how far each extension has come in the log, and what it has not finished before that.

All events of a topic up to the position of its subscription are finished, or have a row of their own, which tells how
often they were tried. A row of what was given up stays, as a dead letter, as long as the log remembers its event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Index,
    and_,
    bindparam,
    column,
    delete,
    func,
    insert,
    select,
    table,
    update,
)
from sqlmodel import Field, SQLModel, col

from facetry.events import log
from facetry.events.log import Entry, Event
from facetry.store.prepared import Prepared
from facetry.store.work import Work

WAITING: Final = "waiting"
DEAD: Final = "dead"

EXTENSION: Final = table("extension", column("key"), column("id"), column("state"))
"""What the events know of extensions: their table is the library's."""


class Subscription(SQLModel, table=True):
    """A topic that an extension is sent."""

    __tablename__ = "subscription"

    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE", primary_key=True)
    topic: str = Field(primary_key=True)
    sequence: int
    last_sent: int | None = Field(default=None, sa_type=BigInteger)  # milliseconds since the epoch
    lost: int = Field(default=0, sa_column_kwargs={"server_default": "0"})  # events that the log forgot before


class DeliveryRow(SQLModel, table=True):
    """An event that an extension has not finished although it is behind its position, or never will."""

    __tablename__ = "delivery"
    __table_args__ = (Index("delivery_by_sequence", "sequence"),)

    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE", primary_key=True)
    sequence: int = Field(primary_key=True)
    topic: str
    image: bytes | None = None
    attempts: int
    due: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    error: str | None = None
    state: str


@dataclass(frozen=True, slots=True)
class Position:
    """How far a subscription has come, when something was last sent for it, and how many events it has lost."""

    sequence: int
    last_sent: int | None
    lost: int


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An event that is to be sent, or sent again at `due`, in milliseconds since the epoch."""

    entry: Entry
    attempts: int
    due: int
    error: str | None


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An event that was given up, and why."""

    sequence: int
    topic: str
    image: bytes | None
    attempts: int
    error: str | None
    time: int


@dataclass(frozen=True, slots=True)
class Row:
    """What is to be kept of one event."""

    sequence: int
    topic: str
    image: bytes | None
    attempts: int
    due: int
    error: str | None
    state: str


@dataclass(frozen=True, slots=True)
class Progress:
    """What is to be kept of what came of sending; times in milliseconds since the epoch."""

    positions: Mapping[str, int] = field(default_factory=dict)
    sent: Mapping[str, int] = field(default_factory=dict)
    rows: Sequence[Row] = ()
    gone: Sequence[int] = ()


_OF = col(Subscription.extension) == bindparam("of")
_KEY = Prepared(select(EXTENSION.c.key).where(EXTENSION.c.id == bindparam("id")))
_POSITIONS = Prepared(
    select(
        col(Subscription.topic), col(Subscription.sequence), col(Subscription.last_sent), col(Subscription.lost)
    ).where(_OF)
)
_ADVANCE = Prepared(
    update(Subscription).where(_OF, col(Subscription.topic) == bindparam("at")).values(sequence=bindparam("sequence"))
)
_SENT = Prepared(
    update(Subscription).where(_OF, col(Subscription.topic) == bindparam("at")).values(last_sent=bindparam("time"))
)
_MINE = and_(col(DeliveryRow.extension) == bindparam("of"), col(DeliveryRow.sequence) == bindparam("event"))
_DROP = Prepared(delete(DeliveryRow).where(_MINE))
_KEPT: Final = ("sequence", "topic", "image", "attempts", "due", "error", "state")
_KEEP = Prepared(
    insert(DeliveryRow).from_select(
        ["extension", *_KEPT],
        select(EXTENSION.c.key, *map(bindparam, _KEPT)).where(EXTENSION.c.key == bindparam("of")),
    )
)
_WAITING = Prepared(
    select(
        *(col(getattr(Event, name)) for name in Entry.__slots__),
        col(DeliveryRow.attempts),
        col(DeliveryRow.due),
        col(DeliveryRow.error),
    )
    .join(Event, col(Event.sequence) == col(DeliveryRow.sequence))
    .where(col(DeliveryRow.extension) == bindparam("of"), col(DeliveryRow.state) == bindparam("state"))
    .order_by(col(DeliveryRow.sequence))
)
_AGAIN = log.directing(
    select(
        bindparam("time", type_=BigInteger()).label("time"),
        col(Event.topic),
        col(Event.image),
        col(Event.extension),
        col(Event.repository),
        col(Event.data),
        EXTENSION.c.id.label("target"),
    ).where(col(Event.sequence) == bindparam("event"), EXTENSION.c.key == bindparam("of"))
)


def key_of(connection: Connection, extension_id: str) -> int | None:
    """The key of an extension, or None."""
    row = _KEY.first(connection, id=extension_id)
    return row[0] if row else None


def subscribe(work: Work, extension: int, topics: Sequence[str]) -> None:
    """The extension is sent exactly these topics: the new ones from now on, the others from where it is.

    What waits of topics that are left out is forgotten; their dead letters stay.
    """
    held = set(positions(work.connection, extension))
    wanted = set(topics)
    begin = log.newest(work.connection)
    for topic in sorted(wanted - held):
        work.connection.execute(insert(Subscription).values(extension=extension, topic=topic, sequence=begin, lost=0))
    if gone := sorted(held - wanted):
        theirs = (col(Subscription.extension) == extension, col(Subscription.topic).in_(gone))
        work.connection.execute(delete(Subscription).where(*theirs))
        waiting = (col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == WAITING)
        work.connection.execute(delete(DeliveryRow).where(*waiting, col(DeliveryRow.topic).in_(gone)))


def positions(connection: Connection, extension: int) -> dict[str, Position]:
    """The subscriptions of an extension, by topic."""
    return {topic: Position(*rest) for topic, *rest in _POSITIONS.rows(connection, of=extension)}


def waiting(connection: Connection, extension: int) -> list[Unfinished]:
    """What is to be sent although it is behind the positions, in the order of the log."""
    rows = _WAITING.rows(connection, of=extension, state=WAITING)
    width = len(Entry.__slots__)
    return [Unfinished(Entry(*row[:width]), *row[width:]) for row in rows]


def keep(work: Work, extension: int, progress: Progress) -> None:
    """Keep what came of sending; nothing when the extension is gone meanwhile."""
    connection = work.connection
    _DROP.run_many(connection, [{"of": extension, "event": sequence} for sequence in progress.gone])
    _DROP.run_many(connection, [{"of": extension, "event": row.sequence} for row in progress.rows])
    _KEEP.run_many(
        connection,
        [{"of": extension, **{name: getattr(row, name) for name in _KEPT}} for row in progress.rows],
    )
    _ADVANCE.run_many(
        connection, [{"of": extension, "at": topic, "sequence": at} for topic, at in progress.positions.items()]
    )
    _SENT.run_many(connection, [{"of": extension, "at": topic, "time": at} for topic, at in progress.sent.items()])


def dead(connection: Connection, extension: int, skip: int = 0, take: int = 100) -> list[DeadLetter]:
    """The dead letters of an extension, oldest first."""
    rows = connection.execute(
        select(
            col(DeliveryRow.sequence),
            col(DeliveryRow.topic),
            col(DeliveryRow.image),
            col(DeliveryRow.attempts),
            col(DeliveryRow.error),
            col(DeliveryRow.due),
        )
        .where(col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == DEAD)
        .order_by(col(DeliveryRow.sequence))
        .offset(skip)
        .limit(take)
    )
    return [DeadLetter(*row) for row in rows]


def dead_count(connection: Connection, extension: int) -> int:
    """How many dead letters an extension has."""
    counting = select(func.count()).where(col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == DEAD)
    total: int = connection.execute(counting).scalar_one()
    return total


def redrive(
    work: Work, extension: int, sequences: Sequence[int] | None = None, *, until: int, limit: int = 1_000
) -> int:
    """Send dead letters again, as new events for this extension alone: all up to a sequence or these of them, at most
    `limit`. Whoever goes on until none is left must not meet what it sent itself, and failed again meanwhile.

    They come last, so the order of the log is kept, and however many there are, they are read like any others.
    """
    theirs = (col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == DEAD)
    chosen = [*theirs, col(DeliveryRow.sequence) <= until]
    if sequences is not None:
        chosen.append(col(DeliveryRow.sequence).in_(sequences))
    found = list(
        work.connection.execute(
            select(col(DeliveryRow.sequence)).where(*chosen).order_by(col(DeliveryRow.sequence)).limit(limit)
        ).scalars()
    )
    for sequence in found:
        log.direct(work, _AGAIN, time=work.now, of=extension, event=sequence)
        _DROP.run(work.connection, of=extension, event=sequence)
    return len(found)
