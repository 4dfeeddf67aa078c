"""The event log: one row for each event, in the order of the commits."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import orjson
from sqlalchemy import BigInteger, BindParameter, Connection, Select, bindparam, func, insert, or_, select
from sqlmodel import Field, SQLModel, col

from facetry.events.commit_signal import notify_after_commit
from facetry.observability import traces
from facetry.store.engine import engine_of
from facetry.store.interruption import begin_long_work
from facetry.store.prepared import PreparedStatement
from facetry.store.work import Work
from generated.topics import Topic

COMMAND_TOPICS: Final = frozenset({"image.runCommand", "process.runCommand"})
"""Topics of commands that users give to extensions."""

CONTEXT_MEMBER: Final = "contextId"
"""The member of an event's data with the id of a command run. It is sent beside the value, not in it."""

WITHDRAWN_TOPIC: Final = "withdrawn"
"""Replaces the topic of an event that was withdrawn: it is sent to nobody, and its sequence stays in the log."""

MAX_SEQUENCES_PER_READ: Final = 20_000
"""Maximum number of sequences that one read covers: takes some milliseconds, even if it finds no events."""

SHORT_READ_SEQUENCES: Final = 256
"""Maximum number of sequences that a short read covers: takes at most half a millisecond."""


class Event(SQLModel, table=True):
    """An event of a topic. The ids are no foreign keys: the image may be deleted when the event is read."""

    __tablename__ = "event"
    __table_args__ = {"sqlite_autoincrement": True}  # a sequence is never used twice

    sequence: int | None = Field(default=None, primary_key=True)
    time: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    topic: str
    image: bytes | None = None
    extension: str | None = None
    repository: bytes | None = None
    target: str | None = None  # id of the only extension that gets it; NULL: for everybody
    data: str | None = None  # a JSON object: the members of the value beside `id`


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event as it is read from the log."""

    sequence: int
    time: int
    topic: str
    image: bytes | None = None
    extension: str | None = None
    repository: bytes | None = None
    target: str | None = None
    data: str | None = None

    def value(self) -> dict[str, Any]:
        """The value to send: the `id` of the image, extension or repository of the event, and its data."""
        value: dict[str, Any] = {}
        if self.image is not None:
            value["id"] = str(UUID(bytes=self.image))
        elif self.topic.startswith("extension.") and self.extension is not None:
            value["id"] = self.extension
        elif self.repository is not None:
            value["id"] = str(UUID(bytes=self.repository))
        if self.data is not None:
            value |= orjson.loads(self.data)
            value.pop(CONTEXT_MEMBER, None)
        return value

    def context_id(self) -> str | None:
        """The id of the command run that the event requests; None for other events."""
        if self.topic not in COMMAND_TOPICS or self.data is None:
            return None
        context: str | None = orjson.loads(self.data).get(CONTEXT_MEMBER)
        return context


@dataclass(frozen=True, slots=True)
class LogPage:
    """Events in the order of the log. `read_up_to` is the last sequence that the read covered, and `is_last` whether
    the log had no later ones then.
    """

    events: Sequence[LoggedEvent]
    read_up_to: int
    is_last: bool


_APPEND = PreparedStatement(
    insert(Event).values({name: bindparam(name) for name in Event.model_fields if name != "sequence"})
)


def announce(
    work: Work,
    topic: Topic,
    *,
    image: UUID | None = None,
    extension: str | None = None,
    repository: UUID | None = None,
    target: str | None = None,
    data: Mapping[str, object] | None = None,
) -> None:
    """Write an event into the log, in the transaction of the change that it reports.

    With a `target`, only that extension gets the event. `data` has the members of the value beside `id`, or
    `id` as well.
    """
    _APPEND.run(
        work.connection,
        time=work.now,
        topic=topic,
        image=image.bytes if image else None,
        extension=extension,
        repository=repository.bytes if repository else None,
        target=target,
        data=None if data is None else json.dumps(data, ensure_ascii=False, allow_nan=False),
    )
    notify_after_commit(work)
    if traces.are_on():
        traces.remember_events(newest_sequence(work.connection))


def announce_images(work: Work, topic: Topic, images: Sequence[UUID]) -> None:
    """Write an event without data for each of these images, as `announce` does for one."""
    names = ("extension", "repository", "target", "data")
    same = {"time": work.now, "topic": topic, **dict.fromkeys(names)}
    _APPEND.run_many(work.connection, ({**same, "image": image.bytes} for image in images))
    notify_after_commit(work)
    if traces.are_on():
        traces.remember_events(newest_sequence(work.connection), len(images))


def prepare_append(query: Select[*tuple[Any, ...]]) -> PreparedStatement:
    """A statement for `append_prepared`: writes an event for each row of a query with the column names of `Event`."""
    names = [column.name for column in query.selected_columns]
    return PreparedStatement(insert(Event).from_select(names, query, include_defaults=False))


def append_prepared(work: Work, statement: PreparedStatement, **values: object) -> int:
    """Write the events of a statement of `prepare_append`. Returns how many there are."""
    count = statement.run(work.connection, **values)
    if count:
        notify_after_commit(work)
        if traces.are_on():
            traces.remember_events(newest_sequence(work.connection), count)
    return count


def read_after(connection: Connection, sequence: int, topics: Sequence[str], target: str | None, limit: int) -> LogPage:
    """The next events of these topics after `sequence`, at most `limit`: those for everybody, and those for `target`.

    One call covers at most `MAX_SEQUENCES_PER_READ` sequences, so that a page may be empty although later events
    exist. Continue after `read_up_to` until the page is the last one. A short read that has more to cover than
    `SHORT_READ_SEQUENCES` begins again in a thread.
    """
    newest = newest_sequence(connection)
    last = min(sequence + MAX_SEQUENCES_PER_READ, newest)
    if last <= sequence or not topics:
        return LogPage((), max(last, sequence), last == newest)
    if last - sequence > SHORT_READ_SEQUENCES:
        begin_long_work()
    topic_values = {f"topic_{number}": topic for number, topic in enumerate(topics)}
    rows = _page_statement(len(topics)).rows(
        connection, after=sequence, last=last, target=target, limit=limit, **topic_values
    )
    read_up_to = rows[-1][0] if len(rows) == limit else last
    return LogPage([LoggedEvent(*row) for row in rows], read_up_to, read_up_to == newest)


def is_complete(connection: Connection, after: int, last: int) -> bool:
    """Whether the log still has every event after `after` up to `last`. Writing leaves no gaps, only pruning does."""
    if last <= after:
        return True
    row = _COUNT.first(connection, after=after, last=last)
    return row is not None and row[0] == last - after


def newest_sequence(connection: Connection) -> int:
    """The greatest sequence ever used; 0 before the first event."""
    return engine_of(connection).newest_key(connection, Event.__tablename__)


_COUNT: Final = PreparedStatement(
    select(func.count()).where(col(Event.sequence) > bindparam("after"), col(Event.sequence) <= bindparam("last"))
)


@lru_cache(maxsize=256)
def _page_statement(topic_count: int) -> PreparedStatement:
    topic_parameters: list[BindParameter[str]] = [bindparam(f"topic_{number}") for number in range(topic_count)]
    return PreparedStatement(
        select(*(col(getattr(Event, name)) for name in LoggedEvent.__slots__))
        .where(
            col(Event.sequence) > bindparam("after"),
            col(Event.sequence) <= bindparam("last"),
            or_(col(Event.target).is_(None), col(Event.target) == bindparam("target")),
            col(Event.topic).in_(topic_parameters),
        )
        .order_by(col(Event.sequence))
        .limit(bindparam("limit"))
    )
