"""A unit of work: what runs inside the writer's transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection


@dataclass(slots=True)
class Work:
    """The transaction as a unit of work sees it. All or nothing of what it does is committed.

    `now` is the time of the unit, in milliseconds since the epoch: every row and event of it carries the same.
    """

    connection: Connection
    now: int
    after_commit: list[Callable[[], None]] = field(default_factory=list)
    """Called after the commit and before the acknowledgement, on the writer's thread; for what lives in memory."""
    changes: list[object] = field(default_factory=list)
    """What the journal tells of the commit to those that keep something beside the rows."""
