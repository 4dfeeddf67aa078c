"""The revision of a library: a number that increases by 1 with each commit whose units of work recorded changes.

A reader reads it in its own transaction, so the number identifies the commits that the reader sees.
"""

from __future__ import annotations

from sqlalchemy import Connection, select, update
from sqlmodel import Field, SQLModel, col

from facetry.store.prepared import PreparedStatement


class Revision(SQLModel, table=True):
    """The table of the revision; its only row is inserted by the migration."""

    __tablename__ = "revision"

    key: int | None = Field(default=None, primary_key=True)
    value: int


class StaleSnapshotError(Exception):
    """The in-memory indexes are newer than the reader's snapshot; the reader has to renew its snapshot."""


_CURRENT = PreparedStatement(select(col(Revision.value)))
_INCREMENT = PreparedStatement(update(Revision).values(value=col(Revision.value) + 1).returning(col(Revision.value)))


def current(connection: Connection) -> int:
    """The revision of the connection's snapshot."""
    value: int = _CURRENT.column(connection)[0]
    return value


def recorded(connection: Connection) -> int | None:
    """The revision of the connection's snapshot; None without one, as in a copy that was interrupted."""
    values: list[object] = _CURRENT.column(connection)
    return values[0] if values and isinstance(values[0], int) else None


def advance(connection: Connection) -> int:
    """Increase the revision, in the writer's transaction. Returns the new revision."""
    value: int = _INCREMENT.column(connection)[0]
    return value
