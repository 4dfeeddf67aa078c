"""Subscriptions: the position of each extension in the log, by topic, and its unfinished deliveries and dead letters.

Each event of a topic up to the position of its subscription is finished or has a row in `delivery` with the number of
attempts. The row of an event that was given up stays as a dead letter until the event is pruned from the log, or, if it
requests work, until a later request for the same work succeeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    literal_column,
    select,
    table,
    update,
)
from sqlmodel import Field, SQLModel, col

from facetry.events import log
from facetry.events.log import Event, LoggedEvent
from facetry.store.prepared import PreparedStatement
from facetry.store.work import Work

WAITING: Final = "waiting"
DEAD: Final = "dead"

EXTENSION_TABLE: Final = table("extension", column("key"), column("id"), column("state"))
"""The columns of `extension` that are used here; `facetry.library` defines the table."""


class Subscription(SQLModel, table=True):
    """A topic that an extension is subscribed to, with its position: the last sequence that was dealt with."""

    __tablename__ = "subscription"

    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE", primary_key=True)
    topic: str = Field(primary_key=True)
    sequence: int
    last_sent: int | None = Field(default=None, sa_type=BigInteger)  # milliseconds since the epoch
    lost: int = Field(default=0, sa_column_kwargs={"server_default": "0"})  # events pruned before they were sent


class DeliveryRow(SQLModel, table=True):
    """An unfinished delivery or a dead letter: an event at or before the position of its subscription."""

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
class SubscriptionPosition:
    """The position of a subscription, the time of its last send in milliseconds, and its number of lost events."""

    sequence: int
    last_sent: int | None
    lost: int


@dataclass(frozen=True, slots=True)
class UnfinishedDelivery:
    """An event to send, or to send again, at `due`, in milliseconds since the epoch."""

    event: LoggedEvent
    attempts: int
    due: int
    error: str | None


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An event that was given up, with its last error. `time` is in milliseconds since the epoch."""

    sequence: int
    topic: str
    image: bytes | None
    attempts: int
    error: str | None
    time: int


@dataclass(frozen=True, slots=True)
class DeliveryRecord:
    """The row to save of one event; see `DeliveryRow`."""

    sequence: int
    topic: str
    image: bytes | None
    attempts: int
    due: int
    error: str | None
    state: str


@dataclass(frozen=True, slots=True)
class DeliveryProgress:
    """The changes to save of an extension's deliveries; times in milliseconds since the epoch."""

    positions: Mapping[str, int] = field(default_factory=dict)
    last_sent: Mapping[str, int] = field(default_factory=dict)
    records: Sequence[DeliveryRecord] = ()
    deleted_sequences: Sequence[int] = ()


_OF_EXTENSION = col(Subscription.extension) == bindparam("extension_key")
_SELECT_KEY = PreparedStatement(select(EXTENSION_TABLE.c.key).where(EXTENSION_TABLE.c.id == bindparam("id")))
_SELECT_POSITIONS = PreparedStatement(
    select(
        col(Subscription.topic), col(Subscription.sequence), col(Subscription.last_sent), col(Subscription.lost)
    ).where(_OF_EXTENSION)
)
_SET_POSITION = PreparedStatement(
    update(Subscription)
    .where(_OF_EXTENSION, col(Subscription.topic) == bindparam("topic_name"))
    .values(sequence=bindparam("sequence"))
)
_SET_LAST_SENT = PreparedStatement(
    update(Subscription)
    .where(_OF_EXTENSION, col(Subscription.topic) == bindparam("topic_name"))
    .values(last_sent=bindparam("time"))
)
_THIS_ROW = and_(
    col(DeliveryRow.extension) == bindparam("extension_key"), col(DeliveryRow.sequence) == bindparam("event_sequence")
)
_SELECT_ANY = PreparedStatement(
    select(col(DeliveryRow.sequence))
    .where(col(DeliveryRow.extension) == bindparam("extension_key"), col(DeliveryRow.state) == bindparam("state"))
    .limit(literal_column("1"))
)
_IMAGES_PER_STATEMENT: Final = 500
_DELETE_ROW = PreparedStatement(delete(DeliveryRow).where(_THIS_ROW))
_ROW_COLUMNS: Final = ("sequence", "topic", "image", "attempts", "due", "error", "state")
_INSERT_ROW = PreparedStatement(
    insert(DeliveryRow).from_select(
        ["extension", *_ROW_COLUMNS],
        select(EXTENSION_TABLE.c.key, *map(bindparam, _ROW_COLUMNS)).where(
            EXTENSION_TABLE.c.key == bindparam("extension_key")
        ),
    )
)
_SELECT_WAITING = PreparedStatement(
    select(
        *(col(getattr(Event, name)) for name in LoggedEvent.__slots__),
        col(DeliveryRow.attempts),
        col(DeliveryRow.due),
        col(DeliveryRow.error),
    )
    .join(Event, col(Event.sequence) == col(DeliveryRow.sequence))
    .where(col(DeliveryRow.extension) == bindparam("extension_key"), col(DeliveryRow.state) == bindparam("state"))
    .order_by(col(DeliveryRow.sequence))
)
_APPEND_COPY = log.prepare_append(
    select(
        bindparam("time", type_=BigInteger()).label("time"),
        col(Event.topic),
        col(Event.image),
        col(Event.extension),
        col(Event.repository),
        col(Event.data),
        EXTENSION_TABLE.c.id.label("target"),
    ).where(col(Event.sequence) == bindparam("event_sequence"), EXTENSION_TABLE.c.key == bindparam("extension_key"))
)


def key_of(connection: Connection, extension_id: str) -> int | None:
    """The database key of an extension; None if it is not installed."""
    row = _SELECT_KEY.first(connection, id=extension_id)
    return row[0] if row else None


def subscribe(work: Work, extension: int, topics: Sequence[str]) -> None:
    """Subscribe the extension to exactly these topics: new ones from the end of the log, others from their positions.

    Unfinished deliveries of topics that are no longer subscribed are deleted; their dead letters stay.
    """
    existing_topics = set(positions(work.connection, extension))
    requested_topics = set(topics)
    newest = log.newest_sequence(work.connection)
    for topic in sorted(requested_topics - existing_topics):
        work.connection.execute(insert(Subscription).values(extension=extension, topic=topic, sequence=newest, lost=0))
    if removed_topics := sorted(existing_topics - requested_topics):
        is_removed = (col(Subscription.extension) == extension, col(Subscription.topic).in_(removed_topics))
        work.connection.execute(delete(Subscription).where(*is_removed))
        is_waiting = (col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == WAITING)
        work.connection.execute(delete(DeliveryRow).where(*is_waiting, col(DeliveryRow.topic).in_(removed_topics)))


def positions(connection: Connection, extension: int) -> dict[str, SubscriptionPosition]:
    """The subscriptions of an extension, by topic."""
    return {
        topic: SubscriptionPosition(*rest)
        for topic, *rest in _SELECT_POSITIONS.rows(connection, extension_key=extension)
    }


def waiting_deliveries(connection: Connection, extension: int) -> list[UnfinishedDelivery]:
    """The unfinished deliveries of an extension, in the order of the log."""
    rows = _SELECT_WAITING.rows(connection, extension_key=extension, state=WAITING)
    width = len(LoggedEvent.__slots__)
    return [UnfinishedDelivery(LoggedEvent(*row[:width]), *row[width:]) for row in rows]


def save_progress(work: Work, extension: int, progress: DeliveryProgress) -> None:
    """Save the progress of an extension. Saves nothing if the extension was removed; saving twice is harmless."""
    connection = work.connection
    _DELETE_ROW.run_many(
        connection,
        [{"extension_key": extension, "event_sequence": sequence} for sequence in progress.deleted_sequences],
    )
    _DELETE_ROW.run_many(
        connection, [{"extension_key": extension, "event_sequence": row.sequence} for row in progress.records]
    )
    _INSERT_ROW.run_many(
        connection,
        [
            {"extension_key": extension, **{name: getattr(row, name) for name in _ROW_COLUMNS}}
            for row in progress.records
        ],
    )
    _SET_POSITION.run_many(
        connection,
        [
            {"extension_key": extension, "topic_name": topic, "sequence": sequence}
            for topic, sequence in progress.positions.items()
        ],
    )
    _SET_LAST_SENT.run_many(
        connection,
        [{"extension_key": extension, "topic_name": topic, "time": time} for topic, time in progress.last_sent.items()],
    )


def dead_letters(connection: Connection, extension: int, skip: int = 0, take: int = 100) -> list[DeadLetter]:
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


def dead_letter_count(connection: Connection, extension: int) -> int:
    """The number of dead letters of an extension."""
    query = select(func.count()).where(col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == DEAD)
    count: int = connection.execute(query).scalar_one()
    return count


def delete_superseded(work: Work, extension: int, answered: Iterable[LoggedEvent]) -> None:
    """Delete the dead letters of requests whose work is done now: `answered` are later requests for the same work."""
    if _SELECT_ANY.first(work.connection, extension_key=extension, state=DEAD) is None:
        return  # the usual case, in which an extension has no dead letter
    newest: dict[tuple[str, bytes | None], int] = {}
    for event in answered:
        newest[event.topic, event.image] = max(event.sequence, newest.get((event.topic, event.image), 0))
    images = sorted({image for _, image in newest if image is not None})
    for start in range(0, len(images), _IMAGES_PER_STATEMENT):
        rows = work.connection.execute(
            select(col(DeliveryRow.sequence), col(DeliveryRow.topic), col(DeliveryRow.image)).where(
                col(DeliveryRow.extension) == extension,
                col(DeliveryRow.state) == DEAD,
                col(DeliveryRow.image).in_(images[start : start + _IMAGES_PER_STATEMENT]),
            )
        ).all()
        _DELETE_ROW.run_many(
            work.connection,
            [
                {"extension_key": extension, "event_sequence": sequence}
                for sequence, topic, image in rows
                if sequence < newest.get((topic, image), 0)
            ],
        )


def redrive(
    work: Work, extension: int, sequences: Sequence[int] | None = None, *, until: int, limit: int = 1_000
) -> int:
    """Send dead letters again, as new events for this extension alone. Returns how many, at most `limit`.

    Takes the dead letters up to the sequence `until`, or those of `sequences` among them. A caller that repeats the
    call until it returns 0 passes the same `until`, so that events that failed again meanwhile are not sent again.

    The new events are at the end of the log, so its order is kept, and any number of them is read like other events.
    """
    is_dead_letter = (col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == DEAD)
    conditions = [*is_dead_letter, col(DeliveryRow.sequence) <= until]
    if sequences is not None:
        conditions.append(col(DeliveryRow.sequence).in_(sequences))
    dead_sequences = list(
        work.connection.execute(
            select(col(DeliveryRow.sequence)).where(*conditions).order_by(col(DeliveryRow.sequence)).limit(limit)
        ).scalars()
    )
    for sequence in dead_sequences:
        log.append_prepared(work, _APPEND_COPY, time=work.now, extension_key=extension, event_sequence=sequence)
        _DELETE_ROW.run(work.connection, extension_key=extension, event_sequence=sequence)
    return len(dead_sequences)
