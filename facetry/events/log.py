"""The event log: one row for each thing that happened, in the order of the commits."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import BigInteger, bindparam, insert
from sqlmodel import Field, SQLModel

from facetry.store.prepared import Prepared
from facetry.store.work import Work
from generated.topics import Topic


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


_APPEND = Prepared(
    insert(Event).values(
        time=bindparam("time"),
        topic=bindparam("topic"),
        image=bindparam("image"),
        extension=bindparam("extension"),
        repository=bindparam("repository"),
    )
)


def announce(
    work: Work,
    topic: Topic,
    *,
    image: UUID | None = None,
    extension: str | None = None,
    repository: UUID | None = None,
) -> None:
    """Write an event into the log, in the transaction of the fact it tells of."""
    _APPEND.run(
        work.connection,
        time=work.now,
        topic=topic,
        image=image.bytes if image else None,
        extension=extension,
        repository=repository.bytes if repository else None,
    )
