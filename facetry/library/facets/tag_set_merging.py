"""Merging of tag sets: applies the log of changes to the stored bitmaps, and removes what was applied from the log."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyroaring import BitMap
from sqlalchemy import Connection, bindparam, delete, func, insert, literal, select, update
from sqlmodel import col

from facetry.errors import FaultError
from facetry.library.facets import tag_sets
from facetry.library.facets.tag_sets import SetChange, TagChange, TagSet
from facetry.library.facets.tags import ImageTag
from facetry.store.prepared import PreparedStatement
from facetry.store.store import Store
from facetry.store.work import Work

INTERVAL_SECONDS: Final = 1.0
"""Seconds between two looks at the log."""

MIN_ENTRIES: Final = 100_000
"""Number of entries from which the log is merged: those of 5,000 writes of ten tags.

A reader that loads a tag reads the whole log. With a shorter log, fewer writes would share the cost of a merge.
"""

MAX_ENTRIES: Final = 500_000
"""Maximum number of entries that are merged at once."""

MAX_BYTES_PER_UNIT: Final = 1_000_000
"""Bytes of bitmaps after which a unit of work ends, so that others do not wait long: some milliseconds."""

MAX_ENTRIES_PER_UNIT: Final = 20_000
"""Maximum number of entries that one unit of work removes from the log."""

log = logging.getLogger(__name__)

_STORED = PreparedStatement(
    select(col(TagSet.key), col(TagSet.images)).where(
        col(TagSet.tag) == bindparam("of_tag"), col(TagSet.extension) == bindparam("of_extension")
    )
)
_CONTENT: Final[Mapping[str, Any]] = {"size": bindparam("size"), "images": bindparam("images")}
_ADD = PreparedStatement(insert(TagSet).values(tag=bindparam("tag"), extension=bindparam("extension"), **_CONTENT))
_CHANGE = PreparedStatement(update(TagSet).where(col(TagSet.key) == bindparam("of_key")).values(**_CONTENT))
_REMOVE = PreparedStatement(delete(TagSet).where(col(TagSet.key) == bindparam("of_key")))
_BOUNDS = PreparedStatement(select(func.min(col(TagChange.key)), func.max(col(TagChange.key))))
_TRIM = PreparedStatement(delete(TagChange).where(col(TagChange.key) < bindparam("end")))


@dataclass(frozen=True, slots=True)
class _Round:
    """Entries of the log that are merged together: those with the keys `first` to `last`."""

    first: int
    last: int
    changes: Sequence[SetChange]


async def merge_periodically(store: Store) -> None:
    """Merge whenever the log is long. Runs until it is cancelled."""
    while True:
        try:
            while await merge(store):
                pass
        except FaultError as error:
            log.warning("changes of tags could not be merged; trying again: %s", error)
        await asyncio.sleep(INTERVAL_SECONDS)


async def merge(store: Store) -> bool:
    """Merge the oldest entries of the log in several units of work; whether it was long enough for that."""
    first, last = await store.read(_bounds)
    if last - first < MIN_ENTRIES:
        return False
    merged = await store.read(functools.partial(_read_round, first=first))
    start = 0
    while start < len(merged.changes):
        next_start = await store.write(functools.partial(_merge_some, merged=merged, start=start))
        if next_start is None:
            return False
        start = next_start
    end: int | None = first
    while end is not None:
        end = await store.write(functools.partial(_trim, merged=merged, after=end))
    return True


def merge_all(connection: Connection) -> None:
    """Merge the whole log in the transaction of the connection. For imports, which nobody waits beside."""
    while True:
        first, last = _bounds(connection)
        if first >= last:
            return
        merged = _read_round(connection, first)
        for change in merged.changes:
            _merge(connection, change)
        _TRIM.run(connection, end=merged.last)
        if merged.last == last:
            return


def rebuild(connection: Connection) -> None:
    """Make all tag sets from the rows of tags, in the transaction of the connection."""
    connection.execute(delete(TagChange))
    connection.execute(delete(TagSet))
    rows = select(col(ImageTag.tag), col(ImageTag.extension), col(ImageTag.image), literal(True))
    columns = ["tag", "extension", "image", "is_added"]
    connection.execute(insert(TagChange).from_select(columns, rows))
    merge_all(connection)


def _bounds(connection: Connection) -> tuple[int, int]:
    """The first and the last key of the log; the same for an empty one."""
    row = _BOUNDS.first(connection)
    return (0, 0) if row is None or row[0] is None else (row[0], row[1])


def _read_round(connection: Connection, first: int) -> _Round:
    _, newest = _bounds(connection)
    last = min(newest, first + MAX_ENTRIES)
    changes = tag_sets.changes(connection, select(TagChange).where(col(TagChange.key) <= last))
    return _Round(first, last, list(changes))


def _merge_some(work: Work, merged: _Round, start: int) -> int | None:
    """Merge changes from number `start` on. Returns the number of the next one.

    None when the log begins elsewhere: another process has merged these entries, and they may be out of date.
    """
    if _bounds(work.connection)[0] != merged.first:
        return None
    written_bytes = 0
    for index in range(start, len(merged.changes)):
        if written_bytes >= MAX_BYTES_PER_UNIT:
            return index
        written_bytes += _merge(work.connection, merged.changes[index])
    return len(merged.changes)


def _merge(connection: Connection, change: SetChange) -> int:
    """Apply the change to the stored bitmap. Returns the bytes that were written."""
    row = _STORED.first(connection, of_tag=change.tag, of_extension=change.extension)
    images = change.apply(None if row is None else BitMap.deserialize(row[1]))
    if not images:
        if row is not None:
            _REMOVE.run(connection, of_key=row[0])
        return 0
    images.run_optimize()
    data = images.serialize()
    if row is None:
        _ADD.run(connection, tag=change.tag, extension=change.extension, size=len(images), images=data)
    else:
        _CHANGE.run(connection, of_key=row[0], size=len(images), images=data)
    return len(data)


def _trim(work: Work, merged: _Round, after: int) -> int | None:
    """Remove entries before the last merged one; the last one stays, so that no key is used again.

    Returns where the next unit of work goes on, or None at the end.
    """
    end = min(after + MAX_ENTRIES_PER_UNIT, merged.last)
    _TRIM.run(work.connection, end=end)
    return end if end < merged.last else None
