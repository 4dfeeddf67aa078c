"""The change feed: the changes of the last commits in a table, for the indexes of processes that do not write.

The writer adds the changes of a commit in its transaction. So a reader of any process finds in its own snapshot exactly
the changes of the commits that the snapshot has. What is too old is removed: whoever needs it reads the rows instead.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

import orjson
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy import bindparam as parameter
from sqlmodel import Field, SQLModel, col

from facetry.store.interruption import begin_long_work
from facetry.store.prepared import PreparedStatement

MAX_COMMITS: Final = 8_192
"""Number of commits that the feed has at least. Applying more takes longer than reading the rows again."""
PRUNING_INTERVAL: Final = 256
"""Number of commits between two removals of old ones."""
MAX_SHORT_COMMITS: Final = 256
"""Largest number of commits that a short read decodes."""


class Change(SQLModel, table=True):
    """The table of the feed: the changes of the commit that reached a revision, as JSON."""

    __tablename__ = "change"

    revision: int | None = Field(default=None, primary_key=True)
    changes: bytes


_INSERT = PreparedStatement(
    insert(Change).values(revision=parameter("revision"), changes=parameter("changes")).inline()
)
_PRUNE = PreparedStatement(delete(Change).where(col(Change.revision) <= parameter("revision")))
_CLEAR = PreparedStatement(delete(Change))
_BETWEEN = PreparedStatement(
    select(col(Change.changes))
    .where(col(Change.revision) > parameter("after"), col(Change.revision) <= parameter("until"))
    .order_by(col(Change.revision))
)


class ChangeFeed:
    """Writes the feed, and reads it as the change journal of a process that does not write (`Changes`)."""

    def __init__(self, types: Sequence[type]) -> None:
        """`types` are the types of all changes: data classes whose values are numbers, and tuples of numbers."""
        self._types: Mapping[str, type] = {each.__name__: each for each in types}
        self._names = {each: [field.name for field in fields(each)] for each in types}

    def clear(self, connection: Connection) -> None:
        """Remove all changes. A writer does so before its first commit: without a feed, commits may have come since the
        last change.
        """
        _CLEAR.run(connection)

    def append(self, connection: Connection, revision: int, changes: Sequence[object]) -> None:
        """Add the changes of the commit that reaches `revision`, in its transaction."""
        _INSERT.run(connection, revision=revision, changes=orjson.dumps([self._encode(each) for each in changes]))
        if revision % PRUNING_INTERVAL == 0:
            _PRUNE.run(connection, revision=revision - MAX_COMMITS)

    def changes_between(self, connection: Connection, from_revision: int, to_revision: int) -> list[object] | None:
        """The changes after `from_revision` up to `to_revision`, oldest first; None when some are not stored."""
        if from_revision >= to_revision:
            return [] if from_revision == to_revision else None
        count = to_revision - from_revision
        if count > MAX_COMMITS:
            return None
        if count > MAX_SHORT_COMMITS:
            begin_long_work()
        texts = _BETWEEN.column(connection, after=from_revision, until=to_revision)
        if len(texts) != count:  # another process wrote without the feed, or the changes are too old
            return None
        return [self._decode(each) for text in texts for each in orjson.loads(text)]

    def wait_for_newer(self, revision: int, seconds: float, end: threading.Event) -> None:  # noqa: ARG002
        """Wait for `seconds` or `end`: commits of another process wake nobody here. Searches do not wait for this."""
        end.wait(seconds)

    def wake(self) -> None:
        """Let those that wait look at their `end`, which has been set. What waits here waits for its `end` alone."""

    def _encode(self, change: object) -> list[Any]:
        kind = type(change)
        return [kind.__name__, *(getattr(change, name) for name in self._names[kind])]

    def _decode(self, encoded: list[Any]) -> object:
        kind, *values = encoded
        return self._types[kind](*(tuple(value) if isinstance(value, list) else value for value in values))
