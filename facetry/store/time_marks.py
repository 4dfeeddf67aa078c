"""Time marks: what a part of the service keeps about the time, so that a clock that is set does not mislead it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import orjson
from sqlalchemy import BigInteger, Connection, insert, select, update
from sqlmodel import Field, SQLModel, col

from facetry.store.work import Work

TABLE: Final = "time_mark"


class TimeMarkRow(SQLModel, table=True):
    """A time mark, under the name of its part. Times are in milliseconds."""

    __tablename__ = TABLE

    name: str = Field(primary_key=True)
    time: int = Field(sa_type=BigInteger)  # by the part's own time
    clock: int = Field(sa_type=BigInteger)  # what the clock showed then, since the epoch
    notes: str  # a JSON array of pairs of integers


@dataclass(frozen=True, slots=True)
class TimeMark:
    """The time of a part, what the clock showed then, and pairs of numbers that only the part understands."""

    time: int
    clock: int
    notes: tuple[tuple[int, int], ...] = ()


def find(connection: Connection, name: str) -> TimeMark | None:
    """The mark of a part; None before it has kept one."""
    columns = (col(TimeMarkRow.time), col(TimeMarkRow.clock), col(TimeMarkRow.notes))
    row = connection.execute(select(*columns).where(col(TimeMarkRow.name) == name)).first()
    if row is None:
        return None
    time, clock, notes = row
    return TimeMark(time, clock, tuple((first, second) for first, second in orjson.loads(notes)))


def keep(work: Work, name: str, time: int, clock: int, notes: Sequence[tuple[int, int]]) -> None:
    """Keep the mark of a part, in the place of its former one."""
    values = {"time": time, "clock": clock, "notes": orjson.dumps(notes).decode()}
    statement = update(TimeMarkRow).where(col(TimeMarkRow.name) == name).values(values)
    if work.connection.execute(statement).rowcount == 0:
        work.connection.execute(insert(TimeMarkRow).values(name=name, **values))
