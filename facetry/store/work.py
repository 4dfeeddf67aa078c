"""A unit of work: what runs inside the writer's transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import Connection

from facetry.events.log import append
from generated.topics import Topic


@dataclass(slots=True)
class Work:
    """The transaction as a unit of work sees it. All or nothing of what it does is committed.

    `now` is the time of the unit, in milliseconds since the epoch: every row and event of it carries the same.
    """

    connection: Connection
    now: int
    after_commit: list[Callable[[], None]] = field(default_factory=list)
    """Called after the commit and before the acknowledgement, on the writer's thread; for what lives in memory."""

    def announce(
        self, topic: Topic, *, image: UUID | None = None, extension: str | None = None, repository: UUID | None = None
    ) -> None:
        """Write an event into the log, in the transaction of the fact it tells of."""
        append(self.connection, self.now, topic, image=image, extension=extension, repository=repository)
