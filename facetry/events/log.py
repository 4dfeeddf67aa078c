"""The event log: one row for each thing that happened, in the order of the commits."""

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

from facetry.events.commit_signal import ring_after
from facetry.store.engine import newest_key
from facetry.store.prepared import Prepared
from facetry.store.work import Work
from generated.topics import Topic

COMMANDS: Final = frozenset({"image.runCommand", "process.runCommand"})
"""Topics by which people have extensions do something."""

CONTEXT: Final = "contextId"
"""The member of an event's data that names one run of a command; it is sent beside the value, not within."""

WITHDRAWN: Final = "withdrawn"
"""Stands in the place of the topic of an event that was taken back: nobody is told of it."""

SPAN: Final = 20_000
"""Sequences that one reading looks at: some milliseconds, also when nothing in them is for the reader."""


class Event(SQLModel, table=True):
    """One occurrence of a topic. The ids are kept as they were: the image may be gone when somebody reads it."""

    __tablename__ = "event"
    __table_args__ = {"sqlite_autoincrement": True}  # a sequence is never given twice

    sequence: int | None = Field(default=None, primary_key=True)
    time: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    topic: str
    image: bytes | None = None
    extension: str | None = None
    repository: bytes | None = None
    target: str | None = None  # the only extension that it is for; none: for all
    data: str | None = None  # a JSON object: the members of what is sent, beside `id`


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it is read."""

    sequence: int
    time: int
    topic: str
    image: bytes | None = None
    extension: str | None = None
    repository: bytes | None = None
    target: str | None = None
    data: str | None = None

    def value(self) -> dict[str, Any]:
        """What is sent of it: the `id` of what its topic tells of, and its data."""
        value: dict[str, Any] = {}
        if self.image is not None:
            value["id"] = str(UUID(bytes=self.image))
        elif self.topic.startswith("extension.") and self.extension is not None:
            value["id"] = self.extension
        elif self.repository is not None:
            value["id"] = str(UUID(bytes=self.repository))
        if self.data is not None:
            value |= orjson.loads(self.data)
            value.pop(CONTEXT, None)
        return value

    def context(self) -> str | None:
        """The run of a command that it is, None for any other event."""
        if self.topic not in COMMANDS or self.data is None:
            return None
        context: str | None = orjson.loads(self.data).get(CONTEXT)
        return context


@dataclass(frozen=True, slots=True)
class Reading:
    """Events in their order, and the sequence up to which there are no others for the reader."""

    entries: Sequence[Entry]
    looked: int


_APPEND = Prepared(insert(Event).values({name: bindparam(name) for name in Event.model_fields if name != "sequence"}))


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
    """Write an event into the log, in the transaction of the fact it tells of.

    With a `target` it is for that extension alone. `data` are the members of what is sent beside `id`, or with it.
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
    ring_after(work)


def directing(rows: Select[*tuple[Any, ...]]) -> Prepared:
    """The statement for `direct` that writes an event for each row of a query, whose columns are named like its."""
    names = [column.name for column in rows.selected_columns]
    return Prepared(insert(Event).from_select(names, rows, include_defaults=False))


def direct(work: Work, statement: Prepared, **values: object) -> int:
    """Write the events of a statement that `directing` made, and say how many they are."""
    count = statement.run(work.connection, **values)
    if count:
        ring_after(work)
    return count


def after(connection: Connection, sequence: int, topics: Sequence[str], target: str | None, limit: int) -> Reading:
    """The next events of these topics behind `sequence`, at most `limit`: those for all, and those for `target`.

    It looks at no more than `SPAN` sequences, so that there may be none although there are some further on: read on
    behind `looked`, until that is `newest`.
    """
    last = min(sequence + SPAN, newest(connection))
    if last <= sequence or not topics:
        return Reading((), max(last, sequence))
    named = {f"topic_{number}": topic for number, topic in enumerate(topics)}
    rows = _reading(len(topics)).rows(connection, after=sequence, last=last, target=target, limit=limit, **named)
    return Reading([Entry(*row) for row in rows], rows[-1][0] if len(rows) == limit else last)


def is_whole(connection: Connection, after: int, last: int) -> bool:
    """Whether the log remembers every event behind `after` up to `last`: no sequence is left out when it is written."""
    if last <= after:
        return True
    row = _COUNTED.first(connection, after=after, last=last)
    return row is not None and row[0] == last - after


def newest(connection: Connection) -> int:
    """The greatest sequence ever given; 0 before the first."""
    return newest_key(connection, Event.__tablename__)


_COUNTED: Final = Prepared(
    select(func.count()).where(col(Event.sequence) > bindparam("after"), col(Event.sequence) <= bindparam("last"))
)


@lru_cache(maxsize=256)
def _reading(count: int) -> Prepared:
    wanted: list[BindParameter[str]] = [bindparam(f"topic_{number}") for number in range(count)]
    return Prepared(
        select(*(col(getattr(Event, name)) for name in Entry.__slots__))
        .where(
            col(Event.sequence) > bindparam("after"),
            col(Event.sequence) <= bindparam("last"),
            or_(col(Event.target).is_(None), col(Event.target) == bindparam("target")),
            col(Event.topic).in_(wanted),
        )
        .order_by(col(Event.sequence))
        .limit(bindparam("limit"))
    )
