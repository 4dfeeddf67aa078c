"""The revision of a library: a number that each commit raises whose units noted changes.

It is read in the transaction of a reader, and so tells which commits that reader sees.
"""

from __future__ import annotations

from sqlalchemy import Connection, select, update
from sqlmodel import Field, SQLModel, col

from facetry.store.prepared import Prepared


class Revision(SQLModel, table=True):
    """One row, which the migration makes."""

    __tablename__ = "revision"

    key: int | None = Field(default=None, primary_key=True)
    value: int


class OutrunError(Exception):
    """What is kept in memory is newer than the snapshot of the reader, who has to take a newer one."""


_CURRENT = Prepared(select(col(Revision.value)))
_RAISE = Prepared(update(Revision).values(value=col(Revision.value) + 1).returning(col(Revision.value)))


def current(connection: Connection) -> int:
    """The revision of the connection's snapshot."""
    value: int = _CURRENT.column(connection)[0]
    return value


def advance(connection: Connection) -> int:
    """Raise it, in the writer's transaction, and tell the new one."""
    value: int = _RAISE.column(connection)[0]
    return value
